//! Where a task stands, and why.

use crate::stall::StallClass;
use crate::task::TaskId;
use serde::{Deserialize, Serialize};
use vocab::Tick;

/// What a blocked task waits for. Each of these ends by itself: nothing waits for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlockedOn {
    /// A task that must be done first.
    Child(TaskId),
    /// Something that takes its time elsewhere (a furnace); others may have the body meanwhile.
    Until(Tick),
    /// A short pause between two tries.
    Retry(Tick),
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

impl CancelReason {
    pub const fn words(self) -> &'static str {
        match self {
            CancelReason::User => "a person said so",
            CancelReason::Moot => "it no longer matters",
            CancelReason::ParentEnded => "what needed it has ended",
            CancelReason::Stuck => "it got nowhere",
        }
    }
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
