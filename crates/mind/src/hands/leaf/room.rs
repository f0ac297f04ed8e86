//! Room in the bag: throws away what is worth least before something better finds no place.

use super::{Expect, Next};
use crate::view::classes::{self, ItemClass};
use crate::view::lore::gamedata_item;
use crate::view::situation::Situation;
use crate::wire::reason::Why;
use vocab::{Action, ItemId};

/// Free slots below which something goes: one for what is wanted, one for what comes with it.
const FREE_SLOTS_MIN: usize = 2;
/// Never thrown away, whatever its cost: what the next plans are made of.
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
/// Of cheap things that are good to have, this many are enough, and in need of room this few.
const ENOUGH: u32 = 64;
const ENOUGH_AT_NEED: u32 = 16;

/// Throws something away when the bag is nearly full; `None` when there is room, or nothing that could be missed.
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

/// How hard it is to part with an item, and how many of it; `None` for what is never thrown away.
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
            // Where others of the class are enough, the whole stack can go: only that frees its slot.
            Some(class) if situation.count_class(class) - count >= ENOUGH => Some((1, count)),
            Some(_) => beyond(1, ENOUGH).or(beyond(3, ENOUGH_AT_NEED)),
        },
    }
}
