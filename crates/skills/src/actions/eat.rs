//! Eats one food item, in 32 ticks for most foods. Its container (a bowl) stays in the bag.

use super::Turn;
use crate::limbs::{Bite, Limbs};
use crate::me::Me;
use crate::measures::{ALWAYS_EDIBLE, FOOD_MAX};
use gamedata::items::{self, Food};
use serde::{Deserialize, Serialize};
use vocab::ItemId;
use vocab::outcome::{Failure, Refusal};

/// Eating takes at most this many ticks longer than the food needs; then the world has not let the body eat.
const LATE_TICKS_MAX: u32 = 100;
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Eat {
    item: ItemId,
    ticks: u32,
}

fn food(item: ItemId) -> Result<Food, Refusal> {
    items::get(item).food.ok_or(Refusal::NotEdible)
}

impl Eat {
    pub(super) fn new(me: &Me<'_, impl Limbs>, item: ItemId) -> Result<Eat, Refusal> {
        food(item)?;
        if me.inventory().count(item) == 0 {
            return Err(Refusal::MissingItem);
        }
        if me.pose().food >= FOOD_MAX && !ALWAYS_EDIBLE.contains(&items::get(item).name) {
            return Err(Refusal::NotEdible);
        }
        Ok(Eat { item, ticks: 0 })
    }

    pub(super) fn tick(&mut self, me: &mut Me<'_, impl Limbs>) -> Turn {
        let Ok(food) = food(self.item) else { return Turn::Refused(Refusal::NotEdible) };
        if me.inventory().count(self.item) == 0 {
            return Turn::Failed(Failure::TargetLost);
        }
        me.limbs.hold(Some(self.item));
        self.ticks += 1;
        match me.limbs.eat(self.item, &food) {
            Bite::Eaten => Turn::Done,
            Bite::Gone => Turn::Failed(Failure::TargetLost),
            Bite::Going if self.ticks > u32::from(food.eat_ticks) + LATE_TICKS_MAX => Turn::Failed(Failure::Denied),
            Bite::Going => Turn::Going,
        }
    }

    pub(super) fn progress(&self) -> (u32, u32) {
        (self.ticks, food(self.item).map_or(1, |food| u32::from(food.eat_ticks)))
    }
}
