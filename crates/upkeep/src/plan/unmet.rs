//! When no schedule keeps every metric above critical: which one is lost, at the latest when, and what is missing.

use super::alone::Loss;
use super::bound::{LOST, Split};
use super::instance::Instance;
use super::missing::{Missing, missing};
use super::problem::{Metric, Problem};
use super::search::Reach;
use super::solve::dispatch;
use super::split::Bound;
use alloc::vec::Vec;

/// The first time at which a metric goes critical whatever is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unmet {
    /// The metric: an index into the instance's metrics.
    pub metric: usize,
    /// Whatever is done, some metric is critical at this step at the latest.
    pub at_step: usize,
    /// Whether all metrics can be kept above critical until that step. If not, the search was cut short and the loss may come
    /// earlier.
    pub exact: bool,
    pub missing: Missing,
}

/// Most partial schedules per step boundary when only the loss of metrics counts. Without costs few remain after
/// comparing, and comparing takes the square of this.
const WIDTH: usize = 400;
/// Most actions tried to find out how long all metrics together last: about as many as a proof for a short horizon takes.
const TRIES_MAX: u64 = 50_000;

/// Finds how long all metrics can be kept above critical, ignoring costs, when it is known that they cannot be until
/// the end. `alone` is the result of [`lost_alone`](super::alone::lost_alone).
pub fn explain(instance: &Instance, problem: &Problem, alone: Option<Loss>) -> Unmet {
    let (at_step, metric, exact) = lost_at(instance, problem, alone);
    Unmet { metric, at_step, exact, missing: missing(instance, metric) }
}

/// The metric to give up so that the others get a schedule. A metric that is lost even alone comes first, because
/// giving it up costs the others nothing.
pub fn given_up(problem: &Problem, alone: Option<Loss>) -> usize {
    alone.map_or_else(|| lost_together(problem, None).1, |loss| problem.metrics[loss.metric].row)
}

/// The latest step at which a metric goes critical, the row of that metric, and whether all others last until then.
fn lost_at(instance: &Instance, problem: &Problem, alone: Option<Loss>) -> (usize, usize, bool) {
    let Some(loss) = alone else { return lost_together(problem, None) };
    let row = problem.metrics[loss.metric].row;
    let left_alone = |(index, other): (usize, &Metric)| {
        index == loss.metric || loss.at_step == 0 || other.level - other.fall(0, loss.at_step - 1) > other.critical
    };
    if problem.metrics.iter().enumerate().all(left_alone) {
        return (loss.at_step, row, loss.exact);
    }
    // Actions that end after the loss come too late, so the horizon is cut there.
    let until = Instance { horizon_ticks: loss.at_step as i64 * instance.step_ticks, ..instance.clone() };
    let until = Problem::new(&until).expect("the same instance with fewer steps, and one at least");
    lost_together(&until, Some(row))
}

/// Finds when the first metric goes critical although all are cared for. `row` is a metric that certainly does so by
/// the end. If the search was cut short, only the end is certain.
fn lost_together(problem: &Problem, row: Option<usize>) -> (usize, usize, bool) {
    let free = free_of_cost(problem);
    let scarce: Vec<usize> = (0..free.ops.len()).filter(|op| free.may_run_out(*op)).collect();
    // Without cost tables the search follows every partial schedule until a metric is really lost.
    let bound = Bound { split: Split::even(&free), tables: Vec::new(), root: 0 };
    let found =
        dispatch(&free, &bound, &scarce, Reach { limit: LOST, width: WIDTH, tries_max: TRIES_MAX, losses: true }, None);
    // A partial schedule with an action that could be later is dropped before it loses a metric. If the tries run out
    // before the version with the later action is searched, no loss is recorded.
    let seen = found.best.is_none() && found.last_loss.is_some();
    let (at_step, metric) = found.last_loss.unwrap_or((free.steps, 0));
    // A schedule that keeps all metrics above critical until the last step cannot last longer.
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
