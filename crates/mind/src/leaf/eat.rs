//! Eating.

use crate::situation::Situation;
use crate::work::{Expect, Next};
use tasks::StallClass;
use vocab::Action;

/// Eats what fits the hunger best: the most filling food that is not wasted, else the least filling one.
pub fn next(situation: &Situation<'_>) -> Next {
    let Some(vitals) = situation.vitals else {
        return Next::cannot(StallClass::ExecutorUnavailable, "the world has not told how hungry the body is");
    };
    let missing = 20u8.saturating_sub(vitals.food);
    let foods = situation.foods();
    let fits = foods.iter().find(|(_, food, _)| food.points <= missing.max(1));
    match fits.or(foods.last()) {
        Some((item, food, _)) => {
            let why = alloc::format!("hungry: {} of 20, this gives {}", vitals.food, food.points);
            Next::act(Action::Eat { item: *item }, Expect::Spend(*item), why)
        }
        None => Next::Done,
    }
}
