//! A task as it is shown: what it wants, who asked for it, how far it is, and how it ended.

use mind::goals::Goal;
use mind::reason::Reason;
use mind::trace::Event;
use std::collections::VecDeque;
use tasks::{Lane, Note, Priority, Status, TaskId, Who};
use vocab::{Bag, Tick};

/// Most ended tasks kept for the screen: enough to see what became of a long order and the tasks that it needed first.
pub const ENDED_MAX: usize = 32;

/// One task as people see it, open or ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownTask {
    pub key: String,
    pub goal: Goal,
    pub lane: Lane,
    pub priority: Priority,
    /// Who asked for the task.
    pub who: Who,
    /// Why the task was made.
    pub why: Reason,
    pub since: Tick,
    /// The parent task, which needs this one done first.
    pub parent: Option<TaskId>,
    pub status: Status,
    /// Why the task has its present status.
    pub note: Note<Reason>,
    /// The tick at which the task got its present status.
    pub changed: Tick,
    /// How much of the task is done and the total, in the goal's own units, as last known; `None` for a goal that has
    /// no amounts and was not begun.
    pub progress: Option<(u32, u32)>,
}

impl ShownTask {
    /// The task that this traced event creates; `None` for events that create none.
    pub(super) fn made(event: &Event, now: Tick) -> Option<ShownTask> {
        let Event::TaskCreated { key, goal, lane, priority, origin, parent, .. } = event else { return None };
        Some(ShownTask {
            key: key.to_string(),
            goal: goal.clone(),
            lane: *lane,
            priority: *priority,
            who: origin.who(),
            why: origin.why().clone(),
            since: now,
            parent: *parent,
            status: Status::Pending,
            note: Note::Made,
            changed: now,
            progress: None,
        })
    }

    /// The task as the recovered mind has it.
    pub(super) fn of(task: &tasks::Task<Goal, Reason>) -> ShownTask {
        let last = task.history().last();
        let (origin, progress) = (task.origin(), task.progress());
        ShownTask {
            key: task.key().to_string(),
            goal: task.goal().clone(),
            lane: task.lane(),
            priority: task.priority(),
            who: origin.who(),
            why: origin.why().clone(),
            since: origin.at(),
            parent: task.parent(),
            status: task.status(),
            note: last.map_or(Note::Made, |change| change.note.clone()),
            changed: last.map_or(origin.at(), |change| change.at),
            progress: (progress.of > 0).then_some((progress.done, progress.of)),
        }
    }

    /// How much of the task is done, with these items in the bag; goals without amounts keep what was last traced.
    pub fn progress(&self, bag: &Bag) -> Option<(u32, u32)> {
        self.goal.progress(bag).or(self.progress)
    }
}

/// The agent's tasks that ended last, oldest first.
#[derive(Debug, Clone, Default)]
pub struct Ended(VecDeque<(TaskId, ShownTask)>);

impl Ended {
    pub(super) fn push(&mut self, id: TaskId, task: ShownTask) {
        if self.0.len() >= ENDED_MAX {
            self.0.pop_front();
        }
        self.0.push_back((id, task));
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &(TaskId, ShownTask)> {
        self.0.iter()
    }
}
