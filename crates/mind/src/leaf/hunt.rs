//! Hunting: strike down a creature believed near, pick up what it leaves; else look elsewhere.

use super::{explore, go, room};
use crate::creatures;
use crate::lore::name_of;
use crate::situation::Situation;
use crate::work::{Expect, Next, Work};
use vocab::{Action, ItemId};

/// How far the drops of a creature may have scattered, in blocks.
const PICK_UP_RADIUS: u8 = 8;

/// Farther than this one walks there first, in thousandths of a block: the body loses sight of prey at 40 blocks.
const CHASE_FINE: u64 = 24_000;
/// Nearer than this nothing can be in the way any more.
const STRIKE_FINE: u64 = 4_500;

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
    let prey = creatures::of_kinds(situation.belief, situation.fine, situation.lore.prey(item));
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
        None => explore::search(work, name_of(item), turns),
    }
}
