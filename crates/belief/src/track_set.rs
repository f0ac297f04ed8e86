//! The single model of all entities: a bounded set of tracks, sorted by id.

use crate::class::ClassBelief;
use crate::config::Config;
use crate::track::Track;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{Digest, FinePos, ThreatLevel, Tick, TrackId, Visibility};

/// Most unconfirmed tracks (entities seen once): a quarter of the cap on confirmed ones, but never fewer than eight.
fn glimpses_max(track_cap: usize) -> usize {
    (track_cap / 4).max(8)
}

/// All tracks: confirmed ones, at most the cap, and unconfirmed ones (seen once), at most a fixed fraction of it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TrackSet {
    tracks: Vec<Track>,
    next_id: u64,
}

impl TrackSet {
    pub fn with_room(config: &Config) -> TrackSet {
        let most = config.track_cap + glimpses_max(config.track_cap);
        TrackSet { tracks: Vec::with_capacity(most), next_id: 0 }
    }

    pub fn as_slice(&self) -> &[Track] {
        &self.tracks
    }

    pub fn as_mut_slice(&mut self) -> &mut [Track] {
        &mut self.tracks
    }

    pub fn confirmed(&self) -> impl Iterator<Item = &Track> {
        self.tracks.iter().filter(|track| track.confirmed)
    }

    pub fn get(&self, id: TrackId) -> Option<&Track> {
        self.tracks.binary_search_by_key(&id, |track| track.id).ok().map(|index| &self.tracks[index])
    }

    /// How many more unconfirmed tracks (entities seen once) fit.
    pub fn room_for_glimpses(&self, config: &Config) -> usize {
        let glimpses = self.tracks.iter().filter(|track| !track.confirmed).count();
        glimpses_max(config.track_cap).saturating_sub(glimpses)
    }

    /// Adds a track under the next id.
    pub fn add(&mut self, make: impl FnOnce(TrackId) -> Track) {
        let id = TrackId(self.next_id);
        self.next_id += 1;
        self.tracks.push(make(id));
    }

    pub fn remove(&mut self, index: usize) -> Track {
        self.tracks.remove(index)
    }

    pub fn retain(&mut self, keep: impl FnMut(&mut Track) -> bool) {
        self.tracks.retain_mut(keep);
    }

    /// How many confirmed tracks exceed the cap.
    pub fn surplus(&self, config: &Config) -> usize {
        self.confirmed().count().saturating_sub(config.track_cap)
    }

    /// The digest of everything about tracks that decisions may depend on. Provenance is left out.
    pub fn digest(&self) -> Digest {
        let canonical: Vec<Canonical<'_>> = self.tracks.iter().map(Canonical::of).collect();
        Digest::of("track_set", &(self.next_id, canonical))
    }
}

/// The parts of a track that its digest covers.
#[derive(Serialize)]
struct Canonical<'a> {
    id: TrackId,
    class: &'a ClassBelief,
    at: FinePos,
    velocity: FinePos,
    uncertainty: u32,
    last_seen: Tick,
    visibility: Visibility,
    threat: ThreatLevel,
    confirmed: bool,
}

impl<'a> Canonical<'a> {
    fn of(track: &'a Track) -> Canonical<'a> {
        Canonical {
            id: track.id,
            class: &track.class,
            at: track.motion.at,
            velocity: track.motion.velocity(),
            uncertainty: track.uncertainty,
            last_seen: track.seen,
            visibility: track.visibility,
            threat: track.threat,
            confirmed: track.confirmed,
        }
    }
}
