//! The drive tick: what to do when nobody asks for anything. Safety gates, then a ladder of wants, the first that is free.

use crate::goals::has_station;
use crate::keeping::stocks::knows_coal;
use crate::lore::{gamedata_item, item};
use crate::needs;
use crate::situation::Situation;
use crate::trace::Gate;
use alloc::vec::Vec;
use gamedata::tools::{self, Tier, ToolClass};
use tasks::{Goal, ItemClass};
use vocab::action::EquipSlot;
use vocab::senses::GameMode;
use vocab::{ItemId, Station};

/// Half hearts and half drumsticks below which no drive tick fires.
pub const HEALTH_MIN: u8 = 16;
pub const FOOD_MIN: u8 = 16;

/// What the body must have for a drive tick to fire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fit {
    pub health_min: u8,
    pub food_min: u8,
}

impl Default for Fit {
    fn default() -> Fit {
        Fit { health_min: HEALTH_MIN, food_min: FOOD_MIN }
    }
}

/// Logs below which the stock is low, and how many are fetched at a time.
pub const LOGS_LOW: u32 = 16;
pub const LOGS_FETCHED: u32 = 8;
/// Half drumsticks in the bag below which food is worth a detour.
const FOOD_POINTS_LOW: u32 = 24;
/// How far to explore at a time, in blocks.
const EXPLORE_BLOCKS: u16 = 64;

/// What the drive tick wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Want {
    pub action: &'static str,
    pub target: &'static str,
    pub goal: Goal,
    /// The rule of the ladder, in words.
    pub rule: &'static str,
}

/// The first gate that is shut, if any.
pub fn gate(situation: &Situation<'_>, fit: Fit) -> Option<Gate> {
    let Some(vitals) = situation.vitals else { return Some(Gate::NoVitals) };
    match vitals {
        _ if vitals.mode != GameMode::Survival => Some(Gate::Mode),
        _ if vitals.health < fit.health_min => Some(Gate::Health),
        _ if vitals.food < fit.food_min => Some(Gate::Food),
        _ if situation.is_watched() => Some(Gate::Hostiles),
        _ => None,
    }
}

/// Everything worth wanting now, the most important first. Never empty: exploring is always worth it.
pub fn ladder(situation: &Situation<'_>) -> Vec<Want> {
    let logs = situation.count_class(ItemClass::Log);
    let mut wants = Vec::new();
    let mut want = |when: bool, action, target, goal: Goal, rule| {
        if when {
            wants.push(Want { action, target, goal, rule });
        }
    };
    let more_logs = Goal::HaveClass { class: ItemClass::Log, count: logs + LOGS_FETCHED };
    let have = |name: &str, count: u32| Goal::Have { item: item(name), count };
    let carried = |name: &str| situation.bag.count(item(name));
    let has_table = has_station(situation, Station::CraftingTable);
    // Upkeep sees to it before; with its key, so that it is wanted once.
    let exposed = situation.is_night() && !situation.is_walled_in() && !situation.works_at_night();
    want(exposed, needs::UPKEEP, needs::DIG_IN, Goal::Shelter, "night and no shelter");
    want(logs == 0, "collect", "oak_log", more_logs.clone(), "no logs");
    want(!has_table, "craft", "crafting_table", Goal::Station(Station::CraftingTable), "logs and no crafting table");
    want(pickaxe(situation).is_none(), "craft", "wooden_pickaxe", have("wooden_pickaxe", 1), "a table and no pickaxe");
    want(logs < LOGS_LOW, "collect", "oak_log", more_logs, "fewer than 16 logs");
    // From here on the contract says "explore"; these come before it so that the agent gets on in life.
    let sword = best(situation, ToolClass::Sword);
    want(sword.is_none(), "craft", "wooden_sword", have("wooden_sword", 1), "nothing to fight with");
    want(
        pickaxe(situation) < Some(Tier::Stone),
        "craft",
        "stone_pickaxe",
        have("stone_pickaxe", 1),
        "only a wooden pickaxe",
    );
    want(sword < Some(Tier::Stone), "craft", "stone_sword", have("stone_sword", 1), "only a wooden sword");
    let food = situation.count_class(ItemClass::Food);
    let hungry = situation.food_points() < FOOD_POINTS_LOW;
    let more_food = Goal::HaveClass { class: ItemClass::Food, count: food + 3 };
    want(best(situation, ToolClass::Axe).is_none(), "craft", "stone_axe", have("stone_axe", 1), "no axe");
    want(!has_station(situation, Station::Furnace), "craft", "furnace", Goal::Station(Station::Furnace), "no furnace");
    want(
        carried("coal") + carried("charcoal") < 4 && knows_coal(situation),
        "collect",
        "coal",
        have("coal", carried("coal") + 8),
        "little coal",
    );
    want(
        pickaxe(situation) < Some(Tier::Iron),
        "craft",
        "iron_pickaxe",
        have("iron_pickaxe", 1),
        "only a stone pickaxe",
    );
    // Animals live above ground: a fed agent does not leave its mine for them.
    let stays_below = situation.around.sky_light == 0 && situation.vitals.is_some_and(|vitals| vitals.food >= FOOD_MIN);
    want(hungry && !stays_below, "collect", "food", more_food, "little food");
    // An agent that sleeps has twice as much of each day.
    want(situation.beds() == 0 && !stays_below, "craft", "white_bed", have("white_bed", 1), "no bed");
    // A mine has walls: diamonds do not wait for armour.
    want(carried("diamond") < 3, "collect", "diamond", have("diamond", 3), "no diamonds");
    for name in ["iron_chestplate", "iron_leggings", "iron_helmet", "iron_boots"] {
        let piece = item(name);
        let bare = gamedata_item(piece)
            .and_then(|piece| piece.armour.as_ref())
            .is_some_and(|armour| is_bare(situation, armour.slot));
        want(bare, "wear", name, Goal::Worn { item: piece }, "no armour there");
    }
    want(sword < Some(Tier::Iron), "craft", "iron_sword", have("iron_sword", 1), "only a stone sword");
    want(carried("bucket") == 0, "craft", "bucket", have("bucket", 1), "no bucket");
    want(
        carried("diamond") >= 3 && pickaxe(situation) < Some(Tier::Diamond),
        "craft",
        "diamond_pickaxe",
        have("diamond_pickaxe", 1),
        "only an iron pickaxe",
    );
    want(true, "explore", "nearby", Goal::Explore { blocks: EXPLORE_BLOCKS }, "nothing better to do");
    wants
}

/// The best tier of pickaxe carried.
fn pickaxe(situation: &Situation<'_>) -> Option<Tier> {
    best(situation, ToolClass::Pickaxe)
}

fn best(situation: &Situation<'_>, class: ToolClass) -> Option<Tier> {
    let tool = |(item, _): (ItemId, u32)| crate::lore::gamedata_item(item).and_then(|_| tools::of(item));
    situation.bag.iter().filter_map(tool).filter(|tool| tool.class == class).map(|tool| tool.tier).max()
}

/// Whether nothing is worn there.
fn is_bare(situation: &Situation<'_>, slot: EquipSlot) -> bool {
    let [head, chest, legs, feet] = &situation.carried.armour;
    let worn = match slot {
        EquipSlot::Head => head,
        EquipSlot::Chest => chest,
        EquipSlot::Legs => legs,
        EquipSlot::Feet => feet,
        EquipSlot::Hand | EquipSlot::OffHand => return false,
    };
    worn.is_none()
}
