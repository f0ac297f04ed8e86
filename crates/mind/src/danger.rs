//! A small stand-in for the reflexes: get out of fire and water; fight, flee or hide from what is hostile.

use crate::lore::gamedata_item;
use crate::sightings::Sighting;
use crate::situation::Situation;
use alloc::string::String;
use alloc::vec::Vec;
use gamedata::mobs::{self, MobAttack};
use serde::{Deserialize, Serialize};
use tasks::ItemClass;
use vocab::action::Terrain;
use vocab::senses::Harm;
use vocab::{Action, Tick};

/// Ticks of air below which it is time to go up: five seconds.
const AIR_MIN: u16 = 100;
/// Distances at which to react, in thousandths of a block: a creeper's blast, a bow, a bow that hits, a blow.
const CREEPER_FINE: u64 = 8_000;
const BOW_FINE: u64 = 9_000;
const BOW_HITS_FINE: u64 = 18_000;
const MELEE_FINE: u64 = 6_000;
/// Once alarmed, this much farther still counts, so that it does not flap.
const STILL_FINE: u64 = 4_000;
/// How long an arrow is remembered: three seconds.
const ARROW_TICKS: u64 = 60;
/// How long it is remembered that there was no way to run: two seconds.
const TRAPPED_TICKS: u64 = 40;
/// What was decided stands for at least this long; changing one's mind every blow is how one dies.
const MODE_TICKS: u64 = 24;
/// Half hearts from which on a fight is risked with a weapon, against a bow, and with bare hands; more for each one more.
const FIGHT_HEALTH: u8 = 7;
const BOW_HEALTH: u8 = 12;
const FIST_HEALTH: u8 = 15;
const MORE_HEALTH: u8 = 6;
/// The same below ground, where nobody outruns anything.
const CORNERED_HEALTH: u8 = 6;
const MORE_HEALTH_BELOW: u8 = 3;
/// Sky light below which one is in a cave or a tunnel.
const OPEN_SKY_LIGHT: u8 = 8;
/// Thousandths of half hearts that make an item a weapon.
const WEAPON_DAMAGE_MILLI: u16 = 4_000;
/// How far to run, in blocks.
const FLEE_BLOCKS: u8 = 18;
/// Nearer than this there is no time to wall oneself in, in thousandths of a block.
const CREEPER_TIME_FINE: u64 = 3_500;
const MELEE_TIME_FINE: u64 = 2_000;
/// Open sides up to which walling in is quicker than what comes: one block every few ticks.
const HIDE_SIDES_MAX: u8 = 5;

/// What to do about a creature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Fight,
    Flee,
    Hide,
}

/// How alarmed the agent is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Danger {
    /// What was decided, and when.
    mode: Option<(Mode, Tick)>,
    arrow: Option<Tick>,
    /// When there was last no way to run.
    trapped: Option<Tick>,
    pub alarms: u64,
}

/// What the reflex wants: something done at once, or to get walled in (`None`), which is a matter of several actions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reaction {
    pub action: Option<Action>,
    pub why: String,
}

impl Danger {
    /// Takes note of what hurt.
    pub fn hurt(&mut self, cause: Harm, now: Tick) {
        if cause == Harm::Arrow {
            self.arrow = Some(now);
        }
    }

    /// Takes note that running failed.
    pub fn no_way_out(&mut self, now: Tick) {
        self.trapped = Some(now);
    }

    /// The reaction to what is, if it asks for one. `can_hide` says whether getting walled in is worth a try.
    pub fn react(&mut self, situation: &Situation<'_>, can_hide: bool) -> Option<Reaction> {
        if let Some(reaction) = body(situation) {
            self.alarms += u64::from(self.mode.is_none());
            self.mode = Some((Mode::Flee, situation.now));
            return Some(reaction);
        }
        let threats = self.threats(situation);
        let (Some((seen, attack)), Some(vitals)) = (threats.first(), situation.vitals) else {
            self.mode = None;
            return None;
        };
        let trapped = self.trapped.is_some_and(|tick| situation.now.since(tick) <= TRAPPED_TICKS);
        let wanted = decide(situation, *attack, seen, threats.len() - 1, can_hide, trapped);
        let mode = match self.mode {
            Some((mode, since)) if mode == wanted => Some((mode, since)),
            // A creeper that close leaves no choice, and hiding may have become impossible.
            Some((mode, since)) if situation.now.since(since) < MODE_TICKS && *attack != MobAttack::Explode => {
                Some((mode, since)).filter(|_| mode != Mode::Hide || can_hide)
            }
            _ => None,
        };
        self.alarms += u64::from(self.mode.is_none());
        let (mode, since) = mode.unwrap_or((wanted, situation.now));
        self.mode = Some((mode, since));
        let why = alloc::format!("{} near, health {}", seen.kind, vitals.health);
        Some(Reaction { action: deed(situation, seen, mode), why })
    }

    /// Hostile creatures in sight that are near enough to matter, nearest first.
    fn threats(&self, situation: &Situation<'_>) -> Vec<(Sighting, MobAttack)> {
        if situation.is_walled_in() {
            return Vec::new();
        }
        let slack = if self.mode.is_some() { STILL_FINE } else { 0 };
        let under_fire = self.arrow.is_some_and(|tick| situation.now.since(tick) <= ARROW_TICKS);
        let near = |seen: Sighting| {
            let mob = mobs::named(seen.kind.as_str()).map(mobs::get)?;
            let range = match mob.attack {
                MobAttack::Explode => CREEPER_FINE,
                MobAttack::Bow | MobAttack::Throw if under_fire => BOW_HITS_FINE,
                MobAttack::Bow | MobAttack::Throw => BOW_FINE,
                MobAttack::Melee | MobAttack::None => MELEE_FINE,
            };
            seen.at.within(situation.fine, range + slack).then_some((seen, mob.attack))
        };
        situation.hostiles().filter_map(near).collect()
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

/// Fights what it can beat, hides from the rest where that is quick or running is hopeless, else runs.
fn decide(
    situation: &Situation<'_>,
    attack: MobAttack,
    seen: &Sighting,
    more: usize,
    can_hide: bool,
    trapped: bool,
) -> Mode {
    let health = situation.vitals.map_or(0, |vitals| vitals.health);
    let below = situation.around.sky_light < OPEN_SKY_LIGHT;
    let weapon = |item| gamedata_item(item).is_some_and(|item| item.attack.damage_milli >= WEAPON_DAMAGE_MILLI);
    let armed = situation.bag.iter().any(|(item, _)| weapon(item));
    let courage = match attack {
        MobAttack::Explode => u8::MAX,
        MobAttack::Bow | MobAttack::Throw if armed => BOW_HEALTH,
        _ if armed && below => CORNERED_HEALTH,
        _ if armed => FIGHT_HEALTH,
        _ => FIST_HEALTH,
    };
    let each_more = if below { MORE_HEALTH_BELOW } else { MORE_HEALTH };
    if health >= courage.saturating_add(each_more.saturating_mul(more.min(3) as u8)) {
        return Mode::Fight;
    }
    let sides = situation.around.open_sides;
    let walls = situation.count_class(ItemClass::Filler) > u32::from(sides);
    let in_time = if attack == MobAttack::Explode { CREEPER_TIME_FINE } else { MELEE_TIME_FINE };
    let time = !seen.at.within(situation.fine, in_time);
    match () {
        () if can_hide && walls && (trapped || (time && (below || sides <= HIDE_SIDES_MAX))) => Mode::Hide,
        () if trapped => Mode::Fight,
        () if below && attack != MobAttack::Explode => Mode::Fight,
        () => Mode::Flee,
    }
}

/// Fights or flees; what failed here three times is not tried a fourth time.
fn deed(situation: &Situation<'_>, seen: &Sighting, mode: Mode) -> Option<Action> {
    let flee = Action::Flee { from: seen.at, blocks: FLEE_BLOCKS };
    let attack = Action::Attack { near: seen.at };
    let (first, second) = match mode {
        Mode::Hide => return None,
        Mode::Fight => (attack, flee),
        Mode::Flee => (flee, attack),
    };
    Some(if situation.failures.barred(&first, situation.at, situation.now) { second } else { first })
}
