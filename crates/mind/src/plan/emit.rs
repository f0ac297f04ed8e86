//! Turns the planner's schedule into steps for the body: gather first, load furnaces, take batches out when needed.

use crate::plan::asking::{self, Request, Start};
use crate::plan::course::Cooking;
use crate::plan::step::Step;
use crate::view::lore;
use alloc::string::String;
use alloc::vec::Vec;
use gamedata::{items, recipes};
use planner::game::Deed;
use planner::{Act, Plan, Problem};
use vocab::{Bag, BlockPos, ItemId};

/// Fewest pieces of cobblestone that a plan fetches on one trip: enough for the stone tools and a furnace.
const COBBLESTONE_LEAST: u32 = 18;
/// Most items of one kind that a furnace holds.
const STACK: u32 = 64;

/// Turns the planner's result into steps in an order in which they can be done. After the last one the agent carries
/// all of `wanted`.
pub fn steps(
    start: Start<'_>,
    problem: &Problem,
    request: &Request,
    plan: &Plan,
    wanted: &[(ItemId, u32)],
) -> Vec<Step> {
    let mut deeds = deeds(problem, request, plan);
    gather_first(start, &mut deeds);
    let mut emit = Emit {
        start,
        bag: start.bag.clone(),
        cooking: request.cooking.clone(),
        stored: request.stored.clone(),
        steps: Vec::new(),
    };
    for deed in &deeds {
        emit.deed(deed);
    }
    for &(item, count) in wanted {
        emit.ensure(item, count);
    }
    emit.steps
}

/// One step of the planner's result, expressed with the game's items and stations.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Done {
    Gather { item: ItemId, count: u32 },
    Craft { recipe: u16, times: u32, inputs: Vec<(ItemId, u32)> },
    Place { station: vocab::Station, times: u32 },
    Load { slot: String, smelt: (vocab::Station, ItemId, ItemId), count: u32, fuel: (ItemId, u32) },
}

fn deeds(problem: &Problem, request: &Request, plan: &Plan) -> Vec<Done> {
    let named = |item: usize| items::named(&problem.items[item]);
    let act = |step: &planner::TimedAct| match &step.act {
        Act::Op { op, times } => {
            let times = u32::try_from(*times).unwrap_or(u32::MAX);
            Some(match request.game.ops[*op] {
                Deed::Gather(item) => Done::Gather { item, count: times },
                Deed::Place(station) => Done::Place { station, times },
                Deed::Craft(recipe) => {
                    let inputs = problem.ops[*op].inputs.iter();
                    let inputs = inputs.filter_map(|&(item, count)| Some((named(item)?, count as u32 * times)));
                    Done::Craft { recipe, times, inputs: inputs.collect() }
                }
                Deed::Smelt { .. } => return None,
            })
        }
        Act::Load { process, slot, count, fuel, fuel_count, .. } => {
            let Deed::Smelt { station, input, output } = request.game.processes[*process] else { return None };
            let fuel = (named((*fuel)?)?, *fuel_count as u32);
            Some(Done::Load { slot: slot.0.clone(), smelt: (station, input, output), count: *count as u32, fuel })
        }
    };
    plan.steps.iter().filter_map(act).collect()
}

/// Reorders the steps before the first smelting: the agent first gathers all that it can, each item in one trip, then
/// it crafts. Until a furnace burns, an earlier return saves no time.
fn gather_first(start: Start<'_>, deeds: &mut Vec<Done>) {
    let lit = deeds.iter().position(|deed| matches!(deed, Done::Load { .. })).unwrap_or(deeds.len());
    let mut first: Vec<Done> = Vec::new();
    let mut rest: Vec<Done> = Vec::new();
    for (index, deed) in deeds.drain(..).enumerate() {
        match deed {
            Done::Gather { item, count } if asking::can_gather(start, item) => {
                let held = first.iter_mut().find_map(|deed| match deed {
                    Done::Gather { item: known, count } if *known == item => Some(count),
                    _ => None,
                });
                match held {
                    Some(held) => *held += count,
                    None if index < lit => first.push(Done::Gather { item, count }),
                    None => rest.push(Done::Gather { item, count }),
                }
            }
            deed => rest.push(deed),
        }
    }
    first.append(&mut rest);
    *deeds = first;
}

/// Tracks the carried items and the batches in furnaces while the steps are written, and adds steps that take out what
/// the next step needs.
struct Emit<'a> {
    start: Start<'a>,
    bag: Bag,
    cooking: Vec<Cooking>,
    /// What is left in chests near by after the steps so far.
    stored: Vec<(BlockPos, Bag)>,
    steps: Vec<Step>,
}

impl Emit<'_> {
    fn take(&mut self, batch: usize) {
        let Cooking { item, count, .. } = self.cooking.remove(batch);
        self.bag.add(item, count);
        self.steps.push(Step::Take { item, count: count.min(STACK) as u8 });
    }

    /// Adds steps that take batches out of furnaces, and then stock from chests, until `count` of the item are carried
    /// or nothing is left.
    fn ensure(&mut self, item: ItemId, count: u32) {
        while self.bag.count(item) < count
            && let Some(batch) = self.cooking.iter().position(|batch| batch.item == item)
        {
            self.take(batch);
        }
        for (at, content) in &mut self.stored {
            let missing = count.saturating_sub(self.bag.count(item));
            let taken = missing.min(content.count(item)).min(u32::from(u16::MAX));
            if taken > 0 && content.take(item, taken) {
                self.bag.add(item, taken);
                self.steps.push(Step::Fetch { at: *at, item, count: taken as u16 });
            }
        }
    }

    fn spend(&mut self, item: ItemId, count: u32) {
        self.ensure(item, count);
        let _ = self.bag.take(item, count.min(self.bag.count(item)));
    }

    fn deed(&mut self, deed: &Done) {
        match deed {
            Done::Gather { item, count } => {
                let least = if *item == lore::item("cobblestone") { COBBLESTONE_LEAST } else { 0 };
                self.bag.add(*item, (*count).max(least));
                let (item, total) = (*item, self.bag.count(*item));
                let hunted = self.start.lore.deposits(item).is_empty();
                self.steps.push(if hunted { Step::Hunt { item, total } } else { Step::Gather { item, total } });
            }
            Done::Craft { recipe, times, inputs } => {
                for &(item, count) in inputs {
                    self.spend(item, count);
                }
                if let Some(rule) = recipes::get(*recipe) {
                    self.bag.add(rule.output, times * u32::from(rule.count));
                    for &(item, count) in rule.left_over {
                        self.bag.add(item, times * u32::from(count));
                    }
                }
                self.steps.push(Step::Craft { recipe: *recipe, times: (*times).min(u32::from(u16::MAX)) as u16 });
            }
            Done::Place { station, times } => {
                for _ in 0..*times {
                    self.spend(lore::item(station.name()), 1);
                    self.steps.push(Step::Station(*station));
                }
            }
            Done::Load { slot, smelt: (station, input, output), count, fuel: (fuel, fuel_count) } => {
                if let Some(batch) = self.cooking.iter().position(|batch| batch.slot == *slot) {
                    self.take(batch);
                }
                self.spend(*input, *count);
                self.spend(*fuel, *fuel_count);
                let cooking = Cooking { slot: slot.clone(), item: *output, count: *count, ready_ticks: 0 };
                self.cooking.push(cooking);
                self.steps.push(Step::Smelt {
                    station: *station,
                    input: *input,
                    output: *output,
                    count: (*count).min(STACK) as u8,
                    fuel: *fuel,
                    fuel_count: (*fuel_count).min(STACK) as u8,
                });
            }
        }
    }
}
