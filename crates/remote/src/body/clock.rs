//! The world's time, from the ticks that a body counts.
//!
//! Invariant: it never goes back. A body's own count begins anew with each connection, so only its differences count; over a gap the
//! world's age tells how long it was, where the world has an age that moves.

use vocab::Tick;
use vocab::tick::TICKS_PER_SECOND;

/// A gap that is told to be longer than this is none: another world answers, or somebody set its clock. A year.
const GAP_TICKS_MAX: u64 = 365 * 24 * 3_600 * TICKS_PER_SECOND;
/// Ticks that a body may skip between two of its reports; it reports once a second when the mind is slow.
const SKIPPED_TICKS_MAX: u64 = 100;

#[derive(Debug, Default)]
pub struct Clock {
    now: Option<u64>,
    /// The body's own count in this connection.
    counted: Option<u64>,
    /// The world's age as it was told last.
    age: Option<u64>,
}

impl Clock {
    pub fn now(&self) -> Tick {
        Tick(self.now.unwrap_or(0))
    }

    /// The connection is lost; what the body counts begins anew.
    pub fn lose(&mut self) {
        self.counted = None;
    }

    /// A tick of the body.
    pub fn tick(&mut self, counted: u64, age: Option<u64>) {
        let passed = match (self.counted, self.age, age) {
            (Some(before), ..) => counted.saturating_sub(before).clamp(1, SKIPPED_TICKS_MAX),
            (None, Some(before), Some(age)) if (before..=before + GAP_TICKS_MAX).contains(&age) => {
                (age - before).max(1)
            }
            (None, ..) => 1,
        };
        // A life begins at the age of its world, so that the time between two runs of the program counts too.
        self.now = Some(self.now.map_or(age.unwrap_or(0), |now| now + passed));
        self.counted = Some(counted);
        self.age = age.or(self.age);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_differences_of_a_body_count_and_over_a_gap_the_age_of_its_world() {
        let mut clock = Clock::default();
        let mut at = |counted, age, lost| {
            if lost {
                clock.lose();
            }
            clock.tick(counted, age);
            clock.now().0
        };
        let ticks = [
            (1, Some(5_000), false, 5_000),
            (2, Some(5_000), false, 5_001),
            (22, Some(5_020), false, 5_021),
            // The world went on for 400 ticks.
            (1, Some(5_420), true, 5_421),
            // It was rolled back: one tick, never back.
            (1, Some(90), true, 5_422),
            (2, None, false, 5_423),
            // A server whose age stands still.
            (1, None, true, 5_424),
            (u64::MAX, None, false, 5_424 + SKIPPED_TICKS_MAX),
        ];
        for (counted, age, lost, now) in ticks {
            assert_eq!(at(counted, age, lost), now, "{counted} {age:?}");
        }
    }
}
