//! The clock of the day: when night begins and ends, and how long until then.
//!
//! Times are ticks of the day: 0 is sunrise, 23,999 the last tick before the next one.

use crate::tick::TICKS_PER_DAY;

/// First tick of the night: beds can be used and monsters spawn on the surface.
pub const NIGHT_FROM: u64 = 12_542;
/// First tick after the night.
pub const NIGHT_TO: u64 = 23_460;

/// Whether it is night at this tick of the day.
pub const fn is_night(time_of_day: u64) -> bool {
    let time = time_of_day % TICKS_PER_DAY;
    NIGHT_FROM <= time && time < NIGHT_TO
}

/// Ticks until the next night begins; 0 during the night.
pub const fn ticks_to_night(time_of_day: u64) -> u64 {
    let time = time_of_day % TICKS_PER_DAY;
    if is_night(time) {
        return 0;
    }
    (TICKS_PER_DAY + NIGHT_FROM - time) % TICKS_PER_DAY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_night_lasts_from_12542_to_23459() {
        for (time, night) in [(0, false), (12_541, false), (12_542, true), (23_459, true), (23_460, false)] {
            assert_eq!(is_night(time), night, "tick {time} of the day");
            assert_eq!(is_night(time + TICKS_PER_DAY), night, "the same tick of the next day");
        }
    }

    #[test]
    fn after_a_night_the_wait_for_the_next_one_spans_midnight() {
        for (time, ticks) in [(0, 12_542), (12_541, 1), (12_542, 0), (23_459, 0), (23_460, 13_082), (23_999, 12_543)] {
            assert_eq!(ticks_to_night(time), ticks, "tick {time} of the day");
        }
    }
}
