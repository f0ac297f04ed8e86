//! Who asked for a task, why, and when. Made once; nothing can change it afterwards.

use crate::task::TaskId;
use serde::{Deserialize, Serialize};
use vocab::Tick;

/// Who asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The drive tick: nobody else wanted anything.
    Drive,
    /// A need of the body.
    Upkeep,
    /// A person.
    User,
    /// A thought of the language model.
    Thought,
    /// Another task that needs this one done first.
    Task(TaskId),
}

/// Where a task comes from. The fields are private and nothing hands one out mutably, so an origin never changes.
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
