//! Something that blows up is near: back off out of its blast, armed or not, or put walls between.

use super::{Proposal, Rule, Why};
use crate::courage;
use crate::scene::Scene;
use crate::window::Urgency;
use belief::kinds::Attack;

/// A creeper lights its fuse within three blocks: it is lit, or will be within a second. Nothing else is as deadly.
const CRITICAL: u64 = 5_000;
const AWAY_BLOCKS: u8 = 18;

pub fn consider(scene: &Scene<'_>) -> Option<Proposal> {
    let danger = scene.nearest_of(Attack::Explode)?;
    if scene.is_cornered() && scene.threats().any(|other| other.attack == Attack::Melee && other.is_inside()) {
        return None; // what bites is in the way of every wall and every step: it comes first
    }
    let urgency = if danger.distance <= CRITICAL { Urgency::Critical } else { Urgency::High };
    let mode = courage::resolve(scene, &danger);
    let why = Why::BlastWithin { distance: danger.distance };
    Some(Proposal::about(Rule::Creeper, urgency, &danger, mode, AWAY_BLOCKS, why))
}
