//! Fight, flee or hide: what can be beaten is fought, the rest is hidden from where that is quick or running is hopeless.

use crate::scene::{Danger, Scene};
use belief::kinds::Attack;
use serde::{Deserialize, Serialize};
use vocab::Action;

/// Half hearts from which on a fight is risked with a weapon, and against something that shoots; more for each one more.
const FIGHT_HEALTH: u8 = 7;
const SHOT_AT_HEALTH: u8 = 12;
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
/// Open sides up to which walling in is quicker than what comes: one block every few ticks.
const HIDE_SIDES_MAX: u8 = 5;
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

/// What to do about this danger, among all that count. What was decided a moment ago stands.
pub fn resolve(scene: &Scene<'_>, danger: &Danger<'_>) -> Mode {
    match scene.decided {
        // A creeper leaves no choice, nor does what is inside, and hiding may have become impossible.
        Some((mode, since))
            if scene.now().since(since) < MODE_TICKS
                && danger.attack != Attack::Explode
                && !danger.is_inside()
                && (mode != Mode::Hide || scene.gear.walls > 0) =>
        {
            mode
        }
        _ => decide(scene, danger),
    }
}

fn decide(scene: &Scene<'_>, danger: &Danger<'_>) -> Mode {
    let (below, trapped, explodes) = (scene.is_below(), scene.trapped, danger.attack == Attack::Explode);
    let armed = scene.gear.weapon.is_some();
    let least = match danger.attack {
        Attack::Explode => u8::MAX,
        Attack::Ranged if armed => SHOT_AT_HEALTH,
        _ if armed && below => CORNERED_HEALTH,
        _ if armed => FIGHT_HEALTH,
        _ if below => FIST_HEALTH,
        _ => u8::MAX,
    };
    let more = scene.crowd(OTHERS_RANGE).saturating_sub(1).min(MORE_MAX) as u8;
    let each = if below { MORE_HEALTH_BELOW } else { MORE_HEALTH };
    let reachable = danger.in_sight && !scene.out_of_reach;
    if reachable && scene.health() >= least.saturating_add(each * more) {
        return Mode::Fight;
    }
    if danger.is_inside() && !explodes && (armed || trapped || scene.is_walled_in()) {
        return Mode::Fight; // no wall can come between
    }
    let sides = scene.senses.surroundings.open_sides;
    let walls = scene.gear.walls > u32::from(sides);
    let time = danger.distance > if explodes { FUSE_FINE } else { BLOW_FINE };
    match () {
        () if walls && (trapped || below || (time && sides <= HIDE_SIDES_MAX)) => Mode::Hide,
        () if reachable && (trapped || (below && !explodes)) => Mode::Fight,
        () => Mode::Flee,
    }
}
