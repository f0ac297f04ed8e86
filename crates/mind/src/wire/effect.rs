//! The effects that the mind can cause. Effects are data; the driver performs them in order.

use crate::wire::input::{CommandId, ThoughtId};
use crate::wire::status::Status;
use crate::wire::trace::Trace;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tasks::{Refused, TaskId};
use vocab::delta::Emission;
use vocab::{Action, ActionId, Danger, Query, QueryId};

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
    /// Say something aloud. Speaking interrupts nothing.
    Say { text: String },
    /// Answer a person's command. Every command is answered exactly once, in the step that reads it.
    Answer { command: CommandId, answer: CommandAnswer },
    /// Publish data for the screen and the page.
    Publish(Publication),
    /// Take a snapshot now.
    Save,
    /// Trace the reason for a decision. Feeds logs, the page, golden traces and `--why`.
    Trace(Trace),
}

/// The answer to a command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommandAnswer {
    /// The command became this task.
    Taken {
        task: TaskId,
    },
    /// An open task already has the same goal; it now covers this command too.
    Joined {
        task: TaskId,
    },
    /// The command was carried out at once.
    Done,
    Refused(OrderRefusal),
}

/// The reason why an order was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrderRefusal {
    UnknownAction {
        action: String,
    },
    UnknownTarget {
        target: String,
    },
    /// The amount is not in 1 to `max`.
    BadAmount {
        max: u32,
    },
    NoSuchTask {
        task: TaskId,
    },
    /// The task store refused it.
    Store(Refused),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Publication {
    /// What the agent does and why. Sent when it changes.
    Status(Status),
    /// The believed creatures: the changes every second, all of them every five seconds.
    Belief(Emission),
}
