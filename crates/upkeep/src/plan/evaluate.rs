//! The referee: computes from the instance alone what a schedule costs and whether it is allowed. It shares no code with the
//! search.

use super::instance::{Instance, profile_at};
use super::solve::ScheduledAction;
use alloc::vec::Vec;

/// What a valid upkeep schedule costs, and how many interruptions and warnings it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    pub cost: i64,
    pub interruptions: i64,
    pub warn_steps: i64,
}

/// Why an upkeep schedule is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    OutsideHorizon { action: usize },
    Overlap { step: usize },
    Forbidden { step: usize },
    OverStock { operator: usize },
    Critical { metric: usize, step: usize },
}

/// Computes the cost of a schedule by simulating it, or says why it is not allowed. The instance must have passed its
/// check.
pub fn evaluate(instance: &Instance, actions: &[ScheduledAction]) -> Result<Tally, Fault> {
    let step_ticks = instance.step_ticks;
    let steps = (instance.horizon_ticks / step_ticks) as usize;
    let mut busy = alloc::vec![false; steps];
    let mut used = alloc::vec![0i64; instance.operators.len()];
    let mut cost = 0;
    for (index, action) in actions.iter().enumerate() {
        let op = &instance.operators[action.operator];
        let end = action.start_step.saturating_add((op.duration_ticks / step_ticks) as usize);
        if end > steps {
            return Err(Fault::OutsideHorizon { action: index });
        }
        for (step, taken) in busy.iter_mut().enumerate().take(end).skip(action.start_step) {
            let tick = step as i64 * step_ticks;
            if *taken {
                return Err(Fault::Overlap { step });
            }
            if instance.forbidden.iter().any(|(from, to)| (*from..*to).contains(&tick)) {
                return Err(Fault::Forbidden { step });
            }
            *taken = true;
        }
        let price = profile_at(&instance.price, action.start_step as i64 * step_ticks);
        cost += op.cost_resource + op.cost_risk + op.cost_disruption * price;
        used[action.operator] += 1;
        if used[action.operator] > op.stock {
            return Err(Fault::OverStock { operator: action.operator });
        }
    }
    let runs = (0..steps).filter(|step| busy[*step] && (*step == 0 || !busy[*step - 1])).count() as i64;
    let mut tally = Tally { cost: cost + runs * instance.intervention_cost, interruptions: runs, warn_steps: 0 };
    for metric in 0..instance.metrics.len() {
        let row = &instance.metrics[metric];
        let levels = levels(instance, actions, metric);
        if let Some(step) = levels.iter().position(|level| *level <= row.critical) {
            return Err(Fault::Critical { metric, step });
        }
        let warned = levels.iter().filter(|level| **level <= row.warn).count() as i64;
        tally.warn_steps += warned;
        tally.cost += warned * row.warn_cost_per_step;
    }
    Ok(tally)
}

/// The level of one metric at every step boundary if this schedule is carried out.
pub fn levels(instance: &Instance, actions: &[ScheduledAction], metric: usize) -> Vec<i64> {
    let step_ticks = instance.step_ticks;
    let steps = (instance.horizon_ticks / step_ticks) as usize;
    let row = &instance.metrics[metric];
    let mut added = alloc::vec![0i64; steps + 1];
    for action in actions {
        let op = &instance.operators[action.operator];
        let end = action.start_step + (op.duration_ticks / step_ticks) as usize;
        if let (Some(amount), true) = (op.restores.get(&row.id), end <= steps) {
            added[end] += amount;
        }
    }
    let mut level = row.level;
    let mut out = Vec::with_capacity(steps + 1);
    out.push(level);
    for step in 0..steps {
        let from = step as i64 * step_ticks;
        // The fall per tick changes only at entries of the drift profile, so a step is summed piece by piece.
        let (mut tick, mut fall) = (from, 0i64);
        while tick < from + step_ticks {
            let next = row.drift.iter().map(|(start, _)| *start).find(|start| *start > tick);
            let end = next.unwrap_or(i64::MAX).min(from + step_ticks);
            fall += profile_at(&row.drift, tick) * (end - tick);
            tick = end;
        }
        level = ((level - fall).max(0) + added[step + 1]).min(row.max);
        out.push(level);
    }
    out
}
