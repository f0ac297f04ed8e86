//! Why a task failed: the taxonomy of the agency contract, and the executor's own classes.

use serde::{Deserialize, Serialize};

/// A root cause. Every failed task has exactly one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StallClass {
    /// No plan leads to the goal.
    Unplannable,
    /// Blocked for too long, for a reason that the task names.
    BlockedReason,
    /// The body was disconnected or dead for too long.
    ExecutorUnavailable,
    /// The request had no goal key; such a task is never stored, only counted.
    GoalKeyMissing,
    /// The thought was not allowed to become a task; never stored, only counted.
    ConvertEligibleGate,
    /// No progress for five minutes without a reason for it.
    StuckPending,
    /// No path to the place, even with digging and building.
    NoPath,
    /// A needed block or creature was not found.
    NotFound,
    /// The body claimed success, but the world does not show it.
    Contradicted,
    /// Actions made no progress.
    NoProgress,
    /// The world refused every attempt.
    Refused,
    /// The bag is full, and no item can be dropped.
    BagFull,
    /// The tool broke, and no other could be obtained.
    ToolLost,
    /// Danger interrupted the task too often.
    Endangered,
    /// The body died during the task.
    Died,
    /// A task that had to be done first failed.
    ChildFailed,
}

impl StallClass {
    pub const ALL: [StallClass; 16] = [
        StallClass::Unplannable,
        StallClass::BlockedReason,
        StallClass::ExecutorUnavailable,
        StallClass::GoalKeyMissing,
        StallClass::ConvertEligibleGate,
        StallClass::StuckPending,
        StallClass::NoPath,
        StallClass::NotFound,
        StallClass::Contradicted,
        StallClass::NoProgress,
        StallClass::Refused,
        StallClass::BagFull,
        StallClass::ToolLost,
        StallClass::Endangered,
        StallClass::Died,
        StallClass::ChildFailed,
    ];

    /// The name used in counters and reports.
    pub const fn name(self) -> &'static str {
        match self {
            StallClass::Unplannable => "unplannable",
            StallClass::BlockedReason => "blocked_reason",
            StallClass::ExecutorUnavailable => "executor_unavailable",
            StallClass::GoalKeyMissing => "goal_key_missing",
            StallClass::ConvertEligibleGate => "convert_eligible_gate",
            StallClass::StuckPending => "stuck_pending",
            StallClass::NoPath => "no_path",
            StallClass::NotFound => "not_found",
            StallClass::Contradicted => "contradicted",
            StallClass::NoProgress => "no_progress",
            StallClass::Refused => "refused",
            StallClass::BagFull => "bag_full",
            StallClass::ToolLost => "tool_lost",
            StallClass::Endangered => "endangered",
            StallClass::Died => "died",
            StallClass::ChildFailed => "child_failed",
        }
    }
}
