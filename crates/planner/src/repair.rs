//! Continues a plan when the world differs from it: a furnace was late, something was lost, something was found.
//!
//! The rest of the old plan is scheduled again from the present state: steps that still fit stay, late ones move, and
//! lost items are made again. A new plan replaces it only if this fails or the new plan is much better.

use crate::choose::Chosen;
use crate::context::{Bench, Candidate, Context};
use crate::cost;
use crate::deadlock;
use crate::genome::{NO_FUEL, Token};
use crate::plan::{Act, Objective, Plan, TimedAct, Unsolved};
use crate::reach::Way;
use crate::recipes::{Choices, Make};
use crate::rule::Problem;
use crate::schedule::{Scope, Score};
use crate::solve::plan_of;
use alloc::rc::Rc;
use alloc::vec::Vec;

/// How much of the old plan a repaired plan keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// The station loads are the same in the same order; only their times changed.
    Kept,
    /// The old plan's outline was kept, with steps added or removed.
    Adapted,
    /// Nothing of the old plan was kept; the plan was made anew.
    Replanned,
}

/// A plan that continues from the present state, and how much of the old plan it keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repaired {
    pub plan: Plan,
    pub change: Change,
}

/// A new plan replaces the old one only if it is better by one part in this many: switching plans wastes work.
const WORTH_REPLANNING: u64 = 10;

/// The station loads and builds that are left of the old plan, and how it makes each thing.
fn outline(problem: &Problem, old: &[TimedAct], choices: &mut Choices) -> Vec<Token> {
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

/// Schedules what is left of the old plan from the present state.
fn adapt(context: &Context<'_>, old: &[TimedAct]) -> Option<Repaired> {
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

/// Continues the old plan from `now`, a request with the present inventory and stations, unless a fresh plan is much
/// better.
pub fn repair(
    now: &Problem,
    old: &[TimedAct],
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
