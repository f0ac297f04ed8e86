//! Classes of interchangeable items: logs, food, filler blocks.

use crate::view::lore::gamedata_item;
use crate::view::lore::{Lore, item, name_of};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{Bag, BlockId, ItemId};

/// A class of items that are interchangeable in a goal, such as logs of any wood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemClass {
    /// The class of logs and stems that can be made into planks.
    Log,
    /// The class of items that are safe to eat.
    Food,
    /// The class of cheap blocks for walls (dirt, cobblestone, planks).
    Filler,
}

/// Natural logs, the most common wood first.
pub const LOGS: [&str; 8] =
    ["oak_log", "birch_log", "spruce_log", "jungle_log", "acacia_log", "dark_oak_log", "cherry_log", "mangrove_log"];

/// Blocks for filling holes, the cheapest first.
pub const FILLERS: [&str; 11] = [
    "dirt",
    "cobblestone",
    "cobbled_deepslate",
    "netherrack",
    "andesite",
    "diorite",
    "granite",
    "oak_planks",
    "birch_planks",
    "spruce_planks",
    "oak_log",
];

/// Meats that the agent hunts for, the most filling first. [`Lore`] knows the creatures that drop them.
pub const MEATS: [&str; 3] = ["beef", "porkchop", "mutton"];

/// Foods that cost a little hunger at worst. A hurt or starving agent without anything better eats them: the points that
/// they give are several times what the hunger takes.
const LAST_FOODS: [&str; 2] = ["rotten_flesh", "chicken"];

/// Whether the item is eaten only when the agent carries nothing better.
pub fn is_last_food(item: ItemId) -> bool {
    LAST_FOODS.contains(&name_of(item))
}

pub fn is_in(class: ItemClass, item: ItemId) -> bool {
    let name = name_of(item);
    match class {
        ItemClass::Log => LOGS.contains(&name),
        ItemClass::Filler => FILLERS.contains(&name),
        ItemClass::Food => gamedata_item(item).and_then(|item| item.food.as_ref()).is_some_and(|food| !food.harmful),
    }
}

/// The number of items of a class in the bag.
pub fn count_in(class: ItemClass, bag: &Bag) -> u32 {
    bag.iter().filter(|(item, _)| is_in(class, *item)).map(|(_, count)| count).sum()
}

/// Whether the item is a bed of any colour.
pub fn is_bed(item: ItemId) -> bool {
    name_of(item).ends_with("_bed")
}

/// The kinds of blocks to search for to get this item. For a log these are the blocks of all logs.
pub fn kin(lore: &Lore, wanted: ItemId) -> Vec<BlockId> {
    let items = if is_in(ItemClass::Log, wanted) { LOGS.map(item).to_vec() } else { alloc::vec![wanted] };
    let mut blocks: Vec<BlockId> =
        items.iter().flat_map(|item| lore.deposits(*item)).map(|deposit| deposit.block).collect();
    blocks.sort_unstable();
    blocks.dedup();
    blocks
}
