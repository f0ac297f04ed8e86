//! The way of one request: can it be at all, a first plan, better plans, the referee, the answer.

use crate::choose::{Chosen, choose, first, quick, with_each_fuel};
use crate::content::too_little;
use crate::context::{Bench, Candidate, Context};
use crate::cost;
use crate::deadlock;
use crate::direct::{self, Outcome, TRIES_MAX};
use crate::forced::forced;
use crate::genome::{Lack, NO_FUEL, Token};
use crate::growth;
use crate::plan::{Act, Objective, Plan, Reason, SlotName, Solution, Step, Unsolved};
use crate::price;
use crate::prove::{Proof, Prover};
use crate::reach::Reach;
use crate::recipes::Choices;
use crate::rule::{Problem, TICKS_MAX};
use crate::schedule::{Draught, Scope};
use crate::search::{NODES_DEFAULT, Search};
use crate::validate::{Fault, Flaw, REPETITIONS_MAX, validate};
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

/// Sequences that a proof looks at.
const PROOF_NODES: u64 = 200_000;
/// Sequences of a proof for each schedule that a caller allows.
const PROOF_PER_NODE: u64 = 4;
/// Actions tried for each schedule that a caller allows: a schedule is some hundred of them.
const TRIES_PER_NODE: u64 = 100;
/// Actions tried for a plan at once: some milliseconds.
const QUICK_TRIES_MAX: u64 = 20_000;
/// Ranks that a proof looks at, about: large recipes make each sequence dear.
const PROOF_RANKS: u64 = 20_000_000;

fn schedule(chosen: &mut Chosen<'_>) -> Option<Candidate> {
    let recipes = Rc::clone(&chosen.bench.recipes);
    let score = chosen.bench.scheduler.run(&recipes, &chosen.tokens, Scope::unlimited(false))?;
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
pub fn plan_of(context: &Context<'_>, bench: &mut Bench<'_>, candidate: &Candidate) -> Result<Plan, Unsolved> {
    let recipes = Rc::clone(&bench.recipes);
    let score = bench.scheduler.run(&recipes, &candidate.tokens, Scope::unlimited(true));
    score.ok_or_else(|| internal("an outline cannot be carried out again"))?;
    let steps = named(context.problem, bench);
    let verdict = validate(context.problem, &steps).map_err(|fault| refused(&fault))?;
    Ok(Plan { steps, makespan_ticks: verdict.makespan_ticks, action_cost: verdict.action_cost })
}

fn lacking(problem: &Problem, reach: &Reach, lack: Lack) -> Unsolved {
    match lack {
        Lack::Missing { thing, count } if thing < problem.items.len() && too_little(problem, reach, thing) => {
            let detail = problem.items[thing].clone();
            let way_out = format!("{count} more {detail}, or a rule that gives it");
            Unsolved { reason: Reason::UnreachableItem, detail, way_out }
        }
        Lack::Missing { thing, .. } => {
            let name = problem.items.get(thing).or_else(|| problem.stations.get(thing - problem.items.len()));
            budget(&format!("no choice of recipes found that has enough {}", name.map_or("", String::as_str)))
        }
        Lack::TooLong => {
            let way_out = String::from("a smaller goal, or larger batches");
            Unsolved { way_out, ..budget("more loads than a plan may have") }
        }
        Lack::Unsettled => budget("the recipes do not hold together"),
    }
}

/// What the referee's word on a plan means for the request.
fn refused(fault: &Fault) -> Unsolved {
    match fault.why {
        Flaw::BeyondHorizon(end) => budget(&format!("the plan found ends at {end}, beyond the horizon")),
        Flaw::TooLong => {
            let way_out = String::from("a smaller goal");
            Unsolved { way_out, ..budget(&format!("more than {REPETITIONS_MAX} repetitions to be checked one by one")) }
        }
        _ => internal(&format!("the referee refused the plan, {fault}")),
    }
}

fn internal(detail: &str) -> Unsolved {
    let way_out = String::from("another --nodes; this is a mistake of the planner, please report the request");
    Unsolved { reason: Reason::Internal, detail: detail.to_string(), way_out }
}

/// Whether the answer leaves open if there is a plan.
fn is_open(unsolved: &Unsolved) -> bool {
    matches!(unsolved.reason, Reason::Budget | Reason::Internal)
}

fn budget(detail: &str) -> Unsolved {
    Unsolved { reason: Reason::Budget, detail: detail.to_string(), way_out: String::from("more nodes") }
}

/// Solves a request.
pub fn solve(problem: &Problem, objective: Objective, limits: Limits) -> Result<Solution, Unsolved> {
    let tries_max = limits.nodes.map_or(TRIES_MAX, |nodes| TRIES_MAX.min(nodes.saturating_mul(TRIES_PER_NODE)));
    let found = planned(problem, |problem| search(problem, objective, limits), |solution| &solution.plan);
    match found {
        Ok(solution) if !solution.optimal() => Ok(tried_better(problem, objective, tries_max, solution)),
        Err(unsolved) if is_open(&unsolved) => solved_by_trying(problem, objective, tries_max, unsolved),
        found => found,
    }
}

/// A plan by trying, for what no choice of recipes answers.
fn solved_by_trying(
    problem: &Problem,
    objective: Objective,
    tries_max: u64,
    unsolved: Unsolved,
) -> Result<Solution, Unsolved> {
    let reach = deadlock::check(problem, objective)?;
    match direct::plan(problem, &reach, objective, tries_max) {
        Outcome::Plan(tried) => {
            let value = value_of(problem, objective, &tried.plan);
            let bound = if tried.best { value } else { price::bound(&Context::new(problem, objective, &reach)) };
            Ok(Solution { plan: tried.plan, value, bound: bound.min(value), explored: tried.explored })
        }
        Outcome::Impossible => Err(impossible(problem)),
        Outcome::Open => Err(unsolved),
    }
}

fn value_of(problem: &Problem, objective: Objective, plan: &Plan) -> u64 {
    cost::value(objective, plan.action_cost, plan.makespan_ticks, problem.bucket_ticks)
}

/// The answer when everything was tried: the goal's first thing of which there is too little.
fn impossible(problem: &Problem) -> Unsolved {
    let short = problem.goal.iter().find(|&&(item, count)| problem.stock[item] < count);
    let detail = short.map_or_else(String::new, |&(item, _)| problem.items[item].clone());
    let way_out = format!("more {detail}, or of what it is made of");
    Unsolved { reason: Reason::UnreachableItem, detail, way_out }
}

/// The solution, or the best plan where trying finds it.
fn tried_better(problem: &Problem, objective: Objective, tries_max: u64, known: Solution) -> Solution {
    let Ok(reach) = deadlock::check(problem, objective) else { return known };
    let Outcome::Plan(tried) = direct::best_plan(problem, &reach, objective, tries_max) else { return known };
    let value = value_of(problem, objective, &tried.plan);
    let bound = if tried.best { value } else { known.bound };
    let explored = known.explored + tried.explored;
    let plan = if value < known.value { tried.plan } else { known.plan };
    let value = value.min(known.value);
    Solution { plan, value, bound: bound.min(value), explored }
}

/// Plans for the rules in other words where that helps ([`growth`]); what comes of it must hold by the rules as they were asked.
fn planned<T>(
    problem: &Problem,
    plan: impl Fn(&Problem) -> Result<T, Unsolved>,
    plan_in: impl FnOnce(&T) -> &Plan,
) -> Result<T, Unsolved> {
    let Some(other) = growth::with_tools(problem) else { return plan(problem) };
    match plan(&other) {
        Ok(found) if validate(problem, &plan_in(&found).steps).is_ok() => Ok(found),
        Err(unsolved) if !is_open(&unsolved) => Err(unsolved),
        // The other words promise too much, or do not help: the rules as they are.
        Ok(_) | Err(_) => plan(problem),
    }
}

/// A plan by trying where there is no other.
fn or_tried(problem: &Problem, objective: Objective, found: Result<Plan, Unsolved>) -> Result<Plan, Unsolved> {
    match found {
        Err(unsolved) if is_open(&unsolved) => {
            solved_by_trying(problem, objective, QUICK_TRIES_MAX, unsolved).map(|solution| solution.plan)
        }
        found => found,
    }
}

fn search(problem: &Problem, objective: Objective, limits: Limits) -> Result<Solution, Unsolved> {
    let reach = deadlock::check(problem, objective)?;
    let context = Context::new(problem, objective, &reach);
    let found = explore(&context, limits, None)?;
    if found.best.score.makespan_ticks <= problem.horizon_ticks {
        return finish(&context, &found);
    }
    // Nothing so far ends in time: first find out how short a plan can be, then go on from there.
    let wait_ticks_max = problem.wait_ticks_max.min(problem.horizon_ticks);
    let endless = Problem { horizon_ticks: TICKS_MAX, wait_ticks_max, ..problem.clone() };
    let short_context = Context::new(&endless, Objective::Makespan, &reach);
    let shortest = explore(&short_context, limits, None)?;
    let makespan_ticks = shortest.best.score.makespan_ticks;
    if makespan_ticks > problem.horizon_ticks {
        if shortest.bound <= problem.horizon_ticks {
            return Err(budget("no plan found that ends within the horizon"));
        }
        let detail = format!("{} ticks at the least", shortest.bound);
        let way_out = format!("a horizon of {makespan_ticks} ticks, more stations or more stock");
        return Err(Unsolved { reason: Reason::Horizon, detail, way_out });
    }
    let found = explore(&context, limits, Some(shortest))?;
    finish(&context, &found)
}

/// A valid plan at once: the cheapest ways, no search. Better ones come from [`solve`].
pub fn first_plan(problem: &Problem, objective: Objective) -> Result<Plan, Unsolved> {
    let found = planned(problem, |problem| first_found(problem, objective), |plan| plan);
    or_tried(problem, objective, found)
}

fn first_found(problem: &Problem, objective: Objective) -> Result<Plan, Unsolved> {
    let reach = deadlock::check(problem, objective)?;
    let context = Context::new(problem, objective, &reach);
    let (mut chosen, candidate) = begin(&context, first(&context).or_else(|_| choose(&context)))?;
    plan_of(&context, &mut chosen.bench, &candidate)
}

/// A good plan within a bounded number of schedules: the cheapest ways, in the best order and sizes of a few tried.
///
/// For those who plan often and carry out only the beginning. Without a bound: how far from the best is not looked at.
pub fn sketch(problem: &Problem, objective: Objective, nodes: u64) -> Result<Plan, Unsolved> {
    let found = planned(problem, |problem| sketched(problem, objective, nodes), |plan| plan);
    or_tried(problem, objective, found)
}

fn sketched(problem: &Problem, objective: Objective, nodes: u64) -> Result<Plan, Unsolved> {
    let reach = deadlock::check(problem, objective)?;
    let context = Context::new(problem, objective, &reach);
    let (mut chosen, candidate) = begin(&context, quick(&context))?;
    // Without loads there is nothing to choose an order of.
    if candidate.tokens.iter().all(|token| matches!(token, Token::Build { .. })) {
        return plan_of(&context, &mut chosen.bench, &candidate);
    }
    let mut search = Search::new(&context, chosen, candidate, nodes, 0);
    search.begin();
    let found =
        Found { best: search.best, choices: search.best_recipes.choices.clone(), bound: 0, explored: search.explored };
    Ok(finish(&context, &found)?.plan)
}

/// The best that a search came to.
struct Found {
    best: Candidate,
    choices: Choices,
    bound: u64,
    explored: u64,
}

/// The first outline that can be scheduled.
fn begin<'a>(context: &'a Context<'a>, chosen: Result<Chosen<'a>, Lack>) -> Result<(Chosen<'a>, Candidate), Unsolved> {
    let chosen = chosen.map_err(|lack| lacking(context.problem, context.reach, lack))?;
    let mut all = core::iter::once(chosen).chain(with_each_fuel(context));
    let found = all.find_map(|mut chosen| schedule(&mut chosen).map(|candidate| (chosen, candidate)));
    found.ok_or_else(|| budget("no outline of a plan can be carried out"))
}

/// Searches from the cheapest outline, or from one that is known to end in time.
fn explore(context: &Context<'_>, limits: Limits, from: Option<Found>) -> Result<Found, Unsolved> {
    let (chosen, candidate) = if let Some(found) = from {
        let bench = Bench::new(context, found.choices, context.fuel).ok_or_else(|| internal("lost its recipes"))?;
        (Chosen { bench, tokens: found.best.tokens.clone() }, found.best)
    } else {
        begin(context, choose(context))?
    };
    let forced = forced(context).ok_or_else(|| budget("the recipes do not hold together"))?;
    let mut search = Search::new(context, chosen, candidate, limits.nodes.unwrap_or(NODES_DEFAULT), limits.seed);
    let proof_nodes = PROOF_NODES.min(PROOF_RANKS / forced.recipes.nodes.len().max(1) as u64);
    // Who asks for a quick answer does not want to wait for its proof.
    let proof_nodes = limits.nodes.map_or(proof_nodes, |nodes| proof_nodes.min(nodes.saturating_mul(PROOF_PER_NODE)));
    let mut prover = Prover::new(context, &forced, u64::MAX, proof_nodes);
    search.cost_bound = prover.cost_bound();
    search.bound = prover.root_bound(search.value(search.best.score)).max(price::bound(context));
    improve(&mut search, &mut prover, forced.exact, proof_nodes);
    let explored = search.explored + search.visited;
    Ok(Found { best: search.best, choices: search.best_recipes.choices.clone(), bound: search.bound, explored })
}

/// The plan of what was found; nothing leaves without the referee's word.
fn finish(context: &Context<'_>, found: &Found) -> Result<Solution, Unsolved> {
    let problem = context.problem;
    let bench = Bench::new(context, found.choices.clone(), context.fuel);
    let mut bench = bench.ok_or_else(|| internal("lost its recipes"))?;
    let plan = plan_of(context, &mut bench, &found.best)?;
    let value = cost::value(context.objective, plan.action_cost, plan.makespan_ticks, problem.bucket_ticks);
    Ok(Solution { plan, value, bound: found.bound.min(value), explored: found.explored })
}

/// Search and proof in turns: each ends the other.
fn improve<'a>(search: &mut Search<'a>, prover: &mut Prover<'a>, exact: bool, proof_nodes: u64) {
    if search.done() {
        return;
    }
    search.begin();
    // Cost cuts sequences short; where only time counts there are too many of them to hope for much.
    let proofs = match search.context.objective {
        Objective::CostAndTime => [proof_nodes / 8, proof_nodes],
        Objective::Makespan => [proof_nodes / 100, proof_nodes / 100],
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
