//! Evidence: what a body reports of the entities around it in one tick, in integer units.

use serde::{Deserialize, Serialize};
use vocab::{FinePos, Name};

/// One entity as a body saw it at one moment. It goes into the belief bus and nowhere else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Detection {
    pub at: FinePos,
    /// The world's name for it; names nobody knows are kept as they are.
    pub kind: Name,
    pub sight: Sight,
    /// The engine's number for it. A hint, never an identity.
    pub engine_id: Option<u64>,
    /// Thousandths of a block per tick, when the world tells.
    pub velocity: Option<FinePos>,
}

/// Whether the body has a clear line to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sight {
    Visible,
    Occluded,
    Unknown,
}
