//! The search itself: a plan at once, then better ones, until the bound is met or the nodes are used up.
//!
//! Absent on purpose: a clock. The budget counts schedules built, so the same request always ends at the same plan.

use crate::cost;
use crate::genome::{Balance, Lack, NO_FUEL, Token, Totals};
use crate::moves::{Palette, mutate};
use crate::plan::{Act, Objective, Plan, Reason, SlotName, Solution, Step, Unsolved};
use crate::random::Random;
use crate::reach::{Reach, Way, placed_thing, reach, slot_usable};
use crate::recipes::{Choices, Make, Recipes, Scope, place_op};
use crate::rule::{Problem, StationType};
use crate::schedule::{Draught, Scheduler, Score};
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// How far to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Schedules to build at most; `None` is the default budget.
    pub nodes: Option<u64>,
}

/// Everything the search knows about a request before it begins.
#[derive(Debug)]
pub struct Context<'a> {
    pub problem: &'a Problem,
    pub objective: Objective,
    pub reach: &'a Reach,
    pub palette: Palette,
    pub usable: Vec<u64>,
    pub fuel: u32,
}

impl<'a> Context<'a> {
    pub fn new(problem: &'a Problem, objective: Objective, reach: &'a Reach) -> Context<'a> {
        let usable = (0..problem.stations.len())
            .map(|station| {
                let slots = 0..problem.slots.len();
                slots.filter(|&s| problem.slots[s].station == station && slot_usable(problem, s)).count() as u64
            })
            .collect();
        let mut cooks = vec![Vec::new(); problem.items.len()];
        for (index, process) in problem.processes.iter().enumerate() {
            if reach.process_usable[index] {
                cooks[process.output].push(index as u32);
            }
        }
        let useful = |station: &StationType| {
            problem.room(*station) > 0
                && place_op(problem, reach, *station).is_some()
                && (0..problem.processes.len())
                    .any(|p| problem.processes[p].station == *station && reach.process_usable[p])
        };
        let fuels: Vec<u32> = (0..problem.fuels.len() as u32)
            .filter(|&fuel| {
                let item = problem.fuels[fuel as usize].0;
                reach.way[item].is_some()
            })
            .collect();
        let price = |fuel: u32| {
            let (item, burn) = problem.fuels[fuel as usize];
            (u128::from(reach.price[item]) << 40) / u128::from(burn.max(1))
        };
        let fuel = fuels.iter().copied().min_by_key(|&fuel| (price(fuel), fuel)).unwrap_or(NO_FUEL);
        let palette = Palette { stations: (0..problem.stations.len()).filter(useful).collect(), fuels, cooks };
        Context { problem, objective, reach, palette, usable, fuel }
    }

    pub fn scope(&self) -> Scope<'_> {
        Scope { problem: self.problem, reach: self.reach, build: &self.palette.stations }
    }
}

/// Recipes with the scratch memory for building schedules from them.
#[derive(Debug)]
pub struct Bench<'a> {
    pub recipes: Rc<Recipes>,
    pub balance: Balance<'a>,
    pub scheduler: Scheduler<'a>,
}

impl<'a> Bench<'a> {
    pub fn new(context: &'a Context<'a>, choices: Choices) -> Option<Bench<'a>> {
        let recipes = Rc::new(Recipes::compile(context.scope(), choices)?);
        Some(Bench {
            balance: Balance::new(context.problem, &recipes, &context.usable, context.fuel),
            scheduler: Scheduler::new(context.problem, &recipes),
            recipes,
        })
    }
}

/// An outline with what it comes to.
#[derive(Debug, Clone)]
pub struct Candidate {
    pub tokens: Vec<Token>,
    pub score: Score,
}

impl Candidate {
    fn fine(&self, context: &Context<'_>) -> (u64, u64) {
        fine(context, self.score)
    }
}

fn fine(context: &Context<'_>, score: Score) -> (u64, u64) {
    cost::fine(context.objective, score.action_cost, score.makespan_ticks, context.problem.bucket_ticks)
}

/// What a tick weighs against a unit of action cost when only time counts.
const MAKESPAN_SCALE: u64 = 64;

/// The measure that the search descends on: one number, finer than the objective.
fn height(context: &Context<'_>, score: Score) -> u64 {
    match context.objective {
        Objective::CostAndTime => {
            let per_cost = cost::COST_WEIGHT * context.problem.bucket_ticks;
            (score.action_cost.saturating_mul(per_cost)).saturating_add(score.makespan_ticks)
        }
        Objective::Makespan => score.makespan_ticks.saturating_mul(MAKESPAN_SCALE).saturating_add(score.action_cost),
    }
}

/// One search in progress.
struct Search<'a> {
    context: &'a Context<'a>,
    bench: Bench<'a>,
    best: Candidate,
    best_recipes: Rc<Recipes>,
    explored: u64,
    budget: u64,
    random: Random,
}

impl<'a> Search<'a> {
    fn evaluate(&mut self, tokens: &mut Vec<Token>, acceptable: u64) -> Option<Score> {
        let recipes = Rc::clone(&self.bench.recipes);
        let totals = self.bench.balance.settle(&recipes, tokens).ok()?;
        self.explored += 1;
        // The agent's own work alone may already be too much.
        let least = Score { action_cost: totals.action_cost, makespan_ticks: totals.agent_ticks };
        if height(self.context, least) > acceptable {
            return None;
        }
        let score = self.bench.scheduler.run(&recipes, tokens, self.context.problem.horizon_ticks, false)?;
        tokens.clear();
        tokens.extend_from_slice(self.bench.scheduler.order());
        Some(score)
    }

    fn note(&mut self, tokens: &[Token], score: Score) {
        if fine(self.context, score) < self.best.fine(self.context) {
            self.best = Candidate { tokens: tokens.to_vec(), score };
            self.best_recipes = Rc::clone(&self.bench.recipes);
        }
    }

    /// Threshold accepting: worse neighbours pass while the threshold, which falls to zero, allows them.
    fn anneal(&mut self, start: Candidate, nodes: u64, theta: u64) {
        let mut current = start;
        let end = (self.explored + nodes).min(self.budget);
        let begun = self.explored;
        let mut tokens = Vec::new();
        let mut idle = 0;
        while self.explored < end && idle < 200 {
            tokens.clone_from(&current.tokens);
            let mut changed = false;
            for _ in 0..=self.random.below(2) {
                changed |= mutate(self.context.problem, &self.context.palette, &mut tokens, &mut self.random);
            }
            if !changed {
                idle += 1;
                continue;
            }
            idle = 0;
            let left = (end - self.explored) * 1_000 / (end - begun).max(1);
            let slack = theta * left / 1_000;
            let acceptable = height(self.context, current.score) + self.random.below(slack as usize + 1) as u64;
            let Some(score) = self.evaluate(&mut tokens, acceptable) else { continue };
            self.note(&tokens, score);
            if height(self.context, score) <= acceptable {
                current.score = score;
                core::mem::swap(&mut current.tokens, &mut tokens);
            }
        }
    }
}

/// Turns a schedule's draughts into named steps.
fn named(context: &Context<'_>, bench: &Bench<'_>) -> Vec<Step> {
    let problem = context.problem;
    (bench.scheduler.steps.iter())
        .map(|draught| match *draught {
            Draught::Op { op, times, start } => {
                let rule = &bench.recipes.ops[op as usize];
                let end = start + rule.ticks * times as u64;
                Step { start, end, act: Act::Op { op: rule.op, times: times as u64 } }
            }
            Draught::Load { process, slot, count, fuel, fuel_count, start, ready } => {
                let process = process as usize;
                let fuel = (fuel != NO_FUEL).then(|| problem.fuels[fuel as usize].0);
                let slot = SlotName(bench.scheduler.slot_name(slot));
                let (count, fuel_count) = (count as u64, fuel_count as u64);
                let act = Act::Load { process, slot, count, fuel, fuel_count, ready };
                Step { start, end: start + problem.processes[process].load_ticks, act }
            }
        })
        .collect()
}

/// Solves a request.
pub fn solve(problem: &Problem, objective: Objective, limits: Limits) -> Result<Solution, Unsolved> {
    let reach = reach(problem, objective, false);
    let context = Context::new(problem, objective, &reach);
    let mut bench = Bench::new(&context, Choices::cheapest(&reach)).expect("TODO");
    let recipes = Rc::clone(&bench.recipes);
    let mut tokens = Vec::new();
    let totals = bench.balance.settle(&recipes, &mut tokens).expect("TODO");
    let score = bench.scheduler.run(&recipes, &tokens, u64::MAX, false).expect("TODO");
    let first = Candidate { tokens: bench.scheduler.order().to_vec(), score };
    let mut search = Search { context: &context, bench, best: first.clone(), best_recipes: recipes, explored: 1, budget: limits.nodes.unwrap_or(20_000), random: Random::new(1) };
    let theta = match objective { Objective::CostAndTime => 1500, Objective::Makespan => 64*150 };
    search.anneal(first, u64::MAX/2, theta);
    let best = search.best.clone();
    let explored = search.explored;
    let mut bench = Bench::new(&context, search.best_recipes.choices.clone()).expect("TODO");
    let recipes = Rc::clone(&bench.recipes);
    bench.scheduler.run(&recipes, &best.tokens, u64::MAX, true);
    let steps = named(&context, &bench);
    let verdict = crate::validate::validate(problem, &steps).expect("valid");
    let plan = Plan { steps, makespan_ticks: verdict.makespan_ticks, action_cost: verdict.action_cost };
    let value = cost::value(objective, plan.action_cost, plan.makespan_ticks, problem.bucket_ticks);
    Ok(Solution { plan, value, bound: 0, explored })
}
