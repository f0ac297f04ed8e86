//! The rule that the forecast is measured against: eat at six half drumsticks, shelter at dusk, hide when badly hurt.

use crate::goals::{Fed, HaveAny, Refuge, Shelter};
use crate::view::classes::ItemClass;
use crate::view::situation::{HEALING_FOOD, Situation};
use crate::wants::needs::{FED, FOOD_ITEMS, HEALED, HURT, Need};
use crate::wire::reason::Upkeep;
use alloc::vec::Vec;

/// Half drumsticks at or below which it eats, or looks for food.
pub const HUNGRY: u8 = 6;

pub fn needs(situation: &Situation<'_>) -> Vec<Need> {
    let Some(vitals) = situation.vitals else { return Vec::new() };
    let mut needs = Vec::new();
    let why = Upkeep::Food { food: vitals.food };
    // Wounds heal on a full stomach only: a hurt agent eats as well, or it would stay hurt in hiding for days.
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
