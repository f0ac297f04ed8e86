//! An instance prepared for the search: every profile as one number per step, and without metrics that never need anything.

use super::instance::{Instance, LEVEL_MAX, Refusal, profile_at};
use alloc::vec::Vec;

/// An operator in the form that the search uses, with times in steps.
#[derive(Debug, Clone)]
pub struct Op {
    /// Which operator: an index into the instance's operators.
    pub row: usize,
    pub steps: usize,
    /// Resource cost plus risk cost of one use.
    pub fixed: i64,
    pub disruption: i64,
    /// The restored metrics: index into [`Problem::metrics`], and amount.
    pub restores: Vec<(usize, i32)>,
    pub stock: i64,
}

/// A metric in the form that the search uses, with times in steps.
#[derive(Debug, Clone)]
pub struct Metric {
    /// Which metric: an index into the instance's metrics.
    pub row: usize,
    pub level: i32,
    pub max: i32,
    pub warn: i32,
    pub critical: i32,
    pub warn_cost: i64,
    /// How far the metric falls in each step.
    pub drift: Vec<i32>,
    /// For each step boundary, the lowest level that lasts to the end of the horizon without a warning. A higher level
    /// is no better.
    pub enough: Vec<i32>,
    /// How far the metric falls from the start to each step boundary.
    fallen: Vec<i64>,
}

impl Metric {
    /// How far the metric falls between two step boundaries. A fall that empties any level counts as [`LEVEL_MAX`].
    #[inline]
    pub fn fall(&self, from: usize, to: usize) -> i32 {
        (self.fallen[to] - self.fallen[from]).min(LEVEL_MAX) as i32
    }

    /// The first boundary from `from` on at which the metric, starting at this level, is at or below warn (or critical,
    /// if warnings cost nothing); one more than the last boundary if it never is.
    pub fn needy_at(&self, from: usize, level: i32) -> usize {
        let low = if self.warn_cost > 0 { self.warn } else { self.critical };
        let fallen = self.fallen[from] + i64::from(level) - i64::from(low);
        let never = self.fallen.last().is_none_or(|all| *all < fallen);
        if never { self.fallen.len() } else { from + self.fallen[from..].partition_point(|sum| *sum < fallen) }
    }
}

/// Most groups into which the prices of steps are divided. The reference problems have five prices.
pub const PRICE_CLASSES_MAX: usize = 8;

#[derive(Debug, Clone)]
pub struct Problem {
    pub steps: usize,
    pub intervention: i64,
    pub price: Vec<i64>,
    /// The price class of each step. If there are few different prices, each is a class of its own.
    pub price_class: Vec<u8>,
    /// For each step, how many consecutive steps from it on are not forbidden.
    pub open: Vec<u16>,
    /// Metrics that may go below a threshold within the horizon.
    pub metrics: Vec<Metric>,
    /// Operators that can be used and restore one of those metrics, or are cheap enough to fill a gap between two
    /// actions.
    pub ops: Vec<Op>,
    /// The cost that no schedule can avoid: warnings at the very start.
    pub constant: i64,
}

impl Problem {
    pub fn new(instance: &Instance) -> Result<Problem, Refusal> {
        instance.check()?;
        let step_ticks = instance.step_ticks;
        let steps = (instance.horizon_ticks / step_ticks) as usize;
        let tick = |step: usize| step as i64 * step_ticks;
        let price: Vec<i64> = (0..steps).map(|step| profile_at(&instance.price, tick(step))).collect();
        let closed = |step: usize| instance.forbidden.iter().any(|(from, to)| (*from..*to).contains(&tick(step)));
        let mut open = alloc::vec![0u16; steps + 1];
        for step in (0..steps).rev() {
            open[step] = if closed(step) { 0 } else { open[step + 1] + 1 };
        }
        let mut constant = 0;
        let mut metrics = Vec::new();
        let mut index_of = alloc::vec![None; instance.metrics.len()];
        for (row, metric) in instance.metrics.iter().enumerate() {
            let drift = falls(&metric.drift, step_ticks, steps);
            let (warn, max, level) = (metric.warn as i32, metric.max as i32, metric.level as i32);
            let mut enough = alloc::vec![warn.saturating_add(1).min(max); steps + 1];
            for step in (0..steps).rev() {
                enough[step] = enough[step + 1].saturating_add(drift[step]).min(max);
            }
            if level <= warn {
                constant += metric.warn_cost_per_step;
            }
            // Even a level at the metric's maximum may not last to the end. Only a level higher than the whole fall
            // certainly does.
            let total: i64 = drift.iter().map(|fall| i64::from(*fall)).sum();
            if i64::from(level) - total > i64::from(warn) {
                continue;
            }
            index_of[row] = Some(metrics.len());
            let mut fallen = alloc::vec![0i64; steps + 1];
            for step in 0..steps {
                fallen[step + 1] = fallen[step] + i64::from(drift[step]);
            }
            let (critical, warn_cost) = (metric.critical as i32, metric.warn_cost_per_step);
            metrics.push(Metric { row, level, max, warn, critical, warn_cost, drift, enough, fallen });
        }
        let cheapest_price = price.iter().copied().min().unwrap_or(0);
        let ops = (instance.operators.iter().enumerate())
            .map(|(row, op)| Op {
                row,
                steps: (op.duration_ticks / step_ticks) as usize,
                fixed: op.cost_resource + op.cost_risk,
                disruption: op.cost_disruption,
                restores: (op.restores.iter())
                    .filter_map(|(id, amount)| {
                        let row = instance.metrics.iter().position(|metric| metric.id == *id)?;
                        index_of[row].map(|metric| (metric, *amount as i32))
                    })
                    .collect(),
                stock: op.stock,
            })
            .filter(|op| op.stock > 0 && op.steps <= steps)
            .filter(|op| {
                !op.restores.is_empty() || op.fixed + op.disruption * cheapest_price < instance.intervention_cost
            })
            .collect();
        let price_class = classes(&price);
        Ok(Problem {
            steps,
            intervention: instance.intervention_cost,
            price,
            price_class,
            open,
            metrics,
            ops,
            constant,
        })
    }

    /// The cost of one use of the operator that starts at this step, without the cost of interrupting.
    pub fn cost(&self, op: &Op, step: usize) -> i64 {
        op.fixed + op.disruption * self.price[step]
    }

    /// The greatest number such that the cost of every schedule is [`Problem::constant`] plus a multiple of it.
    pub fn grain(&self) -> i64 {
        let mut grain = self.metrics.iter().fold(self.intervention, |grain, metric| gcd(grain, metric.warn_cost));
        let mut last = None;
        for price in self.price.iter().copied().filter(|price| last.replace(*price) != Some(*price)) {
            grain = self.ops.iter().fold(grain, |grain, op| gcd(grain, op.fixed + op.disruption * price));
        }
        grain.max(1)
    }

    /// Whether an action of this operator may start at this step.
    pub fn may_start(&self, op: &Op, step: usize) -> bool {
        usize::from(self.open[step]) >= op.steps
    }

    /// Operators whose stock may run out: it is less than the horizon has time for, and less than twice what their
    /// metrics lose.
    pub fn scarce(&self) -> Vec<usize> {
        let seldom = |op: &Op| {
            let needs = op.restores.iter().map(|(metric, amount)| {
                2 + 2 * i64::from(self.metrics[*metric].fall(0, self.steps)) / i64::from(*amount)
            });
            let fits = (self.steps / op.steps) as i64;
            op.stock < fits && op.stock < needs.max().unwrap_or(fits)
        };
        (0..self.ops.len()).filter(|op| seldom(&self.ops[*op])).collect()
    }

    /// Most uses of the operator, by stock and by time.
    pub fn uses_max(&self, op: usize) -> i64 {
        self.ops[op].stock.min((self.steps / self.ops[op].steps) as i64)
    }

    /// Whether there is time for more uses of the operator than its stock allows.
    pub fn may_run_out(&self, op: usize) -> bool {
        self.ops[op].stock < (self.steps / self.ops[op].steps) as i64
    }

    /// Operators that this schedule uses more often than their stock allows.
    pub fn overdrawn(&self, actions: &[(usize, usize)]) -> Vec<usize> {
        let uses = |op: usize| actions.iter().filter(|(used, _)| *used == op).count() as i64;
        (0..self.ops.len()).filter(|op| uses(*op) > self.ops[*op].stock).collect()
    }
}

fn gcd(one: i64, other: i64) -> i64 {
    if other == 0 { one } else { gcd(other, one % other) }
}

fn classes(price: &[i64]) -> Vec<u8> {
    let mut distinct = price.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let shared = distinct.len().max(PRICE_CLASSES_MAX);
    let rank = |price: &i64| distinct.partition_point(|other| other < price);
    price.iter().map(|price| (rank(price) * PRICE_CLASSES_MAX / shared) as u8).collect()
}

/// How far a metric falls in each step: the sum over the step's ticks. A fall that empties any level counts the same as
/// an infinite one.
fn falls(drift: &[(i64, i64)], step_ticks: i64, steps: usize) -> Vec<i32> {
    let mut segment = 0;
    let mut fall_of = |from: i64, to: i64| {
        let (mut tick, mut sum) = (from, 0i64);
        while tick < to {
            while segment + 1 < drift.len() && drift[segment + 1].0 <= tick {
                segment += 1;
            }
            let end = drift.get(segment + 1).map_or(to, |next| next.0.min(to));
            sum += (end - tick) * drift[segment].1;
            tick = end;
        }
        sum.min(LEVEL_MAX) as i32
    };
    (0..steps as i64).map(|step| fall_of(step * step_ticks, (step + 1) * step_ticks)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_prices_are_classes_of_their_own_and_many_share_them_in_order() {
        assert_eq!(classes(&[5, 1, 1, 3, 5]), [2, 0, 0, 1, 2]);
        let many: Vec<i64> = (0..20).map(|price| 7 * price).collect();
        let classes = classes(&many);
        assert!(classes.is_sorted());
        assert_eq!((classes[0], usize::from(classes[19])), (0, PRICE_CLASSES_MAX - 1));
    }
}
