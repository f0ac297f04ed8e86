//! Makes room in the bag: drops the least valuable items before the bag is full.

use super::{Expect, Next};
use crate::view::classes::{self, ItemClass};
use crate::view::lore::gamedata_item;
use crate::view::situation::Situation;
use crate::wire::reason::Why;
use vocab::{Action, ItemId};

/// Items are dropped below this many free slots: one is for the wanted item, one for its by-products.
const FREE_SLOTS_MIN: usize = 2;
/// Items that are never dropped, because later plans need them.
const KEEP: [&str; 15] = [
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
];
/// Number of each cheap useful item to keep, and the smaller number to keep when room is short.
const ENOUGH: u32 = 64;
const ENOUGH_AT_NEED: u32 = 16;

/// Drops an item when the bag is nearly full; `None` when there is room or every item is needed.
pub fn make(situation: &Situation<'_>, is_wanted: impl Fn(ItemId) -> bool) -> Option<Next> {
    if situation.carried.slots.is_empty() || situation.carried.free_slots() >= FREE_SLOTS_MIN {
        return None;
    }
    let worth = |(item, count): (ItemId, u32)| {
        let (rank, spare) = spare(situation, item, count).filter(|_| !is_wanted(item))?;
        Some((rank, situation.lore.cost(item), item, spare))
    };
    let (_, _, item, spare) = situation.bag.iter().filter_map(worth).min()?;
    let action = Action::Drop { item, count: spare.min(64) as u16 };
    Some(Next::act(action, Expect::Spend(item), Why::MakeRoomInBag))
}

/// The rank in which an item is dropped (lowest first) and how many; `None` for items that are never dropped.
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
            // The whole stack is dropped when other items of the class are enough: only a whole stack frees a slot.
            Some(class) if situation.count_class(class) - count >= ENOUGH => Some((1, count)),
            Some(_) => beyond(1, ENOUGH).or(beyond(3, ENOUGH_AT_NEED)),
        },
    }
}
