//! How long things take when nobody says better: the game's times, and planning time in buckets.

use crate::cost::buckets;
use vocab::bucket::TICKS_PER_BUCKET;

/// Crafting is one click.
pub const CRAFT_TICKS: u64 = 1;
/// Mining or picking up one thing, the way there included, unless the world says better.
pub const GATHER_TICKS: u64 = 20;
/// Placing a station: choosing, turning, clicking.
pub const PLACE_TICKS: u64 = 4;
/// Opening a slot and putting input and fuel in.
pub const LOAD_TICKS: u64 = 5;
/// A furnace, for one item.
pub const SMELT_TICKS: u64 = 200;
/// A blast furnace or smoker, for one item.
pub const FAST_SMELT_TICKS: u64 = 100;
/// Longest wait for a slot that someone else filled, in buckets.
pub const WAIT_BUCKETS_MAX: u64 = 100;
/// Longest plan, in buckets.
pub const HORIZON_BUCKETS: u64 = 1_000;

/// The bucket at which `ticks` has surely passed.
pub const fn ready_bucket(ticks: u64) -> u64 {
    buckets(ticks, TICKS_PER_BUCKET)
}

/// The first tick of a bucket.
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
