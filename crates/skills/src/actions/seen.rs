//! The chunks that the body has been near, so that exploring leads to new ground.

use crate::chunks::ChunkPos;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use vocab::BlockPos;

/// Distance in blocks between two sampled points of a line for exploring: half a chunk, so that no chunk is
/// skipped.
const STRIDE_BLOCKS: i32 = 8;

/// Chunks in which the body was, and their eight neighbours, so that exploring leads elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Seen {
    chunks: BTreeSet<ChunkPos>,
    /// The chunk in which the body was at the last update, so that a body that stands still costs nothing.
    last: Option<ChunkPos>,
}

impl Seen {
    pub(crate) fn stand_on(&mut self, feet: BlockPos) {
        let here = ChunkPos::of(feet);
        if self.last == Some(here) {
            return;
        }
        self.last = Some(here);
        let around = (-1..=1).flat_map(|z| (-1..=1).map(move |x| (x, z)));
        self.chunks.extend(around.map(|(x, z)| ChunkPos { x: here.x + x, z: here.z + z }));
    }

    /// Value for exploring of the straight line to a column: its unseen blocks of land minus its blocks of sea. Unloaded ground
    /// counts as land.
    pub(super) fn worth(&self, from: BlockPos, x: i32, z: i32, is_sea: impl Fn(i32, i32) -> bool) -> i32 {
        let (dx, dz) = (i64::from(x) - i64::from(from.x), i64::from(z) - i64::from(from.z));
        let strides = (dx * dx + dz * dz).isqrt().div_euclid(i64::from(STRIDE_BLOCKS)).max(1);
        let each = (1..=strides).map(|stride| {
            let at = from.offset((dx * stride / strides) as i32, 0, (dz * stride / strides) as i32);
            if is_sea(at.x, at.z) { -1 } else { i32::from(!self.chunks.contains(&ChunkPos::of(at))) }
        });
        each.sum::<i32>() * STRIDE_BLOCKS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_visited_chunks_and_their_neighbours_count_as_seen() {
        let mut seen = Seen::default();
        let here = BlockPos::new(8, 64, 8);
        let no_sea = |_, _| false;
        assert_eq!(seen.worth(here, 72, 8, no_sea), 64, "nothing was seen yet");
        assert_eq!(seen.worth(here, 72, 8, |x, _| x > 56), 32, "a quarter is sea, and worth less than nothing");
        seen.stand_on(here);
        for (x, z, unseen) in [(8, 8, 0), (24, 8, 0), (72, 8, 48), (8, -56, 40), (-56, 72, 56)] {
            assert_eq!(seen.worth(here, x, z, no_sea), unseen, "{x} {z}");
        }
        seen.stand_on(BlockPos::new(40, 64, 8));
        assert_eq!(seen.worth(here, 72, 8, no_sea), 16);
    }
}
