//! The outlines that the search begins with: variations of the first one, with more stations and other batch sizes and orders.

use super::Search;
use crate::batch::{items_per_fuel, split};
use crate::context::{Candidate, height};
use crate::genome::{NO_FUEL, Token, builds};
use crate::rule::Problem;
use alloc::vec::Vec;

/// Number of orders tried for the station loads: as needed, largest first, smallest first; each with all builds first
/// or spread between the loads.
const SHAPES: usize = 6;
/// Number of outlines with even batches: with and without rounding to whole pieces of fuel, each with all builds first
/// or spread between the loads.
const EVEN_SHAPES: usize = 4;

/// A starting outline of the search: the best one so far, changed to have more stations and smaller batches.
#[derive(Clone, Copy)]
struct Variant {
    station: Option<usize>,
    more: u64,
    size: i64,
    shape: usize,
}

impl Search<'_> {
    /// Starting outlines that spread each thing evenly over the existing stations and some more, with and without
    /// rounding to whole pieces of fuel.
    fn even_seeds(&mut self, found: &mut Vec<Candidate>) {
        let base = self.best.tokens.clone();
        let stations: Vec<usize> = (0..self.context.problem.stations.len())
            .filter(|&station| base.iter().any(|token| self.station_of(*token) == Some(station)))
            .collect();
        for station in stations {
            let can_build = self.context.palette.stations.contains(&station);
            let there = builds(&base, station) as u64;
            let room = self.context.problem.room(station).min(8).saturating_sub(there);
            for more in 0..=if can_build { room } else { 0 } {
                let slots = self.context.usable[station] + there + more;
                for shape in 0..EVEN_SHAPES {
                    if self.done() {
                        return;
                    }
                    let mut tokens = self.even(&base, station, (slots.max(1), more), shape);
                    let acceptable = height(self.context, self.best.score);
                    if let Some(score) = self.evaluate(&mut tokens, acceptable.saturating_add(acceptable / 8)) {
                        self.note(&tokens, score);
                        let ends = self.bench.scheduler.slot_ends().collect();
                        found.push(Candidate { tokens, ends, score });
                    }
                }
            }
        }
    }

    fn station_of(&self, token: Token) -> Option<usize> {
        match token {
            Token::Load { process, .. } => Some(self.context.problem.processes[process as usize].station),
            Token::Build { .. } => None,
        }
    }

    fn even(&self, base: &[Token], station: usize, (slots, more): (u64, u64), shape: usize) -> Vec<Token> {
        let problem = self.context.problem;
        let mut tokens = Vec::new();
        for &token in base {
            match token {
                Token::Load { process, count, fuel, press } if self.station_of(token) == Some(station) => {
                    let rule = &problem.processes[process as usize];
                    let mut size = (count + slots as i64 - 1) / slots as i64;
                    if shape % 2 == 1 && fuel != NO_FUEL {
                        let per_fuel = items_per_fuel(rule.fuel_per_item, problem.fuels[fuel as usize].1).max(1);
                        size = (size + per_fuel - 1) / per_fuel * per_fuel;
                    }
                    let size = size.clamp(1, rule.batch_max as i64);
                    tokens.extend(split(count, size, 1).map(|count| Token::Load { process, count, fuel, press }));
                }
                token => tokens.push(token),
            }
        }
        for index in 0..more as usize {
            let at = if shape >= 2 { (index * 2 + 1).min(tokens.len()) } else { index.min(tokens.len()) };
            tokens.insert(at, Token::Build { station: station as u32, press: false });
        }
        tokens
    }

    /// Builds starting outlines with more stations, smaller batches and different orders, and returns the best few,
    /// best first.
    pub(super) fn seeds(&mut self, keep: usize) -> Vec<Candidate> {
        const SIZES: [i64; 9] = [i64::MAX, 48, 32, 24, 16, 12, 8, 4, 1];
        let base = self.best.tokens.clone();
        let largest = base.iter().map(|token| count_of(*token)).max().unwrap_or(0);
        let mut found: Vec<Candidate> = Vec::new();
        self.even_seeds(&mut found);
        let stations: Vec<Option<usize>> =
            core::iter::once(None).chain(self.context.palette.stations.iter().copied().map(Some)).collect();
        for station in stations {
            let room = station.map_or(0, |station| self.context.problem.room(station).min(8));
            for more in u64::from(station.is_some())..=room {
                for size in SIZES.into_iter().filter(|&size| size == i64::MAX || size < largest) {
                    for shape in 0..SHAPES {
                        if self.done() {
                            break;
                        }
                        let mut tokens = grid(self.context.problem, &base, Variant { station, more, size, shape });
                        let acceptable = height(self.context, self.best.score);
                        if let Some(score) = self.evaluate(&mut tokens, acceptable.saturating_add(acceptable / 8)) {
                            self.note(&tokens, score);
                            let ends = self.bench.scheduler.slot_ends().collect();
                            found.push(Candidate { tokens, ends, score });
                        }
                    }
                }
            }
        }
        found.sort_by_key(|candidate| height(self.context, candidate.score));
        found.dedup_by(|a, b| a.score == b.score);
        found.truncate(keep);
        found
    }
}

fn grid(problem: &Problem, base: &[Token], variant: Variant) -> Vec<Token> {
    let Variant { station, more, size, shape } = variant;
    // Each load is cut into parts: (number of the part within its load, part). All first parts come first, then all
    // second parts.
    let mut parts: Vec<(usize, Token)> = Vec::new();
    for &token in base {
        match token {
            Token::Build { .. } => parts.push((0, token)),
            Token::Load { process, count, fuel, press } => {
                let max = (problem.processes[process as usize].batch_max as i64).min(size);
                let batches = split(count, max, 1).enumerate();
                parts.extend(batches.map(|(part, count)| (part, Token::Load { process, count, fuel, press })));
            }
        }
    }
    match shape % 3 {
        0 => parts.sort_by_key(|&(part, _)| part),
        1 => parts.sort_by_key(|&(_, token)| -count_of(token)),
        _ => parts.sort_by_key(|&(_, token)| count_of(token)),
    }
    let mut tokens: Vec<Token> = parts.into_iter().map(|(_, token)| token).collect();
    for index in 0..more as usize {
        let station = station.unwrap_or(0) as u32;
        let at = if shape >= 3 { (index * 2 + 1).min(tokens.len()) } else { index.min(tokens.len()) };
        tokens.insert(at, Token::Build { station, press: false });
    }
    tokens
}

fn count_of(token: Token) -> i64 {
    match token {
        Token::Load { count, .. } => count,
        Token::Build { .. } => 0,
    }
}
