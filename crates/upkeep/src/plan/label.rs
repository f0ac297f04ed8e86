//! A way to have come to a boundary, and which of such ways are outdone by others.

use super::later::Loose;
use alloc::vec::Vec;

/// No action yet.
pub const NO_NODE: u32 = u32::MAX;
/// The run cannot be moved later at any price.
pub const PINNED: i64 = i64::MAX / 4;
/// A label that may wait as long as it likes.
pub const STAYS: u16 = u16::MAX;

#[derive(Debug, Clone, Copy)]
pub struct Label<const D: usize> {
    /// Levels of the metrics, then what is left of scarce stocks.
    pub levels: [i32; D],
    pub cost: i64,
    /// `cost` plus the lower bound of what follows.
    pub value: i64,
    /// What it would cost to do the current run one step later.
    pub shift: i64,
    pub node: u32,
    /// The first and the last action of the last run.
    pub first: Loose,
    pub last: Loose,
    /// From this boundary on it would have been no dearer to end the last run later.
    pub leaves: u16,
    /// Whether it would have been no dearer to do something of the last run right before one that begins at this boundary.
    pub barred: bool,
}

impl<const D: usize> Label<D> {
    /// Whether this label with something added to its cost is as good as the other one, whatever follows that it may do.
    #[inline]
    fn outdoes(&self, other: &Label<D>, added: i64) -> bool {
        self.cost + added <= other.cost && self.covers(other)
    }

    /// Whether every level is at least that of the other.
    #[inline]
    fn covers(&self, other: &Label<D>) -> bool {
        let mut all = true;
        for dim in 0..D {
            all &= self.levels[dim] >= other.levels[dim];
        }
        all
    }
}

/// Drops the labels that another one of them outdoes. Those that cost nearly as much are asked first: their levels are alike.
pub fn drop_outdone<const D: usize>(labels: &mut Vec<Label<D>>) {
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
        // Sorted as they are, those before cost no more, and none of them is outdone by it.
        if !labels[..kept].iter().rev().any(|other| other.covers(&label) && other.barred <= label.barred) {
            labels[kept] = label;
            kept += 1;
        }
    }
    labels.truncate(kept);
}

/// Drops what waits and is outdone by what just ended an action, and the other way round; what waits pays `again` to act.
pub fn drop_outdone_across<const D: usize>(idle: &mut Vec<Label<D>>, busy: &mut Vec<Label<D>>, again: i64) {
    if busy.is_empty() {
        return;
    }
    idle.retain(|label| !busy.iter().rev().any(|other| other.outdoes(label, 0)));
    busy.retain(|label| !idle.iter().rev().any(|other| !other.barred && other.outdoes(label, again)));
}

/// Labels whose run just ended may wait too, unless the run could as well have been later or waiting is outdone.
pub fn join<const D: usize>(idle: &mut Vec<Label<D>>, busy: &mut Vec<Label<D>>) {
    let old = idle.len();
    for label in busy.drain(..) {
        let outdone = || idle[..old].iter().rev().any(|other| other.outdoes(&label, 0));
        if label.shift > 0 && !outdone() {
            idle.push(label);
        }
    }
}

/// Keeps the `width` labels of least value; returns the least value dropped.
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
