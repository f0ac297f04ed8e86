//! Actions that could start later at no cost. The search keeps only schedules without such actions.
//!
//! A partial schedule is dropped as soon as one of these holds:
//!
//! 1. its last run could be done one step later ([`Label::shift`](super::label::Label::shift));
//! 2. a new run is about to start, and the last action of the previous run, or its first one if the gap is wide enough, could
//!    be done right before the new run instead ([`Later::barred`]);
//! 3. the first action of its last run could be done right after that run, and that time has passed idle ([`Later::leaves`]).
//!
//! Why such a change costs nothing when `Later::free` says so:
//! - An action at the edge of a run can be removed, and added next to another run, without a new intervention. If two runs
//!   meet, they become one, which is cheaper.
//! - It starts at a price that is not higher, and in allowed steps.
//! - The metrics it restores stay above warn without it until its new end, so there are no new warnings. (Other actions in
//!   between only raise levels.)
//! - From the new end on no level is lower than before. What happens to a level between the old and the new end (falls,
//!   restores, capping at both ends) never increases the difference of two levels. So `min(max, h(level) + amount)` is at least
//!   `h(min(max, level + amount))`, where `h` is everything in between.
//!
//! Why an optimal schedule always remains. Among all optimal schedules take those with the most work after the last boundary,
//! among these those with the most after the last but one, and so on back to a boundary `t`. "Most work" is the largest sum of
//! the starts of the actions that end after it. Assume that the search keeps the beginning of one of these up to `t`. Then it
//! keeps one up to `t + 1` that also has the most work after `t + 1`:
//! - The rules do not drop it. An action that rule 2 or 3 could move at `t + 1` would end there, so there would be more work
//!   after `t`. A run that rule 1 could move at `t + 1` would end after it, so there would be more work after `t + 1`.
//! - A label that dominates it there can continue with the same actions, unless a rule forbids them. By the same argument only
//!   rule 2 could. So a label that must not start a run dominates none that may ([`Label::barred`](super::label::Label::barred)).

use super::problem::Problem;
use super::search::Window;

/// An action at the beginning or end of a run of actions, which could be moved to another time.
#[derive(Debug, Clone, Copy)]
pub struct Loose {
    pub op: u16,
    pub start: u16,
    /// The first boundary at which a metric that the action restores would be at or below warn (or critical) without
    /// it.
    pub until: u16,
}

impl Loose {
    /// Stands for an action that cannot be moved to another time.
    pub const FIXED: Loose = Loose { op: 0, start: 0, until: 0 };
}

#[derive(Debug, Clone, Copy)]
pub struct Later<'a> {
    pub problem: &'a Problem,
    pub window: Option<Window<'a>>,
}

impl Later<'_> {
    /// Whether the action can be moved to start at this step at no additional cost.
    fn free(&self, action: Loose, step: usize) -> bool {
        let op = &self.problem.ops[usize::from(action.op)];
        usize::from(action.until) >= step + op.steps
            && self.problem.may_start(op, step)
            && op.disruption * (self.problem.price[step] - self.problem.price[usize::from(action.start)]) <= 0
            && self.window.is_none_or(|window| window.free(step))
    }

    /// Whether the search need not start a run of actions at this step, because the first or last action of the
    /// previous run could be done right before it at no cost.
    pub fn barred(&self, first: Loose, last: Loose, step: usize) -> bool {
        let steps = |action: Loose| self.problem.ops[usize::from(action.op)].steps;
        let may = |action: Loose| step.checked_sub(steps(action)).is_some_and(|start| self.free(action, start));
        let behind = usize::from(last.start) + steps(last);
        may(last) || step >= behind + steps(first) && may(first)
    }

    /// The boundary up to which a partial schedule may stay idle after a run that ends at `end`; `None` when there is
    /// no such limit.
    pub fn leaves(&self, first: Loose, end: usize) -> Option<usize> {
        self.free(first, end).then(|| end + self.problem.ops[usize::from(first.op)].steps)
    }
}
