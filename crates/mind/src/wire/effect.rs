//! The effects that the mind can cause. Effects are data; the driver performs them in order.

use crate::memory::Fact;
use crate::plan::chart::Timetable;
use crate::wants::keeping::Outlook;
use crate::wire::builds::{BuildNews, Imported};
use crate::wire::input::{CommandId, ThoughtId};
use crate::wire::speech::Speech;
use crate::wire::status::Status;
use crate::wire::thinking::{Recorded, ThinkingStatus, ThoughtAnswer};
use crate::wire::trace::Trace;
use agency::GoalAction;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tasks::{Refused, TaskId};
use vocab::build::Guarded;
use vocab::delta::Emission;
use vocab::{Action, ActionId, BlockPos, Danger, GoalKey, Name, Query, QueryId, Tick};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Begin an action. At most one runs: the previous one has ended or was cancelled by an earlier effect.
    Act { id: ActionId, action: Action },
    /// Cancel the running action. Its outcome (`Cancelled`, or how it really ended) still arrives.
    Cancel { id: ActionId },
    /// The hostile creatures that the body must avoid, nearest first. Replaces the previous list; sent when it changes.
    Beware(Vec<Danger>),
    /// Ask the body about blocks; the answer comes in a later input.
    Scan { id: QueryId, query: Query },
    /// Ask a language model; the reply comes in a later input.
    Think { id: ThoughtId, prompt: String, tokens_max: u32 },
    /// Say something aloud, to one person or to all. Speaking interrupts nothing.
    Say { to: Option<Name>, speech: Speech },
    /// Let a person at the terminal stand in the world: at this place, or near the body if they have none yet. Only an
    /// embedded world has visitors.
    Visitor { who: Name, at: Option<BlockPos> },
    /// Tell the body which cells belong to builds of the agent; replaces the list told before.
    Guard(Vec<Guarded>),
    /// Answer a person's command. Every command is answered exactly once, in the step that reads it.
    Answer { command: CommandId, answer: CommandAnswer },
    /// Publish data for the screen and the page.
    Publish(Publication),
    /// Save a snapshot of the mind's state now.
    Save,
    /// Trace the reason for a decision. Feeds logs, the page, golden traces and `--why`.
    Trace(Trace),
}

/// The answer to a person's command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommandAnswer {
    /// The command became this new task.
    Taken {
        task: TaskId,
    },
    /// The command made no new task: an open task already has the same goal and now covers the command too, with this
    /// amount in all.
    Joined {
        task: TaskId,
        amount: Option<u32>,
    },
    /// The command cancelled, paused, resumed or raised this task.
    Managed {
        task: TaskId,
        action: GoalAction,
    },
    /// The command was carried out at once, without a task.
    Done,
    /// A thought from outside was taken in, and this became of it.
    Thought(Box<ThoughtAnswer>),
    /// The agent's answer to a line of chat.
    Said(Vec<Speech>),
    Refused(OrderRefusal),
}

/// Why a person's order was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrderRefusal {
    UnknownAction {
        action: String,
    },
    UnknownTarget {
        target: String,
    },
    /// The order was refused because its amount is not in 1 to `max`.
    BadAmount {
        max: u32,
    },
    NoSuchTask {
        task: TaskId,
    },
    /// The order was refused because several open tasks fit its words; none was changed.
    Ambiguous {
        tasks: Vec<(TaskId, GoalKey)>,
    },
    /// The order was refused because no open task fits its words.
    NoTaskFits {
        target: String,
    },
    /// The order was refused because the agent does not know the place or person.
    UnknownPlace {
        target: String,
    },
    /// The order was refused because there is no blueprint of this name.
    CannotBuild {
        target: String,
    },
    /// The order was refused because of the blueprint that came with it.
    BadBlueprint {
        name: String,
        what: Imported,
    },
    /// The order was refused because the thing to repair does not wear out.
    CannotRepair {
        target: String,
    },
    /// The order was refused because the task store did not accept its task.
    Store(Refused),
    /// The report of another bot was refused.
    Stream(StreamRefusal),
    /// The order was refused because the program broke in the tick that read it.
    Shaken,
}

/// Why a report of another bot was not taken into the view of that bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StreamRefusal {
    /// The envelope is older than what was taken already.
    Stale { expected: u64, got: u64 },
    /// Others are missing before the envelope, or it is the first and has no snapshot.
    SnapshotNeeded { expected: u64, got: u64 },
    /// The envelope's tick is before that of an earlier one of the same stream.
    WentBack { from: Tick, to: Tick },
    /// Observations in the older form are not enabled.
    LegacyOff,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Publication {
    /// What the agent does and why. Sent when it changes.
    Status(Status),
    /// The creatures that belief holds: the changes every second, all of them every five seconds.
    Belief(Emission),
    /// A thought that was recorded. Low-novelty ones are marked as fallback.
    Thought(Recorded),
    /// The state of the language model, the counters of thinking and the budget. Sent when they change.
    Thinking(ThinkingStatus),
    /// The remaining steps of the plan at hand with their times. Sent when a step ends or another plan is followed, and
    /// now and then; `None` when there is no plan any more.
    Plan(Option<Timetable>),
    /// What upkeep foresees. Sent every few seconds.
    Upkeep(Outlook),
    /// What is remembered, the most useful first. Sent every few seconds.
    Memory(Vec<Fact>),
    /// Something happened to a build.
    Build(Box<BuildNews>),
}
