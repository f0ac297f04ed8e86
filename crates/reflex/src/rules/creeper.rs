//! Something that blows up is near: back off out of its blast, armed or not.

use super::{Proposal, Rule, Why};
use crate::scene::Scene;
use crate::window::Urgency;
use belief::kinds::Attack;
use vocab::Action;

/// A creeper lights its fuse within three blocks; a charged one's blast reaches seven.
const BEGIN: u64 = 7_000;
/// Farther than it was when the rule began, so that the edge is not a place to dither.
const RELEASE: u64 = 10_000;
/// The fuse is lit, or will be within a second.
const CRITICAL: u64 = 4_000;
const AWAY_BLOCKS: u8 = 12;

pub fn consider(scene: &Scene<'_>) -> Option<Proposal> {
    let danger = Scene::nearest(scene.dangers(Attack::Explode))?;
    if danger.distance > scene.threshold(Rule::Creeper, BEGIN, RELEASE) {
        return None;
    }
    let urgency = if danger.distance <= CRITICAL { Urgency::Critical } else { Urgency::High };
    let action = Action::Flee { from: danger.at, blocks: AWAY_BLOCKS };
    let why = Why::BlastWithin { distance: danger.distance };
    Some(Proposal { rule: Rule::Creeper, urgency, about: Some(danger.track.id), action, why })
}
