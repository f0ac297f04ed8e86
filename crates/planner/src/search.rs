//! The search: improves a plan outline until it reaches the proven bound or the budget is used up.
//!
//! Absent on purpose: a clock. The budget counts schedules, so the same request always gives the same plan.

mod seeds;

use crate::choose::{Chosen, ways};
use crate::context::{Bench, Candidate, Context, fine, height, ticks_within};
use crate::cost;
use crate::genome::Token;
use crate::moves::mutate;
use crate::plan::Objective;
use crate::recipes::{Make, Recipes};
use crate::schedule::{Scope, Score};
use alloc::rc::Rc;
use alloc::vec::Vec;
use vocab::Dice;

/// How many schedules the search may build by default.
pub const NODES_DEFAULT: u64 = 150_000;
/// How many compiled things the search may look at by default: about a second of work.
const WORK_MAX: u64 = 40_000_000;
/// How many schedules are spent on making a plan cheaper once its length is proven shortest.
const TIE_NODES: u64 = 1_500;

/// A search for a better plan outline, in progress.
#[derive(Debug)]
pub struct Search<'a> {
    pub context: &'a Context<'a>,
    pub bench: Bench<'a>,
    pub best: Candidate,
    pub best_recipes: Rc<Recipes>,
    pub explored: u64,
    /// Nodes visited by proofs of optimality.
    pub visited: u64,
    pub budget: u64,
    /// A proven lower bound on the plan's value; the search ends when it is reached.
    pub bound: u64,
    pub dice: Dice,
    /// Work done by schedulers that have since been replaced.
    pub work_before: u64,
    pub work_max: u64,
    /// The least action cost that any plan can have.
    pub cost_bound: u64,
    beginnings: Vec<Candidate>,
    /// Things that can be made in more than one way, with these ways.
    options: Vec<(usize, Vec<Make>)>,
}

impl<'a> Search<'a> {
    pub fn new(context: &'a Context<'a>, chosen: Chosen<'a>, first: Candidate, budget: u64, seed: u64) -> Search<'a> {
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
            visited: 0,
            bound: 0,
            dice: Dice::new(seed),
            options,
            work_before: 0,
            // A caller who allows more schedules also allows more work, in proportion.
            work_max: WORK_MAX.saturating_mul((budget / NODES_DEFAULT).max(1)),
            cost_bound: 0,
            beginnings: Vec::new(),
        }
    }

    pub fn value(&self, score: Score) -> u64 {
        let bucket_ticks = self.context.problem.bucket_ticks;
        cost::value(self.context.objective, score.action_cost, score.makespan_ticks, bucket_ticks)
    }

    pub fn done(&self) -> bool {
        // When only the length counts, equally short plans are compared by cost, so the search continues a little.
        let tie_open = self.context.objective == Objective::Makespan
            && self.best.score.action_cost > self.cost_bound
            && self.explored < TIE_NODES;
        self.explored >= self.budget
            || self.spent() >= 1_000
            || (!tie_open && self.value(self.best.score) <= self.bound)
    }

    /// Builds the schedule of a plan outline; `None` when that is impossible or the agent's work alone is already too
    /// much.
    pub fn evaluate(&mut self, tokens: &mut Vec<Token>, acceptable: u64) -> Option<Score> {
        let recipes = Rc::clone(&self.bench.recipes);
        let totals = self.bench.balance.settle(&recipes, tokens).ok()?;
        self.explored += 1;
        let least = Score { action_cost: totals.action_cost, makespan_ticks: totals.agent_ticks };
        if height(self.context, least) > acceptable {
            return None;
        }
        let limit = ticks_within(self.context, totals.action_cost, acceptable);
        let score = self.bench.scheduler.run(
            &recipes,
            tokens,
            Scope { limit, agent_ticks: totals.agent_ticks, keep_steps: false },
        )?;
        tokens.clear();
        tokens.extend_from_slice(self.bench.scheduler.order());
        Some(score)
    }

    pub fn note(&mut self, tokens: &[Token], score: Score) {
        if fine(self.context, score) < self.best.fine(self.context) {
            let ends = self.bench.scheduler.slot_ends().collect();
            self.best = Candidate { tokens: tokens.to_vec(), ends, score };
            self.best_recipes = Rc::clone(&self.bench.recipes);
        }
    }

    /// The best value with which a sequence of loads and builds from the prover can be scheduled.
    pub fn judge(&mut self, sequence: &[Token]) -> Option<u64> {
        let mut best = None;
        for hurried in [false, true] {
            let mut tokens = sequence.to_vec();
            for token in &mut tokens {
                match token {
                    Token::Load { press, .. } | Token::Build { press, .. } => *press = hurried,
                }
            }
            if let Some(score) = self.evaluate(&mut tokens, u64::MAX) {
                self.note(&tokens, score);
                let value = self.value(score);
                best = Some(best.map_or(value, |known: u64| known.min(value)));
            }
        }
        best
    }

    /// Goes back to the recipes of the best plan outline.
    fn return_to_best(&mut self) {
        if !Rc::ptr_eq(&self.bench.recipes, &self.best_recipes) {
            let choices = self.best_recipes.choices.clone();
            if let Some(bench) = Bench::new(self.context, choices, self.context.fuel) {
                self.work_before += self.bench.work();
                self.bench = bench;
                self.best_recipes = Rc::clone(&self.bench.recipes);
            }
        }
    }

    /// Improves an outline by random changes, building this many schedules. `theta` is the first threshold below which
    /// a worse outline is accepted.
    fn anneal(&mut self, start: Candidate, nodes: u64, theta: u64) {
        let until = self.spent() + nodes.saturating_mul(1_000) / self.budget.max(1);
        self.line(start, until, theta);
    }

    /// Improves an outline by random changes (threshold accepting): a worse outline is accepted while the difference is
    /// below a threshold that falls to zero.
    fn line(&mut self, start: Candidate, until: u64, theta: u64) {
        /// After this many random changes in a row without effect, nothing is left to change.
        const IDLE_MAX: u32 = 200;
        let mut current = start;
        let begun = self.spent();
        let mut tokens = Vec::new();
        let mut idle = 0;
        while self.spent() < until && idle < IDLE_MAX && !self.done() {
            let left = (until - self.spent()) * 1_000 / (until - begun).max(1);
            let slack = theta * left / 1_000;
            let acceptable = height(self.context, current.score) + self.dice.index(slack as usize + 1) as u64;
            tokens.clone_from(&current.tokens);
            if !self.options.is_empty() && self.dice.index(40) == 0 {
                self.other_way(&mut current, acceptable);
                continue;
            }
            let mut changed = false;
            for _ in 0..=self.dice.index(2) {
                changed |=
                    mutate(self.context.problem, &self.context.palette, &mut tokens, &current.ends, &mut self.dice);
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
                current.ends.clear();
                current.ends.extend(self.bench.scheduler.slot_ends());
            }
        }
    }

    /// Tries another recipe for one thing.
    fn other_way(&mut self, current: &mut Candidate, acceptable: u64) {
        let (thing, makes) = &self.options[self.dice.index(self.options.len())];
        let thing = *thing;
        let make = makes[self.dice.index(makes.len())];
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
                let ends = self.bench.scheduler.slot_ends().collect();
                *current = Candidate { tokens, ends, score };
                self.work_before += before.work();
                return;
            }
        }
        self.work_before += self.bench.work();
        self.bench = before;
    }

    /// How much of the search budget is used, in thousandths: schedules or work, whichever is more.
    fn spent(&self) -> u64 {
        let nodes = self.explored.saturating_mul(1_000) / self.budget.max(1);
        let work = self.bench.work().saturating_add(self.work_before) / (self.work_max / 1_000).max(1);
        nodes.max(work)
    }

    fn theta(&self, percent: u64) -> u64 {
        match self.context.objective {
            Objective::CostAndTime => percent.saturating_mul(10 * self.context.problem.bucket_ticks) / 100,
            Objective::Makespan => self.best.score.makespan_ticks.min(1 << 40).saturating_mul(percent) / 100,
        }
    }

    /// The first part of the search: several starting outlines, and random improvement of the best of them. Enough for
    /// most requests.
    pub fn begin(&mut self) {
        let seeds = self.seeds(SEEDS);
        self.beginnings = seeds;
        let start = self.beginnings.first().cloned().unwrap_or_else(|| self.best.clone());
        self.anneal(start, FIRST_LINE, self.theta(60));
    }

    /// The long part of the search: random improvement of other starting outlines and, with a small threshold, of the
    /// best one.
    pub fn go_on(&mut self) {
        // One round of random improvement each: (ends at this many thousandths of the budget, threshold in percent,
        // starting outline; `None` for the best so far)
        const LINES: &[(u64, u64, Option<usize>)] =
            &[(250, 5, None), (500, 20, Some(0)), (700, 5, None), (850, 20, Some(1)), (1_000, 5, None)];
        for &(until, percent, from) in LINES {
            if self.done() {
                return;
            }
            self.return_to_best();
            let start = from.and_then(|index| self.beginnings.get(index)).unwrap_or(&self.best).clone();
            self.line(start, until, self.theta(percent));
        }
    }
}

/// How many starting outlines of a plan the search keeps.
const SEEDS: usize = 3;
/// How many schedules the first round of random improvement of a plan may build.
const FIRST_LINE: u64 = 1_200;
