//! Eats food, and puts on armour.

use super::{Expect, Next};
use crate::view::situation::Situation;
use crate::wire::reason::Why;
use tasks::StallClass;
use vocab::{Action, ItemId};

/// The next action to eat: the most filling food of which no point is wasted, else the least filling food.
pub fn next(situation: &Situation<'_>) -> Next {
    let Some(vitals) = situation.vitals else {
        return Next::cannot(StallClass::ExecutorUnavailable, Why::VitalsUnknown);
    };
    let missing = 20u8.saturating_sub(vitals.food);
    let foods = situation.foods();
    let fits = foods.iter().find(|(_, food, _)| food.points <= missing.max(1));
    match fits.or(foods.last()) {
        Some((item, food, _)) => {
            let why = Why::Hungry { food: vitals.food, gives: food.points };
            Next::act(Action::Eat { item: *item }, Expect::Spend(*item), why)
        }
        None => Next::Done,
    }
}

/// The next action to put on a carried piece of armour.
pub fn wear(situation: &Situation<'_>, item: ItemId) -> Next {
    let armour = crate::view::lore::gamedata_item(item).and_then(|item| item.armour.as_ref());
    match armour.filter(|_| situation.bag.count(item) > 0) {
        Some(armour) => {
            let action = Action::Equip { item, slot: armour.slot };
            Next::act(action, Expect::Spend(item), Why::Protects { points: armour.points })
        }
        None => Next::Done,
    }
}
