//! Spends the night at home, when a house with a bed of the agent's own stands near.

use super::shelter::WAIT_TICKS;
use super::{Expect, Next};
use crate::agenda::pursuit::Pursuit;
use crate::view::situation::Situation;
use crate::wire::reason::Why;
use vocab::action::Terrain;
use vocab::{Action, day};

/// The agent goes home for the night when its bed is within this many blocks: a walk of ten seconds.
const HOME_BLOCKS: u64 = 48;
/// From here the bed can be used, in blocks.
const BESIDE_BED: u8 = 2;
/// After this many walks home that failed the agent digs in where it is.
const WALKS_MAX: u8 = 2;

/// The next action to be at home until morning; `None` without a home near enough, or when the way to it failed.
pub fn next(situation: &Situation<'_>, pursuit: &Pursuit) -> Option<Next> {
    let bed = situation.builds.bed_near(situation.at, HOME_BLOCKS)?;
    let digs_in = pursuit.stay.site.is_some() || pursuit.stay.bed.is_some() || situation.is_walled_in();
    if digs_in || !situation.is_late() {
        return None;
    }
    if !situation.is_near(bed, u64::from(BESIDE_BED) + 1) {
        let way = Action::GoTo { to: bed, within: BESIDE_BED, terrain: Terrain::Walk };
        let expect = Expect::Near { place: bed, within: BESIDE_BED };
        return (pursuit.work.fails < WALKS_MAX).then(|| Next::act(way, expect, Why::HomeForNight));
    }
    let sleeps = day::is_night(u64::from(situation.around.time_of_day)) && pursuit.work.fails == 0;
    Some(if sleeps {
        Next::act(Action::Sleep { bed }, Expect::Nothing, Why::BedShortensNight)
    } else {
        Next::act(Action::Wait { ticks: WAIT_TICKS }, Expect::Nothing, Why::UntilMorning)
    })
}
