//! The one model of what is out there: a bounded set of tracks, sorted by id.

use crate::class::ClassBelief;
use crate::config::Config;
use crate::track::Track;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{Digest, FinePos, ThreatLevel, Tick, TrackId, Visibility};

/// Things seen once that are held at a time, per track of the cap: one in four, and never fewer than eight.
fn glimpses_max(track_cap: usize) -> usize {
    (track_cap / 4).max(8)
}

/// Confirmed tracks, at most the cap, and glimpses (seen once), at most a fixed share of it.
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

    /// How many more glimpses fit.
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

    /// How many confirmed tracks are too many.
    pub fn surplus(&self, config: &Config) -> usize {
        self.confirmed().count().saturating_sub(config.track_cap)
    }

    /// Digest of all that decisions may rest on. Provenance is left out: how a belief came about is not what is believed.
    pub fn digest(&self) -> Digest {
        let canonical: Vec<Canonical<'_>> = self.tracks.iter().map(Canonical::of).collect();
        Digest::of("track_set", &(self.next_id, canonical))
    }
}

/// A track's canonical form.
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
