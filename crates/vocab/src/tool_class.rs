//! The classes of tools.

use serde::{Deserialize, Serialize};

/// What kind of tool an item is, whatever it is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolClass {
    Pickaxe,
    Axe,
    Shovel,
    Hoe,
    Sword,
    Shears,
}

impl ToolClass {
    /// The tool class as the last word of an item's name, as in `stone_pickaxe`.
    pub const fn word(self) -> &'static str {
        match self {
            ToolClass::Pickaxe => "pickaxe",
            ToolClass::Axe => "axe",
            ToolClass::Shovel => "shovel",
            ToolClass::Hoe => "hoe",
            ToolClass::Sword => "sword",
            ToolClass::Shears => "shears",
        }
    }
}
