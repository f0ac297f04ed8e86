//! The belief stream: numbered envelopes with changes and snapshots of tracks, from one process start of one bot.

mod cursor;
mod decode;
mod envelope;
mod id;
mod writer;

pub use cursor::{Applied, StreamCursor, Streams, StreamsFull};
pub use decode::{BYTES_MAX, DecodeError, decode, encode};
pub use envelope::{Envelope, Event, REQUEST_VERSION, SNAPSHOT_TRACKS_MAX, SnapshotBody, Track};
pub use id::{BadStreamId, StreamId};
pub use writer::StreamWriter;

/// The JSON schema of an envelope (a message of a belief stream), for consumers in other languages.
pub const SCHEMA: &str = include_str!("../../schema/saliency_delta.v1.schema.json");
