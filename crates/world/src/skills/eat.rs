//! Eats one food item, in 32 ticks for most foods. Its container (a bowl) stays in the bag.

use super::Turn;
use crate::body::hunger::FOOD_MAX;
use crate::world::World;
use gamedata::items::{self, Food};
use serde::{Deserialize, Serialize};
use vocab::ItemId;
use vocab::item::Stack;
use vocab::outcome::{Failure, Refusal};

/// Exhaustion of one raw or rotten meal that causes the hunger effect, added at once, in thousandths.
const ILL_EXHAUSTION_MILLI: u32 = 3_000;
const ILL_PPM: u32 = 300_000;
const ROTTEN_ILL_PPM: u32 = 800_000;
/// Foods that can be eaten with a full food bar.
const ALWAYS_EDIBLE: [&str; 5] =
    ["golden_apple", "enchanted_golden_apple", "chorus_fruit", "honey_bottle", "suspicious_stew"];

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Eat {
    item: ItemId,
    ticks: u32,
}

fn food(item: ItemId) -> Result<Food, Refusal> {
    items::get(item).food.ok_or(Refusal::NotEdible)
}

impl Eat {
    pub(super) fn new(world: &World, item: ItemId) -> Result<Eat, Refusal> {
        food(item)?;
        if world.body.inventory.count(item) == 0 {
            return Err(Refusal::MissingItem);
        }
        if world.body.hunger.food >= FOOD_MAX && !ALWAYS_EDIBLE.contains(&items::get(item).name) {
            return Err(Refusal::NotEdible);
        }
        Ok(Eat { item, ticks: 0 })
    }

    pub(super) fn tick(&mut self, world: &mut World) -> Turn {
        let Ok(food) = food(self.item) else { return Turn::Refused(Refusal::NotEdible) };
        if world.body.inventory.count(self.item) == 0 {
            return Turn::Failed(Failure::TargetLost);
        }
        world.body.inventory.hold(self.item);
        world.body.controls.slow = true;
        self.ticks += 1;
        if self.ticks < u32::from(food.eat_ticks) {
            return Turn::Going;
        }
        if world.body.inventory.take(self.item, 1).is_none() {
            return Turn::Failed(Failure::TargetLost);
        }
        world.body.hunger.eat(&food);
        let ppm = if items::get(self.item).name == "rotten_flesh" { ROTTEN_ILL_PPM } else { ILL_PPM };
        if food.harmful && world.rng.chance_ppm(ppm) {
            world.body.hunger.exhaust(ILL_EXHAUSTION_MILLI);
        }
        if let Some(kept) = food.keeps
            && let Some(rest) = world.body.inventory.add(Stack { item: kept, count: 1, wear: 0 })
        {
            let at = world.body.eyes();
            world.drop_stack(at, crate::space::Place::ZERO, rest);
        }
        Turn::Done
    }

    pub(super) fn progress(&self) -> (u32, u32) {
        (self.ticks, food(self.item).map_or(1, |food| u32::from(food.eat_ticks)))
    }
}
