//! What the agent does and why: one small value that a screen or a page puts into words.

use crate::hands::arbiter::Controller;
use crate::wire::reason::Reason;
use serde::{Deserialize, Serialize};
use tasks::TaskId;
use vocab::{Action, BlockPos, GoalKey, Tick};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    pub tick: Tick,
    pub controller: Controller,
    pub doing: Doing,
    pub task: Option<TaskStatus>,
    /// Half hearts and half drumsticks; `None` when the world has not told.
    pub health: Option<u8>,
    pub food: Option<u8>,
    pub at: BlockPos,
    /// Tick of the day.
    pub time_of_day: u16,
}

/// What the body is doing at the moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Doing {
    Nothing,
    Dead,
    /// The link to the body is down.
    Away,
    Action {
        action: Action,
        why: Reason,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskStatus {
    pub id: TaskId,
    pub key: GoalKey,
    pub done: u32,
    pub of: u32,
}
