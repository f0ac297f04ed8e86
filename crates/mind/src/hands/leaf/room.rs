//! Makes room in the bag: drops the least valuable items before the bag is full.

use super::{Expect, Next, REACH_BLOCKS};
use crate::memory::landmarks::Chest;
use crate::view::classes::{self, ItemClass};
use crate::view::lore::gamedata_item;
use crate::view::situation::Situation;
use crate::wire::reason::Why;
use vocab::action::Terrain;
use vocab::{Action, ItemId};

/// The agent drops items when fewer bag slots than this are free: one is for the wanted item, one for its by-products.
const FREE_SLOTS_MIN: usize = 2;
/// Items that the agent never drops, because later plans need them.
const KEEP: [&str; 16] = [
    "crafting_table",
    "furnace",
    "coal",
    "charcoal",
    "stick",
    "torch",
    "raw_iron",
    "iron_ingot",
    "diamond",
    "bucket",
    "shield",
    "raw_gold",
    "gold_ingot",
    "redstone",
    "lapis_lazuli",
    "rotten_flesh",
];
/// How many of each cheap useful item the agent keeps, and the smaller number that it keeps when bag slots are short.
const ENOUGH: u32 = 64;
const ENOUGH_AT_NEED: u32 = 16;
/// The agent puts items into a remembered chest instead of dropping them when one is within this many blocks: a walk of
/// a few seconds.
const STORE_BLOCKS: u64 = 12;

/// The action to drop or store an item when the bag is nearly full; `None` when there is room or every item is needed.
pub fn make(situation: &Situation<'_>, is_wanted: impl Fn(ItemId) -> bool) -> Option<Next> {
    if situation.carried.slots.is_empty() || situation.carried.free_slots() >= FREE_SLOTS_MIN {
        return None;
    }
    let worth = |(item, count): (ItemId, u32)| {
        let free = count.saturating_sub(situation.builds.reserved(item, None));
        let (rank, spare) = spare(situation, item, free).filter(|(_, spare)| *spare > 0 && !is_wanted(item))?;
        Some((rank, situation.lore.cost(item), item, spare))
    };
    let (_, _, item, spare) = situation.bag.iter().filter_map(worth).min()?;
    let count = spare.min(64) as u16;
    let near = |chest: &&Chest| situation.is_near(chest.at, STORE_BLOCKS) && !chest.full;
    let action = match situation.places.chests(situation.at, situation.now).find(near) {
        Some(chest) if situation.is_near(chest.at, REACH_BLOCKS) => Action::Deposit { at: chest.at, item, count },
        Some(chest) => {
            let action = Action::GoTo { to: chest.at, within: 2, terrain: Terrain::Walk };
            return Some(Next::act(action, Expect::Near { place: chest.at, within: 2 }, Why::MakeRoomInBag));
        }
        None => Action::Drop { item, count },
    };
    Some(Next::act(action, Expect::Spend(item), Why::MakeRoomInBag))
}

/// How soon an item is dropped when the bag is full (lowest number first) and how many of it; `None` for items that are
/// never dropped.
fn spare(situation: &Situation<'_>, item: ItemId, count: u32) -> Option<(u8, u32)> {
    let facts = gamedata_item(item)?;
    let eaten = facts.food.as_ref().is_some_and(|food| !food.harmful);
    let kept = KEEP.contains(&facts.name) || classes::is_bed(item);
    let class = [ItemClass::Filler, ItemClass::Log].into_iter().find(|class| classes::is_in(*class, item));
    let beyond = |rank: u8, enough: u32| (count > enough).then(|| (rank, count - enough));
    if let Some(tool) = &facts.tool {
        let better = |(other, _): (ItemId, u32)| {
            let other = gamedata_item(other).and_then(|facts| facts.tool.as_ref());
            other.is_some_and(|other| other.class == tool.class && other.tier > tool.tier)
        };
        return situation.bag.iter().any(better).then_some((2, count));
    }
    match () {
        () if eaten || facts.durability > 0 || kept => beyond(4, ENOUGH),
        () => match class {
            None => Some((0, count)),
            // The whole stack is dropped when the agent has enough other items of the class: only a whole stack frees a
            // slot.
            Some(class) if situation.count_class(class) - count >= ENOUGH => Some((1, count)),
            Some(_) => beyond(1, ENOUGH).or(beyond(3, ENOUGH_AT_NEED)),
        },
    }
}
