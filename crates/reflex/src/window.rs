//! The override window: how long a reflex keeps the body, and how it lets go.

use crate::rules::Rule;
use serde::{Deserialize, Serialize};
use vocab::tick::TICKS_PER_MIND_TICK;
use vocab::{Tick, TrackId};

/// Mind ticks that a critical and a high reflex keep the body after they last had a reason to.
pub const CRITICAL_MIND_TICKS: u64 = 15;
pub const HIGH_MIND_TICKS: u64 = 10;

/// How much is at stake.
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

/// An open window. Closed means that the planner has the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    pub rule: Rule,
    pub about: Option<TrackId>,
    pub urgency: Urgency,
    pub entered: Tick,
    /// The first tick at which the body is free again, unless renewed.
    pub until: Tick,
}

/// What happened to the window in a tick.
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
