//! Gives times to a list of actions: each begins as soon as the agent, its slot and its inputs are available, in the
//! order of the list.

use crate::batch::fuel_count;
use crate::plan::{Act, SlotName, TimedAct};
use crate::rule::{Item, Problem};
use crate::slots::SlotTable;
use alloc::vec::Vec;

/// One action of the agent, before it gets its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    Op(usize),
    /// Loading a station; `fuel` is an index into the fuels of the request.
    Load {
        process: usize,
        count: u64,
        fuel: usize,
    },
}

struct Clock<'a> {
    problem: &'a Problem,
    bag: Vec<u64>,
    /// Batches that are cooking: (tick at which it is done, item, count).
    cooking: Vec<(u64, Item, u64)>,
    slots: SlotTable,
    now: u64,
    steps: Vec<TimedAct>,
}

/// Gives each action the earliest time at which it can be done; `None` when one of them never gets its inputs.
pub fn timed(problem: &Problem, actions: impl Iterator<Item = Action>) -> Option<Vec<TimedAct>> {
    let (bag, slots) = (problem.stock.clone(), SlotTable::new(problem));
    let mut clock = Clock { problem, bag, cooking: Vec::new(), slots, now: 0, steps: Vec::new() };
    for action in actions {
        match action {
            Action::Op(op) => clock.run(op)?,
            Action::Load { process, count, fuel } => clock.load(process, count, fuel)?,
        }
    }
    Some(clock.steps)
}

impl Clock<'_> {
    fn collect(&mut self) {
        let (now, bag) = (self.now, &mut self.bag);
        self.cooking.retain(|&(done, item, count)| {
            if done <= now {
                bag[item] += count;
            }
            done > now
        });
    }

    /// Waits until these items and one of the tools are available; `None` when they never are.
    fn wait_for(&mut self, taken: &[(Item, u64)], tools: &[Item]) -> Option<()> {
        self.collect();
        loop {
            let there = taken.iter().all(|&(item, count)| self.bag[item] >= count);
            if there && (tools.is_empty() || tools.iter().any(|&tool| self.bag[tool] > 0)) {
                return Some(());
            }
            self.now = self.cooking.iter().map(|batch| batch.0).min()?;
            self.collect();
        }
    }

    fn run(&mut self, op: usize) -> Option<()> {
        let rule = &self.problem.ops[op];
        self.wait_for(&rule.inputs, &rule.tools_any)?;
        rule.inputs.iter().for_each(|&(item, count)| self.bag[item] -= count);
        rule.outputs.iter().for_each(|&(item, count)| self.bag[item] += count);
        let start = self.now;
        self.now += rule.ticks;
        if let Some(station) = rule.places {
            self.slots.build(station, self.now);
        }
        match self.steps.last_mut() {
            Some(TimedAct { end, act: Act::Op { op: same, times }, .. }) if *same == op && *end == start => {
                (*times, *end) = (*times + 1, self.now);
            }
            _ => self.steps.push(TimedAct { start, end: self.now, act: Act::Op { op, times: 1 } }),
        }
        Some(())
    }

    fn load(&mut self, process: usize, count: u64, fuel: usize) -> Option<()> {
        let rule = &self.problem.processes[process];
        let (slot, free_at) = self.slots.earliest(rule.station)?;
        self.now = self.now.max(free_at);
        let (item, burn) = self.problem.fuels[fuel];
        let fuel_count = fuel_count(count as i64, rule.fuel_per_item, burn) as u64;
        let taken = if item == rule.input {
            [(item, count + fuel_count), (item, 0)]
        } else {
            [(rule.input, count), (item, fuel_count)]
        };
        self.wait_for(&taken, &[])?;
        for &(item, count) in &taken {
            self.bag[item] -= count;
        }
        let start = self.now;
        self.now += rule.load_ticks;
        let ready = self.now.checked_add(rule.ticks_per_item.checked_mul(count)?)?;
        self.slots.occupy(slot, ready);
        self.cooking.push((ready, rule.output, count));
        let slot = SlotName(self.slots.name(self.problem, slot));
        let act = Act::Load { process, slot, count, fuel: Some(item), fuel_count, ready };
        self.steps.push(TimedAct { start, end: self.now, act });
        Some(())
    }
}
