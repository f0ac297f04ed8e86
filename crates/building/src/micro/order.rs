//! The cells that a micro plan still has to do, and the order in which they come up.

use super::Op;
use crate::state;
use crate::verify::Difference;
use crate::witness::Witness;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use gamedata::states;
use vocab::{BlockPos, StateId};

/// How far from the feet a cell can be, in blocks: an arm reaches 4.5 from the eyes.
pub(super) const REACH: i32 = 5;
/// Most cells that are tried as the aim of the next visit.
pub(super) const CANDIDATES_MAX: usize = 12;

/// What a scaffold is in the search: any full block.
pub(super) fn scaffold() -> StateId {
    gamedata::blocks::named("dirt").map_or(states::AIR, states::default)
}

/// What is still to be done, by height, so that the lowest comes first.
#[derive(Debug, Default)]
pub(super) struct Pending {
    breaks: BTreeSet<(i32, i32, i32)>,
    /// By height, then by z and x: cells of one layer lie together.
    places: BTreeMap<(i32, i32, i32), Wanted>,
}

#[derive(Debug, Clone, Copy)]
struct Wanted {
    state: StateId,
}

fn key(at: BlockPos) -> (i32, i32, i32) {
    (at.y, at.z, at.x)
}

fn pos((y, z, x): (i32, i32, i32)) -> BlockPos {
    BlockPos::new(x, y, z)
}

impl Pending {
    pub(super) fn len(&self) -> usize {
        self.breaks.len() + self.places.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn add_break(&mut self, at: BlockPos) {
        self.breaks.insert(key(at));
    }

    /// Adds a cell to place. The second half of a door or bed comes with the first; when only the second is gone, the first
    /// is broken and both are placed again.
    pub(super) fn add_place(&mut self, witness: &Witness<'_>, difference: &Difference) {
        let Difference { at, wanted, .. } = *difference;
        if state::is_air(wanted) {
            return;
        }
        if !state::is_second_half(wanted) {
            self.places.insert(key(at), Wanted { state: wanted });
            return;
        }
        let first = at.neighbours().into_iter().find_map(|beside| {
            let state = witness.expected_at(beside)?;
            let together = !state::is_second_half(state) && states::block(state) == states::block(wanted);
            (together && state::second_half(state, beside) == Some(at)).then_some((beside, state))
        });
        if let Some((first, state)) = first.filter(|(first, _)| !self.places.contains_key(&key(*first))) {
            self.places.insert(key(first), Wanted { state });
        }
    }

    /// Everything left near a stand: what is broken from above to below, then what is placed from below to above.
    pub(super) fn near(&self, stand: BlockPos) -> Vec<Op> {
        let (low, high) = (stand.y - REACH, stand.y + REACH + 1);
        let beside = |at: &BlockPos| at.x.abs_diff(stand.x) <= REACH as u32 && at.z.abs_diff(stand.z) <= REACH as u32;
        let mut ops = Vec::new();
        for y in (low..=high).rev() {
            let row = self.breaks.range((y, stand.z - REACH, i32::MIN)..=(y, stand.z + REACH, i32::MAX));
            ops.extend(row.map(|at| pos(*at)).filter(beside).map(|at| Op::Break { at }));
        }
        for y in low..=high {
            let row = self.places.range((y, stand.z - REACH, i32::MIN)..=(y, stand.z + REACH, i32::MAX));
            let free = row.filter(|(at, _)| !self.breaks.contains(*at) && beside(&pos(**at)));
            ops.extend(free.map(|(at, wanted)| Op::Place {
                at: pos(*at),
                state: wanted.state,
                against: pos(*at),
                half: None,
            }));
        }
        ops
    }

    /// The cells that the next visit may be for, the nearest of the lowest layer first. Breaking comes before placing.
    pub(super) fn candidates(&self, here: BlockPos, fits: impl Fn(BlockPos, Option<StateId>) -> bool) -> Vec<Op> {
        let mut found: Vec<(u64, BlockPos)> = Vec::new();
        let top = self.breaks.iter().next_back().map(|(y, _, _)| *y);
        let breaks = self.breaks.iter().rev().take_while(|(y, _, _)| top.is_some_and(|top| *y > top - 2));
        found.extend(breaks.map(|at| (pos(*at).manhattan(here), pos(*at))).filter(|(_, at)| fits(*at, None)));
        if !found.is_empty() {
            found.sort_unstable();
            return found.into_iter().take(CANDIDATES_MAX).map(|(_, at)| Op::Break { at }).collect();
        }
        let mut layer = None;
        for (at, wanted) in &self.places {
            if found.len() >= CANDIDATES_MAX && layer.is_some_and(|layer| at.0 > layer) {
                break;
            }
            if !self.breaks.contains(at) && fits(pos(*at), Some(wanted.state)) {
                layer.get_or_insert(at.0);
                found.push((pos(*at).manhattan(here) + 8 * u64::from(at.0.abs_diff(layer.unwrap_or(at.0))), pos(*at)));
            }
        }
        found.sort_unstable();
        let place = |(_, at): (u64, BlockPos)| {
            let state = self.places.get(&key(at))?.state;
            Some(Op::Place { at, state, against: at, half: None })
        };
        found.into_iter().take(CANDIDATES_MAX).filter_map(place).collect()
    }

    pub(super) fn done(&mut self, op: &Op) {
        match op {
            Op::Break { at } => drop(self.breaks.remove(&key(*at))),
            Op::Place { at, .. } => drop(self.places.remove(&key(*at))),
        }
    }

    pub(super) fn again(&mut self, op: &Op) {
        match op {
            Op::Break { at } => drop(self.breaks.insert(key(*at))),
            Op::Place { at, state, .. } => drop(self.places.insert(key(*at), Wanted { state: *state })),
        }
    }

    /// Every cell that is left.
    pub(super) fn places(&self) -> Vec<BlockPos> {
        let left: BTreeSet<(i32, i32, i32)> = self.breaks.iter().chain(self.places.keys()).copied().collect();
        left.into_iter().map(pos).collect()
    }
}

/// The cells that an op changes, with what is in them after it.
pub(super) fn effect(op: &Op) -> Vec<(BlockPos, StateId)> {
    match *op {
        Op::Break { at } => alloc::vec![(at, states::AIR)],
        Op::Place { at, state, .. } => {
            let second = state::second_half(state, at).filter(|_| !state::is_second_half(state));
            core::iter::once((at, state)).chain(second.map(|second| (second, state))).collect()
        }
    }
}
