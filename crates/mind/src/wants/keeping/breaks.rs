//! Predicts the next break of the active task from how long its actions took so far.

use crate::hands::arbiter::Controller;
use crate::hands::executor::Running;
use alloc::collections::BTreeMap;
use serde::{Deserialize, Serialize};
use upkeep::schedule::TaskBreaks;
use vocab::{ActionId, Name, Tick};

/// The assumed length of an action whose kind has not been observed yet, in ticks.
const LENGTH_TICKS: u64 = 300;
/// Further breaks of a task are expected at intervals of its longest known kind of action, but of at most this many
/// ticks. A longer interval would make upkeep act too early.
const LENGTH_TICKS_MAX: u64 = 800;
/// How many ticks a break between two actions of a task lasts.
const BREAK_TICKS: u64 = 100;
/// An action that takes longer than its estimated length raises the estimate by a fourth of the difference, a shorter
/// one lowers it by a sixteenth. So about four in five actions end within the estimate.
const RAISE: u64 = 4;
const LOWER: u64 = 16;

/// The estimated length of a task's actions in ticks, by verb. Most actions end earlier. A break for upkeep comes when
/// an action ends.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Breaks {
    lengths: BTreeMap<Name, u64>,
    at_work: Option<(ActionId, Name, u64)>,
}

impl Breaks {
    /// Observes the running action. When it differs from the last one, the last one has ended and its length is
    /// learned.
    pub fn watch(&mut self, running: Option<&Running>, now: Tick) {
        let running = running.filter(|running| running.controller == Controller::Task);
        let now = running.map(|running| (running.id, running.action.verb(), now.since(running.started)));
        if let Some((_, verb, ticks)) = self.at_work.take_if(|(id, ..)| now.is_none_or(|(now, ..)| now != *id)) {
            self.learn(verb, ticks);
        }
        match (&mut self.at_work, now) {
            (Some((_, _, ticks)), Some((_, _, now))) => *ticks = now,
            (at_work, now) => *at_work = now.map(|(id, verb, ticks)| (id, Name::new(verb), ticks)),
        }
    }

    fn learn(&mut self, verb: Name, ticks: u64) {
        let length = self.lengths.entry(verb).or_insert(LENGTH_TICKS);
        *length = if ticks > *length {
            *length + (ticks - *length).div_ceil(RAISE)
        } else {
            *length - (*length - ticks) / LOWER
        };
    }

    /// The expected breaks of the active task: now if no action runs, else when the running action should end.
    pub fn ahead(&self, running: Option<&Running>, now: Tick) -> TaskBreaks {
        let longest = self.lengths.values().copied().max().unwrap_or(LENGTH_TICKS);
        let every_ticks = longest.clamp(LENGTH_TICKS, LENGTH_TICKS_MAX);
        let steps = |break_in_ticks| TaskBreaks::Steps { break_in_ticks, break_ticks: BREAK_TICKS, every_ticks };
        match running {
            Some(running) if running.controller == Controller::Task => {
                let since = now.since(running.started);
                let length = self.lengths.get(&Name::new(running.action.verb())).copied().unwrap_or(LENGTH_TICKS);
                // An action that has taken longer than estimated is expected to take twice as long in all as it has
                // taken so far.
                steps(length.checked_sub(since).unwrap_or(since).max(1))
            }
            _ => steps(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_in_five_actions_end_within_the_estimate() {
        let mut breaks = Breaks::default();
        let verb = Name::new("go_to");
        let mut next = 7u64;
        for _ in 0..4_000 {
            next = next * 5 % 1_009;
            breaks.learn(verb, next);
        }
        let length = breaks.lengths[&verb];
        assert!((600..900).contains(&length), "{length} of 1 to 1,008");
        for _ in 0..200 {
            breaks.learn(verb, 10);
        }
        assert!(breaks.lengths[&verb] < 30, "and forgets: {}", breaks.lengths[&verb]);
    }
}
