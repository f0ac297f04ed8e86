//! Going on with a plan after the world disagreed: a furnace was late, something was lost, something was found.
//!
//! The rest of the old plan is kept as an outline and scheduled from how things are now, so what is still right stays, what is late
//! moves, and what is missing is got again. Only when that does not work, or a new plan is much better, is there a new plan.

use crate::choose::Chosen;
use crate::context::{Bench, Candidate, Context};
use crate::cost;
use crate::deadlock;
use crate::genome::{NO_FUEL, Token};
use crate::plan::{Act, Objective, Plan, Step, Unsolved};
use crate::reach::Way;
use crate::recipes::{Choices, Make};
use crate::rule::{Draft, DraftProcess, DraftSlot, Problem};
use crate::schedule::{Scope, Score};
use crate::solve::plan_of;
use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

/// How much of the old plan is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// The same loads in the same order; only times moved.
    Kept,
    /// The old outline, with something added or left out.
    Adapted,
    /// A new plan.
    Replanned,
}

/// A plan from here on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repaired {
    pub plan: Plan,
    pub change: Change,
}

/// A new plan must be better than the old outline by one part in this many to replace it: changing one's mind costs too.
const WORTH_REPLANNING: u64 = 10;

/// A batch that is cooking now: its output can be collected from `ready_at` on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InFlight {
    pub slot: String,
    pub item: String,
    pub count: u64,
    pub ready_at: u64,
}

/// Adds batches that are cooking now to a draft, so that plans can count on what they will give.
///
/// Each becomes a slot of its own kind that is "loaded" for nothing once it is ready; executing that step is collecting the batch.
pub fn add_in_flight(draft: &mut Draft, batches: &[InFlight]) {
    for batch in batches {
        let station = format!("collect:{}", batch.slot);
        let token = format!("{}@{}", batch.item, batch.slot);
        draft.inventory.insert(token.clone(), batch.count);
        draft.stations_max.insert(station.clone(), 1);
        draft.slots.push(DraftSlot { id: station.clone(), station: station.clone(), ready_at: batch.ready_at });
        draft.processes.push(DraftProcess {
            id: station.clone(),
            station,
            input: token,
            output: batch.item.clone(),
            ticks_per_item: 0,
            batch_max: batch.count.max(1),
            fuel_per_item: 0,
            load_ticks: 0,
            load_cost: 0,
        });
    }
}

/// The old steps' loads and builds, and their ways of making things.
fn outline(problem: &Problem, old: &[Step], choices: &mut Choices) -> Vec<Token> {
    let mut tokens = Vec::new();
    for step in old {
        match &step.act {
            Act::Op { op, times } => {
                let rule = &problem.ops[*op];
                if let Some(station) = rule.places {
                    tokens.extend((0..*times).map(|_| Token::Build { station: station as u32, press: false }));
                }
                for &(item, _) in &rule.outputs {
                    choices.make[item] = Some(Make::only(Way::Op(*op)));
                }
            }
            Act::Load { process, count, fuel, .. } => {
                let fuel = fuel.and_then(|item| problem.fuels.iter().position(|&(known, _)| known == item));
                let burns = problem.processes[*process].fuel_per_item > 0;
                let fuel = fuel.filter(|_| burns).map_or(NO_FUEL, |fuel| fuel as u32);
                tokens.push(Token::Load { process: *process as u32, count: *count as i64, fuel, press: false });
            }
        }
    }
    tokens
}

/// The old outline from how things are now.
fn adapt(context: &Context<'_>, old: &[Step]) -> Option<Repaired> {
    let mut choices = Choices::cheapest(context.reach);
    let tokens = outline(context.problem, old, &mut choices);
    let bench = Bench::new(context, choices, context.fuel)
        .or_else(|| Bench::new(context, Choices::cheapest(context.reach), context.fuel))?;
    let mut chosen = Chosen { bench, tokens: tokens.clone() };
    let recipes = Rc::clone(&chosen.bench.recipes);
    chosen.bench.balance.settle(&recipes, &mut chosen.tokens).ok()?;
    let score: Score = chosen.bench.scheduler.run(&recipes, &chosen.tokens, Scope::unlimited(false))?;
    let change = if chosen.tokens == tokens { Change::Kept } else { Change::Adapted };
    let candidate = Candidate { tokens: chosen.bench.scheduler.order().to_vec(), ends: Vec::new(), score };
    let plan = plan_of(context, &mut chosen.bench, &candidate).ok()?;
    Some(Repaired { plan, change })
}

/// Goes on from `now` (a request whose inventory and slots are those of this moment) with what is left of the old plan, unless
/// the fresh one is much better.
pub fn repair(
    now: &Problem,
    old: &[Step],
    objective: Objective,
    fresh: Result<Plan, Unsolved>,
) -> Result<Repaired, Unsolved> {
    let reach = deadlock::check(now, objective)?;
    let adapted = adapt(&Context::new(now, objective, &reach), old);
    let value = |plan: &Plan| cost::value(objective, plan.action_cost, plan.makespan_ticks, now.bucket_ticks);
    match (adapted, fresh) {
        (Some(adapted), Ok(fresh)) if value(&adapted.plan) <= worth_replanning(value(&fresh)) => Ok(adapted),
        (_, Ok(plan)) => Ok(Repaired { plan, change: Change::Replanned }),
        (Some(adapted), Err(_)) => Ok(adapted),
        (None, Err(unsolved)) => Err(unsolved),
    }
}

fn worth_replanning(fresh: u64) -> u64 {
    fresh.saturating_add(fresh / WORTH_REPLANNING)
}
