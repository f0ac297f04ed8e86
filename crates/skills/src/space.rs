//! Positions and speeds of moving things, in millionths of a block: exact integers, so that equal runs stay equal.

use serde::{Deserialize, Serialize};
use std::ops::{Add, Neg, Sub};
use vocab::{BlockPos, FinePos};

/// Position units in one block. Fine enough for the game's smallest speeds (0.003 blocks a tick), and i64 holds
/// any world.
pub const MICRO: i64 = 1_000_000;
/// Position units in one thousandth of a block.
const MICRO_PER_FINE: i64 = 1_000;

/// A position or a displacement in millionths of a block; `y` is up. The position of a body is the middle of its
/// feet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Place {
    pub x: i64,
    pub y: i64,
    pub z: i64,
}

impl Place {
    pub const ZERO: Place = Place { x: 0, y: 0, z: 0 };

    pub const fn new(x: i64, y: i64, z: i64) -> Place {
        Place { x, y, z }
    }

    /// The position at the middle of a block's floor.
    pub fn on(block: BlockPos) -> Place {
        let middle = |v: i32| i64::from(v) * MICRO + MICRO / 2;
        Place { x: middle(block.x), y: i64::from(block.y) * MICRO, z: middle(block.z) }
    }

    /// The position at the middle of a block.
    pub fn inside(block: BlockPos) -> Place {
        Place::on(block).up(MICRO / 2)
    }

    pub fn up(self, by: i64) -> Place {
        Place { y: self.y + by, ..self }
    }

    /// The block that contains this position.
    pub fn block(self) -> BlockPos {
        let whole = |v: i64| v.div_euclid(MICRO).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        BlockPos { x: whole(self.x), y: whole(self.y), z: whole(self.z) }
    }

    /// The position in thousandths of a block, rounded down.
    pub fn fine(self) -> FinePos {
        let fine = |v: i64| v.div_euclid(MICRO_PER_FINE);
        FinePos { x: fine(self.x), y: fine(self.y), z: fine(self.z) }
    }

    /// A position from thousandths of a block; coordinates too large are limited to the range of i64.
    pub fn from_fine(fine: FinePos) -> Place {
        let micro = |v: i64| v.saturating_mul(MICRO_PER_FINE);
        Place { x: micro(fine.x), y: micro(fine.y), z: micro(fine.z) }
    }

    /// Straight distance in millionths of a block, rounded down.
    pub fn distance(self, other: Place) -> i64 {
        length([gap(self.x, other.x), gap(self.y, other.y), gap(self.z, other.z)])
    }

    /// Horizontal distance in millionths of a block, rounded down.
    pub fn distance_flat(self, other: Place) -> i64 {
        length([gap(self.x, other.x), gap(self.z, other.z), 0])
    }

    /// The horizontal direction to a position, with length [`MICRO`]; zero when both are the same.
    pub fn heading_to(self, to: Place) -> Place {
        let (dx, dz) = (to.x.saturating_sub(self.x), to.z.saturating_sub(self.z));
        let long = self.distance_flat(to);
        if long == 0 {
            return Place::ZERO;
        }
        let part = |d: i64| (i128::from(d) * i128::from(MICRO) / i128::from(long)) as i64;
        Place { x: part(dx), y: 0, z: part(dz) }
    }

    /// The vector multiplied by `numerator / MICRO`, rounded towards zero.
    pub fn scaled(self, numerator: i64) -> Place {
        Place { x: scale(self.x, numerator), y: scale(self.y, numerator), z: scale(self.z, numerator) }
    }
}

/// `value * numerator / MICRO`, rounded towards zero so that speeds decay to zero.
pub fn scale(value: i64, numerator: i64) -> i64 {
    (i128::from(value) * i128::from(numerator) / i128::from(MICRO)) as i64
}

fn gap(a: i64, b: i64) -> u128 {
    u128::from(a.abs_diff(b))
}

fn length(gaps: [u128; 3]) -> i64 {
    let sum = gaps.iter().fold(0u128, |sum, gap| sum.saturating_add(gap.saturating_mul(*gap)));
    i64::try_from(sum.isqrt()).unwrap_or(i64::MAX)
}

impl Add for Place {
    type Output = Place;
    fn add(self, other: Place) -> Place {
        Place { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl Sub for Place {
    type Output = Place;
    fn sub(self, other: Place) -> Place {
        Place { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}

impl Neg for Place {
    type Output = Place;
    fn neg(self) -> Place {
        Place { x: -self.x, y: -self.y, z: -self.z }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_round_down_to_their_block_also_when_negative() {
        for (micro, block) in [(0, 0), (MICRO - 1, 0), (MICRO, 1), (-1, -1), (-MICRO, -1), (-MICRO - 1, -2)] {
            assert_eq!(Place::new(micro, 0, 0).block().x, block, "{micro}");
        }
    }

    #[test]
    fn headings_have_length_one_or_zero() {
        let from = Place::on(BlockPos::new(3, 64, -7));
        for (dx, dz) in [(1, 0), (0, -5), (3, 4), (-7, 11)] {
            let heading = from.heading_to(from + Place::new(dx * MICRO, MICRO, dz * MICRO));
            let long = Place::ZERO.distance(heading);
            assert!((MICRO - 2..=MICRO).contains(&long), "{dx} {dz}: {long}");
        }
        assert_eq!(from.heading_to(from.up(MICRO)), Place::ZERO);
    }

    #[test]
    fn distances_at_the_ends_of_the_world_do_not_overflow() {
        let end = Place::from_fine(FinePos::new(i64::MAX, 0, i64::MIN));
        assert!(end.distance(Place::ZERO) > 0);
        assert_eq!(Place::new(3 * MICRO, 0, 4 * MICRO).distance(Place::ZERO), 5 * MICRO);
    }
}
