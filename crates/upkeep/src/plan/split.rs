//! Chooses how costs are split among the metrics, so that the lower bound is high: a few deterministic tries, each kept if it helps.

use super::bound::{CostToGo, LOST, Split, WHOLE};
use super::problem::Problem;
use alloc::vec::Vec;

/// Steps over which a metric may stay in a run without its own action before that costs as much as a new intervention.
/// Longer gaps make the bound weaker where runs really are long, shorter ones take more from every action.
const STAY_STEPS: [i64; 3] = [20, 35, 60];
/// How far one try moves an action's cost from one metric to another.
const MOVES: [i64; 3] = [200, 80, 30];

/// The tables of every metric, and their sum at the beginning.
#[derive(Debug, Clone)]
pub struct Bound {
    pub split: Split,
    pub tables: Vec<CostToGo>,
    /// [`LOST`] when a metric cannot be saved even alone.
    pub root: i64,
}

impl Bound {
    /// The bound with costs split by worth.
    pub fn new(problem: &Problem) -> Bound {
        let mut split = Split::even(problem);
        by_worth(problem, &mut split);
        Bound::of(problem, split)
    }

    /// A higher bound, by rebuilding at most so many tables.
    pub fn tuned(&self, problem: &Problem, tables_max: usize) -> Bound {
        let mut bound = self.clone();
        let mut left = tables_max;
        bound.share_interventions(problem, &mut left);
        for amount in MOVES {
            bound.move_shares(problem, amount, &mut left);
        }
        bound
    }

    fn of(problem: &Problem, split: Split) -> Bound {
        let tables: Vec<CostToGo> =
            (0..problem.metrics.len()).map(|metric| CostToGo::new(problem, metric, &split)).collect();
        let root = sum(problem, &tables);
        Bound { split, tables, root }
    }

    /// Lets the metrics that need an action most often carry the interventions.
    fn share_interventions(&mut self, problem: &Problem, left: &mut usize) {
        let count = problem.metrics.len();
        let mut order: Vec<usize> = (0..count).collect();
        let needs = |metric: usize| {
            let most = problem.ops.iter().flat_map(|op| &op.restores).filter(|(own, _)| *own == metric);
            let most = most.map(|(_, amount)| i64::from(*amount)).max().unwrap_or(i64::MAX);
            i64::from(problem.metrics[metric].fall(0, problem.steps)) * 1_000 / most
        };
        order.sort_by_key(|metric| core::cmp::Reverse(needs(*metric)));
        let (first, second) = (order[0], order.get(1).copied());
        for stay_steps in STAY_STEPS {
            let mut split = self.split.clone();
            split.join.fill(0);
            split.stay.fill(0);
            split.join[first] = problem.intervention;
            split.stay[first] = problem.intervention / stay_steps;
            self.try_all(problem, split, left);
        }
        if let Some(second) = second {
            for part in [3, 2] {
                let mut split = self.split.clone();
                let (join, stay) = (split.join[first] / part, split.stay[first] / part);
                split.join[first] -= join;
                split.stay[first] -= stay;
                split.join[second] += join;
                split.stay[second] += stay;
                self.try_all(problem, split, left);
            }
        }
    }

    fn try_all(&mut self, problem: &Problem, split: Split, left: &mut usize) {
        if *left < problem.metrics.len() || !affordable(problem, &split) {
            return;
        }
        *left -= problem.metrics.len();
        let other = Bound::of(problem, split);
        if other.root > self.root {
            *self = other;
        }
    }

    /// Moves parts of the cost of actions that restore several metrics from one to another.
    fn move_shares(&mut self, problem: &Problem, amount: i64, left: &mut usize) {
        for (index, op) in problem.ops.iter().enumerate() {
            for (from, _) in &op.restores {
                for (to, _) in &op.restores {
                    if from == to || self.split.shares[index][*from] < amount || *left < 2 {
                        continue;
                    }
                    *left -= 2;
                    let mut split = self.split.clone();
                    split.shares[index][*from] -= amount;
                    split.shares[index][*to] += amount;
                    let (less, more) = (CostToGo::new(problem, *from, &split), CostToGo::new(problem, *to, &split));
                    let level = |metric: usize| problem.metrics[metric].level;
                    let at = |table: &CostToGo, metric: usize| table.at(0, false, level(metric));
                    let before = at(&self.tables[*from], *from) + at(&self.tables[*to], *to);
                    let after = at(&less, *from) + at(&more, *to);
                    if after > before {
                        self.root += after - before;
                        self.split = split;
                        self.tables[*from] = less;
                        self.tables[*to] = more;
                    }
                }
            }
        }
    }
}

fn sum(problem: &Problem, tables: &[CostToGo]) -> i64 {
    let costs = tables.iter().zip(&problem.metrics).map(|(table, metric)| table.at(0, false, metric.level));
    costs.fold(problem.constant, |sum, cost| if cost >= LOST { LOST } else { (sum + cost).min(LOST) })
}

/// Whether no operator gives up more than its cheapest start costs; a negative share would not be a bound.
fn affordable(problem: &Problem, split: &Split) -> bool {
    let price = problem.price.iter().copied().min().unwrap_or(0);
    (0..problem.ops.len())
        .all(|op| split.given_up(problem, op) <= problem.ops[op].fixed + problem.ops[op].disruption * price)
}

/// Splits an action's cost by what its parts would cost if each metric were restored on its own.
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
            split.shares[index][*metric] = worth * WHOLE / total;
        }
    }
}
