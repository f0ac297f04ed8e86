//! Who asked for a task, why, and when. An origin never changes.

use crate::task::TaskId;
use serde::{Deserialize, Serialize};
use vocab::Tick;

/// The source of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The drive tick, which fires when there is no other work.
    Drive,
    /// A need of the body.
    Upkeep,
    /// A person.
    User,
    /// A thought of the language model.
    Thought,
    /// A parent task that needs this one done first.
    Task(TaskId),
}

/// The origin of a task. The fields are private and there is no mutable access, so an origin never changes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Origin<R> {
    who: Who,
    why: R,
    at: Tick,
}

impl<R> Origin<R> {
    pub fn new(who: Who, why: R, at: Tick) -> Origin<R> {
        Origin { who, why, at }
    }

    pub fn who(&self) -> Who {
        self.who
    }

    pub fn why(&self) -> &R {
        &self.why
    }

    pub fn at(&self) -> Tick {
        self.at
    }
}
