//! Connects the mind to the reflexes: tells them what gear is carried, and turns their answer into an action.

use crate::turn::Turn;
use crate::view::classes::ItemClass;
use crate::view::creatures;
use crate::view::lore::gamedata_item;
use crate::view::situation::Situation;
use crate::wire::reason::Reason;
use crate::wire::trace::Event;
use belief::sense::SenseRequest;
use reflex::{Gear, Reflex, Rule, WindowEvent};
use serde::{Deserialize, Serialize};
use vocab::{Action, Senses, Tick, TrackId};

/// An item counts as a weapon from this damage on, in thousandths of half hearts: a wooden sword.
const WEAPON_DAMAGE_MILLI: u16 = 4_000;
/// How far the body flees instead when attacking is barred after failures, in blocks.
const FLEE_BLOCKS: u8 = 18;
/// Belief's request to look at a place expires after this many ticks: two seconds.
const LOOK_TICKS: u64 = 40;

/// The reflexes, and the place at which belief wants the body to look next, until it has looked there.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Guard {
    reflex: Reflex,
    look: Option<SenseRequest>,
    pub alarms: u64,
}

/// An action that a reflex wants at once, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reaction {
    pub action: Action,
    /// The reflex's action may finish but must not be begun again, because its rule no longer fires.
    pub held: bool,
    pub why: Reason,
}

impl Guard {
    /// Tells the reflexes that an action failed, so that they try another one.
    pub fn failed(&mut self, action: &Action, now: Tick) {
        self.reflex.failed(action, now);
    }

    /// Runs the reflexes for one tick and returns the action that they want at once, if any.
    pub fn react(&mut self, situation: &Situation<'_>, senses: &Senses, turn: &mut Turn<'_>) -> Option<Reaction> {
        let now = situation.now;
        if let Some(request) = situation.belief.sense_request().filter(|request| request.tick == now) {
            turn.trace(Event::LookWanted { request });
            self.look = Some(request);
        }
        let step = self.reflex.step(situation.belief, senses, gear(situation));
        if let Some(window) = step.event {
            self.alarms += u64::from(matches!(window, WindowEvent::Entered { .. }));
            turn.trace(Event::Reflex { window });
        }
        let window = self.reflex.window()?;
        let why = reason(situation, window.rule, window.about);
        let action = allowed(situation, step.act?.action)?;
        Some(Reaction { action, held: step.held, why })
    }

    /// The look at a place that belief asked for, for a tick in which no controller needs the body. Each request is
    /// returned once.
    pub fn look(&mut self, now: Tick) -> Option<Action> {
        self.look.take().filter(|request| now.since(request.tick) <= LOOK_TICKS).map(|request| request.action())
    }
}

fn gear(situation: &Situation<'_>) -> Gear {
    let damage = |item| gamedata_item(item).map_or(0, |item| item.attack.damage_milli);
    let weapons = situation.bag.iter().map(|(item, _)| (damage(item), item));
    let weapon = weapons.filter(|(damage, _)| *damage >= WEAPON_DAMAGE_MILLI).max().map(|(_, item)| item);
    let bucket = crate::view::lore::item("water_bucket");
    Gear {
        weapon,
        food: situation.foods().first().map(|(item, ..)| *item),
        water_bucket: (situation.bag.count(bucket) > 0).then_some(bucket),
        walls: situation.count_class(ItemClass::Filler),
        shield: situation.bag.count(crate::view::lore::item("shield")) > 0,
    }
}

/// Replaces a reflex's action that failed three times here: fleeing by attacking, and attacking by fleeing. When both
/// are barred, the reflex gives up the body. Otherwise a mob behind a wall could hold the agent there for ever.
fn allowed(situation: &Situation<'_>, action: Action) -> Option<Action> {
    let may = |action: &Action| !situation.failures.barred(action, situation.at, situation.now);
    if may(&action) {
        return Some(action);
    }
    let other = match action {
        Action::WallIn { from } | Action::Flee { from, .. } => {
            Action::Attack { kind: creatures::hostile(situation.belief, from)?.kind, near: from }
        }
        Action::Attack { near, .. } => Action::Flee { from: near, blocks: FLEE_BLOCKS },
        _ => return None,
    };
    may(&other).then_some(other)
}

fn reason(situation: &Situation<'_>, rule: Rule, about: Option<TrackId>) -> Reason {
    let about = about.and_then(|id| creatures::kind_of(situation.belief, id));
    Reason::Reflex { rule, about, health: situation.vitals.map(|vitals| vitals.health) }
}
