//! Everything that the mind learns in one tick. The driver journals it before it performs any effect of that tick.

use alloc::string::String;
use alloc::vec::Vec;
use belief::evidence::Detection;
use serde::{Deserialize, Serialize};
use tasks::TaskId;
use vocab::{Answer, BlockPos, Outcome, QueryId, Senses, Tick};

/// The input of one mind tick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// The driver's clock. It never goes back, even when the world's clock does.
    pub tick: Tick,
    pub link: Link,
    pub senses: Senses,
    pub detections: Vec<Detection>,
    pub outcomes: Vec<Outcome>,
    pub answers: Vec<(QueryId, Answer)>,
    pub heard: Vec<Heard>,
    pub replies: Vec<Reply>,
    pub commands: Vec<Command>,
}

impl Input {
    pub fn new(tick: Tick, sensed: Sensed, replies: Vec<Reply>, commands: Vec<Command>) -> Input {
        let Sensed { link, senses, detections, outcomes, answers, heard } = sensed;
        Input { tick, link, senses, detections, outcomes, answers, heard, replies, commands }
    }
}

/// What the body reports: everything in an [`Input`] that does not come from people or a language model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sensed {
    pub link: Link,
    pub senses: Senses,
    pub detections: Vec<Detection>,
    pub outcomes: Vec<Outcome>,
    pub answers: Vec<(QueryId, Answer)>,
    pub heard: Vec<Heard>,
}

/// The state of the link to the body. While it is down, `senses` are the last known ones.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Link {
    #[default]
    Present,
    /// The body is expected to come back: the server restarts, or the connection is slow.
    Waiting,
    /// The body will not come back by itself.
    Gone { why: String },
}

/// A chat message near the body, or to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heard {
    pub who: String,
    pub text: String,
}

/// Identifies a person's command. The sender chooses it, and the answer repeats it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CommandId(pub u64);

/// An order with the id that its answer will carry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    pub id: CommandId,
    pub order: Order,
}

/// Identifies one call of a language model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ThoughtId(pub u64);

/// The reply of a language model, or why there is none.
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

/// A person's order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Pursue a goal: `action` and `target` as in a goal key (`collect`, `oak_log`), and an amount.
    Goal {
        action: String,
        target: String,
        amount: u32,
    },
    /// Give up a task.
    Cancel {
        task: TaskId,
    },
    /// End the running action of any task at once and pause.
    Stop,
    /// Go to this place at once; other tasks wait.
    Come {
        to: BlockPos,
    },
    /// Do nothing except stay alive until [`Order::Resume`].
    Pause,
    Resume,
}
