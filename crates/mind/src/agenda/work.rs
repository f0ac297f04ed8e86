//! What the executor remembers of a task it works on. Small, bounded, and never needed to be right: the plan is made from what
//! is, this only says what was tried.

use crate::plan::course::Source;
use crate::plan::fit;
use crate::plan::step::Step;
use crate::hands::site::{Region, Site};
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tasks::StallClass;
use vocab::action::{Heading, Terrain};
use vocab::{Action, ActionId, BlockId, BlockPos, ItemId, Query, Tick};

/// Ways that were tried in vain and are not planned with again in this task.
pub const AVOID_MAX: usize = 16;
/// A look around is good for this long and this far: half a minute, a dozen blocks.
const LOOK_TICKS: u64 = 600;
const LOOK_BLOCKS: u64 = 12;

/// What to do next about a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    Act {
        action: Action,
        expect: Expect,
        why: String,
    },
    Ask {
        query: Query,
        why: String,
    },
    /// Nothing to do before that tick; others may have the body.
    Pause {
        until: Tick,
        why: String,
    },
    /// The step is through, or not what is needed any more: plan again.
    Done,
    Cannot {
        class: StallClass,
        why: String,
    },
}

impl Next {
    pub fn act(action: Action, expect: Expect, why: impl Into<String>) -> Next {
        Next::Act { action, expect, why: why.into() }
    }

    pub fn cannot(class: StallClass, why: impl Into<String>) -> Next {
        Next::Cannot { class, why: why.into() }
    }
}

/// What the world must show when an action is really done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expect {
    /// More of the item than before.
    Gain(ItemId),
    /// Less of the item than before.
    Spend(ItemId),
    /// The body near the place.
    Near { place: BlockPos, within: u8 },
    /// The body somewhere else than before.
    Moved,
    /// That block at the place; `None`: not what was there before.
    Block { at: BlockPos, is: Option<BlockId> },
    /// Nothing that could be seen.
    Nothing,
}

/// A plan in time that is being carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    pub made: Tick,
    pub makespan_ticks: u64,
    /// The world disagreed with it: what is left of it is mended before anything else is done.
    pub broken: bool,
}

/// Where a bed goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bed {
    pub foot: BlockPos,
    /// Cells still to be dug, in order.
    pub dig: Vec<BlockPos>,
    /// It was taken up, and lies there until it is in the bag.
    pub lies: bool,
}

/// The working memory of one task.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Work {
    /// The plan; empty when it must be made anew.
    pub steps: Vec<Step>,
    /// Set when the steps are a plan in time, which is kept from action to action.
    pub course: Option<Kept>,
    /// The step that `fails`, `legs` and `looked` are about.
    pub step: Option<Step>,
    /// How often the step failed; each time it is tried another way.
    pub fails: u8,
    /// How often the agent went somewhere else to look for what the step needs.
    pub legs: u8,
    /// Where and when it last looked around for what the step needs.
    pub looked: Option<(BlockPos, Tick)>,
    pub region: Option<Region>,
    pub site: Option<Site>,
    /// A creature was struck down, by this action from this place; what it left has not been picked up.
    pub kill: Option<(Action, BlockPos)>,
    /// Room for a bed, and what is left to dig for it.
    pub bed: Option<Bed>,
    /// Times there was no sleeping tonight, and when the next try is worth it.
    pub sleepless: u8,
    pub sleep_from: Tick,
    pub avoid: Vec<Source>,
    /// Times it dug its way out in the morning.
    pub outs: u8,
    /// Waits in safety.
    pub rested: u8,
    /// Actions that got something done.
    pub verified: u32,
    /// Ticks in control of the body since then.
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
    /// Begins or continues with a step; another step than before begins with a clean slate.
    pub fn begin(&mut self, step: &Step) {
        if !self.step.as_ref().is_some_and(|old| old.same_kind(step)) {
            (self.fails, self.legs, self.looked) = (0, 0, None);
            (self.region, self.site, self.kill) = (None, None, None);
        }
        self.step = Some(step.clone());
    }

    /// Something more urgent comes in between, or there is nothing to do for now. A plan in time is kept; others are made from
    /// what is then.
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

    pub fn has_looked(&self, at: BlockPos, now: Tick) -> bool {
        self.looked.is_some_and(|(place, tick)| {
            now.since(tick) < LOOK_TICKS && place.distance_squared(at) <= LOOK_BLOCKS * LOOK_BLOCKS
        })
    }

    /// How far this try may change the world to get somewhere.
    pub fn terrain(&self) -> Terrain {
        [Terrain::Dig, Terrain::DigAndPlace, Terrain::Walk][usize::from(self.fails % 3)]
    }

    /// Something got done.
    pub fn progress(&mut self) {
        self.verified = self.verified.saturating_add(1);
        (self.quiet_ticks, self.interruptions, self.fails, self.futile) = (0, 0, 0, 0);
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

/// The direction after so many turns: each turn is three eighths of a circle, so that eight turns see all directions.
pub fn heading(turns: u32) -> Heading {
    Heading::ALL[(turns.wrapping_mul(3) % 8) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_turns_see_all_directions() {
        let mut seen: Vec<Heading> = (0..8).map(heading).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 8);
    }

    #[test]
    fn each_failure_goes_another_way_and_avoided_ways_are_bounded() {
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
    fn another_step_begins_with_a_clean_slate_and_another_amount_does_not() {
        let mut work = Work::default();
        work.begin(&Step::Gather { item: ItemId(1), total: 8 });
        work.fails = 2;
        work.begin(&Step::Gather { item: ItemId(1), total: 9 });
        assert_eq!(work.fails, 2);
        work.begin(&Step::Gather { item: ItemId(2), total: 9 });
        assert_eq!(work.fails, 0);
    }
}
