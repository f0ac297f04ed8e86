//! How a task is being tried: its plan, the step at hand, what failed. It never decides whether a goal is met.

use crate::hands::leaf::Memory;
use crate::hands::questions::Asked;
use crate::plan::course::Source;
use crate::plan::fit;
use crate::plan::step::Step;
use crate::view::classes::{ItemClass, is_in};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tasks::StallClass;
use vocab::action::Terrain;
use vocab::{Action, ActionId, ItemId, Query, Tick};

/// Sources that were tried in vain and are not planned with again in this task.
pub const AVOID_MAX: usize = 16;

/// A plan in time that is being carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    pub made: Tick,
    pub makespan_ticks: u64,
    /// The world disagreed with it: what is left of it is mended before anything else is done.
    pub broken: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Work {
    /// The plan; empty when it must be made anew.
    pub steps: Vec<Step>,
    /// Set when the steps are a plan in time, which is kept from action to action.
    pub course: Option<Kept>,
    /// The step at hand; `fails`, `memory` and `scan_from` are about it.
    pub step: Option<Step>,
    /// How often the step failed; each time it is tried another way.
    pub fails: u8,
    /// What the leaf that carries the step out remembers.
    pub memory: Memory,
    /// Scans from before this tick are not used: something has failed since.
    pub scan_from: Tick,
    pub avoid: Vec<Source>,
    /// Ticks in control of the body since something got done.
    pub quiet_ticks: u64,
    /// Actions since then that ended well and led nowhere.
    pub futile: u8,
    /// Times something more urgent came in between since then.
    pub interruptions: u8,
    pub last_failed: Option<ActionId>,
    /// Why the last step was given up.
    pub last_class: Option<StallClass>,
}

impl Work {
    /// Begins or continues with a step. Another step than before begins with an empty memory.
    pub fn begin(&mut self, step: &Step) {
        if !self.step.as_ref().is_some_and(|old| old.same_kind(step)) {
            (self.fails, self.memory) = (0, Memory::None);
        }
        self.step = Some(step.clone());
    }

    /// Something more urgent comes in between, or there is nothing to do for now. A plan in time is kept; others are made
    /// anew when the task has its next turn.
    pub fn put_aside(&mut self) {
        if self.course.is_none() {
            self.steps.clear();
        }
    }

    /// An action of the step worked.
    pub fn advance(&mut self, action: &Action) {
        if self.course.is_none() {
            self.steps.clear();
        } else if let Some(step) = self.steps.first() {
            match fit::after(step, action) {
                Some(rest) => self.steps[0] = rest,
                None => drop(self.steps.remove(0)),
            }
        }
    }

    /// The world disagreed with the plan.
    pub fn disagree(&mut self) {
        match &mut self.course {
            Some(course) => course.broken = true,
            None => self.steps.clear(),
        }
    }

    /// Nothing is left of the plan.
    pub fn forget_plan(&mut self) {
        self.steps.clear();
        self.course = None;
    }

    /// Whether a plan must be made before anything can be done.
    pub fn needs_plan(&self) -> bool {
        self.steps.is_empty() || self.course.is_some_and(|course| course.broken)
    }

    /// How far this try may change the world to get somewhere.
    pub fn terrain(&self) -> Terrain {
        [Terrain::Dig, Terrain::DigAndPlace, Terrain::Walk][usize::from(self.fails % 3)]
    }

    /// One more failure of the step at hand.
    pub fn fail(&mut self) {
        self.fails = self.fails.saturating_add(1);
    }

    /// Something got done: what counts against the task begins anew.
    pub fn got_on(&mut self) {
        (self.quiet_ticks, self.interruptions, self.fails, self.futile) = (0, 0, 0, 0);
    }

    /// A question about the step was answered; `known` is whether the answer is of use.
    pub fn answered(&mut self, asked: &Asked, known: bool, now: Tick) {
        if !known {
            self.fail();
        }
        if let (Query::NearestBlocks { .. }, Some(Step::Gather { item, .. })) = (&asked.query, &self.step) {
            // Which wood is near decides which is used; everything else is only looked for in one kind.
            let is_log = is_in(ItemClass::Log, *item);
            self.memory.gather().looked = Some((asked.at, now));
            if is_log {
                self.forget_plan();
            }
        }
    }

    /// The item that an animal just struck down has left behind.
    pub fn meat_to_pick_up(&self) -> Option<ItemId> {
        match (&self.memory, &self.step) {
            (Memory::Hunt(hunt), Some(Step::Hunt { item, .. })) if hunt.kill.is_some() => Some(*item),
            _ => None,
        }
    }

    pub fn avoid(&mut self, source: Source) {
        if !self.avoid.contains(&source) {
            if self.avoid.len() == AVOID_MAX {
                self.avoid.remove(0);
            }
            self.avoid.push(source);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_failure_goes_another_way_and_avoided_sources_are_bounded() {
        let mut work = Work::default();
        assert_eq!(work.terrain(), Terrain::Dig);
        work.fails = 1;
        assert_eq!(work.terrain(), Terrain::DigAndPlace);
        work.fails = 2;
        assert_eq!(work.terrain(), Terrain::Walk);
        for n in 0..AVOID_MAX as u16 + 3 {
            work.avoid(Source::Craft(n));
            work.avoid(Source::Craft(n));
        }
        assert_eq!(work.avoid.len(), AVOID_MAX);
        assert_eq!(work.avoid[0], Source::Craft(3));
    }

    #[test]
    fn another_step_begins_with_an_empty_memory_and_another_amount_does_not() {
        let mut work = Work::default();
        work.begin(&Step::Gather { item: ItemId(1), total: 8 });
        work.memory.gather().legs = 4;
        work.fails = 2;
        work.begin(&Step::Gather { item: ItemId(1), total: 9 });
        assert_eq!((work.fails, work.memory.gather().legs), (2, 4));
        work.begin(&Step::Gather { item: ItemId(2), total: 9 });
        assert_eq!((work.fails, work.memory.gather().legs), (0, 0));
    }
}
