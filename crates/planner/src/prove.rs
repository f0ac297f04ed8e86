//! Proves lower bounds and optimality: goes through all orders of loads and skips those that cannot win.
//!
//! A plan is a sequence of loads and builds. Before each of them the agent must have done the work for it, a slot
//! must be free, and its cooked ingredients must be done. Everything else is ignored, so a sequence never ends later
//! here than in a real schedule.

mod work;

use crate::batch::fuel_count;
use crate::context::Context;
use crate::cost;
use crate::demand::{Demand, Expansion};
use crate::forced::Forced;
use crate::genome::{NO_FUEL, Token};
use crate::recipes::{NONE, Recipes};
use crate::rule::StationType;
use alloc::vec;
use alloc::vec::Vec;

/// A thing that stations must still cook, in the proof that a plan is optimal.
#[derive(Debug, Clone)]
pub(crate) struct Course {
    pub item: usize,
    pub rank: u32,
    pub input: u32,
    pub processes: Vec<u32>,
    pub left: i64,
    /// Ticks that the agent must still work after the last batch of this thing is done.
    pub tail: u64,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Oven {
    pub station: StationType,
    pub free_at: u64,
}

/// The agent's own work in a sequence of loads and builds: its cost and ticks.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct AgentWork {
    pub cost: u64,
    pub ticks: u64,
    /// The tick at which the cooked things that this work needs are done; `None` for never.
    pub cooked_at: Option<u64>,
}

/// With more kinds of cooked things than this, there are too many orders to go through for a proof.
const COURSES_MAX: usize = 16;

/// A station load that the proof tries next.
#[derive(Clone, Copy)]
struct Load {
    course: usize,
    process: u32,
    oven: usize,
    count: i64,
    fuel: u32,
}

/// How a proof of optimality ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// Every sequence of loads and builds was looked at or ruled out.
    Complete,
    OutOfNodes,
}

/// Searches all sequences of station loads and builds, to prove that no plan is better than the best known one.
#[derive(Debug)]
pub struct Prover<'a> {
    pub(crate) context: &'a Context<'a>,
    pub(crate) recipes: &'a Recipes,
    pub(crate) demand: Demand,
    pub(crate) expansion: Expansion,
    pub(crate) courses: Vec<Course>,
    pub(crate) ovens: Vec<Oven>,
    /// For each station type: how many builds the sequence must still contain.
    pub(crate) builds: Vec<u64>,
    pub(crate) sequence: Vec<Token>,
    /// Each load in the sequence: the tick at which it is done, and the rank and count of what it makes.
    pub(crate) batches: Vec<(u64, u32, i64)>,
    /// What the loads and builds of the sequence used: rank of the thing, and count.
    pub(crate) taken: Vec<(u32, i64)>,
    /// Cost and ticks of the loads and builds of the sequence so far.
    pub(crate) spent: (u64, u64),
    pub(crate) last_start: u64,
    /// The proof looks only for plans with a smaller value than this.
    pub target: u64,
    pub nodes: u64,
    pub nodes_max: u64,
    /// The smallest lower bound among sequences for which no schedule reached that bound.
    pub open: u64,
    pub(crate) one_fuel: Option<u32>,
}

/// Called for each complete sequence of loads and builds; returns the best value with which it can be scheduled.
pub type Judge<'j> = dyn FnMut(&[Token]) -> Option<u64> + 'j;

impl<'a> Prover<'a> {
    pub fn new(context: &'a Context<'a>, forced: &'a Forced, target: u64, nodes_max: u64) -> Prover<'a> {
        let problem = context.problem;
        let recipes = &forced.recipes;
        let ovens = (0..problem.slots.len())
            .filter(|&slot| crate::reach::slot_usable(problem, slot))
            .map(|slot| Oven { station: problem.slots[slot].station, free_at: problem.slots[slot].ready_at })
            .collect();
        let one_fuel = (context.palette.fuels.len() == 1).then(|| context.palette.fuels[0]);
        Prover {
            context,
            recipes,
            demand: Demand::new(recipes),
            expansion: Expansion::default(),
            courses: Vec::new(),
            ovens,
            builds: vec![0; problem.stations.len()],
            sequence: Vec::new(),
            batches: Vec::new(),
            taken: Vec::new(),
            spent: (0, 0),
            last_start: 0,
            target,
            nodes: 0,
            nodes_max,
            open: u64::MAX,
            one_fuel,
        }
    }

    /// The action cost of the complete sequence, and the tick at which it ends.
    fn end(&mut self) -> (u64, u64) {
        let work = self.work_in_all();
        let tails = (self.batches.iter()).map(|&(ready, rank, _)| {
            ready + self.courses.iter().find(|course| course.rank == rank).map_or(0, |course| course.tail)
        });
        (work.cost, tails.max().unwrap_or(0).max(work.ticks))
    }

    fn value(&self, cost: u64, ticks: u64) -> u64 {
        cost::value(self.context.objective, cost, ticks, self.context.problem.bucket_ticks)
    }

    /// Goes through all sequences of loads with the current number of builds.
    fn descend(&mut self, judge: &mut Judge<'_>) -> Proof {
        self.nodes += 1;
        if self.nodes > self.nodes_max {
            return Proof::OutOfNodes;
        }
        if self.courses.iter().all(|course| course.left == 0) && self.builds.iter().all(|&left| left == 0) {
            let (cost, ticks) = self.end();
            let bound = self.value(cost, ticks);
            if bound < self.target && ticks <= self.context.problem.horizon_ticks {
                let reached = judge(&self.sequence).unwrap_or(u64::MAX);
                self.target = self.target.min(reached);
                if reached > bound {
                    self.open = self.open.min(bound);
                }
            }
            return Proof::Complete;
        }
        for station in 0..self.builds.len() {
            if self.builds[station] > 0 && self.try_build(station, judge) == Proof::OutOfNodes {
                return Proof::OutOfNodes;
            }
        }
        for course in 0..self.courses.len() {
            for index in 0..self.courses[course].processes.len() {
                let process = self.courses[course].processes[index];
                if self.courses[course].left > 0 && self.try_loads(course, process, judge) == Proof::OutOfNodes {
                    return Proof::OutOfNodes;
                }
            }
        }
        Proof::Complete
    }

    fn try_build(&mut self, station: StationType, judge: &mut Judge<'_>) -> Proof {
        let Some(op) = self.recipes.place[station] else { return Proof::Complete };
        let rule = &self.recipes.ops[op as usize];
        let taken_before = self.taken.len();
        self.taken.extend_from_slice(&rule.inputs);
        self.builds[station] -= 1;
        let before = self.work_before();
        let mut proof = Proof::Complete;
        if let Some(cooked_at) = before.cooked_at {
            let saved = (self.spent, self.last_start);
            let start = (before.ticks + self.spent.1).max(cooked_at).max(self.last_start);
            let end = start + rule.ticks;
            self.spent = (self.spent.0 + rule.cost, self.spent.1 + rule.ticks);
            self.last_start = end;
            self.ovens.push(Oven { station, free_at: end });
            self.sequence.push(Token::Build { station: station as u32, press: false });
            if self.promising(end) {
                proof = self.descend(judge);
            }
            self.sequence.pop();
            self.ovens.pop();
            (self.spent, self.last_start) = saved;
        }
        self.builds[station] += 1;
        self.taken.truncate(taken_before);
        proof
    }

    fn try_loads(&mut self, course: usize, process: u32, judge: &mut Judge<'_>) -> Proof {
        let rule = &self.context.problem.processes[process as usize];
        let oven = (0..self.ovens.len())
            .filter(|&oven| self.ovens[oven].station == rule.station)
            .min_by_key(|&oven| (self.ovens[oven].free_at, oven));
        let Some(oven) = oven else { return Proof::Complete };
        let most = self.courses[course].left.min(rule.batch_max as i64);
        let fuels = if rule.fuel_per_item == 0 { vec![NO_FUEL] } else { self.context.palette.fuels.clone() };
        for fuel in fuels {
            for count in (1..=most).rev() {
                if self.try_load(Load { course, process, oven, count, fuel }, judge) == Proof::OutOfNodes {
                    return Proof::OutOfNodes;
                }
            }
        }
        Proof::Complete
    }

    fn try_load(&mut self, load: Load, judge: &mut Judge<'_>) -> Proof {
        let Load { course, process, oven, count, fuel } = load;
        let rule = &self.context.problem.processes[process as usize];
        let taken_before = self.taken.len();
        self.taken.push((self.courses[course].input, count));
        if fuel != NO_FUEL {
            let (item, burn) = self.context.problem.fuels[fuel as usize];
            if self.recipes.rank_of[item] == NONE {
                self.taken.truncate(taken_before);
                return Proof::Complete;
            }
            self.taken.push((self.recipes.rank_of[item], fuel_count(count, rule.fuel_per_item, burn)));
        }
        self.courses[course].left -= count;
        let before = self.work_before();
        let mut proof = Proof::Complete;
        if let Some(cooked_at) = before.cooked_at {
            let saved = (self.spent, self.last_start, self.ovens[oven].free_at);
            let start = (before.ticks + self.spent.1).max(cooked_at).max(self.last_start).max(saved.2);
            let ready = start + rule.load_ticks + rule.ticks_per_item * count as u64;
            self.spent = (self.spent.0 + rule.load_cost, self.spent.1 + rule.load_ticks);
            self.last_start = start + rule.load_ticks;
            self.ovens[oven].free_at = ready;
            self.batches.push((ready, self.courses[course].rank, count));
            self.sequence.push(Token::Load { process, count, fuel, press: false });
            if self.promising(start + rule.load_ticks) {
                proof = self.descend(judge);
            }
            self.sequence.pop();
            self.batches.pop();
            (self.spent, self.last_start, self.ovens[oven].free_at) = saved;
        }
        self.courses[course].left += count;
        self.taken.truncate(taken_before);
        proof
    }

    /// Calls `visit` for every combination of station builds that is not too expensive, until it returns false; returns
    /// whether all were visited.
    fn each_builds(&mut self, visit: &mut dyn FnMut(&mut Self) -> bool) -> bool {
        self.builds.fill(0);
        self.each_builds_from(0, visit)
    }

    fn each_builds_from(&mut self, digit: usize, visit: &mut dyn FnMut(&mut Self) -> bool) -> bool {
        let Some(&station) = self.context.palette.stations.get(digit) else {
            return !self.lay_courses() || visit(self);
        };
        for count in 0..=self.context.problem.room(station) {
            self.nodes += 1;
            if self.nodes > self.nodes_max {
                return false;
            }
            self.builds[station] = count;
            self.lay_courses();
            let work = self.work_in_all();
            // More builds only cost more and take longer: if this number of builds cannot beat the target, larger ones
            // cannot.
            if self.allowed(work.cost).is_none_or(|allowed| work.ticks > allowed) {
                break;
            }
            if !self.each_builds_from(digit + 1, visit) {
                return false;
            }
        }
        self.builds[station] = 0;
        true
    }

    /// Goes through all sequences of loads, for all combinations of station builds.
    pub fn prove(&mut self, judge: &mut Judge<'_>) -> Proof {
        let mut visit = |prover: &mut Self| {
            let few = prover.courses.len() <= COURSES_MAX;
            !prover.promising(0) || (few && prover.descend(judge) == Proof::Complete)
        };
        if self.each_builds(&mut visit) { Proof::Complete } else { Proof::OutOfNodes }
    }

    /// A lower bound on the value of every plan, without going through sequences.
    pub fn root_bound(&mut self, known: u64) -> u64 {
        let kept = (self.target, self.nodes_max);
        let (mut low, mut high) = (0, known);
        while low < high {
            // Ask whether any plan may have a value below `middle`.
            let middle = low + (high - low).div_ceil(2);
            (self.target, self.nodes) = (middle, 0);
            let mut found = false;
            let all = self.each_builds(&mut |prover| {
                found = prover.promising(0);
                !found
            });
            if all && !found { low = middle } else { high = middle - 1 }
        }
        (self.target, self.nodes_max, self.nodes) = (kept.0, kept.1, 0);
        low
    }

    /// A lower bound on the action cost of any plan.
    pub fn cost_bound(&mut self) -> u64 {
        self.builds.fill(0);
        if !self.lay_courses() {
            return 0;
        }
        let work = self.work_in_all();
        let loads = self.courses.iter().map(|course| {
            let rules = course.processes.iter().map(|&process| &self.context.problem.processes[process as usize]);
            let batch = rules.clone().map(|process| process.batch_max).max().unwrap_or(1);
            rules.map(|process| process.load_cost).min().unwrap_or(0) * (course.left as u64).div_ceil(batch)
        });
        loads.fold(work.cost, u64::saturating_add)
    }
}
