//! Position and velocity of a track, in fixed point.

use serde::{Deserialize, Serialize};
use vocab::FinePos;

/// Velocities are stored in 1/64 of a thousandth of a block per game tick.
const VELOCITY_SCALE: i64 = 64;
/// When a report deviates from the expected place, this many sixteenths of the deviation correct the place: a report is
/// off by a twentieth of a block, a mob's step is longer.
const PLACE_GAIN: i64 = 13;
/// When a report deviates from the expected place, this many sixteenths of the deviation correct the velocity.
const VELOCITY_GAIN: i64 = 8;
/// If a report deviates by more than this, in thousandths of a block, the entity has changed its course, and only the
/// report counts.
const TURNED: i64 = 300;
/// Longest time in ticks for which an entity is expected to keep its course.
pub const COURSE_TICKS_MAX: u64 = 16;
/// Fastest believed movement of an entity in thousandths of a block per game tick: a falling body reaches 3,920.
pub const SPEED_MAX: i64 = 4_000;
/// An entity's place and velocity, smoothed over several reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Motion {
    pub at: FinePos,
    /// The velocity in 1/64 of a thousandth of a block per game tick.
    velocity: [i32; 3],
}

impl Motion {
    /// Motion after the first report: at rest, unless the world reports a velocity.
    pub fn new(at: FinePos, velocity: Option<FinePos>) -> Motion {
        let mut motion = Motion { at, velocity: [0; 3] };
        if let Some(velocity) = velocity {
            motion.set_velocity(velocity);
        }
        motion
    }

    fn set_velocity(&mut self, velocity: FinePos) {
        let scaled = |v: i64| (v.clamp(-SPEED_MAX, SPEED_MAX) * VELOCITY_SCALE) as i32;
        self.velocity = [scaled(velocity.x), scaled(velocity.y), scaled(velocity.z)];
    }

    /// The entity's velocity in thousandths of a block per game tick.
    pub fn velocity(&self) -> FinePos {
        let whole = |v: i32| i64::from(v) / VELOCITY_SCALE;
        FinePos::new(whole(self.velocity[0]), whole(self.velocity[1]), whole(self.velocity[2]))
    }

    /// The entity's horizontal speed, accurate to a tenth. A square root would take longer than everything else.
    pub fn pace(&self) -> i64 {
        let v = self.velocity();
        v.x.abs().max(v.z.abs()) + v.x.abs().min(v.z.abs()) / 2
    }

    /// Where the entity is expected this many ticks later. Height is not extrapolated, because entities jump and fall
    /// but do not keep rising.
    pub fn ahead(&self, ticks: u64) -> FinePos {
        let ticks = ticks.min(COURSE_TICKS_MAX) as i64;
        let step = |v: i32| i64::from(v) * ticks / VELOCITY_SCALE;
        FinePos::new(self.at.x + step(self.velocity[0]), self.at.y, self.at.z + step(self.velocity[2]))
    }

    /// Updates the motion with a report, this many ticks after the last one. Returns how far the report was from the
    /// expected place along a horizontal axis.
    pub fn observe(&mut self, at: FinePos, velocity: Option<FinePos>, ticks: u64) -> i64 {
        let expected = self.ahead(ticks);
        let off = [at.x - expected.x, at.y - expected.y, at.z - expected.z];
        let most_off = off[0].abs().max(off[2].abs());
        if ticks > COURSE_TICKS_MAX {
            self.at = at;
            self.velocity = [0; 3];
        } else {
            let turned = most_off > TURNED;
            let gain = if turned { 16 } else { PLACE_GAIN };
            let blend = |expected: i64, off: i64| expected + off * gain / 16;
            self.at = FinePos::new(blend(expected.x, off[0]), blend(expected.y, off[1]), blend(expected.z, off[2]));
            let limit = SPEED_MAX * VELOCITY_SCALE;
            self.velocity[1] = 0; // Height is not extrapolated, so the vertical velocity is not needed.
            for (v, off) in [(0, off[0]), (2, off[2])] {
                let v = &mut self.velocity[v];
                let scaled = off * (if turned { 16 } else { VELOCITY_GAIN } * VELOCITY_SCALE / 16);
                // Nearly always one mind tick (4 game ticks) has passed, and dividing by a constant is much faster.
                let correction = if ticks == 4 { scaled / 4 } else { scaled / ticks.max(1) as i64 };
                *v = (i64::from(*v) + correction).clamp(-limit, limit) as i32;
            }
        }
        if let Some(velocity) = velocity {
            self.set_velocity(velocity);
        }
        most_off
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_steady_walk_is_predicted() {
        let mut motion = Motion::new(FinePos::new(0, 64_000, 0), None);
        for step in 1..=12 {
            motion.observe(FinePos::new(step * 200, 64_000, -step * 100), None, 4);
        }
        let ahead = motion.ahead(4);
        assert!((ahead.x - 2_600).abs() < 20 && (ahead.z + 1_300).abs() < 20, "{ahead:?}");
    }

    #[test]
    fn a_course_is_extrapolated_for_a_bounded_time() {
        let motion = Motion::new(FinePos::default(), Some(FinePos::new(100, 0, 0)));
        assert_eq!(motion.ahead(COURSE_TICKS_MAX), motion.ahead(100_000));
        assert_eq!(motion.ahead(10).x, 1_000);
    }

    #[test]
    fn absurd_velocities_are_bounded() {
        let mut motion = Motion::new(FinePos::default(), Some(FinePos::new(i64::MAX, i64::MIN, 0)));
        assert_eq!(motion.velocity(), FinePos::new(SPEED_MAX, -SPEED_MAX, 0));
        motion.observe(FinePos::new(1_000_000, 0, -1_000_000), None, 1);
        assert!(motion.velocity().x <= SPEED_MAX && motion.velocity().z >= -SPEED_MAX);
    }
}
