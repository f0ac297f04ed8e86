//! Eviction: chooses the track to drop when the cap is exceeded. The lowest threat × recency × nearness goes first, ties by the
//! oldest id.

use crate::track::Track;
use vocab::{FinePos, Tick, TrackId};

/// Ticks out of sight after which a track is worth half as much keeping.
const RECENCY_TICKS: u64 = 100;
/// Squared distance at which a track is worth half as much keeping, in square blocks: 64 blocks.
const NEARNESS_SQUARED: u32 = 4_096;

/// How much a track is worth keeping, in thousandths: by threat, recency and nearness.
pub fn score(track: &Track, distance_squared: u64, now: Tick) -> u32 {
    let threat = 2 + track.threat as u64;
    let recency = match track.unseen_ticks(now) {
        0 => 1_000,
        unseen => 1_000 * RECENCY_TICKS / (RECENCY_TICKS + unseen),
    };
    // Squared distances need no root. In units of about a square block they are small and divide faster.
    let far = (distance_squared >> 20).min(u64::from(u16::MAX)) as u32;
    let nearness = u64::from(1_000 * NEARNESS_SQUARED / (NEARNESS_SQUARED + far));
    (threat * recency * nearness / 1_000) as u32
}

/// The confirmed track to drop when there are too many: the one least worth keeping.
pub fn victim(tracks: &[Track], body: FinePos, now: Tick) -> Option<TrackId> {
    let worth = |track: &Track| (score(track, track.at(now).distance_squared(body), now), track.id);
    tracks.iter().filter(|track| track.confirmed).map(worth).min().map(|(_, id)| id)
}
