//! Boxes in space: the room that a body or a block takes.

use crate::space::{MICRO, Place};
use vocab::BlockPos;

/// The size of a collision box, in millionths of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    pub width: i64,
    pub height: i64,
}

/// A box in space, given by its lowest and highest corner; boxes that only touch do not overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    pub low: Place,
    pub high: Place,
}

impl Room {
    pub fn of(at: Place, size: Size) -> Room {
        let half = size.width / 2;
        Room {
            low: Place::new(at.x - half, at.y, at.z - half),
            high: Place::new(at.x + half, at.y + size.height, at.z + half),
        }
    }

    /// The box that one block fills.
    pub fn of_block(block: BlockPos) -> Room {
        let low = Place::on(block) - Place::new(MICRO / 2, 0, MICRO / 2);
        Room { low, high: low + Place::new(MICRO, MICRO, MICRO) }
    }

    pub fn grown(self, flat: i64, tall: i64) -> Room {
        let by = Place::new(flat, tall, flat);
        Room { low: self.low - by, high: self.high + by }
    }

    pub fn overlaps(self, other: Room) -> bool {
        let (a, b) = (self, other);
        a.low.x < b.high.x
            && b.low.x < a.high.x
            && a.low.y < b.high.y
            && b.low.y < a.high.y
            && a.low.z < b.high.z
            && b.low.z < a.high.z
    }

    /// The blocks that the box overlaps, in the order y, z, x.
    pub fn blocks(self) -> impl Iterator<Item = BlockPos> {
        let low = self.low.block();
        let high = Place::new(self.high.x - 1, self.high.y - 1, self.high.z - 1).block();
        (low.y..=high.y).flat_map(move |y| {
            (low.z..=high.z).flat_map(move |z| (low.x..=high.x).map(move |x| BlockPos::new(x, y, z)))
        })
    }
}
