//! A mob that explodes is near: run out of its range, armed or not, or wall in.

use super::{Proposal, Rule, Why};
use crate::courage;
use crate::scene::Scene;
use crate::window::Urgency;
use belief::kinds::Attack;

/// A creeper lights its fuse within three blocks. At this distance it is lit or will be within a second.
const CRITICAL: u64 = 5_000;

pub fn consider(scene: &Scene<'_>) -> Option<Proposal> {
    let danger = scene.nearest_of(Attack::Explode)?;
    if scene.is_cornered() && scene.threats().any(|other| other.attack == Attack::Melee && other.is_inside()) {
        return None; // a biting mob inside blocks every wall and every step, so the melee rule goes first
    }
    let urgency = if danger.distance <= CRITICAL { Urgency::Critical } else { Urgency::High };
    let mode = courage::resolve(scene, &danger);
    let why = Why::BlastWithin { distance: danger.distance };
    Some(Proposal::about(Rule::Creeper, urgency, &danger, mode, why))
}
