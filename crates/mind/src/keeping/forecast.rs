//! What the keeper's plan asks for now, as goals that the executor knows.

use super::stocks::{self, CLASSES, Class, tool_to_make};
use crate::goals::has_station;
use crate::lore::item;
use crate::needs::{DIG_IN, FED, FOOD_ITEMS, HEALED, HURT, Need, STARVING, UPKEEP};
use crate::situation::{HEALING_FOOD, Situation};
use alloc::string::String;
use alloc::vec::Vec;
use gamedata::tools::{self, Tier};
use tasks::{Goal, ItemClass, Lane};
use upkeep::Keeper;
use upkeep::told::UnmetNeed;
use vocab::Station;

/// Torches to have when they are made.
const TORCHES: u32 = 16;
/// Light at the head that is bright enough, of 15: just above the warn threshold.
const LIT: u8 = 8;
/// Coal fetched at a time.
const COAL: u32 = 8;
/// Meat put into the fire at a time.
const COOKED_MOST: u32 = 8;

/// The goals that are due, and those that would get what is missing.
pub fn needs(keeper: &mut Keeper, situation: &Situation<'_>) -> Vec<Need> {
    let (due, unmet) = keeper.due();
    let due = due.into_iter().filter_map(|due| need(due.goal.target(), due.reason, situation));
    let missing = unmet.iter().filter_map(|need| get(need, situation));
    due.chain(missing).collect()
}

/// The goal that gets what an unmet need lacks, as soon as it is in reach: first things come first.
fn get(unmet: &UnmetNeed, situation: &Situation<'_>) -> Option<Need> {
    let why = alloc::format!("unmet {}: {}", unmet.metric, unmet.missing);
    match unmet.goal.target() {
        "gather_food" | "hunt" | "find_food_source" => is_short_of_food(situation).then(|| food(why, situation)),
        "gather_tool_materials" => {
            let class = CLASSES.iter().find(|class| unmet.metric.as_str().rsplit('_').next() == Some(class.name))?;
            another_tool(class, situation).map(|goal| whenever(class.craft, goal, why))
        }
        "craft_torches" | "gather_torch_materials" if can_use_coal(situation) => {
            Some(whenever("craft_torches", Goal::Have { item: item("torch"), count: TORCHES }, why))
        }
        "gather_fuel" if can_use_coal(situation) && stocks::knows_coal(situation) => Some(fuel(why, situation)),
        _ => None,
    }
}

/// A goal among the tasks: nobody is interrupted for it.
fn whenever(target: &'static str, goal: Goal, why: String) -> Need {
    Need { action: UPKEEP, target, goal, lane: Lane::Task, why }
}

/// One more of a class, of stone or of what is there: the plan sees to its materials.
fn another_tool(class: &Class, situation: &Situation<'_>) -> Option<Goal> {
    let (tier, _) = stocks::best(situation, class.game)?;
    let made_of = if tier >= Tier::Stone { "stone" } else { "wooden" };
    let tool = item(&alloc::format!("{made_of}_{}", class.name));
    Some(Goal::Have { item: tool, count: situation.bag.count(tool) + 1 })
}

/// There is a pickaxe of stone and a furnace: from here on coal is good for something.
fn can_use_coal(situation: &Situation<'_>) -> bool {
    let pickaxe = stocks::best(situation, tools::ToolClass::Pickaxe);
    pickaxe.is_some_and(|(tier, _)| tier >= Tier::Stone) && has_station(situation, Station::Furnace)
}

fn fuel(why: String, situation: &Situation<'_>) -> Need {
    let coal = item("coal");
    whenever("gather_fuel", Goal::Have { item: coal, count: situation.bag.count(coal) + COAL }, why)
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
    let lane = if starving { Lane::Upkeep } else { Lane::Task };
    Need { lane, ..whenever("gather_food", Goal::HaveClass { class: ItemClass::Food, count }, why) }
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
        "cook_and_eat" => {
            let (_, cooked, raw) = stocks::raw_meats(situation).max_by_key(|(_, _, count)| *count)?;
            let count = situation.bag.count(cooked) + raw.min(COOKED_MOST);
            Some(whenever("cook_and_eat", Goal::Have { item: cooked, count }, why))
        }
        // Wounds heal by themselves on a full stomach; only who is badly hurt hides meanwhile.
        "heal_up" if vitals.food < HEALING_FOOD => eat(),
        "heal_up" if vitals.health <= HURT && situation.can_heal_to(HEALED) => {
            urgent("heal_up", Goal::Refuge { health: HEALED })
        }
        "retreat" => urgent("retreat", Goal::Refuge { health: HEALED }),
        // One goal: who has a bed sleeps in the hole that is dug.
        DIG_IN | "sleep" if situation.is_late() => urgent(DIG_IN, Goal::Shelter),
        "gather_food" => Some(food(why, situation)),
        "gather_fuel" => Some(fuel(why, situation)),
        "craft_torches" => Some(whenever("craft_torches", Goal::Have { item: item("torch"), count: TORCHES }, why)),
        "place_torches" => urgent("place_torches", Goal::Lit { light: LIT }),
        _ => {
            let class = CLASSES.iter().find(|class| [class.craft, class.craft_spare].contains(&operator))?;
            let tool = tool_to_make(situation, class)?;
            let goal = Goal::Have { item: tool, count: situation.bag.count(tool) + 1 };
            if operator == class.craft {
                urgent(class.craft, goal)
            } else {
                Some(whenever(class.craft_spare, goal, why))
            }
        }
    }
}
