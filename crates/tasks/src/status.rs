//! The status of a task, and the reasons for a change of status.

use crate::stall::StallClass;
use crate::task::TaskId;
use serde::{Deserialize, Serialize};
use vocab::{GoalKey, Tick};

/// What a blocked task waits for. Each wait ends by itself, so no task waits for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlockedOn {
    /// The task waits for its child tasks, until all of them are done or one has failed.
    Children,
    /// The task waits until this tick, such as when a furnace is done. Other tasks may use the body meanwhile.
    Until(Tick),
    /// The task pauses until this tick between two attempts. It keeps the body, so no other task may use it.
    Retry(Tick),
    /// The task waits for another task that is not its child, because that one already has the needed goal. The wait
    /// ends when the other task ends, and no later than tick `until`.
    Other { task: TaskId, until: Tick },
    /// A person paused the task. It becomes pending again at this tick at the latest.
    Paused(Tick),
    /// The task waits because a need of the body, such as a night in a shelter, uses the body. The wait ends when no
    /// need does.
    Needs,
}

/// Why a task's status changed: the task store's own reasons, and those that its caller gives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Note<R> {
    /// The status changed because the task was created; its origin says why.
    Made,
    PauseOver,
    /// The task's status changed because no need uses the body any longer.
    NeedsMet,
    /// The task's status changed because it made no progress for five minutes, and a new task takes over its goal.
    Stuck,
    ParentEnded,
    /// The task's status changed because one of its child tasks has ended.
    ChildEnded {
        child: TaskId,
        key: GoalKey,
        end: Status,
    },
    /// The task's status changed because the task that it waited for has ended.
    OtherEnded {
        task: TaskId,
        key: GoalKey,
        end: Status,
    },
    Because(R),
}

/// Why a task was cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CancelReason {
    /// A person cancelled the task.
    User,
    /// The task was cancelled because its goal no longer matters (the night is over, the agent is no longer hungry).
    Moot,
    /// The task was cancelled because its parent task has ended.
    ParentEnded,
    /// The task was cancelled because it made no progress for five minutes. A new task may now have its goal key.
    Stuck,
}

/// The status of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The task waits for its turn.
    Pending,
    /// The agent is working on the task.
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
    /// Whether the task has ended: done, failed or cancelled.
    pub const fn is_final(self) -> bool {
        matches!(self, Status::Done | Status::Failed { .. } | Status::Cancelled { .. })
    }

    /// One word for a task's status, used in logs, counters and on the screen.
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
