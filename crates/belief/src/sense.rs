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
/// `before` is its visibility and threat before this tick: what is lost is no threat any more, but was one.
pub fn consider(
    request: &mut Option<SenseRequest>,
    track: &Track,
    before: (Visibility, ThreatLevel),
    at: FinePos,
    now: Tick,
) {
    if before.0 >= track.visibility || !track.confirmed {
        return;
    }
    let threat = before.1.max(track.threat);
    if threat >= ThreatLevel::High && request.is_none_or(|held| held.threat < threat) {
        *request = Some(SenseRequest { tick: now, track: track.id, at, threat, visibility: track.visibility });
    }
}
