//! ACTIVE_SENSE_REQUEST: a dangerous entity has just gone out of sight, so the body should look where it is believed to be.

use crate::track::Track;
use serde::{Deserialize, Serialize};
use vocab::{Action, FinePos, ThreatLevel, Tick, TrackId, Visibility};

/// A request that the body look somewhere. As an action it has the lowest priority of all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SenseRequest {
    pub tick: Tick,
    pub track: TrackId,
    pub at: FinePos,
    pub threat: ThreatLevel,
    pub visibility: Visibility,
}

impl SenseRequest {
    /// The action that the request asks the body to do.
    pub fn action(&self) -> Action {
        Action::LookAt { at: self.at }
    }
}

/// Records a request to look if a dangerous entity has just gone out of sight. Of several, that of the most dangerous
/// and oldest track is kept. `before` is the track's visibility and threat before this tick, because a lost track has
/// no threat any more.
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
