//! Repeatable pseudo-random numbers (SplitMix64): the seed is part of the input, so the same seed gives the same stream everywhere.

use serde::{Deserialize, Serialize};

/// The step of SplitMix64: 2^64 divided by the golden ratio, made odd.
pub const STRIDE: u64 = 0x9e37_79b9_7f4a_7c15;

/// A stream of numbers that depends on its seed alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dice(u64);

impl Dice {
    pub const fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// The next 64 bits of the stream.
    pub fn throw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STRIDE);
        mix(self.0)
    }

    /// A number from 0 to `bound - 1`; 0 when `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.throw()) * u128::from(bound)) >> 64) as u64
    }

    /// A number from `low` to `high`, both included; `low` when the range is empty.
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
    }

    #[test]
    fn an_empty_range_gives_its_lower_end() {
        let mut dice = Dice::new(7);
        assert_eq!((dice.below(0), dice.between(5, 4), dice.between(5, 5)), (0, 5, 5));
    }
}
