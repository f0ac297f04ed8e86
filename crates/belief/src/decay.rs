//! DECAY: a track that is not seen becomes less certain, up to a limit.

use crate::kinds::Register;
use crate::track::{Track, UNCERTAINTY_MAX, UNCERTAINTY_SEEN};
use vocab::Tick;

/// Of the certainty about an unseen entity's kind, this many parts of 1,024 are lost per mind tick: half of it in about
/// 18 seconds.
const CLASS_PARTS_PER_MIND_TICK: u64 = 8;

/// Ages a track that was not reported in this tick: its place and kind become less certain with the elapsed ticks.
pub fn decay(track: &mut Track, register: &Register, now: Tick, elapsed: u64) {
    let unreported = now.since(track.reported);
    let run = u64::from(register.get(track.class.likeliest()).run);
    let reach = u64::from(UNCERTAINTY_SEEN) + run.saturating_mul(unreported.min(u64::from(UNCERTAINTY_MAX)));
    track.uncertainty = track.uncertainty.max(reach.min(u64::from(UNCERTAINTY_MAX)) as u32);
    let parts = (elapsed * CLASS_PARTS_PER_MIND_TICK / vocab::tick::TICKS_PER_MIND_TICK).min(1_024);
    track.class.decay(parts as u32);
}
