//! The world's clock: ticks since the start, which never jump, and the time of day, which jumps when the body sleeps.

use serde::{Deserialize, Serialize};
use vocab::Tick;
use vocab::tick::TICKS_PER_DAY;

/// Sleeping is possible from this tick of the day.
pub const DUSK_TICK: u64 = 12_542;
/// Sleeping is possible until this tick of the day.
pub const DAWN_TICK: u64 = 23_460;
/// The sky is darkest from this tick of the day.
pub const NIGHT_TICK: u64 = 13_670;
/// The sky is darkest until this tick of the day.
pub const NIGHT_END_TICK: u64 = 22_330;
/// How much the darkest night reduces sky light.
pub const NIGHT_DARKNESS: u8 = 11;
/// The sky begins to darken at this tick of the day.
const EVENING_TICK: u64 = 11_834;

/// Two counters; their difference is the time that was slept through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Clock {
    now: Tick,
    slept_ticks: u64,
}

impl Clock {
    pub fn advance(&mut self) {
        self.now = self.now + 1;
    }

    pub const fn now(self) -> Tick {
        self.now
    }

    /// Tick of the day, 0 to 23,999; 0 is sunrise.
    pub fn time_of_day(self) -> u64 {
        (self.now + self.slept_ticks).time_of_day()
    }

    /// Skips to the next sunrise. Nothing else ages.
    pub fn skip_to_morning(&mut self) {
        self.slept_ticks += (TICKS_PER_DAY - self.time_of_day()) % TICKS_PER_DAY;
    }

    /// Skips forward to a time of day.
    pub fn skip_to(&mut self, time_of_day: u64) {
        self.slept_ticks += (TICKS_PER_DAY + time_of_day % TICKS_PER_DAY - self.time_of_day()) % TICKS_PER_DAY;
    }

    /// Whether it is late enough to sleep.
    pub fn is_night(self) -> bool {
        (DUSK_TICK..DAWN_TICK).contains(&self.time_of_day())
    }

    /// How much this hour reduces sky light, 0 to 11.
    pub fn darkness(self) -> u8 {
        let full = u64::from(NIGHT_DARKNESS);
        let part = |from: u64, to: u64, at: u64| ((at - from) * full / (to - from)) as u8;
        match self.time_of_day() {
            at if at < EVENING_TICK => 0,
            at if at < NIGHT_TICK => part(EVENING_TICK, NIGHT_TICK, at),
            at if at < NIGHT_END_TICK => NIGHT_DARKNESS,
            at => NIGHT_DARKNESS - part(NIGHT_END_TICK, TICKS_PER_DAY, at),
        }
    }

    /// Whether the sun is high enough to burn the undead.
    pub fn sun_burns(self) -> bool {
        self.darkness() < 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(time_of_day: u64) -> Clock {
        Clock { now: Tick(TICKS_PER_DAY * 3 + time_of_day), slept_ticks: 0 }
    }

    #[test]
    fn a_day_has_24_000_ticks_and_night_reduces_sky_light_by_11() {
        for (time, darkness, night) in [
            (0, 0, false),
            (6_000, 0, false),
            (11_999, 0, false),
            (12_541, 4, false),
            (12_542, 4, true),
            (13_670, 11, true),
            (18_000, 11, true),
            (22_330, 11, true),
            (23_459, 4, true),
            (23_460, 4, false),
            (23_999, 1, false),
        ] {
            assert_eq!((at(time).darkness(), at(time).is_night()), (darkness, night), "{time}");
        }
    }

    #[test]
    fn sleeping_skips_to_sunrise_and_ages_nothing() {
        let mut clock = at(13_000);
        let now = clock.now();
        clock.skip_to_morning();
        assert_eq!((clock.time_of_day(), clock.now()), (0, now));
        clock.skip_to_morning();
        assert_eq!(clock.time_of_day(), 0);
        clock.skip_to(18_000);
        assert_eq!(clock.time_of_day(), 18_000);
    }
}
