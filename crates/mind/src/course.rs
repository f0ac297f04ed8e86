//! The temporal plan of a task: what it asks of the planner, and the planner's schedule as steps for the body.
//!
//! A course is kept and carried out step by step. It is made anew when the world disagrees, never because time has passed.

use crate::asking::{self, Request, Start};
use crate::lore::name_of;
use crate::plan::Step;
use alloc::string::String;
use alloc::vec::Vec;
use gamedata::{items, recipes};
use planner::game::Deed;
use planner::repair::repair;
use planner::{Act, Limits, Objective, Plan, Problem, Reason, Unsolved, sketch};
use serde::{Deserialize, Serialize};
use vocab::{Bag, ItemId};

/// Schedules tried for one plan inside a step of the mind: some hundred microseconds. Enough for every split of a batch over the
/// furnaces at hand, and for a few more furnaces.
const SKETCH_NODES: u64 = 200;
/// Schedules tried when a running plan is mended; the old order is tried beside them.
const REPAIR_NODES: u64 = 60;
/// Cobblestone fetched at a time: a trip underground should do for the tools and a furnace.
const COBBLESTONE_LEAST: u32 = 18;
/// Items of one kind that a station holds.
const STACK: u32 = 64;

/// A way to get an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    Gather(ItemId),
    Hunt(ItemId),
    Craft(u16),
    /// By its input.
    Smelt(ItemId),
}

/// Why there is no plan, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoPlan(pub String);

/// Steps in an order in which each can be done, and the ticks the planner gives them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Course {
    pub steps: Vec<Step>,
    pub makespan_ticks: u64,
}

/// Steps that end with all of `wanted` carried. `old` is what was left of a plan that the world disagreed with.
pub fn plan(start: Start<'_>, wanted: &[(ItemId, u32)], old: &[Step]) -> Result<Course, NoPlan> {
    let request = asking::request(start, wanted);
    let problem = Problem::new(&request.game.draft).map_err(|error| NoPlan(alloc::format!("{error}")))?;
    let was_smelting = old.iter().any(|step| matches!(step, Step::Smelt { .. }));
    let plan = if was_smelting {
        let old = in_planners_words(&problem, &request, old);
        let limits = Limits { nodes: Some(REPAIR_NODES), seed: 0 };
        repair(&problem, &old, Objective::CostAndTime, limits).map(|repaired| repaired.solution.plan)
    } else {
        sketch(&problem, Objective::CostAndTime, SKETCH_NODES)
    };
    let plan = plan.map_err(|unsolved| explain(&unsolved))?;
    let mut deeds = deeds(&problem, &request, &plan);
    gather_first(start, &mut deeds);
    let mut emit = Emit { start, bag: start.bag.clone(), cooking: request.cooking.clone(), steps: Vec::new() };
    for deed in &deeds {
        emit.deed(deed);
    }
    for &(item, count) in wanted {
        emit.ensure(item, count);
    }
    let last_ready = request.cooking.iter().map(|batch| batch.ready_ticks).max().unwrap_or(0);
    let waits = emit.steps.iter().any(|step| matches!(step, Step::Take { .. }));
    let makespan_ticks = plan.makespan_ticks.max(if waits { last_ready } else { 0 });
    Ok(Course { steps: emit.steps, makespan_ticks })
}

fn explain(unsolved: &Unsolved) -> NoPlan {
    NoPlan(match unsolved.reason {
        Reason::UnreachableItem => alloc::format!("no way left to get {}", unsolved.detail),
        reason => alloc::format!("{}: {}; {}", reason.name(), unsolved.detail, unsolved.way_out),
    })
}

/// What is left of an old plan, with the rules of the new request; what it has no rule for is left out.
fn in_planners_words(problem: &Problem, request: &Request, old: &[Step]) -> Vec<planner::Step> {
    let op = |deed: Deed| {
        let op = request.game.ops.iter().position(|known| *known == deed)?;
        Some(Act::Op { op, times: 1 })
    };
    let act = |step: &Step| match step {
        Step::Gather { item, .. } | Step::Hunt { item, .. } => op(Deed::Gather(*item)),
        Step::Craft { recipe, .. } => op(Deed::Craft(*recipe)),
        Step::Station(station) => op(Deed::Place(*station)),
        Step::Smelt { station, input, output, count, fuel, fuel_count } => {
            let deed = Deed::Smelt { station: *station, input: *input, output: *output };
            let process = request.game.processes.iter().position(|known| *known == deed)?;
            let fuel = problem.item(name_of(*fuel));
            let (count, fuel_count) = (u64::from(*count), u64::from(*fuel_count));
            let slot = planner::plan::SlotName(String::new());
            Some(Act::Load { process, slot, count, fuel, fuel_count, ready: 0 })
        }
        _ => None,
    };
    old.iter().filter_map(act).map(|act| planner::Step { start: 0, end: 0, act }).collect()
}

/// A step of the planner, in the game's words.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Done {
    Gather { item: ItemId, count: u32 },
    Craft { recipe: u16, times: u32, inputs: Vec<(ItemId, u32)> },
    Place(vocab::Station),
    Load { slot: String, smelt: (vocab::Station, ItemId, ItemId), count: u32, fuel: (ItemId, u32) },
}

fn deeds(problem: &Problem, request: &Request, plan: &Plan) -> Vec<Done> {
    let named = |item: usize| items::named(&problem.items[item]);
    let act = |step: &planner::Step| match &step.act {
        Act::Op { op, times } => {
            let times = u32::try_from(*times).unwrap_or(u32::MAX);
            Some(match request.game.ops[*op] {
                Deed::Gather(item) => Done::Gather { item, count: times },
                Deed::Place(station) => Done::Place(station),
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

/// Before the first fire is lit nothing is gained by coming back in between: first everything that can be gathered at once, each
/// thing in one go, then what is made of it, where the body is then.
fn gather_first(start: Start<'_>, deeds: &mut Vec<Done>) {
    let lit = deeds.iter().position(|deed| matches!(deed, Done::Load { .. })).unwrap_or(deeds.len());
    let mut first: Vec<Done> = Vec::new();
    let mut rest: Vec<Done> = Vec::new();
    for (index, deed) in deeds.drain(..).enumerate() {
        match deed {
            Done::Gather { item, count } if index < lit && asking::can_gather(start, item) => {
                let held = first.iter_mut().find_map(|deed| match deed {
                    Done::Gather { item: known, count } if *known == item => Some(count),
                    _ => None,
                });
                match held {
                    Some(held) => *held += count,
                    None => first.push(Done::Gather { item, count }),
                }
            }
            deed => rest.push(deed),
        }
    }
    first.append(&mut rest);
    *deeds = first;
}

/// A batch in a fire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cooking {
    pub slot: String,
    pub item: ItemId,
    pub count: u32,
    /// Ticks from now.
    pub ready_ticks: u64,
}

/// Follows what is carried and what is in the fires, and takes out what the next step needs.
struct Emit<'a> {
    start: Start<'a>,
    bag: Bag,
    cooking: Vec<Cooking>,
    steps: Vec<Step>,
}

impl Emit<'_> {
    fn take(&mut self, batch: usize) {
        let Cooking { item, count, .. } = self.cooking.remove(batch);
        self.bag.add(item, count);
        self.steps.push(Step::Take { item, count: count.min(STACK) as u8 });
    }

    /// Takes batches out until so many of the item are carried, or none is left.
    fn ensure(&mut self, item: ItemId, count: u32) {
        while self.bag.count(item) < count
            && let Some(batch) = self.cooking.iter().position(|batch| batch.item == item)
        {
            self.take(batch);
        }
    }

    fn spend(&mut self, item: ItemId, count: u32) {
        self.ensure(item, count);
        let _ = self.bag.take(item, count.min(self.bag.count(item)));
    }

    fn deed(&mut self, deed: &Done) {
        match deed {
            Done::Gather { item, count } => {
                let least = if *item == crate::lore::item("cobblestone") { COBBLESTONE_LEAST } else { 0 };
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
            Done::Place(station) => {
                self.spend(crate::lore::item(station.name()), 1);
                self.steps.push(Step::Station(*station));
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
