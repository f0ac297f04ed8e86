//! What the agent says to people, as data. One renderer at the edge puts it into words.

use crate::hands::arbiter::Controller;
use crate::memory::Fact;
use crate::plan::step::Step;
use crate::wire::effect::OrderRefusal;
use crate::wire::reason::Reason;
use crate::wire::status::{Doing, TaskStatus};
use agency::GoalAction;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tasks::{Note, TaskId};
use vocab::{BlockPos, GoalKey, ItemId};

/// Most entries of a list in one thing that the agent says: what a person reads in one glance.
pub const LIST_MAX: usize = 8;

/// One thing that the agent says. It says that something is done only if a receipt shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Speech {
    // The speeches from here on answer wishes.
    /// The agent says that the wish became this task.
    Taken {
        task: TaskId,
        key: GoalKey,
    },
    /// The agent says that an open task already has that goal. It now covers the wish, with this amount in all.
    Joined {
        task: TaskId,
        key: GoalKey,
        amount: Option<u32>,
    },
    /// The agent says that the wish was already met when it was asked for; the reason shows it.
    Met {
        task: TaskId,
        key: GoalKey,
        why: Reason,
    },
    /// The agent says that it has cancelled, paused, resumed or raised this task.
    Managed {
        task: TaskId,
        action: GoalAction,
    },
    /// The agent says that it has paused or resumed all tasks.
    ManagedAll {
        action: GoalAction,
    },
    Refused(OrderRefusal),
    /// The agent says that a task which this person asked for has ended.
    Ended {
        task: TaskId,
        key: GoalKey,
        end: tasks::Status,
        why: Note<Reason>,
    },

    // The speeches from here on answer controls such as "stop" and "come".
    /// The agent says that it has stopped. If something must still keep it alive, `meanwhile` is the controller that
    /// has the body.
    Stopped {
        meanwhile: Option<Controller>,
    },
    Coming {
        task: TaskId,
    },
    Following {
        task: TaskId,
    },
    Paused,
    Resumed,
    Cancelled {
        tasks: Vec<(TaskId, GoalKey)>,
    },
    NothingToCancel,
    /// The agent asks where the speaker is, because it does not know their position.
    WhereAreYou,

    // The speeches from here on answer questions.
    Doing {
        doing: Doing,
        task: Option<TaskStatus>,
        paused: bool,
    },
    /// The agent tells the reason for its current action, and for the tasks that it serves, from the nearest to the
    /// first.
    Why {
        doing: Doing,
        tasks: Vec<Because>,
    },
    /// The agent tells what it carries, most first, and the number of further kinds.
    Have {
        items: Vec<(ItemId, u32)>,
        more: u32,
    },
    Remember(Vec<Fact>),
    Where {
        at: BlockPos,
    },
    /// The agent tells the steps of its current task, and the tasks that wait.
    Plan {
        task: Option<TaskStatus>,
        steps: Vec<Step>,
        more: u32,
        waiting: Vec<(TaskId, GoalKey)>,
    },
    Help,

    // The speeches from here on answer lines that are not understood.
    /// The agent asks which of these was meant, in words.
    Unsure {
        meant: Vec<String>,
    },
    NotUnderstood,
    /// The agent says that it heard too many lines in a short time; it listens again after this many ticks.
    TooFast {
        ticks: u64,
    },
}

/// One link in the chain of reasons: a task and why it exists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Because {
    pub task: TaskId,
    pub key: GoalKey,
    pub why: Reason,
}
