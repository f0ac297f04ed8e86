//! The referee: replays a plan step by step from the request alone and reports the first broken rule.
//!
//! It shares no code with the search and knows nothing of ranks, outlines or bounds.

use crate::plan::{Act, TimedAct};
use crate::rule::{Problem, StationType};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Most repetitions of a plan's steps that are replayed one by one; a plan with more is refused as too long.
pub const REPETITIONS_MAX: u64 = 1_000_000;
/// Steps with at least this many repetitions are computed in one go where nothing can go wrong in between: replaying
/// millions takes seconds.
pub const AT_ONCE_MIN: u64 = 10_000;

/// Length and cost of a valid plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measured {
    pub makespan_ticks: u64,
    pub action_cost: u64,
}

/// What is wrong with a plan: at which step (counted from 0), and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub step: usize,
    pub why: Flaw,
}

/// The rule that a step of a plan broke.
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
        write!(f, "step {}: {}", self.step, self.why)
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::AgentBusyUntil(tick) => write!(f, "the agent is busy until tick {tick}"),
            Flaw::EndsAt(tick) => write!(f, "it really ends at tick {tick}"),
            Flaw::NoSuchSlot(slot) => write!(f, "there is no slot {slot} of the needed type"),
            Flaw::SlotBusyUntil(tick) => write!(f, "the slot is busy until tick {tick}"),
            Flaw::SlotBeyondWaitBound => f.write_str("the slot becomes free after the wait bound"),
            Flaw::BatchSize(count) => write!(f, "a batch of {count} items is not allowed"),
            Flaw::TooLittleFuel => f.write_str("the fuel does not suffice for the batch"),
            Flaw::NotAFuel => f.write_str("the item given as fuel does not burn"),
            Flaw::Missing { item, short } => write!(f, "{short} {item} missing"),
            Flaw::NoTool => f.write_str("none of the tools that it needs is carried"),
            Flaw::NoStation(station) => write!(f, "no {station} is placed"),
            Flaw::TooManyStations(station) => write!(f, "no further {station} may be placed"),
            Flaw::GoalNotMet { item, held } => write!(f, "the plan ends with only {held} {item}"),
            Flaw::BeyondHorizon(tick) => write!(f, "the plan ends at tick {tick}, after the horizon"),
            Flaw::TooLong => write!(f, "more than {REPETITIONS_MAX} repetitions"),
        }
    }
}

impl core::error::Error for Fault {}

struct Place {
    station: StationType,
    free_at: u64,
    ready_at: u64,
}

/// The validator's account of one item. How many are held at a tick is computed when needed and never stored: the
/// agent's own balance plus every batch that is done by then.
#[derive(Clone, Default)]
struct Account {
    /// The stock plus what the agent made minus what it used. Negative once it has used cooked items.
    own: i128,
    /// (tick, total that batches of the item have given by then), in the order of ticks.
    cooked: Vec<(u64, i128)>,
}

impl Account {
    fn held_at(&self, tick: u64) -> i128 {
        let done = self.cooked.partition_point(|&(ready, _)| ready <= tick);
        self.own + done.checked_sub(1).map_or(0, |last| self.cooked[last].1)
    }

    /// Records a batch of the item that is done at tick `ready`.
    fn add_batch(&mut self, ready: u64, count: u64) {
        let place = self.cooked.partition_point(|&(earlier, _)| earlier <= ready);
        let before = place.checked_sub(1).map_or(0, |last| self.cooked[last].1);
        self.cooked.insert(place, (ready, before));
        for (_, given) in &mut self.cooked[place..] {
            *given += i128::from(count);
        }
    }

    /// The first tick from which `count` of the item are held, if the agent uses no more of them; `None` when never.
    fn reached_at(&self, count: u64) -> Option<u64> {
        let missing = i128::from(count) - self.own;
        if missing <= 0 {
            return Some(0);
        }
        let first = self.cooked.partition_point(|&(_, given)| given < missing);
        self.cooked.get(first).map(|&(ready, _)| ready)
    }

    /// How many of the item there are in the end, including batches that are still cooking.
    fn in_the_end(&self) -> u64 {
        let held = self.own + self.cooked.last().map_or(0, |&(_, given)| given);
        u64::try_from(held).unwrap_or(0)
    }
}

struct World<'a> {
    problem: &'a Problem,
    /// One account per item.
    accounts: Vec<Account>,
    slots: BTreeMap<String, Place>,
    placed: Vec<u64>,
    now: u64,
    cost: u64,
    repetitions: u64,
}

impl World<'_> {
    /// How many of an item the agent holds now.
    fn held(&self, item: usize) -> u64 {
        u64::try_from(self.accounts[item].held_at(self.now)).unwrap_or(0)
    }

    fn take(&mut self, item: usize, count: u64) -> Result<(), Flaw> {
        let held = self.held(item);
        if held < count {
            return Err(Flaw::Missing { item: self.problem.items[item].clone(), short: count - held });
        }
        self.accounts[item].own -= i128::from(count);
        Ok(())
    }

    fn give(&mut self, item: usize, count: u64) {
        self.accounts[item].own += i128::from(count);
    }

    fn repeat(&mut self, op: usize) -> Result<(), Flaw> {
        let rule = &self.problem.ops[op];
        self.repetitions += 1;
        if self.repetitions > REPETITIONS_MAX {
            return Err(Flaw::TooLong);
        }
        if !rule.tools_any.is_empty() && rule.tools_any.iter().all(|&tool| self.held(tool) == 0) {
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
            self.give(item, count);
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

    /// Computes all repetitions of a step in one go. Returns false when that is not allowed: the inputs for all of them
    /// must be there from the start.
    fn at_once(&mut self, op: usize, times: u64) -> bool {
        let rule = &self.problem.ops[op];
        let taken = |item: usize| rule.inputs.iter().any(|&(input, _)| input == item);
        let tool = rule.tools_any.is_empty() || rule.tools_any.iter().any(|&tool| self.held(tool) > 0 && !taken(tool));
        let station = rule.station.is_none_or(|station| self.placed[station] > 0) && rule.places.is_none();
        let there = |&(item, count): &(usize, u64)| count.checked_mul(times).is_some_and(|all| self.held(item) >= all);
        if times < AT_ONCE_MIN || !tool || !station || !rule.inputs.iter().all(there) {
            return false;
        }
        let end = rule.ticks.checked_mul(times).and_then(|ticks| self.now.checked_add(ticks));
        let cost = rule.cost.checked_mul(times).and_then(|cost| self.cost.checked_add(cost));
        let given = rule.outputs.iter().all(|&(_, count)| count.checked_mul(times).is_some());
        // A step that ends after the horizon is replayed one by one, so that the exact fault is reported.
        let (Some(end), Some(cost), true) = (end.filter(|&end| end <= self.problem.horizon_ticks), cost, given) else {
            return false;
        };
        (self.now, self.cost) = (end, cost);
        for &(item, count) in &rule.inputs {
            self.accounts[item].own -= i128::from(count * times);
        }
        for &(item, count) in &rule.outputs {
            self.give(item, count * times);
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
        self.accounts[rule.output].add_batch(done, *count);
        self.now += rule.load_ticks;
        self.cost += rule.load_cost;
        Ok(())
    }

    fn play(&mut self, step: &TimedAct) -> Result<(), Flaw> {
        if step.start < self.now {
            return Err(Flaw::AgentBusyUntil(self.now));
        }
        self.now = step.start;
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
        Ok(())
    }

    /// The tick at which the last step is done and everything in the goal is held.
    fn end(&self) -> Result<u64, Flaw> {
        let mut end = self.now;
        for &(item, count) in &self.problem.goal {
            let account = &self.accounts[item];
            let Some(reached) = account.reached_at(count) else {
                return Err(Flaw::GoalNotMet { item: self.problem.items[item].clone(), held: account.in_the_end() });
            };
            end = end.max(reached);
        }
        if end > self.problem.horizon_ticks { Err(Flaw::BeyondHorizon(end)) } else { Ok(end) }
    }
}

/// Checks a plan by replaying it from the request alone. Steps must be in the order of their times.
pub fn validate(problem: &Problem, steps: &[TimedAct]) -> Result<Measured, Fault> {
    let account = |&held: &u64| Account { own: i128::from(held), cooked: Vec::new() };
    let mut world = World {
        problem,
        accounts: problem.stock.iter().map(account).collect(),
        slots: BTreeMap::new(),
        placed: alloc::vec![0; problem.stations.len()],
        now: 0,
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
    let makespan_ticks = world.end().map_err(|why| Fault { step: steps.len(), why })?;
    Ok(Measured { makespan_ticks, action_cost: world.cost })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_counts_each_batch_from_the_tick_at_which_it_is_done() {
        let mut account = Account { own: 2, cooked: Vec::new() };
        for (ready, count) in [(300, 5), (100, 1), (300, 2), (200, 4)] {
            account.add_batch(ready, count);
        }
        account.own -= 3;
        for (tick, held) in [(0, -1), (99, -1), (100, 0), (200, 4), (299, 4), (300, 11), (900, 11)] {
            assert_eq!(account.held_at(tick), held, "tick {tick}");
        }
        for (count, reached) in [(0, Some(100)), (4, Some(200)), (5, Some(300)), (11, Some(300)), (12, None)] {
            assert_eq!(account.reached_at(count), reached, "{count}");
        }
        assert_eq!(account.in_the_end(), 11);
    }
}
