//! The override window: how long a reflex controls the body, and how it ends.

use crate::rules::Rule;
use serde::{Deserialize, Serialize};
use vocab::tick::TICKS_PER_MIND_TICK;
use vocab::{Tick, TrackId};

/// A reflex of critical urgency, and one of high urgency, keeps control of the body for this many mind ticks after its
/// rule last fired.
pub const CRITICAL_MIND_TICKS: u64 = 15;
pub const HIGH_MIND_TICKS: u64 = 10;

/// How urgent a reflex is. It decides how long the reflex keeps control of the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Urgency {
    High,
    Critical,
}

impl Urgency {
    pub const fn window_ticks(self) -> u64 {
        match self {
            Urgency::High => HIGH_MIND_TICKS * TICKS_PER_MIND_TICK,
            Urgency::Critical => CRITICAL_MIND_TICKS * TICKS_PER_MIND_TICK,
        }
    }
}

/// The time span in which a reflex controls the body. Outside it, planned tasks control the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    pub rule: Rule,
    pub about: Option<TrackId>,
    pub urgency: Urgency,
    pub entered: Tick,
    /// The first tick at which other controllers may use the body again, unless the reflex rule fires before.
    pub until: Tick,
}

/// How the reflexes' control of the body changed in one tick: begun, handed to another rule, or ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WindowEvent {
    Entered {
        rule: Rule,
        urgency: Urgency,
        about: Option<TrackId>,
    },
    /// Another reflex rule took over while the first still controlled the body.
    Changed {
        from: Rule,
        to: Rule,
        about: Option<TrackId>,
    },
    Left {
        rule: Rule,
        held_ticks: u64,
    },
}
