//! A mob that shoots is near: attack it if healthy enough, otherwise break its line of sight. Without line of sight it is no
//! danger yet.

use super::{Proposal, Rule, Why};
use crate::courage::{self, Mode};
use crate::scene::Scene;
use crate::window::Urgency;
use belief::kinds::Attack;

/// A mob that shoots hardly ever misses from this distance, in thousandths of a block.
const CRITICAL: u64 = 6_000;

pub fn consider(scene: &Scene<'_>) -> Option<Proposal> {
    let danger = scene.threat(Attack::Ranged)?;
    let (distance, health) = (danger.distance, scene.health());
    let urgency = if distance <= CRITICAL { Urgency::Critical } else { Urgency::High };
    let mode = courage::resolve(scene, &danger);
    let why = match mode {
        Mode::Fight => Why::Healthy { distance, health },
        _ if scene.gear.weapon.is_none() => Why::Unarmed { distance },
        _ => Why::Hurt { distance, health },
    };
    Some(Proposal::about(Rule::Ranged, urgency, &danger, mode, why))
}
