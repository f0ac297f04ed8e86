//! The search: every way to act, step by step through time, with the hopeless and the outdone ways dropped.
//!
//! A label is a way to have come to a boundary: its cost and the levels it left. A label is dropped when
//! - its cost plus the lower bound of what follows is no better than a schedule already known;
//! - another label at the same boundary costs no more and has every level at least as high;
//! - its last run of actions could start one step later at no cost: the later one is in the search as well.
//!
//! With a `width`, only so many labels are kept per boundary; the least value dropped then bounds the optimum from below.

use super::bound::{CostToGo, LOST};
use super::problem::{Op, Problem};
use alloc::vec::Vec;

const NO_NODE: u32 = u32::MAX;
/// The run cannot be moved later at any price.
const PINNED: i64 = i64::MAX / 4;
/// Labels that only wait are compared with each other every so many steps; new ones are compared with all at once.
const COMPARE_EVERY_STEPS: usize = 8;

/// One more action after those of the parent.
#[derive(Debug, Clone, Copy)]
struct Node {
    parent: u32,
    op: u16,
    start: u16,
}

#[derive(Debug, Clone, Copy)]
struct Label<const D: usize> {
    /// Levels of the metrics, then what is left of scarce stocks.
    levels: [i32; D],
    cost: i64,
    /// `cost` plus the lower bound of what follows.
    value: i64,
    /// What it would cost to do the current run one step later.
    shift: i64,
    node: u32,
}

/// The numbers of every dimension at one boundary, laid out for comparing all at once.
#[derive(Debug, Clone)]
struct Limits<const D: usize> {
    max: [i32; D],
    warn: [i32; D],
    critical: [i32; D],
    warn_cost: [i64; D],
}

/// An action about to start at one step.
struct Start<const D: usize> {
    op: u16,
    steps: usize,
    cost: i64,
    shift: i64,
    /// Falls to the last boundary inside the action, and to its end.
    inside: [i32; D],
    fall: [i32; D],
    amount: [i32; D],
    enough: [i32; D],
}

/// What a search came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The cheapest schedule below the limit: cost and (operator, start step) in order of time.
    pub best: Option<(i64, Vec<(usize, usize)>)>,
    /// No schedule costs less than this, or than the limit given.
    pub bound: i64,
    /// Actions tried.
    pub tried: u64,
    /// The latest boundary at which something went critical, and which metric: what cannot be avoided when nothing was found.
    pub last_loss: Option<(usize, usize)>,
}

/// Searches freely only between two steps: before them a known plan is followed, after them only its actions are allowed.
#[derive(Debug, Clone, Copy)]
pub struct Window<'a> {
    pub from: usize,
    pub to: usize,
    /// (operator, start step) in order of time.
    pub plan: &'a [(usize, usize)],
}

impl Window<'_> {
    fn free(&self, step: usize) -> bool {
        (self.from..self.to).contains(&step)
    }

    fn planned(&self, step: usize) -> Option<usize> {
        let place = self.plan.binary_search_by_key(&step, |(_, start)| *start).ok()?;
        Some(self.plan[place].0)
    }
}

/// How far to search.
#[derive(Debug, Clone, Copy)]
pub struct Reach {
    /// Only schedules cheaper than this are of interest.
    pub limit: i64,
    /// Labels kept per boundary.
    pub width: usize,
    /// Actions tried in all; when they are used up the rest is dropped.
    pub tries_max: u64,
}

#[derive(Debug)]
pub struct Search<'a, const D: usize> {
    problem: &'a Problem,
    window: Option<Window<'a>>,
    tables: &'a [CostToGo],
    /// Operators whose stock is a dimension of its own.
    scarce: &'a [usize],
    limits: Limits<D>,
    reach: Reach,
    nodes: Vec<Node>,
    best: Option<(i64, u32)>,
    dropped: i64,
    tried: u64,
    last_loss: Option<(usize, usize)>,
}

impl<'a, const D: usize> Search<'a, D> {
    /// Needs one dimension for each metric and each scarce operator.
    pub fn new(problem: &'a Problem, tables: &'a [CostToGo], scarce: &'a [usize], reach: Reach) -> Self {
        let mut limits = Limits { max: [0; D], warn: [-1; D], critical: [-1; D], warn_cost: [0; D] };
        for (index, metric) in problem.metrics.iter().enumerate() {
            limits.max[index] = metric.max;
            limits.warn[index] = metric.warn;
            limits.critical[index] = metric.critical;
            limits.warn_cost[index] = metric.warn_cost;
        }
        for (index, op) in scarce.iter().enumerate() {
            limits.max[problem.metrics.len() + index] = problem.ops[*op].stock.min(problem.steps as i64) as i32;
        }
        Search {
            problem,
            window: None,
            tables,
            scarce,
            limits,
            reach,
            nodes: Vec::new(),
            best: None,
            dropped: LOST,
            tried: 0,
            last_loss: None,
        }
    }

    /// Looks for something better than a known plan near it. The bound found is worth nothing then.
    pub fn within(mut self, window: Window<'a>) -> Self {
        self.window = Some(window);
        self
    }

    pub fn run(mut self) -> Found {
        let problem = self.problem;
        let longest = problem.ops.iter().map(|op| op.steps).max().unwrap_or(1);
        let mut arriving: Vec<Vec<Label<D>>> = (0..=longest).map(|_| Vec::new()).collect();
        let mut idle: Vec<Label<D>> = self.root().into_iter().collect();
        let mut busy: Vec<Label<D>> = Vec::new();
        let mut starts: Vec<Start<D>> = Vec::new();
        for step in 0..problem.steps {
            let ring = arriving.len();
            busy.clear();
            core::mem::swap(&mut busy, &mut arriving[step % ring]);
            self.thin(step, &mut busy, &mut idle);
            starts.clear();
            starts.extend((0..problem.ops.len()).filter_map(|op| self.start(op, step)));
            let forced = self.window.is_some_and(|window| step < window.from) && !starts.is_empty();
            for start in &starts {
                let end = step + start.steps;
                for (labels, fresh) in [(&busy, false), (&idle, true)] {
                    for label in labels {
                        if let Some(next) = self.act(label, fresh, start, step) {
                            arriving[end % ring].push(next);
                        }
                    }
                }
            }
            if forced {
                idle.clear();
                continue;
            }
            join(&mut idle, &mut busy);
            self.wait(step, &mut idle);
        }
        let ring = arriving.len();
        let last = core::mem::take(&mut arriving[problem.steps % ring]);
        for label in last.iter().chain(&idle) {
            if label.cost < self.reach.limit && self.best.is_none_or(|(cost, _)| label.cost < cost) {
                self.best = Some((label.cost, label.node));
            }
        }
        self.found()
    }

    fn root(&mut self) -> Option<Label<D>> {
        let mut levels = [0; D];
        for (index, metric) in self.problem.metrics.iter().enumerate() {
            levels[index] = metric.level.min(metric.enough[0]);
            if metric.level <= metric.critical {
                self.lose(0, index);
                return None;
            }
        }
        for (index, _) in self.scarce.iter().enumerate() {
            levels[self.problem.metrics.len() + index] = self.limits.max[self.problem.metrics.len() + index];
        }
        let cost = self.problem.constant;
        let value = cost + self.to_go(0, false, &levels);
        (value < self.reach.limit).then_some(Label { levels, cost, value, shift: PINNED, node: NO_NODE })
    }

    #[inline]
    fn to_go(&self, boundary: usize, busy: bool, levels: &[i32; D]) -> i64 {
        let mut sum = 0;
        for (table, level) in self.tables.iter().zip(levels) {
            let cost = table.at(boundary, busy, *level);
            if cost >= LOST {
                return LOST;
            }
            sum += cost;
        }
        sum
    }

    fn lose(&mut self, boundary: usize, metric: usize) {
        if self.last_loss.is_none_or(|(latest, _)| boundary > latest) {
            self.last_loss = Some((boundary, metric));
        }
    }

    /// More of a stock than can still be used up is not better.
    fn enough(&self, boundary: usize) -> [i32; D] {
        let mut enough = [0; D];
        for (index, metric) in self.problem.metrics.iter().enumerate() {
            enough[index] = metric.enough[boundary];
        }
        for (index, op) in self.scarce.iter().enumerate() {
            let uses = (self.problem.steps - boundary) / self.problem.ops[*op].steps;
            enough[self.problem.metrics.len() + index] = uses as i32;
        }
        enough
    }

    fn start(&self, index: usize, step: usize) -> Option<Start<D>> {
        let (problem, op) = (self.problem, &self.problem.ops[index]);
        let outside = self.window.is_some_and(|window| !window.free(step));
        if !problem.may_start(op, step) || outside && self.window.and_then(|w| w.planned(step)) != Some(index) {
            return None;
        }
        let end = step + op.steps;
        let (mut inside, mut fall, mut amount) = ([0; D], [0; D], [0; D]);
        for (index, metric) in problem.metrics.iter().enumerate() {
            inside[index] = metric.fall(step, end - 1);
            fall[index] = metric.fall(step, end);
        }
        for (metric, restored) in &op.restores {
            amount[*metric] = *restored;
        }
        if let Some(place) = self.scarce.iter().position(|scarce| *scarce == index) {
            amount[problem.metrics.len() + place] = -1;
        }
        // Outside the window nothing can be moved, so there is no later twin of a run.
        let shift = if outside { PINNED } else { self.shift(op, step) };
        let cost = problem.cost(op, step);
        Some(Start { op: index as u16, steps: op.steps, cost, shift, inside, fall, amount, enough: self.enough(end) })
    }

    /// What starting one step later changes in the action's own cost.
    fn shift(&self, op: &Op, step: usize) -> i64 {
        let later = step + 1;
        if later + op.steps > self.problem.steps || !self.problem.may_start(op, later) {
            return PINNED;
        }
        // What costs nothing makes a run that is a step further along no dearer than its later twin: each would outdo the other.
        if self.problem.cost(op, step) == 0 {
            return PINNED;
        }
        op.disruption * (self.problem.price[later] - self.problem.price[step])
    }

    fn act(&mut self, label: &Label<D>, fresh: bool, start: &Start<D>, step: usize) -> Option<Label<D>> {
        let cost = label.cost + start.cost + if fresh { self.problem.intervention } else { 0 };
        if cost >= self.reach.limit {
            return None;
        }
        if self.tried >= self.reach.tries_max {
            self.dropped = self.dropped.min(label.value);
            return None;
        }
        self.tried += 1;
        let limits = &self.limits;
        let (mut lost, mut warned, mut pinning, mut useful) = (false, false, false, false);
        let mut levels = [0; D];
        // The loop over all dimensions at once reads better than iterators over seven arrays.
        #[allow(clippy::needless_range_loop)]
        for dim in 0..D {
            // Levels, falls and amounts are at most `LEVEL_MAX`, so nothing wraps; saying so lets all dimensions be done at once.
            let inside = label.levels[dim].wrapping_sub(start.inside[dim]);
            let before = label.levels[dim].wrapping_sub(start.fall[dim]).max(0);
            let after = before.wrapping_add(start.amount[dim]).min(limits.max[dim]);
            let restored = start.amount[dim] > 0;
            lost |= inside <= limits.critical[dim] || after <= limits.critical[dim];
            warned |= inside <= limits.warn[dim] || after <= limits.warn[dim];
            pinning |= restored && before <= limits.warn[dim];
            useful |= restored && before < start.enough[dim];
            levels[dim] = after.min(start.enough[dim]);
        }
        if lost {
            self.note_loss(label, start, step);
            return None;
        }
        // An action that helps nothing can still keep a run together, if it is cheaper than a new intervention.
        if !useful && (fresh || start.cost >= self.problem.intervention) {
            return None;
        }
        let cost = if warned { cost + self.warnings(label, start, step) } else { cost };
        let mut shift = start.shift.min(PINNED) + if fresh { 0 } else { label.shift };
        if pinning {
            shift += self.pinning(label, start);
        }
        let end = step + start.steps;
        let value = cost + self.to_go(end, true, &levels);
        if value >= self.reach.limit {
            return None;
        }
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { parent: label.node, op: start.op, start: step as u16 });
        Some(Label { levels, cost, value, shift: shift.min(PINNED), node })
    }

    /// Warning costs at the boundaries inside and at the end of an action.
    fn warnings(&self, label: &Label<D>, start: &Start<D>, step: usize) -> i64 {
        let mut cost = 0;
        for (index, metric) in self.problem.metrics.iter().enumerate() {
            let inside = (1..start.steps).rev();
            let level = |passed: usize| label.levels[index] - metric.fall(step, step + passed);
            let warned = inside.take_while(|passed| level(*passed) <= metric.warn).count() as i64;
            let after = (level(start.steps).max(0) + start.amount[index]).min(metric.max);
            cost += (warned + i64::from(after <= metric.warn)) * metric.warn_cost;
        }
        cost
    }

    /// What doing the action one step later would cost in warnings; what it restores would go critical, or only warn.
    fn pinning(&self, label: &Label<D>, start: &Start<D>) -> i64 {
        let mut cost = 0;
        for dim in 0..self.problem.metrics.len() {
            let before = (label.levels[dim] - start.fall[dim]).max(0);
            if start.amount[dim] > 0 && before <= self.limits.critical[dim] {
                return PINNED;
            }
            if start.amount[dim] > 0 && before <= self.limits.warn[dim] {
                cost += self.limits.warn_cost[dim];
            }
        }
        cost
    }

    /// The first metric to go critical while the action runs or at its end.
    fn note_loss(&mut self, label: &Label<D>, start: &Start<D>, step: usize) {
        let lost = |index: usize| {
            let metric = &self.problem.metrics[index];
            let level = |passed: usize| label.levels[index] - metric.fall(step, step + passed);
            let inside = (1..start.steps).find(|passed| level(*passed) <= metric.critical);
            let after = (level(start.steps).max(0) + start.amount[index]).min(metric.max) <= metric.critical;
            Some((step + inside.or(after.then_some(start.steps))?, index))
        };
        if let Some((boundary, metric)) = (0..self.problem.metrics.len()).filter_map(lost).min() {
            self.lose(boundary, metric);
        }
    }

    fn wait(&mut self, step: usize, idle: &mut Vec<Label<D>>) {
        let mut fall = [0; D];
        for (index, metric) in self.problem.metrics.iter().enumerate() {
            fall[index] = metric.drift[step];
        }
        let enough = self.enough(step + 1);
        let mut kept = 0;
        for place in 0..idle.len() {
            let mut label = idle[place];
            label.shift = PINNED;
            let (mut lost, mut warned) = (false, false);
            for dim in 0..D {
                let level = label.levels[dim].wrapping_sub(fall[dim]);
                lost |= level <= self.limits.critical[dim];
                warned |= level <= self.limits.warn[dim];
                label.levels[dim] = level.min(enough[dim]);
            }
            if lost {
                let lost = (0..D).find(|dim| label.levels[*dim] <= self.limits.critical[*dim]);
                self.lose(step + 1, lost.unwrap_or(0));
                continue;
            }
            if warned {
                let dims = (0..D).filter(|dim| label.levels[*dim] <= self.limits.warn[*dim]);
                label.cost += dims.map(|dim| self.limits.warn_cost[dim]).sum::<i64>();
            }
            label.value = label.cost + self.to_go(step + 1, false, &label.levels);
            if label.value < self.reach.limit {
                idle[kept] = label;
                kept += 1;
            }
        }
        idle.truncate(kept);
    }

    /// Drops what is outdone, then what does not fit the width.
    fn thin(&mut self, step: usize, busy: &mut Vec<Label<D>>, idle: &mut Vec<Label<D>>) {
        busy.sort_unstable_by_key(|label| (label.cost, label.node));
        let mut kept = 0;
        for place in 0..busy.len() {
            let label = busy[place];
            if !busy[..kept].iter().any(|other| covers(other, &label)) {
                busy[kept] = label;
                kept += 1;
            }
        }
        busy.truncate(kept);
        if step.is_multiple_of(COMPARE_EVERY_STEPS) {
            idle.sort_unstable_by_key(|label| (label.cost, label.node));
            let mut kept = 0;
            for place in 0..idle.len() {
                let label = idle[place];
                if !idle[..kept].iter().any(|other| covers(other, &label)) {
                    idle[kept] = label;
                    kept += 1;
                }
            }
            idle.truncate(kept);
        }
        if !busy.is_empty() {
            idle.retain(|label| !busy.iter().any(|other| other.cost <= label.cost && covers(other, label)));
            let again = self.problem.intervention;
            busy.retain(|label| !idle.iter().any(|other| other.cost + again <= label.cost && covers(other, label)));
        }
        if idle.len() + busy.len() > self.reach.width {
            self.narrow(busy, idle);
        }
    }

    fn narrow(&mut self, busy: &mut Vec<Label<D>>, idle: &mut Vec<Label<D>>) {
        let mut keys: Vec<(i64, u32)> = idle.iter().chain(busy.iter()).map(|label| (label.value, label.node)).collect();
        let (_, limit, _) = keys.select_nth_unstable(self.reach.width);
        let limit = *limit;
        self.dropped = self.dropped.min(limit.0);
        idle.retain(|label| (label.value, label.node) < limit);
        busy.retain(|label| (label.value, label.node) < limit);
    }

    fn found(self) -> Found {
        let best = self.best.map(|(cost, mut node)| {
            let mut actions = Vec::new();
            while node != NO_NODE {
                let Node { parent, op, start } = self.nodes[node as usize];
                actions.push((usize::from(op), usize::from(start)));
                node = parent;
            }
            actions.reverse();
            (cost, actions)
        });
        let known = best.as_ref().map_or(self.reach.limit, |(cost, _)| *cost);
        Found { best, bound: self.dropped.min(known), tried: self.tried, last_loss: self.last_loss }
    }
}

/// Whether every level of `other` is at least that of `label`.
#[inline]
fn covers<const D: usize>(other: &Label<D>, label: &Label<D>) -> bool {
    let mut all = true;
    for dim in 0..D {
        all &= other.levels[dim] >= label.levels[dim];
    }
    all
}

/// Labels whose run just ended may wait too, unless the run could as well have been later or waiting is outdone.
fn join<const D: usize>(idle: &mut Vec<Label<D>>, busy: &mut Vec<Label<D>>) {
    let old = idle.len();
    for label in busy.drain(..) {
        let outdone = || idle[..old].iter().any(|other| other.cost <= label.cost && covers(other, &label));
        if label.shift > 0 && !outdone() {
            idle.push(label);
        }
    }
}
