//! The mind's side of the reflexes: what they are told of the bag, and what becomes of their answer.

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

/// Thousandths of half hearts that make an item a weapon: a wooden sword.
const WEAPON_DAMAGE_MILLI: u16 = 4_000;
/// How far to run when striking is barred, in blocks.
const FLEE_BLOCKS: u8 = 18;
/// A wish to look somewhere is worth nothing after two seconds.
const LOOK_TICKS: u64 = 40;

/// The reflexes, and what they asked for that has not been done yet.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Guard {
    reflex: Reflex,
    look: Option<SenseRequest>,
    pub alarms: u64,
}

/// What the reflex wants done at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reaction {
    pub action: Action,
    /// Only to be finished, not to be begun again: no rule speaks any more.
    pub held: bool,
    pub why: Reason,
}

impl Guard {
    /// Takes note of what failed, because another way out may be left.
    pub fn failed(&mut self, action: &Action, now: Tick) {
        self.reflex.failed(action, now);
    }

    /// One step of reflex.
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

    /// Where to look when nobody wants the body: the lowest priority of all. Asked for once.
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
    }
}

/// What failed here three times is not tried a fourth time: striking and running stand in for each other. Where both are barred
/// the body is left to others, or it would stand before a wall with something behind it for ever.
fn allowed(situation: &Situation<'_>, action: Action) -> Option<Action> {
    let may = |action: &Action| !situation.failures.barred(action, situation.at, situation.now);
    if may(&action) {
        return Some(action);
    }
    let other = match action {
        Action::WallIn { from } | Action::Flee { from, .. } => Action::Attack { near: from },
        Action::Attack { near } => Action::Flee { from: near, blocks: FLEE_BLOCKS },
        _ => return None,
    };
    may(&other).then_some(other)
}

fn reason(situation: &Situation<'_>, rule: Rule, about: Option<TrackId>) -> Reason {
    let about = about.and_then(|id| creatures::kind_of(situation.belief, id));
    Reason::Reflex { rule, about, health: situation.vitals.map(|vitals| vitals.health) }
}
