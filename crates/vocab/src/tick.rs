//! Game time. Pure code sees no other clock.

use core::fmt;
use core::ops::{Add, Sub};
use serde::{Deserialize, Serialize};

/// Game ticks in a second.
pub const TICKS_PER_SECOND: u64 = 20;
/// Game ticks in one day; tick 0 is sunrise.
pub const TICKS_PER_DAY: u64 = 24_000;
/// Game ticks between two steps of the mind (200 ms).
pub const TICKS_PER_MIND_TICK: u64 = 4;

/// A moment, in game ticks since the world began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tick(pub u64);

impl Tick {
    /// Game ticks from `earlier` to this moment; zero when `earlier` is later.
    pub fn since(self, earlier: Tick) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// The tick of the day at this moment, 0 to 23,999.
    pub fn time_of_day(self) -> u64 {
        self.0 % TICKS_PER_DAY
    }
}

impl Add<u64> for Tick {
    type Output = Tick;
    fn add(self, ticks: u64) -> Tick {
        Tick(self.0.saturating_add(ticks))
    }
}

impl Sub<u64> for Tick {
    type Output = Tick;
    fn sub(self, ticks: u64) -> Tick {
        Tick(self.0.saturating_sub(ticks))
    }
}

impl fmt::Display for Tick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn since_never_goes_below_zero() {
        assert_eq!(Tick(5).since(Tick(9)), 0);
        assert_eq!(Tick(9).since(Tick(5)), 4);
    }

    #[test]
    fn the_day_wraps_at_24_000() {
        assert_eq!(Tick(24_000).time_of_day(), 0);
        assert_eq!(Tick(47_999).time_of_day(), 23_999);
    }
}
