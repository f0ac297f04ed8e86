//! Why a task failed: the taxonomy of the agency contract, and the executor's own classes.

use crate::status::{CancelReason, Status};
use crate::store::{STUCK_TICKS, is_stuck};
use crate::task::Task;
use serde::{Deserialize, Serialize};
use vocab::Tick;

/// The root cause of a task that failed or makes no progress. Every failed task has exactly one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StallClass {
    /// The task failed because no plan leads to its goal.
    Unplannable,
    /// The task was blocked for too long, for a reason that it names.
    BlockedReason,
    /// The task is held up because the agent's body is disconnected or dead.
    ExecutorUnavailable,
    /// The request for a task had no goal key. Such a task is never stored, only counted.
    GoalKeyMissing,
    /// A thought of the language model was not allowed to become a task. Such a task is never stored, only counted.
    ConvertEligibleGate,
    /// The task made no progress for five minutes and names no reason for it.
    StuckPending,
    /// The task failed because there is no path to its place, even with digging and building.
    NoPath,
    /// The task failed because a block or creature that it needs was not found.
    NotFound,
    /// The task failed because the body claimed success, but the world does not show it.
    Contradicted,
    /// The task failed because its actions made no progress.
    NoProgress,
    /// The task failed because the world refused every attempt.
    Refused,
    /// The task failed because the bag is full and no item in it can be dropped.
    BagFull,
    /// The task failed because its tool broke and no other could be obtained.
    ToolLost,
    /// The task failed because danger interrupted it too often.
    Endangered,
    /// The task failed because the body died during it.
    Died,
    /// The task failed because a child task, which had to be done first, failed.
    ChildFailed,
    /// The task was dropped because the program broke while it was at hand.
    Shaken,
}

impl StallClass {
    pub const ALL: [StallClass; 17] = [
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
        StallClass::Shaken,
    ];

    /// The name of a stall class, as used in counters and reports.
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
            StallClass::Shaken => "shaken",
        }
    }
}

/// The stall class of a task, computed from its record; `None` when the task is not stalled, was done or was cancelled.
/// `has_body` says whether the agent has a living body. Time may stand still without a body, so its absence counts at
/// once.
pub fn class_of<G, R>(task: &Task<G, R>, now: Tick, has_body: bool) -> Option<StallClass> {
    let long_ago = |since: Tick| now.since(since) > STUCK_TICKS;
    match task.status() {
        Status::Done => None,
        Status::Failed { class } => Some(class),
        Status::Cancelled { why } => (why == CancelReason::Stuck).then_some(StallClass::StuckPending),
        _ if !has_body => Some(StallClass::ExecutorUnavailable),
        Status::Blocked { .. } => {
            let blocked_at = task.history().last().map_or(now, |change| change.at);
            long_ago(blocked_at).then_some(StallClass::BlockedReason)
        }
        Status::Pending | Status::Active => is_stuck(task, now).then_some(StallClass::StuckPending),
    }
}
