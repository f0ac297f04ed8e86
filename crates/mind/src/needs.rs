//! A small stand-in for upkeep: what the body needs and asks of the executor through the task store.

use crate::situation::Situation;
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
/// Half hearts below which one rests before doing anything else, and up to which.
const HURT: u8 = 6;
const HEALED: u8 = 12;
/// Wounds heal only above this food level.
const HEALING_FOOD: u8 = 18;
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
    let hurt = vitals.health < 16;
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
    if vitals.health <= HURT && vitals.food >= HEALING_FOOD {
        needs.push(Need {
            action: "rest",
            target: "health",
            goal: Goal::Healed { health: HEALED },
            lane: Lane::Upkeep,
            why: alloc::format!("health is {} of 20", vitals.health),
        });
    }
    needs
}

/// Which task of a lane comes first.
pub fn rank(goal: &Goal) -> u8 {
    match goal {
        Goal::Fed { .. } => 0,
        Goal::Shelter => 1,
        Goal::HaveClass { class: ItemClass::Food, .. } => 2,
        Goal::Healed { .. } => 3,
        _ => 4,
    }
}
