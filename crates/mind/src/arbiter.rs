//! Who controls the body this tick: exactly one of four, in a fixed order.

use serde::{Deserialize, Serialize};

/// A controller of the body. The order is the order of precedence, lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Controller {
    #[default]
    Idle,
    Task,
    Upkeep,
    Reflex,
}
