//! One action in the search: what it costs, what it does to the levels, and the label that follows from it.

use super::{Node, Search};
use crate::plan::label::{Label, PINNED, STAYS};
use crate::plan::later::Loose;
use crate::plan::problem::Op;
use crate::plan::start::Start;
use alloc::vec::Vec;

impl<const D: usize> Search<'_, D> {
    /// An operator's action starting at this step, with its costs and level limits; `None` if it may not start there.
    pub(super) fn start(&self, index: usize, step: usize) -> Option<Start<D>> {
        let (problem, op) = (self.problem, &self.problem.ops[index]);
        let outside = self.later.window.filter(|window| !window.free(step));
        if !problem.may_start(op, step) || outside.is_some_and(|window| window.planned(step) != Some(index)) {
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
        // Outside the window the known plan is followed as it is, so its runs of actions cannot be moved.
        let shift = if outside.is_some() { PINNED } else { self.shift(op, step) };
        let (op_index, cost) = (index as u16, problem.cost(op, step));
        let mut start = Start { op: op_index, steps: op.steps, cost, shift, inside, fall, amount, ..Start::default() };
        start.mark(&self.limits, &self.enough(end));
        Some(start)
    }

    /// How the cost of an action changes if it starts one step later.
    fn shift(&self, op: &Op, step: usize) -> i64 {
        let later = step + 1;
        if later + op.steps > self.problem.steps || !self.problem.may_start(op, later) {
            return PINNED;
        }
        op.disruption * (self.problem.price[later] - self.problem.price[step])
    }

    /// Extends a partial schedule by an action that starts now, unless the result is hopeless. `fresh` means that the
    /// action begins a new run, so it is an interruption.
    pub(super) fn act(
        &mut self,
        (label, fresh): (&Label<D>, bool),
        start: &Start<D>,
        step: usize,
        ends: &mut Vec<Label<D>>,
    ) {
        let cost = label.cost + start.cost + if fresh { self.problem.intervention } else { 0 };
        if cost >= self.reach.limit {
            return;
        }
        if self.tried >= self.reach.tries_max {
            self.dropped = self.dropped.min(label.value);
            return;
        }
        self.tried += 1;
        let (mut lost, mut warned, mut pinning, mut useful) = (false, false, false, false);
        let mut levels = [0; D];
        // One loop over all dimensions reads better than iterators over nine arrays.
        #[allow(clippy::needless_range_loop)]
        for dim in 0..D {
            let level = label.levels[dim];
            lost |= level <= start.lost_to[dim];
            warned |= level <= start.warned_to[dim];
            pinning |= level <= start.pinned_to[dim];
            useful |= level <= start.useful_to[dim];
            // Levels, falls and amounts are at most `LEVEL_MAX`, so nothing overflows. Wrapping arithmetic lets the compiler
            // vectorise.
            let before = level.wrapping_sub(start.fall[dim]).max(0);
            levels[dim] = before.wrapping_add(start.amount[dim]).min(start.cap[dim]);
        }
        if lost {
            if self.reach.losses {
                self.note_loss(label, start, step);
            }
            return;
        }
        // An action that restores nothing useful can still fill a gap between two actions, if it costs no more than
        // another interruption.
        if !useful && start.cost > if fresh { 0 } else { self.problem.intervention } {
            return;
        }
        let cost = if warned { cost + self.warnings(label, start, step) } else { cost };
        let mut shift = start.shift.min(PINNED) + if fresh { 0 } else { label.shift };
        if pinning {
            shift += self.pinning(label, start);
        }
        let end = step + start.steps;
        let value = cost + self.to_go(end, true, &levels, self.reach.limit - cost);
        if value >= self.reach.limit {
            return;
        }
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { parent: label.node, op: start.op, start: step as u16 });
        let last = Loose { op: start.op, start: step as u16, until: self.until(label, start, step) };
        let first = if fresh { last } else { label.first };
        ends.push(Label {
            levels,
            cost,
            value,
            shift: shift.min(PINNED),
            node,
            barred: false,
            first,
            last,
            leaves: STAYS,
        });
    }

    /// The first step boundary at which the action is needed; see [`Loose::until`].
    fn until(&self, label: &Label<D>, start: &Start<D>, step: usize) -> u16 {
        // Outside the window the known plan is followed, so no action can be moved.
        if self.later.window.is_some_and(|window| !window.free(step)) {
            return Loose::FIXED.until;
        }
        let restored = &self.problem.ops[usize::from(start.op)].restores;
        let needy = restored.iter().map(|(index, _)| self.problem.metrics[*index].needy_at(step, label.levels[*index]));
        needy.min().unwrap_or(self.problem.steps + 1).max(step + start.steps) as u16
    }

    /// The cost of warnings (a metric at or below its warn level) at the step boundaries inside and at the end of an
    /// action.
    fn warnings(&self, label: &Label<D>, start: &Start<D>, step: usize) -> i64 {
        let mut cost = 0;
        for (index, metric) in self.problem.metrics.iter().enumerate() {
            let before = label.levels[index];
            let after = ((before - start.fall[index]).max(0) + start.amount[index]).min(metric.max);
            let mut warned = i64::from(after <= metric.warn);
            // Levels only fall during the action: without a warning at its last inner step boundary there is none
            // before it.
            if before - start.inside[index] <= metric.warn {
                let inside = (1..start.steps).rev().map(|passed| before - metric.fall(step, step + passed));
                warned += inside.take_while(|level| *level <= metric.warn).count() as i64;
            }
            cost += warned * metric.warn_cost;
        }
        cost
    }

    /// What starting the action one step later would cost in warnings; [`PINNED`] if a metric would go critical.
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

    /// Records the first metric that goes critical during the action or at its end.
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
}
