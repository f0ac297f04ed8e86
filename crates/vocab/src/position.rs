//! Places: whole blocks, and thousandths of a block for things that move.

use core::fmt;
use serde::{Deserialize, Serialize};

/// Units of [`FinePos`] in one block.
pub const FINE_PER_BLOCK: i64 = 1_000;

/// The offsets `(x, z)` to the four neighbours of a block at the same height.
pub const BESIDE: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// The position of a block. `y` is up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct BlockPos {
    pub x: i32,
    pub y: i32,
    pub z: i32,
}

impl BlockPos {
    pub const fn new(x: i32, y: i32, z: i32) -> Self {
        Self { x, y, z }
    }

    pub fn offset(self, dx: i32, dy: i32, dz: i32) -> Self {
        Self { x: self.x.saturating_add(dx), y: self.y.saturating_add(dy), z: self.z.saturating_add(dz) }
    }

    /// The six blocks that share a face with this one: down, up, north, south, west, east.
    pub fn neighbours(self) -> [Self; 6] {
        [(0, -1, 0), (0, 1, 0), (0, 0, -1), (0, 0, 1), (-1, 0, 0), (1, 0, 0)].map(|(x, y, z)| self.offset(x, y, z))
    }

    /// Whether the block lies in the box between two corners, both of them included.
    pub fn is_between(self, min: Self, max: Self) -> bool {
        let inside = |v: i32, low: i32, high: i32| (low..=high).contains(&v);
        inside(self.x, min.x, max.x) && inside(self.y, min.y, max.y) && inside(self.z, min.z, max.z)
    }

    /// Distance between two blocks in steps, without diagonal steps.
    pub fn manhattan(self, other: Self) -> u64 {
        u64::from(self.x.abs_diff(other.x)) + u64::from(self.y.abs_diff(other.y)) + u64::from(self.z.abs_diff(other.z))
    }

    /// Square of the straight distance between two blocks, in square blocks.
    pub fn distance_squared(self, other: Self) -> u64 {
        let square = |a: i32, b: i32| u64::from(a.abs_diff(b)).saturating_mul(u64::from(a.abs_diff(b)));
        square(self.x, other.x).saturating_add(square(self.y, other.y)).saturating_add(square(self.z, other.z))
    }

    /// The middle of the block's floor, where a body stands.
    pub fn centre(self) -> FinePos {
        FinePos {
            x: i64::from(self.x) * FINE_PER_BLOCK + FINE_PER_BLOCK / 2,
            y: i64::from(self.y) * FINE_PER_BLOCK,
            z: i64::from(self.z) * FINE_PER_BLOCK + FINE_PER_BLOCK / 2,
        }
    }
}

impl fmt::Display for BlockPos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.x, self.y, self.z)
    }
}

/// A position in thousandths of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct FinePos {
    pub x: i64,
    pub y: i64,
    pub z: i64,
}

impl FinePos {
    pub const fn new(x: i64, y: i64, z: i64) -> Self {
        Self { x, y, z }
    }

    /// The block that this position lies in; negative coordinates round down as the game does.
    pub fn block(self) -> BlockPos {
        let whole = |v: i64| v.div_euclid(FINE_PER_BLOCK).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        BlockPos { x: whole(self.x), y: whole(self.y), z: whole(self.z) }
    }

    /// Square of the straight distance between two positions, in millionths of a square block.
    pub fn distance_squared(self, other: Self) -> u64 {
        let square = |a: i64, b: i64| a.abs_diff(b).saturating_mul(a.abs_diff(b));
        square(self.x, other.x).saturating_add(square(self.y, other.y)).saturating_add(square(self.z, other.z))
    }

    /// Whether two positions are at most this many thousandths of a block apart in a straight line.
    pub fn within(self, other: Self, fine: u64) -> bool {
        self.distance_squared(other) <= fine.saturating_mul(fine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_coordinates_round_down_to_their_block() {
        for (fine, block) in [(0, 0), (999, 0), (1_000, 1), (-1, -1), (-1_000, -1), (-1_001, -2)] {
            assert_eq!(FinePos::new(fine, 0, 0).block().x, block, "{fine}");
        }
    }

    #[test]
    fn distances_do_not_overflow_at_the_ends_of_the_world() {
        let (a, b) = (BlockPos::new(i32::MIN, 0, 0), BlockPos::new(i32::MAX, 0, 0));
        assert_eq!(a.manhattan(b), u64::from(u32::MAX));
        assert!(a.distance_squared(b) > 0);
        assert_eq!(FinePos::new(i64::MIN, 0, 0).distance_squared(FinePos::new(i64::MAX, 0, 0)), u64::MAX);
    }
}
