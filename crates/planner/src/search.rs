//! The search: from a first outline to better ones, until the bound is met or the nodes are used up.
//!
//! Absent on purpose: a clock. The budget counts schedules built, so the same request always ends at the same plan.

use crate::batch::split;
use crate::choose::{Chosen, ways};
use crate::context::{Bench, Candidate, Context, fine, height};
use crate::cost;
use crate::genome::Token;
use crate::moves::mutate;
use crate::plan::Objective;
use crate::random::Random;
use crate::recipes::{Make, Recipes};
use crate::schedule::Score;
use alloc::rc::Rc;
use alloc::vec::Vec;

/// One search in progress.
#[derive(Debug)]
pub struct Search<'a> {
    pub context: &'a Context<'a>,
    pub bench: Bench<'a>,
    pub best: Candidate,
    pub best_recipes: Rc<Recipes>,
    pub explored: u64,
    pub budget: u64,
    /// No value below this exists: reaching it ends the search.
    pub bound: u64,
    pub random: Random,
    /// Things with more than one way, with their ways.
    options: Vec<(usize, Vec<Make>)>,
}

impl<'a> Search<'a> {
    pub fn new(context: &'a Context<'a>, chosen: Chosen<'a>, first: Candidate, budget: u64, bound: u64) -> Search<'a> {
        let recipes = Rc::clone(&chosen.bench.recipes);
        let options = (0..context.reach.way.len())
            .filter(|&thing| recipes.rank_of[thing] != crate::recipes::NONE)
            .map(|thing| (thing, ways(context, thing).into_iter().map(Make::only).collect::<Vec<_>>()))
            .filter(|(_, makes)| makes.len() > 1)
            .collect();
        Search {
            context,
            bench: chosen.bench,
            best: first,
            best_recipes: recipes,
            explored: 1,
            budget,
            bound,
            random: Random::new(1),
            options,
        }
    }

    pub fn value(&self, score: Score) -> u64 {
        let bucket_ticks = self.context.problem.bucket_ticks;
        cost::value(self.context.objective, score.action_cost, score.makespan_ticks, bucket_ticks)
    }

    pub fn done(&self) -> bool {
        let tie_open = self.context.objective == Objective::Makespan;
        self.explored >= self.budget || (!tie_open && self.value(self.best.score) <= self.bound)
    }

    /// Schedules the outline; `None` when it cannot work or its agent work alone is beyond what is acceptable.
    pub fn evaluate(&mut self, tokens: &mut Vec<Token>, acceptable: u64) -> Option<Score> {
        let recipes = Rc::clone(&self.bench.recipes);
        let totals = self.bench.balance.settle(&recipes, tokens).ok()?;
        self.explored += 1;
        let least = Score { action_cost: totals.action_cost, makespan_ticks: totals.agent_ticks };
        if height(self.context, least) > acceptable {
            return None;
        }
        let score = self.bench.scheduler.run(&recipes, tokens, self.context.problem.horizon_ticks, false)?;
        tokens.clear();
        tokens.extend_from_slice(self.bench.scheduler.order());
        Some(score)
    }

    pub fn note(&mut self, tokens: &[Token], score: Score) {
        if fine(self.context, score) < self.best.fine(self.context) {
            self.best = Candidate { tokens: tokens.to_vec(), score };
            self.best_recipes = Rc::clone(&self.bench.recipes);
        }
    }

    /// Back to the recipes of the best outline.
    fn return_to_best(&mut self) {
        if !Rc::ptr_eq(&self.bench.recipes, &self.best_recipes) {
            let choices = self.best_recipes.choices.clone();
            if let Some(bench) = Bench::new(self.context, choices, self.context.fuel) {
                self.bench = bench;
                self.best_recipes = Rc::clone(&self.bench.recipes);
            }
        }
    }

    /// Threshold accepting: worse neighbours pass while the threshold, which falls to zero, allows them.
    pub fn anneal(&mut self, start: Candidate, nodes: u64, theta: u64) {
        /// Changes in a row that change nothing: then there is nothing to change.
        const IDLE_MAX: u32 = 200;
        let mut current = start;
        let end = (self.explored + nodes).min(self.budget);
        let begun = self.explored;
        let mut tokens = Vec::new();
        let mut idle = 0;
        while self.explored < end && idle < IDLE_MAX && !self.done() {
            let left = (end - self.explored) * 1_000 / (end - begun).max(1);
            let slack = theta * left / 1_000;
            let acceptable = height(self.context, current.score) + self.random.below(slack as usize + 1) as u64;
            tokens.clone_from(&current.tokens);
            if !self.options.is_empty() && self.random.below(40) == 0 {
                self.other_way(&mut current, acceptable);
                continue;
            }
            let mut changed = false;
            for _ in 0..=self.random.below(2) {
                changed |= mutate(self.context.problem, &self.context.palette, &mut tokens, &mut self.random);
            }
            if !changed {
                idle += 1;
                continue;
            }
            idle = 0;
            let Some(score) = self.evaluate(&mut tokens, acceptable) else { continue };
            self.note(&tokens, score);
            if height(self.context, score) <= acceptable {
                current.score = score;
                core::mem::swap(&mut current.tokens, &mut tokens);
            }
        }
    }

    /// Tries another way to make one thing.
    fn other_way(&mut self, current: &mut Candidate, acceptable: u64) {
        let (thing, makes) = &self.options[self.random.below(self.options.len())];
        let thing = *thing;
        let make = makes[self.random.below(makes.len())];
        let mut choices = self.bench.recipes.choices.clone();
        self.explored += 1;
        if choices.make[thing] == Some(make) {
            return;
        }
        choices.make[thing] = Some(make);
        let Some(bench) = Bench::new(self.context, choices, self.context.fuel) else { return };
        let before = core::mem::replace(&mut self.bench, bench);
        let mut tokens = current.tokens.clone();
        if let Some(score) = self.evaluate(&mut tokens, acceptable) {
            self.note(&tokens, score);
            if height(self.context, score) <= acceptable {
                *current = Candidate { tokens, score };
                return;
            }
        }
        self.bench = before;
    }

    /// Outlines from a grid: so many stations more, so many parts a load; the best few, best first.
    pub fn seeds(&mut self, keep: usize) -> Vec<Candidate> {
        const PARTS: [i64; 6] = [1, 2, 3, 4, 8, 16];
        let base = self.best.tokens.clone();
        let mut found = Vec::new();
        let stations: Vec<Option<usize>> =
            core::iter::once(None).chain(self.context.palette.stations.iter().copied().map(Some)).collect();
        for station in stations {
            let room = station.map_or(0, |station| self.context.problem.room(station).min(8));
            for more in u64::from(station.is_some())..=room {
                for parts in PARTS {
                    for late in [false, true] {
                        if self.done() {
                            break;
                        }
                        let mut tokens = self.grid(&base, station, more, parts, late);
                        if let Some(score) = self.evaluate(&mut tokens, u64::MAX) {
                            self.note(&tokens, score);
                            found.push(Candidate { tokens, score });
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

    fn grid(&self, base: &[Token], station: Option<usize>, more: u64, parts: i64, late: bool) -> Vec<Token> {
        let problem = self.context.problem;
        let mut tokens: Vec<Token> = Vec::new();
        for part in 0..parts {
            for token in base {
                match *token {
                    Token::Build { .. } if part == 0 => tokens.push(*token),
                    Token::Build { .. } => {}
                    Token::Load { process, count, fuel, press } => {
                        let max = problem.processes[process as usize].batch_max as i64;
                        if let Some(count) = split(count, max, parts).nth(part as usize) {
                            tokens.push(Token::Load { process, count, fuel, press });
                        }
                    }
                }
            }
        }
        for index in 0..more as usize {
            let station = station.unwrap_or(0) as u32;
            let at = if late { (index * 2 + 1).min(tokens.len()) } else { index.min(tokens.len()) };
            tokens.insert(at, Token::Build { station, press: false });
        }
        tokens
    }

    /// The whole search, as far as the budget goes.
    pub fn run(&mut self) {
        let theta = match self.context.objective {
            Objective::CostAndTime => 15 * self.context.problem.bucket_ticks,
            Objective::Makespan => self.best.score.makespan_ticks.saturating_mul(2).min(1 << 40),
        };
        let seeds = self.seeds(3);
        // Three lines from different beginnings, then the best of all again and again with less freedom.
        let rest = self.budget.saturating_sub(self.explored);
        for seed in seeds {
            self.return_to_best();
            self.anneal(seed, rest / 5, theta);
        }
        for round in 0..2 {
            self.return_to_best();
            self.anneal(self.best.clone(), rest / 5, theta >> (round + 1));
        }
        while !self.done() {
            let before = self.explored;
            self.return_to_best();
            self.anneal(self.best.clone(), rest / 10 + 1, theta / 8);
            if self.explored == before {
                break;
            }
        }
    }
}
