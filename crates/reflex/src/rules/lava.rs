//! In lava: get out at once.

use super::{Proposal, Rule, Why};
use crate::scene::Scene;
use crate::window::Urgency;
use vocab::Action;

/// How far the body moves away from lava, in blocks: flowing lava does not get there while the reflex is in control.
const AWAY_BLOCKS: u8 = 6;

pub fn consider(scene: &Scene<'_>) -> Option<Proposal> {
    scene.vitals().filter(|vitals| vitals.in_lava)?;
    let action = Action::Flee { from: scene.body(), blocks: AWAY_BLOCKS };
    Some(Proposal::alone(Rule::Lava, Urgency::Critical, action, Why::InLava))
}
