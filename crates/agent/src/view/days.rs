//! Which day it is, counted by sunrises: ticks never jump, but the time of day does when a night is slept through.
//!
//! A body reports ticks and the time of day alone. What was slept since this run began is counted exactly; of what was
//! slept before, whole days cannot be told from ticks, and the least count that fits the clock is taken.

use vocab::tick::TICKS_PER_DAY;
use vocab::{Senses, Tick};

/// How far the time of day has run ahead of the ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Days {
    slept_ticks: u64,
}

impl Days {
    /// Looks at the clock; to be done every mind tick, so that no night is missed.
    pub fn take(&mut self, senses: &Senses) {
        let shown = u64::from(senses.surroundings.time_of_day) % TICKS_PER_DAY;
        let thought = (senses.tick + self.slept_ticks).time_of_day();
        self.slept_ticks += (TICKS_PER_DAY + shown - thought) % TICKS_PER_DAY;
    }

    /// The day, counted from one; it begins at sunrise.
    pub fn at(self, tick: Tick) -> u64 {
        (tick.0 + self.slept_ticks) / TICKS_PER_DAY + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vocab::FinePos;
    use vocab::senses::{Carried, Surroundings};

    fn senses(tick: u64, time_of_day: u16) -> Senses {
        Senses {
            tick: Tick(tick),
            at: FinePos::new(0, 0, 0),
            vitals: None,
            carried: Carried::default(),
            surroundings: Surroundings { time_of_day, ..Surroundings::default() },
            progress: None,
            events: vec![],
        }
    }

    #[test]
    fn a_day_ends_with_the_night_also_when_that_is_slept_through() {
        let mut days = Days::default();
        // Five nights slept through from 13,000 on: more than two whole days of sleep.
        let (mut tick, mut told) = (0, Vec::new());
        for day in 1..=6 {
            for time_of_day in (0..13_000).step_by(500) {
                days.take(&senses(tick + u64::from(time_of_day), time_of_day));
                assert_eq!(days.at(Tick(tick + u64::from(time_of_day))), day, "{time_of_day}");
            }
            tick += 13_000;
            told.push(days.at(Tick(tick - 1)));
        }
        assert_eq!(told, [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn without_sleep_days_are_ticks() {
        let mut days = Days::default();
        for (tick, day) in [(0, 1), (23_999, 1), (24_000, 2), (240_000, 11)] {
            days.take(&senses(tick, (tick % TICKS_PER_DAY) as u16));
            assert_eq!(days.at(Tick(tick)), day);
        }
    }

    #[test]
    fn who_comes_back_counts_from_what_the_clock_shows() {
        let mut days = Days::default();
        days.take(&senses(13_000, 2_000));
        assert_eq!(days.at(Tick(13_000)), 2, "one night was slept through before this run");
    }
}
