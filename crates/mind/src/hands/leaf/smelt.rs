//! Smelts: loads a station, lets it work, takes the output.

use super::{Expect, Next, Outlook, REACH_BLOCKS, go, room};
use crate::agenda::work::Work;
use crate::plan::asking::is_usable;
use crate::plan::step::Step;
use crate::view::places::KnownStation;
use crate::view::situation::Situation;
use crate::wire::reason::Why;
use tasks::TaskId;
use vocab::{Action, BlockPos, ItemId, Station, Tick};

/// Ticks that the agent needs per block to a furnace: along, including detours, and up or down, including digging.
const TICKS_PER_BLOCK: u64 = 6;
const TICKS_PER_BLOCK_UP: u64 = 20;
/// The agent waits at the furnace when fewer ticks than this are left: fifteen seconds.
const AWAY_TICKS_MIN: u64 = 300;
/// An agent that is away returns to the furnace this many ticks before smelting ends.
const EARLY_TICKS: u64 = 60;

/// Whether the agent must leave now to reach the furnace `early_ticks` before its batch is done.
fn is_due(situation: &Situation<'_>, at: BlockPos, ready: Tick, early_ticks: u64) -> bool {
    let level = BlockPos { y: situation.at.y, ..at };
    let way_ticks = level.distance_squared(situation.at).isqrt() * TICKS_PER_BLOCK
        + u64::from(at.y.abs_diff(situation.at.y)) * TICKS_PER_BLOCK_UP;
    ready.since(situation.now) <= way_ticks + early_ticks
}

/// Whether the step takes a batch out of a furnace and the agent must go there now.
pub fn is_collection_due(situation: &Situation<'_>, step: &Step, task: TaskId) -> bool {
    let Step::Take { item, .. } = step else { return false };
    let batch = situation.places.batch(*item, Some(task));
    batch.is_some_and(|(at, load)| is_due(situation, at, load.ready, EARLY_TICKS))
}

/// The next action to put input and fuel into the nearest idle station (such as a furnace) of the kind.
pub fn load(
    outlook: &Outlook<'_>,
    work: &Work,
    station: Station,
    (input, count): (ItemId, u8),
    fuel: (ItemId, u8),
) -> Next {
    let situation = outlook.situation;
    let usable = |known: &KnownStation| is_usable(situation.places, known, situation.at, situation.now);
    let stations = situation.places.stations(station, situation.at);
    let Some(nearest) = stations.iter().find(|known| known.load.is_none() && usable(known)) else {
        // If all stations near by are busy, the task waits for the first one. If none is left, the next plan includes a
        // new one.
        let near = stations.iter().filter(|known| usable(known));
        let free = near.filter_map(|known| known.free_at(Some(outlook.task), situation.now)).min();
        return match free.filter(|free| *free > situation.now) {
            Some(until) => Next::Pause { until, why: Why::StationBusy(station) },
            None => Next::Done,
        };
    };
    if !situation.is_near(nearest.at, REACH_BLOCKS) {
        return go(work, nearest.at, 2, Why::StationThere(station));
    }
    let action = Action::LoadStation { at: nearest.at, input, count, fuel: Some(fuel) };
    Next::act(action, Expect::Spend(input), Why::ToSmelt { item: input, count })
}

/// The next action to take the output of a station once it is ready.
pub fn take(outlook: &Outlook<'_>, work: &Work, item: ItemId) -> Next {
    let situation = outlook.situation;
    let Some((at, load)) = situation.places.batch(item, Some(outlook.task)) else { return Next::Done };
    if !is_due(situation, at, load.ready, AWAY_TICKS_MIN) {
        return Next::Pause { until: load.ready, why: Why::StillSmelting(item) };
    }
    if !situation.is_near(at, REACH_BLOCKS) {
        return go(work, at, 2, Why::ReadyThere(item));
    }
    if load.ready > situation.now {
        let ticks = load.ready.since(situation.now).min(AWAY_TICKS_MIN) as u16;
        return Next::act(Action::Wait { ticks }, Expect::Nothing, Why::NearlyReady(item));
    }
    if let Some(next) = room::make(situation, |other| other == item) {
        return next;
    }
    Next::act(Action::TakeOutput { at }, Expect::Gain(item), Why::Ready(item))
}
