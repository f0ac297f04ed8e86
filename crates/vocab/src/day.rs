//! The clock of the day: when night begins and ends, how long until then, and how dark the sky is.
//!
//! Times are ticks of the day: 0 is sunrise, 23,999 the last tick before the next one.

use crate::tick::TICKS_PER_DAY;

/// First tick of the day that is night: beds can be used and monsters spawn on the surface.
pub const NIGHT_FROM: u64 = 12_542;
/// The tick of the day at which the night ends.
pub const NIGHT_TO: u64 = 23_460;
/// How much the darkest night reduces sky light.
pub const DARKNESS_MAX: u8 = 11;
/// The sky begins to darken at this tick of the day.
const EVENING_FROM: u64 = 11_834;
/// The sky is darkest from this tick of the day.
const DARKEST_FROM: u64 = 13_670;
/// The sky is darkest until this tick of the day.
const DARKEST_TO: u64 = 22_330;

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

/// By how much the time of day reduces sky light, 0 to 11.
pub const fn darkness(time_of_day: u64) -> u8 {
    let full = DARKNESS_MAX as u64;
    match time_of_day % TICKS_PER_DAY {
        at if at < EVENING_FROM => 0,
        at if at < DARKEST_FROM => ((at - EVENING_FROM) * full / (DARKEST_FROM - EVENING_FROM)) as u8,
        at if at < DARKEST_TO => DARKNESS_MAX,
        at => DARKNESS_MAX - ((at - DARKEST_TO) * full / (TICKS_PER_DAY - DARKEST_TO)) as u8,
    }
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

    #[test]
    fn night_reduces_sky_light_by_up_to_11() {
        for (time, dark) in [
            (0, 0),
            (6_000, 0),
            (11_999, 0),
            (12_541, 4),
            (12_542, 4),
            (13_670, 11),
            (18_000, 11),
            (22_330, 11),
            (23_459, 4),
            (23_460, 4),
            (23_999, 1),
            (24_000, 0),
        ] {
            assert_eq!(darkness(time), dark, "tick {time} of the day");
        }
    }
}
