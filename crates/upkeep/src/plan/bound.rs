//! Lower bounds: the least cost of each metric for the rest of the horizon, as if the other metrics needed nothing.
//!
//! Every cost is split among the metrics, so that the sum over the metrics never exceeds the cost of a schedule. The cost of an
//! action goes to the metrics it restores, by [`Split::shares`]. The cost of an intervention goes to the metrics that join it,
//! by [`Split::join`]. Between two of its own actions in one run a metric pays [`Split::stay`] per step; the actions of other
//! metrics in those steps are cheaper by that.
//!
//! For an operator whose stock may run out, every use costs more by [`Split::scarcity`], and every use left in stock gives that
//! back.

use super::problem::{Metric, PRICE_CLASSES_MAX, Problem};
use alloc::vec::Vec;

/// The cost of a schedule in which a metric goes critical: more than any allowed schedule costs.
pub const LOST: i64 = i64::MAX / 4;
/// Tables hold costs in 32 bits. A higher cost is cut to this, so the table is still a lower bound.
const TABLE_COST_MAX: i64 = u32::MAX as i64;
/// How much of an action's cost each metric pays is measured in thousandths; the shares sum to at most this.
pub const WHOLE: i64 = 1_000;

/// How the costs of actions and interruptions are split among the metrics, to get a lower bound from each metric alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    /// The thousandths of an action's cost that each metric pays; [`Split::place`] gives the index.
    pub shares: Vec<i64>,
    /// What each metric pays when it acts after a pause, for its part of the interruption. The sum over the metrics is
    /// at most the cost of an interruption.
    pub join: Vec<i64>,
    /// What each metric pays for a step between two of its own actions that stays within one run of actions without a
    /// gap.
    pub stay: Vec<i64>,
    /// For each operator: what each use costs in addition, and each use left in stock gives back at the end.
    pub scarcity: Vec<i64>,
}

impl Split {
    /// All metrics pay equal shares of an action's cost; interruptions are charged to none.
    pub fn even(problem: &Problem) -> Split {
        let metrics = problem.metrics.len();
        let shares = alloc::vec![0; problem.ops.len() * PRICE_CLASSES_MAX * metrics];
        let [join, stay, scarcity] = [metrics, metrics, problem.ops.len()].map(|parts| alloc::vec![0; parts]);
        let mut split = Split { shares, join, stay, scarcity };
        for (index, op) in problem.ops.iter().enumerate() {
            for (metric, _) in &op.restores {
                split.set_share(index, *metric, WHOLE / op.restores.len() as i64);
            }
        }
        split
    }

    /// The index into `shares` for a metric's share of an operator's cost in a price class. The shares of all metrics
    /// sum to at most [`WHOLE`].
    pub fn place(&self, op: usize, class: usize, metric: usize) -> usize {
        (op * PRICE_CLASSES_MAX + class) * self.join.len() + metric
    }

    /// Sets a metric's share of an operator's cost, the same in all price classes.
    pub fn set_share(&mut self, op: usize, metric: usize, share: i64) {
        for class in 0..PRICE_CLASSES_MAX {
            let place = self.place(op, class, metric);
            self.shares[place] = share;
        }
    }

    /// What the actions of an operator give up because they fill steps for which metrics they do not restore pay
    /// `stay`.
    pub fn given_up(&self, problem: &Problem, op: usize) -> i64 {
        let op = &problem.ops[op];
        let others = (0..self.stay.len()).filter(|metric| op.restores.iter().all(|(own, _)| own != metric));
        others.map(|metric| self.stay[metric]).sum::<i64>() * op.steps as i64
    }
}

/// The least cost from here to the horizon's end for one metric: for each step boundary, inside a run of actions or
/// not, a step function ("stairs") from the metric's level to the cost.
#[derive(Debug, Clone, Default)]
pub struct CostToGo {
    /// The end of each step function in `stairs`; its index is `2 * boundary + busy`. Each one starts where that of the
    /// next index ends.
    ends: Vec<u32>,
    /// One stair each: `(lowest level, cost)`, highest level first.
    stairs: Vec<(i32, u32)>,
}

impl CostToGo {
    /// The least cost from this boundary and metric level to the end; [`LOST`] when the metric goes critical anyway.
    #[inline]
    pub fn at(&self, boundary: usize, busy: bool, level: i32) -> i64 {
        let slot = boundary * 2 + usize::from(busy);
        let stairs = &self.stairs[self.ends[slot + 1] as usize..self.ends[slot] as usize];
        stairs.iter().find(|(from, _)| *from <= level).map_or(LOST, |(_, cost)| i64::from(*cost))
    }

    pub fn new(problem: &Problem, index: usize, split: &Split) -> CostToGo {
        let metric = &problem.metrics[index];
        let end = problem.steps;
        let (join, stay) = (split.join[index], split.stay[index]);
        let users: Vec<User> = User::of(problem, index, split);
        let mut table = CostToGo { ends: alloc::vec![0; 2 * end + 3], stairs: Vec::with_capacity(8 * end) };
        for busy in [1, 0] {
            table.stairs.push((metric.critical + 1, 0));
            table.ends[2 * end + busy] = table.stairs.len() as u32;
        }
        let [mut waits, mut stays, mut acts, mut one, mut both] = [const { Vec::new() }; 5];
        for step in (0..end).rev() {
            wait(metric, step, table.slot(2 * (step + 1)), &mut waits);
            if join > 0 {
                wait(metric, step, table.slot(2 * (step + 1) + 1), &mut stays);
            }
            acts.clear();
            for user in users.iter().filter(|user| usize::from(problem.open[step]) >= user.steps) {
                let later = table.slot(2 * (step + user.steps) + 1);
                act(metric, step, (user.steps, user.amount, user.cost(problem, step)), later, &mut one);
                if acts.is_empty() {
                    core::mem::swap(&mut acts, &mut one);
                } else {
                    both.clear();
                    lowest([(&acts, 0), (&one, 0)], |from, cost| both.push((from, cost)));
                    core::mem::swap(&mut acts, &mut both);
                }
            }
            let enough = metric.enough[step];
            if join > 0 {
                table.push(2 * step + 1, enough, [(&waits, 0), (&acts, 0), (&stays, stay)]);
                table.push(2 * step, enough, [(&waits, 0), (&acts, join)]);
            } else {
                table.push(2 * step + 1, enough, [(&waits, 0), (&acts, 0)]);
                let (from, to) = (table.ends[2 * step + 2] as usize, table.ends[2 * step + 1] as usize);
                table.stairs.extend_from_within(from..to);
                table.ends[2 * step] = table.stairs.len() as u32;
            }
        }
        table
    }

    fn slot(&self, slot: usize) -> &[(i32, u32)] {
        &self.stairs[self.ends[slot + 1] as usize..self.ends[slot] as usize]
    }

    fn push<const N: usize>(&mut self, slot: usize, enough: i32, parts: [(&[(i32, i64)], i64); N]) {
        let parts = parts.map(|(part, added)| (&part[part.partition_point(|(from, _)| *from > enough)..], added));
        lowest(parts, |from, cost| self.stairs.push((from, cost.min(TABLE_COST_MAX) as u32)));
        self.ends[slot] = self.stairs.len() as u32;
    }
}

/// The minimum of several step functions from level to cost, each with a constant added. Calls `visit` for each of its
/// stairs, highest level first.
fn lowest<const N: usize>(parts: [(&[(i32, i64)], i64); N], mut visit: impl FnMut(i32, i64)) {
    let head = |part: usize, place: usize| {
        let (stairs, added) = parts[part];
        stairs.get(place).map_or((i32::MIN, i64::MAX), |(from, cost)| (*from, cost + added))
    };
    let mut places = [0; N];
    let mut heads: [(i32, i64); N] = core::array::from_fn(|part| head(part, 0));
    let least = |heads: &[(i32, i64); N]| heads.iter().fold(i64::MAX, |least, (_, cost)| least.min(*cost));
    let mut cost = least(&heads);
    while cost < i64::MAX {
        // The minimum of the step functions stays the same from here down to the highest level at which one of them has
        // its next step.
        let from = heads.iter().fold(i32::MIN, |most, (from, _)| most.max(*from));
        for part in 0..N {
            if heads[part].0 == from {
                places[part] += 1;
                heads[part] = head(part, places[part]);
            }
        }
        let next = least(&heads);
        if next > cost {
            visit(from, cost);
        }
        cost = next;
    }
}

/// An operator as seen by one metric, with what the metric pays for it.
#[derive(Debug, Clone)]
pub struct User {
    pub op: usize,
    pub steps: usize,
    pub amount: i32,
    /// Resource, risk and scarcity costs, minus what the operator gives up for the steps it fills.
    fixed: i64,
    disruption: i64,
    /// The metric's share of the operator's cost in each price class, in thousandths.
    shares: [i64; PRICE_CLASSES_MAX],
}

impl User {
    pub fn of(problem: &Problem, metric: usize, split: &Split) -> Vec<User> {
        let mut users = Vec::new();
        for (index, op) in problem.ops.iter().enumerate() {
            for (_, amount) in op.restores.iter().filter(|(restored, _)| *restored == metric) {
                users.push(User {
                    op: index,
                    steps: op.steps,
                    amount: *amount,
                    fixed: op.fixed + split.scarcity[index] - split.given_up(problem, index),
                    disruption: op.disruption,
                    shares: core::array::from_fn(|class| split.shares[split.place(index, class, metric)]),
                });
            }
        }
        users
    }

    /// What the metric pays for an action of this operator that starts at this step.
    pub fn cost(&self, problem: &Problem, step: usize) -> i64 {
        let share = self.shares[usize::from(problem.price_class[step])];
        ((self.fixed + self.disruption * problem.price[step]) * share / WHOLE).max(0)
    }
}

/// Visits the stairs (lowest level, cost), highest level first, with the cost of a warning added where the level is at
/// or below warn, until `visit` returns false.
fn with_warning(metric: &Metric, later: &[(i32, u32)], mut visit: impl FnMut(i32, i64) -> bool) {
    let mut calm = true;
    for (from, cost) in later {
        let cost = i64::from(*cost);
        if *from > metric.warn {
            if !visit(*from, cost) {
                return;
            }
            continue;
        }
        if calm && metric.warn < metric.max && !visit(metric.warn + 1, cost) {
            return;
        }
        calm = false;
        if !visit(*from, cost + metric.warn_cost) {
            return;
        }
    }
}

/// The metric's step function from level to cost one step earlier, if nothing is done in that step.
fn wait(metric: &Metric, step: usize, later: &[(i32, u32)], out: &mut Vec<(i32, i64)>) {
    let (fall, floor) = (metric.drift[step], metric.critical + 1);
    out.clear();
    // A level that would have been above the maximum before the fall is impossible. Above warn and critical the stairs
    // only move up by the fall.
    let had = later.partition_point(|(from, _)| *from > metric.max - fall);
    let calm = later[had..].partition_point(|(from, _)| *from > metric.warn && from + fall > floor);
    out.extend(later[had..had + calm].iter().map(|(from, cost)| (from + fall, i64::from(*cost))));
    with_warning(metric, &later[had + calm..], |from, cost| {
        let needed = from.saturating_add(fall).max(floor);
        if needed <= metric.max {
            out.push((needed, cost));
        }
        needed > floor
    });
}

/// The metric's step function from level to cost before an action of `steps` steps that adds `amount` at its end,
/// including the cost of warnings during the action.
fn act(
    metric: &Metric,
    step: usize,
    (steps, amount, cost): (usize, i32, i64),
    later: &[(i32, u32)],
    out: &mut Vec<(i32, i64)>,
) {
    let floor = metric.critical + 1;
    let inside = metric.fall(step, step + steps - 1);
    let fall = inside.saturating_add(metric.drift[step + steps - 1]);
    let lowest = if steps > 1 { floor.saturating_add(inside) } else { floor };
    // From this level up, the metric is above warn after `passed` steps of the action.
    let calm = |passed: usize| metric.warn.saturating_add(metric.fall(step, step + passed)).saturating_add(1);
    let mut warned_from = steps;
    out.clear();
    with_warning(metric, later, |from, after| {
        let needed = if from <= amount { lowest } else { (from - amount).saturating_add(fall).max(lowest) };
        if needed > metric.max {
            return true;
        }
        let cost = cost + after;
        let warned = |from: usize| (steps - from) as i64 * metric.warn_cost;
        // Going down to the next lower level of the step function, more and more boundaries inside the action are at or
        // below warn.
        while warned_from > 1 && calm(warned_from - 1) > needed {
            if calm(warned_from - 1) <= metric.max {
                out.push((calm(warned_from - 1), cost + warned(warned_from)));
            }
            warned_from -= 1;
        }
        out.push((needed, cost + warned(warned_from)));
        needed > lowest
    });
}
