//! Room in the bag: throws away what is worth least before something better finds no place.

use crate::lore::gamedata_item;
use crate::situation::Situation;
use crate::work::{Expect, Next};
use vocab::{Action, ItemId};

/// Free slots below which something goes: one for what is wanted, one for what comes with it.
const FREE_SLOTS_MIN: usize = 2;
/// Never thrown away, whatever its cost: what the next plans are made of.
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
    "white_bed",
];
/// Of cheap things that are good to have, this many are enough.
const ENOUGH: u32 = 64;

/// Throws something away when the bag is nearly full; `None` when there is room.
pub fn make(situation: &Situation<'_>, wanted: ItemId) -> Option<Next> {
    if situation.carried.slots.is_empty() || situation.carried.free_slots() >= FREE_SLOTS_MIN {
        return None;
    }
    let worth = |(item, count): (ItemId, u32)| {
        let facts = gamedata_item(item)?;
        let precious = item == wanted
            || facts.durability > 0
            || facts.food.as_ref().is_some_and(|food| !food.harmful)
            || KEEP.contains(&facts.name);
        let useful =
            crate::classes::is_in(tasks::ItemClass::Filler, item) || crate::classes::is_in(tasks::ItemClass::Log, item);
        let spare = if useful { count.saturating_sub(ENOUGH) } else { count };
        (!precious && spare > 0).then(|| (useful, situation.lore.cost(item), item, spare))
    };
    let (_, _, item, spare) = situation.bag.iter().filter_map(worth).min()?;
    let action = Action::Drop { item, count: spare.min(64) as u16 };
    Some(Next::act(action, Expect::Spend(item), "to make room in the bag"))
}
