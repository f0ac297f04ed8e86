//! Where the agent has been: a bounded trail of places for the map.

use std::collections::VecDeque;
use vocab::{BlockPos, Tick};

/// Most places of the trail: the way of about half a day. The oldest is dropped first.
pub const TRAIL_MAX: usize = 1_024;
/// A place is added once the agent is this many blocks away from the last one.
const APART_BLOCKS: u64 = 2;

/// The places where the agent has been, oldest first.
#[derive(Debug, Clone, Default)]
pub struct Trail(VecDeque<(Tick, BlockPos)>);

impl Trail {
    pub(super) fn take(&mut self, now: Tick, at: BlockPos) {
        let near = |(_, last): &(Tick, BlockPos)| last.distance_squared(at) < APART_BLOCKS * APART_BLOCKS;
        if self.0.back().is_some_and(near) {
            return;
        }
        if self.0.len() >= TRAIL_MAX {
            self.0.pop_front();
        }
        self.0.push_back((now, at));
    }

    /// The places with the ticks at which the agent came there, oldest first.
    pub fn places(&self) -> impl ExactSizeIterator<Item = (Tick, BlockPos)> {
        self.0.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_close_together_are_one_and_the_oldest_is_dropped() {
        let mut trail = Trail::default();
        for n in 0..2 * TRAIL_MAX as i32 + 10 {
            trail.take(Tick(n as u64), BlockPos::new(n, 64, 0));
        }
        assert_eq!(trail.places().len(), TRAIL_MAX);
        assert_eq!(trail.places().next().map(|(_, at)| at.x), Some(10));
    }
}
