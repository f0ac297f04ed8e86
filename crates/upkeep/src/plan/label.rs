//! Labels (partial schedules up to a step boundary), and which of them are dominated by others.

use super::later::Loose;
use alloc::vec::Vec;

/// No action yet.
pub const NO_NODE: u32 = u32::MAX;
/// The run cannot be moved to a later step at any cost.
pub const PINNED: i64 = i64::MAX / 4;
/// The label may wait as long as it likes.
pub const STAYS: u16 = u16::MAX;

#[derive(Debug, Clone, Copy)]
pub struct Label<const D: usize> {
    /// Levels of the metrics, then remaining stocks of the scarce operators.
    pub levels: [i32; D],
    pub cost: i64,
    /// `cost` plus the lower bound for the rest.
    pub value: i64,
    /// What it would cost to do the current run one step later.
    pub shift: i64,
    pub node: u32,
    /// The first and the last action of the last run.
    pub first: Loose,
    pub last: Loose,
    /// From this boundary on, ending the last run later would have cost nothing.
    pub leaves: u16,
    /// Whether an action of the last run could be done at no cost right before a run that starts at this boundary.
    pub barred: bool,
}

impl<const D: usize> Label<D> {
    /// Whether this label, with `added` to its cost, is as good as the other one for everything that may follow.
    #[inline]
    fn dominates(&self, other: &Label<D>, added: i64) -> bool {
        self.cost + added <= other.cost && self.covers(other)
    }

    /// Whether every level is at least as high as in the other label.
    #[inline]
    fn covers(&self, other: &Label<D>) -> bool {
        let mut all = true;
        for dim in 0..D {
            all &= self.levels[dim] >= other.levels[dim];
        }
        all
    }
}

/// Removes labels that another one dominates. Labels of nearly equal cost are compared first, because their levels are similar.
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
        // After sorting, earlier labels cost no more, and no later label dominates them.
        if !labels[..kept].iter().rev().any(|other| other.covers(&label) && other.barred <= label.barred) {
            labels[kept] = label;
            kept += 1;
        }
    }
    labels.truncate(kept);
}

/// Removes waiting labels that are dominated by labels whose action just ended, and the reverse. A waiting label pays `again`
/// to act.
pub fn drop_dominated_across<const D: usize>(idle: &mut Vec<Label<D>>, busy: &mut Vec<Label<D>>, again: i64) {
    if busy.is_empty() {
        return;
    }
    idle.retain(|label| !busy.iter().rev().any(|other| other.dominates(label, 0)));
    busy.retain(|label| !idle.iter().rev().any(|other| !other.barred && other.dominates(label, again)));
}

/// Labels whose run just ended may also wait, unless the run could have been later at no cost or waiting is dominated.
pub fn join<const D: usize>(idle: &mut Vec<Label<D>>, busy: &mut Vec<Label<D>>) {
    let old = idle.len();
    for label in busy.drain(..) {
        let dominated = || idle[..old].iter().rev().any(|other| other.dominates(&label, 0));
        if label.shift > 0 && !dominated() {
            idle.push(label);
        }
    }
}

/// Keeps the `width` labels of least value; returns the least value that was dropped.
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
