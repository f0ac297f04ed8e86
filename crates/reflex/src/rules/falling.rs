//! A deep fall: place water below if a water bucket is carried, otherwise stand still so as not to walk over the next edge.

use super::{Proposal, Rule, Why};
use crate::scene::Scene;
use crate::window::Urgency;
use vocab::Action;

/// A fall up to this deep does no damage, in thousandths of a block. A jump falls one and a quarter blocks.
const HARMLESS: u32 = 3_000;
const STILL_TICKS: u16 = 4;

pub fn consider(scene: &Scene<'_>) -> Option<Proposal> {
    let vitals = scene.vitals().filter(|vitals| vitals.falling > HARMLESS && !vitals.in_water)?;
    let action = match scene.gear.water_bucket {
        Some(item) => Action::Use { item, at: scene.body().block().offset(0, -1, 0) },
        None => Action::Wait { ticks: STILL_TICKS },
    };
    let why = Why::Fell { fine: vitals.falling };
    Some(Proposal::alone(Rule::Falling, Urgency::High, action, why))
}
