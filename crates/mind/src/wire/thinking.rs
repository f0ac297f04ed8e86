//! Thoughts as data: the settings of a session, a recorded thought with what became of it, and how thinking stands.

use crate::wire::effect::{CommandAnswer, OrderRefusal};
use crate::wire::input::ThinkFailure;
use agency::GoalAction;
use agency::budget::{Limits, Spent, Used};
use agency::convert::Held;
pub use agency::counters::Counters;
use agency::outside::Dropped;
use agency::thought::Thought;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tasks::TaskId;

/// The settings of thinking. They come with each start of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thinking {
    /// Whether a language model is configured. Without one only drive ticks and people's thoughts are recorded.
    pub model: bool,
    /// Fewest ticks between two decisions whether to ask the language model (one minute).
    pub interval_ticks: u64,
    /// The language model is asked after this many ticks even if nothing has changed (five minutes).
    pub heartbeat_ticks: u64,
    pub limits: Limits,
    /// Whether a thought from outside may declare itself fit to become a task. Off unless a person tests that rule.
    pub allow_thought_injection: bool,
    /// Whether observations of other bots are taken in the older form, one entity each. Off unless a person moves from it.
    #[serde(default)]
    pub allow_legacy_observations: bool,
}

impl Default for Thinking {
    fn default() -> Thinking {
        Thinking {
            model: false,
            interval_ticks: 1_200,
            heartbeat_ticks: 6_000,
            limits: Limits::default(),
            allow_thought_injection: false,
            allow_legacy_observations: false,
        }
    }
}

/// What became of a thought: a task, a change of a task, or nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// The thought became this task.
    Task { task: TaskId },
    /// The thought made no new task, because this open task already has its goal and now covers it.
    Joined { task: TaskId },
    /// The thought cancelled, paused, resumed or raised this task.
    Managed { task: TaskId, action: GoalAction },
    /// The thought makes no task, for this reason.
    Held(Held),
    /// The thought asks to change tasks. It may do that only with one task that no person asked for.
    NotItsTask,
    /// The thought names a goal that cannot be pursued.
    Refused(OrderRefusal),
}

impl Fate {
    /// What became of a thought whose wish got this answer.
    pub fn of(answer: Result<CommandAnswer, OrderRefusal>) -> Fate {
        match answer {
            Ok(CommandAnswer::Taken { task }) => Fate::Task { task },
            Ok(CommandAnswer::Joined { task, .. }) => Fate::Joined { task },
            Ok(CommandAnswer::Managed { task, action }) => Fate::Managed { task, action },
            Ok(CommandAnswer::Refused(why)) | Err(why) => Fate::Refused(why),
            Ok(_) => Fate::NotItsTask,
        }
    }
}

/// A thought as the agent keeps it, with what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    pub thought: Thought,
    pub fate: Fate,
}

/// The answer to a thought from outside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThoughtAnswer {
    pub recorded: Recorded,
    /// The fields that came with a thought from outside and were not read.
    pub dropped: Vec<Dropped>,
    /// The thought from outside said whether it may become a task, and the settings do not allow that.
    pub eligibility_ignored: bool,
}

/// The state of the language model, as far as the mind knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Model {
    /// No language model is configured.
    #[default]
    Absent,
    Ready,
    /// The last call of the language model failed. The pause before the next one doubles with each failure.
    Failing(ThinkFailure),
    /// The language model is not asked because the budget is used up.
    Spent(Spent),
}

/// The state of the language model, the counters and the budget. Published when they change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ThinkingStatus {
    pub model: Model,
    pub counters: Counters,
    pub budget: Used,
}
