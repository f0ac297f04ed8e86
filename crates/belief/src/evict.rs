//! Eviction: which track goes when there is no room. Lowest threat times recency times nearness, then the oldest id.

use crate::track::Track;
use vocab::Tick;

/// Being unseen for this long halves what a track is worth.
const RECENCY_TICKS: u64 = 100;
/// So does being this far away, in thousandths of a block.
const NEARNESS: u64 = 64_000;

/// What a track is worth keeping, in thousandths.
pub fn score(track: &Track, distance_squared: u64, now: Tick) -> u32 {
    let threat = 2 + track.threat as u64;
    let recency = 1_000 * RECENCY_TICKS / (RECENCY_TICKS + track.unseen_ticks(now));
    // Squared distances save a root; beyond the square of `NEARNESS` it falls off alike.
    let nearness = 1_000 * (NEARNESS * NEARNESS) / (NEARNESS * NEARNESS).saturating_add(distance_squared);
    (threat * recency * nearness / 1_000) as u32
}

/// The index of the track to go, among those that `may_go`.
pub fn victim(tracks: &[Track], may_go: impl Fn(&Track) -> bool) -> Option<usize> {
    let candidates = tracks.iter().enumerate().filter(|(_, track)| may_go(track));
    candidates.min_by_key(|(_, track)| (track.score, track.id)).map(|(index, _)| index)
}
