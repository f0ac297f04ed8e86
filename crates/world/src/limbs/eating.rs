//! Eats a carried food: it takes its time, then the food is gone and the hunger with it. Its container (a bowl) stays in the bag.

use crate::space::Place;
use crate::world::World;
use gamedata::items::{self, Food};
use serde::{Deserialize, Serialize};
use skills::limbs::Bite;
use vocab::ItemId;
use vocab::item::Stack;

/// Exhaustion of one raw or rotten meal that causes the hunger effect, added at once, in thousandths.
const ILL_EXHAUSTION_MILLI: u32 = 3_000;
const ILL_PPM: u32 = 300_000;
const ROTTEN_ILL_PPM: u32 = 800_000;

/// A meal that has begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Meal {
    item: ItemId,
    ticks: u32,
}

/// Eats for one tick.
pub(super) fn tick(world: &mut World, item: ItemId, food: &Food) -> Bite {
    world.hands.eating = true;
    let eaten_ticks = world.hands.meal.take().filter(|meal| meal.item == item).map_or(0, |meal| meal.ticks) + 1;
    if world.body.inventory.count(item) == 0 {
        return Bite::Gone;
    }
    if eaten_ticks < u32::from(food.eat_ticks) {
        world.hands.meal = Some(Meal { item, ticks: eaten_ticks });
        return Bite::Going;
    }
    if world.body.inventory.take(item, 1).is_none() {
        return Bite::Gone;
    }
    world.body.hunger.eat(food);
    let ppm = if items::get(item).name == "rotten_flesh" { ROTTEN_ILL_PPM } else { ILL_PPM };
    if food.harmful && world.rng.chance_ppm(ppm) {
        world.body.hunger.exhaust(ILL_EXHAUSTION_MILLI);
    }
    if let Some(kept) = food.keeps
        && let Some(rest) = world.body.inventory.add(Stack { item: kept, count: 1, wear: 0 })
    {
        let at = world.body.eyes();
        world.drop_stack(at, Place::ZERO, rest);
    }
    Bite::Eaten
}
