//! A mob that has to touch to hurt is near: fight if armed, healthy and not outnumbered, otherwise hide or run.

use super::{Proposal, Rule, Why};
use crate::courage::{self, Mode};
use crate::scene::Scene;
use crate::window::Urgency;
use belief::kinds::Attack;

/// A mob this near can hit the body within a second, in thousandths of a block.
const CRITICAL: u64 = 4_000;

pub fn consider(scene: &Scene<'_>) -> Option<Proposal> {
    let danger = scene.threat(Attack::Melee)?;
    let (distance, health) = (danger.distance, scene.health());
    let urgency = if distance <= CRITICAL { Urgency::Critical } else { Urgency::High };
    let mode = courage::resolve(scene, &danger);
    let dangers = scene.threats().count().min(usize::from(u8::MAX)) as u8;
    let why = match mode {
        Mode::Fight => Why::Healthy { distance, health },
        _ if scene.gear.weapon.is_none() => Why::Unarmed { distance },
        _ if dangers > 1 => Why::Outnumbered { distance, dangers },
        _ => Why::Hurt { distance, health },
    };
    Some(Proposal::about(Rule::Melee, urgency, &danger, mode, why))
}
