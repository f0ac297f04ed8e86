//! Counts the supplies for upkeep: food, fuel, torches, materials, spare tools, and the stations and sources near by.

use crate::goals::has_station;
use crate::view::classes::ItemClass;
use crate::view::classes::{LOGS, MEATS};
use crate::view::creatures;
use crate::view::lore::{can_harvest, gamedata_item, item};
use crate::view::situation::Situation;
use crate::wants::needs::HEALED;
use gamedata::smelting;
use gamedata::tools::{self, Tier};
use upkeep::metric::Asset;
use upkeep::operator::Assets;
use vocab::{ItemId, Station};

/// An animal nearer than this counts as a food source for upkeep, in thousandths of a block.
const PREY_FINE: u64 = 40_000;
/// How many blocks digging a shelter yields. They count as carried, because they close the hole.
const DUG_BLOCKS: u32 = 3;
/// Hunting waits for a stone sword. Below this food level (half drumsticks) the agent hunts with any weapon or none.
const HUNGRY_FOOD: u8 = 16;
/// Meat is cooked first if possible. Below this food level (half drumsticks), or to heal, the agent eats it raw.
const RAW_FOOD_BELOW: u8 = 12;
/// A spare tool must have at least this share of its uses left to count, in thousandths.
const SPARE_LEFT_MIN: u16 = 250;

/// A class of tools of which upkeep keeps spares.
#[derive(Debug)]
pub struct Class {
    pub game: tools::ToolClass,
    pub name: &'static str,
    /// How many units of material the head of a tool of this class takes.
    heads: u32,
}

pub const CLASSES: [Class; 4] = [
    Class { game: tools::ToolClass::Pickaxe, name: "pickaxe", heads: 3 },
    Class { game: tools::ToolClass::Axe, name: "axe", heads: 3 },
    Class { game: tools::ToolClass::Shovel, name: "shovel", heads: 1 },
    Class { game: tools::ToolClass::Sword, name: "sword", heads: 2 },
];

/// Tiers of tools that the agent can craft again: the name, and the materials of the head.
const HEADS: [(Tier, &str, &[&str]); 4] = [
    (Tier::Diamond, "diamond", &["diamond"]),
    (Tier::Iron, "iron", &["iron_ingot"]),
    (Tier::Stone, "stone", &["cobblestone", "cobbled_deepslate", "blackstone"]),
    (Tier::Wood, "wooden", &["oak_planks", "birch_planks", "spruce_planks"]),
];

/// The supplies that upkeep counts at any time, also during an action.
pub fn assets(situation: &Situation<'_>) -> Assets {
    let food: u32 = situation.foods().iter().map(|(_, _, count)| *count).sum();
    let mut assets: Assets = [
        (Asset::Food, food),
        (Asset::Meals, food),
        (Asset::Blocks, situation.count_class(ItemClass::Filler).max(DUG_BLOCKS)),
        (Asset::Bed, situation.beds()),
    ]
    .into_iter()
    .collect();
    for class in &CLASSES {
        assets.set(Asset::ToolMaterials(class.game), u32::from(tool_to_make(situation, class).is_some()));
    }
    assets
}

/// Adds the supplies that upkeep counts only between two actions.
pub fn add_stocks(assets: &mut Assets, situation: &Situation<'_>) {
    let carried = |name: &str| situation.bag.count(item(name));
    let coal = fuel(situation);
    assets.set(Asset::Fuel, coal);
    assets.set(Asset::FuelSource, u32::from(knows_coal(situation)));
    assets.set(Asset::Torches, carried("torch"));
    assets.set(Asset::TorchMaterials, sticks(situation).min(coal));
    assets.set(Asset::Table, u32::from(has_station(situation, Station::CraftingTable)));
    assets.set(Asset::FoodSource, u32::from(has_prey(situation)));
    let furnace = has_station(situation, Station::Furnace);
    assets.set(Asset::Furnace, u32::from(furnace));
    let raw: u32 = raw_meats(situation).map(|(_, _, count)| count).sum();
    assets.set(Asset::RawFood, raw);
    let can_wait = situation.vitals.is_some_and(|vitals| vitals.food >= RAW_FOOD_BELOW && vitals.health >= HEALED);
    if furnace && coal > 0 && can_wait {
        assets.set(Asset::Food, assets.count(Asset::Food).saturating_sub(raw));
    }
    for class in &CLASSES {
        assets.set(Asset::SpareTool(class.game), spares(situation, class.game));
    }
}

/// The number of carried coal and charcoal.
pub fn fuel(situation: &Situation<'_>) -> u32 {
    situation.bag.count(item("coal")) + situation.bag.count(item("charcoal"))
}

/// Carried raw meat that can be cooked: the raw item, the cooked item, the count.
pub fn raw_meats(situation: &Situation<'_>) -> impl Iterator<Item = (ItemId, ItemId, u32)> {
    let points = |item: ItemId| gamedata_item(item).and_then(|facts| facts.food.as_ref()).map(|food| food.points);
    situation.bag.iter().filter_map(move |(raw, count)| {
        let before = points(raw)?;
        let cooked = smelting::result(Station::Furnace, raw)?.output;
        (points(cooked)? > before).then_some((raw, cooked, count))
    })
}

/// Whether the agent has seen coal and a carried pickaxe can mine it.
pub fn knows_coal(situation: &Situation<'_>) -> bool {
    let deposits = situation.lore.deposits(item("coal"));
    let blocks: alloc::vec::Vec<_> =
        deposits.iter().map(|deposit| deposit.block).filter(|block| can_harvest(*block, situation.bag)).collect();
    !blocks.is_empty() && situation.places.nearest(&blocks, situation.at, situation.now).is_some()
}

/// Whether an animal is near, and the agent has a stone sword or is hungry enough to hunt without one.
pub fn has_prey(situation: &Situation<'_>) -> bool {
    let hungry = situation.vitals.is_some_and(|vitals| vitals.food < HUNGRY_FOOD);
    let armed = || best(situation, tools::ToolClass::Sword).is_some_and(|(tier, _)| tier >= Tier::Stone);
    if !hungry && !armed() {
        return false;
    }
    let kinds = MEATS.map(|meat| situation.lore.prey(item(meat)));
    let nearest = kinds.iter().filter_map(|kinds| creatures::of_kinds(situation.belief, situation.fine, kinds));
    nearest.into_iter().any(|creature| creature.at.within(situation.fine, PREY_FINE))
}

/// The number of spare tools of a class: stone or better, with enough uses left, not counting the one in use. An agent
/// without a stone tool needs no spare yet.
fn spares(situation: &Situation<'_>, class: tools::ToolClass) -> u32 {
    if best(situation, class).is_none_or(|(tier, _)| tier < Tier::Stone) {
        return 1;
    }
    let slots = situation.carried.slots.iter().chain([&situation.carried.off_hand]).flatten();
    let good = slots.filter(|stack| {
        let fits = |tool: tools::Tool| tool.class == class && tool.tier >= Tier::Stone;
        let facts = gamedata_item(stack.item).filter(|facts| facts.tool.is_some_and(fits));
        facts.is_some_and(|facts| left(facts.durability, stack.wear) >= SPARE_LEFT_MIN)
    });
    (good.count() as u32).saturating_sub(1)
}

/// The number of carried sticks, and of sticks that the carried wood can give.
pub fn sticks(situation: &Situation<'_>) -> u32 {
    let planks: u32 = HEADS[3].2.iter().map(|name| unreserved(situation, name)).sum();
    let logs: u32 = LOGS.iter().map(|name| unreserved(situation, name)).sum();
    unreserved(situation, "stick") + 2 * planks + 8 * logs
}

/// How many of an item are carried beyond what open builds take.
fn unreserved(situation: &Situation<'_>, name: &str) -> u32 {
    let item = item(name);
    situation.bag.count(item).saturating_sub(situation.builds.reserved(item, None))
}

/// The share of its uses that a worn tool has left, in thousandths.
fn left(durability: u16, wear: u16) -> u16 {
    let uses = u32::from(durability).max(1);
    (uses.saturating_sub(u32::from(wear)) * 1_000 / uses) as u16
}

/// The best tier among carried tools of a class, and the share of uses left of the least worn tool of that tier, in
/// thousandths. Spare tools count.
pub fn best(situation: &Situation<'_>, class: tools::ToolClass) -> Option<(Tier, u16)> {
    let of_class = situation.bag.iter().filter_map(|(item, _)| {
        let facts = gamedata_item(item)?;
        let tool = facts.tool.filter(|tool| tool.class == class)?;
        let wear = situation.carried.least_worn(item).map_or(0, |stack| stack.wear);
        Some((tool.tier, left(facts.durability, wear)))
    });
    of_class.reduce(|(tier, left), (other, others)| (tier.max(other), left.max(others)))
}

/// The best tool of a class that the carried materials can make, no better than the one in use. Where a stone one is in use, a wooden
/// one is none: it does not count as a spare, and would be made for ever.
pub fn tool_to_make(situation: &Situation<'_>, class: &Class) -> Option<ItemId> {
    let (tier, _) = best(situation, class.game)?;
    if sticks(situation) < 2 {
        return None;
    }
    let enough = |head: &str| unreserved(situation, head) >= class.heads;
    let least = tier.min(Tier::Stone);
    let fits = HEADS
        .iter()
        .filter(|(made, ..)| (least..=tier).contains(made))
        .find(|(_, _, made_of)| made_of.iter().any(|head| enough(head)));
    gamedata::items::named(&alloc::format!("{}_{}", fits?.1, class.name))
}
