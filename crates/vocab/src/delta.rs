//! Changes of belief that are large enough to be reported: typed, bounded, each with the track's new view.

use crate::snapshot::{Snapshot, TrackView};
use crate::tick::Tick;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Most deltas in one emission; a snapshot replaces more.
pub const DELTAS_MAX: usize = 32;

/// What happened, most urgent first. If several changes happen to one track between two emissions, the first in this list is
/// reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// The track is gone: it was forgotten, evicted, or recognised as another track.
    Evicted,
    NewThreat,
    NewTrack,
    ThreatRaised,
    /// Seen again after it had been inferred or lost.
    Reappeared,
    Lost,
    Reclassified,
    ThreatLowered,
    Inferred,
    /// Its distance to the body changed by a bucket.
    Moved,
}

impl Change {
    pub const ALL: [Change; 10] = [
        Change::Evicted,
        Change::NewThreat,
        Change::NewTrack,
        Change::ThreatRaised,
        Change::Reappeared,
        Change::Lost,
        Change::Reclassified,
        Change::ThreatLowered,
        Change::Inferred,
        Change::Moved,
    ];

    pub const fn word(self) -> &'static str {
        match self {
            Change::Evicted => "evicted",
            Change::NewThreat => "new_threat",
            Change::NewTrack => "new_track",
            Change::ThreatRaised => "threat_raised",
            Change::Reappeared => "reappeared",
            Change::Lost => "lost",
            Change::Reclassified => "reclassified",
            Change::ThreatLowered => "threat_lowered",
            Change::Inferred => "inferred",
            Change::Moved => "moved",
        }
    }
}

/// One change and the view it leads to. Applying a delta replaces the consumer's view of that track
/// ([`Change::Evicted`] removes it), so deltas never depend on each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaliencyDelta {
    /// The tick of the last change that this delta stands for.
    pub tick: Tick,
    pub change: Change,
    pub view: TrackView,
}

impl SaliencyDelta {
    /// The order in which deltas are reported.
    pub fn order(&self) -> (Tick, crate::track_id::TrackId, Change) {
        (self.tick, self.view.id, self.change)
    }
}

/// What belief reports at one moment. A consumer applies the snapshot, if there is one, before the deltas.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Emission {
    pub tick: Tick,
    pub snapshot: Option<Snapshot>,
    /// At most [`DELTAS_MAX`], sorted.
    pub deltas: Vec<SaliencyDelta>,
}
