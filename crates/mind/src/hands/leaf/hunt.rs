//! Hunting: strike down the creature that is worth most, pick up what it leaves; else look elsewhere.

use super::explore;
use super::{Expect, Memory as LeafMemory, Next, Outlook, go, room};
use crate::agenda::work::Work;
use crate::view::classes::{ItemClass, is_in};
use crate::view::creatures;
use crate::view::lore::name_of;
use crate::wire::reason::{Sought, Why};
use belief::Good;
use serde::{Deserialize, Serialize};
use vocab::{Action, BlockPos, ItemId};

/// How far the drops of a creature may have scattered, in blocks.
const PICK_UP_RADIUS: u8 = 8;
/// Prey farther away than this is walked to first, in thousandths of a block: the body loses sight of it at 40 blocks.
const CHASE_FINE: u64 = 24_000;
/// Nearer than this nothing can be in the way any more.
const STRIKE_FINE: u64 = 4_500;

/// What hunting remembers.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Memory {
    /// Walks so far to look elsewhere.
    pub legs: u8,
    /// A creature was struck down, by this action from this place; its drops have not been picked up.
    pub kill: Option<(Action, BlockPos)>,
}

/// What an animal is hunted for when its drop is this item; none for things such as string, which only the nearest prey
/// counts for.
fn good(item: ItemId) -> Option<Good> {
    match name_of(item) {
        "leather" => Some(Good::Leather),
        name if name.ends_with("_wool") => Some(Good::Wool),
        _ => is_in(ItemClass::Food, item).then_some(Good::Food),
    }
}

pub fn next(outlook: &Outlook<'_>, work: &mut Work, item: ItemId, total: u32) -> Next {
    let situation = outlook.situation;
    if situation.bag.count(item) >= total {
        return Next::Done;
    }
    // A full bag could not take what a kill leaves: room is made before.
    if let Some(next) = room::make(situation, |other| other == item) {
        return next;
    }
    if work.memory.hunt().kill.is_some() {
        return Next::act(Action::PickUp { radius: PICK_UP_RADIUS }, Expect::Gain(item), Why::DropsLie);
    }
    let kinds = situation.lore.prey(item);
    let best = good(item).and_then(|good| creatures::best(situation.belief, situation.fine, kinds, good));
    let prey =
        best.map_or_else(|| creatures::of_kinds(situation.belief, situation.fine, kinds), |(_, prey)| Some(prey));
    // The body chases on foot only; after a failure it digs its way up to the prey first.
    let chase_fine = if work.fails == 0 { CHASE_FINE } else { STRIKE_FINE };
    match prey {
        Some(seen) if !seen.at.within(situation.fine, chase_fine) => {
            let within = if work.fails == 0 { 8 } else { 2 };
            go(work, seen.at.block(), within, Why::CreatureSeenThere(seen.kind))
        }
        Some(seen) => {
            let why = Why::ComesFrom { kind: seen.kind, item };
            Next::act(Action::Attack { near: seen.at }, Expect::Nothing, why)
        }
        None => {
            let fresh = LeafMemory::Hunt(Memory::default());
            explore::search(outlook, work, Sought::Item(item), fresh)
        }
    }
}
