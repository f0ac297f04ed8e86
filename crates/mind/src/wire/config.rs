//! The settings of a mind: plain numbers with defaults. The caller fills them in from the config file.

use crate::wants::keeping::Controller;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    /// Ticks between two drive ticks while a task is running (180 s).
    pub drive_interval_ticks: u64,
    /// Ticks between two requests for a snapshot (one minute; replaying a minute takes milliseconds).
    pub save_interval_ticks: u64,
    /// The rule that decides about upkeep.
    pub upkeep: Controller,
}

impl Default for Config {
    fn default() -> Config {
        Config { drive_interval_ticks: 3_600, save_interval_ticks: 1_200, upkeep: Controller::Forecast }
    }
}
