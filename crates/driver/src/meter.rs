//! Measures how long the mind's steps take, in a histogram of bounded size. The mind never sees it.

use std::time::Duration;

/// The number of buckets for the lengths of mind steps, one per microsecond; longer steps are counted as this long.
const BUCKETS: usize = 20_000;

#[derive(Debug, Clone)]
pub struct Meter {
    counts: Vec<u32>,
    total: u64,
}

impl Default for Meter {
    fn default() -> Meter {
        Meter { counts: vec![0; BUCKETS], total: 0 }
    }
}

impl Meter {
    pub fn add(&mut self, took: Duration) {
        // A step's length is rounded up, so that a step shorter than a microsecond does not count as zero.
        let bucket = (took.as_nanos().div_ceil(1_000) as usize).min(BUCKETS - 1);
        self.counts[bucket] = self.counts[bucket].saturating_add(1);
        self.total += 1;
    }

    pub fn count(&self) -> u64 {
        self.total
    }

    /// The given percentile of the lengths of mind steps, in microseconds; 0 without steps.
    pub fn percentile_us(&self, percent: u64) -> u64 {
        let wanted = (self.total * percent).div_ceil(100);
        let mut seen = 0;
        let found = self.counts.iter().position(|count| {
            seen += u64::from(*count);
            seen >= wanted
        });
        found.unwrap_or(0) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_of_a_hundred_steps() {
        let mut meter = Meter::default();
        assert_eq!(meter.percentile_us(99), 0);
        (1..=100).for_each(|us| meter.add(Duration::from_micros(us)));
        for (percent, us) in [(50, 50), (99, 99), (100, 100)] {
            assert_eq!(meter.percentile_us(percent), us);
        }
        meter.add(Duration::from_mins(1));
        assert_eq!(meter.percentile_us(100), BUCKETS as u64 - 1, "the bound holds");
    }
}
