//! How the game divides its world: chunks of 16 × 16 columns, with sections of 16³ cells.

use serde::{Deserialize, Serialize};
use vocab::{BlockId, BlockPos};

/// The y of the world's lowest block.
pub const Y_MIN: i32 = -64;
/// One above the y of the world's highest block.
pub const Y_END: i32 = 320;
/// Number of sections in a chunk.
pub const SECTIONS: usize = ((Y_END - Y_MIN) / 16) as usize;
/// Number of cells in a section.
pub const SECTION_CELLS: usize = 16 * 16 * 16;
/// The position of a chunk, counted in chunks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct ChunkPos {
    pub x: i32,
    pub z: i32,
}

impl ChunkPos {
    #[inline]
    pub const fn of(at: BlockPos) -> ChunkPos {
        ChunkPos { x: at.x >> 4, z: at.z >> 4 }
    }

    /// Squared distance between two chunks, in chunks.
    pub fn distance_squared(self, other: ChunkPos) -> i64 {
        let (dx, dz) = (i64::from(self.x) - i64::from(other.x), i64::from(self.z) - i64::from(other.z));
        dx * dx + dz * dz
    }
}

/// The bit that stands for a kind of block in `Section::kinds`; several kinds share one bit.
pub const fn kind_bit(block: BlockId) -> u64 {
    1 << ((block.0.wrapping_mul(0x9e37)) >> 10)
}

/// Index of a block in its section: x fastest, then z, then y.
#[inline]
pub const fn cell_index(x: i32, y: i32, z: i32) -> usize {
    (((y & 15) << 8) | ((z & 15) << 4) | (x & 15)) as usize
}

/// Index of the section at a height, which must be inside the world.
pub const fn section_index(y: i32) -> usize {
    ((y - Y_MIN) >> 4) as usize
}

/// Whether a height y is inside the world.
pub const fn in_world(y: i32) -> bool {
    y >= Y_MIN && y < Y_END
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_of_negative_blocks_round_down() {
        for (block, chunk) in [(0, 0), (15, 0), (16, 1), (-1, -1), (-16, -1), (-17, -2)] {
            assert_eq!(ChunkPos::of(BlockPos::new(block, 0, 0)).x, chunk, "{block}");
        }
    }
}
