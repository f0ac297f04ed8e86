//! Operators as rows of data: what an action restores, how long it takes, what it needs and what it costs.

use crate::metric::Asset;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::Name;

/// Something that must be at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Need {
    pub asset: Asset,
    pub count: u32,
    /// Used up by the action, or only needed for it.
    pub consumed: bool,
}

/// One way to restore metrics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperatorRow {
    /// Also the target of the goal that is handed out: `upkeep:<id>`.
    pub id: Name,
    /// Metric and milli-buckets towards the good end.
    pub restores: Vec<(Name, i64)>,
    pub duration_ticks: u64,
    /// Getting there and ready, as the walk to a shelter.
    pub lead_ticks: u64,
    pub needs: Vec<Need>,
    pub resource: i64,
    pub disruption: i64,
    pub risk: i64,
}

/// What there is of each asset.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Assets(BTreeMap<Asset, u32>);

impl Assets {
    pub fn count(&self, asset: Asset) -> u32 {
        self.0.get(&asset).copied().unwrap_or(0)
    }

    /// How many there are, if that was told at all.
    pub fn told(&self, asset: Asset) -> Option<u32> {
        self.0.get(&asset).copied()
    }

    pub fn set(&mut self, asset: Asset, count: u32) {
        self.0.insert(asset, count);
    }
}

impl FromIterator<(Asset, u32)> for Assets {
    fn from_iter<I: IntoIterator<Item = (Asset, u32)>>(assets: I) -> Self {
        Assets(assets.into_iter().collect())
    }
}

/// More uses than any horizon has room for.
pub const USES_MAX: u32 = 99;

impl OperatorRow {
    /// How often it can be done with what there is.
    pub fn uses(&self, assets: &Assets) -> u32 {
        let uses = self.needs.iter().map(|need| match assets.count(need.asset) {
            held if need.consumed => held / need.count.max(1),
            held if held >= need.count => USES_MAX,
            _ => 0,
        });
        uses.min().unwrap_or(USES_MAX).min(USES_MAX)
    }

    /// What is missing, in the order of the needs.
    pub fn missing(&self, assets: &Assets) -> Vec<Asset> {
        let lacking = self.needs.iter().filter(|need| assets.count(need.asset) < need.count);
        lacking.map(|need| need.asset).collect()
    }
}

/// As people call it.
impl fmt::Display for Asset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Asset::Food => "food",
            Asset::RawFood => "raw food",
            Asset::Meals => "something that is food or becomes it",
            Asset::FoodSource => "an animal or a ripe crop within reach",
            Asset::Fuel => "fuel",
            Asset::FuelSource => "coal that is known of, and what it is got with",
            Asset::Furnace => "a furnace within reach",
            Asset::Table => "a crafting table within reach",
            Asset::Torches => "torches",
            Asset::TorchMaterials => "materials for torches",
            Asset::SpareTool(class) => return write!(f, "a spare {}", class.word()),
            Asset::ToolMaterials(class) => return write!(f, "materials for a new {}", class.word()),
            Asset::Bed => "a bed",
            Asset::Shelter => "a known shelter within reach",
            Asset::Blocks => "blocks to close a hole with",
        })
    }
}

impl Asset {
    /// The target of the goal that gets it.
    pub fn goal(self) -> &'static str {
        match self {
            Asset::Food | Asset::Meals => "gather_food",
            Asset::RawFood => "hunt",
            Asset::FoodSource => "find_food_source",
            Asset::Fuel => "gather_fuel",
            Asset::FuelSource => "find_fuel",
            Asset::Furnace => "place_furnace",
            Asset::Table => "place_table",
            Asset::Torches => "craft_torches",
            Asset::TorchMaterials => "gather_torch_materials",
            Asset::SpareTool(_) => "craft_spare_tool",
            Asset::ToolMaterials(_) => "gather_tool_materials",
            Asset::Bed => "craft_bed",
            Asset::Shelter => "find_shelter",
            Asset::Blocks => "gather_blocks",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::ToolClass;
    use alloc::string::ToString;

    #[test]
    fn assets_are_called_as_people_call_them() {
        for (asset, expected) in [
            (Asset::TorchMaterials, "materials for torches"),
            (Asset::ToolMaterials(ToolClass::Axe), "materials for a new axe"),
            (Asset::ToolMaterials(ToolClass::Sword), "materials for a new sword"),
            (Asset::SpareTool(ToolClass::Pickaxe), "a spare pickaxe"),
        ] {
            assert_eq!(asset.to_string(), expected);
        }
    }
}
