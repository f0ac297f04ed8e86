//! Something shoots: close in when fit to fight, else break the line of sight. Without one it is no danger yet.

use super::{Proposal, Rule, Why};
use crate::rules::melee::is_fit;
use crate::scene::Scene;
use crate::window::Urgency;
use belief::kinds::Attack;
use vocab::{Action, Visibility};

/// A skeleton draws its bow within sixteen blocks.
const BEGIN: u64 = 15_000;
const RELEASE: u64 = 18_000;
/// Arrows from this near hardly miss.
const CRITICAL: u64 = 6_000;
/// Closing in on something farther away costs more arrows than it saves.
const CLOSE_IN: u64 = 10_000;
const AWAY_BLOCKS: u8 = 20;

pub fn consider(scene: &Scene<'_>) -> Option<Proposal> {
    let in_sight = scene.dangers(Attack::Ranged).filter(|danger| danger.track.visibility == Visibility::Visible);
    let danger = Scene::nearest(in_sight)?;
    let distance = danger.distance;
    if distance > scene.threshold(Rule::Ranged, BEGIN, RELEASE) {
        return None;
    }
    let urgency = if distance <= CRITICAL { Urgency::Critical } else { Urgency::High };
    let health = scene.health();
    let (action, why) = if scene.gear.weapon.is_none() {
        (Action::Flee { from: danger.at, blocks: AWAY_BLOCKS }, Why::Unarmed { distance })
    } else if is_fit(scene) && distance <= CLOSE_IN {
        (Action::Attack { near: danger.at }, Why::Healthy { distance, health })
    } else {
        (Action::Flee { from: danger.at, blocks: AWAY_BLOCKS }, Why::Hurt { distance, health })
    };
    Some(Proposal { rule: Rule::Ranged, urgency, about: Some(danger.track.id), action, why })
}
