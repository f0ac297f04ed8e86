//! Places a station near the body: in a free cell on firm ground, or in a cell that is dug for it.

use super::explore;
use super::{Expect, Memory, Next, Outlook, around};
use crate::agenda::work::Work;
use crate::wire::reason::{Sought, Why};
use tasks::StallClass;
use vocab::{Action, Station};

pub fn next(outlook: &Outlook<'_>, work: &mut Work, station: Station) -> Next {
    let situation = outlook.situation;
    let item = crate::view::lore::item(station.name());
    if situation.bag.count(item) == 0 {
        return Next::Done;
    }
    let at = situation.at;
    let cells = (at.offset(-2, -2, -2), at.offset(2, 3, 2));
    let region = match around(situation, work, at, cells, Why::WhereToPut(station)) {
        Ok(region) => region,
        Err(ask) => return ask,
    };
    let Some(block) = crate::view::lore::gamedata_item(item).and_then(|item| item.block) else {
        return Next::cannot(StallClass::Unplannable, Why::CannotBePlaced(station));
    };
    let is_good =
        |cell: &vocab::BlockPos| !situation.places.is_bad(*cell, situation.now) && !situation.builds.guards(*cell);
    if let Some(cell) = region.cells_for_station(at).into_iter().find(is_good) {
        let expect = Expect::Block { at: cell, is: Some(block) };
        return Next::act(Action::Place { item, at: cell }, expect, Why::StationNeeded(station));
    }
    if let Some(cell) = region.walls_to_dig(at).into_iter().find(is_good) {
        let expect = Expect::Block { at: cell, is: None };
        return Next::act(Action::Dig { at: cell }, expect, Why::MakeRoomForStation);
    }
    let (what, fresh) = (Sought::RoomForStation, Memory::Station { legs: 0 });
    explore::search(outlook, work, what, fresh)
}
