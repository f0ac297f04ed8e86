//! The current attempt at a task: its plan, its current step, its failures. It never decides whether a goal is met.

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

/// Most failed sources of items (such as a kind of ore) that one task's plans avoid.
pub const AVOID_MAX: usize = 16;

/// A task's temporal plan that is being carried out: when it was made and how long it should take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    pub made: Tick,
    pub makespan_ticks: u64,
    /// The task's plan no longer fits the world and must be repaired before the next action.
    pub broken: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Work {
    /// The remaining steps of the task's plan; empty when a new plan must be made.
    pub steps: Vec<Step>,
    /// Set when the task's steps are a temporal plan, which is kept from action to action.
    pub course: Option<Kept>,
    /// The plan step that the task is at; `fails`, `memory` and `scan_from` belong to it.
    pub step: Option<Step>,
    /// How often the current step failed. Each attempt does it differently.
    pub fails: u8,
    /// What the code that carries out the current step remembers between its actions.
    pub memory: Memory,
    /// Scans of the terrain older than this tick are not used, because an action of the step has failed since.
    pub scan_from: Tick,
    pub avoid: Vec<Source>,
    /// Ticks for which the task controlled the body since its last progress.
    pub quiet_ticks: u64,
    /// Actions of the task that succeeded without progress, since its last progress.
    pub futile: u8,
    /// How often the task was interrupted since its last progress.
    pub interruptions: u8,
    pub last_failed: Option<ActionId>,
    /// The stall class for which the task's last step was given up.
    pub last_class: Option<StallClass>,
}

impl Work {
    /// Begins or continues a plan step. A step of another kind starts with an empty memory and no failures.
    pub fn begin(&mut self, step: &Step) {
        if !self.step.as_ref().is_some_and(|old| old.same_kind(step)) {
            (self.fails, self.memory) = (0, Memory::None);
        }
        self.step = Some(step.clone());
    }

    /// Puts a task's work aside for an interruption or a pause. A temporal plan is kept; other plans are made again at
    /// the task's next turn.
    pub fn put_aside(&mut self) {
        if self.course.is_none() {
            self.steps.clear();
        }
    }

    /// Records that an action of the current plan step succeeded.
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

    /// Records that the task's plan no longer fits the world.
    pub fn disagree(&mut self) {
        match &mut self.course {
            Some(course) => course.broken = true,
            None => self.steps.clear(),
        }
    }

    /// Drops the task's plan, so that a new one is made.
    pub fn forget_plan(&mut self) {
        self.steps.clear();
        self.course = None;
    }

    /// Whether the task must plan before its next action.
    pub fn needs_plan(&self) -> bool {
        self.steps.is_empty() || self.course.is_some_and(|course| course.broken)
    }

    /// How much this attempt at a step may dig and build while walking. Each failure of the step selects another
    /// setting.
    pub fn terrain(&self) -> Terrain {
        [Terrain::Dig, Terrain::DigAndPlace, Terrain::Walk][usize::from(self.fails % 3)]
    }

    /// Records one more failure of the current plan step.
    pub fn fail(&mut self) {
        self.fails = self.fails.saturating_add(1);
    }

    /// Records that the task made progress: its counts of quiet ticks, futile actions, failures and interruptions start
    /// again at 0.
    pub fn got_on(&mut self) {
        (self.quiet_ticks, self.interruptions, self.fails, self.futile) = (0, 0, 0, 0);
    }

    /// Records the world's answer to a question of the current step; `known` says whether the answer is useful.
    pub fn answered(&mut self, asked: &Asked, known: bool, now: Tick) {
        if !known {
            self.fail();
        }
        if let (Query::NearestBlocks { .. }, Some(Step::Seek { .. } | Step::Look { .. })) = (&asked.query, &self.step) {
            self.memory.gather().looked = Some((asked.at, now));
        }
        if let (Query::NearestBlocks { radius, .. }, Some(Step::Gather { item, .. })) = (&asked.query, &self.step) {
            // A search for logs asks for all kinds of wood. The next plan then uses the nearest kind.
            let is_log = is_in(ItemClass::Log, *item);
            self.memory.gather().note_look(*radius, asked.at, now);
            if is_log {
                self.forget_plan();
            }
        }
    }

    /// The item that the animal just killed by the current step drops; `None` when nothing is to be picked up.
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
    fn each_failure_tries_another_way_and_the_number_of_avoided_sources_is_bounded() {
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
    fn a_different_step_clears_the_memory_and_a_different_amount_keeps_it() {
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
