//! The world's clock: ticks since the start, which never jump, and the time of day, which jumps when the body sleeps.

use serde::{Deserialize, Serialize};
use vocab::tick::TICKS_PER_DAY;
use vocab::{Tick, day};

/// Game time: the ticks that were run, and the ticks that were slept through.
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

    /// Skips the clock to the next sunrise. Nothing else in the world ages.
    pub fn skip_to_morning(&mut self) {
        self.slept_ticks += (TICKS_PER_DAY - self.time_of_day()) % TICKS_PER_DAY;
    }

    /// Skips the clock forward to a time of day.
    pub fn skip_to(&mut self, time_of_day: u64) {
        self.slept_ticks += (TICKS_PER_DAY + time_of_day % TICKS_PER_DAY - self.time_of_day()) % TICKS_PER_DAY;
    }

    /// Whether it is late enough in the day to sleep in a bed.
    pub fn is_night(self) -> bool {
        day::is_night(self.time_of_day())
    }

    /// How much this time of day reduces sky light, 0 to 11.
    pub fn darkness(self) -> u8 {
        day::darkness(self.time_of_day())
    }

    /// Whether the sun is high enough to set undead mobs on fire.
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
