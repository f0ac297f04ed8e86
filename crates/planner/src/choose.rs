//! Which way to make each thing: one choice after another is improved until none helps.
//!
//! Only totals count here, not times: what is needed in all, what it costs, how long the agent is busy with it.

use crate::batch::items_per_fuel;
use crate::context::{Bench, Context};
use crate::genome::{Lack, NO_FUEL, Token, Totals};
use crate::reach::{Way, from_stock, weigh};
use crate::recipes::{Choices, Make, NONE};
use alloc::rc::Rc;
use alloc::vec::Vec;

/// Sweeps over all choices; each must improve something, and more than a few never happen.
const SWEEPS_MAX: usize = 4;
/// Uses of a first way that are tried beside "always".
const SHARES: [i64; 3] = [1, 2, 3];
/// Trials in all, and ranks looked at in all of them, so that ten thousand alternatives end in time.
const TRIALS_MAX: usize = 2_000;
const TRIED_RANKS_MAX: usize = 1_000_000;

/// Things in stock that turn out to be too few, one after the other: sticks, planks, logs, and one more.
const SCANT_MAX: usize = 4;

/// A complete choice with the loads it takes.
#[derive(Debug)]
pub struct Chosen<'a> {
    pub bench: Bench<'a>,
    pub tokens: Vec<Token>,
}

/// A choice, what it comes to, and how good that is.
type Attempt<'a> = (Chosen<'a>, Result<Totals, Lack>, (i64, u64));

/// How far a choice is from working: nothing missing first, then cheap.
fn measure(context: &Context<'_>, outcome: &Result<Totals, Lack>) -> (i64, u64) {
    match outcome {
        Ok(totals) => (0, weigh(context.objective, totals.action_cost, totals.agent_ticks)),
        Err(Lack::Missing { count, .. }) => (*count, 0),
        Err(_) => (i64::MAX, 0),
    }
}

/// Every way to make a thing that can ever run.
pub fn ways(context: &Context<'_>, thing: usize) -> Vec<Way> {
    let mut ways: Vec<Way> = context.makers[thing].iter().map(|&op| Way::Op(op)).collect();
    if let Some(&process) = context.palette.cooks.get(thing).and_then(|cooks| cooks.first()) {
        ways.push(Way::Cook(process as usize));
    }
    ways
}

/// Ways beside the current one: others alone, and a share of another before the current.
fn others(context: &Context<'_>, thing: usize, current: Make) -> Vec<Make> {
    let mut makes = Vec::new();
    for way in ways(context, thing) {
        if way != current.then {
            makes.push(Make::only(way));
        }
        if let Way::Op(op) = way
            && way != current.then
        {
            // As often as the stock allows where nothing else gives its inputs.
            let stocked = (context.problem.ops[op].inputs.iter())
                .filter(|(item, _)| context.reach.way[*item] == Some(Way::Stock))
                .map(|&(item, count)| (context.problem.stock[item] / count) as i64);
            let shares = SHARES.into_iter().chain(stocked.min());
            makes.extend(shares.map(|share| Make { first: way, first_max: share, then: current.then }));
        }
    }
    makes
}

/// Puts other fuels into loads for which there is too little of the chosen one.
fn settle_with_fuels(context: &Context<'_>, bench: &mut Bench<'_>, tokens: &mut Vec<Token>) -> Result<Totals, Lack> {
    let recipes = Rc::clone(&bench.recipes);
    let fuels = &context.palette.fuels;
    let mut outcome = bench.balance.settle(&recipes, tokens);
    for _ in 0..4 * fuels.len() {
        let Err(Lack::Missing { thing, count }) = outcome else { break };
        let Some(place) = fuels.iter().position(|&fuel| context.problem.fuels[fuel as usize].0 == thing) else { break };
        if !swap_fuel(context, tokens, place, count) {
            break;
        }
        outcome = bench.balance.settle(&recipes, tokens);
    }
    outcome
}

/// Frees `count` pieces of the fuel at `place` of the palette by burning later ones instead.
fn swap_fuel(context: &Context<'_>, tokens: &mut Vec<Token>, place: usize, count: i64) -> bool {
    let problem = context.problem;
    let from = context.palette.fuels[place];
    let mut left = count;
    let mut index = tokens.len();
    while index > 0 && left > 0 {
        index -= 1;
        let Token::Load { process, count: held, fuel, press } = tokens[index] else { continue };
        let rule = &problem.processes[process as usize];
        // No load waits for its own output.
        let others = context.palette.fuels[place + 1..].iter().copied();
        let to = others.into_iter().find(|&other| problem.fuels[other as usize].0 != rule.output);
        let Some(to) = to.filter(|_| fuel == from) else { continue };
        let per = items_per_fuel(rule.fuel_per_item, problem.fuels[from as usize].1);
        let moved = held.min(left.saturating_mul(per));
        left -= (moved + per - 1) / per;
        if moved == held {
            tokens[index] = Token::Load { process, count: held, fuel: to, press };
        } else {
            tokens[index] = Token::Load { process, count: held - moved, fuel, press };
            tokens.insert(index + 1, Token::Load { process, count: moved, fuel: to, press });
        }
    }
    left < count
}

/// The cheapest ways with each fuel in turn: for requests whose best choice no order of loads can carry out.
pub fn with_each_fuel<'a>(context: &'a Context<'a>) -> impl Iterator<Item = Chosen<'a>> {
    context.palette.fuels.iter().filter_map(|&fuel| {
        let (chosen, outcome) = attempt(context, Choices::cheapest(context.reach), fuel)?;
        outcome.is_ok().then_some(chosen)
    })
}

fn attempt<'a>(context: &'a Context<'a>, choices: Choices, fuel: u32) -> Option<(Chosen<'a>, Result<Totals, Lack>)> {
    let mut bench = Bench::new(context, choices, fuel)?;
    let mut tokens = Vec::new();
    let outcome = settle_with_fuels(context, &mut bench, &mut tokens);
    Some((Chosen { bench, tokens }, outcome))
}

/// The choices that the cheapest ways give, without improvement: fast, for the first plan.
pub fn first<'a>(context: &'a Context<'a>) -> Result<Chosen<'a>, Lack> {
    let choices = Choices::cheapest(context.reach);
    match attempt(context, choices, context.fuel) {
        Some((chosen, Ok(_))) => Ok(chosen),
        Some((_, Err(lack))) => Err(lack),
        None => Err(Lack::Unsettled),
    }
}

/// One set of choices with the fuel that makes the whole cheapest: one in stock beats one that is cheaper to get.
fn with_best_fuel<'a>(context: &'a Context<'a>, choices: &Choices) -> Result<Attempt<'a>, Lack> {
    let fuels = if context.palette.fuels.is_empty() { [NO_FUEL].as_slice() } else { &context.palette.fuels };
    let mut best: Result<Attempt<'a>, Lack> = Err(Lack::Unsettled);
    for &fuel in fuels {
        let Some((chosen, outcome)) = attempt(context, choices.clone(), fuel) else { continue };
        let no_loads = chosen.tokens.is_empty();
        let value = measure(context, &outcome);
        best = match (outcome, best) {
            (Ok(_), Ok(held)) if held.2 <= value => Ok(held),
            (Ok(totals), _) => Ok((chosen, Ok(totals), value)),
            (Err(lack), Err(Lack::Unsettled)) => Err(lack),
            (Err(_), best) => best,
        };
        if no_loads {
            break; // another fuel changes nothing
        }
    }
    best
}

/// Good choices at once: what is in stock is used up first where that works, else the cheapest ways.
pub fn quick<'a>(context: &'a Context<'a>) -> Result<Chosen<'a>, Lack> {
    let choices = Choices::cheapest(&from_stock(context.problem, context.objective, &[]));
    let lack = match with_best_fuel(context, &choices) {
        Ok((chosen, ..)) => return Ok(chosen),
        Err(lack) => lack,
    };
    // What is in stock is not enough: other things in stock do for it, or more of it comes the usual way.
    let usual = Choices::cheapest(context.reach);
    let mut more = choices;
    for (make, usual) in more.make.iter_mut().zip(&usual.make) {
        if make.is_some_and(|make| make.then == Way::Stock) {
            *make = *usual;
        }
    }
    let all = [more, usual].into_iter().filter_map(|choices| with_best_fuel(context, &choices).ok());
    let all = stretched(context, lack).into_iter().chain(all);
    all.min_by_key(|(_, _, value)| *value).map_or_else(|| choose(context), |(chosen, ..)| Ok(chosen))
}

/// Choices from stock in which what there is too little of costs what it costs to make, one thing after the other.
fn stretched<'a>(context: &'a Context<'a>, mut lack: Lack) -> Option<Attempt<'a>> {
    let mut scant = Vec::new();
    while let Lack::Missing { thing, .. } = lack
        && scant.len() < SCANT_MAX
        && !scant.contains(&thing)
    {
        scant.push(thing);
        let choices = Choices::cheapest(&from_stock(context.problem, context.objective, &scant));
        match with_best_fuel(context, &choices) {
            Ok(found) => return Some(found),
            Err(still) => lack = still,
        }
    }
    None
}

/// The best choices found, or what is lacking in the best of them.
pub fn choose<'a>(context: &'a Context<'a>) -> Result<Chosen<'a>, Lack> {
    let mut best: Option<Attempt<'a>> = None;
    let fuels = if context.palette.fuels.is_empty() { [NO_FUEL].as_slice() } else { &context.palette.fuels };
    for &fuel in fuels {
        let choices = best
            .as_ref()
            .map_or_else(|| Choices::cheapest(context.reach), |(chosen, ..)| chosen.bench.recipes.choices.clone());
        let Some((chosen, outcome)) = attempt(context, choices, fuel) else { continue };
        let value = measure(context, &outcome);
        let improved = descend(context, fuel, (chosen, outcome, value));
        if best.as_ref().is_none_or(|(_, _, held)| improved.2 < *held) {
            best = Some(improved);
        }
    }
    match best {
        Some((chosen, Ok(_), _)) => Ok(chosen),
        Some((_, Err(lack), _)) => Err(lack),
        None => Err(Lack::Unsettled),
    }
}

fn descend<'a>(context: &'a Context<'a>, fuel: u32, start: Attempt<'a>) -> Attempt<'a> {
    let (mut chosen, mut outcome, mut value) = start;
    let mut trials = 0;
    // Loads are held against each other, so their number counts squared.
    let each = chosen.bench.recipes.compile_work() as usize / 8 + chosen.tokens.len() * chosen.tokens.len() / 8;
    let most = if outcome == Err(Lack::TooLong) { 0 } else { TRIALS_MAX.min(TRIED_RANKS_MAX / each.max(1)) };
    for _ in 0..SWEEPS_MAX {
        let mut improved = false;
        for thing in 0..context.reach.way.len() {
            if chosen.bench.recipes.rank_of[thing] == NONE {
                continue;
            }
            let Some(current) = chosen.bench.recipes.choices.make[thing] else { continue };
            for make in others(context, thing, current) {
                trials += 1;
                if trials > most {
                    return (chosen, outcome, value);
                }
                let mut choices = chosen.bench.recipes.choices.clone();
                choices.make[thing] = Some(make);
                let Some((other, result)) = attempt(context, choices, fuel) else { continue };
                let measured = measure(context, &result);
                if measured < value {
                    (chosen, outcome, value, improved) = (other, result, measured, true);
                }
            }
        }
        if !improved {
            break;
        }
    }
    (chosen, outcome, value)
}
