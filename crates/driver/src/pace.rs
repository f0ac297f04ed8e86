//! How fast time passes for an embedded world: a multiple of real time, or as fast as the machine can.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use vocab::tick::TICKS_PER_SECOND;

/// Fastest speed, as a multiple of real time: beyond it there is no visible difference to `max`.
pub const SPEED_MAX: u32 = 1_000;
/// A run loop that is further behind real time than this (after a suspended laptop) skips the lost time instead of
/// catching up.
const BEHIND_MAX: Duration = Duration::from_millis(500);

/// How fast the agent's world runs: a multiple of real time, or without waiting at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speed {
    Times(u32),
    Max,
}

impl FromStr for Speed {
    type Err = String;
    fn from_str(text: &str) -> Result<Speed, String> {
        let number = text.strip_suffix(['x', '×']).unwrap_or(text);
        match (text, number.parse()) {
            ("max", _) => Ok(Speed::Max),
            (_, Ok(times @ 1..=SPEED_MAX)) => Ok(Speed::Times(times)),
            _ => Err(format!("invalid speed \"{text}\": give a whole number from 1 to {SPEED_MAX}, or max")),
        }
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Speed::Times(times) => write!(f, "{times}×"),
            Speed::Max => f.write_str("max"),
        }
    }
}

/// Computes how long the run loop waits before the next game ticks are due.
#[derive(Debug)]
pub struct Pace {
    speed: Speed,
    /// The time at which the next game ticks are due, on the run's clock.
    due: Duration,
}

impl Pace {
    pub fn new(speed: Speed, now: Duration) -> Pace {
        Pace { speed, due: now }
    }

    /// Goes on at this speed from now on.
    pub fn change(&mut self, speed: Speed, now: Duration) {
        if speed != self.speed {
            *self = Pace::new(speed, now);
        }
    }

    /// How long to wait before this many more game ticks may run; `None` if they are due.
    pub fn wait_for(&mut self, ticks: u64, now: Duration) -> Option<Duration> {
        let Speed::Times(times) = self.speed else { return None };
        self.due += Duration::from_micros(ticks * 1_000_000 / (TICKS_PER_SECOND * u64::from(times)));
        if now > self.due + BEHIND_MAX {
            self.due = now;
        }
        self.due.checked_sub(now).filter(|wait| !wait.is_zero())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_whole_multiples_or_max() {
        for (text, speed) in [
            ("1", Some(Speed::Times(1))),
            ("20x", Some(Speed::Times(20))),
            ("1000", Some(Speed::Times(SPEED_MAX))),
            ("max", Some(Speed::Max)),
        ] {
            assert_eq!(text.parse().ok(), speed, "{text}");
        }
        for text in ["0", "1001", "-1", "1.5", "fast", ""] {
            assert!(text.parse::<Speed>().unwrap_err().contains("from 1 to 1000, or max"), "{text}");
        }
    }

    #[test]
    fn late_ticks_are_caught_up_but_a_minute_of_sleep_is_skipped() {
        let start = Duration::from_secs(7);
        let mut pace = Pace::new(Speed::Times(2), start);
        let ms = Duration::from_millis;
        assert_eq!(pace.wait_for(4, start), Some(ms(100)));
        assert_eq!(pace.wait_for(4, start + ms(130)), Some(ms(70)), "30 ms are caught up");
        assert_eq!(pace.wait_for(4, start + ms(400)), None);
        assert_eq!(pace.wait_for(4, start + ms(60_000)), None);
        assert_eq!(pace.wait_for(4, start + ms(60_000)), Some(ms(100)), "the minute is skipped");
        pace.change(Speed::Times(20), start);
        assert_eq!(pace.wait_for(4, start), Some(ms(10)));
        assert_eq!(Pace::new(Speed::Max, start).wait_for(4, start), None);
    }
}
