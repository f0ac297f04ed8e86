//! Why each action is in a schedule: what it prevents, what it costs, and which alternative it beats by how much.

use super::evaluate::{evaluate, levels};
use super::instance::{Instance, profile_at};
use super::solve::{Schedule, ScheduledAction};
use alloc::vec::Vec;

/// To find alternatives to a planned action, it is moved by at most this many steps. Farther away it stands between
/// other actions.
const MOVED_STEPS_MAX: usize = 30;

/// What would happen to a metric if an action were left out of the schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prevented {
    /// Which metric: an index into the instance's metrics.
    pub metric: usize,
    /// The first step at which the metric is at or below warn without the action, but not with it.
    pub warn_step: Option<usize>,
    pub critical_step: Option<usize>,
}

/// The next best schedule that differs in one action only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alternative {
    LeftOut,
    Moved { start_step: usize },
    Instead { operator: usize },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    pub action: ScheduledAction,
    pub prevents: Option<Prevented>,
    pub resource: i64,
    pub disruption: i64,
    pub risk: i64,
    /// The next best alternative and how much more it costs; `None` when every alternative is not allowed or lets a
    /// metric go critical.
    pub beat: Option<(Alternative, i64)>,
}

/// Says why one action is in the schedule: what it prevents, and which alternative it beat.
pub fn reason(instance: &Instance, schedule: &Schedule, index: usize) -> Reason {
    let action = schedule.actions[index];
    let row = &instance.operators[action.operator];
    let price = profile_at(&instance.price, action.start_step as i64 * instance.step_ticks);
    Reason {
        action,
        prevents: prevented(instance, &schedule.actions, index),
        resource: row.cost_resource,
        disruption: row.cost_disruption * price,
        risk: row.cost_risk,
        beat: beaten(instance, schedule, index),
    }
}

/// The first warning or critical level of a metric that the action prevents.
pub fn prevented(instance: &Instance, actions: &[ScheduledAction], index: usize) -> Option<Prevented> {
    let without: Vec<ScheduledAction> = others(actions, index);
    let restores = &instance.operators[actions[index].operator].restores;
    let touched = (0..instance.metrics.len()).filter(|metric| restores.contains_key(&instance.metrics[*metric].id));
    let troubles = touched.filter_map(|metric| {
        let row = &instance.metrics[metric];
        let (kept, lost) = (levels(instance, actions, metric), levels(instance, &without, metric));
        let first = |limit: i64| (0..kept.len()).find(|step| lost[*step] <= limit && kept[*step] > limit);
        let (warn_step, critical_step) = (first(row.warn), first(row.critical));
        (warn_step.is_some() || critical_step.is_some()).then_some(Prevented { metric, warn_step, critical_step })
    });
    troubles.min_by_key(|trouble| (trouble.warn_step.or(trouble.critical_step), trouble.metric))
}

fn others(actions: &[ScheduledAction], index: usize) -> Vec<ScheduledAction> {
    actions.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, action)| *action).collect()
}

/// The cheapest allowed schedule in which this action is left out, moved or replaced and all others stay.
fn beaten(instance: &Instance, schedule: &Schedule, index: usize) -> Option<(Alternative, i64)> {
    let ScheduledAction { start_step, operator } = schedule.actions[index];
    let rest = others(&schedule.actions, index);
    let cost = |extra: Option<ScheduledAction>| {
        let mut actions = rest.clone();
        actions.extend(extra);
        evaluate(instance, &actions).ok().map(|tally| tally.cost - schedule.tally.cost)
    };
    let mut best: Option<(Alternative, i64)> = None;
    let mut offer = |alternative: Alternative, margin: Option<i64>| {
        if let Some(margin) = margin
            && best.is_none_or(|(_, least)| margin < least)
        {
            best = Some((alternative, margin));
        }
    };
    offer(Alternative::LeftOut, cost(None));
    for other in (0..instance.operators.len()).filter(|other| *other != operator) {
        offer(Alternative::Instead { operator: other }, cost(Some(ScheduledAction { start_step, operator: other })));
    }
    let near = start_step.saturating_sub(MOVED_STEPS_MAX)..=start_step + MOVED_STEPS_MAX;
    for start_step in near.filter(|step| *step != start_step) {
        offer(Alternative::Moved { start_step }, cost(Some(ScheduledAction { start_step, operator })));
    }
    best
}
