//! The seam to time: what the loop waits by and measures with. The mind never sees it.

use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Measures the time since it was made. It never goes back.
pub trait Clock: Debug + Send + Sync {
    fn now(&self) -> Duration;
    fn sleep(&self, length: Duration);
}

/// The real clock of this machine.
#[derive(Debug)]
pub struct MachineClock(Instant);

impl Default for MachineClock {
    fn default() -> MachineClock {
        MachineClock(Instant::now())
    }
}

impl Clock for MachineClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn sleep(&self, length: Duration) {
        std::thread::sleep(length);
    }
}

/// A clock that moves only when it is read, so that a run is repeatable: each reading costs the same, and sleeping
/// takes no time.
#[derive(Debug)]
pub struct ManualClock {
    now_ns: AtomicU64,
    look_ns: u64,
}

impl ManualClock {
    /// Makes a clock that each call of [`Clock::now`] moves on by `look`.
    pub fn new(look: Duration) -> ManualClock {
        ManualClock { now_ns: AtomicU64::new(0), look_ns: nanoseconds(look) }
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Duration {
        Duration::from_nanos(self.now_ns.fetch_add(self.look_ns, Ordering::Relaxed))
    }

    fn sleep(&self, length: Duration) {
        self.now_ns.fetch_add(nanoseconds(length), Ordering::Relaxed);
    }
}

fn nanoseconds(length: Duration) -> u64 {
    u64::try_from(length.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manual_clock_moves_by_looks_and_sleeps_alone() {
        let clock = ManualClock::new(Duration::from_micros(5));
        assert_eq!([clock.now(), clock.now()], [0, 5].map(Duration::from_micros));
        clock.sleep(Duration::from_hours(1));
        assert_eq!(clock.now(), Duration::from_hours(1) + Duration::from_micros(10));
    }
}
