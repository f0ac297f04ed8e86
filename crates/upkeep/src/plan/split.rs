//! The lower bound of the whole problem: one table per metric, and the initial split of the costs.

use super::bound::{CostToGo, LOST, Split, WHOLE};
use super::problem::Problem;
use alloc::vec::Vec;

/// A lower bound on the cost of a schedule: one cost table per metric, and the bound for the whole horizon.
#[derive(Debug, Clone)]
pub struct Bound {
    pub split: Split,
    pub tables: Vec<CostToGo>,
    /// The lower bound for the whole horizon; [`LOST`] when a metric cannot be saved even alone.
    pub root: i64,
}

impl Bound {
    /// The lower bound when each action's cost is split by what it is worth to each metric.
    pub fn new(problem: &Problem) -> Bound {
        let mut split = Split::even(problem);
        by_worth(problem, &mut split);
        Bound::of(problem, split)
    }

    pub fn of(problem: &Problem, split: Split) -> Bound {
        let tables: Vec<CostToGo> =
            (0..problem.metrics.len()).map(|metric| CostToGo::new(problem, metric, &split)).collect();
        let root = match sum(problem, &tables) {
            LOST => LOST,
            sum => sum - (0..problem.ops.len()).map(|op| split.scarcity[op] * problem.uses_max(op)).sum::<i64>(),
        };
        Bound { split, tables, root }
    }
}

fn sum(problem: &Problem, tables: &[CostToGo]) -> i64 {
    let costs = tables.iter().zip(&problem.metrics).map(|(table, metric)| table.at(0, false, metric.level));
    costs.fold(problem.constant, |sum, cost| if cost >= LOST { LOST } else { (sum + cost).min(LOST) })
}

/// Whether no operator gives up more than its cheapest use costs. A negative share would not give a lower bound.
pub fn affordable(problem: &Problem, split: &Split) -> bool {
    let price = problem.price.iter().copied().min().unwrap_or(0);
    (0..problem.ops.len())
        .all(|op| split.given_up(problem, op) <= problem.ops[op].fixed + problem.ops[op].disruption * price)
}

/// Splits the cost of an action by what it would cost to restore each of its metrics separately.
fn by_worth(problem: &Problem, split: &mut Split) {
    let price = problem.price.iter().copied().min().unwrap_or(0);
    let cost = |op: usize| problem.ops[op].fixed + problem.ops[op].disruption * price;
    for index in 0..problem.ops.len() {
        let op = &problem.ops[index];
        if op.restores.len() < 2 {
            continue;
        }
        let worth: Vec<i64> = (op.restores.iter())
            .map(|(metric, amount)| {
                let alone = problem.ops.iter().enumerate().filter(|(_, other)| other.restores.len() == 1);
                let alone = alone.filter(|(_, other)| other.restores[0].0 == *metric);
                let rate = alone.map(|(other, row)| {
                    let used = i64::from(*amount).min(i64::from(row.restores[0].1));
                    cost(other).saturating_mul(used) / i64::from(row.restores[0].1)
                });
                rate.min().unwrap_or(cost(index)).max(1)
            })
            .collect();
        let total: i64 = worth.iter().sum();
        for ((metric, _), worth) in op.restores.iter().zip(&worth) {
            split.set_share(index, *metric, worth * WHOLE / total);
        }
    }
}
