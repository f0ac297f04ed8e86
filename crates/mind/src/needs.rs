//! A small stand-in for upkeep: what the body needs and asks of the executor through the task store.

use crate::situation::{HEALING_FOOD, Situation};
use alloc::string::String;
use alloc::vec::Vec;
use tasks::{Goal, ItemClass, Lane};

/// Half drumsticks at or below which it is time to eat, and up to which one eats.
const HUNGRY: u8 = 14;
const FED: u8 = 18;
/// Below this no drive tick fires, so food must be found.
const FOOD_GATE: u8 = 16;
/// Below this, finding food comes before everything else.
const STARVING: u8 = 8;
/// Half hearts at or below which one hides and heals before doing anything else, and up to which.
const HURT: u8 = 11;
const HEALED: u8 = 17;
/// Items of food to get at a time.
const FOOD_ITEMS: u32 = 4;

/// A need: its goal key's two halves, what would meet it, how urgent it is and why it is felt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Need {
    pub action: &'static str,
    pub target: &'static str,
    pub goal: Goal,
    pub lane: Lane,
    pub why: String,
}

/// What the body needs now, the most urgent first.
pub fn felt(situation: &Situation<'_>) -> Vec<Need> {
    let Some(vitals) = situation.vitals.filter(|vitals| vitals.health > 0) else { return Vec::new() };
    let mut needs = Vec::new();
    let has_food = !situation.foods().is_empty();
    let hurt = vitals.health < HEALED;
    if has_food && (vitals.food <= HUNGRY || (hurt && vitals.food < HEALING_FOOD)) {
        needs.push(Need {
            action: "eat",
            target: "food",
            goal: Goal::Fed { food: FED },
            lane: Lane::Upkeep,
            why: alloc::format!("food is {} of 20, health {}", vitals.food, vitals.health),
        });
    }
    if situation.is_night() {
        needs.push(Need {
            action: "build",
            target: "basic_shelter",
            goal: Goal::Shelter,
            lane: Lane::Upkeep,
            why: alloc::format!("tick {} of the day: night", situation.around.time_of_day),
        });
    }
    if !has_food && (vitals.food < FOOD_GATE || (hurt && vitals.food < HEALING_FOOD)) {
        needs.push(Need {
            action: "collect",
            target: "food",
            goal: Goal::HaveClass { class: ItemClass::Food, count: FOOD_ITEMS },
            lane: if vitals.food < STARVING { Lane::Upkeep } else { Lane::Task },
            why: alloc::format!("food is {} of 20 and nothing to eat is carried", vitals.food),
        });
    }
    if vitals.health <= HURT && situation.can_heal_to(HEALED) {
        needs.push(Need {
            action: "hide",
            target: "danger",
            goal: Goal::Refuge { health: HEALED },
            lane: Lane::Upkeep,
            why: alloc::format!("health is {} of 20", vitals.health),
        });
    }
    needs
}

/// Which task of a lane comes first. Who is hurt eats as soon as nothing can get at it.
pub fn rank(goal: &Goal, walled_in: bool) -> u8 {
    match goal {
        Goal::Fed { .. } if walled_in => 0,
        Goal::Refuge { .. } => 1,
        Goal::Fed { .. } => 2,
        Goal::Shelter => 3,
        Goal::HaveClass { class: ItemClass::Food, .. } => 4,
        _ => 5,
    }
}
