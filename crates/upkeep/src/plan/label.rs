//! Labels (partial schedules up to a step boundary), and which of them are dominated by others.

use super::later::Loose;
use alloc::vec::Vec;

/// Marks a partial schedule that has no action yet.
pub const NO_NODE: u32 = u32::MAX;
/// The cost of doing a run of actions later when that is impossible at any cost.
pub const PINNED: i64 = i64::MAX / 4;
/// In [`Label::leaves`]: the partial schedule may stay idle without a limit.
pub const STAYS: u16 = u16::MAX;

#[derive(Debug, Clone, Copy)]
pub struct Label<const D: usize> {
    /// Levels of the metrics, then remaining stocks of the operators whose stock is counted.
    pub levels: [i32; D],
    pub cost: i64,
    /// The cost of the partial schedule so far plus the lower bound for the rest.
    pub value: i64,
    /// What it would cost to do the current run of actions one step later.
    pub shift: i64,
    pub node: u32,
    /// The first and the last action of the last run of actions without a gap.
    pub first: Loose,
    pub last: Loose,
    /// From this step boundary on, ending the last run of actions later would have cost nothing.
    pub leaves: u16,
    /// Whether a new run may not start at this boundary, because an action of the last run could be done right before
    /// it at no cost.
    pub barred: bool,
}

impl<const D: usize> Label<D> {
    /// Whether this partial schedule, with `added` to its cost, is as good as the other one for everything that may
    /// follow.
    #[inline]
    fn dominates(&self, other: &Label<D>, added: i64) -> bool {
        self.cost + added <= other.cost && self.covers(other)
    }

    /// Whether every metric and stock level is at least as high as in the other partial schedule.
    #[inline]
    fn covers(&self, other: &Label<D>) -> bool {
        let mut all = true;
        for dim in 0..D {
            all &= self.levels[dim] >= other.levels[dim];
        }
        all
    }
}

/// Removes each partial schedule (label) to which another is preferable in cost and in all levels. Those of nearly
/// equal cost are compared first, because their levels are similar.
pub fn drop_dominated<const D: usize>(labels: &mut Vec<Label<D>>) {
    labels.sort_unstable_by(|one, other| {
        let higher = || other.levels.cmp(&one.levels);
        one.cost
            .cmp(&other.cost)
            .then_with(higher)
            .then_with(|| (one.barred, one.node).cmp(&(other.barred, other.node)))
    });
    let mut kept = 0;
    for place in 0..labels.len() {
        let label = labels[place];
        // After sorting by cost, earlier partial schedules cost no more, and no later one dominates them.
        if !labels[..kept].iter().rev().any(|other| other.covers(&label) && other.barred <= label.barred) {
            labels[kept] = label;
            kept += 1;
        }
    }
    labels.truncate(kept);
}

/// Removes idle partial schedules that are dominated by ones whose action just ended, and the reverse. An idle one pays
/// `again` for its next action, because that is a new interruption.
pub fn drop_dominated_across<const D: usize>(idle: &mut Vec<Label<D>>, busy: &mut Vec<Label<D>>, again: i64) {
    if busy.is_empty() {
        return;
    }
    idle.retain(|label| !busy.iter().rev().any(|other| other.dominates(label, 0)));
    busy.retain(|label| !idle.iter().rev().any(|other| !other.barred && other.dominates(label, again)));
}

/// Partial schedules whose run of actions just ended may also stay idle, unless the run could have been later at no
/// cost or another idle one dominates them.
pub fn join<const D: usize>(idle: &mut Vec<Label<D>>, busy: &mut Vec<Label<D>>) {
    let old = idle.len();
    for label in busy.drain(..) {
        let dominated = || idle[..old].iter().rev().any(|other| other.dominates(&label, 0));
        if label.shift > 0 && !dominated() {
            idle.push(label);
        }
    }
}

/// Keeps the `width` partial schedules of least value (cost so far plus bound); returns the least value that was
/// dropped.
pub fn narrow<const D: usize>(idle: &mut Vec<Label<D>>, busy: &mut Vec<Label<D>>, width: usize) -> Option<i64> {
    if idle.len() + busy.len() <= width {
        return None;
    }
    let mut keys: Vec<(i64, u32)> = idle.iter().chain(busy.iter()).map(|label| (label.value, label.node)).collect();
    let (_, limit, _) = keys.select_nth_unstable(width);
    let limit = *limit;
    idle.retain(|label| (label.value, label.node) < limit);
    busy.retain(|label| (label.value, label.node) < limit);
    Some(limit.0)
}
