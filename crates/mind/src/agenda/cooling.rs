//! Goals that failed recently. Each is blocked for a while, longer after each failure.

use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{GoalKey, Tick};

/// Shortest and longest pause, in ticks, before a failed goal may be tried again: 10 s, doubled at each failure up to
/// 10 min.
pub const COOL_TICKS: u64 = 200;
pub const COOL_TICKS_MAX: u64 = 12_000;
/// Most failed goals remembered. The drive ladder has fewer goals than this.
pub const COOLING_MAX: usize = 64;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Cool {
    key: GoalKey,
    times: u32,
    until: Tick,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Cooling(Vec<Cool>);

impl Cooling {
    /// Records that a task with this goal failed, so that the goal pauses before it may be tried again.
    pub fn failed(&mut self, key: &GoalKey, now: Tick) {
        let times = self.0.iter().find(|cool| cool.key == *key).map_or(0, |cool| cool.times + 1);
        self.worked(key);
        if self.0.len() == COOLING_MAX {
            self.0.remove(0);
        }
        let pause = COOL_TICKS.saturating_mul(1 << times.min(16)).min(COOL_TICKS_MAX);
        self.0.push(Cool { key: key.clone(), times, until: now + pause });
    }

    /// Records that a goal was reached, so that its next failure starts with the shortest pause.
    pub fn worked(&mut self, key: &GoalKey) {
        self.0.retain(|cool| cool.key != *key);
    }

    pub fn is_cooling(&self, key: &GoalKey, now: Tick) -> bool {
        self.0.iter().any(|cool| cool.key == *key && now < cool.until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_failure_doubles_the_pause_up_to_the_longest() {
        let key = GoalKey::new("collect", "diamond").unwrap();
        let mut cooling = Cooling::default();
        let mut pauses = Vec::new();
        for _ in 0..9 {
            cooling.failed(&key, Tick(0));
            pauses.push((0..=COOL_TICKS_MAX).find(|tick| !cooling.is_cooling(&key, Tick(*tick))).unwrap());
        }
        assert_eq!(pauses, [200, 400, 800, 1_600, 3_200, 6_400, 12_000, 12_000, 12_000]);
        cooling.worked(&key);
        assert!(!cooling.is_cooling(&key, Tick(0)));
    }

    #[test]
    fn the_number_of_cooling_goals_is_bounded() {
        let mut cooling = Cooling::default();
        for n in 0..COOLING_MAX + 5 {
            cooling.failed(&GoalKey::new("collect", &alloc::format!("thing_{n}")).unwrap(), Tick(0));
        }
        assert_eq!(cooling.0.len(), COOLING_MAX);
    }
}
