//! The rule that the forecast is measured against: eat at six half drumsticks, shelter at dusk, hide when badly hurt.

use crate::wants::needs::{DIG_IN, FED, FOOD_ITEMS, HEALED, HURT, Need, UPKEEP};
use crate::view::situation::{HEALING_FOOD, Situation};
use alloc::vec::Vec;
use tasks::{Goal, ItemClass, Lane};

/// Half drumsticks at or below which it eats, or looks for food.
pub const HUNGRY: u8 = 6;

pub fn needs(situation: &Situation<'_>) -> Vec<Need> {
    let Some(vitals) = situation.vitals else { return Vec::new() };
    let mut needs = Vec::new();
    let mut urgent = |target, goal, why| needs.push(Need { action: UPKEEP, target, goal, lane: Lane::Upkeep, why });
    let why = || alloc::format!("food is {} of 20", vitals.food);
    // Wounds heal on a full stomach only: whoever is hurt eats as well, or would sit hurt in hiding for days.
    let hurt = vitals.health <= HURT && vitals.food < HEALING_FOOD;
    match vitals.food <= HUNGRY || hurt {
        true if situation.foods().is_empty() => {
            urgent("gather_food", Goal::HaveClass { class: ItemClass::Food, count: FOOD_ITEMS }, why());
        }
        true => urgent("eat", Goal::Fed { food: FED }, why()),
        false => {}
    }
    if situation.is_night() {
        urgent(DIG_IN, Goal::Shelter, alloc::format!("tick {} of the day: dusk", situation.around.time_of_day));
    }
    if vitals.health <= HURT && situation.can_heal_to(HEALED) {
        urgent("heal_up", Goal::Refuge { health: HEALED }, alloc::format!("health is {} of 20", vitals.health));
    }
    needs
}
