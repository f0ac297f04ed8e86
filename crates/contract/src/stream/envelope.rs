//! The envelope as JSON: belief's changes and snapshots in coarse integer units.

use super::id::StreamId;
use crate::fields::{list, whole};
use serde::{Deserialize, Serialize};
use vocab::delta::Change;
use vocab::{BlockPos, Name, SaliencyDelta, ThreatLevel, Tick, TrackId, TrackView, Visibility};

/// The supported version of belief stream messages. Every envelope states its version; it is never guessed from the
/// fields.
pub const REQUEST_VERSION: &str = "saliency_delta/1";
/// Most tracks (believed entities) in one snapshot: the largest cap that belief accepts.
pub const SNAPSHOT_TRACKS_MAX: usize = 4_096;

/// One message of a bot's belief stream. Its snapshot, if any, is applied before its events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Envelope {
    pub request_version: String,
    pub stream_id: StreamId,
    /// The number of the envelope in its stream, from 0 without gaps.
    #[serde(deserialize_with = "whole")]
    pub seq: u64,
    /// The game tick at which the envelope was emitted.
    #[serde(deserialize_with = "whole")]
    pub tick_id: u64,
    pub snapshot: Option<SnapshotBody>,
    #[serde(deserialize_with = "list")]
    pub events: Vec<Event>,
}

/// All tracks (believed entities) emitted so far; replaces everything that the consumer held.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct SnapshotBody {
    /// The tracks, sorted by id.
    #[serde(deserialize_with = "list")]
    pub tracks: Vec<Track>,
}

/// One change to a believed entity, and its track after the change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Event {
    #[serde(deserialize_with = "whole")]
    pub tick_id: u64,
    pub event_type: Change,
    pub track: Track,
}

/// One believed entity in a message of the belief stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Track {
    pub track_id: String,
    pub kind: String,
    /// The confidence in the entity's kind, in tenths.
    pub sure: u8,
    pub block: [i32; 3],
    /// The entity's distance to the bot in units of two blocks.
    pub distance_bucket: u8,
    pub visibility: Visibility,
    pub threat_level: ThreatLevel,
}

impl From<&TrackView> for Track {
    fn from(view: &TrackView) -> Track {
        Track {
            track_id: view.id.to_string(),
            kind: view.kind.as_str().into(),
            sure: view.sure,
            block: [view.at.x, view.at.y, view.at.z],
            distance_bucket: view.distance,
            visibility: view.visibility,
            threat_level: view.threat,
        }
    }
}

impl Track {
    /// Checks the fields of a received track and converts it; the error says what is wrong.
    pub fn view(&self) -> Result<TrackView, String> {
        let id: TrackId = self.track_id.parse().map_err(|error| format!("{:.40}: {error}", self.track_id))?;
        if self.kind.len() > vocab::name::NAME_BYTES_MAX || self.kind.is_empty() {
            return Err(format!("{id}: `kind` must have 1 to {} bytes", vocab::name::NAME_BYTES_MAX));
        }
        if self.sure > 10 {
            return Err(format!("{id}: `sure` must be 0 to 10 (tenths), not {}", self.sure));
        }
        let [x, y, z] = self.block;
        Ok(TrackView {
            id,
            kind: Name::new(&self.kind),
            sure: self.sure,
            at: BlockPos::new(x, y, z),
            distance: self.distance_bucket,
            visibility: self.visibility,
            threat: self.threat_level,
        })
    }
}

impl From<&SaliencyDelta> for Event {
    fn from(delta: &SaliencyDelta) -> Event {
        Event { tick_id: delta.tick.0, event_type: delta.change, track: Track::from(&delta.view) }
    }
}

impl Event {
    pub fn delta(&self) -> Result<SaliencyDelta, String> {
        Ok(SaliencyDelta { tick: Tick(self.tick_id), change: self.event_type, view: self.track.view()? })
    }
}
