//! Running out of air: swim up.

use super::{Proposal, Rule, Why};
use crate::scene::Scene;
use crate::window::Urgency;
use vocab::Action;
use vocab::action::Terrain;

/// The agent surfaces when this many ticks of air are left. Swimming up from deep water takes about 100; a full breath
/// is 300.
const TURN_BACK: u16 = 120;
/// The drowning rule ends when the body has this many ticks of air again.
const REFRESHED: u16 = 240;
/// Drowning becomes critical when this many ticks of air are left.
const CRITICAL: u16 = 60;
/// How far a drowning body swims up at a time, in blocks. The mind does not know where the water's surface is.
const UP_BLOCKS: i32 = 8;

pub fn consider(scene: &Scene<'_>) -> Option<Proposal> {
    let least = scene.threshold(Rule::Drowning, u64::from(TURN_BACK), u64::from(REFRESHED)) as u16;
    let vitals = scene.vitals().filter(|vitals| vitals.in_water && vitals.air < least)?;
    let urgency = if vitals.air < CRITICAL { Urgency::Critical } else { Urgency::High };
    let to = scene.body().block().offset(0, UP_BLOCKS, 0);
    let action = Action::GoTo { to, within: 2, terrain: Terrain::Dig };
    let why = Why::AirLeft { ticks: vitals.air };
    Some(Proposal::alone(Rule::Drowning, urgency, action, why))
}
