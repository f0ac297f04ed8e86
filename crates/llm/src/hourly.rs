//! The bound on calls of the model in an hour of real time.
//!
//! The mind has a budget of its own, in game time. At twenty times the usual speed that budget alone would allow twenty times
//! the calls, and a provider charges for real ones.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// The usual bound: one call a minute, twice what the mind asks for at the usual speed.
pub const CALLS_PER_HOUR_USUAL: u32 = 60;
/// The highest bound that can be set: one call a second. The times of that many calls are remembered.
pub const CALLS_PER_HOUR_MAX: u32 = 3_600;

const HOUR: Duration = Duration::from_hours(1);

/// Counts the calls of the last hour.
#[derive(Debug)]
pub struct Hourly {
    max: usize,
    calls: VecDeque<Instant>,
}

impl Hourly {
    pub fn new(calls_per_hour: u32) -> Hourly {
        Hourly { max: calls_per_hour.min(CALLS_PER_HOUR_MAX) as usize, calls: VecDeque::new() }
    }

    /// Whether another call fits into the hour that ends now. A call that fits is counted.
    pub fn admits(&mut self, now: Instant) -> bool {
        while self.calls.front().is_some_and(|call| now.saturating_duration_since(*call) >= HOUR) {
            self.calls.pop_front();
        }
        let fits = self.calls.len() < self.max;
        if fits {
            self.calls.push_back(now);
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_hour_has_more_calls_than_its_bound() {
        let (mut hourly, start) = (Hourly::new(2), Instant::now());
        let expected =
            [(0, true), (10, true), (20, false), (3_599, false), (3_600, true), (3_609, false), (3_610, true)];
        for (seconds, admitted) in expected {
            assert_eq!(hourly.admits(start + Duration::from_secs(seconds)), admitted, "after {seconds} s");
        }
        assert!(!Hourly::new(0).admits(start));
    }

    #[test]
    fn the_highest_bound_limits_what_is_remembered() {
        let (mut hourly, now) = (Hourly::new(u32::MAX), Instant::now());
        let admitted = (0..=CALLS_PER_HOUR_MAX).filter(|_| hourly.admits(now)).count();
        assert_eq!(admitted, CALLS_PER_HOUR_MAX as usize);
    }
}
