//! The drive tick chooses a goal when no person asks for one: it checks the safety gates, then takes the first goal of a
//! ladder that is not already open or cooling down after a failure.

use crate::goals::{Explore, Goal, Have, HaveAny, HaveStation, Shelter, Worn, has_station};
use crate::view::classes::ItemClass;
use crate::view::lore::{gamedata_item, item};
use crate::view::situation::Situation;
use crate::wants::keeping::stocks::{has_prey, knows_coal};
use crate::wire::trace::Gate;
use agency::goal_tag::AMOUNT_MAX;
use agency::{GoalAction, GoalTag};
use alloc::vec::Vec;
use gamedata::tools::{self, Tier, ToolClass};
use serde::{Deserialize, Serialize};
use tasks::Goal as _;
use vocab::action::EquipSlot;
use vocab::senses::GameMode;
use vocab::{ItemId, Station};

/// The drive tick chooses no goal while the body has less than this health (half hearts) or this food level (half
/// drumsticks).
pub const HEALTH_MIN: u8 = 16;
pub const FOOD_MIN: u8 = 16;

/// The health and food that the agent needs before the drive tick may choose a goal.
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

/// The agent's stock of logs is low below this number. This many are fetched at a time.
pub const LOGS_LOW: u32 = 16;
pub const LOGS_FETCHED: u32 = 8;
/// An agent in a mine with this many logs stays there: they make the handles of four pickaxes and a crafting table.
const LOGS_BELOW_MIN: u32 = 3;
/// The drive tick has the agent fetch food when the carried food is worth less than this, in half drumsticks.
const FOOD_POINTS_LOW: u32 = 24;
/// The agent's stock of coal is low below this number. This much is fetched at a time.
const COAL_LOW: u32 = 4;
const COAL_FETCHED: u32 = 8;
/// How many food items the drive tick has the agent fetch at a time.
const FOOD_FETCHED: u32 = 3;
/// How many diamonds a pickaxe takes.
const DIAMONDS: u32 = 3;
/// How far the agent explores at a time when the drive tick finds nothing better, in blocks.
const EXPLORE_BLOCKS: u16 = 64;

/// A goal that the drive tick proposes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Want {
    pub goal: Goal,
    /// The rule of the drive ladder that proposes the goal.
    pub rule: Rule,
}

impl Want {
    /// The drive tick's goal in the words of a goal tag. A goal for which the sixteen actions have no word gets the
    /// nearest one.
    pub fn tag(&self, situation: &Situation<'_>) -> GoalTag {
        let key = self.goal.key();
        let (action, target) = match GoalAction::named(key.action()) {
            Some(action) => (action, key.target()),
            None if self.goal == Goal::from(Shelter) => (GoalAction::Build, "basic_shelter"),
            None => (GoalAction::Craft, key.target()),
        };
        let more = match &self.goal {
            Goal::Have(Have { item, count }) => count.saturating_sub(situation.bag.count(*item)),
            Goal::HaveAny(HaveAny { class, count }) => count.saturating_sub(situation.count_class(*class)),
            _ => 1,
        };
        GoalTag { action, target: target.into(), amount: more.clamp(1, AMOUNT_MAX), target_id: None }
    }
}

/// The rules by which the drive tick chooses a goal, the most important first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    NightWithoutShelter,
    NoLogs,
    NoCraftingTable,
    NoPickaxe,
    FewLogs,
    // The contract's ladder continues with "explore" here. The rules in between are our own: they get the agent better
    // tools and stocks.
    NoSword,
    OnlyWoodenPickaxe,
    OnlyWoodenSword,
    NoAxe,
    NoFurnace,
    LittleCoal,
    OnlyStonePickaxe,
    NoShield,
    LittleFood,
    NoBed,
    NoDiamonds,
    NoArmour,
    OnlyStoneSword,
    NoBucket,
    OnlyIronPickaxe,
    NothingBetterToDo,
}

/// The first condition that keeps the drive tick from choosing a goal; `None` when it may choose one.
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

/// All goals of the drive ladder that make sense now, the most important first. Never empty: the last one is to
/// explore.
pub fn ladder(situation: &Situation<'_>) -> Vec<Want> {
    let mut wants = Vec::new();
    let mut want = |when: bool, rule: Rule, goal: Goal| {
        if when {
            wants.push(Want { goal, rule });
        }
    };
    let carried = |name: &str| situation.bag.count(item(name));
    let have = |name: &str, count: u32| Goal::from(Have { item: item(name), count });
    let more = |class, by| Goal::from(HaveAny { class, count: situation.count_class(class) + by });
    let has = |station| has_station(situation, station);
    let station = |station| Goal::from(HaveStation { station });
    let (pickaxe, sword) = (best(situation, ToolClass::Pickaxe), best(situation, ToolClass::Sword));
    let logs = situation.count_class(ItemClass::Log);
    let exposed = situation.is_night() && !situation.is_walled_in() && !situation.works_at_night();
    want(exposed, Rule::NightWithoutShelter, Shelter.into());
    want(logs == 0, Rule::NoLogs, more(ItemClass::Log, LOGS_FETCHED));
    want(!has(Station::CraftingTable), Rule::NoCraftingTable, station(Station::CraftingTable));
    want(pickaxe.is_none(), Rule::NoPickaxe, have("wooden_pickaxe", 1));
    // Trees, animals and sheep are above ground: a fed agent with some wood does not leave its mine for them.
    let is_fed = situation.vitals.is_some_and(|vitals| vitals.food >= FOOD_MIN);
    let stays_below = situation.around.sky_light == 0 && is_fed && logs >= LOGS_BELOW_MIN;
    want(logs < LOGS_LOW && !stays_below, Rule::FewLogs, more(ItemClass::Log, LOGS_FETCHED));
    want(sword.is_none(), Rule::NoSword, have("wooden_sword", 1));
    want(pickaxe < Some(Tier::Stone), Rule::OnlyWoodenPickaxe, have("stone_pickaxe", 1));
    want(sword < Some(Tier::Stone), Rule::OnlyWoodenSword, have("stone_sword", 1));
    // An agent without food could not heal if it were hurt, so it takes meat along while animals are near.
    let little_food = situation.food_points() < FOOD_POINTS_LOW;
    want(little_food && has_prey(situation), Rule::LittleFood, more(ItemClass::Food, FOOD_FETCHED));
    want(best(situation, ToolClass::Axe).is_none(), Rule::NoAxe, have("stone_axe", 1));
    want(!has(Station::Furnace), Rule::NoFurnace, station(Station::Furnace));
    let coal = carried("coal");
    let little_coal = coal + carried("charcoal") < COAL_LOW && knows_coal(situation);
    want(little_coal, Rule::LittleCoal, have("coal", coal + COAL_FETCHED));
    want(pickaxe < Some(Tier::Iron), Rule::OnlyStonePickaxe, have("iron_pickaxe", 1));
    // A shield costs one ingot and stops most blows, arrows and explosions.
    want(carried("shield") == 0, Rule::NoShield, have("shield", 1));
    want(little_food && !stays_below, Rule::LittleFood, more(ItemClass::Food, FOOD_FETCHED));
    // An agent with a bed skips the night, which about doubles the time that it can work.
    want(situation.beds() == 0 && !stays_below, Rule::NoBed, have("white_bed", 1));
    // Armour takes 24 ingots, and looking for them delays diamonds by days, so diamonds come first.
    want(carried("diamond") < DIAMONDS, Rule::NoDiamonds, have("diamond", DIAMONDS));
    for name in ["iron_chestplate", "iron_leggings", "iron_helmet", "iron_boots"] {
        let piece = item(name);
        let armour = gamedata_item(piece).and_then(|piece| piece.armour.as_ref());
        let bare = armour.is_some_and(|armour| is_bare(situation, armour.slot));
        want(bare, Rule::NoArmour, Worn { item: piece }.into());
    }
    want(sword < Some(Tier::Iron), Rule::OnlyStoneSword, have("iron_sword", 1));
    want(carried("bucket") == 0, Rule::NoBucket, have("bucket", 1));
    let can_upgrade = carried("diamond") >= DIAMONDS && pickaxe < Some(Tier::Diamond);
    want(can_upgrade, Rule::OnlyIronPickaxe, have("diamond_pickaxe", 1));
    want(true, Rule::NothingBetterToDo, Explore { blocks: EXPLORE_BLOCKS }.into());
    wants
}

/// The best tier among the agent's carried tools of a class.
fn best(situation: &Situation<'_>, class: ToolClass) -> Option<Tier> {
    let tool = |(item, _): (ItemId, u32)| crate::view::lore::gamedata_item(item).and_then(|_| tools::of(item));
    situation.bag.iter().filter_map(tool).filter(|tool| tool.class == class).map(|tool| tool.tier).max()
}

/// Whether the agent wears no armour in this slot.
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
