//! Questions about blocks that the body answers without moving. The mind does not wait for them; the answer comes with a later
//! input.

use crate::block::BlockId;
use crate::item::Stack;
use crate::position::BlockPos;
use crate::state::StateId;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Most cells that the mind may ask the body about in one region (a 32-block cube).
pub const REGION_CELLS_MAX: u64 = 32 * 32 * 32;
/// Most places in the body's answer to one question of the mind.
pub const FOUND_MAX: usize = 64;
/// Largest radius of a question to the body, in blocks.
pub const QUERY_RADIUS_MAX: u8 = 96;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct QueryId(pub u64);

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Query {
    /// Asks for every block in the box that the body has seen, both corners included.
    Region { min: BlockPos, max: BlockPos },
    /// Asks for the nearest blocks of these kinds that the body can know of, nearest first.
    NearestBlocks { blocks: Vec<BlockId>, radius: u8, most: u8 },
    /// Asks what is in a chest, furnace or other container in reach.
    Container { at: BlockPos },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// The states of a box in the order x fastest, then z, then y; `None` where the chunk is not loaded or the block
    /// was never in sight.
    Region {
        min: BlockPos,
        max: BlockPos,
        states: Vec<Option<StateId>>,
    },
    Blocks {
        found: Vec<(BlockPos, BlockId)>,
    },
    Container {
        at: BlockPos,
        slots: Vec<Option<Stack>>,
        burning_ticks: u32,
    },
    /// The body cannot answer: the question is too large, out of reach or about a chunk that is not loaded.
    Unknown,
}
