//! Chests: looks into one that was never opened, and fetches what one holds.

use super::{Expect, Next, REACH_BLOCKS, go, room};
use crate::agenda::work::Work;
use crate::view::situation::Situation;
use crate::wire::reason::Why;
use vocab::{Action, BlockPos, ItemId, Query};

/// The next action to look into a chest: go to it, then ask what is in it.
pub fn look_into(situation: &Situation<'_>, work: &Work, at: BlockPos) -> Next {
    match situation.places.landmarks.chest(at) {
        Some(chest) if chest.content.is_none() => {}
        _ => return Next::Done,
    }
    if !situation.is_near(at, REACH_BLOCKS) {
        return go(work, at, 2, Why::UnopenedChest);
    }
    Next::Ask { query: Query::Container { at }, why: Why::UnopenedChest }
}

/// The next action to take items out of a chest: go to it, then take them.
pub fn fetch(situation: &Situation<'_>, work: &Work, at: BlockPos, (item, count): (ItemId, u16)) -> Next {
    if !situation.is_near(at, REACH_BLOCKS) {
        return go(work, at, 2, Why::InChest(item));
    }
    if let Some(next) = room::make(situation, |other| other == item) {
        return next;
    }
    Next::act(Action::Withdraw { at, item, count }, Expect::Gain(item), Why::InChest(item))
}
