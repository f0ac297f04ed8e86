//! Eating, and putting on what protects.

use crate::view::situation::Situation;
use crate::agenda::work::{Expect, Next};
use tasks::StallClass;
use vocab::{Action, ItemId};

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

/// Puts on a piece of armour that is carried.
pub fn wear(situation: &Situation<'_>, item: ItemId) -> Next {
    let armour = crate::view::lore::gamedata_item(item).and_then(|item| item.armour.as_ref());
    match armour.filter(|_| situation.bag.count(item) > 0) {
        Some(armour) => {
            let action = Action::Equip { item, slot: armour.slot };
            Next::act(action, Expect::Spend(item), alloc::format!("{} points of armour", armour.points))
        }
        None => Next::Done,
    }
}
