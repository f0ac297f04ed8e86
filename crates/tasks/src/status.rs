//! The status of a task, and the reasons for a change of status.

use crate::stall::StallClass;
use crate::task::TaskId;
use serde::{Deserialize, Serialize};
use vocab::{GoalKey, Tick};

/// What a blocked task waits for. Each wait ends by itself, so no task waits for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlockedOn {
    /// Child tasks: the wait ends when all of them are done or one has failed.
    Children,
    /// A tick, such as when a furnace is done. Other tasks may have the body meanwhile.
    Until(Tick),
    /// A short pause between two attempts. The task keeps the body.
    Retry(Tick),
}

/// Why a status changed: the store's own reasons, and those of its user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Note<R> {
    /// The task was created; its origin says why.
    Made,
    PauseOver,
    /// The task made no progress for five minutes, and a new task takes over its goal.
    Stuck,
    ParentEnded,
    /// A child task has ended.
    ChildEnded {
        child: TaskId,
        key: GoalKey,
        end: Status,
    },
    Because(R),
}

/// Why a task was cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CancelReason {
    /// A person cancelled it.
    User,
    /// The goal no longer matters (the night is over, the agent is no longer hungry).
    Moot,
    /// The parent task has ended.
    ParentEnded,
    /// It made no progress for five minutes. Its goal key is free again.
    Stuck,
}

/// The status of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Waiting for its turn.
    Pending,
    /// Being worked on.
    Active,
    Blocked {
        on: BlockedOn,
    },
    Done,
    Failed {
        class: StallClass,
    },
    Cancelled {
        why: CancelReason,
    },
}

impl Status {
    /// Whether the task has ended.
    pub const fn is_final(self) -> bool {
        matches!(self, Status::Done | Status::Failed { .. } | Status::Cancelled { .. })
    }

    /// One word for logs, counters and the screen.
    pub const fn word(self) -> &'static str {
        match self {
            Status::Pending => "pending",
            Status::Active => "active",
            Status::Blocked { .. } => "blocked",
            Status::Done => "done",
            Status::Failed { .. } => "failed",
            Status::Cancelled { .. } => "cancelled",
        }
    }
}
