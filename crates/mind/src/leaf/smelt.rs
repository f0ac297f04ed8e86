//! Smelting: load a station, leave it to its work, take what it made.

use super::{REACH_BLOCKS, go};
use crate::lore::name_of;
use crate::situation::Situation;
use crate::work::{Expect, Next, Work};
use vocab::{Action, ItemId, Station};

/// Puts input and fuel into the nearest idle station of the kind.
pub fn load(
    situation: &Situation<'_>,
    work: &mut Work,
    station: Station,
    (input, _, count): (ItemId, ItemId, u8),
    fuel: (ItemId, u8),
) -> Next {
    let idle = situation.known.stations(station, situation.at).into_iter();
    let mut idle = idle.filter(|known| known.load.is_none() && !situation.known.is_bad(known.at, situation.now));
    let Some(nearest) = idle.next() else {
        // All are at work: wait for the first; or all are gone: the new plan has one made.
        let first = situation.known.loaded().into_iter().find(|known| known.kind == station);
        return match first.and_then(|known| known.load).filter(|load| load.ready > situation.now) {
            Some(load) => Next::Pause { until: load.ready, why: alloc::format!("the {} is busy", station.name()) },
            None => Next::Done,
        };
    };
    if !situation.is_near(nearest.at, REACH_BLOCKS) {
        return go(work, nearest.at, 2, alloc::format!("the {} is there", station.name()));
    }
    let action = Action::LoadStation { at: nearest.at, input, count, fuel: Some(fuel) };
    Next::act(action, Expect::Spend(input), alloc::format!("{count} {} to be smelted", name_of(input)))
}

/// Takes what a station has made, when it is ready.
pub fn take(situation: &Situation<'_>, work: &mut Work, item: ItemId) -> Next {
    let makes = |known: &crate::known::KnownStation| known.load.is_some_and(|load| load.output == item);
    let Some((at, load)) =
        situation.known.loaded().into_iter().find(makes).and_then(|known| Some((known.at, known.load?)))
    else {
        return Next::Done;
    };
    if load.ready > situation.now {
        return Next::Pause { until: load.ready, why: alloc::format!("{} is still in the fire", name_of(item)) };
    }
    if !situation.is_near(at, REACH_BLOCKS) {
        return go(work, at, 2, alloc::format!("{} is ready there", name_of(item)));
    }
    Next::act(Action::TakeOutput { at }, Expect::Gain(item), alloc::format!("{} is ready", name_of(item)))
}
