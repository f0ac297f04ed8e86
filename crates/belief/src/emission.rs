//! What the bus sends: deltas once a second, snapshots every five seconds and on request.

use crate::saliency::Pending;
use crate::track::Track;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::delta::Emission;
use vocab::{SaliencyDelta, Snapshot, Tick};

/// Game ticks between two messages from belief to cognition: five mind ticks.
pub const EMIT_TICKS: u64 = 20;
/// Game ticks between two snapshots of all tracks: twenty-five mind ticks.
pub const SNAPSHOT_TICKS: u64 = 100;

/// Decides when to send changes and snapshots of tracks to cognition.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Emitter {
    pub pending: Pending,
    emitted: Option<Tick>,
    snapshot_at: Option<Tick>,
    snapshot_asked: bool,
    out: Emission,
    /// The list of tracks of the last snapshot, reused so that the next one allocates nothing.
    #[serde(skip)]
    spare: Vec<vocab::TrackView>,
}

/// Compares two emitters; the reused list does not count.
impl PartialEq for Emitter {
    fn eq(&self, other: &Emitter) -> bool {
        let Emitter { pending, emitted, snapshot_at, snapshot_asked, out, spare: _ } = self;
        (pending, emitted, snapshot_at) == (&other.pending, &other.emitted, &other.snapshot_at)
            && (snapshot_asked, out) == (&other.snapshot_asked, &other.out)
    }
}

impl Eq for Emitter {}

impl Default for Emitter {
    fn default() -> Emitter {
        Emitter {
            pending: Pending::with_room(),
            emitted: None,
            snapshot_at: None,
            snapshot_asked: true,
            out: Emission::default(),
            spare: Vec::new(),
        }
    }
}

impl Emitter {
    pub fn request_snapshot(&mut self) {
        self.snapshot_asked = true;
    }

    pub fn emit(&mut self, now: Tick, tracks: &[Track]) -> Option<&Emission> {
        if self.emitted.is_some_and(|last| now.since(last) < EMIT_TICKS) {
            return None;
        }
        self.flush(now, tracks)
    }

    /// Sends the waiting changes of tracks without waiting for the next second.
    pub fn flush(&mut self, now: Tick, tracks: &[Track]) -> Option<&Emission> {
        let due = self.snapshot_at.is_none_or(|last| now.since(last) >= SNAPSHOT_TICKS);
        let with_snapshot = due || self.snapshot_asked || self.pending.overflowed;
        if !with_snapshot && self.pending.deltas.is_empty() {
            return None;
        }
        self.emitted = Some(now);
        self.out.tick = now;
        self.out.deltas.clear();
        if let Some(snapshot) = self.out.snapshot.take() {
            self.spare = snapshot.tracks;
        }
        if with_snapshot {
            let mut views = core::mem::take(&mut self.spare);
            views.clear();
            views.extend(tracks.iter().filter_map(|track| track.announced.map(|told| told.view)));
            self.out.snapshot = Some(Snapshot { tick: now, tracks: views });
            self.snapshot_at = Some(now);
            self.snapshot_asked = false;
        }
        // Changes of tracks are sent along with a snapshot, although it contains the tracks: they say what happened,
        // and applying them changes nothing.
        self.out.deltas.extend_from_slice(&self.pending.deltas);
        self.out.deltas.sort_unstable_by_key(SaliencyDelta::order);
        self.pending.clear();
        Some(&self.out)
    }
}
