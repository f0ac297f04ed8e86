//! The carried items that matter in an emergency. The mind fills this in, because reflexes know nothing about items.

use serde::{Deserialize, Serialize};
use vocab::ItemId;

/// The best carried item of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Gear {
    pub weapon: Option<ItemId>,
    pub food: Option<ItemId>,
    pub water_bucket: Option<ItemId>,
    /// Number of blocks for walling in; 0 when walling in is not possible.
    pub walls: u32,
}
