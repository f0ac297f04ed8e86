//! Everything the mind can cause. Effects are data; the driver performs them in order.

use crate::input::{CommandId, ThoughtId};
use crate::status::Status;
use crate::trace::Trace;
use alloc::string::String;
use serde::{Deserialize, Serialize};
use tasks::TaskId;
use vocab::delta::Emission;
use vocab::{Action, ActionId, Query, QueryId};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Begin an action. At most one runs: an earlier one has ended or is cancelled by an effect before this one.
    Act { id: ActionId, action: Action },
    /// End the running action. Its outcome (`Cancelled`, or how it really ended) still comes.
    Cancel { id: ActionId },
    /// Ask the body about blocks; the answer comes in a later input.
    Scan { id: QueryId, query: Query },
    /// Ask a language model; the reply comes in a later input.
    Think { id: ThoughtId, prompt: String, tokens_max: u32 },
    /// Say something aloud. Speaking interrupts nothing.
    Say { text: String },
    /// Tell a person what became of a command. Every command is answered exactly once, in the step that took it.
    Answer { command: CommandId, answer: CommandAnswer },
    /// Something others may want to see: the screen, the page.
    Publish(Publication),
    /// A good moment for a snapshot.
    Save,
    /// Why something was decided. Feeds logs, the page, golden traces and `--why`.
    Trace(Trace),
}

/// What became of a command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommandAnswer {
    /// It became this task.
    Taken {
        task: TaskId,
    },
    /// An open task has the same goal already; it now covers this wish too.
    Joined {
        task: TaskId,
    },
    /// It was carried out at once.
    Done,
    Refused {
        why: String,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Publication {
    /// What the agent does and why; sent when it changes.
    Status(Status),
    /// What is believed to be out there: changes once a second, everything every five.
    Belief(Emission),
}
