//! What the keeper's plan asks for now, as goals that the executor knows.

use super::observe::{CLASSES, tool_to_make};
use crate::lore::item;
use crate::needs::{DIG_IN, FED, FOOD_ITEMS, HEALED, HURT, Need, STARVING, UPKEEP};
use crate::situation::{HEALING_FOOD, Situation};
use alloc::string::String;
use alloc::vec::Vec;
use tasks::{Goal, ItemClass, Lane};
use upkeep::Keeper;

/// Torches to have when they are made.
const TORCHES: u32 = 16;

/// The goals that are due, and those that would get what is missing.
pub fn needs(keeper: &mut Keeper, situation: &Situation<'_>) -> Vec<Need> {
    let (due, unmet) = keeper.due();
    let mut needs: Vec<Need> =
        due.into_iter().filter_map(|due| need(due.goal.target(), due.reason, situation)).collect();
    let lacks_food = unmet.iter().find(|need| need.goal.target() == "gather_food");
    if let Some(lack) = lacks_food.filter(|_| is_short_of_food(situation)) {
        needs.push(food(alloc::format!("unmet {}: {}", lack.metric, lack.missing), situation));
    }
    needs
}

/// Nothing to eat is carried, and food is or will soon be too low to work or to heal.
fn is_short_of_food(situation: &Situation<'_>) -> bool {
    let low = |vitals: &vocab::senses::Vitals| {
        vitals.food < crate::drive::FOOD_MIN || (vitals.health < HEALED && vitals.food < HEALING_FOOD)
    };
    situation.foods().is_empty() && situation.vitals.as_ref().is_some_and(low)
}

fn food(why: String, situation: &Situation<'_>) -> Need {
    let starving = situation.vitals.is_some_and(|vitals| vitals.food < STARVING);
    let count = situation.count_class(ItemClass::Food) + FOOD_ITEMS;
    Need {
        action: UPKEEP,
        target: "gather_food",
        goal: Goal::HaveClass { class: ItemClass::Food, count },
        lane: if starving { Lane::Upkeep } else { Lane::Task },
        why,
    }
}

/// The goal behind an operator; `None` when it is met or the body cannot do it now.
fn need(operator: &str, why: String, situation: &Situation<'_>) -> Option<Need> {
    let urgent = |target, goal| Some(Need { action: UPKEEP, target, goal, lane: Lane::Upkeep, why: why.clone() });
    let vitals = situation.vitals?;
    let eat = || {
        let hungry = vitals.food < FED && !situation.foods().is_empty();
        hungry.then_some(Goal::Fed { food: FED }).and_then(|goal| urgent("eat", goal))
    };
    match operator {
        "eat" => eat(),
        // Wounds heal by themselves on a full stomach; only who is badly hurt hides meanwhile.
        "heal_up" if vitals.food < HEALING_FOOD => eat(),
        "heal_up" if vitals.health <= HURT && situation.can_heal_to(HEALED) => {
            urgent("heal_up", Goal::Refuge { health: HEALED })
        }
        "retreat" => urgent("retreat", Goal::Refuge { health: HEALED }),
        DIG_IN if situation.is_late() => urgent(DIG_IN, Goal::Shelter),
        "gather_food" => Some(food(why, situation)),
        "craft_torches" => {
            let goal = Goal::Have { item: item("torch"), count: TORCHES };
            Some(Need { action: UPKEEP, target: "craft_torches", goal, lane: Lane::Task, why })
        }
        _ => {
            let (class, _, name, _) = CLASSES.into_iter().find(|(_, _, name, _)| operator.ends_with(name))?;
            let tool = tool_to_make(situation, class)?;
            let goal = Goal::Have { item: tool, count: situation.bag.count(tool) + 1 };
            let target = ["craft_pickaxe", "craft_axe", "craft_shovel", "craft_sword"];
            let target = target.into_iter().find(|target| target.strip_prefix("craft_") == Some(name))?;
            urgent(target, goal)
        }
    }
}
