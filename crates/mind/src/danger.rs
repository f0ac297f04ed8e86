//! A small stand-in for the reflexes: get out of fire and water, run from what is too strong, fight what is not.

use crate::chain::gamedata_item;
use crate::failures::Failures;
use crate::situation::Situation;
use alloc::string::String;
use gamedata::mobs::{self, MobAttack};
use serde::{Deserialize, Serialize};
use vocab::Action;
use vocab::action::Terrain;
use vocab::{FinePos, Tick};

/// Ticks of air below which it is time to go up: five seconds.
const AIR_MIN: u16 = 100;
/// Distances at which to react, in thousandths of a block: a creeper's blast, a bow, a blow.
const CREEPER_FINE: u64 = 7_000;
const BOW_FINE: u64 = 14_000;
const MELEE_FINE: u64 = 5_000;
/// A bow nearer than this is fought, farther it is fled.
const BOW_FIGHT_FINE: u64 = 6_000;
/// Once alarmed, this much farther still counts, so that it does not flap.
const STILL_FINE: u64 = 4_000;
/// Half hearts from which on a fight is risked with a weapon, and with bare hands.
const FIGHT_HEALTH: u8 = 8;
const FIST_HEALTH: u8 = 16;
/// Thousandths of half hearts that make an item a weapon.
const WEAPON_DAMAGE_MILLI: u16 = 4_000;
/// How far to run, in blocks.
const FLEE_BLOCKS: u8 = 18;

/// Whether the agent is alarmed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Danger {
    alarmed: bool,
    pub alarms: u64,
}

/// What the reflex wants done at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reaction {
    pub action: Action,
    pub why: String,
}

impl Danger {
    /// The reaction to what is, if it asks for one.
    pub fn react(&mut self, situation: &Situation<'_>) -> Option<Reaction> {
        let reaction = body(situation).or_else(|| creature(situation, self.alarmed));
        if reaction.is_some() && !self.alarmed {
            self.alarms += 1;
        }
        self.alarmed = reaction.is_some();
        reaction
    }
}

/// Fire, lava, water, sand over the head.
fn body(situation: &Situation<'_>) -> Option<Reaction> {
    let vitals = situation.vitals.filter(|vitals| vitals.health > 0)?;
    let up = |blocks| Action::GoTo { to: situation.at.offset(0, blocks, 0), within: 3, terrain: Terrain::Dig };
    let away = Action::Flee { from: situation.fine, blocks: 6 };
    let (action, why) = if vitals.suffocating {
        (Action::Dig { at: situation.at.offset(0, 1, 0) }, "the head is inside a block")
    } else if vitals.in_lava {
        (away, "in lava")
    } else if vitals.in_water && vitals.air < AIR_MIN {
        (up(6), "nearly out of air")
    } else if vitals.on_fire && !vitals.in_water {
        (away, "on fire")
    } else {
        return None;
    };
    Some(Reaction { action, why: why.into() })
}

/// Hostile creatures that can be seen.
fn creature(situation: &Situation<'_>, alarmed: bool) -> Option<Reaction> {
    if situation.is_walled_in() {
        return None;
    }
    let health = situation.vitals?.health;
    let slack = if alarmed { STILL_FINE } else { 0 };
    let near = |at: FinePos, fine: u64| at.within(situation.fine, fine + slack);
    let mut threats = situation.hostiles().filter_map(|seen| {
        let mob = mobs::named(seen.kind.as_str()).map(mobs::get)?;
        let range = match mob.attack {
            MobAttack::Explode => CREEPER_FINE,
            MobAttack::Bow | MobAttack::Throw => BOW_FINE,
            MobAttack::Melee | MobAttack::None => MELEE_FINE,
        };
        near(seen.at, range).then_some((seen, mob))
    });
    let (seen, mob) = threats.next()?;
    let more = threats.count();
    let armed = situation
        .bag
        .iter()
        .any(|(item, _)| gamedata_item(item).is_some_and(|item| item.attack.damage_milli >= WEAPON_DAMAGE_MILLI));
    let bold = health >= if armed { FIGHT_HEALTH + 4 * (more.min(2) as u8) } else { FIST_HEALTH };
    let fight = match mob.attack {
        MobAttack::Explode => false,
        MobAttack::Bow | MobAttack::Throw => bold && armed && seen.at.within(situation.fine, BOW_FIGHT_FINE),
        MobAttack::Melee | MobAttack::None => bold && more < 2,
    };
    let flee = Action::Flee { from: seen.at, blocks: FLEE_BLOCKS };
    let attack = Action::Attack { near: seen.at };
    // What failed here three times is not tried a fourth time.
    let barred = |action: &Action, failures: &Failures, now: Tick| failures.barred(action, situation.at, now);
    let (first, second) = if fight { (attack, flee) } else { (flee, attack) };
    let action = if barred(&first, situation.failures, situation.now) { second } else { first };
    let why = alloc::format!("{} near, health {health}, {}", seen.kind, if armed { "armed" } else { "unarmed" });
    Some(Reaction { action, why })
}
