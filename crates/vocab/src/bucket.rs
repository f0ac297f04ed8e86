//! Planning time in whole buckets of 100 ticks. Ready times round up, so that nothing is promised early.

use crate::tick::Tick;
use serde::{Deserialize, Serialize};

/// Ticks in one bucket (5 seconds): fine enough for furnaces, coarse enough to keep states few.
pub const TICKS_PER_BUCKET: u64 = 100;

/// A moment on the planning timeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bucket(pub u64);

impl Bucket {
    /// The first bucket that begins at this tick or later.
    pub fn ceil(tick: Tick) -> Bucket {
        Bucket(tick.0.div_ceil(TICKS_PER_BUCKET))
    }

    /// The bucket that the tick lies in.
    pub fn floor(tick: Tick) -> Bucket {
        Bucket(tick.0 / TICKS_PER_BUCKET)
    }

    /// The first tick of this bucket.
    pub fn first_tick(self) -> Tick {
        Tick(self.0.saturating_mul(TICKS_PER_BUCKET))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ready_times_round_up_and_never_down() {
        for (tick, up, down) in [(0, 0, 0), (1, 1, 0), (99, 1, 0), (100, 1, 1), (101, 2, 1)] {
            assert_eq!(
                (Bucket::ceil(Tick(tick)), Bucket::floor(Tick(tick))),
                (Bucket(up), Bucket(down)),
                "tick {tick}"
            );
        }
    }

    #[test]
    fn a_thousand_buckets_are_100_000_ticks() {
        assert_eq!(Bucket(1_000).first_tick(), Tick(100_000));
    }
}
