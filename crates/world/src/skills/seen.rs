//! The ground that the body has been near, chunk by chunk, so that exploring leads to ground it has not.

use crate::chunk::ChunkPos;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use vocab::BlockPos;

/// Blocks between two looks along a way: half a chunk, so that none is stepped over.
const STRIDE_BLOCKS: u32 = 8;

/// Chunks the body was in, with their eight neighbours.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Seen {
    chunks: BTreeSet<ChunkPos>,
    /// Where the body was last, so that standing about costs nothing.
    last: Option<ChunkPos>,
}

impl Seen {
    pub(super) fn stand_on(&mut self, feet: BlockPos) {
        let here = ChunkPos::of(feet);
        if self.last == Some(here) {
            return;
        }
        self.last = Some(here);
        let around = (-1..=1).flat_map(|z| (-1..=1).map(move |x| (x, z)));
        self.chunks.extend(around.map(|(x, z)| ChunkPos { x: here.x + x, z: here.z + z }));
    }

    /// Blocks of the straight way to a column that lead over ground never seen, in strides.
    pub(super) fn unseen_blocks(&self, from: BlockPos, x: i32, z: i32) -> u32 {
        let (dx, dz) = (i64::from(x) - i64::from(from.x), i64::from(z) - i64::from(from.z));
        let strides = (dx * dx + dz * dz).isqrt().div_euclid(i64::from(STRIDE_BLOCKS)).max(1);
        let column = |stride: i64| ((dx * stride / strides) as i32, (dz * stride / strides) as i32);
        let unseen = |stride: &i64| {
            let (dx, dz) = column(*stride);
            !self.chunks.contains(&ChunkPos::of(from.offset(dx, 0, dz)))
        };
        (1..=strides).filter(unseen).count() as u32 * STRIDE_BLOCKS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ground_is_unseen_beyond_the_chunks_around_those_one_was_in() {
        let mut seen = Seen::default();
        let here = BlockPos::new(8, 64, 8);
        assert_eq!(seen.unseen_blocks(here, 72, 8), 64, "nothing was seen yet");
        seen.stand_on(here);
        for (x, z, unseen) in [(8, 8, 0), (24, 8, 0), (72, 8, 48), (8, -56, 40), (-56, 72, 56)] {
            assert_eq!(seen.unseen_blocks(here, x, z), unseen, "{x} {z}");
        }
        seen.stand_on(BlockPos::new(40, 64, 8));
        assert_eq!(seen.unseen_blocks(here, 72, 8), 16);
    }
}
