//! Wraps what belief emits into envelopes and numbers them.

use super::envelope::{Envelope, Event, REQUEST_VERSION, SnapshotBody, Track};
use super::id::StreamId;
use vocab::delta::Emission;

/// The sending end of a belief stream: numbers the envelopes.
#[derive(Debug, Clone)]
pub struct StreamWriter {
    id: StreamId,
    next_seq: u64,
}

impl StreamWriter {
    pub fn new(id: StreamId) -> StreamWriter {
        StreamWriter { id, next_seq: 0 }
    }

    pub fn wrap(&mut self, emission: &Emission) -> Envelope {
        let seq = self.next_seq;
        self.next_seq += 1;
        let body = |tracks: &[vocab::TrackView]| SnapshotBody { tracks: tracks.iter().map(Track::from).collect() };
        Envelope {
            request_version: REQUEST_VERSION.into(),
            stream_id: self.id.clone(),
            seq,
            tick_id: emission.tick.0,
            snapshot: emission.snapshot.as_ref().map(|snapshot| body(&snapshot.tracks)),
            events: emission.deltas.iter().map(Event::from).collect(),
        }
    }
}
