//! The meaning of a cell's five state bits, by kind of block.

use serde::{Deserialize, Serialize};
use vocab::BlockId;

/// How many low bits of a cell are the block's state.
pub const STATE_BITS: u8 = 5;
/// The number of states that a block in a cell can have.
pub const STATES: u8 = 1 << STATE_BITS;

/// State of doors, fence gates and trapdoors: bit 2 is "open".
pub const OPEN: u8 = 0b0_0100;
/// State of doors: bit 3 is "upper half".
pub const UPPER: u8 = 0b0_1000;
/// State of beds: bit 2 is "head end".
pub const BED_HEAD: u8 = 0b0_0100;
/// State of doors and beds: bits 0 and 1 are the facing.
pub const FACING: u8 = 0b0_0011;
/// The growth state at which crops are ripe.
pub const CROP_RIPE: u8 = 7;
/// The state of wet farmland.
pub const FARMLAND_WET: u8 = 7;
/// The thinnest level of a liquid; 0 is a source.
pub const LIQUID_THIN: u8 = 7;
/// The state of a falling liquid.
pub const LIQUID_FALLING: u8 = 8;
/// The state of placed leaves, which do not decay.
pub const LEAVES_PLACED: u8 = 1;
/// The state of a standing torch; in states 1 to 4 it hangs on the wall to the north, east, south, west.
pub const TORCH_STANDING: u8 = 0;

/// The step in x and z to the north, east, south or west neighbour, for facing 0 to 3.
pub const fn facing_step(facing: u8) -> (i32, i32) {
    match facing & FACING {
        0 => (0, -1),
        1 => (1, 0),
        2 => (0, 1),
        _ => (-1, 0),
    }
}

/// A block with its state, as the grid stores it: 11 bits of block, 5 bits of state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cell(pub u16);

/// The number of block ids that a cell can store.
pub const BLOCKS_MAX: usize = 1 << 11;

impl Cell {
    pub const AIR: Cell = Cell(0);

    pub const fn new(block: BlockId, state: u8) -> Cell {
        Cell((block.0 << STATE_BITS) | (state & (STATES - 1)) as u16)
    }

    pub const fn of(block: BlockId) -> Cell {
        Cell::new(block, 0)
    }

    #[inline]
    pub const fn block(self) -> BlockId {
        BlockId(self.0 >> STATE_BITS)
    }

    #[inline]
    pub const fn state(self) -> u8 {
        (self.0 & (STATES as u16 - 1)) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_stores_the_largest_block_and_state() {
        for (block, state) in [(0, 0), (0, 31), (2_047, 0), (2_047, 31), (1_000, 7)] {
            let cell = Cell::new(BlockId(block), state);
            assert_eq!((cell.block(), cell.state()), (BlockId(block), state));
        }
    }
}
