//! Blocks by number. `gamedata` knows what the numbers mean.

use serde::{Deserialize, Serialize};

/// A kind of block: an index into the block table of the pinned game version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct BlockId(pub u16);
