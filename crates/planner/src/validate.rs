//! The referee: plays a plan step by step, repetition by repetition (but for the longest), from the request alone.
//!
//! Shares no code with the search. It knows rules and steps, nothing of ranks, outlines or bounds.

use crate::plan::{Act, Step};
use crate::rule::{Problem, StationType};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Most repetitions that are played one by one; a plan with more is refused as too long.
pub const REPETITIONS_MAX: u64 = 1_000_000;
/// Steps of so many repetitions are counted at once where nothing can go wrong on the way: seconds of playing for millions of them.
pub const AT_ONCE_MIN: u64 = 10_000;

/// What a valid plan comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    pub makespan_ticks: u64,
    pub action_cost: u64,
}

/// What is wrong with a plan: at which step (from 0), and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub step: usize,
    pub why: Flaw,
}

/// A broken rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Flaw {
    AgentBusyUntil(u64),
    EndsAt(u64),
    NoSuchSlot(String),
    SlotBusyUntil(u64),
    SlotBeyondWaitBound,
    BatchSize(u64),
    TooLittleFuel,
    NotAFuel,
    Missing { item: String, short: u64 },
    NoTool,
    NoStation(String),
    TooManyStations(String),
    GoalNotMet { item: String, held: u64 },
    BeyondHorizon(u64),
    TooLong,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}: {:?}", self.step, self.why)
    }
}

impl core::error::Error for Fault {}

struct Place {
    station: StationType,
    free_at: u64,
    ready_at: u64,
}

struct World<'a> {
    problem: &'a Problem,
    bag: Vec<u64>,
    slots: BTreeMap<String, Place>,
    placed: Vec<u64>,
    /// (done at, item, count)
    cooking: Vec<(u64, usize, u64)>,
    now: u64,
    end: u64,
    cost: u64,
    repetitions: u64,
}

impl World<'_> {
    fn collect(&mut self) {
        let (now, bag) = (self.now, &mut self.bag);
        self.cooking.retain(|&(done, item, count)| {
            if done <= now {
                bag[item] += count;
            }
            done > now
        });
    }

    fn take(&mut self, item: usize, count: u64) -> Result<(), Flaw> {
        match self.bag[item].checked_sub(count) {
            Some(rest) => {
                self.bag[item] = rest;
                Ok(())
            }
            None => Err(Flaw::Missing { item: self.problem.items[item].clone(), short: count - self.bag[item] }),
        }
    }

    fn repeat(&mut self, op: usize) -> Result<(), Flaw> {
        let rule = &self.problem.ops[op];
        self.repetitions += 1;
        if self.repetitions > REPETITIONS_MAX {
            return Err(Flaw::TooLong);
        }
        self.collect();
        if !rule.tools_any.is_empty() && rule.tools_any.iter().all(|&tool| self.bag[tool] == 0) {
            return Err(Flaw::NoTool);
        }
        if let Some(station) = rule.station
            && self.placed[station] == 0
        {
            return Err(Flaw::NoStation(self.problem.stations[station].clone()));
        }
        for &(item, count) in &rule.inputs {
            self.take(item, count)?;
        }
        self.now += rule.ticks;
        self.cost += rule.cost;
        for &(item, count) in &rule.outputs {
            self.bag[item] += count;
        }
        if let Some(station) = rule.places {
            let before = self.placed[station];
            if before >= self.problem.stations_max[station] {
                return Err(Flaw::TooManyStations(self.problem.stations[station].clone()));
            }
            let id = format!("{}#{before}", self.problem.stations[station]);
            self.slots.insert(id, Place { station, free_at: self.now, ready_at: 0 });
            self.placed[station] += 1;
        }
        Ok(())
    }

    /// Counts all repetitions of a step at once; whether that may be done: everything for all of them is there from the beginning.
    fn at_once(&mut self, op: usize, times: u64) -> bool {
        let rule = &self.problem.ops[op];
        let taken = |item: usize| rule.inputs.iter().any(|&(input, _)| input == item);
        let tool = rule.tools_any.is_empty() || rule.tools_any.iter().any(|&tool| self.bag[tool] > 0 && !taken(tool));
        let station = rule.station.is_none_or(|station| self.placed[station] > 0) && rule.places.is_none();
        let there = |&(item, count): &(usize, u64)| count.checked_mul(times).is_some_and(|all| self.bag[item] >= all);
        if times < AT_ONCE_MIN || !tool || !station || !rule.inputs.iter().all(there) {
            return false;
        }
        let end = rule.ticks.checked_mul(times).and_then(|ticks| self.now.checked_add(ticks));
        let cost = rule.cost.checked_mul(times).and_then(|cost| self.cost.checked_add(cost));
        let given = rule.outputs.iter().all(|&(_, count)| count.checked_mul(times).is_some());
        // What ends too late is not worth it: one of its repetitions will say so.
        let (Some(end), Some(cost), true) = (end.filter(|&end| end <= self.problem.horizon_ticks), cost, given) else {
            return false;
        };
        (self.now, self.cost) = (end, cost);
        for &(item, count) in &rule.inputs {
            self.bag[item] -= count * times;
        }
        for &(item, count) in &rule.outputs {
            self.bag[item] = self.bag[item].saturating_add(count * times);
        }
        true
    }

    fn load(&mut self, step: &Act) -> Result<(), Flaw> {
        let Act::Load { process, slot, count, fuel, fuel_count, ready } = step else { return Ok(()) };
        let rule = &self.problem.processes[*process];
        let place = self.slots.get(&slot.0).filter(|place| place.station == rule.station);
        let Some(place) = place else { return Err(Flaw::NoSuchSlot(slot.0.clone())) };
        if place.free_at > self.now {
            return Err(Flaw::SlotBusyUntil(place.free_at));
        }
        if place.ready_at > self.problem.wait_ticks_max {
            return Err(Flaw::SlotBeyondWaitBound);
        }
        if *count == 0 || *count > rule.batch_max {
            return Err(Flaw::BatchSize(*count));
        }
        let burn = match fuel {
            Some(item) => {
                let known = self.problem.fuels.iter().find(|(fuel, _)| fuel == item).ok_or(Flaw::NotAFuel)?;
                self.take(*item, *fuel_count)?;
                known.1.saturating_mul(*fuel_count)
            }
            None => 0,
        };
        if burn < count.saturating_mul(rule.fuel_per_item) {
            return Err(Flaw::TooLittleFuel);
        }
        self.take(rule.input, *count)?;
        let done = self.now + rule.load_ticks + count * rule.ticks_per_item;
        if done != *ready {
            return Err(Flaw::EndsAt(done));
        }
        if let Some(place) = self.slots.get_mut(&slot.0) {
            place.free_at = done;
        }
        self.cooking.push((done, rule.output, *count));
        self.now += rule.load_ticks;
        self.cost += rule.load_cost;
        Ok(())
    }

    fn play(&mut self, step: &Step) -> Result<(), Flaw> {
        if step.start < self.now {
            return Err(Flaw::AgentBusyUntil(self.now));
        }
        self.now = step.start;
        self.collect();
        match &step.act {
            Act::Op { op, times } => {
                let one_by_one = if self.at_once(*op, *times) { 0 } else { *times };
                for _ in 0..one_by_one {
                    self.repeat(*op)?;
                }
            }
            load @ Act::Load { .. } => self.load(load)?,
        }
        if self.now != step.end {
            return Err(Flaw::EndsAt(self.now));
        }
        self.end = self.end.max(self.now);
        Ok(())
    }

    /// The first goal item of which there is too little.
    fn unmet(&self) -> Option<(usize, u64)> {
        let goal = self.problem.goal.iter();
        goal.map(|&(item, count)| (item, count)).find(|&(item, count)| self.bag[item] < count)
    }
}

/// Plays the plan. Steps must be in the order in which they are done.
pub fn validate(problem: &Problem, steps: &[Step]) -> Result<Verdict, Fault> {
    let mut world = World {
        problem,
        bag: problem.stock.clone(),
        slots: BTreeMap::new(),
        placed: alloc::vec![0; problem.stations.len()],
        cooking: Vec::new(),
        now: 0,
        end: 0,
        cost: 0,
        repetitions: 0,
    };
    for slot in &problem.slots {
        let place = Place { station: slot.station, free_at: slot.ready_at, ready_at: slot.ready_at };
        world.slots.insert(slot.id.clone(), place);
        world.placed[slot.station] += 1;
    }
    for (index, step) in steps.iter().enumerate() {
        world.play(step).map_err(|why| Fault { step: index, why })?;
    }
    world.collect();
    world.cooking.sort_unstable();
    for (done, item, count) in core::mem::take(&mut world.cooking) {
        if world.unmet().is_none() {
            break;
        }
        world.bag[item] += count;
        world.end = world.end.max(done);
    }
    let fault = |why| Err(Fault { step: steps.len(), why });
    if let Some((item, _)) = world.unmet() {
        return fault(Flaw::GoalNotMet { item: problem.items[item].clone(), held: world.bag[item] });
    }
    if world.end > problem.horizon_ticks {
        return fault(Flaw::BeyondHorizon(world.end));
    }
    Ok(Verdict { makespan_ticks: world.end, action_cost: world.cost })
}
