//! What the mind shows of its plan, its upkeep and its memory, for people. Nothing is decided from it, and nothing of it is saved.

use super::Mind;
use crate::keeping::Outlook;
use crate::memory::Fact;
use crate::plan::asking::Start;
use crate::plan::chart::{self, ROWS_MAX, Timetable};
use crate::wire::effect::{Effect, Publication};
use alloc::vec::Vec;
use tasks::{Status, TaskId};
use vocab::{Bag, BlockPos, Senses, Tick};

/// Ticks between two publications of what upkeep foresees: the metrics hardly move in five seconds.
const OUTLOOK_TICKS: u64 = 100;
/// Ticks between two publications of what is remembered.
const MEMORY_TICKS: u64 = 200;
/// A timetable is published again after this many ticks, although no step has ended: its times have shifted.
const TIMETABLE_TICKS: u64 = 400;
/// Most facts of memory that are shown.
pub const FACTS_MAX: usize = 96;

/// Which plan the agent follows, how many of its steps are left, and since when it is followed.
type Mark = Option<(TaskId, usize, Tick)>;

/// Where the mind stood before a step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Before {
    tick: Tick,
    mark: Mark,
}

impl Mind {
    pub(super) fn moment(&self) -> Before {
        Before { tick: self.tick, mark: self.mark() }
    }

    /// Publishes what has changed of the plan, and now and then what upkeep foresees and what is remembered.
    pub(super) fn look_ahead(&self, before: Before, senses: &Senses, bag: &Bag, effects: &mut Vec<Effect>) {
        let passed = |every: u64| self.tick.0 / every != before.tick.0 / every;
        let mark = self.mark();
        if mark != before.mark || (mark.is_some() && passed(TIMETABLE_TICKS)) {
            effects.push(Effect::Publish(Publication::Plan(self.timetable(senses.at.block(), bag))));
        }
        if passed(OUTLOOK_TICKS) {
            effects.push(Effect::Publish(Publication::Upkeep(self.outlook())));
        }
        if passed(MEMORY_TICKS) {
            effects.push(Effect::Publish(Publication::Memory(self.facts(senses.at.block()))));
        }
    }

    /// The task whose temporal plan is followed: that of the running action, else the active one, else the first.
    fn follows(&self) -> Option<TaskId> {
        let has_plan = |id: &TaskId| {
            let pursuit = self.agenda.get(*id);
            pursuit.is_some_and(|pursuit| pursuit.work.course.is_some() && !pursuit.work.steps.is_empty())
        };
        let running = self.hands.executor.running().and_then(|running| running.task);
        let open = self.agenda.tasks().open().filter(|task| has_plan(&task.id()));
        let first = || open.min_by_key(|task| (task.status() != Status::Active, task.id())).map(tasks::Task::id);
        running.filter(has_plan).or_else(first)
    }

    fn mark(&self) -> Mark {
        let id = self.follows()?;
        let work = &self.agenda.get(id)?.work;
        Some((id, work.steps.len(), work.course?.made))
    }

    /// The remaining steps of the plan at hand with their times from now, for a body at this place with this bag.
    pub fn timetable(&self, at: BlockPos, bag: &Bag) -> Option<Timetable> {
        let id = self.follows()?;
        let (task, work) = (self.agenda.tasks().get(id)?, &self.agenda.get(id)?.work);
        let course = work.course?;
        let (lore, places, now, avoid) = (&self.view.lore, &self.view.places, self.tick, &work.avoid);
        let start = Start { lore, places, bag, at, now, avoid, task: Some(id) };
        Some(Timetable {
            task: id,
            key: task.key().clone(),
            now,
            made: course.made,
            makespan_ticks: course.makespan_ticks,
            rows: chart::rows(start, &work.steps),
            more: work.steps.len().saturating_sub(ROWS_MAX) as u32,
        })
    }

    /// What upkeep foresees.
    pub fn outlook(&self) -> Outlook {
        self.keeping.outlook()
    }

    /// What is remembered, the most useful first, with near things first as seen from this place.
    pub fn facts(&self, at: BlockPos) -> Vec<Fact> {
        self.recall(at).summary(FACTS_MAX)
    }
}
