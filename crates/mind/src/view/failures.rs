//! Recent failures by action and place. An action that failed three times at a place is not tried there a fourth time.

use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{Action, BlockPos, Digest, Tick};

/// After this many failures of the same action at the same place, the action is barred there.
pub const SAME_FAILURES_MAX: u8 = 3;
/// Most failed actions remembered. One neighbourhood does not cause more different failures than this in a day.
pub const FAILURES_MAX: usize = 256;
/// A failed action is remembered for this many ticks: after a game day the world may have changed.
pub const FAILURE_TICKS: u64 = 24_000;
/// Side of the cube that counts as the same place for a failed action, in blocks: a step aside does not make it another
/// place.
const PLACE_BLOCKS: i32 = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Failed {
    what: u64,
    times: u8,
    last: Tick,
}

/// The actions that failed recently, with their places and counts.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Failures(Vec<Failed>);

impl Failures {
    /// Counts a failure of the action at this place.
    pub fn note(&mut self, action: &Action, at: BlockPos, now: Tick) {
        let what = fingerprint(action, at);
        self.0.retain(|failed| now.since(failed.last) <= FAILURE_TICKS);
        if let Some(failed) = self.0.iter_mut().find(|failed| failed.what == what) {
            failed.times = failed.times.saturating_add(1);
            failed.last = now;
            return;
        }
        if self.0.len() == FAILURES_MAX
            && let Some(oldest) = (0..FAILURES_MAX).min_by_key(|&n| (self.0[n].last, n))
        {
            self.0.remove(oldest);
        }
        self.0.push(Failed { what, times: 1, last: now });
    }

    /// Forgets the failures of an action at this place, because it succeeded.
    pub fn worked(&mut self, action: &Action, at: BlockPos) {
        let what = fingerprint(action, at);
        self.0.retain(|failed| failed.what != what);
    }

    /// Whether the action failed at this place [`SAME_FAILURES_MAX`] times and must not be tried there for now.
    pub fn barred(&self, action: &Action, at: BlockPos, now: Tick) -> bool {
        let what = fingerprint(action, at);
        let same = |failed: &Failed| failed.what == what && now.since(failed.last) <= FAILURE_TICKS;
        self.0.iter().any(|failed| same(failed) && failed.times >= SAME_FAILURES_MAX)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn fingerprint(action: &Action, at: BlockPos) -> u64 {
    let place = [at.x, at.y, at.z].map(|v| v.div_euclid(PLACE_BLOCKS));
    let digest = Digest::of("failure", &(action, place));
    u64::from_le_bytes(digest.0[..8].try_into().expect("a digest has 32 bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: BlockPos = BlockPos::new(0, 64, 0);

    fn wait(ticks: u16) -> Action {
        Action::Wait { ticks }
    }

    #[test]
    fn an_action_is_barred_at_a_place_after_three_failures_until_it_succeeds_or_a_day_passes() {
        let mut failures = Failures::default();
        for tick in 0..3 {
            assert!(!failures.barred(&wait(1), HERE, Tick(tick)));
            failures.note(&wait(1), HERE, Tick(tick));
        }
        assert!(failures.barred(&wait(1), HERE, Tick(3)));
        assert!(failures.barred(&wait(1), HERE.offset(1, 1, 1), Tick(3)), "a step aside changes nothing");
        assert!(!failures.barred(&wait(1), HERE.offset(9, 0, 0), Tick(3)), "another place is another plan");
        assert!(!failures.barred(&wait(2), HERE, Tick(3)), "another action is another plan");
        assert!(!failures.barred(&wait(1), HERE, Tick(2 + FAILURE_TICKS + 1)));
        failures.worked(&wait(1), HERE);
        assert!(!failures.barred(&wait(1), HERE, Tick(3)));
    }

    #[test]
    fn the_number_of_remembered_failures_is_bounded() {
        let mut failures = Failures::default();
        for ticks in 0..FAILURES_MAX as u16 + 50 {
            failures.note(&wait(ticks), HERE, Tick(u64::from(ticks)));
        }
        assert_eq!(failures.len(), FAILURES_MAX);
    }
}
