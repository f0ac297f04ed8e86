//! What could as well be done later. The search follows only schedules in which nothing can.
//!
//! A way is dropped as soon as something in it could be done later for free:
//!
//! 1. its last run could be done one step later ([`Label::shift`](super::label::Label::shift));
//! 2. a new run is about to start, and the last action of the run before, or its first one if the gap is wide enough, could
//!    be done right before the new run instead ([`Later::barred`]);
//! 3. the first action of its last run could be done right behind that run, and the time for that has passed idle
//!    ([`Later::leaves`]).
//!
//! Why such a change is free when `Later::free` says so:
//! - An action at the edge of a run can be taken out, and put next to a run, without a new intervention. If it meets another
//!   run, the two become one, which is cheaper.
//! - It starts at no higher price, and in allowed steps.
//! - What it restores stays above warn without it until the step at which it now ends, so no warning is added. (Other actions
//!   in between only raise the level.)
//! - From then on no level is lower. What happens to a level between the old and the new end never makes two levels differ by
//!   more than before (falls, restores, and being capped at either end), so `min(max, h(level) + amount)` is at least
//!   `h(min(max, level + amount))`, whatever `h` stands for in between.
//!
//! Why a schedule of least cost is left. Of all of them, look at those with the most to do behind the last boundary, of these at
//! those with the most behind the last but one, and so on back to a boundary `t`; "most" is the sum of the starts of the actions
//! that end behind it. Say that one of these has a way that is kept at `t`. Then one is kept at `t + 1`, among those with the
//! most behind that as well:
//! - The rules do not drop it. What 2 and 3 put later at `t + 1` ends there, so more would be done behind `t`; what 1 puts later
//!   at `t + 1` ends behind it, so more would be done there.
//! - What outdoes it there can be continued in the same manner, with the same things done behind, if the rules let it do the
//!   same next. They do, by the same argument, but for 2: so what must not begin a run outdoes nothing that may
//!   ([`Label::barred`](super::label::Label::barred)).

use super::problem::Problem;
use super::search::Window;

/// An action that can be taken out of its run.
#[derive(Debug, Clone, Copy)]
pub struct Loose {
    pub op: u16,
    pub start: u16,
    /// The first boundary at which something it restores would warn, or be critical, without it.
    pub until: u16,
}

impl Loose {
    /// Cannot be done later.
    pub const FIXED: Loose = Loose { op: 0, start: 0, until: 0 };
}

#[derive(Debug, Clone, Copy)]
pub struct Later<'a> {
    pub problem: &'a Problem,
    pub window: Option<Window<'a>>,
}

impl Later<'_> {
    /// Whether the action may as well start at this step.
    fn free(&self, action: Loose, step: usize) -> bool {
        let op = &self.problem.ops[usize::from(action.op)];
        usize::from(action.until) >= step + op.steps
            && self.problem.may_start(op, step)
            && op.disruption * (self.problem.price[step] - self.problem.price[usize::from(action.start)]) <= 0
            && self.window.is_none_or(|window| window.free(step))
    }

    /// Whether a run that starts at this step, after the one with these edges, need not be looked at.
    pub fn barred(&self, first: Loose, last: Loose, step: usize) -> bool {
        let steps = |action: Loose| self.problem.ops[usize::from(action.op)].steps;
        let may = |action: Loose| step.checked_sub(steps(action)).is_some_and(|start| self.free(action, start));
        let behind = usize::from(last.start) + steps(last);
        may(last) || step >= behind + steps(first) && may(first)
    }

    /// The boundary that a way whose run ends at this one need not wait for.
    pub fn leaves(&self, first: Loose, end: usize) -> Option<usize> {
        self.free(first, end).then(|| end + self.problem.ops[usize::from(first.op)].steps)
    }
}
