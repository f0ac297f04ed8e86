//! When nothing keeps every metric from going critical: which one is lost, when at the latest, and what is missing.

use super::bound::LOST;
use super::instance::Instance;
use super::problem::Problem;
use super::search::{Found, Reach};
use super::solve::dispatch;
use super::split::Bound;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The first violation that no schedule avoids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unmet {
    /// Index into the instance's metrics.
    pub metric: usize,
    /// The latest step at which it goes critical whatever is done.
    pub at_step: usize,
    /// What would have to be there, for people.
    pub missing: String,
    /// Operators that would help if there were more of them.
    pub short_of: Vec<usize>,
}

/// Labels kept per boundary; without costs few are not outdone.
const WIDTH: usize = 400;

/// Finds how long the metrics can be kept up at all, costs aside.
pub fn explain(instance: &Instance, problem: &Problem) -> Unmet {
    let (at_step, lost) = lost_alone(problem).unwrap_or_else(|| {
        let free = free_of_cost(problem);
        survive(&free).last_loss.unwrap_or((free.steps, 0))
    });
    let metric = problem.metrics[lost].row;
    let (missing, short_of) = missing(instance, metric);
    Unmet { metric, at_step, missing, short_of }
}

/// The metric that is lost first even if nothing but it had to be cared for, and the latest step at which it is.
pub fn lost_alone(problem: &Problem) -> Option<(usize, usize)> {
    let free = free_of_cost(problem);
    let loss = |metric: usize| {
        let found = survive(&alone(&free, metric));
        let lost = found.best.is_none() && found.bound >= LOST;
        lost.then(|| (found.last_loss.map_or(free.steps, |(at_step, _)| at_step), metric))
    };
    (0..free.metrics.len()).filter_map(loss).min()
}

fn free_of_cost(problem: &Problem) -> Problem {
    let mut free = problem.clone();
    (free.intervention, free.constant) = (0, 0);
    for op in &mut free.ops {
        (op.fixed, op.disruption) = (0, 0);
    }
    for metric in &mut free.metrics {
        metric.warn_cost = 0;
    }
    free
}

/// The problem with one metric and what restores it.
fn alone(problem: &Problem, metric: usize) -> Problem {
    let mut one = problem.clone();
    one.metrics = alloc::vec![problem.metrics[metric].clone()];
    for op in &mut one.ops {
        op.restores.retain(|(restored, _)| *restored == metric);
        op.restores.iter_mut().for_each(|(restored, _)| *restored = 0);
    }
    one.ops.retain(|op| !op.restores.is_empty());
    one
}

/// Follows every way, without tables, until something really is lost.
fn survive(free: &Problem) -> Found {
    let scarce: Vec<usize> =
        (0..free.ops.len()).filter(|op| free.ops[*op].stock < (free.steps / free.ops[*op].steps) as i64).collect();
    let bound = Bound { split: super::bound::Split::even(free), tables: Vec::new(), root: 0 };
    dispatch(free, &bound, &scarce, Reach { limit: LOST, width: WIDTH, tries_max: u64::MAX }, None)
}

fn missing(instance: &Instance, metric: usize) -> (String, Vec<usize>) {
    let row = &instance.metrics[metric];
    let steps = instance.horizon_ticks / instance.step_ticks;
    let helpers: Vec<usize> =
        (0..instance.operators.len()).filter(|op| instance.operators[*op].restores.contains_key(&row.id)).collect();
    if row.level <= row.critical {
        return (format!("{} is critical already; nothing that ends later can undo that", row.id), helpers);
    }
    if helpers.is_empty() {
        return (format!("no operator restores {}", row.id), helpers);
    }
    let short: Vec<usize> = (helpers.iter().copied())
        .filter(|op| {
            let op = &instance.operators[*op];
            op.stock < steps / (op.duration_ticks / instance.step_ticks).max(1)
        })
        .collect();
    if short.is_empty() {
        let names: Vec<&str> = helpers.iter().map(|op| instance.operators[*op].id.as_str()).collect();
        return (format!("time: {} cannot be done early and often enough", names.join(", ")), helpers);
    }
    let names: Vec<String> = (short.iter())
        .map(|op| format!("{} ({} in stock)", instance.operators[*op].id, instance.operators[*op].stock))
        .collect();
    (format!("more of {}", names.join(", ")), short)
}
