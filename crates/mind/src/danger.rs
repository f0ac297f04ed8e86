//! A small stand-in for the reflexes: get out of fire and water; fight, flee or hide from what is hostile.

use crate::chain::gamedata_item;
use crate::sightings::Sighting;
use crate::situation::Situation;
use alloc::string::String;
use gamedata::mobs::{self, MobAttack};
use serde::{Deserialize, Serialize};
use tasks::ItemClass;
use vocab::Action;
use vocab::action::Terrain;

/// Ticks of air below which it is time to go up: five seconds.
const AIR_MIN: u16 = 100;
/// Distances at which to react, in thousandths of a block: a creeper's blast, a bow, a blow.
const CREEPER_FINE: u64 = 8_000;
const BOW_FINE: u64 = 15_000;
const MELEE_FINE: u64 = 6_000;
/// Once alarmed, this much farther still counts, so that it does not flap.
const STILL_FINE: u64 = 4_000;
/// Half hearts from which on a fight is risked with a weapon, against a bow, and with bare hands; more for each one more.
const FIGHT_HEALTH: u8 = 7;
const BOW_HEALTH: u8 = 12;
const FIST_HEALTH: u8 = 15;
const MORE_HEALTH: u8 = 4;
/// Thousandths of half hearts that make an item a weapon.
const WEAPON_DAMAGE_MILLI: u16 = 4_000;
/// How far to run, in blocks.
const FLEE_BLOCKS: u8 = 18;
/// Open sides up to which walling in is quicker than what comes: one block every few ticks.
const HIDE_SIDES_MAX: u8 = 5;

/// Whether the agent is alarmed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Danger {
    alarmed: bool,
    pub alarms: u64,
}

/// What the reflex wants: something done at once, or to get walled in (`None`), which is a matter of several actions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reaction {
    pub action: Option<Action>,
    pub why: String,
}

impl Danger {
    /// The reaction to what is, if it asks for one. `can_hide` says whether getting walled in is worth a try.
    pub fn react(&mut self, situation: &Situation<'_>, can_hide: bool) -> Option<Reaction> {
        let reaction = body(situation).or_else(|| creature(situation, self.alarmed, can_hide));
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
    Some(Reaction { action: Some(action), why: why.into() })
}

/// Hostile creatures that can be seen.
fn creature(situation: &Situation<'_>, alarmed: bool, can_hide: bool) -> Option<Reaction> {
    if situation.is_walled_in() {
        return None;
    }
    let health = situation.vitals?.health;
    let slack = if alarmed { STILL_FINE } else { 0 };
    let mut threats = situation.hostiles().filter_map(|seen| {
        let mob = mobs::named(seen.kind.as_str()).map(mobs::get)?;
        let range = match mob.attack {
            MobAttack::Explode => CREEPER_FINE,
            MobAttack::Bow | MobAttack::Throw => BOW_FINE,
            MobAttack::Melee | MobAttack::None => MELEE_FINE,
        };
        seen.at.within(situation.fine, range + slack).then_some((seen, mob.attack))
    });
    let (seen, attack) = threats.next()?;
    let more = threats.count().min(3) as u8;
    let armed = situation
        .bag
        .iter()
        .any(|(item, _)| gamedata_item(item).is_some_and(|item| item.attack.damage_milli >= WEAPON_DAMAGE_MILLI));
    let courage = match attack {
        MobAttack::Explode => u8::MAX,
        MobAttack::Bow | MobAttack::Throw if armed => BOW_HEALTH,
        _ if armed => FIGHT_HEALTH,
        _ => FIST_HEALTH,
    };
    let fight = health >= courage.saturating_add(MORE_HEALTH * more);
    let sides = situation.around.open_sides;
    let walls = situation.count_class(ItemClass::Filler) > u32::from(sides);
    let hide = can_hide && !fight && walls && sides <= HIDE_SIDES_MAX;
    let why = alloc::format!("{} near, health {health}, {}", seen.kind, if armed { "armed" } else { "unarmed" });
    let action = (!hide).then(|| deed(situation, &seen, fight));
    Some(Reaction { action, why })
}

/// Fights or flees; what failed here three times is not tried a fourth time.
fn deed(situation: &Situation<'_>, seen: &Sighting, fight: bool) -> Action {
    let flee = Action::Flee { from: seen.at, blocks: FLEE_BLOCKS };
    let attack = Action::Attack { near: seen.at };
    let (first, second) = if fight { (attack, flee) } else { (flee, attack) };
    if situation.failures.barred(&first, situation.at, situation.now) { second } else { first }
}
