//! All tasks of a mind: at most so many, one open task per goal key, no parent left waiting for a dead child.

use crate::goal::Goal;
use crate::origin::{Origin, Who};
use crate::stall::StallClass;
use crate::status::{BlockedOn, CancelReason, Status};
use crate::task::{CHILDREN_MAX, Lane, Progress, Task, TaskId};
use alloc::collections::{BTreeMap, VecDeque};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::goal_key::GoalKeyError;
use vocab::{GoalKey, Tick};

/// Open and ended tasks kept: a day of tasks at one every two minutes, so that `why` can still name them.
pub const TASKS_MAX: usize = 512;
/// Open tasks at one time. An agent that wants more than this at once wants nothing in particular.
pub const OPEN_MAX: usize = 64;
/// A task without any progress for longer than this no longer holds its goal key: 5 minutes.
pub const STUCK_TICKS: u64 = 6_000;

/// Why a task was not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refused {
    /// An open task has the same goal key and is not stuck.
    Suppressed { by: TaskId },
    /// [`OPEN_MAX`] tasks are open.
    Full,
    /// The parent has ended, is unknown, or has had [`CHILDREN_MAX`] children.
    NoParent,
    /// Nothing that could be a goal key; this request is counted, never stored.
    NoKey,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Suppressed { by } => write!(f, "task {by} already pursues this goal"),
            Refused::Full => write!(f, "{OPEN_MAX} tasks are open; cancel one first"),
            Refused::NoParent => f.write_str("the parent task has ended or has too many children"),
            Refused::NoKey => f.write_str("a task needs a goal key `action:target`"),
        }
    }
}

impl core::error::Error for Refused {}

/// A task that somebody wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    pub key: GoalKey,
    pub goal: Goal,
    pub lane: Lane,
    pub origin: Origin,
}

/// Totals since the mind began; they only grow.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counts {
    pub created: u64,
    pub completed: u64,
    pub failed: u64,
    pub cancelled: u64,
    pub suppressed: u64,
    pub stalls: BTreeMap<StallClass, u64>,
}

/// A change of status, for the trace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    pub task: TaskId,
    pub from: Status,
    pub to: Status,
    pub note: String,
}

/// The tasks, by id.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TaskStore {
    tasks: BTreeMap<TaskId, Task>,
    /// Ended tasks in the order in which they ended; the first is forgotten first.
    ended: VecDeque<TaskId>,
    created: u64,
    counts: Counts,
}

impl TaskStore {
    pub fn new() -> TaskStore {
        TaskStore::default()
    }

    pub fn get(&self, id: TaskId) -> Option<&Task> {
        self.tasks.get(&id)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Task> {
        self.tasks.values()
    }

    /// Tasks that have not ended, oldest first.
    pub fn open(&self) -> impl Iterator<Item = &Task> {
        self.tasks.values().filter(|task| !task.status.is_final())
    }

    pub fn open_with_key(&self, key: &GoalKey) -> Option<&Task> {
        self.open().find(|task| task.key == *key)
    }

    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// Whether a new task with this key would be suppressed, and by which task.
    pub fn suppressed_by(&self, key: &GoalKey, now: Tick) -> Option<TaskId> {
        self.open_with_key(key).filter(|task| !is_stuck(task, now)).map(Task::id)
    }

    /// Stores a task. A stuck task with the same key is cancelled first, so that the key is really free. Changes of
    /// other tasks that come with it are appended to `changes`.
    pub fn add(&mut self, wanted: Wanted, now: Tick, changes: &mut Vec<Change>) -> Result<TaskId, Refused> {
        let parent = match wanted.origin.who() {
            Who::Task(id) => Some(id),
            _ => None,
        };
        if let Some(by) = self.suppressed_by(&wanted.key, now) {
            self.counts.suppressed += 1;
            return Err(Refused::Suppressed { by });
        }
        if let Some(stuck) = self.open_with_key(&wanted.key).map(Task::id) {
            let why = Status::Cancelled { why: CancelReason::Stuck };
            self.set(stuck, why, "no progress for five minutes; the goal begins afresh", now, changes);
        }
        if let Some(id) = parent {
            let takes_children = |task: &&Task| !task.status.is_final() && task.children.len() < CHILDREN_MAX;
            self.get(id).filter(takes_children).ok_or(Refused::NoParent)?;
        }
        if self.open().count() >= OPEN_MAX {
            return Err(Refused::Full);
        }
        self.make_room();
        self.created += 1;
        self.counts.created += 1;
        let id = TaskId(self.created);
        if let Some(parent) = parent.and_then(|id| self.tasks.get_mut(&id)) {
            parent.children.push(id);
        }
        let mut task = Task {
            id,
            key: wanted.key,
            goal: wanted.goal,
            lane: wanted.lane,
            parent,
            children: Vec::new(),
            status: Status::Pending,
            progress: Progress { done: 0, of: 0, changed_at: now },
            history: VecDeque::new(),
            origin: wanted.origin,
        };
        let why = task.origin.why().to_string();
        task.note(now, Status::Pending, why);
        self.tasks.insert(id, task);
        Ok(id)
    }

    /// Counts a request that had no goal key. There is no way to store it.
    pub fn refuse_keyless(&mut self, _: GoalKeyError) -> Refused {
        *self.counts.stalls.entry(StallClass::GoalKeyMissing).or_default() += 1;
        Refused::NoKey
    }

    /// Counts a thought that was not allowed to become a task.
    pub fn refuse_ineligible(&mut self) {
        *self.counts.stalls.entry(StallClass::ConvertEligibleGate).or_default() += 1;
    }

    /// Changes a task's status. An ended task stays as it ended. When a task ends, a parent that waited for it is pending
    /// again with the reason, and its own open children are cancelled.
    pub fn set(&mut self, id: TaskId, to: Status, note: &str, now: Tick, changes: &mut Vec<Change>) -> bool {
        let can_end = |on: BlockedOn| match on {
            BlockedOn::Child(child) => {
                self.get(child).is_some_and(|task| task.parent == Some(id) && !task.status.is_final())
            }
            BlockedOn::Until(_) | BlockedOn::Retry(_) => true,
        };
        if let Status::Blocked { on } = to
            && !can_end(on)
        {
            return false; // nobody waits for the dead, for a stranger or for itself
        }
        let Some(task) = self.tasks.get_mut(&id).filter(|task| !task.status.is_final()) else {
            return false;
        };
        let from = task.status;
        if from == to {
            return true;
        }
        task.note(now, to, note.to_string());
        changes.push(Change { task: id, from, to, note: note.to_string() });
        if to.is_final() {
            self.end(id, to, now, changes);
        }
        true
    }

    fn end(&mut self, id: TaskId, to: Status, now: Tick, changes: &mut Vec<Change>) {
        match to {
            Status::Done => self.counts.completed += 1,
            Status::Failed { class } => {
                self.counts.failed += 1;
                *self.counts.stalls.entry(class).or_default() += 1;
            }
            _ => {
                self.counts.cancelled += 1;
                if to == (Status::Cancelled { why: CancelReason::Stuck }) {
                    *self.counts.stalls.entry(StallClass::StuckPending).or_default() += 1;
                }
            }
        }
        self.ended.push_back(id);
        let (parent, children, key) = match self.get(id) {
            Some(task) => (task.parent, task.children.clone(), task.key.clone()),
            None => return,
        };
        for child in children {
            let why = Status::Cancelled { why: CancelReason::ParentEnded };
            self.set(child, why, "the task that needed it has ended", now, changes);
        }
        let waits = |parent: &TaskId| {
            self.get(*parent).is_some_and(|task| task.status == Status::Blocked { on: BlockedOn::Child(id) })
        };
        if let Some(parent) = parent.filter(waits) {
            let note = alloc::format!("{key} ({id}) {}", ending(to));
            self.set(parent, Status::Pending, &note, now, changes);
        }
    }

    /// Records how far a task is. Only growth counts as progress.
    pub fn advance(&mut self, id: TaskId, done: u32, of: u32, now: Tick) {
        if let Some(task) = self.tasks.get_mut(&id).filter(|task| !task.status.is_final()) {
            if done > task.progress.done {
                task.progress.changed_at = now;
                task.progress.done = done;
            }
            task.progress.of = of.max(task.progress.done);
        }
    }

    /// Makes a task more urgent. Never less: what was urgent stays so until it has ended.
    pub fn raise(&mut self, id: TaskId, lane: Lane) {
        if let Some(task) = self.tasks.get_mut(&id) {
            task.lane = task.lane.max(lane);
        }
    }

    /// Ends pauses that are over: nothing waits for ever.
    pub fn sweep(&mut self, now: Tick, changes: &mut Vec<Change>) {
        let due = |task: &&Task| match task.status {
            Status::Blocked { on: BlockedOn::Until(until) | BlockedOn::Retry(until) } => until <= now,
            _ => false,
        };
        let rested: Vec<TaskId> = self.open().filter(due).map(Task::id).collect();
        for id in rested {
            self.set(id, Status::Pending, "the pause is over", now, changes);
        }
    }

    fn make_room(&mut self) {
        while self.tasks.len() >= TASKS_MAX {
            match self.ended.pop_front() {
                Some(oldest) => self.tasks.remove(&oldest),
                None => return, // cannot be: open tasks are fewer than all
            };
        }
    }
}

/// Zero progress for more than [`STUCK_TICKS`] since it was made.
pub fn is_stuck(task: &Task, now: Tick) -> bool {
    task.progress.done == 0 && now.since(task.origin.at()) > STUCK_TICKS
}

fn ending(to: Status) -> String {
    match to {
        Status::Failed { class } => alloc::format!("failed: {}", class.name()),
        Status::Cancelled { why } => alloc::format!("was cancelled: {}", why.words()),
        _ => "is done".to_string(),
    }
}
