//! The world's random numbers: splitmix64. Its state is saved, so a loaded world continues the same sequence.

use serde::{Deserialize, Serialize};

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A sequence of random numbers that depends only on its seed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rng(u64);

impl Rng {
    pub const fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    pub fn throw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mix(self.0)
    }

    /// A number from 0 to `n - 1`; 0 when `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        ((self.throw() >> 32).wrapping_mul(u64::from(n)) >> 32) as u32
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low + 1).max(1) as u32) as i32
    }

    /// True with a chance of `ppm` in a million.
    pub fn chance_ppm(&mut self, ppm: u32) -> bool {
        self.below(1_000_000) < ppm
    }
}

/// A hash of a number: neighbouring inputs give unrelated outputs.
pub const fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// A hash of a position, the same on every call; the terrain is made from these.
pub const fn at(seed: u64, x: i32, y: i32, z: i32) -> u64 {
    let lanes = (x as u32 as u64) | ((z as u32 as u64) << 32);
    mix(mix(seed ^ lanes.wrapping_mul(STEP)).wrapping_add(y as u32 as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_below_their_bound_and_reach_both_ends() {
        let mut rng = Rng::new(7);
        let thrown: Vec<u32> = (0..1_000).map(|_| rng.below(6)).collect();
        assert_eq!(thrown.iter().min(), Some(&0));
        assert_eq!(thrown.iter().max(), Some(&5));
        assert_eq!(rng.below(0), 0);
        let between: Vec<i32> = (0..1_000).map(|_| rng.between(-2, 2)).collect();
        assert_eq!((between.iter().min(), between.iter().max()), (Some(&-2), Some(&2)));
    }

    #[test]
    fn the_stream_is_pinned() {
        let mut rng = Rng::new(1);
        assert_eq!([rng.throw(), rng.throw()], [0x910a_2dec_8902_5cc1, 0xbeeb_8da1_658e_ec67]);
    }

    #[test]
    fn a_chance_of_a_tenth_is_about_a_tenth() {
        let mut rng = Rng::new(3);
        let hits = (0..100_000).filter(|_| rng.chance_ppm(100_000)).count();
        assert!((9_500..10_500).contains(&hits), "{hits}");
    }
}
