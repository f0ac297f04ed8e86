//! Puts the keeper's data into English: operators, assets, reasons and what is missing. Nothing else in the keeper writes sentences.

use crate::advice::{Foreseen, Lack, UnmetNeed};
use crate::keeper::Decision;
use crate::metric::Asset;
use crate::operator::Operator;
use crate::violation::{Crossing, Projection};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter};
use vocab::ToolClass;

impl Operator {
    /// The operator's name in tables, plans and goal keys.
    pub const fn word(self) -> &'static str {
        match self {
            Operator::Eat => "eat",
            Operator::CookAndEat => "cook_and_eat",
            Operator::HuntAndEat => "hunt_and_eat",
            Operator::GatherFood => "gather_food",
            Operator::Replace(class) => replace_word(class),
            Operator::Craft(class) => craft_word(class),
            Operator::CraftSpare(class) => craft_spare_word(class),
            Operator::PlaceTorches => "place_torches",
            Operator::CraftAndPlaceTorches => "craft_and_place_torches",
            Operator::CraftTorches => "craft_torches",
            Operator::GatherFuel => "gather_fuel",
            Operator::Retreat => "retreat",
            Operator::SeekShelter => "seek_shelter",
            Operator::DigIn => "dig_in",
            Operator::Sleep => "sleep",
            Operator::HealUp => "heal_up",
        }
    }
}

const fn replace_word(class: ToolClass) -> &'static str {
    match class {
        ToolClass::Pickaxe => "replace_pickaxe",
        ToolClass::Axe => "replace_axe",
        ToolClass::Shovel => "replace_shovel",
        ToolClass::Hoe => "replace_hoe",
        ToolClass::Sword => "replace_sword",
        ToolClass::Shears => "replace_shears",
    }
}

const fn craft_word(class: ToolClass) -> &'static str {
    match class {
        ToolClass::Pickaxe => "craft_pickaxe",
        ToolClass::Axe => "craft_axe",
        ToolClass::Shovel => "craft_shovel",
        ToolClass::Hoe => "craft_hoe",
        ToolClass::Sword => "craft_sword",
        ToolClass::Shears => "craft_shears",
    }
}

const fn craft_spare_word(class: ToolClass) -> &'static str {
    match class {
        ToolClass::Pickaxe => "craft_spare_pickaxe",
        ToolClass::Axe => "craft_spare_axe",
        ToolClass::Shovel => "craft_spare_shovel",
        ToolClass::Hoe => "craft_spare_hoe",
        ToolClass::Sword => "craft_spare_sword",
        ToolClass::Shears => "craft_spare_shears",
    }
}

impl Display for Operator {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Display for Asset {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Asset::Food => "food",
            Asset::RawFood => "raw food",
            Asset::Meals => "food, raw or ready to eat",
            Asset::FoodSource => "an animal or a ripe crop within reach",
            Asset::Fuel => "fuel",
            Asset::FuelSource => "known coal and a pickaxe that mines it",
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

impl Display for Foreseen {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Projection { metric, warn, critical, .. } = &self.projection;
        match warn {
            Crossing::Overdue => write!(f, "{metric} is past its warn threshold")?,
            Crossing::In(ticks) => write!(
                f,
                "{metric} is projected to hit its warn threshold in {ticks} ticks, at tick {}",
                self.now + *ticks
            )?,
            Crossing::Beyond => write!(f, "{metric} is kept away from its warn threshold")?,
        }
        match critical {
            Crossing::Overdue => f.write_str(", and critical"),
            Crossing::In(ticks) => write!(f, ", and is critical at tick {}", self.now + *ticks),
            Crossing::Beyond => Ok(()),
        }
    }
}

impl Display for UnmetNeed {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.lack {
            Lack::Assets { operator, assets } => {
                write!(f, "{operator} needs ")?;
                for (index, asset) in assets.iter().enumerate() {
                    write!(f, "{}{asset}", if index == 0 { "" } else { " and " })?;
                }
                Ok(())
            }
            Lack::NoOperator => write!(f, "no operator restores {}", self.metric),
            Lack::Plan(missing) => missing.fmt(f),
        }
    }
}

impl Display for Decision {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let planned = self.planned.iter().map(|action| alloc::format!("{}: {}", action.operator, action.reason));
        let unmet = self.unmet.iter().map(|need| alloc::format!("unmet {}: {need}", need.metric));
        let parts: Vec<String> = planned.chain(unmet).collect();
        match parts[..] {
            [] => f.write_str("No maintenance needed within horizon."),
            _ => f.write_str(&parts.join("; ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn assets_are_called_as_players_call_them() {
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
