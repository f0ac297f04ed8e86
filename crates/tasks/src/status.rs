//! Where a task stands, and why.

use crate::stall::StallClass;
use crate::task::TaskId;
use serde::{Deserialize, Serialize};
use vocab::{GoalKey, Tick};

/// What a blocked task waits for. Each of these ends by itself: nothing waits for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlockedOn {
    /// Tasks that must be done first: until all of them have ended, or one has failed.
    Children,
    /// Something that takes its time elsewhere (a furnace); others may have the body meanwhile.
    Until(Tick),
    /// A short pause between two tries; the task keeps the body.
    Retry(Tick),
}

/// Why a status changed: the store's own reasons, and those of whoever uses it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Note<R> {
    /// The task was made; its origin says why.
    Made,
    PauseOver,
    /// No progress for five minutes: a new task takes over its goal.
    Stuck,
    ParentEnded,
    /// A task that had to be done first has ended.
    ChildEnded {
        child: TaskId,
        key: GoalKey,
        end: Status,
    },
    Because(R),
}

/// Who ended a task that had not failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CancelReason {
    /// A person said so.
    User,
    /// The goal no longer matters (night is over, no longer hungry).
    Moot,
    /// The task that needed it has ended.
    ParentEnded,
    /// It did not get anywhere for five minutes; its goal key is free again.
    Stuck,
}

/// Where a task stands.
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
    /// Whether nothing more will happen to it.
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
