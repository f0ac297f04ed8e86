//! Crafting: by hand, or at a table that is known near by.

use super::{REACH_BLOCKS, go, room};
use crate::view::situation::Situation;
use crate::agenda::work::{Expect, Next, Work};
use tasks::StallClass;
use vocab::{Action, Station};

pub fn next(situation: &Situation<'_>, work: &mut Work, number: u16, times: u16) -> Next {
    let Some(recipe) = gamedata::recipes::get(number) else {
        return Next::cannot(StallClass::Unplannable, alloc::format!("there is no recipe {number}"));
    };
    let mut table = None;
    if recipe.needs_table {
        let known = situation.places.stations(Station::CraftingTable, situation.at);
        let Some(nearest) = known.into_iter().find(|known| !situation.places.is_bad(known.at, situation.now)) else {
            return Next::Done; // the table is gone: the new plan has one made
        };
        if !situation.is_near(nearest.at, REACH_BLOCKS) {
            return go(work, nearest.at, 2, "the table is there");
        }
        table = Some(nearest.at);
    }
    let takes_part = |item| item == recipe.output || recipe.cells.iter().any(|cell| cell.contains(&item));
    if let Some(next) = room::make(situation, takes_part) {
        return next;
    }
    // After a failure one at a time: fewer may fit where many did not.
    let times = if work.fails == 0 { times } else { 1 };
    let output = recipe.output;
    Next::act(Action::Craft { recipe: number, times, table }, Expect::Gain(output), "all that it takes is there")
}
