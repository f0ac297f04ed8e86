//! The cells that a micro plan still has to do, and the order in which they come up.

use super::Op;
use crate::state;
use crate::verify::Difference;
use crate::witness::Witness;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use gamedata::states;
use serde::{Deserialize, Serialize};
use vocab::{BlockPos, StateId};

/// How far from the feet a cell can be, in blocks: an arm reaches 4.5 from the eyes.
pub(super) const REACH: i32 = 5;
/// How near to the builder the next cell is looked for first, in blocks.
const NEAR: i32 = 8;
/// Most cells that are tried as the aim of the next visit.
pub(super) const CANDIDATES_MAX: usize = 12;

/// What a scaffold is in the search: any full block.
pub(super) fn scaffold() -> StateId {
    gamedata::blocks::named("dirt").map_or(states::AIR, states::default)
}

/// What is still to be done, by height, so that the lowest comes first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Pending {
    breaks: BTreeSet<(i32, i32, i32)>,
    /// By height, then by z and x: cells of one layer lie together.
    places: BTreeMap<(i32, i32, i32), Wanted>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Wanted {
    state: StateId,
    /// The ground is there, and a tool makes the state out of it.
    work: bool,
}

impl Wanted {
    fn op(self, at: BlockPos) -> Op {
        if self.work {
            return Op::Work { at, state: self.state };
        }
        let state = state::before_work(self.state).unwrap_or(self.state);
        Op::Place { at, state, against: at, half: None }
    }
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

    /// Adds a cell whose ground is worked with a tool.
    pub(super) fn add_work(&mut self, difference: &Difference) {
        self.places.insert(key(difference.at), Wanted { state: difference.wanted, work: true });
    }

    /// Of a door or bed with one half gone, the other half is broken, so that both can be placed again.
    pub(super) fn break_other_half(
        &mut self,
        witness: &Witness<'_>,
        difference: &Difference,
        off: &BTreeSet<BlockPos>,
    ) {
        let Difference { at, wanted, .. } = *difference;
        let other = if state::is_second_half(wanted) {
            first_half(witness, at, wanted).map(|(first, _)| first)
        } else {
            state::second_half(wanted, at)
        };
        if let Some(other) = other.filter(|other| difference.found.is_some() && !off.contains(other)) {
            self.add_break(other);
        }
    }

    /// Adds a cell to place. The second half of a door or bed comes with the first.
    pub(super) fn add_place(&mut self, witness: &Witness<'_>, difference: &Difference) {
        let Difference { at, wanted, .. } = *difference;
        if state::is_air(wanted) {
            return;
        }
        let first = if state::is_second_half(wanted) { first_half(witness, at, wanted) } else { Some((at, wanted)) };
        if let Some((first, state)) = first {
            self.places.insert(key(first), Wanted { state, work: false });
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
            ops.extend(free.map(|(at, wanted)| wanted.op(pos(*at))));
        }
        ops
    }

    /// The cells that the next visit may be for: what is broken first, then the nearest of the lowest layer. What cannot be broken yet
    /// keeps nothing else from being placed.
    pub(super) fn candidates(&self, here: BlockPos, fits: impl Fn(BlockPos, Option<StateId>) -> bool) -> Vec<Op> {
        let mut found: Vec<(u64, BlockPos)> = Vec::new();
        let top = self.breaks.iter().next_back().map(|(y, _, _)| *y);
        let breaks = self.breaks.iter().rev().take_while(|(y, _, _)| top.is_some_and(|top| *y > top - 2));
        found.extend(breaks.map(|at| (pos(*at).manhattan(here), pos(*at))).filter(|(_, at)| fits(*at, None)));
        found.sort_unstable();
        let mut ops: Vec<Op> = found.drain(..).take(CANDIDATES_MAX).map(|(_, at)| Op::Break { at }).collect();
        let fits = |at: &(i32, i32, i32), wanted: &Wanted| {
            let state = (!wanted.work).then(|| state::before_work(wanted.state).unwrap_or(wanted.state));
            !self.breaks.contains(at) && fits(pos(*at), state)
        };
        // Mostly something of the lowest layer is near; only else all cells are looked at.
        let lowest = self.places.keys().next().map_or(0, |(y, _, _)| *y);
        let row = self.places.range((lowest, here.z - NEAR, i32::MIN)..=(lowest, here.z + NEAR, i32::MAX));
        let near =
            row.filter(|((_, _, x), _)| x.abs_diff(here.x) <= NEAR as u32).filter(|(at, wanted)| fits(at, wanted));
        found.extend(near.map(|(at, _)| (pos(*at).manhattan(here), pos(*at))));
        if found.is_empty() {
            let mut layer = None;
            for (at, _) in self.places.iter().filter(|(at, wanted)| fits(at, wanted)) {
                let layer = *layer.get_or_insert(at.0);
                if found.len() >= CANDIDATES_MAX && at.0 > layer {
                    break;
                }
                found.push((pos(*at).manhattan(here) + 8 * u64::from(at.0.abs_diff(layer)), pos(*at)));
            }
        }
        found.sort_unstable();
        let place = |(_, at): (u64, BlockPos)| Some(self.places.get(&key(at))?.op(at));
        ops.extend(found.into_iter().take(CANDIDATES_MAX).filter_map(place));
        ops
    }

    /// Whether the cell below is still to be placed, and could be buried by this op.
    pub(super) fn waits_for_below(&self, op: &Op) -> bool {
        let Op::Place { at, .. } = op else { return false };
        let below = at.offset(0, -1, 0);
        let wanted = self.places.get(&key(below));
        wanted.is_some_and(|wanted| state::held_by(wanted.state, below) != Some(*at))
    }

    /// Whether something is still to be placed in a cell.
    pub(super) fn is_to_place(&self, at: BlockPos) -> bool {
        self.places.contains_key(&key(at))
    }

    pub(super) fn done(&mut self, op: &Op) {
        match op {
            Op::Scaffold { .. } | Op::Unscaffold { .. } => {}
            Op::Break { at } => drop(self.breaks.remove(&key(*at))),
            Op::Work { at, .. } => drop(self.places.remove(&key(*at))),
            Op::Place { at, state, .. } => {
                let placed = self.places.remove(&key(*at));
                if let Some(wanted) = placed.filter(|wanted| wanted.state != *state) {
                    self.places.insert(key(*at), Wanted { state: wanted.state, work: true });
                }
            }
        }
    }

    pub(super) fn again(&mut self, op: &Op) {
        match op {
            Op::Scaffold { .. } | Op::Unscaffold { .. } => {}
            Op::Break { at } => drop(self.breaks.insert(key(*at))),
            Op::Work { at, state } => drop(self.places.insert(key(*at), Wanted { state: *state, work: true })),
            Op::Place { at, state, .. } => {
                let state = self.places.get(&key(*at)).map_or(*state, |wanted| wanted.state);
                self.places.insert(key(*at), Wanted { state, work: false });
            }
        }
    }

    /// Every cell that is left.
    pub(super) fn places(&self) -> Vec<BlockPos> {
        let left: BTreeSet<(i32, i32, i32)> = self.breaks.iter().chain(self.places.keys()).copied().collect();
        left.into_iter().map(pos).collect()
    }
}

/// The first half of a door or bed, by its second.
fn first_half(witness: &Witness<'_>, at: BlockPos, wanted: StateId) -> Option<(BlockPos, StateId)> {
    at.neighbours().into_iter().find_map(|beside| {
        let state = witness.expected_at(beside)?;
        let together = !state::is_second_half(state) && states::block(state) == states::block(wanted);
        (together && state::second_half(state, beside) == Some(at)).then_some((beside, state))
    })
}

/// The cells that an op changes, with what is in them after it.
pub(super) fn effect(op: &Op) -> Vec<(BlockPos, StateId)> {
    match *op {
        Op::Break { at } | Op::Unscaffold { at } => alloc::vec![(at, states::AIR)],
        Op::Scaffold { at, .. } => alloc::vec![(at, scaffold())],
        Op::Work { at, state } => alloc::vec![(at, state)],
        Op::Place { at, state, .. } => {
            let second = state::second_half(state, at).filter(|_| !state::is_second_half(state));
            core::iter::once((at, state)).chain(second.map(|second| (second, state))).collect()
        }
    }
}
