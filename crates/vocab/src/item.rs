//! Items by number. `gamedata` knows what the numbers mean.

use serde::{Deserialize, Serialize};

/// A kind of item: an index into the item table of the pinned game version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct ItemId(pub u16);

/// A stack: items of one kind in one inventory slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Stack {
    pub item: ItemId,
    pub count: u8,
    /// Damage that a tool or armour has taken, in uses; 0 for everything else.
    pub wear: u16,
}
