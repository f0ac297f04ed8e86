//! Builds the keeper's observation: vitals, tools, stocks, the worst threat, and the activity of the active task.

use super::Busy;
use super::stocks::{self, CLASSES, best};
use crate::goals::{Goal, Shelter};
use crate::view::situation::Situation;
use alloc::collections::BTreeMap;
use upkeep::drift::Activity;
use upkeep::observation::Observation;
use upkeep::schedule::TaskBreaks;
use vocab::{Action, ThreatLevel};

/// Ticks to swim one block, and the longest swim to dry land that is counted, in ticks: beyond it another shore may be
/// nearer.
const SWIM_TICKS_PER_BLOCK: u64 = 9;
const WAY_TICKS_MAX: u64 = 900;
/// The brightest light level in the game.
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
    // Stocks of supplies are observed only between two actions, to save time. Unobserved stocks are unknown and raise
    // no need.
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
        // The agent counts as sheltered by walls only while it stays behind them: by day, or with an open shelter task.
        // A placed bed counts as walls.
        sheltered: situation.works_at_night()
            || (walled_in || busy.agenda.pursuits().any(|pursuit| pursuit.stay.bed.is_some())) && stays_in,
        assets,
        // Mobs outside cannot reach a walled-in agent.
        threat: if walled_in { ThreatLevel::None } else { situation.belief.hazards().worst() },
        activity,
        breaks,
    }
}

/// Ticks to swim back to dry land, because no shelter can be dug or built in open water.
fn way_ticks(situation: &Situation<'_>) -> u64 {
    let dry = situation.places.dry.filter(|_| situation.is_in_water());
    let blocks = dry.map_or(0, |dry| dry.distance_squared(situation.at).isqrt());
    (blocks * SWIM_TICKS_PER_BLOCK).min(WAY_TICKS_MAX)
}

/// The kind of activity (for hunger and wear) that the running action stands for; `None` between two actions.
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
