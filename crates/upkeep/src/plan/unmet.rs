//! When nothing keeps every metric from going critical: which one is lost, when at the latest, and what is missing.

use super::alone::Loss;
use super::bound::{LOST, Split};
use super::instance::Instance;
use super::missing::{Missing, missing};
use super::problem::{Metric, Problem};
use super::search::Reach;
use super::solve::dispatch;
use super::split::Bound;
use alloc::vec::Vec;

/// The first violation that no schedule avoids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unmet {
    /// Index into the instance's metrics.
    pub metric: usize,
    /// Something is critical at this step at the latest, whatever is done.
    pub at_step: usize,
    /// Whether something keeps all up until then; otherwise too many ways were left to follow, and it may be lost before.
    pub exact: bool,
    pub missing: Missing,
}

/// Labels kept per boundary; without costs few are not outdone, and comparing them takes the square of this.
const WIDTH: usize = 400;
/// Actions tried to find how long all metrics together can be kept up: about as many as a proof for a short horizon may take.
const TRIES_MAX: u64 = 50_000;

/// Finds how long the metrics can be kept up at all, costs aside, when it is known that they cannot be to the end.
/// `alone` is what [`lost_alone`](super::alone::lost_alone) says.
pub fn explain(instance: &Instance, problem: &Problem, alone: Option<Loss>) -> Unmet {
    let (at_step, metric, exact) = lost_at(instance, problem, alone);
    Unmet { metric, at_step, exact, missing: missing(instance, metric) }
}

/// The metric to give up so that the others can be cared for. One that is lost even alone costs the others nothing, so it is
/// preferred to one that is lost sooner only because of others.
pub fn given_up(problem: &Problem, alone: Option<Loss>) -> usize {
    alone.map_or_else(|| lost_together(problem, None).1, |loss| problem.metrics[loss.metric].row)
}

/// The step at which something is lost at the latest, the row of that metric, and whether something keeps all up until then.
fn lost_at(instance: &Instance, problem: &Problem, alone: Option<Loss>) -> (usize, usize, bool) {
    let Some(loss) = alone else { return lost_together(problem, None) };
    let row = problem.metrics[loss.metric].row;
    let left_alone = |(index, other): (usize, &Metric)| {
        index == loss.metric || loss.at_step == 0 || other.level - other.fall(0, loss.at_step - 1) > other.critical
    };
    if problem.metrics.iter().enumerate().all(left_alone) {
        return (loss.at_step, row, loss.exact);
    }
    // What ends behind that step comes too late for all.
    let until = Instance { horizon_ticks: loss.at_step as i64 * instance.step_ticks, ..instance.clone() };
    let until = Problem::new(&until).expect("the same instance with fewer steps, and one at least");
    lost_together(&until, Some(row))
}

/// As [`lost_at`]; `row` is a metric that is surely lost at the end. Where not all ways could be followed, nothing is sure but
/// the end.
fn lost_together(problem: &Problem, row: Option<usize>) -> (usize, usize, bool) {
    let free = free_of_cost(problem);
    let scarce: Vec<usize> = (0..free.ops.len()).filter(|op| free.may_run_out(*op)).collect();
    // Without tables every way is followed until something really is lost.
    let bound = Bound { split: Split::even(&free), tables: Vec::new(), root: 0 };
    let found =
        dispatch(&free, &bound, &scarce, Reach { limit: LOST, width: WIDTH, tries_max: TRIES_MAX, losses: true }, None);
    // A way that could be later is dropped before it is lost; where the tries end before the later one is, none is seen to be lost.
    let seen = found.best.is_none() && found.last_loss.is_some();
    let (at_step, metric) = found.last_loss.unwrap_or((free.steps, 0));
    // What lasts until the last step lasts as long as anything can.
    let exact = seen && (found.bound >= LOST || at_step == free.steps);
    let at_step = if exact { at_step } else { free.steps };
    let row = row.filter(|_| at_step == free.steps).unwrap_or(free.metrics[metric].row);
    (at_step, row, exact)
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
