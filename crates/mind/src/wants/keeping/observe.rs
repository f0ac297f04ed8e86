//! What the keeper is told: the body's vitals, tools and stocks, the worst of the hazard summary, and what the task is up to.

use super::Busy;
use super::stocks::{self, CLASSES, best};
use crate::goals::{Goal, Shelter};
use crate::view::situation::Situation;
use alloc::collections::BTreeMap;
use upkeep::drift::Activity;
use upkeep::observation::Observation;
use upkeep::schedule::TaskBreaks;
use vocab::{Action, ThreatLevel};

/// Ticks that a block takes to swim, and the longest way back that is reckoned with: beyond it another shore may be nearer.
const SWIM_TICKS_PER_BLOCK: u64 = 9;
const WAY_TICKS_MAX: u64 = 900;
/// The brightest light.
const LIGHT_MAX: u16 = 15;

pub fn observe(situation: &Situation<'_>, busy: Busy<'_>, activity: Activity, breaks: TaskBreaks) -> Observation {
    let walled_in = situation.is_walled_in();
    let stays_in =
        !situation.is_late() || busy.agenda.tasks().open().any(|task| *task.goal() == Goal::Shelter(Shelter));
    let mut worn = BTreeMap::new();
    for class in &CLASSES {
        if let Some((_, left)) = best(situation, class.game) {
            worn.insert(class.game, left);
        }
    }
    let mut assets = stocks::assets(situation);
    // Stocks are thought about between two actions, not every second of a night: untold they are unknown, and nobody's need.
    if busy.running.is_none() {
        stocks::add_stocks(&mut assets, situation);
    }
    Observation {
        tick: situation.now,
        food: situation.vitals.map(|vitals| vitals.food),
        health: situation.vitals.map(|vitals| vitals.health),
        tools: worn,
        light: Some(u16::from(situation.light()) * 1_000 / LIGHT_MAX),
        time_of_day: Some(situation.around.time_of_day),
        way_ticks: way_ticks(situation),
        // Walls help only as long as something keeps the body behind them; a nook for a bed has walls of its own.
        sheltered: situation.works_at_night()
            || (walled_in || busy.agenda.pursuits().any(|pursuit| pursuit.stay.bed.is_some())) && stays_in,
        assets,
        // Nothing gets at one who is walled in, whatever prowls outside.
        threat: if walled_in { ThreatLevel::None } else { situation.belief.hazards().worst() },
        activity,
        breaks,
    }
}

/// In open water there is no ground to dig in and nothing for walls to hold on to: the way back to land.
fn way_ticks(situation: &Situation<'_>) -> u64 {
    let dry = situation.places.dry.filter(|_| situation.is_in_water());
    let blocks = dry.map_or(0, |dry| dry.distance_squared(situation.at).isqrt());
    (blocks * SWIM_TICKS_PER_BLOCK).min(WAY_TICKS_MAX)
}

/// What the running action makes of the body; `None` between two actions.
pub fn activity(busy: Busy<'_>) -> Option<Activity> {
    let Some(running) = busy.running else {
        return (!busy.agenda.has_runnable()).then_some(Activity::Idle);
    };
    Some(match running.action {
        Action::Collect { .. } | Action::Mine { .. } | Action::Dig { .. } => Activity::Mining,
        Action::Attack { .. } | Action::Flee { .. } => Activity::Fighting,
        Action::Explore { .. } => Activity::Exploring,
        Action::GoTo { .. } | Action::PickUp { .. } => Activity::Walking,
        Action::Place { .. } => Activity::Building,
        Action::Sleep { .. } => Activity::Sleeping,
        _ => Activity::Idle,
    })
}
