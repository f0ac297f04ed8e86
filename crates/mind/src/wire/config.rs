//! What can be set about a mind. Plain numbers with defaults; whoever reads the config file fills them in.

use crate::wants::keeping::Controller;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    /// Ticks between two drive ticks while something is under way (180 s).
    pub drive_interval_ticks: u64,
    /// Ticks between two requests for a snapshot (a minute: replaying a minute takes milliseconds).
    pub save_interval_ticks: u64,
    /// Who looks after the body.
    pub upkeep: Controller,
}

impl Default for Config {
    fn default() -> Config {
        Config { drive_interval_ticks: 3_600, save_interval_ticks: 1_200, upkeep: Controller::Forecast }
    }
}
