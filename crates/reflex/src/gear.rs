//! What the body carries that matters in an emergency. Filled by whoever knows items; reflexes do not.

use serde::{Deserialize, Serialize};
use vocab::ItemId;

/// The best of each kind carried, if any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Gear {
    pub weapon: Option<ItemId>,
    pub food: Option<ItemId>,
    pub water_bucket: Option<ItemId>,
    /// Blocks to wall oneself in with; none when that is out of the question.
    pub walls: u32,
}
