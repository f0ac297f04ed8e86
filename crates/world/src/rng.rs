//! A hash of a position: the terrain is made from these. The world's random numbers are `vocab::Dice`, saved with the world.

use vocab::dice::{STRIDE, mix};

/// A hash of the seed and a position, the same on every call.
pub const fn at(seed: u64, x: i32, y: i32, z: i32) -> u64 {
    let lanes = (x as u32 as u64) | ((z as u32 as u64) << 32);
    mix(mix(seed ^ lanes.wrapping_mul(STRIDE)).wrapping_add(y as u32 as u64))
}
