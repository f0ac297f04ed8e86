//! The carried items that matter in an emergency. The mind fills this in, because reflexes know nothing about items.

use serde::{Deserialize, Serialize};
use vocab::ItemId;

/// The best item of each kind that the agent carries, for reflexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Gear {
    pub weapon: Option<ItemId>,
    pub food: Option<ItemId>,
    pub water_bucket: Option<ItemId>,
    /// Number of carried blocks that can be used as walls; 0 when walling in is not possible.
    pub walls: u32,
    /// Whether a shield is carried. Held up, it stops everything that comes from the front, explosions too.
    pub shield: bool,
}
