//! What the agent does and why, for people: one small value that a screen or a page shows as it is.

use crate::hands::arbiter::Controller;
use alloc::string::String;
use serde::{Deserialize, Serialize};
use tasks::TaskId;
use vocab::{BlockPos, Tick};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    pub tick: Tick,
    pub controller: Controller,
    /// What it does, in words: `collecting oak_log`.
    pub doing: String,
    /// Why, in words.
    pub why: String,
    pub task: Option<TaskStatus>,
    /// Half hearts and half drumsticks; `None` when the world has not told.
    pub health: Option<u8>,
    pub food: Option<u8>,
    pub at: BlockPos,
    /// Tick of the day.
    pub time_of_day: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskStatus {
    pub id: TaskId,
    pub key: String,
    pub done: u32,
    pub of: u32,
}
