//! One task: its goal, origin, key, status, progress and history.

use crate::origin::Origin;
use crate::status::{BlockedOn, Note, Status};
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::{GoalKey, Tick};

/// How many of its status changes a task remembers: enough for a whole retry cycle. Older ones are in the journal.
pub const HISTORY_MAX: usize = 32;
/// Most open child tasks of one task. A task that needs more at once should plan them as one.
pub const CHILDREN_OPEN_MAX: usize = 8;
/// How many ended child tasks a task remembers. The oldest is forgotten first.
pub const CHILDREN_ENDED_MAX: usize = 16;

/// Identifies a task. An id is never reused in the life of a mind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TaskId(pub u64);

impl fmt::Display for TaskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "T{}", self.0)
    }
}

/// Which part of the agent carries out a task. The arbiter decides which lane gets the body first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lane {
    Task,
    Upkeep,
}

/// How important a task is among the tasks of its lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Priority {
    #[default]
    Normal,
    /// A task that a person asked for. It is chosen before tasks of normal priority, but interrupts no running action.
    High,
    /// A task that interrupts the running actions of other tasks in its lane.
    Now,
}

/// The progress of a task, done and total, in the units of its goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Progress {
    pub done: u32,
    pub of: u32,
    /// The last tick at which the task got further, a child task of it ended, a need stopped using the body, or the
    /// task was created. Time spent in danger is added to it, so that it does not count as waiting.
    pub changed_at: Tick,
}

/// A child task, and how it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Child {
    pub id: TaskId,
    /// How the child task ended; `None` while it is open.
    pub ended: Option<Status>,
}

/// One change of a task's status, when it was and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transition<R> {
    pub at: Tick,
    pub to: Status,
    pub note: Note<R>,
}

/// A task. Only the task store can change it, and the store never changes its origin or key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound(deserialize = "G: Deserialize<'de>, R: Deserialize<'de> + Default"))]
pub struct Task<G, R> {
    pub(crate) id: TaskId,
    pub(crate) key: GoalKey,
    pub(crate) goal: G,
    pub(crate) lane: Lane,
    pub(crate) priority: Priority,
    pub(crate) origin: Origin<R>,
    pub(crate) parent: Option<TaskId>,
    pub(crate) children: Vec<Child>,
    pub(crate) status: Status,
    pub(crate) progress: Progress,
    #[serde(deserialize_with = "vocab::salvage::list")]
    pub(crate) history: VecDeque<Transition<R>>,
}

impl<G, R> Task<G, R> {
    pub fn id(&self) -> TaskId {
        self.id
    }

    pub fn key(&self) -> &GoalKey {
        &self.key
    }

    pub fn goal(&self) -> &G {
        &self.goal
    }

    pub fn lane(&self) -> Lane {
        self.lane
    }

    pub fn priority(&self) -> Priority {
        self.priority
    }

    pub fn origin(&self) -> &Origin<R> {
        &self.origin
    }

    pub fn parent(&self) -> Option<TaskId> {
        self.parent
    }

    /// All open child tasks of this task, and the last [`CHILDREN_ENDED_MAX`] that have ended, oldest first.
    pub fn children(&self) -> &[Child] {
        &self.children
    }

    pub fn has_open_child(&self) -> bool {
        self.children.iter().any(|child| child.ended.is_none())
    }

    /// The task that this one waits for and that is not its child; `None` when it waits for no such task.
    pub fn awaits(&self) -> Option<TaskId> {
        match self.status {
            Status::Blocked { on: BlockedOn::Other { task, .. } } => Some(task),
            _ => None,
        }
    }

    pub fn status(&self) -> Status {
        self.status
    }

    pub fn is_open(&self) -> bool {
        !self.status.is_final()
    }

    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// The task's last [`HISTORY_MAX`] changes of status, oldest first.
    pub fn history(&self) -> impl Iterator<Item = &Transition<R>> {
        self.history.iter()
    }

    pub(crate) fn note(&mut self, at: Tick, to: Status, note: Note<R>) {
        if self.history.len() == HISTORY_MAX {
            self.history.pop_front();
        }
        self.history.push_back(Transition { at, to, note });
        self.status = to;
    }

    /// Records how a child task ended, and forgets the oldest ended child when there are too many.
    pub(crate) fn child_ended(&mut self, id: TaskId, to: Status, now: Tick) {
        if let Some(child) = self.children.iter_mut().find(|child| child.id == id) {
            child.ended = Some(to);
            self.progress.changed_at = now;
        }
        let ended = |child: &Child| child.ended.is_some();
        if self.children.iter().filter(|child| ended(child)).count() > CHILDREN_ENDED_MAX
            && let Some(oldest) = self.children.iter().position(ended)
        {
            self.children.remove(oldest);
        }
    }
}
