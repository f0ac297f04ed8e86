//! Hunting: strike down a creature believed near, pick up what it leaves; else look elsewhere.

use super::explore;
use crate::lore::name_of;
use crate::situation::Situation;
use crate::work::{Expect, Next, Work};
use vocab::{Action, ItemId};

/// How far the drops of a creature may have scattered, in blocks.
const PICK_UP_RADIUS: u8 = 8;

pub fn next(situation: &Situation<'_>, work: &mut Work, item: ItemId, total: u32, turns: u32) -> Next {
    if situation.bag.count(item) >= total {
        return Next::Done;
    }
    if work.kill.is_some() {
        return Next::act(Action::PickUp { radius: PICK_UP_RADIUS }, Expect::Gain(item), "it left something");
    }
    let prey = situation.sightings.of_kinds(situation.fine, situation.lore.prey(item));
    // After a failure the next one is tried first: the nearest may be out of reach.
    match prey.get(usize::from(work.fails).min(prey.len().saturating_sub(1))) {
        Some(seen) => {
            let why = alloc::format!("{} is what {} comes from", seen.kind, name_of(item));
            Next::act(Action::Attack { near: seen.at }, Expect::Nothing, why)
        }
        None => explore::search(situation, work, name_of(item), None, turns),
    }
}
