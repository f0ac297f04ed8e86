//! Where the head looks and how the legs go: the body has a yaw and eight directions, the skills have a heading.

use contract::body::Verb;
use contract::body::place::Angle;
use skills::limbs::Keys;
use skills::space::Place;

/// A steering holds at most three ticks on the other side, so it is renewed when it is so old.
const RENEWED_TICKS: u64 = 2;
/// Looks that differ by less are the same: a tenth of a degree.
const SAME: i32 = 100;
const TURN: i32 = 360_000;
/// What to press for each eighth of a turn to the right: forward and strafe.
const EIGHTHS: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The body tells the look that it was asked for at most so many ticks later.
const SETTLED_TICKS: u64 = 6;

/// A yaw and a pitch in thousandths of a degree, as the game has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Gaze {
    pub yaw: i32,
    pub pitch: i32,
}

impl Gaze {
    /// The look from the eyes to a place.
    pub fn towards(eyes: Place, place: Place) -> Gaze {
        let [x, y, z] = [place.x - eyes.x, place.y - eyes.y, place.z - eyes.z].map(|v| v as f64);
        let milli = |radians: f64| (radians.to_degrees() * 1_000.0).round() as i32;
        Gaze { yaw: milli((-x).atan2(z)), pitch: milli((-y).atan2(x.hypot(z))).clamp(-90_000, 90_000) }
    }

    fn is_near(self, other: Gaze) -> bool {
        around(self.yaw - other.yaw).abs() < SAME && (self.pitch - other.pitch).abs() < SAME
    }
}

/// An angle brought to half a turn to either side.
fn around(angle: i32) -> i32 {
    (angle + TURN / 2).rem_euclid(TURN) - TURN / 2
}

/// The head and the legs, as they were told to be.
#[derive(Debug, Default)]
pub struct Head {
    gaze: Option<Gaze>,
    /// When the head was turned last.
    turned: u64,
    /// What was steered last, and when.
    steered: Option<(Verb, u64)>,
}

impl Head {
    /// A look to a place; `None` when the head is turned there already.
    pub fn look(&mut self, eyes: Place, place: Place, now: u64) -> Option<Verb> {
        self.turn(Gaze::towards(eyes, place), now)
    }

    /// Takes in where the body looks: what it does by itself may turn its head.
    pub fn told(&mut self, gaze: Gaze, now: u64) {
        if now.saturating_sub(self.turned) >= SETTLED_TICKS {
            self.gaze = Some(gaze);
        }
    }

    fn turn(&mut self, gaze: Gaze, now: u64) -> Option<Verb> {
        if self.gaze.is_some_and(|before| before.is_near(gaze)) {
            return None;
        }
        (self.gaze, self.turned) = (Some(gaze), now);
        Some(Verb::Look { yaw: Angle(gaze.yaw), pitch: Angle(gaze.pitch) })
    }

    /// The verbs that hold these keys for a tick. While the eyes are needed elsewhere the head stays, and the legs go the nearest of
    /// eight directions.
    pub fn steer(&mut self, keys: Keys, head_is_free: bool, now: u64) -> Vec<Verb> {
        let mut verbs = Vec::new();
        let (mut forward, mut strafe) = (0, 0);
        if keys.heading != Place::ZERO {
            let way = Gaze::towards(Place::ZERO, keys.heading);
            if head_is_free {
                let pitch = self.gaze.map_or(0, |gaze| gaze.pitch.clamp(-LEVEL, LEVEL));
                verbs.extend(self.turn(Gaze { pitch, ..way }, now));
            }
            let right = around(way.yaw - self.gaze.unwrap_or_default().yaw);
            let eighth = (right + TURN / 16).div_euclid(TURN / 8).rem_euclid(8) as usize;
            (forward, strafe) = EIGHTHS[eighth];
        }
        let Keys { sprint, jump, sneak, .. } = keys;
        let steer = Verb::Steer { forward, strafe, jump, sneak, sprint: sprint && forward > 0 && !sneak };
        let rests = forward == 0 && strafe == 0 && !jump && !sneak;
        let is_due = match &self.steered {
            Some((before, at)) => *before != steer || (!rests && now.saturating_sub(*at) >= RENEWED_TICKS),
            None => !rests,
        };
        if is_due {
            self.steered = Some((steer.clone(), now));
            verbs.push(steer);
        }
        verbs
    }
}

/// A walking head is not bent more than this.
const LEVEL: i32 = 20_000;

#[cfg(test)]
mod tests {
    use super::*;
    use skills::space::MICRO;

    fn keys(x: i64, z: i64) -> Keys {
        Keys { heading: Place::new(x * MICRO, 0, z * MICRO), ..Keys::default() }
    }

    #[test]
    fn looks_are_as_the_game_has_them() {
        let eyes = Place::new(0, 64 * MICRO, 0);
        for ((x, y, z), yaw, pitch) in [
            ((0, 0, 1), 0, 0),
            ((-1, 0, 0), 90_000, 0),
            ((1, 0, 0), -90_000, 0),
            ((0, 0, -1), -180_000, 0),
            ((0, -1, 0), 0, 90_000),
            ((0, 1, 1), 0, -45_000),
        ] {
            let found = Gaze::towards(eyes, eyes + Place::new(x * MICRO, y * MICRO, z * MICRO));
            assert!(found.is_near(Gaze { yaw, pitch }), "{x} {y} {z}: {found:?}");
        }
    }

    #[test]
    fn a_free_head_turns_where_the_legs_go_and_steering_is_renewed_before_it_ends() {
        let mut head = Head::default();
        let forward = Verb::Steer { forward: 1, strafe: 0, jump: false, sneak: false, sprint: false };
        let look = Verb::Look { yaw: Angle(-90_000), pitch: Angle(0) };
        assert_eq!(head.steer(keys(1, 0), true, 1), [look, forward.clone()]);
        assert_eq!(head.steer(keys(1, 0), true, 2), []);
        assert_eq!(head.steer(keys(1, 0), true, 3), [forward]);
        let stand = Verb::Steer { forward: 0, strafe: 0, jump: false, sneak: false, sprint: false };
        assert_eq!(head.steer(Keys::default(), true, 4), [stand]);
        assert_eq!(head.steer(Keys::default(), true, 40), []);
    }

    #[test]
    fn legs_go_in_the_nearest_of_eight_directions_when_the_eyes_are_needed() {
        for (x, z, forward, strafe) in
            [(0, 1, 1, 0), (-1, 0, 0, 1), (1, 0, 0, -1), (0, -1, -1, 0), (-1, 1, 1, 1), (5, 1, 0, -1), (1, -1, -1, -1)]
        {
            let mut head = Head { gaze: Some(Gaze { yaw: 0, pitch: 80_000 }), ..Head::default() };
            let steer = Verb::Steer { forward, strafe, jump: false, sneak: false, sprint: false };
            assert_eq!(head.steer(keys(x, z), false, 1), [steer], "{x} {z}");
        }
    }
}
