//! The receiving end: applies envelopes in order, drops stale ones, notices gaps and asks for a snapshot.

use super::envelope::Envelope;
use super::id::StreamId;
use std::collections::BTreeMap;
use vocab::delta::Change;
use vocab::{TrackId, TrackView};

/// Bots one consumer listens to.
pub const STREAMS_MAX: usize = 256;

/// What became of an envelope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Applied {
    /// The view is the emitter's as of this envelope.
    Applied,
    /// From before what is known already; dropped.
    Stale,
    /// Something is missing in between; dropped. Ask the emitter for a snapshot.
    SnapshotNeeded { expected: u64, got: u64 },
    /// From another bot; dropped.
    OtherBot,
    /// Its contents contradict its header (a tick before the last one, a bad track); dropped. Ask for a snapshot.
    Malformed,
}

/// What one consumer knows of one bot's surroundings.
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

    /// The believed entities, sorted by id. Trustworthy unless [`Self::needs_snapshot`].
    pub fn view(&self) -> impl Iterator<Item = &TrackView> {
        self.view.values()
    }

    /// Whether something was missed, or nothing has come yet.
    pub fn needs_snapshot(&self) -> bool {
        self.behind || self.stream.is_none()
    }

    pub fn apply(&mut self, envelope: &Envelope) -> Applied {
        let known = self.stream.as_ref();
        if known.is_some_and(|stream| stream.bot() != envelope.stream_id.bot()) {
            return Applied::OtherBot;
        }
        if known.is_some_and(|stream| envelope.stream_id.start() < stream.start()) {
            return Applied::Stale; // from before the bot's restart
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

    /// Applies an envelope whose turn it is: wholly or not at all.
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

/// A cursor for each bot.
#[derive(Debug, Clone, Default)]
pub struct Streams {
    cursors: BTreeMap<String, StreamCursor>,
}

/// More bots than a consumer listens to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{STREAMS_MAX} bots are listened to already")]
pub struct StreamsFull;

impl Streams {
    pub fn new() -> Streams {
        Streams::default()
    }

    /// Hands the envelope to its bot's cursor.
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
