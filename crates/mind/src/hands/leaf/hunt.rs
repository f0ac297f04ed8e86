//! Hunting: strike down a creature believed near, pick up what it leaves; else look elsewhere.

use super::{explore, go, room};
use crate::view::creatures;
use crate::view::lore::name_of;
use crate::view::situation::Situation;
use crate::agenda::work::{Expect, Next, Work};
use crate::classes::is_in;
use crate::creatures;
use crate::lore::name_of;
use crate::situation::Situation;
use crate::work::{Expect, Next, Work};
use belief::Good;
use tasks::ItemClass;
use vocab::{Action, ItemId};

/// How far the drops of a creature may have scattered, in blocks.
const PICK_UP_RADIUS: u8 = 8;

/// Farther than this one walks there first, in thousandths of a block: the body loses sight of prey at 40 blocks.
const CHASE_FINE: u64 = 24_000;
/// Nearer than this nothing can be in the way any more.
const STRIKE_FINE: u64 = 4_500;

/// What an animal is hunted for when its drop is this item; none for things such as string, which only the nearest prey counts for.
fn good(item: ItemId) -> Option<Good> {
    match name_of(item) {
        "leather" => Some(Good::Leather),
        name if name.ends_with("_wool") => Some(Good::Wool),
        _ => is_in(ItemClass::Food, item).then_some(Good::Food),
    }
}

pub fn next(situation: &Situation<'_>, work: &mut Work, item: ItemId, total: u32, turns: u32) -> Next {
    if situation.bag.count(item) >= total {
        return Next::Done;
    }
    // A kill is no use to one whose bag is full: room is made before.
    if let Some(next) = room::make(situation, |other| other == item) {
        return next;
    }
    if work.kill.is_some() {
        return Next::act(Action::PickUp { radius: PICK_UP_RADIUS }, Expect::Gain(item), "it left something");
    }
    let kinds = situation.lore.prey(item);
    let best = good(item).and_then(|good| creatures::best(situation.belief, situation.fine, kinds, good));
    let prey =
        best.map_or_else(|| creatures::of_kinds(situation.belief, situation.fine, kinds), |(_, prey)| Some(prey));
    // The body chases on foot only; after a failure one digs one's way up to it first.
    let chase_fine = if work.fails == 0 { CHASE_FINE } else { STRIKE_FINE };
    match prey {
        Some(seen) if !seen.at.within(situation.fine, chase_fine) => {
            let within = if work.fails == 0 { 8 } else { 2 };
            go(work, seen.at.block(), within, alloc::format!("{} was seen there", seen.kind))
        }
        Some(seen) => {
            let why = alloc::format!("{} is what {} comes from", seen.kind, name_of(item));
            Next::act(Action::Attack { near: seen.at }, Expect::Nothing, why)
        }
        None => explore::search(situation, work, name_of(item), None, turns),
    }
}
