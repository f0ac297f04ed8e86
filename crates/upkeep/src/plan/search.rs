//! The search: a dynamic program over time that drops hopeless and dominated partial schedules.
//!
//! A label is a partial schedule up to a step boundary: its cost and the levels it leaves. A label is dropped when
//! - its cost plus the lower bound for the rest is no better than a known schedule;
//! - another label at the same boundary costs no more and has every level at least as high ([`label`](super::label));
//! - an action in it could be done later at no cost: the later version is searched as well ([`later`](super::later)).
//!
//! With a `width`, only that many labels are kept per boundary. The least value dropped is then a lower bound of the optimum.

mod act;

use super::bound::{CostToGo, LOST};
use super::label::{Label, NO_NODE, PINNED, STAYS, drop_dominated, drop_dominated_across, join, narrow};
use super::later::{Later, Loose};
use super::problem::Problem;
use super::split::Bound;
use super::start::{Limits, Start};
use alloc::vec::Vec;

/// Idle partial schedules (labels) are compared with each other only every this many steps; new ones are compared with
/// all at once.
const COMPARE_EVERY_STEPS: usize = 8;

/// One step boundary may hold this many times as many partial schedules as the remaining tries allow on average.
const PEAK: u64 = 8;
/// Partial schedules kept at a step boundary even when hardly any tries are left.
const WIDTH_LEAST: usize = 4;

/// Initial capacities of the search's lists, so that short problems do not reallocate.
const LABELS_USUAL: usize = 16;
const NODES_USUAL: usize = 512;

/// One action of a partial schedule; its parent node is the action before it.
#[derive(Debug, Clone, Copy)]
struct Node {
    parent: u32,
    op: u16,
    start: u16,
}

/// What a search for a schedule found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The cheapest schedule below the limit: its cost, and (operator, start step) in order of time.
    pub best: Option<(i64, Vec<(usize, usize)>)>,
    /// A proven lower bound: no schedule below the search's limit costs less than this.
    pub bound: i64,
    /// How many actions the search for an upkeep schedule tried.
    pub tried: u64,
    /// If asked for: the latest step boundary at which a metric went critical in any tried schedule, and which metric.
    /// If no schedule was found, this loss is unavoidable.
    pub last_loss: Option<(usize, usize)>,
}

/// Limits a search to the steps between two steps. Before them it follows a known plan; after them it allows only
/// actions of that plan.
#[derive(Debug, Clone, Copy)]
pub struct Window<'a> {
    pub from: usize,
    pub to: usize,
    /// The known plan: (operator, start step) in order of time.
    pub plan: &'a [(usize, usize)],
}

impl Window<'_> {
    pub fn free(&self, step: usize) -> bool {
        (self.from..self.to).contains(&step)
    }

    fn planned(&self, step: usize) -> Option<usize> {
        let place = self.plan.binary_search_by_key(&step, |(_, start)| *start).ok()?;
        Some(self.plan[place].0)
    }
}

/// The limits of a search for a schedule.
#[derive(Debug, Clone, Copy)]
pub struct Reach {
    /// Only schedules cheaper than this cost are wanted.
    pub limit: i64,
    /// Most partial schedules kept per step boundary.
    pub width: usize,
    /// Most actions that the search tries; after that the remaining partial schedules are dropped.
    pub tries_max: u64,
    /// Whether to record in [`Found::last_loss`] where metrics go critical.
    pub losses: bool,
}

#[derive(Debug)]
pub struct Search<'a, const D: usize> {
    problem: &'a Problem,
    later: Later<'a>,
    tables: &'a [CostToGo],
    /// Operators whose remaining stock the search counts, each as a dimension of its own.
    scarce: &'a [usize],
    /// For each operator whose stock is counted: its dimension, and what each use left in stock gives back.
    given_back: Vec<(usize, i64)>,
    limits: Limits<D>,
    reach: Reach,
    nodes: Vec<Node>,
    best: Option<(i64, u32)>,
    dropped: i64,
    tried: u64,
    last_loss: Option<(usize, usize)>,
}

impl<'a, const D: usize> Search<'a, D> {
    /// `D` must be at least the number of metrics plus the number of operators whose stock is counted.
    pub fn new(problem: &'a Problem, bound: &'a Bound, scarce: &'a [usize], reach: Reach) -> Self {
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
        let given_back = scarce.iter().enumerate();
        let given_back = given_back.map(|(index, op)| (problem.metrics.len() + index, bound.split.scarcity[*op]));
        Search {
            problem,
            later: Later { problem, window: None },
            tables: &bound.tables,
            scarce,
            given_back: given_back.filter(|(_, scarcity)| *scarcity > 0).collect(),
            limits,
            reach,
            nodes: Vec::with_capacity(NODES_USUAL),
            best: None,
            dropped: LOST,
            tried: 0,
            last_loss: None,
        }
    }

    /// Searches only near a known plan. The bound that is found then proves nothing.
    pub fn within(mut self, window: Window<'a>) -> Self {
        self.later.window = Some(window);
        self
    }

    pub fn run(mut self) -> Found {
        let problem = self.problem;
        let ring = problem.ops.iter().map(|op| op.steps).max().unwrap_or(1) + 1;
        let mut arriving: Vec<Vec<Label<D>>> = (0..ring).map(|_| Vec::with_capacity(LABELS_USUAL)).collect();
        let mut idle: Vec<Label<D>> = self.root().into_iter().collect();
        let mut busy: Vec<Label<D>> = Vec::new();
        let mut starts: Vec<Start<D>> = Vec::new();
        let mut ready: Vec<u32> = Vec::new();
        for step in 0..problem.steps {
            busy.clear();
            core::mem::swap(&mut busy, &mut arriving[step % ring]);
            let open = problem.open[step] > 0 && !problem.ops.is_empty();
            for label in idle.iter_mut().filter(|_| open) {
                label.barred = self.later.barred(label.first, label.last, step);
            }
            self.thin(step, &mut busy, &mut idle);
            ready.clear();
            if open {
                ready.extend((0..idle.len() as u32).filter(|place| !idle[*place as usize].barred));
            }
            starts.clear();
            if !busy.is_empty() || !ready.is_empty() {
                starts.extend((0..problem.ops.len()).filter_map(|op| self.start(op, step)));
            }
            for start in &starts {
                let ends = &mut arriving[(step + start.steps) % ring];
                for label in &busy {
                    self.act((label, false), start, step, ends);
                }
                for place in &ready {
                    self.act((&idle[*place as usize], true), start, step, ends);
                }
            }
            if self.later.window.is_some_and(|window| step < window.from) && !starts.is_empty() {
                idle.clear();
                continue;
            }
            for label in &mut busy {
                label.leaves = self.later.leaves(label.first, step).map_or(STAYS, |boundary| boundary as u16);
            }
            join(&mut idle, &mut busy);
            self.wait(step, &mut idle);
        }
        for label in arriving[problem.steps % ring].iter().chain(&idle) {
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
        let value = cost + self.to_go(0, false, &levels, self.reach.limit - cost);
        (value < self.reach.limit).then_some(Label {
            levels,
            cost,
            value,
            shift: PINNED,
            node: NO_NODE,
            barred: false,
            first: Loose::FIXED,
            last: Loose::FIXED,
            leaves: STAYS,
        })
    }

    /// A lower bound for the cost from this boundary to the end, given these levels. May stop early once the sum is
    /// more than `room`.
    #[inline]
    fn to_go(&self, boundary: usize, busy: bool, levels: &[i32; D], room: i64) -> i64 {
        let mut sum = -self.given_back.iter().map(|(dim, scarcity)| scarcity * i64::from(levels[*dim])).sum::<i64>();
        for (table, level) in self.tables.iter().zip(levels) {
            let cost = table.at(boundary, busy, *level);
            if cost == LOST {
                return LOST;
            }
            sum += cost;
            if sum >= room {
                break;
            }
        }
        sum
    }

    fn lose(&mut self, boundary: usize, metric: usize) {
        if self.last_loss.is_none_or(|(latest, _)| boundary > latest) {
            self.last_loss = Some((boundary, metric));
        }
    }

    /// For each dimension, the level above which more is no better: for a metric, the level that lasts to the end
    /// without a warning; for a stock, the number of uses that fit into the steps left.
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
                if self.reach.losses {
                    let lost = (0..D).find(|dim| label.levels[*dim] <= self.limits.critical[*dim]);
                    self.lose(step + 1, lost.unwrap_or(0));
                }
                continue;
            }
            if warned {
                let dims = (0..D).filter(|dim| label.levels[*dim] <= self.limits.warn[*dim]);
                label.cost += dims.map(|dim| self.limits.warn_cost[dim]).sum::<i64>();
            }
            label.value = label.cost + self.to_go(step + 1, false, &label.levels, self.reach.limit - label.cost);
            if label.value < self.reach.limit && usize::from(label.leaves) > step + 1 {
                idle[kept] = label;
                kept += 1;
            }
        }
        idle.truncate(kept);
    }

    /// Removes dominated partial schedules, then the worst of those beyond the width limit.
    fn thin(&mut self, step: usize, busy: &mut Vec<Label<D>>, idle: &mut Vec<Label<D>>) {
        drop_dominated(busy);
        if step.is_multiple_of(COMPARE_EVERY_STEPS) {
            drop_dominated(idle);
        }
        drop_dominated_across(idle, busy, self.problem.intervention);
        if let Some(dropped) = narrow(idle, busy, self.width(step)) {
            self.dropped = self.dropped.min(dropped);
        }
    }

    /// Most partial schedules to keep at this boundary. Many are fine as long as some tries are left for later
    /// boundaries.
    fn width(&self, step: usize) -> usize {
        let left = (self.reach.tries_max - self.tried).saturating_mul(PEAK);
        let per_label = (self.problem.steps - step) * self.problem.ops.len().max(1);
        usize::try_from(left / per_label as u64).unwrap_or(usize::MAX).max(WIDTH_LEAST).min(self.reach.width)
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
