//! Places a torch at the body's feet, where it fits in any hole, or beside the body.

use super::{Expect, Next, around};
use crate::agenda::work::Work;
use crate::goals::Have;
use crate::view::situation::Situation;
use crate::wire::reason::Why;
use tasks::StallClass;
use vocab::{Action, BlockPos};

/// How many torches are crafted when none is carried: one crafting.
const TORCHES_MADE: u32 = 4;

pub fn next(situation: &Situation<'_>, work: &Work, light: u8) -> Next {
    if situation.light() >= light {
        return Next::Done;
    }
    let item = crate::view::lore::item("torch");
    let Some(block) = crate::view::lore::gamedata_item(item).and_then(|item| item.block) else {
        return Next::cannot(StallClass::Unplannable, Why::TorchCannotBePlaced);
    };
    if situation.bag.count(item) == 0 {
        return Next::First { goal: Have { item, count: TORCHES_MADE }.into(), why: Why::NoTorch };
    }
    let place = |at: BlockPos| {
        let why = Why::Light { light: situation.light() };
        Next::act(Action::Place { item, at }, Expect::Block { at, is: Some(block) }, why)
    };
    let at = situation.at;
    if work.fails == 0 && !situation.is_in_water() {
        return place(at);
    }
    let cells = (at.offset(-2, -2, -2), at.offset(2, 3, 2));
    let region = match around(situation, work, at, cells, Why::WhereToPutTorch) {
        Ok(region) => region,
        Err(ask) => return ask,
    };
    let cells = region.cells_for_station(at);
    match cells.into_iter().find(|cell| !situation.places.is_bad(*cell, situation.now)) {
        Some(cell) => place(cell),
        None => Next::cannot(StallClass::BlockedReason, Why::NowhereForTorch),
    }
}
