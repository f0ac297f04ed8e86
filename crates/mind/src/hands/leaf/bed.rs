//! Sleeping through the night in a bed that is carried: room for it is dug into the walls of the shelter, and it is taken along
//! in the morning.

use super::shelter::WAIT_TICKS;
use super::{around, room};
use crate::view::classes::is_bed;
use crate::view::situation::Situation;
use crate::agenda::work::{Bed, Expect, Next, Work};
use upkeep::drift::{NIGHT_FROM, NIGHT_TO};
use vocab::{Action, BlockPos, ItemId, Tick};
use crate::classes::is_bed;
use crate::situation::Situation;
use crate::work::{Bed, Expect, Next, Work};
use vocab::{Action, BlockPos, ItemId, Tick, day};

/// Monsters near the bed let nobody sleep; a minute later they may have gone.
const SLEEP_AGAIN_TICKS: u64 = 1_200;
/// How far a bed that was taken up may have rolled, in blocks.
const PICK_UP_RADIUS: u8 = 3;
/// After so many tries the rest of the night is spent as without a bed.
const SLEEP_TRIES_MAX: u8 = 3;

/// Notes that something about the bed did not work: monsters may go, but what is in the way stays there.
pub fn no_sleep(failed: &Action, work: &mut Work, now: Tick) {
    let worth_waiting = matches!(failed, Action::Sleep { .. });
    work.sleepless = if worth_waiting { work.sleepless.saturating_add(1) } else { SLEEP_TRIES_MAX };
    work.sleep_from = now + SLEEP_AGAIN_TICKS;
}

/// The next thing to do about the bed; `None` when there is none, no room for it or no rest to be had.
pub fn next(situation: &Situation<'_>, work: &mut Work) -> Option<Next> {
    let is_night = day::is_night(u64::from(situation.around.time_of_day));
    let is_bed_time = is_night && work.sleepless < SLEEP_TRIES_MAX;
    let carried = carried(situation);
    let Some(bed) = &work.bed else {
        let wanted = is_bed_time && situation.is_walled_in() && carried.is_some();
        return if wanted { make_room(situation, work) } else { None };
    };
    let foot = bed.foot;
    match (carried, is_bed_time) {
        (Some(_), false) => {
            work.bed = None;
            None
        }
        // What was dug for it may fill the bag, and then it would be left behind.
        (None, false) if bed.lies => Some(room::make(situation, is_bed).unwrap_or_else(|| {
            Next::act(Action::PickUp { radius: PICK_UP_RADIUS }, Expect::Nothing, "to take the bed along")
        })),
        (None, false) => {
            let expect = Expect::Block { at: foot, is: None };
            Some(Next::act(Action::Dig { at: foot }, expect, "to take the bed along"))
        }
        (None, true) if situation.now < work.sleep_from => {
            Some(Next::act(Action::Wait { ticks: WAIT_TICKS }, Expect::Nothing, "monsters are too near to sleep"))
        }
        (None, true) => Some(Next::act(Action::Sleep { bed: foot }, Expect::Nothing, "a bed makes the night short")),
        (Some((item, block)), true) => {
            let place = || {
                let expect = Expect::Block { at: foot, is: Some(block) };
                Next::act(Action::Place { item, at: foot }, expect, "to sleep through the night")
            };
            let dig = |at: &BlockPos| {
                Next::act(Action::Dig { at: *at }, Expect::Block { at: *at, is: None }, "room for the bed")
            };
            Some(bed.dig.first().map_or_else(place, dig))
        }
    }
}

/// Any bed in the bag, and its block.
fn carried(situation: &Situation<'_>) -> Option<(ItemId, vocab::BlockId)> {
    let bed = |(item, _): (ItemId, u32)| {
        let facts = crate::view::lore::gamedata_item(item).filter(|_| is_bed(item))?;
        Some((item, facts.block?))
    };
    situation.bag.iter().find_map(bed)
}

/// Looks for two blocks of wall in a row beside the feet, with walls all around them.
fn make_room(situation: &Situation<'_>, work: &mut Work) -> Option<Next> {
    let at = situation.at;
    let cells = (at.offset(-3, -2, -3), at.offset(3, 3, 3));
    let region = match around(work, at.offset(3, 2, 3), cells, "is there room for the bed?") {
        Ok(region) => region,
        Err(ask) => return Some(ask),
    };
    let Some(nook) = region.nook(at) else {
        work.sleepless = SLEEP_TRIES_MAX;
        return None;
    };
    work.bed = Some(Bed { foot: nook[0], dig: nook.to_vec(), lies: false });
    next(situation, work)
}
