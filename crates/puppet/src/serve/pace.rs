//! How fast the world runs: in real time, so many times faster, or as fast as the mind keeps up.

use std::str::FromStr;
use std::time::{Duration, Instant};
use thiserror::Error;
use vocab::tick::TICKS_PER_SECOND;

/// A tick in real time.
const TICK: Duration = Duration::from_millis(1_000 / TICKS_PER_SECOND);
const SPEED_MAX: u32 = 1_000;
/// A world that is later than this does not catch up: the machine was asleep, or too slow.
const LATE: Duration = Duration::from_secs(1);

/// The pace of the world.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// Times as fast as real time; `None` is as fast as the mind keeps up.
    speed: Option<u32>,
    /// When the newest tick was due.
    last: Option<Instant>,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("invalid speed {0:?}: write a whole number from 1 (real time) to {SPEED_MAX}, or max")]
pub struct PaceError(String);

impl FromStr for Pace {
    type Err = PaceError;

    fn from_str(text: &str) -> Result<Pace, PaceError> {
        let speed = match text {
            "max" => None,
            text => {
                Some(text.parse().ok().filter(|speed| (1..=SPEED_MAX).contains(speed)).ok_or(PaceError(text.into()))?)
            }
        };
        Ok(Pace { speed, last: None })
    }
}

impl Pace {
    /// Real time: 20 ticks a second.
    pub const REAL: Pace = Pace { speed: Some(1), last: None };

    /// Whether the world runs faster than real time. It then waits for the mind.
    pub fn is_fast(&self) -> bool {
        self.speed != Some(1)
    }

    /// How long a tick takes. Without a mind the world always lives in real time, so that none comes back to a world that is years
    /// older.
    fn tick(&self, visited: bool) -> Duration {
        match self.speed {
            _ if !visited => TICK,
            Some(speed) => TICK / speed,
            None => Duration::ZERO,
        }
    }

    /// A tick begins now.
    pub fn ticked(&mut self, now: Instant, visited: bool) {
        let due = self.last.map(|last| last + self.tick(visited));
        self.last = due.filter(|due| now.saturating_duration_since(*due) < LATE).or(Some(now));
    }

    /// How long it is until the next tick.
    pub fn wait(&self, now: Instant, visited: bool) -> Duration {
        self.last.map_or(Duration::ZERO, |last| (last + self.tick(visited)).saturating_duration_since(now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_is_read_or_refused() {
        for (text, good) in [("1", true), ("20", true), ("1000", true), ("max", true), ("0", false), ("1001", false)] {
            assert_eq!(text.parse::<Pace>().is_ok(), good, "{text}");
        }
        let why = "fast".parse::<Pace>().unwrap_err().to_string();
        assert_eq!(why, "invalid speed \"fast\": write a whole number from 1 (real time) to 1000, or max");
    }

    /// How many ticks are due in a time, when each is run as soon as it is due.
    fn ticks(pace: &str, visited: bool, time: Duration) -> u32 {
        let mut pace: Pace = pace.parse().unwrap();
        let begin = Instant::now();
        (0..time.as_millis() as u64).map(|ms| begin + Duration::from_millis(ms)).fold(0, |ticks, now| {
            if !pace.wait(now, visited).is_zero() {
                return ticks;
            }
            pace.ticked(now, visited);
            ticks + 1
        })
    }

    #[test]
    fn the_world_runs_as_fast_as_it_is_told() {
        let second = Duration::from_secs(1);
        for (pace, visited, expected) in [("1", true, 20), ("20", true, 400), ("20", false, 20), ("max", false, 20)] {
            assert_eq!(ticks(pace, visited, second), expected, "{pace} {visited}");
        }
        assert_eq!(ticks("max", true, second), 1_000, "at each look");
    }

    #[test]
    fn short_delays_are_caught_up_and_long_ones_are_not() {
        let begin = Instant::now();
        for (delay_ms, wait_ms) in [(20, 30), (500, 0), (5_000, 50)] {
            let mut pace = Pace::REAL;
            pace.ticked(begin, true);
            let late = begin + TICK + Duration::from_millis(delay_ms);
            pace.ticked(late, true);
            assert_eq!(pace.wait(late, true), Duration::from_millis(wait_ms), "{delay_ms}");
        }
    }
}
