//! The way of one request: can it be at all, a first plan, better plans, the referee, the answer.

use crate::choose::{Chosen, choose};
use crate::context::{Bench, Candidate, Context};
use crate::cost;
use crate::deadlock;
use crate::forced::forced;
use crate::genome::{Lack, NO_FUEL};
use crate::plan::{Act, Objective, Plan, Reason, SlotName, Solution, Step, Unsolved};
use crate::prove::{Proof, Prover};
use crate::rule::Problem;
use crate::schedule::Draught;
use crate::search::Search;
use crate::validate::validate;
use alloc::format;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// How far to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Schedules to build at most; `None` is the default budget.
    pub nodes: Option<u64>,
    /// Another seed takes other turns; the same seed always the same.
    pub seed: u64,
}

/// Schedules that the default budget allows.
const NODES_DEFAULT: u64 = 60_000;
/// Sequences that a proof looks at.
const PROOF_NODES: u64 = 200_000;

fn schedule(chosen: &mut Chosen<'_>, limit: u64) -> Option<Candidate> {
    let recipes = Rc::clone(&chosen.bench.recipes);
    let score = chosen.bench.scheduler.run(&recipes, &chosen.tokens, limit, 0, false)?;
    let ends = chosen.bench.scheduler.slot_ends().collect();
    Some(Candidate { tokens: chosen.bench.scheduler.order().to_vec(), ends, score })
}

/// Turns a schedule's draughts into named steps.
fn named(problem: &Problem, bench: &Bench<'_>) -> Vec<Step> {
    (bench.scheduler.steps.iter())
        .map(|draught| match *draught {
            Draught::Op { op, times, start } => {
                let rule = &bench.recipes.ops[op as usize];
                let end = start + rule.ticks * times as u64;
                Step { start, end, act: Act::Op { op: rule.op, times: times as u64 } }
            }
            Draught::Load { process, slot, count, fuel, fuel_count, start, ready } => {
                let process = process as usize;
                let fuel = if fuel == NO_FUEL { problem.fuels.first() } else { problem.fuels.get(fuel as usize) };
                let fuel = fuel.map(|&(item, _)| item);
                let slot = SlotName(bench.scheduler.slot_name(slot));
                let (count, fuel_count) = (count as u64, fuel_count as u64);
                let act = Act::Load { process, slot, count, fuel, fuel_count, ready };
                Step { start, end: start + problem.processes[process].load_ticks, act }
            }
        })
        .collect()
}

/// The plan of an outline, accepted by the referee.
fn plan(context: &Context<'_>, bench: &mut Bench<'_>, candidate: &Candidate) -> Option<Plan> {
    let recipes = Rc::clone(&bench.recipes);
    bench.scheduler.run(&recipes, &candidate.tokens, u64::MAX, 0, true)?;
    let steps = named(context.problem, bench);
    let verdict = validate(context.problem, &steps).ok()?;
    Some(Plan { steps, makespan_ticks: verdict.makespan_ticks, action_cost: verdict.action_cost })
}

fn lacking(problem: &Problem, lack: Lack) -> Unsolved {
    match lack {
        Lack::Missing { thing, count } => {
            let detail = problem.items.get(thing).cloned().unwrap_or_else(|| problem.stations[thing - problem.items.len()].clone());
            let way_out = format!("{count} more of it, or a rule that gives it");
            Unsolved { reason: Reason::UnreachableItem, detail, way_out }
        }
        Lack::TooLong | Lack::Unsettled => budget("no outline of a plan holds together"),
    }
}

fn budget(detail: &str) -> Unsolved {
    Unsolved { reason: Reason::Budget, detail: detail.to_string(), way_out: String::from("more nodes") }
}

/// Solves a request.
pub fn solve(problem: &Problem, objective: Objective, limits: Limits) -> Result<Solution, Unsolved> {
    let reach = deadlock::check(problem, objective)?;
    let context = Context::new(problem, objective, &reach);
    let mut chosen = choose(&context).map_err(|lack| lacking(problem, lack))?;
    let candidate = schedule(&mut chosen, u64::MAX).ok_or_else(|| budget("the first outline does not work"))?;
    let forced = forced(&context).ok_or_else(|| budget("the recipes do not hold together"))?;
    let nodes = limits.nodes.unwrap_or(NODES_DEFAULT);
    let mut search = Search::new(&context, chosen, candidate, nodes, limits.seed);
    let mut prover = Prover::new(&context, &forced, u64::MAX, PROOF_NODES);
    search.cost_bound = prover.cost_bound();
    search.bound = prover.root_bound(search.value(search.best.score));
    improve(&mut search, &mut prover, forced.exact);
    let best = search.best.clone();
    let (bound, explored) = (search.bound, search.explored + search.visited);
    let choices = search.best_recipes.choices.clone();
    let mut bench = Bench::new(&context, choices, context.fuel).ok_or_else(|| budget("lost its recipes"))?;
    let plan = plan(&context, &mut bench, &best).ok_or_else(|| budget("the referee refused the plan"))?;
    let value = cost::value(objective, plan.action_cost, plan.makespan_ticks, problem.bucket_ticks);
    Ok(Solution { plan, value, bound: bound.min(value), explored })
}

/// Search and proof in turns: each ends the other.
fn improve<'a>(search: &mut Search<'a>, prover: &mut Prover<'a>, exact: bool) {
    if search.done() {
        return;
    }
    search.begin();
    // Cost cuts sequences short; where only time counts there are too many of them to hope for much.
    let proofs = match search.context.objective {
        Objective::CostAndTime => [PROOF_NODES / 8, PROOF_NODES],
        Objective::Makespan => [PROOF_NODES / 100, PROOF_NODES / 100],
    };
    for nodes_max in proofs {
        if search.done() {
            return;
        }
        if exact && prove(search, prover, nodes_max) {
            return;
        }
        search.go_on();
    }
}

/// Tries to prove the best plan; whether that settled everything.
fn prove<'a>(search: &mut Search<'a>, prover: &mut Prover<'a>, nodes_max: u64) -> bool {
    (prover.nodes, prover.nodes_max, prover.open) = (0, nodes_max, u64::MAX);
    prover.target = search.value(search.best.score);
    let proof = prover.prove(&mut |sequence| search.judge(sequence));
    search.visited += prover.nodes;
    if proof == Proof::Complete {
        search.bound = search.bound.max(prover.open.min(search.value(search.best.score)));
    }
    proof == Proof::Complete && search.done()
}
