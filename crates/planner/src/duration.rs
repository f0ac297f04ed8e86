//! Default durations in ticks, taken from the game, and planning time in buckets of 100 ticks.

use crate::cost::buckets;
use vocab::bucket::TICKS_PER_BUCKET;

/// Ticks to craft: one click.
pub const CRAFT_TICKS: u64 = 1;
/// Ticks to mine or pick up one item, walking included, when nothing more exact is known.
pub const GATHER_TICKS: u64 = 20;
/// Ticks to place a station such as a furnace: select, turn, click.
pub const PLACE_TICKS: u64 = 4;
/// Ticks to open a station and put in input and fuel.
pub const LOAD_TICKS: u64 = 5;
/// Ticks that a furnace takes to smelt one item.
pub const SMELT_TICKS: u64 = 200;
/// Longest wait for a station that is busy when the plan begins, in buckets of 100 ticks.
pub const WAIT_BUCKETS_MAX: u64 = 100;
/// Longest plan, in buckets of 100 ticks.
pub const HORIZON_BUCKETS: u64 = 1_000;

/// The first time bucket that begins at or after this tick.
pub const fn ready_bucket(ticks: u64) -> u64 {
    buckets(ticks, TICKS_PER_BUCKET)
}

/// The first tick of a time bucket.
pub const fn first_tick(bucket: u64) -> u64 {
    bucket.saturating_mul(TICKS_PER_BUCKET)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ready_times_round_up_so_that_no_slot_is_promised_early() {
        for (ticks, bucket) in [(0, 0), (1, 1), (100, 1), (101, 2), (15_000, 150)] {
            assert_eq!(ready_bucket(ticks), bucket, "{ticks}");
            assert!(first_tick(ready_bucket(ticks)) >= ticks);
        }
    }
}
