//! Handles one request: checks whether a plan is possible, finds a first plan, improves it, validates it and answers.

use crate::choose::{Chosen, choose, first, quick, with_each_fuel};
use crate::content::too_little;
use crate::context::{Bench, Candidate, Context};
use crate::cost;
use crate::deadlock;
use crate::direct::{self, Outcome, TRIES_MAX};
use crate::forced::forced;
use crate::genome::{Lack, NO_FUEL, Token};
use crate::growth;
use crate::plan::{Act, Objective, Plan, Reason, SlotName, Solution, TimedAct, Unsolved};
use crate::price;
use crate::prove::{Proof, Prover};
use crate::reach::Reach;
use crate::recipes::Choices;
use crate::rule::{Problem, TICKS_MAX};
use crate::schedule::{RawStep, Scope};
use crate::search::{NODES_DEFAULT, Search};
use crate::validate::{Fault, Flaw, REPETITIONS_MAX, validate};
use alloc::format;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// How much the planner may search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Most schedules to build; `None` for the default.
    pub nodes: Option<u64>,
    /// The seed of random choices. Different seeds search differently; the same seed always gives the same plan.
    pub seed: u64,
}

/// Most sequences of loads and builds that a proof of optimality looks at by default.
const PROOF_NODES: u64 = 200_000;
/// For each schedule that the caller allows, a proof may look at this many sequences of loads and builds.
const PROOF_PER_NODE: u64 = 4;
/// For each schedule that the caller allows, this many actions may be tried: one schedule is about as much work as a
/// hundred actions.
const TRIES_PER_NODE: u64 = 100;
/// Most actions tried when a plan is needed at once: a few milliseconds.
const QUICK_TRIES_MAX: u64 = 20_000;
/// About how many compiled things a proof looks at: with large recipes each sequence takes more work.
const PROOF_RANKS: u64 = 20_000_000;

fn schedule(chosen: &mut Chosen<'_>) -> Option<Candidate> {
    let recipes = Rc::clone(&chosen.bench.recipes);
    let score = chosen.bench.scheduler.run(&recipes, &chosen.tokens, Scope::unlimited(false))?;
    let ends = chosen.bench.scheduler.slot_ends().collect();
    Some(Candidate { tokens: chosen.bench.scheduler.order().to_vec(), ends, score })
}

/// Turns the numbered steps of a schedule into named ones.
fn named(problem: &Problem, bench: &Bench<'_>) -> Vec<TimedAct> {
    (bench.scheduler.steps.iter())
        .map(|draught| match *draught {
            RawStep::Op { op, times, start } => {
                let rule = &bench.recipes.ops[op as usize];
                let end = start + rule.ticks * times as u64;
                TimedAct { start, end, act: Act::Op { op: rule.op, times: times as u64 } }
            }
            RawStep::Load { process, slot, count, fuel, fuel_count, start, ready } => {
                let process = process as usize;
                let fuel = if fuel == NO_FUEL { problem.fuels.first() } else { problem.fuels.get(fuel as usize) };
                let fuel = fuel.map(|&(item, _)| item);
                let slot = SlotName(bench.scheduler.slot_name(slot));
                let (count, fuel_count) = (count as u64, fuel_count as u64);
                let act = Act::Load { process, slot, count, fuel, fuel_count, ready };
                TimedAct { start, end: start + problem.processes[process].load_ticks, act }
            }
        })
        .collect()
}

/// The plan that a plan outline gives, if the validator accepts it.
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
            let way_out = format!("{count} more {detail}, or a rule that makes it");
            Unsolved { reason: Reason::UnreachableItem, detail, way_out }
        }
        Lack::Missing { thing, .. } => {
            let name = problem.items.get(thing).or_else(|| problem.stations.get(thing - problem.items.len()));
            budget(&format!("found no choice of recipes that makes enough {}", name.map_or("", String::as_str)))
        }
        Lack::TooLong => {
            let way_out = String::from("a smaller goal, or larger batches");
            Unsolved { way_out, ..budget("more loads than a plan may have") }
        }
        Lack::Unsettled => budget("the recipes do not hold together"),
    }
}

/// Turns the validator's refusal of a plan into the answer to the request.
fn refused(fault: &Fault) -> Unsolved {
    match fault.why {
        Flaw::BeyondHorizon(end) => budget(&format!("the plan found ends at tick {end}, after the horizon")),
        Flaw::TooLong => {
            let way_out = String::from("a smaller goal");
            Unsolved {
                way_out,
                ..budget(&format!("the plan has more than {REPETITIONS_MAX} repetitions to check one by one"))
            }
        }
        _ => internal(&format!("the referee refused the plan, {fault}")),
    }
}

fn internal(detail: &str) -> Unsolved {
    let way_out = String::from("another --nodes; this is a mistake of the planner, please report the request");
    Unsolved { reason: Reason::Internal, detail: detail.to_string(), way_out }
}

/// Whether this answer leaves it open whether a plan exists.
fn is_open(unsolved: &Unsolved) -> bool {
    matches!(unsolved.reason, Reason::Budget | Reason::Internal)
}

fn budget(detail: &str) -> Unsolved {
    Unsolved { reason: Reason::Budget, detail: detail.to_string(), way_out: String::from("more nodes") }
}

/// Solves a planning request: finds the best plan it can, with a lower bound.
pub fn solve(problem: &Problem, objective: Objective, limits: Limits) -> Result<Solution, Unsolved> {
    let tries_max = limits.nodes.map_or(TRIES_MAX, |nodes| TRIES_MAX.min(nodes.saturating_mul(TRIES_PER_NODE)));
    let found = planned(problem, |problem| search(problem, objective, limits), |solution| &solution.plan);
    match found {
        Ok(solution) if !solution.optimal() => Ok(tried_better(problem, objective, tries_max, solution)),
        Err(unsolved) if is_open(&unsolved) => solved_by_trying(problem, objective, tries_max, unsolved),
        found => found,
    }
}

/// Finds a plan by trying sequences of actions, for requests that no choice of recipes solves.
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

/// The answer when every sequence of actions was tried without success: names the first goal item of which there is too
/// little.
fn impossible(problem: &Problem) -> Unsolved {
    let short = problem.goal.iter().find(|&&(item, count)| problem.stock[item] < count);
    let detail = short.map_or_else(String::new, |&(item, _)| problem.items[item].clone());
    let way_out = format!("more {detail}, or more of its ingredients");
    Unsolved { reason: Reason::UnreachableItem, detail, way_out }
}

/// The known solution, or the optimal plan where trying all actions finds it.
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

/// Plans with rewritten rules, in which items that multiply are tools (see [`growth`]), where that helps. The plan must
/// also hold under the rules as requested.
fn planned<T>(
    problem: &Problem,
    plan: impl Fn(&Problem) -> Result<T, Unsolved>,
    plan_in: impl FnOnce(&T) -> &Plan,
) -> Result<T, Unsolved> {
    let Some(other) = growth::with_tools(problem) else { return plan(problem) };
    match plan(&other) {
        Ok(found) if validate(problem, &plan_in(&found).steps).is_ok() => Ok(found),
        Err(unsolved) if !is_open(&unsolved) => Err(unsolved),
        // The rewritten rules gave no plan or one that does not hold, so the rules are used as requested.
        Ok(_) | Err(_) => plan(problem),
    }
}

/// Tries sequences of actions if no plan was found but one may exist.
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
    // No plan so far ends within the horizon: first find the shortest plan, then continue from it.
    let wait_ticks_max = problem.wait_ticks_max.min(problem.horizon_ticks);
    let endless = Problem { horizon_ticks: TICKS_MAX, wait_ticks_max, ..problem.clone() };
    let short_context = Context::new(&endless, Objective::Makespan, &reach);
    let shortest = explore(&short_context, limits, None)?;
    let makespan_ticks = shortest.best.score.makespan_ticks;
    if makespan_ticks > problem.horizon_ticks {
        if shortest.bound <= problem.horizon_ticks {
            return Err(budget("no plan found that ends within the horizon"));
        }
        let detail = format!("at least {} ticks", shortest.bound);
        let way_out = format!("a horizon of {makespan_ticks} ticks, more stations or more stock");
        return Err(Unsolved { reason: Reason::Horizon, detail, way_out });
    }
    let found = explore(&context, limits, Some(shortest))?;
    finish(&context, &found)
}

/// A valid plan at once, from the cheapest recipes and without search. [`solve`] finds better ones.
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

/// A good plan after building at most `nodes` schedules: the cheapest recipes, in the best of a few orders and batch
/// sizes.
///
/// For callers that plan often and carry out only the first steps. It does not say how far the plan is from the
/// optimum.
pub fn sketch(problem: &Problem, objective: Objective, nodes: u64) -> Result<Plan, Unsolved> {
    let found = planned(problem, |problem| sketched(problem, objective, nodes), |plan| plan);
    or_tried(problem, objective, found)
}

fn sketched(problem: &Problem, objective: Objective, nodes: u64) -> Result<Plan, Unsolved> {
    let reach = deadlock::check(problem, objective)?;
    let context = Context::new(problem, objective, &reach);
    let (mut chosen, candidate) = begin(&context, quick(&context))?;
    // A plan without station loads has no order to choose.
    if candidate.tokens.iter().all(|token| matches!(token, Token::Build { .. })) {
        return plan_of(&context, &mut chosen.bench, &candidate);
    }
    let mut search = Search::new(&context, chosen, candidate, nodes, 0);
    search.begin();
    let found =
        Found { best: search.best, choices: search.best_recipes.choices.clone(), bound: 0, explored: search.explored };
    Ok(finish(&context, &found)?.plan)
}

/// What a search for a plan found.
struct Found {
    best: Candidate,
    choices: Choices,
    bound: u64,
    explored: u64,
}

/// The first plan outline that can be scheduled.
fn begin<'a>(context: &'a Context<'a>, chosen: Result<Chosen<'a>, Lack>) -> Result<(Chosen<'a>, Candidate), Unsolved> {
    let chosen = chosen.map_err(|lack| lacking(context.problem, context.reach, lack))?;
    let mut all = core::iter::once(chosen).chain(with_each_fuel(context));
    let found = all.find_map(|mut chosen| schedule(&mut chosen).map(|candidate| (chosen, candidate)));
    found.ok_or_else(|| budget("no outline of a plan can be carried out"))
}

/// Searches from the cheapest plan outline, or from a given one that ends within the horizon.
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
    // A caller that allows few schedules wants a quick answer, not a proof.
    let proof_nodes = limits.nodes.map_or(proof_nodes, |nodes| proof_nodes.min(nodes.saturating_mul(PROOF_PER_NODE)));
    let mut prover = Prover::new(context, &forced, u64::MAX, proof_nodes);
    search.cost_bound = prover.cost_bound();
    search.bound = prover.root_bound(search.value(search.best.score)).max(price::bound(context));
    improve(&mut search, &mut prover, forced.exact, proof_nodes);
    let explored = search.explored + search.visited;
    Ok(Found { best: search.best, choices: search.best_recipes.choices.clone(), bound: search.bound, explored })
}

/// Turns what the search found into a plan; the validator must accept it.
fn finish(context: &Context<'_>, found: &Found) -> Result<Solution, Unsolved> {
    let problem = context.problem;
    let bench = Bench::new(context, found.choices.clone(), context.fuel);
    let mut bench = bench.ok_or_else(|| internal("lost its recipes"))?;
    let plan = plan_of(context, &mut bench, &found.best)?;
    let value = cost::value(context.objective, plan.action_cost, plan.makespan_ticks, problem.bucket_ticks);
    Ok(Solution { plan, value, bound: found.bound.min(value), explored: found.explored })
}

/// Alternates between searching for a better plan and proving that there is none; either can finish the request.
fn improve<'a>(search: &mut Search<'a>, prover: &mut Prover<'a>, exact: bool, proof_nodes: u64) {
    if search.done() {
        return;
    }
    search.begin();
    // The action cost rules out many sequences. When only the length counts too many remain, so the proof gets a
    // smaller budget.
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

/// Tries to prove that the best plan is optimal; returns whether nothing is left open.
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
