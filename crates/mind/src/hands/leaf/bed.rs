//! Sleeps in a carried bed: digs room for it into the shelter's wall, places it, and takes it along in the morning.

use super::shelter::WAIT_TICKS;
use super::{Expect, Next, around, room};
use crate::agenda::pursuit::{Bed, Pursuit, Stay};
use crate::view::classes::is_bed;
use crate::view::situation::Situation;
use crate::wire::reason::Why;
use vocab::{Action, BlockId, BlockPos, ItemId, Tick, day};

/// The agent tries to sleep again after this many ticks: one minute. Monsters near the bed prevent sleep, and may
/// leave.
const SLEEP_AGAIN_TICKS: u64 = 1_200;
/// How far from its place a broken bed may lie on the ground, in blocks.
const PICK_UP_RADIUS: u8 = 3;
/// After this many failed attempts to sleep the agent waits for the morning without sleep.
const SLEEP_TRIES_MAX: u8 = 3;

/// Records a failed attempt to sleep. It is tried again when monsters prevented it, and not when the bed's place is
/// blocked.
pub fn no_sleep(failed: &Action, stay: &mut Stay, now: Tick) {
    let worth_waiting = matches!(failed, Action::Sleep { .. });
    stay.sleepless = if worth_waiting { stay.sleepless.saturating_add(1) } else { SLEEP_TRIES_MAX };
    stay.sleep_from = now + SLEEP_AGAIN_TICKS;
}

/// The next action to place, use or take back a bed; `None` without a bed, without room for it, or after too many
/// failed attempts.
pub fn next(situation: &Situation<'_>, pursuit: &mut Pursuit) -> Option<Next> {
    let is_night = day::is_night(u64::from(situation.around.time_of_day));
    let is_bed_time = is_night && pursuit.stay.sleepless < SLEEP_TRIES_MAX;
    let carried = carried(situation);
    let Some(bed) = &pursuit.stay.bed else {
        let wanted = is_bed_time && situation.is_walled_in() && carried.is_some();
        return if wanted { make_room(situation, pursuit) } else { None };
    };
    let foot = bed.foot;
    match (carried, is_bed_time) {
        (Some(_), false) => {
            pursuit.stay.bed = None;
            None
        }
        // The blocks dug to make room for the bed may have filled the bag. Without a free slot the bed could not be
        // picked up.
        (None, false) if bed.lies => Some(room::make(situation, is_bed).unwrap_or_else(|| {
            Next::act(Action::PickUp { radius: PICK_UP_RADIUS }, Expect::Nothing, Why::TakeBedAlong)
        })),
        (None, false) => {
            let expect = Expect::Block { at: foot, is: None };
            Some(Next::act(Action::Dig { at: foot }, expect, Why::TakeBedAlong))
        }
        (None, true) if situation.now < pursuit.stay.sleep_from => {
            Some(Next::act(Action::Wait { ticks: WAIT_TICKS }, Expect::Nothing, Why::MonstersNearBed))
        }
        (None, true) => Some(Next::act(Action::Sleep { bed: foot }, Expect::Nothing, Why::BedShortensNight)),
        (Some((item, block)), true) => {
            let place = || {
                let expect = Expect::Block { at: foot, is: Some(block) };
                Next::act(Action::Place { item, at: foot }, expect, Why::SleepThroughNight)
            };
            let dig = |at: &BlockPos| {
                Next::act(Action::Dig { at: *at }, Expect::Block { at: *at, is: None }, Why::RoomForBed)
            };
            Some(bed.dig.first().map_or_else(place, dig))
        }
    }
}

/// A bed that the agent carries, and the block that it becomes when placed.
fn carried(situation: &Situation<'_>) -> Option<(ItemId, BlockId)> {
    let bed = |(item, _): (ItemId, u32)| {
        let facts = crate::view::lore::gamedata_item(item).filter(|_| is_bed(item))?;
        Some((item, facts.block?))
    };
    situation.bag.iter().find_map(bed)
}

/// Chooses a place for the bed: two wall blocks in a row beside the agent that have walls all around them.
fn make_room(situation: &Situation<'_>, pursuit: &mut Pursuit) -> Option<Next> {
    let at = situation.at;
    let cells = (at.offset(-3, -2, -3), at.offset(3, 3, 3));
    let region = match around(situation, &pursuit.work, at, cells, Why::IsThereRoomForBed) {
        Ok(region) => region,
        Err(ask) => return Some(ask),
    };
    let Some(nook) = region.nook(at) else {
        pursuit.stay.sleepless = SLEEP_TRIES_MAX;
        return None;
    };
    pursuit.stay.bed = Some(Bed { foot: nook[0], dig: nook.to_vec(), lies: false });
    next(situation, pursuit)
}
