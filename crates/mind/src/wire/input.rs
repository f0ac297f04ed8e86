//! Everything the mind learns in one tick. Journalled before any effect of it is performed.

use alloc::string::String;
use alloc::vec::Vec;
use belief::evidence::Detection;
use serde::{Deserialize, Serialize};
use tasks::TaskId;
use vocab::{Answer, BlockPos, Outcome, QueryId, Senses, Tick};

/// One mind tick's worth of news.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// The driver's clock: it never goes back, whatever the world's own clock does.
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

/// What a body can know: everything in an [`Input`] that does not come from people or a language model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sensed {
    pub link: Link,
    pub senses: Senses,
    pub detections: Vec<Detection>,
    pub outcomes: Vec<Outcome>,
    pub answers: Vec<(QueryId, Answer)>,
    pub heard: Vec<Heard>,
}

/// Whether the mind has a body at the moment. While it has none, `senses` are the last ones known.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Link {
    #[default]
    Present,
    /// The body is expected back: the server restarts, the connection is slow.
    Waiting,
    /// The body will not come back by itself.
    Gone { why: String },
}

/// Something said near the body, or to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heard {
    pub who: String,
    pub text: String,
}

/// Names one command of a person. Chosen by the door it came through; its answer carries it back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CommandId(pub u64);

/// An order with the name that its answer will carry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    pub id: CommandId,
    pub order: Order,
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

/// What a person tells the agent to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
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
    /// End the running action of any task at once and pause.
    Stop,
    /// Go to that place at once; other tasks wait.
    Come {
        to: BlockPos,
    },
    /// Do nothing but stay alive until [`Order::Resume`].
    Pause,
    Resume,
}
