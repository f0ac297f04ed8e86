//! The classes of tools.

use serde::{Deserialize, Serialize};

/// What kind of tool it is, whatever it is made of.
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
    /// The last word of the item's name, as in `stone_pickaxe`.
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
