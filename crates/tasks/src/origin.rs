//! Who asked for a task, why, and when. An origin never changes.

use crate::task::TaskId;
use serde::{Deserialize, Serialize};
use vocab::Tick;

/// Who or what asked for a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The task was asked for by the drive tick, which chooses a goal when the agent has no other work.
    Drive,
    /// The task was asked for by a need of the agent's body, such as hunger.
    Upkeep,
    /// A person asked for the task.
    User,
    /// The task was asked for by a thought of the language model.
    Thought,
    /// The task was asked for by this parent task, which needs it done first.
    Task(TaskId),
}

/// Who asked for a task, and why. The fields are private and there is no mutable access, so an origin never changes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(bound(deserialize = "R: Deserialize<'de> + Default"))]
pub struct Origin<R> {
    who: Who,
    #[serde(deserialize_with = "vocab::salvage::value")]
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
