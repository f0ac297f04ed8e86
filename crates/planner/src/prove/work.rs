//! How much work the agent must at least do for a sequence of loads and builds, and what must be cooked for it.

use super::{AgentWork, Course, Prover};
use crate::demand::Expansion;
use crate::recipes::NONE;
use crate::rule::StationType;
use alloc::vec::Vec;

impl Prover<'_> {
    /// Works out everything that a plan with these station builds needs, except fuels and loads that are not chosen
    /// yet. Returns false when something cannot be had.
    pub(super) fn lay_courses(&mut self) -> bool {
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

    pub(super) fn want_goal(&mut self) {
        for &(rank, count) in &self.recipes.goal {
            self.demand.want(rank, count);
        }
        for station in 0..self.builds.len() {
            for _ in 0..self.builds[station] {
                self.want_place(station);
            }
        }
    }

    pub(super) fn want_place(&mut self, station: StationType) {
        if let Some(op) = self.recipes.place[station] {
            for &(rank, count) in &self.recipes.ops[op as usize].inputs {
                self.demand.want(rank, count);
            }
        }
    }

    /// The least that the agent must still work after the last piece of an item is there; 0 when the goal or a station
    /// load uses the item.
    pub(super) fn tail(&self, item: usize, depth: usize) -> u64 {
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

    /// The cost and ticks of the agent's work for everything demanded now.
    pub(super) fn work(&mut self) -> AgentWork {
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

    /// The agent's work that must be done before the next station load or build.
    pub(super) fn work_before(&mut self) -> AgentWork {
        self.demand.restart(&self.recipes.stock, self.recipes);
        for index in 0..self.taken.len() {
            let (rank, count) = self.taken[index];
            self.demand.want(rank, count);
        }
        self.work()
    }

    /// The least cost and agent time of any completion of the sequence, not counting further loads and their fuel.
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
}
