//! One task: a goal, its origin, its key, where it stands and what happened to it.

use crate::goal::Goal;
use crate::origin::{Origin, cut};
use crate::status::Status;
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::{GoalKey, Tick};

/// Transitions a task remembers: enough to see a whole retry cycle; older ones are in the journal.
pub const HISTORY_MAX: usize = 32;
/// Longest note in the history, in bytes.
pub const NOTE_BYTES_MAX: usize = 200;
/// Children one task may have over its life; a task that needs more than this goes round in circles.
pub const CHILDREN_MAX: usize = 16;

/// Names one task. Never used twice in the life of a mind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TaskId(pub u64);

impl fmt::Display for TaskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// Which controller carries a task out. The order is the order of precedence, lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lane {
    Task,
    Upkeep,
}

/// How far a task is, in its goal's own units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Progress {
    pub done: u32,
    pub of: u32,
    /// When `done` last grew, or when the task was made.
    pub changed_at: Tick,
}

/// One change of status, and why.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Transition {
    pub at: Tick,
    pub to: Status,
    pub note: String,
}

/// A task. Only the store changes one, and no function of the store touches origin, goal or key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    pub(crate) id: TaskId,
    pub(crate) key: GoalKey,
    pub(crate) goal: Goal,
    pub(crate) lane: Lane,
    pub(crate) origin: Origin,
    pub(crate) parent: Option<TaskId>,
    pub(crate) children: Vec<TaskId>,
    pub(crate) status: Status,
    pub(crate) progress: Progress,
    pub(crate) history: VecDeque<Transition>,
}

impl Task {
    pub fn id(&self) -> TaskId {
        self.id
    }

    pub fn key(&self) -> &GoalKey {
        &self.key
    }

    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    pub fn lane(&self) -> Lane {
        self.lane
    }

    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    pub fn parent(&self) -> Option<TaskId> {
        self.parent
    }

    pub fn children(&self) -> &[TaskId] {
        &self.children
    }

    pub fn status(&self) -> Status {
        self.status
    }

    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// The last [`HISTORY_MAX`] changes of status, oldest first.
    pub fn history(&self) -> impl Iterator<Item = &Transition> {
        self.history.iter()
    }

    pub(crate) fn note(&mut self, at: Tick, to: Status, note: String) {
        if self.history.len() == HISTORY_MAX {
            self.history.pop_front();
        }
        self.history.push_back(Transition { at, to, note: cut(note, NOTE_BYTES_MAX) });
        self.status = to;
    }
}
