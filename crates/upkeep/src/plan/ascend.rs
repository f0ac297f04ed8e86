//! Raises the lower bound: moves costs to the metrics whose cheapest ways pay for them.
//!
//! For each metric the bound is the least of what its ways cost, and the cost of a way is linear in the parts of the split. So the
//! sum is concave in all parts together, and the cheapest ways tell its slope: how often a metric uses an operator, joins a run,
//! or stays in one. All parts are moved along the slope at once, by somewhat more than what would close the gap to the best
//! schedule known if the slope stayed the same (Polyak's step), and less when that has not helped. A slope that would take back
//! the move before is turned until it does not ([`Slope::turn`]). Any split is a bound; the best one is kept.

use super::bound::{CostToGo, LOST, Split, User, WHOLE};
use super::problem::{PRICE_CLASSES_MAX, Problem};
use super::split::{Bound, affordable};
use alloc::vec::Vec;

/// Steps over which a metric may stay in a run without its own action before that costs as much as a new intervention, at first.
/// Longer gaps make the bound weaker where runs really are long, shorter ones take more from every action.
const STAY_STEPS: i64 = 20;
/// Slopes are counted in thousandths of uses.
const SLOPE: i64 = 1_000;
/// The first move, in thousandths of what would close the gap.
const FIRST_MOVE: i64 = 1_300;
/// What is taken back of the move before is turned into so much of it instead.
const TURN: (i128, i128) = (3, 2);
/// A sweep that did not help makes the next ones this much shorter.
const SHORTER: (i64, i64) = (8, 9);
/// Staying in runs that cost more than the actions in them can pay for is made this much cheaper, until they can.
const CHEAPER_STAY: (i64, i64) = (3, 4);
/// Without a schedule, what the best one may cost more than the bound, as a part of it.
const GAP_GUESSED: i64 = 8;

/// The most that a part is moved by at once: more than any single cost, and a thousand times it still fits 64 bits.
const RISE_MAX: i128 = 1 << 50;
/// Tables do not hold higher costs, so a higher scarcity only lowers the bound.
const SCARCITY_MAX: i64 = 1 << 32;

/// A bound on its way up.
#[derive(Debug)]
pub struct Ascent<'a> {
    problem: &'a Problem,
    /// Operators whose stock the search counts.
    scarce: &'a [usize],
    /// The highest so far.
    pub best: Bound,
    /// What is tried next.
    split: Split,
    before: Option<Slope>,
    /// The next move, in thousandths of what would close the gap.
    part: i64,
}

impl<'a> Ascent<'a> {
    pub fn new(problem: &'a Problem, scarce: &'a [usize], bound: &Bound) -> Ascent<'a> {
        let split = with_interventions(problem, &bound.split);
        Ascent { problem, scarce, best: bound.clone(), split, before: None, part: FIRST_MOVE }
    }

    /// Builds all tables anew so many times. `known` is what a schedule costs, if one is known.
    pub fn climb(&mut self, known: Option<i64>, sweeps: usize) {
        let known = known.unwrap_or(self.best.root.saturating_add(self.best.root / GAP_GUESSED));
        for _ in 0..sweeps {
            if self.best.root >= known || !self.sweep(known) {
                break;
            }
        }
    }

    /// Says whether there is anything to move.
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

/// Lets the metric that needs an action most often carry the interventions.
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

/// The cheapest way of one metric from the beginning to the end.
#[derive(Debug, Default)]
struct Way {
    /// Operator and step.
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
                // A cost that does not fit the table is cut there, and the way ends where it cannot be told.
                break;
            }
        }
        way
    }
}

/// How the bound changes with each part of the split.
#[derive(Debug)]
struct Slope {
    /// As [`Split::shares`], per cost of an action at the mean price.
    shares: Vec<i64>,
    join: Vec<i64>,
    /// Per [`STAY_STEPS`] steps.
    stay: Vec<i64>,
    scarcity: Vec<i64>,
}

/// What an action costs at the mean price.
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

    /// Of two slopes that take each other back, neither is the way up.
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

    /// What is shared can only be moved: the mean is taken from each. What is at 0 does not fall.
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

    /// Moves the split; `gap` is in thousandths of what the bound is to rise. Says whether there is anything to move.
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

/// Makes these parts sum to no more than the whole, in the same proportions.
fn share_out(places: impl Iterator<Item = usize> + Clone, parts: &mut [i64], whole: i64) {
    let sum = places.clone().map(|place| i128::from(parts[place])).sum::<i128>().max(1);
    for place in places {
        parts[place] = (i128::from(parts[place]) * i128::from(whole) / sum) as i64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::instance::{FORMAT, Instance, MetricRow, OperatorRow};
    use alloc::borrow::ToOwned;
    use alloc::collections::BTreeMap;

    /// Food for ten steps that must last for thirty; one cheap meal, and dear ones.
    fn one_cheap_meal() -> Problem {
        let eat = |id: &str, cost_resource: i64, stock: i64| OperatorRow {
            id: id.to_owned(),
            restores: BTreeMap::from([("food".to_owned(), 10)]),
            duration_ticks: 1,
            cost_resource,
            cost_disruption: 0,
            cost_risk: 0,
            stock,
        };
        let drift = alloc::vec![(0, 1)];
        let food =
            MetricRow { id: "food".to_owned(), level: 11, max: 11, warn: 0, critical: 0, drift, warn_cost_per_step: 0 };
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
    fn what_is_used_more_often_than_there_is_stock_is_paid_for() {
        let problem = one_cheap_meal();
        let bound = Bound::new(&problem);
        for (scarce, roots) in [(&[][..], 200..=200), (&[0][..], 400..=500)] {
            let mut ascent = Ascent::new(&problem, scarce, &bound);
            ascent.climb(Some(500), 20);
            assert!(roots.contains(&ascent.best.root), "scarce {scarce:?}: {}", ascent.best.root);
        }
    }

    #[test]
    fn scarcity_rises_no_higher_than_tables_tell() {
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
