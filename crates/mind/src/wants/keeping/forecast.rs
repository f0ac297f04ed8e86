//! Turns the operators that the upkeep plan asks for now into goals.

use super::stocks::{self, CLASSES, Class, tool_to_make};
use crate::goals::{Fed, Have, HaveAny, Lit, Refuge, Shelter, has_station};
use crate::view::classes::ItemClass;
use crate::view::lore::item;
use crate::view::situation::{HEALING_FOOD, Situation};
use crate::wants::needs::{FED, FOOD_ITEMS, HEALED, HURT, Need, STARVING};
use crate::wire::reason::Upkeep;
use alloc::vec::Vec;
use gamedata::tools::{self, Tier};
use tasks::Priority;
use upkeep::metric::Asset;
use upkeep::{Keeper, Operator, UnmetNeed};
use vocab::Station;

/// How many torches the agent is to carry after crafting.
const TORCHES: u32 = 16;
/// The light level at the agent's head (of 15) that placing torches is to reach: just above the warn threshold.
const LIT: u8 = 8;
/// How much coal or charcoal upkeep has the agent fetch at a time.
const COAL: u32 = 8;
/// How much meat upkeep has the agent cook at a time.
const COOKED_MOST: u32 = 8;

/// The body's needs by forecast: goals that are due now, and goals that fetch missing supplies.
pub fn needs(keeper: &mut Keeper, situation: &Situation<'_>) -> Vec<Need> {
    let (due, unmet) = keeper.due();
    let due = due.into_iter().filter_map(|due| need(due.operator, Upkeep::Foreseen(due.reason), situation));
    let missing = unmet.iter().filter_map(|need| get(need, situation));
    due.chain(missing).chain(hunger(situation)).collect()
}

/// The need for food of a badly hurt agent that does not heal for want of it. Upkeep foresees hunger, and knows that food
/// heals only while some is carried.
fn hunger(situation: &Situation<'_>) -> Option<Need> {
    let vitals = situation.vitals.filter(|_| situation.is_weak())?;
    Some(food(Upkeep::Food { food: vitals.food }, situation))
}

/// The need to fetch the supply that upkeep lacks; `None` while the agent cannot use that supply yet.
fn get(unmet: &UnmetNeed, situation: &Situation<'_>) -> Option<Need> {
    let why = Upkeep::Unmet(unmet.clone());
    match unmet.get? {
        Asset::Food | Asset::Meals | Asset::RawFood | Asset::FoodSource => {
            is_short_of_food(situation).then(|| food(why, situation))
        }
        Asset::ToolMaterials(of) => {
            let class = CLASSES.iter().find(|class| class.game == of)?;
            another_tool(class, situation).map(|goal| Need::whenever(goal, why))
        }
        Asset::Torches | Asset::TorchMaterials if can_use_coal(situation) => Some(torches(why)),
        Asset::Fuel | Asset::FuelSource if can_use_coal(situation) => fuel(why, situation),
        _ => None,
    }
}

fn torches(why: Upkeep) -> Need {
    Need::whenever(Have { item: item("torch"), count: TORCHES }, why)
}

/// The goal to have one more tool of a class: of stone, or of wood while the best one is wooden. The plan finds the
/// materials.
fn another_tool(class: &Class, situation: &Situation<'_>) -> Option<Have> {
    let (tier, _) = stocks::best(situation, class.game)?;
    let made_of = if tier >= Tier::Stone { "stone" } else { "wooden" };
    let tool = item(&alloc::format!("{made_of}_{}", class.name));
    Some(Have { item: tool, count: situation.bag.count(tool) + 1 })
}

/// Whether coal is of use to the agent: it has a stone pickaxe and a furnace.
fn can_use_coal(situation: &Situation<'_>) -> bool {
    let pickaxe = stocks::best(situation, tools::ToolClass::Pickaxe);
    pickaxe.is_some_and(|(tier, _)| tier >= Tier::Stone) && has_station(situation, Station::Furnace)
}

/// The need for fuel: coal if some was seen, else charcoal, because wood is easier to find than a coal vein. Charcoal
/// waits for the iron pickaxe: the plan for the pickaxe finds its own fuel and must not be delayed.
fn fuel(why: Upkeep, situation: &Situation<'_>) -> Option<Need> {
    let has_iron = stocks::best(situation, tools::ToolClass::Pickaxe).is_some_and(|(tier, _)| tier >= Tier::Iron);
    let fuel = match stocks::knows_coal(situation) {
        true => item("coal"),
        false if has_iron => item("charcoal"),
        false => return None,
    };
    Some(Need::whenever(Have { item: fuel, count: situation.bag.count(fuel) + COAL }, why))
}

/// Whether the agent carries no food and needs some: its food level is or will soon be too low to work or to heal, or it has the tools
/// to go below ground, where there is no food to be found and no wound heals without.
fn is_short_of_food(situation: &Situation<'_>) -> bool {
    let low = |vitals: &vocab::senses::Vitals| {
        vitals.food < crate::wants::drive::FOOD_MIN || (vitals.health < HEALED && vitals.food < HEALING_FOOD)
    };
    let can_mine = stocks::best(situation, tools::ToolClass::Pickaxe).is_some_and(|(tier, _)| tier >= Tier::Stone);
    situation.foods().is_empty() && (can_mine || situation.vitals.as_ref().is_some_and(low))
}

fn food(why: Upkeep, situation: &Situation<'_>) -> Need {
    let starving = situation.vitals.is_some_and(|vitals| vitals.food < STARVING);
    let goal = HaveAny { class: ItemClass::Food, count: situation.count_class(ItemClass::Food) + FOOD_ITEMS };
    match () {
        () if starving => Need::urgent(goal, why),
        // An agent without food does not heal, and the drive tick soon stops choosing goals for it.
        () if is_short_of_food(situation) => Need::at_a_break(goal, why),
        () => Need::whenever(goal, why),
    }
}

/// The need (a goal with its urgency) for an upkeep operator; `None` when the goal is already met or impossible now.
fn need(operator: Operator, why: Upkeep, situation: &Situation<'_>) -> Option<Need> {
    let vitals = situation.vitals?;
    let eat = |why| {
        let hungry = vitals.food < FED && !situation.foods().is_empty();
        hungry.then(|| Need::urgent(Fed { food: FED }, why))
    };
    match operator {
        Operator::Eat => eat(why),
        Operator::CookAndEat => {
            let (_, cooked, raw) = stocks::raw_meats(situation).max_by_key(|(_, _, count)| *count)?;
            let count = situation.bag.count(cooked) + raw.min(COOKED_MOST);
            Some(Need::at_a_break(Have { item: cooked, count }, why))
        }
        // A fed agent regenerates health. Only a badly hurt agent hides while it heals.
        Operator::HealUp if vitals.food < HEALING_FOOD => eat(why),
        Operator::HealUp if vitals.health <= HURT && situation.can_heal_to(HEALED) => {
            Some(Need::urgent(Refuge { health: HEALED }, why))
        }
        Operator::Retreat => Some(Need::urgent(Refuge { health: HEALED }, why)),
        // The operators to dig in and to sleep give one goal: an agent with a bed sleeps in the hole that it digs.
        Operator::DigIn | Operator::Sleep if situation.is_late() => Some(Need::urgent(Shelter, why)),
        Operator::GatherFood => Some(food(why, situation)),
        Operator::GatherFuel => fuel(why, situation),
        // The materials for torches are carried, so crafting them takes a moment only.
        Operator::CraftTorches => Some(Need { priority: Priority::High, ..torches(why) }),
        Operator::PlaceTorches => Some(Need::urgent(Lit { light: LIT }, why)),
        Operator::Craft(of) | Operator::CraftSpare(of) => {
            let tool = tool_to_make(situation, CLASSES.iter().find(|class| class.game == of)?)?;
            let goal = Have { item: tool, count: situation.bag.count(tool) + 1 };
            match operator {
                Operator::Craft(_) => Some(Need::urgent(goal, why)),
                _ => Some(Need::at_a_break(goal, why)),
            }
        }
        _ => None,
    }
}
