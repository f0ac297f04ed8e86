//! Carries out operations on the timeline of a schedule: uses up inputs, adds outputs, advances the time.

use super::{RawStep, Scheduler};
use crate::recipes::Recipes;

impl Scheduler<'_> {
    pub(super) fn has_needs(&self, recipes: &Recipes, op: u32) -> bool {
        recipes.ops[op as usize].needs.iter().all(|group| group.iter().any(|&rank| self.stock[rank as usize] > 0))
    }

    /// Runs the agent's operations for the current demand as far as possible before tick `until`; returns whether all
    /// of them ran completely.
    pub(super) fn run_window(&mut self, recipes: &Recipes, until: u64, press: bool) -> bool {
        let expansion = core::mem::take(&mut self.expansion);
        for &(rank, count) in &expansion.granted {
            self.granted[rank as usize] = count;
        }
        let mut complete = true;
        for &(op, times) in expansion.runs.iter().rev() {
            let rule = &recipes.ops[op as usize];
            let mut most = times;
            for &(input, count) in &rule.inputs {
                let there = self.granted[input as usize].min(self.stock[input as usize]);
                let back = rule.outputs.iter().find(|(output, _)| *output == input).map_or(0, |(_, count)| *count);
                let net = count - back;
                let runs = if there < count {
                    0
                } else if net <= 0 {
                    i64::MAX
                } else {
                    (there - count) / net + 1
                };
                most = most.min(runs);
            }
            if !self.has_needs(recipes, op) {
                most = 0;
            }
            if let Some(station) = rule.places {
                most = most.min(self.problem.stations_max[station].saturating_sub(self.slots.placed(station)) as i64);
            }
            if until != u64::MAX && rule.ticks > 0 {
                let left = until.saturating_sub(self.now);
                let fits = if press { left.div_ceil(rule.ticks) } else { left / rule.ticks };
                most = most.min(fits as i64);
            }
            if most > 0 {
                for &(input, count) in &rule.inputs {
                    self.granted[input as usize] -= count * most;
                }
                for &(output, count) in &rule.outputs {
                    self.granted[output as usize] += count * most;
                }
                self.execute(recipes, op, most);
            }
            complete &= most == times;
        }
        for &(op, _) in &expansion.runs {
            let rule = &recipes.ops[op as usize];
            rule.outputs.iter().chain(&rule.inputs).for_each(|&(rank, _)| self.granted[rank as usize] = 0);
        }
        for &(rank, _) in &expansion.granted {
            self.granted[rank as usize] = 0;
        }
        self.expansion = expansion;
        complete
    }

    pub(super) fn execute(&mut self, recipes: &Recipes, op: u32, times: i64) {
        let rule = &recipes.ops[op as usize];
        if self.keep_steps {
            let start = self.now;
            match self.steps.last_mut() {
                Some(RawStep::Op { op: last, times: before, start: begun })
                    if *last == op && *begun + rule.ticks * *before as u64 == start =>
                {
                    *before += times;
                }
                _ => self.steps.push(RawStep::Op { op, times, start }),
            }
        }
        for &(input, count) in &rule.inputs {
            self.stock[input as usize] -= count * times;
        }
        for &(output, count) in &rule.outputs {
            self.stock[output as usize] += count * times;
        }
        let ticks = rule.ticks.saturating_mul(times as u64);
        self.now = self.now.saturating_add(ticks);
        self.to_do = self.to_do.saturating_sub(ticks);
        self.cost = self.cost.saturating_add(rule.cost.saturating_mul(times as u64));
        if let Some(station) = rule.places {
            self.slots.build(station, self.now);
        }
        self.collect();
    }

    pub(super) fn collect(&mut self) {
        while let Some(&(done, rank, count)) = self.cooking.last()
            && done <= self.now
        {
            self.stock[rank as usize] += count;
            self.cooking.pop();
        }
    }
}
