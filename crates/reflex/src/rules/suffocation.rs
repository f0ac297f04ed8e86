//! The head is inside a block: break that block.

use super::{Proposal, Rule, Why};
use crate::scene::Scene;
use crate::window::Urgency;
use vocab::Action;

/// Height of a standing body's eyes above its feet, in blocks.
const EYES_ABOVE: i32 = 1;

pub fn consider(scene: &Scene<'_>) -> Option<Proposal> {
    scene.vitals().filter(|vitals| vitals.suffocating)?;
    let action = Action::Dig { at: scene.body().block().offset(0, EYES_ABOVE, 0) };
    Some(Proposal::alone(Rule::Suffocation, Urgency::Critical, action, Why::HeadInBlock))
}
