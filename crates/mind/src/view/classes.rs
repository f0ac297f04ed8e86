//! Items that do for each other: logs, food, filler.

use crate::view::lore::gamedata_item;
use crate::view::lore::{Lore, item, name_of};
use alloc::vec::Vec;
use tasks::ItemClass;
use vocab::{BlockId, ItemId};

/// Logs that nature has, the commonest first.
pub const LOGS: [&str; 8] =
    ["oak_log", "birch_log", "spruce_log", "jungle_log", "acacia_log", "dark_oak_log", "cherry_log", "mangrove_log"];

/// Blocks to fill a hole with, the cheapest to lose first.
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

/// Meat, the most filling first, with the creatures it comes from in [`Lore`].
pub const MEATS: [&str; 3] = ["beef", "porkchop", "mutton"];

pub fn is_in(class: ItemClass, item: ItemId) -> bool {
    let name = name_of(item);
    match class {
        ItemClass::Log => LOGS.contains(&name),
        ItemClass::Filler => FILLERS.contains(&name),
        ItemClass::Food => gamedata_item(item).and_then(|item| item.food.as_ref()).is_some_and(|food| !food.harmful),
    }
}

/// A bed of any colour.
pub fn is_bed(item: ItemId) -> bool {
    name_of(item).ends_with("_bed")
}

/// Blocks that are as good as those of this item when looking for it: all logs for a log.
pub fn kin(lore: &Lore, wanted: ItemId) -> Vec<BlockId> {
    let items = if is_in(ItemClass::Log, wanted) { LOGS.map(item).to_vec() } else { alloc::vec![wanted] };
    let mut blocks: Vec<BlockId> =
        items.iter().flat_map(|item| lore.deposits(*item)).map(|deposit| deposit.block).collect();
    blocks.sort_unstable();
    blocks.dedup();
    blocks
}
