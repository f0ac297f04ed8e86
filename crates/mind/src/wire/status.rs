//! The agent's status: what it does and why, as a small value that the screen and the page put into words.

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
    /// A person paused the agent: it only stays alive.
    pub paused: bool,
    pub task: Option<TaskStatus>,
    /// The body's health in half hearts and food in half drumsticks; `None` when the world has not sent them.
    pub health: Option<u8>,
    pub food: Option<u8>,
    pub at: BlockPos,
    /// The tick of the game day.
    pub time_of_day: u16,
}

/// What the body does now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Doing {
    Nothing,
    Dead,
    /// The body does nothing because the link to it is down.
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
