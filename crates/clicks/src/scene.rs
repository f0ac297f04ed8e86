//! The cells around a click: what the caller says is there, and what the click has changed so far.

use alloc::collections::BTreeMap;
use gamedata::states::{self, Kind};
use vocab::{BlockId, BlockPos, StateId};

use crate::side::Side;

/// Where the rules read the states of cells.
pub trait Cells {
    fn state(&self, at: BlockPos) -> StateId;
}

impl<F: Fn(BlockPos) -> StateId> Cells for F {
    fn state(&self, at: BlockPos) -> StateId {
        self(at)
    }
}

/// Cells with changes on top.
pub struct Scene<'a> {
    cells: &'a dyn Cells,
    changed: BTreeMap<BlockPos, StateId>,
}

impl<'a> Scene<'a> {
    pub fn new(cells: &'a dyn Cells) -> Scene<'a> {
        Scene { cells, changed: BTreeMap::new() }
    }

    pub fn state(&self, at: BlockPos) -> StateId {
        self.changed.get(&at).copied().unwrap_or_else(|| self.cells.state(at))
    }

    /// The state of the cell on that side of a cell.
    pub fn beside(&self, at: BlockPos, side: Side) -> StateId {
        self.state(side.of(at))
    }

    pub fn kind(&self, at: BlockPos) -> Kind {
        states::kind_of(self.state(at))
    }

    pub fn kind_beside(&self, at: BlockPos, side: Side) -> Kind {
        self.kind(side.of(at))
    }

    pub fn set(&mut self, at: BlockPos, state: StateId) {
        self.changed.insert(at, state);
    }

    /// The cells that differ now from what the caller said, with what they were and are.
    pub fn changes(&self) -> impl Iterator<Item = (BlockPos, StateId)> {
        self.changed.iter().filter(|(at, state)| self.cells.state(**at) != **state).map(|(at, state)| (*at, *state))
    }
}

/// Whether a state is of this block.
pub fn is_block(state: StateId, block: BlockId) -> bool {
    states::block(state) == block
}

/// The side that a property of the state names.
pub fn side(state: StateId, property: &str) -> Option<Side> {
    states::value(state, property).and_then(Side::named)
}

/// The number that a property of the state holds.
pub fn number(state: StateId, property: &str) -> Option<u32> {
    states::value(state, property).and_then(|value| value.parse().ok())
}

/// The state with a property set; unchanged when it does not have the property.
pub fn set(state: StateId, property: &str, value: &str) -> StateId {
    states::with(state, property, value).unwrap_or(state)
}

pub fn set_bool(state: StateId, property: &str, value: bool) -> StateId {
    set(state, property, if value { "true" } else { "false" })
}

/// The texts of the values of numeric properties, such as `age`; 25 is the greatest of all.
const COUNTS: [&str; 26] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20",
    "21", "22", "23", "24", "25",
];

pub fn set_number(state: StateId, property: &str, value: u32) -> StateId {
    COUNTS.get(value as usize).map_or(state, |text| set(state, property, text))
}

pub fn set_side(state: StateId, property: &str, side: Side) -> StateId {
    set(state, property, side.name())
}
