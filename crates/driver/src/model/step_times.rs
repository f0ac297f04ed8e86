//! How long the mind's steps took: a histogram with a few bounds, small enough to be copied with the read model.

use std::time::Duration;

/// The upper bounds of the histogram's buckets, in microseconds; a last bucket holds what took longer.
pub const BOUNDS_US: [u64; 13] = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000];

/// A histogram of the lengths of mind steps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StepTimes {
    counts: [u64; BOUNDS_US.len() + 1],
    sum_us: u64,
}

impl StepTimes {
    pub(super) fn add(&mut self, took: Duration) {
        let us = took.as_micros().min(u128::from(u32::MAX)) as u64;
        let bucket = BOUNDS_US.iter().position(|bound| us <= *bound).unwrap_or(BOUNDS_US.len());
        self.counts[bucket] += 1;
        self.sum_us += us;
    }

    /// How many steps fell into each bucket; the last count is of those beyond every bound.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The sum of all lengths in microseconds.
    pub fn sum_us(&self) -> u64 {
        self.sum_us
    }

    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The bound of the bucket that holds this percentile, in microseconds; `None` beyond the last bound or without steps.
    pub fn percentile_us(&self, percent: u64) -> Option<u64> {
        let wanted = (self.total() * percent).div_ceil(100).max(1);
        let mut seen = 0;
        let bucket = self.counts.iter().position(|count| {
            seen += count;
            seen >= wanted
        });
        BOUNDS_US.get(bucket?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_counts_in_the_bucket_of_its_length() {
        let mut times = StepTimes::default();
        assert_eq!(times.percentile_us(99), None);
        for us in [10, 11, 20, 100_001] {
            times.add(Duration::from_micros(us));
        }
        assert_eq!((times.counts()[0], times.counts()[1], times.counts()[BOUNDS_US.len()]), (1, 2, 1));
        assert_eq!((times.total(), times.sum_us()), (4, 100_042));
        assert_eq!((times.percentile_us(50), times.percentile_us(100)), (Some(20), None));
    }
}
