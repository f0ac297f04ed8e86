//! The compact view of what is believed to be out there: what cognition sees at most.

use crate::hazard::ThreatLevel;
use crate::name::Name;
use crate::position::BlockPos;
use crate::tick::Tick;
use crate::track_id::TrackId;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Whether a believed entity is in sight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    Visible,
    /// Out of sight for a moment; where it is follows from where it went.
    Inferred,
    /// Out of sight for long; kept so that it is recognised when it comes back.
    Lost,
}

impl Visibility {
    pub const fn word(self) -> &'static str {
        match self {
            Visibility::Visible => "visible",
            Visibility::Inferred => "inferred",
            Visibility::Lost => "lost",
        }
    }
}

/// One believed entity in coarse units, as it was last said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TrackView {
    pub id: TrackId,
    /// The likeliest kind, or `unknown`.
    pub kind: Name,
    /// How sure the kind is, in tenths.
    pub sure: u8,
    /// The block it was in.
    pub at: BlockPos,
    /// Distance to the body in steps of two blocks.
    pub distance: u8,
    pub visibility: Visibility,
    pub threat: ThreatLevel,
}

/// Everything said so far, sorted by id. Replaces whatever the consumer held.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Snapshot {
    pub tick: Tick,
    pub tracks: Vec<TrackView>,
}
