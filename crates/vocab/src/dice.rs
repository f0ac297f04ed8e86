//! Repeatable pseudo-random numbers (SplitMix64): the seed is part of the input, so the same seed gives the same stream everywhere.

use serde::{Deserialize, Serialize};

/// The increment of the SplitMix64 generator: 2^64 divided by the golden ratio, made odd.
pub const STRIDE: u64 = 0x9e37_79b9_7f4a_7c15;

/// A random number generator whose numbers depend on its seed alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dice(u64);

impl Dice {
    pub const fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// The next 64 random bits.
    pub fn throw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STRIDE);
        mix(self.0)
    }

    /// A random number from 0 to `bound - 1`; 0 when `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.throw()) * u128::from(bound)) >> 64) as u64
    }

    /// A random index below `len`; 0 when `len` is 0.
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// A random number from 0 to `bound - 1`, made of the upper 32 bits only. Worlds are generated with it, so it must
    /// not change.
    pub fn pick(&mut self, bound: u32) -> u32 {
        ((self.throw() >> 32).wrapping_mul(u64::from(bound)) >> 32) as u32
    }

    /// A random number from `low` to `high`, both included, by [`Dice::pick`]; `low` when the range is empty.
    pub fn span(&mut self, low: i32, high: i32) -> i32 {
        low + self.pick((high - low + 1).max(1) as u32) as i32
    }

    /// True with a chance of `ppm` in a million.
    pub fn chance_ppm(&mut self, ppm: u32) -> bool {
        self.pick(1_000_000) < ppm
    }

    /// A random number from `low` to `high`, both included; `low` when the range is empty.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        let count = high.saturating_sub(low).saturating_add(1).max(1);
        low + self.below(count as u64) as i64
    }
}

/// Scrambles a number: inputs that differ in one bit give unrelated outputs.
pub const fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn the_stream_of_seed_1_never_changes() {
        let mut dice = Dice::new(1);
        assert_eq!([dice.throw(), dice.throw()], [0x910a_2dec_8902_5cc1, 0xbeeb_8da1_658e_ec67]);
    }

    #[test]
    fn numbers_stay_inside_their_range_and_reach_both_ends() {
        let mut dice = Dice::new(7);
        let below: Vec<u64> = (0..1_000).map(|_| dice.below(6)).collect();
        assert_eq!((below.iter().min(), below.iter().max()), (Some(&0), Some(&5)));
        let between: Vec<i64> = (0..1_000).map(|_| dice.between(-2, 2)).collect();
        assert_eq!((between.iter().min(), between.iter().max()), (Some(&-2), Some(&2)));
        let index: Vec<usize> = (0..1_000).map(|_| dice.index(6)).collect();
        assert_eq!((index.iter().min(), index.iter().max()), (Some(&0), Some(&5)));
        let pick: Vec<u32> = (0..1_000).map(|_| dice.pick(6)).collect();
        assert_eq!((pick.iter().min(), pick.iter().max()), (Some(&0), Some(&5)));
        let span: Vec<i32> = (0..1_000).map(|_| dice.span(-2, 2)).collect();
        assert_eq!((span.iter().min(), span.iter().max()), (Some(&-2), Some(&2)));
    }

    #[test]
    fn a_chance_of_a_tenth_is_about_a_tenth() {
        let mut dice = Dice::new(3);
        let hits = (0..100_000).filter(|_| dice.chance_ppm(100_000)).count();
        assert!((9_500..10_500).contains(&hits), "{hits}");
    }

    #[test]
    fn an_empty_range_gives_its_lower_end() {
        let mut dice = Dice::new(7);
        assert_eq!((dice.below(0), dice.between(5, 4), dice.between(5, 5)), (0, 5, 5));
        assert_eq!((dice.pick(0), dice.index(0), dice.span(5, 4)), (0, 0, 5));
    }
}
