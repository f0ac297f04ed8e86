//! The attention budget: how much one tick may look at, as explicit state, and what was left out.

use serde::{Deserialize, Serialize};

/// What a tick may cost. Beyond it, the most dangerous and the nearest come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// Detections looked at in one tick.
    pub detections_max: usize,
    /// Detections weighed for one track.
    pub candidates_per_track_max: usize,
    /// Pairs of new and lost tracks weighed for recognition in one tick.
    pub recognitions_max: usize,
}

impl Budget {
    /// Twice the cap: every track is seen, and as many things are new.
    pub const fn for_cap(track_cap: usize) -> Budget {
        Budget { detections_max: track_cap * 2, candidates_per_track_max: 12, recognitions_max: track_cap * 64 }
    }
}

/// What a tick did cost, and what it left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Spent {
    pub detections: u32,
    pub detections_left_out: u32,
    pub candidates: u32,
    pub candidates_left_out: u32,
    pub recognitions: u32,
    pub recognitions_left_out: u32,
}
