//! Something that has to touch is near: fight when armed, fit and not outnumbered, else run.

use super::{Proposal, Rule, Why};
use crate::scene::{Danger, Scene};
use crate::window::Urgency;
use belief::kinds::Attack;
use vocab::Action;

/// Near enough to strike within a second.
const BEGIN: u64 = 5_000;
/// Coming this way, it counts from here on.
const BEGIN_CLOSING: u64 = 8_000;
const RELEASE: u64 = 10_000;
const CRITICAL: u64 = 4_000;
/// Thousandths of a block per tick nearer: half a stroll.
const CLOSING_LEAST: i64 = 25;
/// Half hearts to begin a fight with, and to go on with one.
const FIT: u8 = 12;
const FIT_STILL: u8 = 9;
/// One sword does not keep four off.
const OUTNUMBERED: usize = 4;
const AWAY_BLOCKS: u8 = 16;

/// Armed, and healthy enough to fight, or to go on fighting.
pub fn is_fit(scene: &Scene<'_>) -> bool {
    let least = if scene.fighting { FIT_STILL } else { FIT };
    scene.gear.weapon.is_some() && scene.health() >= least
}

pub fn consider(scene: &Scene<'_>) -> Option<Proposal> {
    let body = scene.body();
    let counts = |danger: &Danger<'_>| {
        let begin = if danger.closing(body) >= CLOSING_LEAST { BEGIN_CLOSING } else { BEGIN };
        danger.distance <= scene.threshold(Rule::Melee, begin, RELEASE)
    };
    let danger = Scene::nearest(scene.dangers(Attack::Melee).filter(counts))?;
    let dangers = scene.dangers(Attack::Melee).filter(counts).count();
    let (distance, health) = (danger.distance, scene.health());
    let urgency = if distance <= CRITICAL { Urgency::Critical } else { Urgency::High };
    let flee = Action::Flee { from: danger.at, blocks: AWAY_BLOCKS };
    let (action, why) = if scene.gear.weapon.is_none() {
        (flee, Why::Unarmed { distance })
    } else if dangers >= OUTNUMBERED {
        (flee, Why::Outnumbered { distance, dangers: dangers.min(usize::from(u8::MAX)) as u8 })
    } else if is_fit(scene) {
        (Action::Attack { near: danger.at }, Why::Healthy { distance, health })
    } else {
        (flee, Why::Hurt { distance, health })
    };
    Some(Proposal { rule: Rule::Melee, urgency, about: Some(danger.track.id), action, why })
}
