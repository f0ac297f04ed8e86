//! Lower bounds: what each metric alone will still cost, as if nothing else had to be done.
//!
//! Every cost is split among the metrics, so the sum over them never exceeds what a whole schedule costs:
//! - an action's cost goes to the metrics it restores, by [`Split::shares`];
//! - the cost of an intervention goes to the metrics that join it, by [`Split::join`]. Between two of its own actions in one
//!   run a metric pays [`Split::stay`] per step, which the actions of others that fill those steps have given up.

use super::problem::{Metric, Problem};
use alloc::vec::Vec;

/// More than any schedule costs; a metric that cannot be saved costs this.
pub const LOST: i64 = i64::MAX / 4;
/// Table costs are kept in 32 bits; a larger cost to go is counted as this, which is still a lower bound.
const TABLE_COST_MAX: i64 = u32::MAX as i64;
/// Parts of an action's cost are counted in thousandths.
pub const WHOLE: i64 = 1_000;

/// How costs are split among the metrics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    /// For each operator, the thousandths of its cost that each metric bears; they sum to at most [`WHOLE`].
    pub shares: Vec<Vec<i64>>,
    /// What a metric pays to join a run; they sum to at most the intervention cost.
    pub join: Vec<i64>,
    /// What a metric pays for a step of a run between two of its own actions.
    pub stay: Vec<i64>,
}

impl Split {
    /// Equal shares, interventions left out.
    pub fn even(problem: &Problem) -> Split {
        let metrics = problem.metrics.len();
        let shares = (problem.ops.iter())
            .map(|op| {
                let mut shares = alloc::vec![0; metrics];
                for (metric, _) in &op.restores {
                    shares[*metric] = WHOLE / op.restores.len() as i64;
                }
                shares
            })
            .collect();
        Split { shares, join: alloc::vec![0; metrics], stay: alloc::vec![0; metrics] }
    }

    /// What the operator gives up per run for the steps it fills in the runs of metrics that it does not restore.
    pub fn given_up(&self, problem: &Problem, op: usize) -> i64 {
        let op = &problem.ops[op];
        let others = (0..self.stay.len()).filter(|metric| op.restores.iter().all(|(own, _)| own != metric));
        others.map(|metric| self.stay[metric]).sum::<i64>() * op.steps as i64
    }
}

/// The cost to go of one metric: for each boundary and for being inside a run or not, falling stairs of level and cost.
#[derive(Debug, Clone, Default)]
pub struct CostToGo {
    /// Where the stairs of slot `2 * boundary + busy` end; they begin where those of the next slot end.
    ends: Vec<u32>,
    /// `(level from which, cost)`, the highest level first.
    stairs: Vec<(i32, u32)>,
}

impl CostToGo {
    /// At this boundary with this level; [`LOST`] when nothing saves the metric.
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
        let (mut waits, mut stays, mut acts, mut all) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for step in (0..end).rev() {
            waits.clear();
            stays.clear();
            acts.clear();
            wait(metric, step, table.slot(2 * (step + 1)), &mut waits);
            if join > 0 {
                wait(metric, step, table.slot(2 * (step + 1) + 1), &mut stays);
            }
            for user in &users {
                if usize::from(problem.open[step]) >= user.steps {
                    let cost = user.fixed + user.factor * problem.price[step] / WHOLE;
                    let later = table.slot(2 * (step + user.steps) + 1);
                    act(metric, step, (user.steps, user.amount, cost.max(0)), later, &mut acts);
                }
            }
            let enough = metric.enough[step];
            table.push(2 * step + 1, enough, [(&*waits, 0), (&*acts, 0), (&*stays, stay)], &mut all);
            if join > 0 {
                table.push(2 * step, enough, [(&*waits, 0), (&*acts, join), (&[], 0)], &mut all);
            } else {
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

    /// The lower envelope of several stairs, each with something added.
    fn push(&mut self, slot: usize, enough: i32, parts: [(&[(i32, i64)], i64); 3], all: &mut Vec<u64>) {
        all.clear();
        for (part, added) in parts {
            let kept = part.iter().filter(|(from, _)| *from <= enough);
            all.extend(kept.map(|(from, cost)| (*from as u64) << 32 | (cost + added).min(TABLE_COST_MAX) as u64));
        }
        all.sort_unstable();
        let start = self.stairs.len();
        for packed in &*all {
            let (from, cost) = ((packed >> 32) as i32, *packed as u32);
            match self.stairs[start..].last() {
                Some((_, lowest)) if *lowest <= cost => {}
                _ => self.stairs.push((from, cost)),
            }
        }
        self.stairs[start..].reverse();
        self.ends[slot] = self.stairs.len() as u32;
    }
}

/// An operator as one metric sees it.
struct User {
    steps: usize,
    amount: i32,
    fixed: i64,
    /// Thousandths of disruption to be multiplied by the price.
    factor: i64,
}

impl User {
    fn of(problem: &Problem, metric: usize, split: &Split) -> Vec<User> {
        let mut users = Vec::new();
        for (index, op) in problem.ops.iter().enumerate() {
            for (_, amount) in op.restores.iter().filter(|(restored, _)| *restored == metric) {
                let share = split.shares[index][metric];
                let fixed = (op.fixed - split.given_up(problem, index)) * share;
                users.push(User {
                    steps: op.steps,
                    amount: *amount,
                    fixed: fixed.div_euclid(WHOLE),
                    factor: op.disruption * share,
                });
            }
        }
        users
    }
}

/// Visits the stairs with the warning at their own boundary charged, the highest first, until told that the rest does not matter.
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

/// The stairs one step earlier when nothing is done in the step.
fn wait(metric: &Metric, step: usize, later: &[(i32, u32)], out: &mut Vec<(i32, i64)>) {
    let (fall, floor) = (metric.drift[step], metric.critical + 1);
    with_warning(metric, later, |from, cost| {
        let needed = from.saturating_add(fall).max(floor);
        if needed <= metric.max {
            out.push((needed, cost));
        }
        needed > floor
    });
}

/// The stairs before an action of `steps` steps that adds `amount` at its end, with the warnings while it runs.
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
    let calm = metric.warn.saturating_add(inside).saturating_add(1);
    with_warning(metric, later, |from, after| {
        let needed = if from <= amount { lowest } else { (from - amount).saturating_add(fall).max(lowest) };
        if needed > metric.max {
            return true;
        }
        let cost = cost + after;
        if steps == 1 || needed >= calm {
            out.push((needed, cost));
            return needed > lowest;
        }
        // One stair for each boundary inside the action from which on nothing warns.
        let safe = |passed: usize| metric.warn.saturating_add(metric.fall(step, step + passed)).saturating_add(1);
        let warned = (1..steps).filter(|passed| safe(*passed) > needed).count() as i64;
        out.push((needed, cost + warned * metric.warn_cost));
        for passed in 1..steps {
            let from = safe(passed);
            if from > needed && from <= metric.max {
                out.push((from, cost + (steps - 1 - passed) as i64 * metric.warn_cost));
            }
        }
        needed > lowest
    });
}
