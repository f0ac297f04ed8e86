//! Decides whether to fight, flee or hide. The body fights what it can beat; otherwise it hides if that is quick or if it
//! cannot run away.

use crate::scene::{Danger, Scene};
use belief::kinds::Attack;
use serde::{Deserialize, Serialize};
use vocab::Action;

/// Fewest half hearts to fight with a weapon, to fight a mob that shoots, and the half hearts added for each further mob.
const FIGHT_HEALTH: u8 = 7;
const SHOT_AT_HEALTH: u8 = 12;
const MORE_HEALTH: u8 = 6;
/// The same in a cave or tunnel, where the body cannot outrun a mob.
const CORNERED_HEALTH: u8 = 6;
const MORE_HEALTH_BELOW: u8 = 5;
/// Fewest half hearts to fight without a weapon in a cave or tunnel.
const FIST_HEALTH: u8 = 15;
/// Mobs within this distance join the fight, in thousandths of a block.
const OTHERS_RANGE: u64 = 9_000;
/// Most further mobs counted: with four mobs no health is enough anyway.
const MORE_MAX: usize = 3;
/// Nearer than this there is no time to wall in, in thousandths of a block: the range of a creeper's fuse, and of a blow.
const FUSE_FINE: u64 = 3_500;
const BLOW_FINE: u64 = 2_000;
/// Most open sides that can be closed before a mob arrives: a block takes a few ticks.
const HIDE_SIDES_MAX: u8 = 5;
/// A decision stands for at least this many ticks. Changing it after every blow gets the body killed.
pub const MODE_TICKS: u64 = 24;

/// What to do about a creature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    Fight,
    Flee,
    /// Close every open side with blocks.
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

/// What to do about this danger, given all others. A recent decision is kept.
pub fn resolve(scene: &Scene<'_>, danger: &Danger<'_>) -> Mode {
    match scene.decided {
        // A creeper, or a mob inside the walls, always needs a new decision. So does hiding when there are no blocks left.
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
        return Mode::Fight; // no wall fits between the body and the mob
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
