//! On fire: get away from the burning blocks, unless the body is in water, which puts the fire out.

use super::{Proposal, Rule, Why};
use crate::scene::Scene;
use crate::window::Urgency;
use vocab::Action;

/// How far the body moves away from burning blocks, in blocks. The body itself stops burning after a while.
const AWAY_BLOCKS: u8 = 4;

pub fn consider(scene: &Scene<'_>) -> Option<Proposal> {
    scene.vitals().filter(|vitals| vitals.on_fire && !vitals.in_water && !vitals.in_lava)?;
    let action = Action::Flee { from: scene.body(), blocks: AWAY_BLOCKS };
    Some(Proposal::alone(Rule::Fire, Urgency::High, action, Why::OnFire))
}
