//! Everything the mind learns in one tick. Journalled before any effect of it is performed.

use alloc::string::String;
use alloc::vec::Vec;
use belief::evidence::Detection;
use serde::{Deserialize, Serialize};
use tasks::TaskId;
use vocab::{Answer, Outcome, QueryId, Senses, Tick};

/// One mind tick's worth of news.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    pub tick: Tick,
    pub senses: Senses,
    pub detections: Vec<Detection>,
    pub outcomes: Vec<Outcome>,
    pub answers: Vec<(QueryId, Answer)>,
    pub replies: Vec<Reply>,
    pub commands: Vec<UserCommand>,
}

/// Names one call of a language model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ThoughtId(pub u64);

/// What came back from a language model, or why nothing did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    pub id: ThoughtId,
    pub result: Result<Thought, ThinkFailure>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thought {
    pub text: String,
    pub tokens: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThinkFailure {
    /// No model is configured.
    Absent,
    Unreachable,
    TimedOut,
    OverBudget,
    Refused,
}

/// What a person tells the agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UserCommand {
    /// Pursue a goal: `action` and `target` as in a goal key (`collect`, `oak_log`), so many.
    Goal {
        action: String,
        target: String,
        amount: u32,
    },
    /// Give up a task.
    Cancel {
        task: TaskId,
    },
    /// Do nothing but stay alive until [`UserCommand::Resume`].
    Pause,
    Resume,
}
