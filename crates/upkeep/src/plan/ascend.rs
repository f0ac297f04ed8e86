//! Raises the lower bound by moving costs between metrics.
//!
//! For each metric the bound is the least cost of its own plans, and that cost is linear in the split of the costs. So the sum
//! is concave in the split, and the cheapest plans give its slope: how often a metric uses an operator, joins a run, or stays
//! in one. All parts of the split move along the slope at once, a little farther than would close the gap to the best known
//! schedule if the slope were constant (Polyak's step size), and less far after a move that did not help. A slope that would
//! undo the previous move is turned until it does not ([`Slope::turn`]). Every split gives a valid bound; the best one is kept.

use super::bound::{CostToGo, LOST, Split, User, WHOLE};
use super::problem::{PRICE_CLASSES_MAX, Problem};
use super::split::{Bound, affordable};
use alloc::vec::Vec;

/// At first, a metric pays as much for this many steps of a run of actions that restore other metrics as for a new
/// interruption. A larger number weakens the lower bound where runs are long, a smaller one takes more from every
/// action.
const STAY_STEPS: i64 = 20;
/// How the bound changes with a cost share is measured in thousandths of one use of an operator.
const SLOPE: i64 = 1_000;
/// Length of the first move of the cost shares, in thousandths of the move that would close the gap between bound and
/// best schedule.
const FIRST_MOVE: i64 = 1_300;
/// If a move of the cost shares would undo a part of the previous move, this multiple of that part is added in the
/// other direction.
const TURN: (i128, i128) = (3, 2);
/// After a sweep that did not raise the bound, the next moves are shorter by this factor.
const SHORTER: (i64, i64) = (8, 9);
/// If the charge for staying in a run of actions is more than the actions in it can pay for, it is reduced by this
/// factor until they can.
const CHEAPER_STAY: (i64, i64) = (3, 4);
/// While no schedule is known, the best one is assumed to cost the lower bound plus the bound divided by this.
const GAP_GUESSED: i64 = 8;

/// Largest move of one cost share: more than any single cost, and a thousand times as much still fits 64 bits.
const RISE_MAX: i128 = 1 << 50;
/// Highest extra cost for using up a stock. The tables hold no higher costs, so more would only lower the bound.
const SCARCITY_MAX: i64 = 1 << 32;

/// A lower bound on the cost of a schedule, while it is being raised step by step.
#[derive(Debug)]
pub struct Ascent<'a> {
    problem: &'a Problem,
    /// Operators with so little stock that the search counts their uses.
    scarce: &'a [usize],
    /// The best (highest) lower bound so far.
    pub best: Bound,
    /// How costs are split among the metrics in the next try.
    split: Split,
    before: Option<Slope>,
    /// Length of the next move of the cost shares, in thousandths of the move that would close the gap.
    part: i64,
}

impl<'a> Ascent<'a> {
    pub fn new(problem: &'a Problem, scarce: &'a [usize], bound: &Bound) -> Ascent<'a> {
        let split = with_interventions(problem, &bound.split);
        Ascent { problem, scarce, best: bound.clone(), split, before: None, part: FIRST_MOVE }
    }

    /// Tries to raise the bound, rebuilding all tables `sweeps` times. `known` is the cost of a known schedule.
    pub fn climb(&mut self, known: Option<i64>, sweeps: usize) {
        let known = known.unwrap_or(self.best.root.saturating_add(self.best.root / GAP_GUESSED));
        for _ in 0..sweeps {
            if self.best.root >= known || !self.sweep(known) {
                break;
            }
        }
    }

    /// Moves the cost shares once to raise the bound. Returns false when nothing can be moved.
    fn sweep(&mut self, known: i64) -> bool {
        while !affordable(self.problem, &self.split) {
            self.split.stay.iter_mut().for_each(|stay| *stay = *stay * CHEAPER_STAY.0 / CHEAPER_STAY.1);
        }
        let now = Bound::of(self.problem, self.split.clone());
        if now.root >= LOST {
            self.best = now;
            return false;
        }
        let mut slope = Slope::of(self.problem, &now, self.scarce);
        if let Some(before) = &self.before {
            slope.turn(before);
        }
        let gap = (known - now.root).max(1);
        if now.root > self.best.root {
            self.best = now;
        } else {
            self.part = self.part * SHORTER.0 / SHORTER.1;
        }
        let moved = slope.climb(self.problem, &mut self.split, i128::from(gap) * i128::from(self.part));
        self.before = Some(slope);
        moved
    }
}

/// Makes the metric that needs actions most often pay the whole cost of interruptions.
fn with_interventions(problem: &Problem, split: &Split) -> Split {
    let needs = |metric: &usize| {
        let amounts = problem.ops.iter().flat_map(|op| &op.restores).filter(|(own, _)| own == metric);
        let most = amounts.map(|(_, amount)| i64::from(*amount)).max().unwrap_or(i64::MAX);
        i64::from(problem.metrics[*metric].fall(0, problem.steps)) * 1_000 / most
    };
    let mut split = split.clone();
    if let Some(metric) = (0..problem.metrics.len()).rev().max_by_key(needs) {
        split.join[metric] = problem.intervention;
        split.stay[metric] = problem.intervention / STAY_STEPS;
    }
    split
}

/// The cheapest plan for one metric alone, given its shares of the costs.
#[derive(Debug, Default)]
struct Way {
    /// The operator and the start step of each action.
    uses: Vec<(usize, usize)>,
    joins: i64,
    stays: i64,
}

impl Way {
    fn of(problem: &Problem, index: usize, split: &Split, table: &CostToGo) -> Way {
        let metric = &problem.metrics[index];
        let (join, stay) = (split.join[index], split.stay[index]);
        let users = User::of(problem, index, split);
        let warned = |level: i32| if level <= metric.warn { metric.warn_cost } else { 0 };
        let mut way = Way::default();
        let (mut step, mut busy, mut level) = (0, false, metric.level);
        while step < problem.steps {
            let least = table.at(step, busy, level);
            let next = level - metric.drift[step];
            let waits = |busy: bool| warned(next) + table.at(step + 1, busy, next);
            let acts = |user: &&User| {
                let end = step + user.steps;
                let inside = (step + 1..end).map(|boundary| warned(level - metric.fall(step, boundary))).sum::<i64>();
                let after = ((level - metric.fall(step, end)).max(0) + user.amount).min(metric.max);
                let cost = user.cost(problem, step) + if busy { 0 } else { join };
                cost + inside + warned(after) + table.at(end, true, after) == least
            };
            if next > metric.critical && waits(false) == least {
                (step, busy, level) = (step + 1, false, next);
            } else if busy && join > 0 && next > metric.critical && stay + waits(true) == least {
                way.stays += 1;
                (step, level) = (step + 1, next);
            } else if let Some(user) =
                (users.iter()).filter(|user| usize::from(problem.open[step]) >= user.steps).find(acts)
            {
                way.joins += i64::from(!busy);
                way.uses.push((user.op, step));
                level = ((level - metric.fall(step, step + user.steps)).max(0) + user.amount).min(metric.max);
                (step, busy) = (step + user.steps, true);
            } else {
                // The table cuts off very high costs. The metric's plan ends where the table no longer tells how it
                // continues.
                break;
            }
        }
        way
    }
}

/// How the lower bound changes with each part of the cost split.
#[derive(Debug)]
struct Slope {
    /// As [`Split::shares`], measured against the cost of an action at the mean price.
    shares: Vec<i64>,
    join: Vec<i64>,
    /// The change of the bound per [`STAY_STEPS`] steps that the metric stays in a run of actions.
    stay: Vec<i64>,
    scarcity: Vec<i64>,
}

/// The cost of one use of the operator at the mean price over all steps.
fn mean_cost(problem: &Problem, op: usize) -> i64 {
    let price = problem.price.iter().sum::<i64>() / problem.steps as i64;
    (problem.ops[op].fixed + problem.ops[op].disruption * price).max(1)
}

impl Slope {
    fn of(problem: &Problem, bound: &Bound, scarce: &[usize]) -> Slope {
        let (split, count) = (&bound.split, problem.metrics.len());
        let ways: Vec<Way> = (0..count).map(|metric| Way::of(problem, metric, split, &bound.tables[metric])).collect();
        let mut shares = alloc::vec![0; split.shares.len()];
        let mut filled = alloc::vec![0; count];
        let mut scarcity: Vec<i64> = (0..problem.ops.len()).map(|op| -problem.uses_max(op) * SLOPE).collect();
        for (metric, way) in ways.iter().enumerate() {
            for (index, step) in &way.uses {
                let op = &problem.ops[*index];
                let place = split.place(*index, usize::from(problem.price_class[*step]), metric);
                if op.restores.len() > 1 {
                    shares[place] += problem.cost(op, *step) * SLOPE / mean_cost(problem, *index);
                }
                scarcity[*index] += split.shares[place] * SLOPE / WHOLE;
                let others = (0..count).filter(|other| op.restores.iter().all(|(own, _)| own != other));
                others.for_each(|other| filled[other] += op.steps as i64 * split.shares[place] * SLOPE / WHOLE);
            }
        }
        let stays = ways.iter().zip(&filled).map(|(way, filled)| (way.stays * SLOPE - filled) / STAY_STEPS);
        for (op, slope) in scarcity.iter_mut().enumerate() {
            *slope = if scarce.contains(&op) { *slope } else { 0 };
        }
        let join = ways.iter().map(|way| way.joins * SLOPE).collect();
        let mut slope = Slope { shares, join, stay: stays.collect(), scarcity };
        slope.level(problem, split);
        slope
    }

    fn parts(&self) -> impl Iterator<Item = i128> {
        self.shares.iter().chain(&self.join).chain(&self.stay).chain(&self.scarcity).map(|slope| i128::from(*slope))
    }

    /// Where this slope would undo the previous move, turns it to the other side: two such slopes in turn do not raise
    /// the bound.
    fn turn(&mut self, before: &Slope) {
        let back: i128 = self.parts().zip(before.parts()).map(|(slope, before)| -slope * before).sum();
        let squares: i128 = before.parts().map(|before| before * before).sum();
        if back > 0 {
            let parts = self.shares.iter_mut().chain(&mut self.join).chain(&mut self.stay).chain(&mut self.scarcity);
            for (slope, before) in parts.zip(before.parts()) {
                *slope += (before * back * TURN.0 / (squares * TURN.1)) as i64;
            }
        }
    }

    /// Shares of one cost can only be moved from one metric to another, so the mean is subtracted. Shares that are 0
    /// cannot fall.
    fn level(&mut self, problem: &Problem, split: &Split) {
        let keep = |slope: &mut i64, part: i64| *slope = if part == 0 { (*slope).max(0) } else { *slope };
        for (index, op) in problem.ops.iter().enumerate().filter(|(_, op)| op.restores.len() > 1) {
            for class in 0..PRICE_CLASSES_MAX {
                let places = op.restores.iter().map(|(metric, _)| split.place(index, class, *metric));
                let mean = places.clone().map(|place| self.shares[place]).sum::<i64>() / op.restores.len() as i64;
                for place in places {
                    self.shares[place] -= mean;
                    keep(&mut self.shares[place], split.shares[place]);
                }
            }
        }
        for (slope, scarcity) in self.scarcity.iter_mut().zip(&split.scarcity) {
            keep(slope, *scarcity);
        }
        let mean = self.join.iter().sum::<i64>() / self.join.len().max(1) as i64;
        for metric in 0..self.join.len() {
            self.join[metric] -= mean;
            keep(&mut self.join[metric], split.join[metric]);
            keep(&mut self.stay[metric], split.stay[metric]);
            if split.join[metric] == 0 {
                self.stay[metric] = 0;
            }
        }
    }

    /// Moves the cost split along the slope. `gap` is the wanted rise of the bound in thousandths. Returns false when
    /// nothing can be moved.
    fn climb(&self, problem: &Problem, split: &mut Split, gap: i128) -> bool {
        let squares: i128 = self.parts().map(|slope| slope * slope).sum();
        if squares == 0 {
            return false;
        }
        let rise = |slope: i64| (gap * i128::from(slope) / squares).clamp(-RISE_MAX, RISE_MAX) as i64;
        for (index, op) in problem.ops.iter().enumerate().filter(|(_, op)| op.restores.len() > 1) {
            let cost = mean_cost(problem, index);
            for class in 0..PRICE_CLASSES_MAX {
                let places: Vec<usize> =
                    op.restores.iter().map(|(metric, _)| split.place(index, class, *metric)).collect();
                for place in &places {
                    let share = i128::from(rise(self.shares[*place])) * i128::from(WHOLE) / i128::from(cost);
                    split.shares[*place] = (split.shares[*place] + share as i64).max(0);
                }
                share_out(places.iter().copied(), &mut split.shares, WHOLE);
            }
        }
        for (scarcity, slope) in split.scarcity.iter_mut().zip(&self.scarcity) {
            *scarcity = (*scarcity + rise(*slope)).clamp(0, SCARCITY_MAX);
        }
        for metric in 0..split.join.len() {
            split.join[metric] = (split.join[metric] + rise(self.join[metric])).max(0);
        }
        share_out(0..split.join.len(), &mut split.join, problem.intervention);
        for metric in 0..split.join.len() {
            let stay = split.stay[metric] + rise(self.stay[metric]) / STAY_STEPS;
            split.stay[metric] = if split.join[metric] == 0 { 0 } else { stay.max(0) };
        }
        true
    }
}

/// Scales down the shares at these places so that their sum is at most `whole`.
fn share_out(places: impl Iterator<Item = usize> + Clone, parts: &mut [i64], whole: i64) {
    let sum = places.clone().map(|place| i128::from(parts[place])).sum::<i128>().max(1);
    for place in places {
        parts[place] = (i128::from(parts[place]) * i128::from(whole) / sum) as i64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::instance::{FORMAT, Instance, InstanceMetric, InstanceOperator};
    use alloc::borrow::ToOwned;
    use alloc::collections::BTreeMap;

    /// A food level that lasts ten of thirty steps, one cheap meal in stock, and expensive meals without limit.
    fn one_cheap_meal() -> Problem {
        let eat = |id: &str, cost_resource: i64, stock: i64| InstanceOperator {
            id: id.to_owned(),
            restores: BTreeMap::from([("food".to_owned(), 10)]),
            duration_ticks: 1,
            cost_resource,
            cost_disruption: 0,
            cost_risk: 0,
            stock,
        };
        let drift = alloc::vec![(0, 1)];
        let food = InstanceMetric {
            id: "food".to_owned(),
            level: 11,
            max: 11,
            warn: 0,
            critical: 0,
            drift,
            warn_cost_per_step: 0,
        };
        let instance = Instance {
            format: FORMAT.to_owned(),
            step_ticks: 1,
            horizon_ticks: 30,
            intervention_cost: 0,
            price: alloc::vec![(0, 1)],
            metrics: alloc::vec![food],
            operators: alloc::vec![eat("bread", 100, 1), eat("cake", 400, 99)],
            ..Instance::default()
        };
        Problem::new(&instance).expect("the instance makes sense")
    }

    #[test]
    fn uses_beyond_the_stock_raise_the_bound() {
        let problem = one_cheap_meal();
        let bound = Bound::new(&problem);
        for (scarce, roots) in [(&[][..], 200..=200), (&[0][..], 400..=500)] {
            let mut ascent = Ascent::new(&problem, scarce, &bound);
            ascent.climb(Some(500), 20);
            assert!(roots.contains(&ascent.best.root), "scarce {scarce:?}: {}", ascent.best.root);
        }
    }

    #[test]
    fn scarcity_never_exceeds_what_the_tables_can_hold() {
        let problem = one_cheap_meal();
        let mut split = Split::even(&problem);
        let slope = Slope {
            shares: alloc::vec![0; split.shares.len()],
            join: alloc::vec![0],
            stay: alloc::vec![0],
            scarcity: alloc::vec![1, 0],
        };
        assert!(slope.climb(&problem, &mut split, i128::MAX / 2));
        assert_eq!(split.scarcity, [SCARCITY_MAX, 0]);
    }
}
