//! Very low health: flee from or wall in against nearby mobs; when there are none, eat.

use super::{Proposal, Rule, Why};
use crate::courage;
use crate::scene::Scene;
use crate::window::Urgency;
use vocab::{Action, ThreatLevel};

/// Health at which the low-health rule starts, in half hearts: two more hits of a zombie kill.
pub const LOW: u8 = 6;
/// Health at which the low-health rule ends, in half hearts.
const RECOVERED: u8 = 10;
/// A mob farther away than this, in thousandths of a block, cannot hit the body before it has eaten a meal (1.6
/// seconds).
const CLEAR: u64 = 14_000;
/// Food level from which health regenerates, in half drumsticks. The low-health rule eats no more from here on.
pub const FULL: u8 = 18;

pub fn consider(scene: &Scene<'_>) -> Option<Proposal> {
    let vitals = scene.vitals()?;
    let low = scene.threshold(Rule::LowHealth, u64::from(LOW), u64::from(RECOVERED));
    if u64::from(vitals.health) > low {
        return None;
    }
    if let Some(danger) = Scene::nearest(scene.threats()) {
        let mode = courage::resolve(scene, &danger);
        let why = Why::Hurt { distance: danger.distance, health: vitals.health };
        return Some(Proposal::about(Rule::LowHealth, Urgency::Critical, &danger, mode, why));
    }
    let clear = || scene.all_dangers().all(|danger| danger.distance > CLEAR);
    let calm = || scene.hazards().level_at(scene.body().block()) == ThreatLevel::None;
    // A body behind closed walls can eat even if mobs wait outside.
    let safe = scene.is_walled_in() || (clear() && calm());
    let item = scene.gear.food.filter(|_| vitals.food < FULL && safe)?;
    let why = Why::Starved { health: vitals.health, food: vitals.food };
    Some(Proposal::alone(Rule::LowHealth, Urgency::High, Action::Eat { item }, why))
}
