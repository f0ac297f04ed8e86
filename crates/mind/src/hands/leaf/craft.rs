//! Crafts by hand, or at a crafting table near by.

use super::{Expect, Next, REACH_BLOCKS, go, room};
use crate::agenda::work::Work;
use crate::view::situation::Situation;
use crate::wire::reason::Why;
use tasks::StallClass;
use vocab::{Action, Station};

pub fn next(situation: &Situation<'_>, work: &Work, number: u16, times: u16) -> Next {
    let Some(recipe) = gamedata::recipes::get(number) else {
        return Next::cannot(StallClass::Unplannable, Why::NoRecipe(number));
    };
    let mut table = None;
    if recipe.needs_table {
        let known = situation.places.stations(Station::CraftingTable, situation.at);
        let Some(nearest) = known.into_iter().find(|known| !situation.places.is_bad(known.at, situation.now)) else {
            return Next::Done; // the crafting table is gone: the next plan includes one
        };
        if !situation.is_near(nearest.at, REACH_BLOCKS) {
            return go(work, nearest.at, 2, Why::StationThere(Station::CraftingTable));
        }
        table = Some(nearest.at);
    }
    let takes_part = |item| item == recipe.output || recipe.cells.iter().any(|cell| cell.contains(&item));
    if let Some(next) = room::make(situation, takes_part) {
        return next;
    }
    // After a failed crafting the agent crafts one at a time, because the bag may have room for a few only.
    let times = if work.fails == 0 { times } else { 1 };
    let action = Action::Craft { recipe: number, times, table };
    Next::act(action, Expect::Gain(recipe.output), Why::IngredientsCarried)
}
