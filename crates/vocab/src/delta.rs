//! Changes of belief that are large enough to be reported: typed, bounded, each with the track's new view.

use crate::snapshot::{Snapshot, TrackView};
use crate::tick::Tick;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Most changes of believed entities in one message to cognition; if there are more, a snapshot of all is sent instead.
pub const DELTAS_MAX: usize = 32;

/// What happened to a believed entity, most urgent first. If several changes happen to one between two messages, the
/// first in this list is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// The believed entity is gone: it was forgotten, evicted, or recognised as another one.
    Evicted,
    NewThreat,
    NewTrack,
    ThreatRaised,
    /// The entity was seen again after it had been inferred or lost.
    Reappeared,
    Lost,
    Reclassified,
    ThreatLowered,
    Inferred,
    /// The entity's distance to the body changed by a bucket (two blocks).
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

/// One change of a believed entity, and the entity after it. Applying a delta replaces the consumer's view of that
/// track ([`Change::Evicted`] removes it), so deltas never depend on each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaliencyDelta {
    /// The tick of the last change that this delta stands for.
    pub tick: Tick,
    pub change: Change,
    pub view: TrackView,
}

impl SaliencyDelta {
    /// The key by which changes of believed entities are sorted in a message.
    pub fn order(&self) -> (Tick, crate::track_id::TrackId, Change) {
        (self.tick, self.view.id, self.change)
    }
}

/// What belief reports to cognition at one moment. A consumer applies the snapshot, if there is one, before the deltas.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Emission {
    pub tick: Tick,
    pub snapshot: Option<Snapshot>,
    /// The changes of believed entities, at most [`DELTAS_MAX`], sorted.
    pub deltas: Vec<SaliencyDelta>,
}
