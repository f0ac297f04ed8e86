//! Checks whether the next step of a course still fits the world: already done, ready, or broken.

use crate::plan::asking::is_usable;
use crate::plan::step::Step;
use crate::view::lore::{can_harvest, item};
use crate::view::places::KnownStation;
use crate::view::situation::Situation;
use gamedata::recipes;
use tasks::TaskId;
use vocab::{Action, Bag, Station};

/// Whether a plan's next step can be done in the world as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    Ready,
    Done,
    /// The plan's next step cannot be done as planned.
    Broken,
}

pub fn fit(step: &Step, task: TaskId, situation: &Situation<'_>) -> Fit {
    let carried = |wanted, count: u32| situation.bag.count(wanted) >= count;
    let near = |kind: Station| {
        let stations = situation.places.stations(kind, situation.at);
        stations.into_iter().any(|known: KnownStation| is_usable(situation.places, &known, situation.at, situation.now))
    };
    match step {
        Step::Gather { item, total } | Step::Hunt { item, total } if carried(*item, *total) => Fit::Done,
        Step::Gather { item, .. } => {
            let mut deposits = situation.lore.deposits(*item).iter();
            let can = deposits.any(|deposit| can_harvest(deposit.block, situation.bag));
            if can { Fit::Ready } else { Fit::Broken }
        }
        Step::Station(Station::CraftingTable) if near(Station::CraftingTable) => Fit::Done,
        Step::Station(station) if !carried(item(station.name()), 1) => Fit::Broken,
        Step::Craft { recipe, times } => match recipes::get(*recipe) {
            Some(rule) if rule.needs_table && !near(Station::CraftingTable) => Fit::Broken,
            Some(rule) if !can_fill(rule, *times, situation.bag) => Fit::Broken,
            _ => Fit::Ready,
        },
        Step::Smelt { station, input, count, fuel, fuel_count, .. } => {
            let both = u32::from(*count) + if input == fuel { u32::from(*fuel_count) } else { 0 };
            if !carried(*input, both) || !carried(*fuel, u32::from(*fuel_count)) {
                Fit::Broken
            } else if near(*station) {
                Fit::Ready
            } else {
                Fit::Broken
            }
        }
        Step::Fetch { at, item, count } => {
            let chest = situation.places.landmarks.chest(*at).and_then(|chest| chest.content.as_ref());
            let holds = chest.is_some_and(|content| content.count(*item) >= u32::from(*count));
            if holds && !situation.places.is_bad(*at, situation.now) { Fit::Ready } else { Fit::Broken }
        }
        Step::Take { item, .. } if situation.places.batch(*item, Some(task)).is_none() => Fit::Broken,
        _ => Fit::Ready,
    }
}

/// Whether the bag has the ingredients for `times` craftings. Cells of the recipe with the fewest choices are filled
/// first.
fn can_fill(recipe: &recipes::Recipe, times: u16, bag: &Bag) -> bool {
    let mut cells: alloc::vec::Vec<_> = recipe.ingredients().collect();
    cells.sort_by_key(|cell| cell.len());
    let mut left = bag.clone();
    for cell in cells {
        let mut missing = u32::from(times);
        for &item in cell {
            let taken = left.count(item).min(missing);
            let _ = left.take(item, taken);
            missing -= taken;
        }
        if missing > 0 {
            return false;
        }
    }
    true
}

/// What is left of a plan step after this action: nothing (`None`), the rest, or the whole step if the action only
/// walked to its place.
pub fn after(step: &Step, action: &Action) -> Option<Step> {
    match (step, action) {
        (Step::Craft { recipe, times }, Action::Craft { recipe: done, times: by, .. }) if recipe == done => {
            let left = times.saturating_sub(*by);
            (left > 0).then_some(Step::Craft { recipe: *recipe, times: left })
        }
        (Step::Station(station), Action::Place { item: placed, .. }) if *placed == item(station.name()) => None,
        (Step::Smelt { input, .. }, Action::LoadStation { input: loaded, .. }) if input == loaded => None,
        (Step::Take { .. }, Action::TakeOutput { .. }) | (Step::Fetch { .. }, Action::Withdraw { .. }) => None,
        _ => Some(step.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipe(name: &str) -> u16 {
        recipes::making(item(name))[0]
    }

    #[test]
    fn a_step_ends_with_its_own_action_and_a_partial_action_leaves_the_rest() {
        let craft = |times| Step::Craft { recipe: recipe("stick"), times };
        let crafted = |name: &str, times| Action::Craft { recipe: recipe(name), times, table: None };
        for (step, action, left) in [
            (craft(3), crafted("stick", 3), None),
            (craft(3), crafted("stick", 1), Some(craft(2))),
            (craft(3), crafted("furnace", 3), Some(craft(3))),
            (Step::Station(Station::Furnace), Action::PickUp { radius: 3 }, Some(Step::Station(Station::Furnace))),
        ] {
            assert_eq!(after(&step, &action), left, "{step} after {action:?}");
        }
    }

    #[test]
    fn mixed_planks_can_fill_a_recipe_but_too_few_cannot() {
        let bag = |things: &[(&str, u32)]| things.iter().map(|(name, count)| (item(name), *count)).collect::<Bag>();
        let table = recipes::get(recipe("crafting_table")).unwrap();
        for (things, times, fits) in [
            (&[("oak_planks", 3), ("birch_planks", 1)][..], 1, true),
            (&[("oak_planks", 3), ("birch_planks", 1)], 2, false),
            (&[("oak_planks", 3)], 1, false),
        ] {
            assert_eq!(can_fill(table, times, &bag(things)), fits, "{things:?} {times} times");
        }
    }
}
