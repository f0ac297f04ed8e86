//! Eviction: which track goes when there is no room. Lowest threat times recency times nearness, then the oldest id.

use crate::track::Track;
use vocab::{FinePos, Tick, TrackId};

/// Being unseen for this long halves what a track is worth.
const RECENCY_TICKS: u64 = 100;
/// So does being 64 blocks away; in square blocks.
const NEARNESS_SQUARED: u32 = 4_096;

/// What a track is worth keeping, in thousandths.
pub fn score(track: &Track, distance_squared: u64, now: Tick) -> u32 {
    let threat = 2 + track.threat as u64;
    let recency = match track.unseen_ticks(now) {
        0 => 1_000,
        unseen => 1_000 * RECENCY_TICKS / (RECENCY_TICKS + unseen),
    };
    // Squares save a root, and in units of about a square block they are small numbers, which divide faster.
    let far = (distance_squared >> 20).min(u64::from(u16::MAX)) as u32;
    let nearness = u64::from(1_000 * NEARNESS_SQUARED / (NEARNESS_SQUARED + far));
    (threat * recency * nearness / 1_000) as u32
}

/// The track to go, among those that are confirmed.
pub fn victim(tracks: &[Track], body: FinePos, now: Tick) -> Option<TrackId> {
    let worth = |track: &Track| (score(track, track.at(now).distance_squared(body), now), track.id);
    tracks.iter().filter(|track| track.confirmed).map(worth).min().map(|(_, id)| id)
}
