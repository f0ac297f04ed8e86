//! "Stop" is obeyed within a second of game time, at the speed of the game and at twenty times that.

#[path = "common/stopping.rs"]
mod stopping;

use driver::Speed;

const STOP_TICKS_MAX: u64 = 20;

#[test]
fn agency_stop_cancels_the_running_action_within_20_ticks_at_1x_and_20x() {
    for (speed, tries) in [(Speed::Times(1), 4), (Speed::Times(20), 12)] {
        let measured = stopping::measure(speed, tries);
        assert!(measured.tries >= tries / 2, "{speed:?}: {measured:?}");
        assert!(measured.said_to_cancel_ticks <= STOP_TICKS_MAX, "{speed:?}: {measured:?}");
        assert_eq!(measured.heard_to_cancel_ticks, 0, "in the tick that hears it: {speed:?}");
    }
}
