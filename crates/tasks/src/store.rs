//! The task store: a bounded number of tasks, one open task per goal key, and no parent that waits for an ended child.

use crate::goal::Goal;
use crate::origin::{Origin, Who};
use crate::stall::StallClass;
use crate::status::{BlockedOn, CancelReason, Note, Status};
use crate::task::{CHILDREN_OPEN_MAX, Child, Lane, Priority, Progress, Task, TaskId};
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::vec::Vec;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::goal_key::GoalKeyError;
use vocab::{GoalKey, Tick};

/// Open and ended tasks kept: enough for a day with a task every two minutes, so that `why` can still name them.
pub const TASKS_MAX: usize = 512;
/// Most open tasks. They all share one body.
pub const OPEN_MAX: usize = 64;
/// A task without progress for longer than this loses its goal key: 5 minutes.
pub const STUCK_TICKS: u64 = 6_000;

/// Why a task was not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refused {
    /// An open task has the same goal key and is not stuck.
    Suppressed { by: TaskId },
    /// [`OPEN_MAX`] tasks are open.
    Full,
    /// The parent has ended, is unknown, or has [`CHILDREN_OPEN_MAX`] open children.
    NoParent,
    /// The request has no valid goal key. It is counted but never stored.
    NoKey,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Suppressed { by } => write!(f, "task {by} already pursues this goal"),
            Refused::Full => write!(f, "{OPEN_MAX} tasks are open; cancel one first"),
            Refused::NoParent => write!(f, "the parent task has ended or has {CHILDREN_OPEN_MAX} open children"),
            Refused::NoKey => f.write_str("a task needs a goal key `action:target`"),
        }
    }
}

impl core::error::Error for Refused {}

/// A request for a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted<G, R> {
    pub goal: G,
    pub lane: Lane,
    pub priority: Priority,
    pub origin: Origin<R>,
}

/// Totals since the mind was created. They only grow.
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
pub struct Change<R> {
    pub task: TaskId,
    pub from: Status,
    pub to: Status,
    pub note: Note<R>,
}

/// The tasks, by id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskStore<G, R> {
    tasks: BTreeMap<TaskId, Task<G, R>>,
    /// The ids of open tasks.
    open: BTreeSet<TaskId>,
    /// Ended tasks in the order in which they ended. The first is forgotten first.
    ended: VecDeque<TaskId>,
    created: u64,
    counts: Counts,
}

impl<G, R> Default for TaskStore<G, R> {
    fn default() -> Self {
        let (tasks, open, ended) = (BTreeMap::new(), BTreeSet::new(), VecDeque::new());
        TaskStore { tasks, open, ended, created: 0, counts: Counts::default() }
    }
}

impl<G: Goal, R: Clone> TaskStore<G, R> {
    pub fn new() -> Self {
        TaskStore::default()
    }

    pub fn get(&self, id: TaskId) -> Option<&Task<G, R>> {
        self.tasks.get(&id)
    }

    pub fn is_open(&self, id: TaskId) -> bool {
        self.open.contains(&id)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Task<G, R>> {
        self.tasks.values()
    }

    /// Tasks that have not ended, oldest first.
    pub fn open(&self) -> impl Iterator<Item = &Task<G, R>> {
        self.open.iter().filter_map(|id| self.tasks.get(id))
    }

    pub fn open_with_key(&self, key: &GoalKey) -> Option<&Task<G, R>> {
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

    /// Stores a task. A stuck task with the same key is cancelled first, so that its key is free. Changes of other tasks are
    /// appended to `changes`.
    pub fn add(&mut self, wanted: Wanted<G, R>, now: Tick, changes: &mut Vec<Change<R>>) -> Result<TaskId, Refused> {
        let key = wanted.goal.key();
        let parent = match wanted.origin.who() {
            Who::Task(id) => Some(id),
            _ => None,
        };
        if let Some(by) = self.suppressed_by(&key, now) {
            self.counts.suppressed += 1;
            return Err(Refused::Suppressed { by });
        }
        if let Some(stuck) = self.open_with_key(&key).map(Task::id) {
            self.set(stuck, (Status::Cancelled { why: CancelReason::Stuck }, Note::Stuck), now, changes);
        }
        if let Some(id) = parent {
            let open = |task: &Task<G, R>| task.children.iter().filter(|child| child.ended.is_none()).count();
            let takes_children = |task: &&Task<G, R>| task.is_open() && open(task) < CHILDREN_OPEN_MAX;
            self.get(id).filter(takes_children).ok_or(Refused::NoParent)?;
        }
        if self.open.len() >= OPEN_MAX {
            return Err(Refused::Full);
        }
        self.make_room();
        self.created += 1;
        self.counts.created += 1;
        let id = TaskId(self.created);
        if let Some(parent) = parent.and_then(|id| self.tasks.get_mut(&id)) {
            parent.children.push(Child { id, ended: None });
        }
        let mut task = Task {
            id,
            key,
            goal: wanted.goal,
            lane: wanted.lane,
            priority: wanted.priority,
            parent,
            children: Vec::new(),
            status: Status::Pending,
            progress: Progress { done: 0, of: 0, changed_at: now },
            history: VecDeque::new(),
            origin: wanted.origin,
        };
        task.note(now, Status::Pending, Note::Made);
        self.tasks.insert(id, task);
        self.open.insert(id);
        Ok(id)
    }

    /// Counts a request without a goal key. It cannot be stored.
    pub fn refuse_keyless(&mut self, _: GoalKeyError) -> Refused {
        *self.counts.stalls.entry(StallClass::GoalKeyMissing).or_default() += 1;
        Refused::NoKey
    }

    /// Counts a thought that was not allowed to become a task.
    pub fn refuse_ineligible(&mut self) {
        *self.counts.stalls.entry(StallClass::ConvertEligibleGate).or_default() += 1;
    }

    /// Changes a task's status. An ended task cannot change. When a task ends, its open children are cancelled, and its parent
    /// becomes pending again once it has nothing left to wait for.
    pub fn set(&mut self, id: TaskId, (to, note): (Status, Note<R>), now: Tick, changes: &mut Vec<Change<R>>) -> bool {
        let Some(task) = self.tasks.get_mut(&id).filter(|task| task.is_open()) else {
            return false;
        };
        if to == (Status::Blocked { on: BlockedOn::Children }) && !task.has_open_child() {
            return false; // without open children the wait would never end
        }
        let from = task.status;
        if from == to {
            return true;
        }
        task.note(now, to, note.clone());
        changes.push(Change { task: id, from, to, note });
        if to.is_final() {
            self.end(id, to, now, changes);
        }
        true
    }

    fn end(&mut self, id: TaskId, to: Status, now: Tick, changes: &mut Vec<Change<R>>) {
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
        self.open.remove(&id);
        self.ended.push_back(id);
        let Some(task) = self.get(id) else { return };
        let (parent, key) = (task.parent, task.key.clone());
        let orphans: Vec<TaskId> =
            task.children.iter().filter(|child| child.ended.is_none()).map(|child| child.id).collect();
        for child in orphans {
            let end = (Status::Cancelled { why: CancelReason::ParentEnded }, Note::ParentEnded);
            self.set(child, end, now, changes);
        }
        let Some(parent) = parent.and_then(|parent| self.tasks.get_mut(&parent)) else { return };
        parent.child_ended(id, to, now);
        let waits = parent.status == Status::Blocked { on: BlockedOn::Children };
        if waits && (to != Status::Done || !parent.has_open_child()) {
            let (parent, note) = (parent.id, Note::ChildEnded { child: id, key, end: to });
            self.set(parent, (Status::Pending, note), now, changes);
        }
    }

    /// Records the progress of a task. Only an increase counts as progress.
    pub fn advance(&mut self, id: TaskId, done: u32, of: u32, now: Tick) {
        if let Some(task) = self.tasks.get_mut(&id).filter(|task| task.is_open()) {
            if done > task.progress.done {
                task.progress.changed_at = now;
                task.progress.done = done;
            }
            task.progress.of = of.max(task.progress.done);
        }
    }

    /// Raises a task's urgency. It is never lowered: an urgent task stays urgent until it has ended.
    pub fn raise(&mut self, id: TaskId, lane: Lane, priority: Priority) {
        if let Some(task) = self.tasks.get_mut(&id).filter(|task| task.is_open()) {
            if lane == Lane::Upkeep {
                task.lane = lane;
            }
            task.priority = task.priority.max(priority);
        }
    }

    /// Replaces the goal of an open task by a larger one with the same key. Returns whether it did.
    pub fn widen(&mut self, id: TaskId, goal: G) -> bool {
        match self.tasks.get_mut(&id).filter(|task| task.is_open() && task.key == goal.key()) {
            Some(task) => {
                task.goal = goal;
                true
            }
            None => false,
        }
    }

    /// Makes tasks pending again whose pause is over, so that no task waits for ever.
    pub fn sweep(&mut self, now: Tick, changes: &mut Vec<Change<R>>) {
        let due = |task: &&Task<G, R>| match task.status {
            Status::Blocked { on: BlockedOn::Until(until) | BlockedOn::Retry(until) } => until <= now,
            _ => false,
        };
        let rested: Vec<TaskId> = self.open().filter(due).map(Task::id).collect();
        for id in rested {
            self.set(id, (Status::Pending, Note::PauseOver), now, changes);
        }
    }

    fn make_room(&mut self) {
        while self.tasks.len() >= TASKS_MAX {
            match self.ended.pop_front() {
                Some(oldest) => self.tasks.remove(&oldest),
                None => return, // unreachable: fewer tasks may be open than stored
            };
        }
    }
}

/// Whether the task made no progress for more than [`STUCK_TICKS`]. A task that waits for its children is not stuck.
pub fn is_stuck<G, R>(task: &Task<G, R>, now: Tick) -> bool {
    let waits = task.status == Status::Blocked { on: BlockedOn::Children };
    !waits && task.progress.done == 0 && now.since(task.progress.changed_at) > STUCK_TICKS
}
