//! Where the player looks, and the sides that the game makes of it. Integers only: angles are thousandths of a degree.

use crate::side::Side;

/// A look direction. Yaw 0 is south, 90 west, 180 north, 270 east; pitch 90 is down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Look {
    yaw_milli: i32,
    pitch_milli: i32,
}

const DEGREE: i64 = 1_000;
const TURN: i32 = 360_000;
/// One, in the fixed-point numbers of the sines here: accurate to a billionth, so that no angle in thousandths of a
/// degree is on the wrong side of another.
const ONE: i64 = 1 << 30;
/// Pi x 2^30.
const PI: i64 = 3_373_259_426;

impl Look {
    /// Any yaw is taken; a pitch beyond straight up or down is straight up or down.
    pub fn new(yaw_milli: i32, pitch_milli: i32) -> Look {
        Look { yaw_milli: yaw_milli.rem_euclid(TURN), pitch_milli: pitch_milli.clamp(-90_000, 90_000) }
    }

    /// The look along a vector: x to the east, y up, z to the south. Without a length it is level to the south.
    pub fn along(x: i64, y: i64, z: i64) -> Look {
        let (x, y, z) = (halved(x, x, y, z), halved(y, x, y, z), halved(z, x, y, z));
        let flat = (x * x + z * z).isqrt();
        let down = angle(y.abs(), flat) * if y > 0 { -1 } else { 1 };
        // From south over west: quarters of a turn, and the rest within the quarter.
        let yaw = match (x > 0, z < 0) {
            (false, false) => angle(-x, z),
            (false, true) => 90_000 + angle(-z, -x),
            (true, true) => 180_000 + angle(x, -z),
            (true, false) => 270_000 + angle(z, x),
        };
        Look::new(yaw, down)
    }

    /// The side along the ground that the player looks at.
    pub fn level(self) -> Side {
        let quarters = (self.yaw_milli + 45_000).div_euclid(90_000) & 3;
        [Side::South, Side::West, Side::North, Side::East][quarters as usize]
    }

    /// Up or down, whichever the player looks at more; level is down.
    pub fn vertical(self) -> Side {
        if self.pitch_milli < 0 { Side::Up } else { Side::Down }
    }

    /// The sixteenth of a turn that is nearest, after so many degrees have been added to the yaw.
    pub fn sixteenth(self, added_degrees: i32) -> u8 {
        let yaw = i64::from(self.yaw_milli) + i64::from(added_degrees) * DEGREE;
        ((yaw * 16 + 180 * DEGREE).div_euclid(i64::from(TURN)) & 15) as u8
    }

    /// The six sides, from the one that the player looks at most to the one behind.
    pub fn nearest(self) -> [Side; 6] {
        let yaw = i64::from(self.yaw_milli);
        let side_x = if yaw >= 180 * DEGREE { Side::East } else { Side::West };
        let side_z = if (90 * DEGREE..270 * DEGREE).contains(&yaw) { Side::North } else { Side::South };
        let side_y = self.vertical();
        let flat = sine(90 * DEGREE - i64::from(self.pitch_milli.abs()));
        let (x, z) = (sine(yaw % (180 * DEGREE)), sine_of_quarter_more(yaw));
        let (level_x, level_z) = (x * flat / ONE, z * flat / ONE);
        let height = sine(i64::from(self.pitch_milli.abs()));
        let [first, second, third] = match (x > z, height) {
            (true, height) if height > level_x => [side_y, side_x, side_z],
            (true, height) if level_z > height => [side_x, side_z, side_y],
            (true, _) => [side_x, side_y, side_z],
            (false, height) if height > level_z => [side_y, side_z, side_x],
            (false, height) if level_x > height => [side_z, side_x, side_y],
            (false, _) => [side_z, side_y, side_x],
        };
        [first, second, third, third.opposite(), second.opposite(), first.opposite()]
    }
}

/// Vectors are shortened until no coordinate is longer than this, so that products with sines fit.
const VECTOR_MAX: i64 = 1 << 28;

/// One coordinate of a vector that is shortened until it can be multiplied.
fn halved(of: i64, x: i64, y: i64, z: i64) -> i64 {
    let longest = x.unsigned_abs().max(y.unsigned_abs()).max(z.unsigned_abs());
    let halvings = (0..64).find(|halvings| longest >> halvings <= VECTOR_MAX as u64).unwrap_or(0);
    of / (1 << halvings)
}

/// The angle from 0 to 90 degrees whose tangent is `opposite / adjacent`; both are not negative. 0 when both are.
fn angle(opposite: i64, adjacent: i64) -> i32 {
    if opposite == 0 {
        return 0;
    }
    // Grows with the angle, and is 0 at the one that is sought.
    let beyond = |milli: i64| sine(milli) * adjacent - sine(90 * DEGREE - milli) * opposite;
    let (mut low, mut high) = (0, 90 * DEGREE);
    while low < high {
        let middle = (low + high + 1) / 2;
        if beyond(middle) <= 0 { low = middle } else { high = middle - 1 }
    }
    let next_is_nearer = low < 90 * DEGREE && beyond(low + 1) < -beyond(low);
    (low + i64::from(next_is_nearer)) as i32
}

/// How far the cosine of an angle is from 0.
fn sine_of_quarter_more(milli: i64) -> i64 {
    sine((milli + 90 * DEGREE) % (180 * DEGREE))
}

/// The sine of an angle from 0 to 180 degrees.
fn sine(milli: i64) -> i64 {
    let milli = if milli > 90 * DEGREE { 180 * DEGREE - milli } else { milli };
    let radians = |milli: i64| milli * PI / (180 * DEGREE);
    if milli <= 45 * DEGREE { sine_series(radians(milli)) } else { cosine_series(radians(90 * DEGREE - milli)) }
}

fn sine_series(x: i64) -> i64 {
    let square = x * x / ONE;
    let term = |inner: i64, divisor: i64| ONE - square * inner / ONE / divisor;
    x * term(term(term(term(ONE, 72), 42), 20), 6) / ONE
}

fn cosine_series(x: i64) -> i64 {
    let square = x * x / ONE;
    let term = |inner: i64, divisor: i64| ONE - square * inner / ONE / divisor;
    term(term(term(term(ONE, 56), 30), 12), 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sines_are_accurate() {
        for (degrees, millionths) in
            [(0, 0), (30, 500_000), (45, 707_107), (60, 866_025), (90, 1_000_000), (150, 500_000)]
        {
            let got = (sine(degrees * DEGREE) * 1_000_000 + ONE / 2) / ONE;
            assert_eq!(got, millionths, "{degrees}");
        }
    }

    #[test]
    fn a_vector_gives_its_look() {
        for ((x, y, z), yaw, pitch) in [
            ((0, 0, 1), 0, 0),
            ((-1, 0, 0), 90_000, 0),
            ((0, 0, -7), 180_000, 0),
            ((3, 0, 0), 270_000, 0),
            ((-1, 0, 1), 45_000, 0),
            ((1, 0, -1), 225_000, 0),
            ((0, -5, 0), 0, 90_000),
            ((0, 5, 0), 0, -90_000),
            ((0, -1, 1), 0, 45_000),
            ((i64::MAX, 0, -i64::MAX), 225_000, 0),
            ((0, 0, 0), 0, 0),
        ] {
            assert_eq!(Look::along(x, y, z), Look::new(yaw, pitch), "{x} {y} {z}");
        }
        let Look { yaw_milli, pitch_milli } = Look::along(-1_000_000, -1_000_000, 1_732_051);
        assert_eq!((yaw_milli, pitch_milli), (30_000, 26_565));
    }

    #[test]
    fn sides_along_the_ground_change_at_the_diagonals() {
        for (yaw, side) in [
            (0, Side::South),
            (44_999, Side::South),
            (45_000, Side::West),
            (90_000, Side::West),
            (180_000, Side::North),
            (-90_000, Side::East),
            (314_999, Side::East),
            (315_000, Side::South),
            (720_000, Side::South),
        ] {
            assert_eq!(Look::new(yaw, 0).level(), side, "{yaw}");
        }
    }

    #[test]
    fn the_nearest_side_is_looked_at_most() {
        for (yaw, pitch, first, second) in [
            (0, 0, Side::South, Side::Down),
            (90, 0, Side::West, Side::Down),
            (0, 90, Side::Down, Side::South),
            (180, -90, Side::Up, Side::North),
            (0, 44, Side::South, Side::Down),
            (0, 46, Side::Down, Side::South),
            (270, -30, Side::East, Side::Up),
            (30, 10, Side::South, Side::West),
            (200, 5, Side::North, Side::East),
            // On a diagonal a level side has to be looked at less steeply.
            (44, 36, Side::Down, Side::South),
            (44, 34, Side::South, Side::West),
        ] {
            let nearest = Look::new(yaw * 1000, pitch * 1000).nearest();
            assert_eq!((nearest[0], nearest[1]), (first, second), "yaw {yaw} pitch {pitch}");
            assert_eq!(nearest[5], first.opposite());
        }
    }

    #[test]
    fn sixteenths_are_rounded() {
        for (yaw, added, expected) in [
            (0, 0, 0),
            (11_249, 0, 0),
            (11_250, 0, 1),
            (349_000, 0, 0),
            (348_000, 0, 15),
            (0, 180, 8),
            (90_000, 180, 12),
        ] {
            assert_eq!(Look::new(yaw, 0).sixteenth(added), expected, "{yaw}");
        }
    }
}
