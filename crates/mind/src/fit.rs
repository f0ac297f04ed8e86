//! Whether the next step of a course still fits the world: done already, ready to be done, or overtaken by events.

use crate::asking::is_usable;
use crate::known::KnownStation;
use crate::lore::{can_harvest, item};
use crate::plan::Step;
use crate::situation::Situation;
use gamedata::recipes;
use tasks::TaskId;
use vocab::{Action, Bag, Station};

/// What the world says of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    Ready,
    Through,
    /// It cannot be done as planned: why.
    Broken(&'static str),
}

pub fn fit(step: &Step, task: TaskId, situation: &Situation<'_>) -> Fit {
    let carried = |wanted, count: u32| situation.bag.count(wanted) >= count;
    let near = |kind: Station| {
        let stations = situation.known.stations(kind, situation.at);
        stations.into_iter().any(|known: KnownStation| is_usable(situation.known, &known, situation.at, situation.now))
    };
    match step {
        Step::Gather { item, total } | Step::Hunt { item, total } if carried(*item, *total) => Fit::Through,
        Step::Gather { item, .. } => {
            let mut deposits = situation.lore.deposits(*item).iter();
            let can = deposits.any(|deposit| can_harvest(deposit.block, &situation.bag));
            if can { Fit::Ready } else { Fit::Broken("the tool for it is gone") }
        }
        Step::Station(Station::CraftingTable) if near(Station::CraftingTable) => Fit::Through,
        Step::Station(station) if !carried(item(station.name()), 1) => Fit::Broken("there is none to be placed"),
        Step::Craft { recipe, times } => match recipes::get(*recipe) {
            Some(rule) if rule.needs_table && !near(Station::CraftingTable) => Fit::Broken("no table is near"),
            Some(rule) if !can_fill(rule, *times, &situation.bag) => Fit::Broken("something it takes is missing"),
            _ => Fit::Ready,
        },
        Step::Smelt { station, input, count, fuel, fuel_count, .. } => {
            let both = u32::from(*count) + if input == fuel { u32::from(*fuel_count) } else { 0 };
            if !carried(*input, both) || !carried(*fuel, u32::from(*fuel_count)) {
                Fit::Broken("something for the fire is missing")
            } else if near(*station) {
                Fit::Ready
            } else {
                Fit::Broken("the fire is gone")
            }
        }
        Step::Take { item, .. } if situation.known.batch(*item, Some(task)).is_none() => {
            Fit::Broken("the fire is gone")
        }
        _ => Fit::Ready,
    }
}

/// Whether the bag fills the recipe so many times, cells with fewest choices first.
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

/// Whether the action, done, is what the step was about: all of it, a part of it (what is left of it), or only the way there.
pub fn after(step: &Step, action: &Action) -> Option<Step> {
    match (step, action) {
        (Step::Craft { recipe, times }, Action::Craft { recipe: done, times: by, .. }) if recipe == done => {
            let left = times.saturating_sub(*by);
            (left > 0).then_some(Step::Craft { recipe: *recipe, times: left })
        }
        (Step::Station(station), Action::Place { item: placed, .. }) if *placed == item(station.name()) => None,
        (Step::Smelt { input, .. }, Action::LoadStation { input: loaded, .. }) if input == loaded => None,
        (Step::Take { .. }, Action::TakeOutput { .. }) => None,
        _ => Some(step.clone()),
    }
}
