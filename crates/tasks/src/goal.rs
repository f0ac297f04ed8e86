//! What must be true for a task to be done. Closed and typed: text never decides what the agent does.

use serde::{Deserialize, Serialize};
use vocab::{BlockPos, ItemId, Station};

/// Items that do for each other in a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemClass {
    /// Any log or stem that planks can be made of.
    Log,
    /// Anything safe to eat.
    Food,
    /// Anything a wall can be made of that is cheap to lose (dirt, cobblestone, planks).
    Filler,
}

/// What a task is to bring about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// So many of an item in the bag, in all.
    Have { item: ItemId, count: u32 },
    /// So many items of a class in the bag, in all.
    HaveClass { class: ItemClass, count: u32 },
    /// A station carried, or placed within reach.
    Station(Station),
    /// Something worn where it belongs.
    Worn { item: ItemId },
    /// Walled in until the night is over.
    Shelter,
    /// The food bar at this level or above, in half drumsticks.
    Fed { food: u8 },
    /// Out of danger, walled in, until health is at this level or cannot get better, in half hearts.
    Refuge { health: u8 },
    /// Light at the head at this level or above, of 15.
    Lit { light: u8 },
    /// See so many blocks' worth of new ground.
    Explore { blocks: u16 },
    /// Stand within so many blocks of a place.
    At { place: BlockPos, within: u8 },
}
