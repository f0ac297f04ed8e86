//! The receiving end of a stream: applies envelopes in order, drops old ones, detects gaps and asks for a snapshot.

use super::envelope::Envelope;
use super::id::StreamId;
use std::collections::BTreeMap;
use vocab::delta::Change;
use vocab::{TrackId, TrackView};

/// How many bots one consumer of belief streams can follow.
pub const STREAMS_MAX: usize = 256;

/// What a consumer did with a received envelope (a message of a bot's belief stream).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Applied {
    /// The envelope was applied: the consumer's view now equals the emitter's as of this envelope.
    Applied,
    /// The envelope was dropped: it is older than what was already applied.
    Stale,
    /// The envelope was dropped: others are missing before it. Ask the emitter for a snapshot.
    SnapshotNeeded { expected: u64, got: u64 },
    /// The envelope was dropped: it comes from another bot.
    OtherBot,
    /// The envelope was dropped: its contents contradict its header (an earlier tick, an invalid track). Ask for a
    /// snapshot.
    Malformed,
}

/// What one consumer knows about the surroundings of one bot, from its belief stream.
#[derive(Debug, Clone, Default)]
pub struct StreamCursor {
    stream: Option<StreamId>,
    next_seq: u64,
    tick_id: u64,
    view: BTreeMap<TrackId, TrackView>,
    behind: bool,
}

impl StreamCursor {
    pub fn new() -> StreamCursor {
        StreamCursor::default()
    }

    /// The tracked entities, sorted by id. Valid unless [`Self::needs_snapshot`] returns true.
    pub fn view(&self) -> impl Iterator<Item = &TrackView> {
        self.view.values()
    }

    /// Whether an envelope of the stream was missed, or none has arrived yet.
    pub fn needs_snapshot(&self) -> bool {
        self.behind || self.stream.is_none()
    }

    pub fn apply(&mut self, envelope: &Envelope) -> Applied {
        let known = self.stream.as_ref();
        if known.is_some_and(|stream| stream.bot() != envelope.stream_id.bot()) {
            return Applied::OtherBot;
        }
        if known.is_some_and(|stream| envelope.stream_id.start() < stream.start()) {
            return Applied::Stale; // The envelope is from before the bot's restart.
        }
        let restarted = known.is_none_or(|stream| envelope.stream_id.start() > stream.start());
        let expected = if restarted { 0 } else { self.next_seq };
        if envelope.seq < expected {
            return Applied::Stale;
        }
        if envelope.snapshot.is_none() && (restarted || envelope.seq > expected) {
            self.behind = true;
            return Applied::SnapshotNeeded { expected, got: envelope.seq };
        }
        if !restarted && envelope.tick_id < self.tick_id {
            self.behind = true;
            return Applied::Malformed;
        }
        self.take(envelope)
    }

    /// Applies the next envelope of the stream, completely or not at all.
    fn take(&mut self, envelope: &Envelope) -> Applied {
        let snapshot = envelope.snapshot.as_ref().map(|body| body.tracks.iter().map(super::Track::view).collect());
        let snapshot: Option<Result<Vec<TrackView>, String>> = snapshot;
        let deltas: Result<Vec<_>, String> = envelope.events.iter().map(super::Event::delta).collect();
        let (Ok(snapshot), Ok(deltas)) = (snapshot.transpose(), deltas) else {
            self.behind = true;
            return Applied::Malformed;
        };
        if let Some(tracks) = snapshot {
            self.view = tracks.into_iter().map(|view| (view.id, view)).collect();
            self.behind = false;
        }
        for delta in deltas {
            if delta.change == Change::Evicted {
                self.view.remove(&delta.view.id);
            } else {
                self.view.insert(delta.view.id, delta.view);
            }
        }
        self.stream = Some(envelope.stream_id.clone());
        self.next_seq = envelope.seq.saturating_add(1);
        self.tick_id = envelope.tick_id;
        Applied::Applied
    }
}

/// The belief streams of several bots, with one cursor per bot.
#[derive(Debug, Clone, Default)]
pub struct Streams {
    cursors: BTreeMap<String, StreamCursor>,
}

/// The consumer already follows as many bots as it can.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("already following {STREAMS_MAX} bots, the most that one consumer can")]
pub struct StreamsFull;

impl Streams {
    pub fn new() -> Streams {
        Streams::default()
    }

    /// Passes the envelope to the cursor of the bot that sent it.
    pub fn apply(&mut self, envelope: &Envelope) -> Result<Applied, StreamsFull> {
        let bot = envelope.stream_id.bot();
        if self.cursors.len() >= STREAMS_MAX && !self.cursors.contains_key(bot) {
            return Err(StreamsFull);
        }
        Ok(self.cursors.entry(bot.to_string()).or_default().apply(envelope))
    }

    pub fn cursor(&self, bot: &str) -> Option<&StreamCursor> {
        self.cursors.get(bot)
    }
}
