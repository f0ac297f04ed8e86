//! Everything that the mind learns in one tick. The driver journals it before it performs any effect of that tick.

use crate::wire::config::Config;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use belief::evidence::Detection;
use serde::{Deserialize, Serialize};
use tasks::TaskId;
use vocab::delta::Emission;
use vocab::{Answer, BlockPos, Name, Outcome, QueryId, Senses, Tick};

/// The input of one mind tick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// The game tick by the driver's clock. It never goes back, even when the world's clock does. `senses.tick` and the
    /// times of outcomes are the world's: the mind compares them with nothing.
    pub tick: Tick,
    /// Set in the first input after a start of the program: a session begins, with these settings.
    pub began: Option<Config>,
    pub link: Link,
    pub senses: Senses,
    pub detections: Vec<Detection>,
    pub outcomes: Vec<Outcome>,
    pub answers: Vec<(QueryId, Answer)>,
    pub heard: Vec<Heard>,
    pub replies: Vec<Reply>,
    pub commands: Vec<Command>,
    /// Set when the program broke (a panic) on this input, or on the effects before it. The mind then takes in only what
    /// must not be lost, and drops the task at hand.
    #[serde(default)]
    pub shaken: Option<Shaken>,
}

impl Input {
    pub fn new(tick: Tick, sensed: Sensed, replies: Vec<Reply>, commands: Vec<Command>) -> Input {
        let Sensed { link, senses, detections, outcomes, answers, heard } = sensed;
        let (began, shaken) = (None, None);
        Input { tick, began, link, senses, detections, outcomes, answers, heard, replies, commands, shaken }
    }
}

/// What broke in the program, and where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shaken {
    /// The place in the program's source, as `file:line`.
    pub place: String,
    /// The message of the panic, cut to a line or two.
    pub what: String,
    /// Whether it was the world that broke when time was to pass in it. Then no time has passed: the senses are those of
    /// the input before.
    pub world: bool,
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

/// The state of the link to the body. While it is down, the input's `senses` are the last known ones.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Link {
    #[default]
    Present,
    /// The link is down, but the body is expected to come back: the server restarts, or the connection is slow.
    Waiting,
    /// The link is down, and the body will not come back by itself.
    Gone { why: String },
}

/// A chat message that the body hears.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heard {
    pub who: String,
    pub text: String,
}

/// Identifies a person's command. The answer carries the same id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CommandId(pub u64);

/// A person's order, with the id that its answer will carry.
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
    pub result: Result<ModelReply, ThinkFailure>,
}

/// What a language model wrote, and the tokens that the call cost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelReply {
    pub text: String,
    pub tokens: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThinkFailure {
    /// The language model did not reply because none is configured.
    Absent,
    /// The language model did not reply because there is no connection: no such host, refused, broken, or no trusted
    /// certificate.
    Unreachable,
    TimedOut,
    /// The language model was not asked because the budget of calls or tokens is used up.
    OverBudget,
    /// The language model's server refuses the request: wrong key, no credit, no such model.
    Refused,
    /// The language model's server wants fewer requests.
    RateLimited,
    /// The language model's server failed by itself (HTTP 5xx).
    ServerError,
    /// The language model's reply broke off, or it is nothing that the API describes.
    Garbled,
    /// The language model's reply is longer than what is read.
    TooLong,
    /// The language model was not asked because too many thoughts wait already.
    Crowded,
    /// The language model was not asked because it failed several times in a row and is left alone for a while.
    Resting,
}

/// An order of a person to the agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Order to pursue a goal: `action` and `target` as in a goal key (`collect`, `oak_log`), and an amount.
    Goal {
        action: String,
        target: String,
        amount: u32,
    },
    /// Order to build a structure: a known blueprint, or one that comes packed with the order.
    Build {
        name: String,
        blueprint: Option<Vec<u8>>,
        /// Where its corner shall be, at the height of the feet of somebody who stands there.
        at: Option<BlockPos>,
        facing: Option<building::Facing>,
    },
    /// Order to cancel a task.
    Cancel {
        task: TaskId,
    },
    /// Order to end the running action of any task at once and to pause the agent.
    Stop,
    /// Order to go to this place at once; other tasks wait.
    Come {
        to: BlockPos,
    },
    /// Order to do nothing except stay alive until [`Order::Resume`].
    Pause,
    Resume,
    /// Order to record a thought from outside. Only its text is read; `convert_eligible` counts only where the settings
    /// allow it.
    Thought {
        text: String,
        convert_eligible: Option<bool>,
        /// The names of the other fields that came with a thought from outside. They are dropped, and the answer names
        /// them.
        keys: Vec<String>,
    },
    /// What another bot reports of its surroundings. It goes into a view of that bot alone, and becomes a thought.
    Process {
        /// The name of that bot.
        bot: String,
        report: Report,
    },
    /// Order to set the counters of this session to zero.
    ResetCounters,
    /// A line of chat, said to the agent by its owner. `at` is the new position of the speaker, who has a body in an
    /// embedded world.
    Line {
        who: String,
        text: String,
        at: Option<BlockPos>,
    },
    /// Order to replace the list of players whose lines of chat are heard.
    Allow {
        names: Vec<String>,
    },
}

impl Order {
    /// Whether the order is about thoughts; such orders are answered in another module.
    pub fn is_about_thoughts(&self) -> bool {
        matches!(self, Order::Thought { .. } | Order::Process { .. } | Order::ResetCounters)
    }
}

/// A report of another bot, in the version that it named itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Report {
    /// An envelope of its belief stream.
    Stream(Box<Witness>),
    /// One observation in the older form, without tracks: what it saw, and how far away.
    Legacy { kind: Name, blocks: Option<u32> },
}

/// An envelope of another bot's belief stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Witness {
    /// The number of the bot's process start; later starts have larger ones.
    pub start: u64,
    /// The number of the envelope in its stream.
    pub seq: u64,
    /// The changes and the snapshot, by the other bot's ticks.
    pub emission: Emission,
}
