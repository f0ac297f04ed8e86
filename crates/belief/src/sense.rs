//! ACTIVE_SENSE_REQUEST: a dangerous thing has just gone out of sight, so it is worth a look where it should be.

use crate::track::Track;
use serde::{Deserialize, Serialize};
use vocab::{Action, FinePos, ThreatLevel, Tick, TrackId, Visibility};

/// A wish to look somewhere. Telemetry at first; as an action it has the lowest priority of all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SenseRequest {
    pub tick: Tick,
    pub track: TrackId,
    pub at: FinePos,
    pub threat: ThreatLevel,
    pub visibility: Visibility,
}

impl SenseRequest {
    /// The look it asks for.
    pub fn action(&self) -> Action {
        Action::LookAt { at: self.at }
    }
}

/// Notes a request when this track calls for one; of several, the most dangerous and oldest track is kept.
/// To be called with the visibility before this tick, and the threat as of when it was last in sight or inferred.
pub fn consider(request: &mut Option<SenseRequest>, track: &Track, before: Visibility, at: FinePos, now: Tick) {
    let faded = before < track.visibility;
    let worth = track.confirmed && track.threat >= ThreatLevel::High;
    if faded && worth && request.is_none_or(|held| held.threat < track.threat) {
        let (threat, visibility) = (track.threat, track.visibility);
        *request = Some(SenseRequest { tick: now, track: track.id, at, threat, visibility });
    }
}
