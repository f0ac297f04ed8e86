//! Hardly alive: away from whatever is near or behind walls, and when nothing is, eat.

use super::{Proposal, Rule, Why};
use crate::courage;
use crate::scene::Scene;
use crate::window::Urgency;
use vocab::{Action, ThreatLevel};

/// Three hearts: two more blows of a zombie.
pub const LOW: u8 = 6;
/// Five hearts: fit to go on.
const RECOVERED: u8 = 10;
/// Nothing within this distance can strike before a meal is over (1.6 seconds).
const CLEAR: u64 = 14_000;
const AWAY_BLOCKS: u8 = 20;
/// Half drumsticks from which health comes back by itself; a full body cannot eat.
const FULL: u8 = 18;

pub fn consider(scene: &Scene<'_>) -> Option<Proposal> {
    let vitals = scene.vitals()?;
    let low = scene.threshold(Rule::LowHealth, u64::from(LOW), u64::from(RECOVERED));
    if u64::from(vitals.health) > low {
        return None;
    }
    if let Some(danger) = Scene::nearest(scene.threats()) {
        let mode = courage::resolve(scene, &danger);
        let why = Why::Hurt { distance: danger.distance, health: vitals.health };
        return Some(Proposal::about(Rule::LowHealth, Urgency::Critical, &danger, mode, AWAY_BLOCKS, why));
    }
    let clear = || scene.all_dangers().all(|danger| danger.distance > CLEAR);
    let calm = || scene.hazards().level_at(scene.body().block()) == ThreatLevel::None;
    // Behind walls a meal is a meal, whatever prowls outside.
    let safe = scene.is_walled_in() || (clear() && calm());
    let item = scene.gear.food.filter(|_| vitals.food < FULL && safe)?;
    let why = Why::Starved { health: vitals.health, food: vitals.food };
    Some(Proposal::alone(Rule::LowHealth, Urgency::High, Action::Eat { item }, why))
}
