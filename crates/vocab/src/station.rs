//! Blocks that items are made at.

use serde::{Deserialize, Serialize};

/// A kind of workstation, such as a crafting table or furnace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Station {
    CraftingTable,
    Furnace,
    BlastFurnace,
    Smoker,
    Campfire,
    Stonecutter,
    SmithingTable,
}

impl Station {
    pub const ALL: [Station; 7] = [
        Station::CraftingTable,
        Station::Furnace,
        Station::BlastFurnace,
        Station::Smoker,
        Station::Campfire,
        Station::Stonecutter,
        Station::SmithingTable,
    ];

    /// The name of the workstation's block and item in the game.
    pub const fn name(self) -> &'static str {
        match self {
            Station::CraftingTable => "crafting_table",
            Station::Furnace => "furnace",
            Station::BlastFurnace => "blast_furnace",
            Station::Smoker => "smoker",
            Station::Campfire => "campfire",
            Station::Stonecutter => "stonecutter",
            Station::SmithingTable => "smithing_table",
        }
    }

    pub fn named(name: &str) -> Option<Station> {
        Station::ALL.into_iter().find(|station| station.name() == name)
    }
}
