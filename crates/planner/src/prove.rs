//! Proves lower bounds and optimality: goes through all orders of loads and skips those that cannot win.
//!
//! A plan is a sequence of loads and builds. Before each of them the agent must have done the work for it, a slot
//! must be free, and its cooked ingredients must be done. Everything else is ignored, so a sequence never ends later
//! here than in a real schedule.

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

/// A cooked thing that must still be made.
#[derive(Debug, Clone)]
pub(crate) struct Course {
    pub item: usize,
    pub rank: u32,
    pub input: u32,
    pub processes: Vec<u32>,
    pub left: i64,
    /// Ticks of agent work that must follow its last batch.
    pub tail: u64,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Oven {
    pub station: StationType,
    pub free_at: u64,
}

/// The agent's work so far.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct AgentWork {
    pub cost: u64,
    pub ticks: u64,
    /// The tick at which the cooked things it needs are done; `None` for never.
    pub cooked_at: Option<u64>,
}

/// With more cooked things than this there are too many orders to go through.
const COURSES_MAX: usize = 16;

/// A load that the proof tries next.
#[derive(Clone, Copy)]
struct Load {
    course: usize,
    process: u32,
    oven: usize,
    count: i64,
    fuel: u32,
}

/// How a proof ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// Every sequence was looked at or ruled out.
    Complete,
    OutOfNodes,
}

/// A search through all sequences of loads and builds.
#[derive(Debug)]
pub struct Prover<'a> {
    pub(crate) context: &'a Context<'a>,
    pub(crate) recipes: &'a Recipes,
    pub(crate) demand: Demand,
    pub(crate) expansion: Expansion,
    pub(crate) courses: Vec<Course>,
    pub(crate) ovens: Vec<Oven>,
    /// Builds that the sequence must still contain, by station type.
    pub(crate) builds: Vec<u64>,
    pub(crate) sequence: Vec<Token>,
    /// (tick at which it is done, rank, count) of each load in the sequence.
    pub(crate) batches: Vec<(u64, u32, i64)>,
    /// What the loads and builds of the sequence used.
    pub(crate) taken: Vec<(u32, i64)>,
    /// Cost and ticks of the loads and builds of the sequence.
    pub(crate) spent: (u64, u64),
    pub(crate) last_start: u64,
    /// Only plans with a smaller value than this matter.
    pub target: u64,
    pub nodes: u64,
    pub nodes_max: u64,
    /// The smallest bound among sequences that no schedule has matched.
    pub open: u64,
    pub(crate) one_fuel: Option<u32>,
}

/// Called for each complete sequence; returns the best value with which it can be scheduled.
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

    /// Works out everything that a plan with these builds needs, except fuels and loads that are not chosen yet.
    fn lay_courses(&mut self) -> bool {
        let problem = self.context.problem;
        self.courses.clear();
        self.demand.restart(&self.recipes.stock, self.recipes);
        self.demand.forget();
        self.want_goal();
        let mut rank = 0;
        self.expansion = Expansion::default();
        while let Some(found) = self.demand.step(self.recipes, rank, &mut self.expansion) {
            rank = found + 1;
            let left = self.expansion.cooked.pop().map_or(0, |(_, count)| count);
            if left > 0 {
                let item = self.recipes.nodes[found].thing;
                let processes = self.context.palette.cooks[item].clone();
                let Some(&first) = processes.first() else { return false };
                let input = self.recipes.rank_of[problem.processes[first as usize].input];
                if input == NONE {
                    return false;
                }
                self.demand.want(input, left);
                self.courses.push(Course { item, rank: found as u32, input, processes, left, tail: 0 });
            }
        }
        let complete = self.expansion.missing.is_empty();
        for index in 0..self.courses.len() {
            self.courses[index].tail = self.tail(self.courses[index].item, 0);
        }
        complete
    }

    fn want_goal(&mut self) {
        for &(rank, count) in &self.recipes.goal {
            self.demand.want(rank, count);
        }
        for station in 0..self.builds.len() {
            for _ in 0..self.builds[station] {
                self.want_place(station);
            }
        }
    }

    fn want_place(&mut self, station: StationType) {
        if let Some(op) = self.recipes.place[station] {
            for &(rank, count) in &self.recipes.ops[op as usize].inputs {
                self.demand.want(rank, count);
            }
        }
    }

    /// The least agent work after the last piece of an item is there; 0 when the goal or a load uses the item.
    fn tail(&self, item: usize, depth: usize) -> u64 {
        const DEPTH_MAX: usize = 8;
        let problem = self.context.problem;
        let wanted = problem.goal.iter().any(|&(goal, _)| goal == item)
            || problem.fuels.iter().any(|&(fuel, _)| fuel == item)
            || problem.processes.iter().any(|process| process.input == item);
        if wanted || depth >= DEPTH_MAX {
            return 0;
        }
        let uses = problem.ops.iter().filter(|op| op.inputs.iter().any(|&(input, _)| input == item));
        let after = uses.map(|op| {
            let next = op.outputs.iter().map(|&(out, _)| self.tail(out, depth + 1)).min().unwrap_or(0);
            op.ticks.saturating_add(if op.places.is_some() { 0 } else { next })
        });
        after.min().unwrap_or(0)
    }

    /// The agent's work for what is demanded now.
    fn work(&mut self) -> AgentWork {
        self.demand.expand(self.recipes, &self.recipes.stock, &mut self.expansion);
        let mut work = AgentWork { cooked_at: Some(0), ..AgentWork::default() };
        for &(op, times) in &self.expansion.runs {
            let rule = &self.recipes.ops[op as usize];
            work.cost = work.cost.saturating_add(rule.cost.saturating_mul(times as u64));
            work.ticks = work.ticks.saturating_add(rule.ticks.saturating_mul(times as u64));
        }
        for &(rank, mut count) in &self.expansion.cooked {
            let mut done: Vec<(u64, i64)> =
                self.batches.iter().filter(|batch| batch.1 == rank).map(|batch| (batch.0, batch.2)).collect();
            done.sort_unstable();
            let mut at = 0;
            for (ready, made) in done {
                if count > 0 {
                    (count, at) = (count - made, ready);
                }
            }
            work.cooked_at = work.cooked_at.filter(|_| count <= 0).map(|before| before.max(at));
        }
        if !self.expansion.missing.is_empty() {
            work.cooked_at = None;
        }
        work
    }

    /// The agent's work that must be done before the next load or build.
    fn work_before(&mut self) -> AgentWork {
        self.demand.restart(&self.recipes.stock, self.recipes);
        for index in 0..self.taken.len() {
            let (rank, count) = self.taken[index];
            self.demand.want(rank, count);
        }
        self.work()
    }

    /// The least cost and agent time of any completion of the sequence, without further loads and their fuel.
    pub(crate) fn work_in_all(&mut self) -> AgentWork {
        self.demand.restart(&self.recipes.stock, self.recipes);
        self.want_goal();
        for index in 0..self.taken.len() {
            let (rank, count) = self.taken[index];
            self.demand.want(rank, count);
        }
        let mut energy = 0_u64;
        for index in 0..self.courses.len() {
            let (input, left) = (self.courses[index].input, self.courses[index].left);
            if left > 0 {
                self.demand.want(input, left);
                let least = (self.courses[index].processes.iter())
                    .map(|&process| self.context.problem.processes[process as usize].fuel_per_item)
                    .min();
                energy = energy.saturating_add(least.unwrap_or(0).saturating_mul(left as u64));
            }
        }
        if let Some(fuel) = self.one_fuel
            && energy > 0
        {
            let (item, burn) = self.context.problem.fuels[fuel as usize];
            let rank = self.recipes.rank_of[item];
            if rank != NONE {
                self.demand.want(rank, energy.div_ceil(burn) as i64);
            }
        }
        let mut work = self.work();
        for station in 0..self.builds.len() {
            if let Some(op) = self.recipes.place[station] {
                let rule = &self.recipes.ops[op as usize];
                work.cost = work.cost.saturating_add(rule.cost * self.builds[station]);
                work.ticks = work.ticks.saturating_add(rule.ticks * self.builds[station]);
            }
        }
        work.cost = work.cost.saturating_add(self.spent.0);
        work.ticks = work.ticks.saturating_add(self.spent.1);
        work
    }

    /// The cost and the end of the complete sequence.
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

    /// Goes through all sequences with the current number of builds.
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

    /// Calls `visit` for every number of builds that is not too expensive, until it returns false; returns whether
    /// all were visited.
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
            // More builds only cost more and take longer: if this number already loses, larger ones lose too.
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

    /// Goes through all sequences for all numbers of builds.
    pub fn prove(&mut self, judge: &mut Judge<'_>) -> Proof {
        let mut visit = |prover: &mut Self| {
            let few = prover.courses.len() <= COURSES_MAX;
            !prover.promising(0) || (few && prover.descend(judge) == Proof::Complete)
        };
        if self.each_builds(&mut visit) { Proof::Complete } else { Proof::OutOfNodes }
    }

    /// A lower bound on every plan, without going through sequences.
    pub fn root_bound(&mut self, known: u64) -> u64 {
        let kept = (self.target, self.nodes_max);
        let (mut low, mut high) = (0, known);
        while low < high {
            // Is a value below `middle` possible?
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

    /// The least action cost that any plan can have.
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
