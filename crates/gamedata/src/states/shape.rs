//! The collision boxes of block states, as integers that count parts of a block ([`PARTS_PER_BLOCK`]).

/// Corners of boxes are counted in this many parts of a block's edge: the finest that the game uses.
pub const PARTS_PER_BLOCK: i32 = 32;

/// A box from its lowest to its highest corner, x, y, z, relative to the lowest corner of its cell. It may reach out of
/// the cell: a fence is one and a half blocks high.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Aabb {
    pub min: [i8; 3],
    pub max: [i8; 3],
}
