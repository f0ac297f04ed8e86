//! The settings of a mind: plain numbers with defaults. The caller fills them in from the config file.

use crate::wants::keeping::UpkeepRule;
use crate::wire::thinking::Thinking;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// The settings of one session. They are no part of what lasts: each start of the program brings them anew.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    /// Ticks between two drive ticks (which choose a goal for the agent) while a task is running: 180 s.
    pub drive_interval_ticks: u64,
    /// Ticks between two requests to save the mind's state (one minute; replaying a minute takes milliseconds).
    pub save_interval_ticks: u64,
    /// Which rule decides about the body's needs.
    pub upkeep: UpkeepRule,
    /// The settings of thinking, until the next start of the program brings others.
    pub thinking: Thinking,
    /// Players whose lines of chat the agent hears. Lines that the owner hands in need no entry.
    pub chat_allow: Vec<String>,
    /// Whether the body finds blocks that it has never seen, where the world allows that.
    pub xray: bool,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            drive_interval_ticks: 3_600,
            save_interval_ticks: 1_200,
            upkeep: UpkeepRule::Forecast,
            chat_allow: Vec::new(),
            xray: false,
            thinking: Thinking::default(),
        }
    }
}
