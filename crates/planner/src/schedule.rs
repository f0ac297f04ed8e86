//! Turns a plan outline into a schedule: the agent does one load or build (a milestone) after the other and works
//! ahead while it waits.
//!
//! For a given order of loads it never helps to do other work before them, or to wait while there is work. So the
//! search only has to choose the order and the batch sizes.

mod perform;

use crate::batch::fuel_count;
use crate::demand::{Demand, Expansion};
use crate::genome::{NO_FUEL, Token};
use crate::recipes::{NONE, Recipes};
use crate::rule::Problem;
use crate::slots::{SlotKey, SlotTable};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// A step of a plan with numbers instead of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RawStep {
    Op { op: u32, times: i64, start: u64 },
    Load { process: u32, slot: SlotKey, count: i64, fuel: u32, fuel_count: i64, start: u64, ready: u64 },
}

/// The action cost and the length of a schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    pub action_cost: u64,
    pub makespan_ticks: u64,
}

/// Limits and options for building one schedule.
#[derive(Debug, Clone, Copy)]
pub struct Scope {
    /// Give up when the schedule ends after this tick.
    pub limit: u64,
    /// Ticks of the agent's own work in the whole plan, as far as it is known.
    pub agent_ticks: u64,
    /// Whether to keep the schedule's steps and not only its score.
    pub keep_steps: bool,
}

impl Scope {
    /// A scope without a limit on the schedule's length.
    pub fn unlimited(keep_steps: bool) -> Scope {
        Scope { limit: u64::MAX, agent_ticks: 0, keep_steps }
    }
}

/// Builds schedules from plan outlines with one [`Recipes`], and reuses its memory between them.
#[derive(Debug)]
pub struct Scheduler<'a> {
    problem: &'a Problem,
    demand: Demand,
    expansion: Expansion,
    granted: Vec<i64>,
    stock: Vec<i64>,
    slots: SlotTable,
    /// Batches that are cooking: (tick at which it is done, rank of the thing, count); the earliest is last.
    cooking: Vec<(u64, u32, i64)>,
    now: u64,
    /// Ticks of the agent's own work that remain.
    to_do: u64,
    cost: u64,
    queue: Vec<Token>,
    /// The station used by each finished milestone (load or build) of the queue.
    slot_of: Vec<Option<SlotKey>>,
    head: usize,
    /// The steps of the schedule; only filled when the caller asked for them.
    pub steps: Vec<RawStep>,
    keep_steps: bool,
    wanted: Vec<(u32, i64)>,
    /// How many things were looked at in all schedules built; the search budget counts this as well as schedules.
    pub work: u64,
    /// The schedule is given up when it passes this tick.
    limit: u64,
}

/// Whether the next load or build of the plan (a milestone) can be done now.
enum Stage {
    /// Everything that the next load or build needs is there.
    Complete,
    /// The next load or build waits for a batch or a busy station until this tick.
    Until(u64),
    /// The next load or build can never be done in this plan outline.
    Never,
}

/// While it waits, the agent works for this many loads or builds ahead before it turns to the goal: the next few
/// matter, looking further only takes time.
const LOOK_AHEAD: usize = 2;

impl<'a> Scheduler<'a> {
    pub fn new(problem: &'a Problem, recipes: &Recipes) -> Scheduler<'a> {
        Scheduler {
            problem,
            demand: Demand::new(recipes),
            expansion: Expansion::default(),
            granted: vec![0; recipes.nodes.len()],
            stock: Vec::new(),
            slots: SlotTable::new(problem),
            cooking: Vec::new(),
            now: 0,
            to_do: 0,
            cost: 0,
            queue: Vec::new(),
            slot_of: Vec::new(),
            head: 0,
            steps: Vec::new(),
            keep_steps: false,
            wanted: Vec::new(),
            work: 0,
            limit: u64::MAX,
        }
    }

    /// Builds the schedule of a plan outline; `None` when that is impossible or it ends after the limit.
    pub fn run(&mut self, recipes: &Recipes, tokens: &[Token], scope: Scope) -> Option<Score> {
        let Scope { limit, agent_ticks, keep_steps } = scope;
        self.stock.clone_from(&recipes.stock);
        self.slots.reset(self.problem);
        self.cooking.clear();
        (self.now, self.cost, self.head, self.limit, self.keep_steps) = (0, 0, 0, limit, keep_steps);
        self.to_do = agent_ticks;
        self.slot_of.clear();
        self.queue.clear();
        self.queue.extend_from_slice(tokens);
        self.steps.clear();
        loop {
            if self.now.saturating_add(self.to_do) > self.limit {
                return None;
            }
            let (until, press) = match self.milestone(recipes) {
                Stage::Complete => match self.queue.get(self.head).copied() {
                    None => return Some(Score { action_cost: self.cost, makespan_ticks: self.now }),
                    Some(token) => match self.reach_milestone(recipes, token) {
                        Stage::Complete => continue,
                        Stage::Until(until) => (until, token.press()),
                        Stage::Never => return None,
                    },
                },
                Stage::Until(until) => (until, self.queue.get(self.head).is_some_and(|token| token.press())),
                Stage::Never => return None,
            };
            if until > self.limit {
                return None;
            }
            self.work_ahead(recipes, until, press);
            self.now = self.now.max(until);
            self.collect();
        }
    }

    /// The id, for requests and answers, of a furnace or other station in the last schedule that was built.
    pub fn slot_name(&self, slot: SlotKey) -> String {
        self.slots.name(self.problem, slot)
    }

    /// For each load in the order of [`Self::order`]: the tick at which its station finishes its last batch; 0 for
    /// builds.
    pub fn slot_ends(&self) -> impl Iterator<Item = u64> + '_ {
        self.slot_of.iter().map(|slot| slot.map_or(0, |slot| self.slots.free_at(slot)))
    }

    /// The loads and builds in the order in which the last schedule did them.
    pub fn order(&self) -> &[Token] {
        &self.queue
    }

    /// Collects what the load or build at `index` of the queue needs; past the end of the queue, what the goal needs.
    fn wants(&mut self, recipes: &Recipes, index: usize) {
        self.wanted.clear();
        match self.queue.get(index) {
            None => self.wanted.extend_from_slice(&recipes.goal),
            Some(Token::Build { station, .. }) => {
                if let Some(op) = recipes.place[*station as usize] {
                    self.wanted.extend_from_slice(&recipes.ops[op as usize].inputs);
                }
            }
            Some(Token::Load { process, count, fuel, .. }) => {
                let rule = &self.problem.processes[*process as usize];
                self.wanted.push((recipes.rank_of[rule.input], *count));
                if *fuel != NO_FUEL {
                    let (item, burn) = self.problem.fuels[*fuel as usize];
                    self.wanted.push((recipes.rank_of[item], fuel_count(*count, rule.fuel_per_item, burn)));
                }
            }
        }
    }

    /// Works out which operations the load or build at `index` needs; false when it needs something that the recipes do
    /// not contain.
    fn expand(&mut self, recipes: &Recipes, index: usize) -> bool {
        self.wants(recipes, index);
        if self.wanted.iter().any(|&(rank, count)| rank == NONE && count > 0) {
            return false;
        }
        for &(rank, count) in &self.wanted {
            if count > 0 {
                self.demand.want(rank, count);
            }
        }
        self.demand.expand(recipes, &self.stock, &mut self.expansion);
        self.work += 8 + (self.expansion.runs.len() + self.expansion.granted.len()) as u64;
        true
    }

    /// Does all work that is possible now for the first load or build of the queue.
    fn milestone(&mut self, recipes: &Recipes) -> Stage {
        let mut brought_forward = 0;
        loop {
            self.demand.restart(&self.stock, recipes);
            if !self.expand(recipes, self.head) || !self.expansion.missing.is_empty() {
                return Stage::Never;
            }
            let cooking = self.cooking.len();
            let complete = self.run_window(recipes, u64::MAX, false);
            if self.cooking.len() < cooking {
                // A batch finished during the work, so what is missing has changed.
                continue;
            }
            if self.expansion.cooked.is_empty() {
                return if complete { Stage::Complete } else { self.next_done() };
            }
            match self.short_of(recipes) {
                None => return self.cooked_at(),
                Some(later) if later < self.queue.len() && brought_forward < self.queue.len() => {
                    self.queue[self.head..=later].rotate_right(1);
                    // Limited, because two loads that wait for each other would swap places for ever.
                    brought_forward += 1;
                }
                Some(_) => return Stage::Never,
            }
        }
    }

    /// The index of a later load that must be done first, because the batches that are cooking do not give enough; the
    /// length of the queue when there is no such load.
    fn short_of(&self, recipes: &Recipes) -> Option<usize> {
        let short = self.expansion.cooked.iter().find(|&&(rank, count)| {
            let coming: i64 = self.cooking.iter().filter(|batch| batch.1 == rank).map(|batch| batch.2).sum();
            coming < count
        });
        let thing = recipes.nodes[short?.0 as usize].thing;
        let gives = |token: &Token| match token {
            Token::Load { process, .. } => self.problem.processes[*process as usize].output == thing,
            Token::Build { .. } => false,
        };
        let later = (self.head + 1..self.queue.len()).find(|&index| gives(&self.queue[index]));
        Some(later.unwrap_or(self.queue.len()))
    }

    /// The tick at which the next batch of a missing thing is done.
    fn cooked_at(&self) -> Stage {
        let lacking = |rank: u32| self.expansion.cooked.iter().any(|&(cooked, _)| cooked == rank);
        let done = self.cooking.iter().filter(|batch| lacking(batch.1)).map(|batch| batch.0).min();
        done.map_or(Stage::Never, Stage::Until)
    }

    fn next_done(&self) -> Stage {
        self.cooking.last().map_or(Stage::Never, |batch| Stage::Until(batch.0))
    }

    /// Loads or builds the station itself, or returns the tick at which the station becomes free.
    fn reach_milestone(&mut self, recipes: &Recipes, token: Token) -> Stage {
        match token {
            Token::Build { station, .. } => {
                let station = station as usize;
                let allowed = self.slots.placed(station) < self.problem.stations_max[station];
                let Some(op) = recipes.place[station].filter(|&op| allowed && self.has_needs(recipes, op)) else {
                    return Stage::Never;
                };
                self.execute(recipes, op, 1);
                self.slot_of.push(None);
            }
            Token::Load { process, count, fuel, .. } => {
                let rule = &self.problem.processes[process as usize];
                let Some((slot, free_at)) = self.slots.earliest(rule.station) else { return Stage::Never };
                if free_at > self.now {
                    return Stage::Until(free_at);
                }
                let mut burnt = 0;
                self.stock[recipes.rank_of[rule.input] as usize] -= count;
                if fuel != NO_FUEL {
                    let (item, burn) = self.problem.fuels[fuel as usize];
                    burnt = fuel_count(count, rule.fuel_per_item, burn);
                    if burnt > 0 {
                        self.stock[recipes.rank_of[item] as usize] -= burnt;
                    }
                }
                let work = rule.ticks_per_item.saturating_mul(count as u64);
                let ready = self.now.saturating_add(rule.load_ticks).saturating_add(work);
                self.slots.occupy(slot, ready);
                self.slot_of.push(Some(slot));
                if self.keep_steps {
                    let (start, fuel_count) = (self.now, burnt);
                    self.steps.push(RawStep::Load { process, slot, count, fuel, fuel_count, start, ready });
                }
                let at = self.cooking.partition_point(|batch| batch.0 > ready);
                self.cooking.insert(at, (ready, recipes.rank_of[rule.output], count));
                self.now += rule.load_ticks;
                self.to_do = self.to_do.saturating_sub(rule.load_ticks);
                self.cost += rule.load_cost;
            }
        }
        self.head += 1;
        self.collect();
        Stage::Complete
    }

    /// Uses the time until tick `until` for work that later loads and builds need.
    fn work_ahead(&mut self, recipes: &Recipes, until: u64, press: bool) {
        // What the first load or build needs stays reserved: `milestone` has just computed it.
        let last = self.queue.len().min(self.head + LOOK_AHEAD);
        let mut index = self.head + 1;
        while self.now < until && index <= self.queue.len() {
            if !self.expand(recipes, index) {
                return;
            }
            self.run_window(recipes, until, press);
            // While the agent waits, it works for the next few loads and builds, and then for the goal. It skips those
            // between.
            index = if index == last && last < self.queue.len() { self.queue.len() } else { index + 1 };
        }
    }
}
