//! Placing a station near the body: in a free cell on firm ground, or in one that is dug for it.

use super::{around, explore};
use crate::situation::Situation;
use crate::work::{Expect, Next, Work};
use tasks::StallClass;
use vocab::{Action, Station};

pub fn next(situation: &Situation<'_>, work: &mut Work, station: Station, turns: u32) -> Next {
    let item = crate::lore::item(station.name());
    if situation.bag.count(item) == 0 {
        return Next::Done;
    }
    let at = situation.at;
    let why = alloc::format!("where can the {} stand?", station.name());
    let region = match around(work, at, (at.offset(-2, -2, -2), at.offset(2, 3, 2)), why) {
        Ok(region) => region,
        Err(ask) => return ask,
    };
    let Some(block) = crate::lore::gamedata_item(item).and_then(|item| item.block) else {
        return Next::cannot(StallClass::Unplannable, alloc::format!("{} cannot be placed", station.name()));
    };
    let cells = region.cells_for_station(at);
    if let Some(cell) = cells.into_iter().find(|cell| !situation.known.is_bad(*cell, situation.now)) {
        let expect = Expect::Block { at: cell, is: Some(block) };
        return Next::act(
            Action::Place { item, at: cell },
            expect,
            alloc::format!("a {} is needed here", station.name()),
        );
    }
    let walls = region.walls_to_dig(at);
    match walls.into_iter().find(|cell| !situation.known.is_bad(*cell, situation.now)) {
        Some(cell) => Next::act(Action::Dig { at: cell }, Expect::Block { at: cell, is: None }, "to make room for it"),
        None => explore::search(work, "room for a station", turns),
    }
}
