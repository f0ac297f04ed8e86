//! Reads an envelope from untrusted bytes. The version is checked before anything else.

use super::envelope::{Envelope, REQUEST_VERSION, SNAPSHOT_TRACKS_MAX};
use crate::plain::{self, Misread};
use serde::Deserialize;
use vocab::delta::DELTAS_MAX;

/// The longest envelope (a message of a belief stream) that is read: a full snapshot of 4,096 tracks has about 700 kB.
pub const BYTES_MAX: usize = 1 << 20;

/// Why bytes are not a valid envelope (a message of a belief stream).
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    #[error("the envelope has {0} bytes; at most {BYTES_MAX} are read")]
    TooLong(usize),
    #[error("not a JSON object: {0}")]
    NotAnObject(Misread),
    #[error("the envelope has no text field \"request_version\"; send {REQUEST_VERSION:?}")]
    NoVersion,
    #[error("request_version {0:?} is not supported; send {REQUEST_VERSION:?}")]
    UnknownVersion(String),
    #[error("not an envelope of version {REQUEST_VERSION:?}: {0}")]
    Malformed(Misread),
    #[error("{0} events in one envelope; at most {DELTAS_MAX}")]
    TooManyEvents(usize),
    #[error("{0} tracks in one snapshot; at most {SNAPSHOT_TRACKS_MAX}")]
    TooManyTracks(usize),
    #[error("bad track: {0}")]
    BadTrack(String),
    #[error("the snapshot's tracks must be sorted by id, without duplicates")]
    UnsortedSnapshot,
    #[error("event of tick {event} in an envelope of tick {envelope}: events must not be later than their envelope")]
    EventFromTheFuture { event: u64, envelope: u64 },
}

/// The version of an envelope, the one field that all versions have; each version has its own reader for the others.
#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct Versioned {
    request_version: Option<serde_json::Value>,
}

/// Writes an envelope (a message of a belief stream) as JSON on one line.
pub fn encode(envelope: &Envelope) -> Vec<u8> {
    serde_json::to_vec(envelope).expect("an envelope is plain data")
}

/// Reads and checks one envelope (a message of a belief stream).
pub fn decode(bytes: &[u8]) -> Result<Envelope, DecodeError> {
    if bytes.len() > BYTES_MAX {
        return Err(DecodeError::TooLong(bytes.len()));
    }
    let versioned: Versioned = plain::read_object(bytes).map_err(DecodeError::NotAnObject)?;
    match versioned.request_version {
        Some(serde_json::Value::String(version)) if version == REQUEST_VERSION => {}
        Some(serde_json::Value::String(version)) => {
            return Err(DecodeError::UnknownVersion(version.chars().take(64).collect()));
        }
        _ => return Err(DecodeError::NoVersion),
    }
    let envelope: Envelope = plain::read_object(bytes).map_err(DecodeError::Malformed)?;
    check(&envelope)?;
    Ok(envelope)
}

fn check(envelope: &Envelope) -> Result<(), DecodeError> {
    if envelope.events.len() > DELTAS_MAX {
        return Err(DecodeError::TooManyEvents(envelope.events.len()));
    }
    for event in &envelope.events {
        event.delta().map_err(DecodeError::BadTrack)?;
        if event.tick_id > envelope.tick_id {
            return Err(DecodeError::EventFromTheFuture { event: event.tick_id, envelope: envelope.tick_id });
        }
    }
    let Some(snapshot) = &envelope.snapshot else { return Ok(()) };
    if snapshot.tracks.len() > SNAPSHOT_TRACKS_MAX {
        return Err(DecodeError::TooManyTracks(snapshot.tracks.len()));
    }
    let mut before = None;
    for track in &snapshot.tracks {
        let id = Some(track.view().map_err(DecodeError::BadTrack)?.id);
        if before >= id {
            return Err(DecodeError::UnsortedSnapshot);
        }
        before = id;
    }
    Ok(())
}
