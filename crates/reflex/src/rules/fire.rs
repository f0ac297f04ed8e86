//! On fire: away from what burns, unless water is already putting it out.

use super::{Proposal, Rule, Why};
use crate::scene::Scene;
use crate::window::Urgency;
use vocab::Action;

/// Out of the burning blocks; the flames on the body die by themselves.
const AWAY_BLOCKS: u8 = 4;

pub fn consider(scene: &Scene<'_>) -> Option<Proposal> {
    scene.vitals().filter(|vitals| vitals.on_fire && !vitals.in_water && !vitals.in_lava)?;
    let action = Action::Flee { from: scene.body(), blocks: AWAY_BLOCKS };
    Some(Proposal::alone(Rule::Fire, Urgency::High, action, Why::OnFire))
}
