//! Small random changes of a plan outline (the order and sizes of loads and builds), for the search to try.

use crate::batch::items_per_fuel;
use crate::genome::{NO_FUEL, Token, builds};
use crate::rule::{Problem, StationType};
use alloc::vec::Vec;
use vocab::Dice;

/// What a random change of a plan outline may choose from.
#[derive(Debug)]
pub struct Palette {
    /// Station types that may be built and that some process uses.
    pub stations: Vec<StationType>,
    /// The fuels that can be had, as indices into `Problem::fuels`.
    pub fuels: Vec<u32>,
    /// For each item: the station processes that make it and can run.
    pub cooks: Vec<Vec<u32>>,
}

fn loads(tokens: &[Token]) -> impl Iterator<Item = usize> + '_ {
    (0..tokens.len()).filter(|&index| matches!(tokens[index], Token::Load { .. }))
}

fn pick_load(tokens: &[Token], dice: &mut Dice) -> Option<usize> {
    let count = loads(tokens).count();
    if count == 0 {
        return None;
    }
    loads(tokens).nth(dice.index(count))
}

fn output(problem: &Problem, token: Token) -> Option<usize> {
    match token {
        Token::Load { process, .. } => Some(problem.processes[process as usize].output),
        Token::Build { .. } => None,
    }
}

/// Picks another station load of the outline that makes the same thing.
fn sibling(problem: &Problem, tokens: &[Token], of: usize, dice: &mut Dice) -> Option<usize> {
    let same = |&index: &usize| index != of && output(problem, tokens[index]) == output(problem, tokens[of]);
    let count = loads(tokens).filter(same).count();
    if count == 0 {
        return None;
    }
    loads(tokens).filter(same).nth(dice.index(count))
}

/// By how many items a station load may sensibly grow or shrink: a few items, or as many as whole pieces of fuel smelt.
fn amount(problem: &Problem, token: Token, dice: &mut Dice) -> i64 {
    let Token::Load { process, fuel, count, .. } = token else { return 0 };
    let per_fuel = match fuel {
        NO_FUEL => 1,
        fuel => items_per_fuel(problem.processes[process as usize].fuel_per_item, problem.fuels[fuel as usize].1),
    };
    match dice.index(6) {
        0 | 1 => 1,
        2 => 1 + dice.index(4) as i64,
        3 => per_fuel,
        4 => match fuel {
            NO_FUEL => 1,
            // Round the batch up to what whole pieces of fuel smelt.
            _ if count % per_fuel != 0 => count % per_fuel,
            _ => per_fuel,
        },
        _ => 1 + dice.index(count.max(1) as usize) as i64,
    }
}

fn transfer(problem: &Problem, tokens: &mut Vec<Token>, dice: &mut Dice) -> bool {
    let Some(from) = pick_load(tokens, dice) else { return false };
    let Some(to) = sibling(problem, tokens, from, dice) else { return false };
    let wanted = amount(problem, tokens[from], dice);
    let Token::Load { count: held, .. } = tokens[from] else { return false };
    let Token::Load { process, count: other, .. } = tokens[to] else { return false };
    let room = problem.processes[process as usize].batch_max as i64 - other;
    let moved = wanted.min(held).min(room);
    if moved <= 0 {
        return false;
    }
    for (index, change) in [(from, -moved), (to, moved)] {
        if let Token::Load { count, .. } = &mut tokens[index] {
            *count += change;
        }
    }
    tokens.retain(|token| !matches!(token, Token::Load { count: 0, .. }));
    true
}

fn split(problem: &Problem, tokens: &mut Vec<Token>, dice: &mut Dice) -> bool {
    let Some(from) = pick_load(tokens, dice) else { return false };
    let mut part = tokens[from];
    let wanted = if dice.index(3) == 0 { i64::MAX } else { amount(problem, tokens[from], dice) };
    let Token::Load { count: held, .. } = &mut tokens[from] else { return false };
    if *held < 2 {
        return false;
    }
    let moved = if wanted == i64::MAX { *held / 2 } else { wanted.min(*held - 1) };
    *held -= moved;
    if let Token::Load { count, .. } = &mut part {
        *count = moved;
    }
    let at = if dice.index(3) == 0 { from + dice.index(2) } else { dice.index(tokens.len() + 1) };
    tokens.insert(at, part);
    true
}

fn merge(problem: &Problem, tokens: &mut Vec<Token>, dice: &mut Dice) -> bool {
    let Some(from) = pick_load(tokens, dice) else { return false };
    let Some(to) = sibling(problem, tokens, from, dice) else { return false };
    let Token::Load { count: moved, .. } = tokens[from] else { return false };
    let Token::Load { process, count, .. } = &mut tokens[to] else { return false };
    let max = problem.processes[*process as usize].batch_max as i64;
    let taken = moved.min(max - *count);
    *count += taken;
    if taken == moved {
        tokens.remove(from);
    } else if let Token::Load { count, .. } = &mut tokens[from] {
        *count -= taken;
    }
    taken > 0
}

fn shift(tokens: &mut [Token], dice: &mut Dice) -> bool {
    let count = tokens.len();
    if count < 2 {
        return false;
    }
    let from = dice.index(count);
    let to = match dice.index(3) {
        0 => from.saturating_sub(1 + dice.index(3)),
        1 => (from + 1 + dice.index(3)).min(count - 1),
        _ => dice.index(count),
    };
    if from < to {
        tokens[from..=to].rotate_left(1);
    } else {
        tokens[to..=from].rotate_right(1);
    }
    from != to && tokens[from] != tokens[to] || from.abs_diff(to) > 1
}

fn build(problem: &Problem, palette: &Palette, tokens: &mut Vec<Token>, dice: &mut Dice) -> bool {
    if palette.stations.is_empty() {
        return false;
    }
    let station = palette.stations[dice.index(palette.stations.len())];
    let there = builds(tokens, station);
    if there > 0 && dice.index(2) == 0 {
        let nth = dice.index(there);
        let is_build =
            |&index: &usize| matches!(tokens[index], Token::Build { station: s, .. } if s as usize == station);
        let at = (0..tokens.len()).filter(is_build).nth(nth);
        tokens.remove(at.unwrap_or(0));
        return true;
    }
    if there as u64 >= problem.room(station) {
        return false;
    }
    let at = dice.index(tokens.len() + 1);
    tokens.insert(at, Token::Build { station: station as u32, press: false });
    true
}

/// Adds a station together with loads for it, taken from other loads: a new station that stays empty only costs.
fn build_and_load(problem: &Problem, palette: &Palette, tokens: &mut Vec<Token>, dice: &mut Dice) -> bool {
    if palette.stations.is_empty() {
        return false;
    }
    let station = palette.stations[dice.index(palette.stations.len())];
    if builds(tokens, station) as u64 >= problem.room(station) {
        return false;
    }
    let Some(from) = pick_load(tokens, dice) else { return false };
    let Some(thing) = output(problem, tokens[from]) else { return false };
    let Some(&cook) =
        palette.cooks[thing].iter().find(|&&process| problem.processes[process as usize].station == station)
    else {
        return false;
    };
    let mut part = tokens[from];
    let Token::Load { count: held, .. } = &mut tokens[from] else { return false };
    if *held < 2 {
        return false;
    }
    let moved = (*held / 2).max(1);
    *held -= moved;
    if let Token::Load { count, process, .. } = &mut part {
        *count = moved;
        *process = cook;
    }
    let at = dice.index(tokens.len() + 1);
    tokens.insert(at, part);
    tokens.insert(at, Token::Build { station: station as u32, press: false });
    true
}

fn other_process(problem: &Problem, palette: &Palette, tokens: &mut [Token], dice: &mut Dice) -> bool {
    let Some(index) = pick_load(tokens, dice) else { return false };
    let Token::Load { process, count, .. } = &mut tokens[index] else { return false };
    let ways = &palette.cooks[problem.processes[*process as usize].output];
    let other = ways[dice.index(ways.len())];
    let changed = other != *process;
    *process = other;
    *count = (*count).min(problem.processes[other as usize].batch_max as i64);
    changed
}

fn other_fuel(palette: &Palette, tokens: &mut [Token], dice: &mut Dice) -> bool {
    let Some(index) = pick_load(tokens, dice) else { return false };
    let Token::Load { fuel, .. } = &mut tokens[index] else { return false };
    if *fuel == NO_FUEL || palette.fuels.len() < 2 {
        return false;
    }
    let other = palette.fuels[dice.index(palette.fuels.len())];
    let changed = other != *fuel;
    *fuel = other;
    changed
}

fn press_or_not(tokens: &mut [Token], dice: &mut Dice) -> bool {
    if tokens.is_empty() {
        return false;
    }
    let index = dice.index(tokens.len());
    match &mut tokens[index] {
        Token::Load { press, .. } | Token::Build { press, .. } => *press = !*press,
    }
    true
}

/// Moves some items from a load in the station that finishes last to a load in one that finishes earlier.
fn relieve(problem: &Problem, tokens: &mut Vec<Token>, ends: &[u64], dice: &mut Dice) -> bool {
    if ends.len() != tokens.len() {
        return false;
    }
    let Some(&last) = ends.iter().max() else { return false };
    // Items may also move away from a station that finishes almost last, because it may be the last one soon.
    let late = last - last / 64;
    let critical = ends.iter().filter(|&&end| end >= late).count();
    let Some(from) = (0..ends.len()).filter(|&index| ends[index] >= late).nth(dice.index(critical)) else {
        return false;
    };
    let thing = output(problem, tokens[from]);
    let early = |&index: &usize| ends[index] < late && output(problem, tokens[index]) == thing;
    let candidates = (0..ends.len()).filter(early).count();
    if thing.is_none() || candidates == 0 {
        return false;
    }
    let Some(to) = (0..ends.len()).filter(early).nth(dice.index(candidates)) else { return false };
    let moved = 1 + dice.index(2) as i64;
    let (Token::Load { count: held, .. }, Token::Load { process, count: other, .. }) = (tokens[from], tokens[to])
    else {
        return false;
    };
    let moved = moved.min(held).min(problem.processes[process as usize].batch_max as i64 - other);
    if moved <= 0 {
        return false;
    }
    for (index, change) in [(from, -moved), (to, moved)] {
        if let Token::Load { count, .. } = &mut tokens[index] {
            *count += change;
        }
    }
    tokens.retain(|token| !matches!(token, Token::Load { count: 0, .. }));
    true
}

/// Makes one random change to a plan outline; returns whether the outline changed. `ends` holds, for each load, the
/// tick at which its station finishes its last batch, where that is known.
pub fn mutate(problem: &Problem, palette: &Palette, tokens: &mut Vec<Token>, ends: &[u64], dice: &mut Dice) -> bool {
    match dice.index(24) {
        20..=23 => relieve(problem, tokens, ends, dice),
        0..=4 => transfer(problem, tokens, dice),
        5..=7 => split(problem, tokens, dice),
        8..=9 => merge(problem, tokens, dice),
        10..=13 => shift(tokens, dice),
        14 => build(problem, palette, tokens, dice),
        15 => build_and_load(problem, palette, tokens, dice),
        16 => other_process(problem, palette, tokens, dice),
        17 => other_fuel(palette, tokens, dice),
        _ => press_or_not(tokens, dice),
    }
}
