//! Fight, flee or hide: what can be beaten is fought, the rest is hidden from where that is quick or running is hopeless.

use crate::scene::{Danger, Scene};
use belief::kinds::Attack;
use serde::{Deserialize, Serialize};
use vocab::{Action, Tick};

/// Half hearts from which on a fight is risked with a weapon, and against something that shoots; more for each one more.
const FIGHT_HEALTH: u8 = 7;
pub const SHOT_AT_HEALTH: u8 = 12;
const MORE_HEALTH: u8 = 6;
/// The same below ground, where nobody outruns anything.
const CORNERED_HEALTH: u8 = 6;
const MORE_HEALTH_BELOW: u8 = 5;
/// Half hearts from which on bare hands will do where running will not.
const FIST_HEALTH: u8 = 15;
/// Others within this many thousandths of a block join in before the first one is beaten.
const OTHERS_RANGE: u64 = 9_000;
/// Beyond three more it is hopeless anyway.
const MORE_MAX: usize = 3;
/// Nearer than this there is no time to wall oneself in, in thousandths of a block: a fuse's range, a blow's reach.
const FUSE_FINE: u64 = 3_500;
const BLOW_FINE: u64 = 2_000;
/// What shoots from farther than this strikes twice before it is struck, in thousandths of a block.
const CHARGE_FINE: u64 = 4_000;
/// Open sides up to which walling in is quicker than what comes, or than a fuse: one block every few ticks.
const HIDE_SIDES_MAX: u8 = 5;
/// Pushed down so many blocks by a blow or an arrow, one is hurt more than by the blow.
const LEDGE_BLOCKS: u8 = 8;
/// What was decided stands for at least this long; changing one's mind at every blow is how one dies.
pub const MODE_TICKS: u64 = 24;

/// What to do about a creature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    Fight,
    Flee,
    /// Get walled in on the spot.
    Hide,
}

impl Mode {
    pub fn action(self, danger: &Danger<'_>, away_blocks: u8) -> Action {
        match self {
            Mode::Fight => Action::Attack { near: danger.at },
            Mode::Flee => Action::Flee { from: danger.at, blocks: away_blocks },
            Mode::Hide => Action::WallIn { from: danger.at },
        }
    }
}

/// What was decided about creatures that attack in one way, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    pub mode: Mode,
    pub about: Attack,
    pub since: Tick,
}

impl Decision {
    /// A creeper leaves no choice, nor does what is inside, and what failed does not stand.
    fn stands(&self, scene: &Scene<'_>, danger: &Danger<'_>) -> bool {
        let possible = match self.mode {
            Mode::Fight => !scene.out_of_reach,
            Mode::Flee => !scene.trapped,
            Mode::Hide => scene.gear.walls > 0,
        };
        let lately = scene.now().since(self.since) < MODE_TICKS;
        lately && possible && danger.attack == self.about && danger.attack != Attack::Explode && !danger.is_inside()
    }
}

/// What to do about this danger, among all that count. What was decided a moment ago stands.
pub fn resolve(scene: &Scene<'_>, danger: &Danger<'_>) -> Mode {
    match scene.decided {
        Some(decision) if decision.stands(scene, danger) => decision.mode,
        _ => decide(scene, danger),
    }
}

/// Whether what attacks so would be fought with this health, in this place, with all the others around.
pub fn dares(scene: &Scene<'_>, attack: Attack) -> bool {
    let (below, armed) = (scene.is_below(), scene.gear.weapon.is_some());
    let least = match attack {
        Attack::Explode => u8::MAX,
        // Who charges past a creeper, seen or not, does not arrive.
        Attack::Ranged if scene.besiegers().any(|other| other.attack == Attack::Explode) => u8::MAX,
        Attack::Ranged if armed => SHOT_AT_HEALTH,
        _ if armed && below => CORNERED_HEALTH,
        _ if armed => FIGHT_HEALTH,
        _ if below => FIST_HEALTH,
        _ => u8::MAX,
    };
    let more = scene.crowd(OTHERS_RANGE).saturating_sub(1).min(MORE_MAX) as u8;
    let each = if below { MORE_HEALTH_BELOW } else { MORE_HEALTH };
    scene.health() >= least.saturating_add(each * more)
}

fn decide(scene: &Scene<'_>, danger: &Danger<'_>) -> Mode {
    let (below, trapped, explodes) = (scene.is_below(), scene.trapped, danger.attack == Attack::Explode);
    let around = scene.senses.surroundings;
    let walls = scene.gear.walls > u32::from(around.open_sides) && !scene.has_intruder();
    let time = danger.distance > if explodes { FUSE_FINE } else { BLOW_FINE };
    if walls && time && around.drop >= LEDGE_BLOCKS {
        return Mode::Hide; // who fights or runs here ends at the foot of the cliff
    }
    let reachable = danger.in_sight && !scene.out_of_reach;
    if reachable && dares(scene, danger.attack) {
        return Mode::Fight;
    }
    let armed = scene.gear.weapon.is_some();
    if danger.is_inside() && (scene.is_walled_in() || (!explodes && (armed || trapped))) {
        return Mode::Fight; // no wall can come between
    }
    let quick = around.open_sides <= HIDE_SIDES_MAX;
    let can_charge = match danger.attack {
        Attack::Explode => false,
        Attack::Ranged => danger.distance <= CHARGE_FINE,
        Attack::Melee | Attack::None => true,
    };
    match () {
        () if walls && (trapped || (time && quick) || (below && (time || quick))) => Mode::Hide,
        () if reachable && (trapped || (below && can_charge)) => Mode::Fight,
        () => Mode::Flee,
    }
}
