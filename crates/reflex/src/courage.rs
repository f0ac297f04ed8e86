//! Decides whether to fight, flee or hide. The body fights what it can beat; otherwise it hides if that is quick or if it
//! cannot run away.

use crate::scene::{Danger, Scene};
use belief::kinds::Attack;
use serde::{Deserialize, Serialize};
use vocab::Action;

/// Fewest half hearts with which an armed agent fights one mob, fewest to fight a mob that shoots, and half hearts
/// added to either for each further mob.
const FIGHT_HEALTH: u8 = 7;
const SHOT_AT_HEALTH: u8 = 12;
const MORE_HEALTH: u8 = 6;
/// Fewest half hearts with which an armed agent fights in a cave or tunnel, where it cannot outrun a mob, and half
/// hearts added for each further mob.
const CORNERED_HEALTH: u8 = 6;
const MORE_HEALTH_BELOW: u8 = 5;
/// Fewest half hearts with which an armed agent fights where it could close its tunnel instead, and half hearts added
/// for each further mob: it fights one mob there and never two.
const TUNNEL_HEALTH: u8 = 10;
const MORE_HEALTH_TUNNEL: u8 = 11;
/// Fewest half hearts with which an unarmed agent fights in a cave or tunnel.
const FIST_HEALTH: u8 = 15;
/// Further mobs within this distance of the body join a fight, in thousandths of a block.
const OTHERS_RANGE: u64 = 9_000;
/// Further mobs that shoot join a fight from within this distance if they see the body, in thousandths of a block.
const SHOOTERS_RANGE: u64 = 15_000;
/// Most further mobs counted when the agent decides whether to fight: with four mobs no health is enough anyway.
const MORE_MAX: usize = 3;
/// A mob nearer than this leaves no time to wall in, in thousandths of a block: the range of a creeper's fuse, and of a
/// mob's blow.
const FUSE_FINE: u64 = 3_500;
const BLOW_FINE: u64 = 2_000;
/// Most open sides around the body that can be closed before a mob arrives: placing a block takes a few ticks.
const HIDE_SIDES_MAX: u8 = 5;
/// An exploding mob nearer than this is met with the shield, in thousandths of a block. It reaches the body within a
/// second, and an agent that runs away would turn its back to it.
const SHIELD_FINE: u64 = 4_500;
/// How long the shield is held up at a time, in ticks: a creeper's fuse of 30 ticks and the time it takes to come near.
const SHIELD_TICKS: u16 = 60;
/// A mob that shoots from farther away than this is not attacked in a cave, in thousandths of a block. Two arrows hit
/// while the agent approaches, and it does not know a path.
const CHARGE_FINE: u64 = 8_000;
/// A decision to fight, flee or hide stands for at least this many ticks. Changing it after every blow gets the agent
/// killed.
pub const MODE_TICKS: u64 = 24;

/// How to react to a dangerous mob.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    Fight,
    Flee,
    /// React to a mob by closing every open side around the body with blocks.
    Hide,
    /// React to a mob by holding up the shield towards it.
    Shield,
}

impl Mode {
    pub fn action(self, danger: &Danger<'_>, away_blocks: u8) -> Action {
        match self {
            Mode::Fight => Action::Attack { kind: danger.kind, near: danger.at },
            Mode::Flee => Action::Flee { from: danger.at, blocks: away_blocks },
            Mode::Hide => Action::WallIn { from: danger.at },
            Mode::Shield => Action::Shield { ticks: SHIELD_TICKS },
        }
    }
}

/// Decides how to react to this mob, given all other mobs near by. A recent decision is kept.
pub fn resolve(scene: &Scene<'_>, danger: &Danger<'_>) -> Mode {
    match scene.decided {
        // A decision about a creeper is always made anew. So is a decision to hide from a mob that stands inside the
        // walls, or when there are no blocks left. A fight that has begun goes on: an agent that changes its mind with
        // each step of the mob never lands a blow.
        Some((mode, since))
            if scene.now().since(since) < MODE_TICKS
                && danger.attack != Attack::Explode
                && (mode == Mode::Fight || !danger.is_inside())
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
    let sides = scene.senses.surroundings.open_sides;
    if explodes && danger.in_sight && danger.distance <= SHIELD_FINE && scene.gear.shield {
        if !scene.shield_in_vain {
            return Mode::Shield;
        }
        // It has stood here for seconds and not lit its fuse, so something is between it and the body. Whoever runs now
        // runs into its sight, without the shield.
        if scene.gear.walls > u32::from(sides) {
            return Mode::Hide;
        }
    }
    let walls = scene.gear.walls > u32::from(sides) && !scene.is_crowded();
    if danger.attack == Attack::Ranged && below && walls && danger.distance > CHARGE_FINE {
        return Mode::Hide;
    }
    let least = match danger.attack {
        Attack::Explode => u8::MAX,
        Attack::Ranged if armed => SHOT_AT_HEALTH,
        _ if armed && below && walls => TUNNEL_HEALTH,
        _ if armed && below => CORNERED_HEALTH,
        _ if armed => FIGHT_HEALTH,
        _ if below => FIST_HEALTH,
        _ => u8::MAX,
    };
    let others =
        scene.crowd(OTHERS_RANGE).max(scene.shooters(SHOOTERS_RANGE) + usize::from(danger.attack == Attack::Melee));
    let more = others.saturating_sub(1).min(MORE_MAX) as u8;
    let each = match below {
        true if walls => MORE_HEALTH_TUNNEL,
        true => MORE_HEALTH_BELOW,
        false => MORE_HEALTH,
    };
    let reachable = danger.in_sight && !scene.out_of_reach;
    if reachable && scene.health() >= least.saturating_add(each * more) {
        return Mode::Fight;
    }
    if danger.is_inside() && !explodes && (armed || trapped || scene.is_walled_in()) {
        return Mode::Fight; // the mob is so near that no wall fits between
    }
    let time = danger.distance > if explodes { FUSE_FINE } else { BLOW_FINE };
    match () {
        () if walls && (trapped || below || (time && sides <= HIDE_SIDES_MAX)) => Mode::Hide,
        () if reachable && (trapped || (below && !explodes)) => Mode::Fight,
        () => Mode::Flee,
    }
}
