//! What is told of builds.

use alloc::string::String;
use building::Site;
use building::build::BuildEvent;
use serde::{Deserialize, Serialize};
use tasks::TaskId;

/// Something that happened to a build.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuildNews {
    pub task: Option<TaskId>,
    pub number: u32,
    /// The blueprint.
    pub name: String,
    /// Blueprint and site; `None` before the site is signed.
    pub key: Option<String>,
    pub site: Option<Site>,
    pub event: BuildEvent,
}

/// What came of a blueprint that was handed in with an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Imported {
    Taken,
    TooLong { bytes: u64 },
    Damaged,
    BadName { max: u32 },
}
