//! Food, saturation and exhaustion, and their effect on health: regeneration and starvation.

use super::HEALTH_MAX_MILLI;
use crate::world::World;
use gamedata::items::Food;
use serde::{Deserialize, Serialize};
use vocab::senses::Harm;

pub use skills::measures::FOOD_MAX;
/// Each time this much exhaustion has built up, the body loses one point of saturation or food.
pub const EXHAUSTION_STEP_MICRO: u64 = 4_000_000;
/// Most exhaustion that a body can have, as in the game.
const EXHAUSTION_MAX_MICRO: u64 = 40_000_000;
/// The body's health regenerates with at least this much food.
pub const REGENERATION_FOOD_MIN: u8 = 18;
pub const REGENERATION_TICKS: u32 = 80;
/// Ticks between two healed half hearts with full food and saturation.
pub const FAST_REGENERATION_TICKS: u32 = 10;
pub const STARVATION_TICKS: u32 = 80;
/// Exhaustion that healing one half heart costs.
const REGENERATION_EXHAUSTION_MILLI: u32 = 6_000;
/// Health at which starvation stops: half a heart on normal difficulty.
pub const STARVATION_LEAVES_MILLI: u32 = 1_000;
/// Saturation of a new body, in thousandths.
const FIRST_SATURATION_MILLI: u32 = 5_000;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hunger {
    pub food: u8,
    pub saturation_milli: u32,
    /// The body's exhaustion, in millionths, because one tick of swimming costs less than a thousandth.
    pub exhaustion_micro: u64,
    timer_ticks: u32,
}

impl Default for Hunger {
    fn default() -> Hunger {
        Hunger { food: FOOD_MAX, saturation_milli: FIRST_SATURATION_MILLI, exhaustion_micro: 0, timer_ticks: 0 }
    }
}

/// What one tick of hunger does to the body's health.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    Nothing,
    HealMilli(u32),
    Starve,
}

impl Hunger {
    pub fn exhaust(&mut self, milli: u32) {
        self.exhaust_micro(u64::from(milli) * 1_000);
    }

    pub fn exhaust_micro(&mut self, micro: u64) {
        self.exhaustion_micro = self.exhaustion_micro.saturating_add(micro).min(EXHAUSTION_MAX_MICRO);
    }

    /// Adds the points of an eaten food: food first, then saturation up to the level of food.
    pub fn eat(&mut self, food: &Food) {
        self.food = self.food.saturating_add(food.points).min(FOOD_MAX);
        let saturation = self.saturation_milli.saturating_add(food.saturation_milli);
        self.saturation_milli = saturation.min(u32::from(self.food) * 1_000);
    }

    /// Runs one tick of hunger in the game's order: exhaustion, then fast regeneration, slow regeneration or
    /// starvation.
    pub fn tick(&mut self, health_milli: u32) -> Effect {
        if self.exhaustion_micro > EXHAUSTION_STEP_MICRO {
            self.exhaustion_micro -= EXHAUSTION_STEP_MICRO;
            if self.saturation_milli > 0 {
                self.saturation_milli = self.saturation_milli.saturating_sub(1_000);
            } else {
                self.food = self.food.saturating_sub(1);
            }
        }
        let hurt = health_milli < HEALTH_MAX_MILLI;
        if hurt && self.food >= FOOD_MAX && self.saturation_milli > 0 {
            return self.after(FAST_REGENERATION_TICKS, |hunger| {
                let used = hunger.saturation_milli.min(REGENERATION_EXHAUSTION_MILLI);
                hunger.exhaust(used);
                Effect::HealMilli(used / 6)
            });
        }
        if hurt && self.food >= REGENERATION_FOOD_MIN {
            return self.after(REGENERATION_TICKS, |hunger| {
                hunger.exhaust(REGENERATION_EXHAUSTION_MILLI);
                Effect::HealMilli(1_000)
            });
        }
        if self.food == 0 {
            let starve = if health_milli > STARVATION_LEAVES_MILLI { Effect::Starve } else { Effect::Nothing };
            return self.after(STARVATION_TICKS, |_| starve);
        }
        self.timer_ticks = 0;
        Effect::Nothing
    }

    fn after(&mut self, ticks: u32, then: impl FnOnce(&mut Hunger) -> Effect) -> Effect {
        self.timer_ticks += 1;
        if self.timer_ticks < ticks {
            return Effect::Nothing;
        }
        self.timer_ticks = 0;
        then(self)
    }
}

pub fn tick(world: &mut World) {
    if !world.body.is_alive() || !world.body.is_mortal() {
        return;
    }
    match world.body.hunger.tick(world.body.health_milli) {
        Effect::Nothing => {}
        Effect::HealMilli(milli) => {
            world.body.health_milli = (world.body.health_milli + milli).min(HEALTH_MAX_MILLI);
        }
        Effect::Starve => {
            world.hurt_body(1_000, Harm::Starvation, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn healed(food: u8, saturation_milli: u32, ticks: u32) -> u32 {
        let mut hunger = Hunger { food, saturation_milli, ..Hunger::default() };
        let mut health = 10_000;
        for _ in 0..ticks {
            match hunger.tick(health) {
                Effect::Nothing => {}
                Effect::HealMilli(milli) => health += milli,
                Effect::Starve => health -= 1_000,
            }
        }
        health
    }

    #[test]
    fn health_regenerates_by_food_level() {
        for (food, saturation, ticks, health) in [
            (18, 0, 79, 10_000),
            (18, 0, 80, 11_000),
            (17, 0, 400, 10_000),
            (20, 6_000, 10, 11_000),
            (20, 3_000, 10, 10_500),
            (0, 0, 80, 9_000),
        ] {
            assert_eq!(healed(food, saturation, ticks), health, "{food} {saturation} {ticks}");
        }
    }

    #[test]
    fn exhaustion_above_4_takes_saturation_first_and_then_food() {
        let mut hunger = Hunger { saturation_milli: 1_000, ..Hunger::default() };
        for (food, saturation) in [(20, 0), (19, 0), (18, 0)] {
            hunger.exhaust_micro(EXHAUSTION_STEP_MICRO + 1);
            hunger.tick(HEALTH_MAX_MILLI);
            assert_eq!((hunger.food, hunger.saturation_milli), (food, saturation));
        }
    }

    #[test]
    fn saturation_never_exceeds_food() {
        let mut hunger = Hunger { food: 2, saturation_milli: 0, ..Hunger::default() };
        let food =
            |points, saturation_milli| Food { points, saturation_milli, eat_ticks: 32, keeps: None, harmful: false };
        hunger.eat(&food(3, 9_000));
        assert_eq!((hunger.food, hunger.saturation_milli), (5, 5_000));
        hunger.eat(&food(20, 0));
        assert_eq!(hunger.food, FOOD_MAX);
    }

    #[test]
    fn exhaustion_is_bounded() {
        let mut hunger = Hunger::default();
        hunger.exhaust(u32::MAX);
        assert_eq!(hunger.exhaustion_micro, EXHAUSTION_MAX_MICRO);
    }
}
