//! What the bus answers to one tick of evidence: what happened, or why the tick was refused.

use crate::attention::Spent;
use crate::evidence::Refused;
use serde::{Deserialize, Serialize};
use vocab::{FinePos, Tick};

/// What belief did with the detections of one tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Ingested {
    pub refused: Refused,
    pub spent: Spent,
    pub born: u32,
    pub recognised: u32,
    pub evicted: u32,
    /// How many tracks gave their recent path to another track, or to a new one, because the walking pace did not fit.
    pub revised: u32,
    /// How many tracks turned out to follow another entity.
    pub slipped: u32,
    /// How many detections found no room, because every existing track is worth more.
    pub no_room: u32,
    /// Game ticks for which belief got no detections, if more than one mind tick has passed.
    pub skipped_ticks: u64,
}

/// Why belief refused the detections of a tick. Nothing has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IngestError {
    /// The tick is not after the last one taken in.
    TickNotAfter { last: Tick, given: Tick },
    /// The body's position is outside any world.
    BodyOutOfWorld { at: FinePos },
}

impl core::fmt::Display for IngestError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            IngestError::TickNotAfter { last, given } => {
                write!(f, "tick {given} does not come after {last}: send each tick once, in order")
            }
            IngestError::BodyOutOfWorld { at } => {
                write!(f, "the body's place ({}, {}, {} thousandths) is outside any world", at.x, at.y, at.z)
            }
        }
    }
}

impl core::error::Error for IngestError {}
