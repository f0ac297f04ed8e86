//! Putting up torches where the body is: at its feet, where one fits in any hole, or beside it.

use super::around;
use crate::view::situation::Situation;
use crate::agenda::work::{Expect, Next, Work};
use tasks::StallClass;
use vocab::{Action, BlockPos};

pub fn next(situation: &Situation<'_>, work: &mut Work, light: u8) -> Next {
    if situation.light() >= light {
        return Next::Done;
    }
    let item = crate::view::lore::item("torch");
    let Some(block) = crate::view::lore::gamedata_item(item).and_then(|item| item.block) else {
        return Next::cannot(StallClass::Unplannable, "a torch cannot be placed");
    };
    if situation.bag.count(item) == 0 {
        return Next::cannot(StallClass::BlockedReason, "no torch is left");
    }
    let place = |at: BlockPos| {
        let why = alloc::format!("the light is {} of 15", situation.light());
        Next::act(Action::Place { item, at }, Expect::Block { at, is: Some(block) }, why)
    };
    let at = situation.at;
    if work.fails == 0 && !situation.is_in_water() {
        return place(at);
    }
    let region = match around(work, at, (at.offset(-2, -2, -2), at.offset(2, 3, 2)), "where can a torch stand?") {
        Ok(region) => region,
        Err(ask) => return ask,
    };
    let cells = region.cells_for_station(at);
    match cells.into_iter().find(|cell| !situation.places.is_bad(*cell, situation.now)) {
        Some(cell) => place(cell),
        None => Next::cannot(StallClass::BlockedReason, "nowhere to put a torch"),
    }
}
