//! A compact view of the believed entities: the most that cognition gets to see.

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
    /// The entity is out of sight for a moment; its place is computed from its last movement.
    Inferred,
    /// The entity is out of sight for longer; it is kept so that it can be recognised when it returns.
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

/// One believed entity in coarse units, as last reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TrackView {
    pub id: TrackId,
    /// The entity's likeliest kind, or `unknown`.
    pub kind: Name,
    /// The probability of the likeliest kind, in tenths.
    pub sure: u8,
    /// The block that the entity was believed to be in when this was reported.
    pub at: BlockPos,
    /// The entity's distance to the body in steps of two blocks.
    pub distance: u8,
    pub visibility: Visibility,
    pub threat: ThreatLevel,
}

/// All entities that belief has reported, sorted by id. It replaces everything that the consumer held.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Snapshot {
    pub tick: Tick,
    pub tracks: Vec<TrackView>,
}
