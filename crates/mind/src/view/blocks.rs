//! A bounded memory of blocks, filled by scans and receipts cell by cell. All other cells are unknown.

use crate::view::region::Region;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec;
use alloc::vec::Vec;
use gamedata::states;
use serde::{Deserialize, Serialize};
use vocab::{BlockId, BlockPos, StateId, Tick};

/// Side of one section of remembered blocks, in blocks; a power of two.
const SIDE: i32 = 8;
const CELLS: usize = (SIDE * SIDE * SIDE) as usize;
/// Most sections of blocks remembered, a kilobyte each: enough for the last few places where the agent built or dug.
/// The section touched longest ago is forgotten first.
pub const SECTIONS_MAX: usize = 96;
/// Most scans of blocks remembered: one for each task that may wait for one.
pub const SCANS_MAX: usize = 8;
/// A scan of blocks is valid for this many ticks: two seconds. Later, water, sand or creatures may have changed the
/// region.
pub const SCAN_TICKS: u64 = 40;
/// No state has this number.
const UNKNOWN: u16 = u16::MAX;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Section {
    touched: Tick,
    cells: Vec<u16>,
}

/// A box of blocks that the body scanned, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Scan {
    min: BlockPos,
    max: BlockPos,
    at: Tick,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BlockMemory {
    sections: BTreeMap<BlockPos, Section>,
    scans: VecDeque<Scan>,
}

impl BlockMemory {
    /// Stores the blocks of a scanned region.
    pub fn scanned(&mut self, region: &Region, now: Tick) {
        let (min, max) = (region.min(), region.max());
        for at in region.cells() {
            self.put(at, region.state(at), now);
        }
        self.scans.retain(|scan| now.since(scan.at) <= SCAN_TICKS && (scan.min, scan.max) != (min, max));
        if self.scans.len() == SCANS_MAX {
            self.scans.pop_front();
        }
        self.scans.push_back(Scan { min, max, at: now });
        self.forget();
    }

    /// Stores the state of one cell, as an action's receipt shows it.
    pub fn shown(&mut self, at: BlockPos, state: StateId, now: Tick) {
        self.put(at, Some(state), now);
        self.forget();
    }

    /// The block remembered at a place; `None` when it was never seen.
    pub fn get(&self, at: BlockPos) -> Option<BlockId> {
        self.state(at).map(states::block)
    }

    /// The block state remembered at a place; `None` when it was never seen.
    pub fn state(&self, at: BlockPos) -> Option<StateId> {
        let (section, cell) = place(at);
        let raw = *self.sections.get(&section)?.cells.get(cell)?;
        states::numbered(u32::from(raw))
    }

    /// The newest scanned box that is at least `size` large, contains the place and is not older than `since`, with its
    /// current blocks. Unseen cells are filled with ground.
    pub fn look(&self, holds: BlockPos, size: [i32; 3], since: Tick, now: Tick) -> Option<Region> {
        let fits = |scan: &&Scan| {
            let sides = [scan.max.x - scan.min.x, scan.max.y - scan.min.y, scan.max.z - scan.min.z];
            let large = sides.iter().zip(size).all(|(side, asked)| side + 1 >= asked);
            let fresh = scan.at >= since && now.since(scan.at) <= SCAN_TICKS;
            large && fresh && holds.is_between(scan.min, scan.max) && self.get(holds).is_some()
        };
        let scan = self.scans.iter().rev().find(fits)?;
        Some(Region::from_cells(scan.min, scan.max, |at| self.state(at)).with_ground())
    }

    pub fn sections(&self) -> usize {
        self.sections.len()
    }

    fn put(&mut self, at: BlockPos, state: Option<StateId>, now: Tick) {
        let (section, cell) = place(at);
        let fresh = || Section { touched: now, cells: vec![UNKNOWN; CELLS] };
        let section = self.sections.entry(section).or_insert_with(fresh);
        section.touched = now;
        section.cells[cell] = state.map_or(UNKNOWN, |state| state.0);
    }

    fn forget(&mut self) {
        while self.sections.len() > SECTIONS_MAX {
            let oldest = self.sections.iter().min_by_key(|(place, section)| (section.touched, **place));
            let Some(place) = oldest.map(|(place, _)| *place) else { return };
            self.sections.remove(&place);
        }
    }
}

/// The section of remembered blocks that a cell is in, and the cell's index in it.
fn place(at: BlockPos) -> (BlockPos, usize) {
    let section = BlockPos::new(at.x.div_euclid(SIDE), at.y.div_euclid(SIDE), at.z.div_euclid(SIDE));
    let [x, y, z] = [at.x, at.y, at.z].map(|v| v.rem_euclid(SIDE));
    (section, (x + SIDE * (z + SIDE * y)) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: BlockPos = BlockPos::new(-3, 64, 5);
    const STONE: StateId = StateId(1);
    const GRANITE: StateId = StateId(2);

    fn scan(memory: &mut BlockMemory, min: BlockPos, max: BlockPos, now: u64) {
        memory.scanned(&Region::from_cells(min, max, |at| (at.y < 64).then_some(STONE)), Tick(now));
    }

    #[test]
    fn a_cell_is_unknown_until_a_scan_or_a_receipt_shows_it() {
        let mut memory = BlockMemory::default();
        assert_eq!(memory.get(HERE), None);
        memory.shown(HERE, STONE, Tick(1));
        assert_eq!(memory.state(HERE), Some(STONE));
        scan(&mut memory, HERE, HERE.offset(2, 2, 2), 2);
        assert_eq!(memory.get(HERE), None, "a scan that does not know takes an old answer back");
        memory.shown(HERE, GRANITE, Tick(3));
        let region = memory.look(HERE, [3, 3, 3], Tick(0), Tick(4)).unwrap();
        assert_eq!(region.state(HERE), Some(GRANITE), "a receipt changes what the scan showed");
    }

    #[test]
    fn a_scan_is_used_while_it_is_fresh_large_enough_and_contains_the_place() {
        let mut memory = BlockMemory::default();
        let low = HERE.offset(0, -4, 0);
        scan(&mut memory, low, low.offset(4, 3, 4), 100);
        for (holds, size, since, now, serves) in [
            (low, [5, 4, 5], 100, 100, true),
            (low, [5, 4, 5], 100, 100 + SCAN_TICKS, true),
            (low, [5, 4, 5], 100, 101 + SCAN_TICKS, false),
            (low, [5, 4, 5], 101, 102, false),
            (low, [6, 4, 5], 100, 100, false),
            (low.offset(-1, 0, 0), [5, 4, 5], 100, 100, false),
        ] {
            let found = memory.look(holds, size, Tick(since), Tick(now)).is_some();
            assert_eq!(found, serves, "{holds:?} {size:?} since {since} at {now}");
        }
    }

    #[test]
    fn the_sections_touched_longest_ago_and_the_oldest_scans_are_forgotten() {
        let mut memory = BlockMemory::default();
        for n in 0..=SECTIONS_MAX as i32 {
            memory.shown(HERE.offset(n * SIDE, 0, 0), STONE, Tick(n as u64));
        }
        assert_eq!(memory.sections(), SECTIONS_MAX);
        assert_eq!((memory.state(HERE), memory.state(HERE.offset(SIDE, 0, 0))), (None, Some(STONE)));
        for n in 0..=SCANS_MAX as i32 {
            scan(&mut memory, HERE.offset(n, -9, 0), HERE.offset(n, -9, 0), 9);
        }
        assert_eq!(memory.scans.len(), SCANS_MAX);
    }
}
