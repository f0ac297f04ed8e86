//! Chooses a recipe for each thing: changes one choice at a time until no change makes the plan cheaper.
//!
//! No schedule is built here. Choices are compared by totals: what is needed, what it costs and how long the agent
//! works.

use crate::batch::items_per_fuel;
use crate::context::{Bench, Context};
use crate::genome::{Lack, NO_FUEL, Token, Totals};
use crate::reach::{Way, from_stock, weigh};
use crate::recipes::{Choices, Make, NONE};
use alloc::rc::Rc;
use alloc::vec::Vec;

/// Most passes over all choices of recipes. Each pass must improve something; in practice a few passes are enough.
const SWEEPS_MAX: usize = 4;
/// When a thing is made in two ways, the first one is tried for at most this many runs, besides for all of them.
const SHARES: [i64; 3] = [1, 2, 3];
/// Most trials of other recipe choices, and most things looked at in all trials together: requests with ten thousand
/// alternatives must end too.
const TRIALS_MAX: usize = 2_000;
const TRIED_RANKS_MAX: usize = 1_000_000;

/// How many things in stock may turn out to be too few, one after the other: sticks, planks, logs, and one more.
const SCANT_MAX: usize = 4;

/// A complete set of recipe choices, with the station loads that it needs.
#[derive(Debug)]
pub struct Chosen<'a> {
    pub bench: Bench<'a>,
    pub tokens: Vec<Token>,
}

/// A set of recipe choices, its totals, and how good they are (lower is better).
type Attempt<'a> = (Chosen<'a>, Result<Totals, Lack>, (i64, u64));

/// How good a set of recipe choices is: one with nothing missing beats any other, then the cheaper one wins.
fn measure(context: &Context<'_>, outcome: &Result<Totals, Lack>) -> (i64, u64) {
    match outcome {
        Ok(totals) => (0, weigh(context.objective, totals.action_cost, totals.agent_ticks)),
        Err(Lack::Missing { count, .. }) => (*count, 0),
        Err(_) => (i64::MAX, 0),
    }
}

/// Every operation (craft, gather) or station process that makes a thing and can ever run.
pub fn ways(context: &Context<'_>, thing: usize) -> Vec<Way> {
    let mut ways: Vec<Way> = context.makers[thing].iter().map(|&op| Way::Op(op)).collect();
    if let Some(&process) = context.palette.cooks.get(thing).and_then(|cooks| cooks.first()) {
        ways.push(Way::Cook(process as usize));
    }
    ways
}

/// The alternatives to how a thing is made now: another recipe alone, or another recipe for some runs and then the
/// current one.
fn others(context: &Context<'_>, thing: usize, current: Make) -> Vec<Make> {
    let mut makes = Vec::new();
    for way in ways(context, thing) {
        if way != current.then {
            makes.push(Make::only(way));
        }
        if let Way::Op(op) = way
            && way != current.then
        {
            // Where no recipe makes the inputs, this operation can run only as often as the stock allows.
            let stocked = (context.problem.ops[op].inputs.iter())
                .filter(|(item, _)| context.reach.way[*item] == Some(Way::Stock))
                .map(|&(item, count)| (context.problem.stock[item] / count) as i64);
            let shares = SHARES.into_iter().chain(stocked.min());
            makes.extend(shares.map(|share| Make { first: way, first_max: share, then: current.then }));
        }
    }
    makes
}

/// Gives other fuels to station loads where the chosen fuel does not suffice.
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

/// Saves `count` pieces of the fuel at `place` of the palette: some station loads burn a later fuel of the palette
/// instead.
fn swap_fuel(context: &Context<'_>, tokens: &mut Vec<Token>, place: usize, count: i64) -> bool {
    let problem = context.problem;
    let from = context.palette.fuels[place];
    let mut left = count;
    let mut index = tokens.len();
    while index > 0 && left > 0 {
        index -= 1;
        let Token::Load { process, count: held, fuel, press } = tokens[index] else { continue };
        let rule = &problem.processes[process as usize];
        // A batch cannot burn its own output as fuel.
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

/// The cheapest recipes, once with each fuel. Used when the best choices cannot be scheduled in any order.
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

/// The cheapest recipe for each thing, not improved any further: a quick start for the first plan.
pub fn first<'a>(context: &'a Context<'a>) -> Result<Chosen<'a>, Lack> {
    let choices = Choices::cheapest(context.reach);
    match attempt(context, choices, context.fuel) {
        Some((chosen, Ok(_))) => Ok(chosen),
        Some((_, Err(lack))) => Err(lack),
        None => Err(Lack::Unsettled),
    }
}

/// A set of recipe choices with the fuel that makes its total cheapest: a fuel in stock may beat one that is cheaper to
/// gather.
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
            break; // These recipes need no fuel, so other fuels change nothing.
        }
    }
    best
}

/// Good recipe choices quickly: use the stock first where that works, otherwise take the cheapest recipes.
pub fn quick<'a>(context: &'a Context<'a>) -> Result<Chosen<'a>, Lack> {
    let choices = Choices::cheapest(&from_stock(context.problem, context.objective, &[]));
    let lack = match with_best_fuel(context, &choices) {
        Ok((chosen, ..)) => return Ok(chosen),
        Err(lack) => lack,
    };
    // The stock is too small for the goal. Either something else in stock can replace it, or more of it is made in the
    // usual way.
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

/// Recipe choices that use the stock. Each thing of which there is too little is priced at what making it costs, one
/// thing after the other.
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

/// The best recipe choices found, or what is missing in the best of them.
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
    // Every station load may be compared with every other one, so the work grows with the square of their number.
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
