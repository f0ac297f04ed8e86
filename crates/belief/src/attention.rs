//! The attention budget: how much work one tick may do, as explicit state, and what was left out.

use serde::{Deserialize, Serialize};

/// Limits of the work that belief does in one tick. Beyond them, the most dangerous and the nearest entities come
/// first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// Most detections examined in one tick.
    pub detections_max: usize,
    /// Most detections compared with one track.
    pub candidates_per_track_max: usize,
    /// Most pairs of a new and a lost track that are compared in one tick.
    pub recognitions_max: usize,
}

impl Budget {
    /// Limits that fit a cap on tracks: twice the cap, because every track may be seen and as many entities may be new.
    pub const fn for_cap(track_cap: usize) -> Budget {
        Budget { detections_max: track_cap * 2, candidates_per_track_max: 12, recognitions_max: track_cap * 64 }
    }
}

/// The work that belief did in a tick, and what it left out because of the limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Spent {
    pub detections: u32,
    pub detections_left_out: u32,
    pub candidates: u32,
    pub candidates_left_out: u32,
    pub recognitions: u32,
    pub recognitions_left_out: u32,
}
