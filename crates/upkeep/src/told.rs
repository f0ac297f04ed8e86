//! A plan told in the agent's own words: goals, when, why, what it prevents and costs, what it beat, and what is unmet.

use crate::metric::{Asset, Source};
use crate::observation::Observation;
use crate::operator::OperatorRow;
use crate::plan::evaluate::evaluate;
use crate::plan::explain::reason;
use crate::plan::instance::{Instance, MetricRow};
use crate::plan::missing::{TRIES_MAX, missing_alone};
use crate::plan::solve::{Action, Schedule};
use crate::rig::Rig;
use crate::schedule::Planned;
use crate::violation::{Crossing, Projection};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{GoalKey, Name, Tick};

/// How much later an action is tried to see what waiting costs.
const WAITED_STEPS_MAX: usize = 30;

/// A goal to take up now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Due {
    pub goal: GoalKey,
    pub reason: String,
    /// The current task is at work and would be interrupted.
    pub preempts: bool,
    /// What the best later start would cost more; `None` when waiting lets something go critical.
    pub waiting_costs: Option<i64>,
}

/// One action of the plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scheduled {
    pub operator: Name,
    pub goal: GoalKey,
    pub at: Tick,
    /// The metric it is for, and what would become of that.
    pub prevents: Projection,
    pub reason: String,
    pub resource: i64,
    pub disruption: i64,
    pub risk: i64,
    /// The next best way and how much more it costs.
    pub beat: String,
    pub beat_by: Option<i64>,
}

/// A metric that cannot be kept up with what there is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnmetNeed {
    pub metric: Name,
    pub missing: String,
    /// The goal that would get what is missing.
    pub goal: GoalKey,
}

/// Goal keys of upkeep all have this action.
const GOAL_ACTION: &str = "upkeep";

fn goal(target: &str) -> GoalKey {
    let key = GoalKey::new(GOAL_ACTION, target);
    key.unwrap_or_else(|_| GoalKey::new(GOAL_ACTION, "look_after").expect("the fallback is a goal key"))
}

/// Every action of the plan with its reasons, in order of time.
pub fn scheduled(rig: &Rig, planned: &Planned, projections: &[Projection], now: Tick) -> Vec<Scheduled> {
    let Some(schedule) = &planned.schedule else { return Vec::new() };
    let instance = &planned.framed.instance;
    let told = (0..schedule.actions.len()).filter_map(|index| {
        let reason = reason(instance, schedule, index);
        let row = &rig.operators[planned.framed.operators[reason.action.operator]];
        let restored = || row.restores.iter().find(|(id, _)| projections.iter().any(|p| p.metric == *id && p.needs()));
        let metric = match reason.prevents {
            Some(prevented) => rig.metrics[planned.framed.metrics[prevented.metric]].id,
            None => restored()?.0,
        };
        let prevents = *projections.iter().find(|projection| projection.metric == metric)?;
        Some(Scheduled {
            operator: row.id,
            goal: goal(row.id.as_str()),
            at: now + (reason.action.start_step as i64 * instance.step_ticks) as u64,
            prevents,
            reason: because(&prevents, now),
            resource: reason.resource,
            disruption: reason.disruption,
            risk: reason.risk,
            beat: reason.beat_text(instance),
            beat_by: reason.beat.map(|(_, margin)| margin),
        })
    });
    told.collect()
}

/// The goals of the actions that begin now. What waiting costs is left open.
pub fn due_now(rig: &Rig, planned: &Planned, projections: &[Projection], last: &Observation) -> Vec<Due> {
    let Some(schedule) = &planned.schedule else { return Vec::new() };
    let preempts = !last.work.is_break();
    let mut due: Vec<Due> = Vec::new();
    let mut end = 0;
    for action in &schedule.actions {
        // What follows in the same run belongs to it: the interruption is shared.
        if action.start_step != end {
            break;
        }
        let row = &rig.operators[planned.framed.operators[action.operator]];
        end += (planned.framed.instance.operators[action.operator].duration_ticks / planned.framed.instance.step_ticks)
            as usize;
        let needy = |id: &Name| projections.iter().find(|p| p.metric == *id && p.needs());
        let Some(prevents) = row.restores.iter().find_map(|(id, _)| needy(id)) else { continue };
        let (goal, reason) = (goal(row.id.as_str()), because(prevents, last.tick));
        // Twice the same in a row is one goal: what is left of it is seen in the next plan.
        if due.iter().all(|other| other.goal != goal) {
            due.push(Due { goal, reason, preempts, waiting_costs: None });
        }
    }
    due
}

fn because(projection: &Projection, now: Tick) -> String {
    let Projection { metric, warn, critical, .. } = projection;
    let critical = match critical {
        Crossing::Overdue => ", and critical".to_string(),
        Crossing::In(ticks) => format!(", and is critical at tick {}", now + *ticks),
        Crossing::Beyond => String::new(),
    };
    match warn {
        Crossing::Overdue => format!("{metric} is past its warn threshold{critical}"),
        Crossing::In(ticks) => {
            format!(
                "{metric} is projected to hit its warn threshold in {ticks} ticks, at tick {}{critical}",
                now + *ticks
            )
        }
        Crossing::Beyond => format!("{metric} is kept away from its warn threshold{critical}"),
    }
}

/// What the cheapest later start of an action costs more.
pub fn waiting_costs(instance: &Instance, schedule: &Schedule, index: usize) -> Option<i64> {
    let later = |steps: usize| {
        let mut actions: Vec<Action> = schedule.actions.clone();
        actions[index].start_step += steps;
        evaluate(instance, &actions).ok().map(|tally| tally.cost - schedule.tally.cost)
    };
    (1..=WAITED_STEPS_MAX).filter_map(later).min()
}

fn needs_text(row: &OperatorRow, missing: &[Asset]) -> String {
    let words: Vec<String> = missing.iter().map(Asset::to_string).collect();
    format!("{} needs {}", row.id, words.join(" and "))
}

/// What would keep a metric up that was given up, as it was before that.
fn missing_text(rig: &Rig, planned: &Planned, strict: &MetricRow) -> String {
    let mut instance = planned.framed.instance.clone();
    let metric = instance.metrics.iter().position(|row| row.id == strict.id).expect("what is given up was planned for");
    instance.metrics[metric] = strict.clone();
    missing_alone(&instance, metric, rig.tries_max.unwrap_or(TRIES_MAX)).text
}

/// What the scheduler could not keep up, and needy metrics that no possible operator restores.
pub fn unmet_needs(rig: &Rig, planned: &Planned, projections: &[Projection], last: &Observation) -> Vec<UnmetNeed> {
    let mut needs = Vec::new();
    for index in planned.framed.metrics.iter().chain(&planned.framed.left_out) {
        let row = &rig.metrics[*index];
        let lost = planned.unmet.iter().find(|(metric, _)| metric == index);
        let id = row.id.to_string();
        let helped = planned.framed.instance.operators.iter().any(|operator| operator.restores.contains_key(&id));
        if lost.is_none() && helped {
            continue;
        }
        let helpers = rig.operators.iter().filter(|operator| operator.restores.iter().any(|(m, _)| *m == row.id));
        let nearest = helpers
            .map(|operator| (operator, operator.missing(&last.assets)))
            .filter(|(_, missing)| !missing.is_empty())
            .min_by_key(|(row, missing)| (missing.len(), row.resource + row.disruption + row.risk));
        let (missing, target) = match (nearest, lost) {
            (Some((row, missing)), _) => (needs_text(row, &missing), missing[0].goal().to_string()),
            (None, Some((_, strict))) => (missing_text(rig, planned, strict), id),
            (None, None) => (format!("no operator restores {}", row.id), id),
        };
        // A stock is got by its own goal; there is no way to hand out the goal to get the goal.
        let target = match row.source {
            Source::Stock(asset) if !helped => asset.goal().to_string(),
            _ => target,
        };
        if projections.iter().any(|projection| projection.metric == row.id) {
            needs.push(UnmetNeed { metric: row.id, missing, goal: goal(&target) });
        }
    }
    needs
}
