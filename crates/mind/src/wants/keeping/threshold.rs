//! The baseline that the forecast is compared with: eat at six half drumsticks, shelter at dusk, hide when badly hurt.

use crate::goals::{Fed, HaveAny, Refuge, Shelter};
use crate::view::classes::ItemClass;
use crate::view::situation::{HEALING_FOOD, Situation};
use crate::wants::needs::{FED, FOOD_ITEMS, HEALED, HURT, Need};
use crate::wire::reason::Upkeep;
use alloc::vec::Vec;

/// Under the threshold rule the agent eats or looks for food at this food level or below, in half drumsticks.
pub const HUNGRY: u8 = 6;

pub fn needs(situation: &Situation<'_>) -> Vec<Need> {
    let Some(vitals) = situation.vitals else { return Vec::new() };
    let mut needs = Vec::new();
    let why = Upkeep::Food { food: vitals.food };
    // Health regenerates only at a high food level. A hurt agent that does not eat would hide for days.
    let hurt = vitals.health <= HURT && vitals.food < HEALING_FOOD;
    match vitals.food <= HUNGRY || hurt {
        true if situation.foods().is_empty() => {
            needs.push(Need::urgent(HaveAny { class: ItemClass::Food, count: FOOD_ITEMS }, why));
        }
        true => needs.push(Need::urgent(Fed { food: FED }, why)),
        false => {}
    }
    if situation.is_night() {
        let why = Upkeep::Dusk { time_of_day: situation.around.time_of_day };
        needs.push(Need::urgent(Shelter, why));
    }
    if vitals.health <= HURT && situation.can_heal_to(HEALED) {
        needs.push(Need::urgent(Refuge { health: HEALED }, Upkeep::Health { health: vitals.health }));
    }
    needs
}
