//! Attempts at a module: three with a growing pause, and none that would be the same as one that has failed.

use crate::verify::Difference;
use alloc::collections::BTreeSet;
use serde::{Deserialize, Serialize};
use vocab::{BlockPos, Digest, Tick};

/// Attempts at one module before it is planned anew from the whole blueprint.
pub const ATTEMPTS_MAX: u8 = 3;
/// The pause after the first failed attempt: 10 s. Each further one is four times as long.
pub const PAUSE_TICKS: u64 = 200;
const PAUSE_GROWTH: u64 = 4;

/// What an attempt is: its work package and what it is to mend. The package follows from the differences, and from the stands and
/// cells that a body was refused.
pub fn fingerprint(refused: &BTreeSet<(BlockPos, BlockPos)>, differences: &[Difference]) -> Digest {
    Digest::of("repair", &(refused, differences))
}

/// The attempts at the module in hand.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Attempts {
    failed: u8,
    last_failed: Option<Digest>,
    not_before: Tick,
    /// The one replan of the whole build has been used up.
    replanned: bool,
}

/// What may be done now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Next {
    Try,
    /// Not before this tick.
    Wait(Tick),
    /// The attempts are used up: plan the build anew, once.
    Replan(Exhausted),
    /// The replan did not help either.
    Fail(Exhausted),
}

/// Why no further attempt is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Exhausted {
    /// As many failed as may.
    Attempts,
    /// The next would be the last failed one again: the same work for the same differences.
    Same,
}

impl Attempts {
    /// Whether an attempt with this fingerprint may be made.
    pub fn next(&self, attempt: Digest, now: Tick) -> Next {
        let exhausted = if self.last_failed == Some(attempt) {
            Some(Exhausted::Same)
        } else {
            (self.failed >= ATTEMPTS_MAX).then_some(Exhausted::Attempts)
        };
        match exhausted {
            Some(why) if self.replanned => Next::Fail(why),
            Some(why) => Next::Replan(why),
            None if now < self.not_before => Next::Wait(self.not_before),
            None => Next::Try,
        }
    }

    pub fn failed(&mut self, attempt: Digest, now: Tick) {
        let pause = PAUSE_TICKS * PAUSE_GROWTH.pow(u32::from(self.failed.min(ATTEMPTS_MAX)));
        self.failed = self.failed.saturating_add(1);
        self.last_failed = Some(attempt);
        self.not_before = now + pause;
    }

    /// The module stands: the same damage later is repaired like any other. The replan stays used up until the whole build stands,
    /// because after it the modules that stand are only looked at again.
    pub fn succeeded(&mut self) {
        *self = Attempts { replanned: self.replanned, ..Attempts::default() };
    }

    /// The whole build was planned anew.
    pub fn replanned(&mut self) {
        *self = Attempts { replanned: true, ..Attempts::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn attempt(number: u8) -> Digest {
        Digest([number; 32])
    }

    #[test]
    fn three_different_attempts_with_growing_pauses_then_one_replan_then_failure() {
        let mut attempts = Attempts::default();
        let mut now = Tick(0);
        for round in 0..2 {
            let mut pauses = Vec::new();
            for number in 0..ATTEMPTS_MAX {
                assert_eq!(attempts.next(attempt(number), now), Next::Try);
                attempts.failed(attempt(number), now);
                if let Next::Wait(until) = attempts.next(attempt(number + 1), now) {
                    pauses.push(until.since(now));
                    now = until;
                }
            }
            assert_eq!(pauses, [PAUSE_TICKS, PAUSE_TICKS * 4]);
            let after = attempts.next(attempt(9), now);
            if round == 0 {
                assert_eq!(after, Next::Replan(Exhausted::Attempts));
                attempts.replanned();
            } else {
                assert_eq!(after, Next::Fail(Exhausted::Attempts));
            }
        }
    }

    #[test]
    fn a_module_that_stands_does_not_give_back_the_replan() {
        let mut attempts = Attempts::default();
        attempts.failed(attempt(1), Tick(0));
        attempts.replanned();
        attempts.succeeded(); // another module, which stood all the time
        attempts.failed(attempt(1), Tick(1));
        assert_eq!(attempts.next(attempt(1), Tick(9_999)), Next::Fail(Exhausted::Same));
    }

    #[test]
    fn the_same_attempt_is_not_made_again_after_it_failed() {
        let mut attempts = Attempts::default();
        attempts.failed(attempt(1), Tick(0));
        assert_eq!(attempts.next(attempt(1), Tick(9_999)), Next::Replan(Exhausted::Same));
        assert_eq!(attempts.next(attempt(2), Tick(9_999)), Next::Try);
    }

    #[test]
    fn the_same_damage_twice_is_repaired_twice() {
        let mut attempts = Attempts::default();
        assert_eq!(attempts.next(attempt(1), Tick(0)), Next::Try);
        attempts.succeeded();
        assert_eq!(attempts.next(attempt(1), Tick(1)), Next::Try);
    }
}
