//! What others can read from the bus: tracks, scores, hazards, events and the digest.

use super::Bus;
use crate::config::Config;
use crate::evict;
use crate::ingested::Ingested;
use crate::kinds::Register;
use crate::opportunity::{self, Good};
use crate::sense::SenseRequest;
use crate::track::Track;
use vocab::{Digest, FinePos, HazardSummary, SaliencyDelta, Tick, TrackId};

impl Bus {
    /// Confirmed tracks (entities seen at least twice), sorted by id.
    pub fn tracks(&self) -> impl Iterator<Item = &Track> {
        self.set.confirmed()
    }

    /// Confirmed and unconfirmed tracks, sorted by id. For reflexes, which prefer a false alarm to none.
    pub fn everything(&self) -> &[Track] {
        self.set.as_slice()
    }

    pub fn track(&self, id: TrackId) -> Option<&Track> {
        self.set.get(id)
    }

    /// How much a track is worth keeping: threat, recency and nearness in one number.
    pub fn score(&self, track: &Track) -> u32 {
        evict::score(track, track.at(self.now()).distance_squared(self.body), self.now())
    }

    /// What an animal's track is worth as food, wool or leather, from 0 to
    /// [`OPPORTUNITY_MAX`](crate::opportunity::OPPORTUNITY_MAX).
    pub fn opportunity(&self, track: &Track, good: Good) -> u16 {
        let kind = self.register.get(track.class.likeliest());
        opportunity::score(track, kind, good, self.body, self.now())
    }

    pub fn register(&self) -> &Register {
        &self.register
    }

    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The last tick that belief has taken in.
    pub fn now(&self) -> Tick {
        self.now.unwrap_or_default()
    }

    pub fn body(&self) -> FinePos {
        self.body
    }

    /// What belief did in the last tick.
    pub fn last(&self) -> &Ingested {
        &self.last
    }

    pub fn hazards(&self) -> &HazardSummary {
        &self.hazards
    }

    /// Where the body should look, if a dangerous entity has just gone out of sight.
    pub fn sense_request(&self) -> Option<SenseRequest> {
        self.sense
    }

    /// The changes of tracks in the last tick, in canonical order.
    pub fn events(&self) -> &[SaliencyDelta] {
        &self.events
    }

    /// The digest of tracks and time, without provenance, hazards and unsent changes.
    pub fn digest(&self) -> Digest {
        Digest::of("belief", &(self.now, self.set.digest()))
    }
}
