//! Hardly alive: away from whatever is near, and when nothing is, eat.

use super::{Proposal, Rule, Why};
use crate::scene::Scene;
use crate::window::Urgency;
use vocab::{Action, ThreatLevel};

/// Three hearts: two more blows of a zombie.
const LOW: u8 = 6;
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
    if let Some(danger) = Scene::nearest(scene.all_dangers()).filter(|danger| danger.distance <= CLEAR) {
        let action = Action::Flee { from: danger.at, blocks: AWAY_BLOCKS };
        let why = Why::Hurt { distance: danger.distance, health: vitals.health };
        let about = Some(danger.track.id);
        return Some(Proposal { rule: Rule::LowHealth, urgency: Urgency::Critical, about, action, why });
    }
    let safe = scene.hazards().level_at(scene.body().block()) == ThreatLevel::None;
    let item = scene.gear.food.filter(|_| vitals.food < FULL && safe)?;
    let why = Why::Starved { health: vitals.health, food: vitals.food };
    let action = Action::Eat { item };
    Some(Proposal { rule: Rule::LowHealth, urgency: Urgency::High, about: None, action, why })
}
