//! The override window: how long a reflex controls the body, and how it ends.

use crate::rules::Rule;
use serde::{Deserialize, Serialize};
use vocab::tick::TICKS_PER_MIND_TICK;
use vocab::{Tick, TrackId};

/// Mind ticks for which a critical and a high reflex keep control after their rule last fired.
pub const CRITICAL_MIND_TICKS: u64 = 15;
pub const HIGH_MIND_TICKS: u64 = 10;

/// How dangerous the situation is.
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

/// An open window. While none is open, planned tasks control the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    pub rule: Rule,
    pub about: Option<TrackId>,
    pub urgency: Urgency,
    pub entered: Tick,
    /// The first tick at which other controllers may use the body, unless the window is renewed.
    pub until: Tick,
}

/// What happened to the window in one tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WindowEvent {
    Entered {
        rule: Rule,
        urgency: Urgency,
        about: Option<TrackId>,
    },
    /// Another rule took over while the window was open.
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
