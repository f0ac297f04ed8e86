//! The statistics of a run, counted from the state of the mind.

use super::Mind;
use crate::wire::input::Link;
use crate::wire::report::{Report, TaskReport};
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use tasks::stall;

impl Mind {
    /// The statistics of the agent's life so far.
    pub fn report(&self) -> Report {
        let counts = self.agenda.tasks().counts();
        let counters = &self.journey.counters;
        let numbers = [
            ("actions", self.hands.executor.actions_begun()),
            ("alarms", self.guard.alarms),
            ("contradicted", counters.contradicted),
            ("damage_half_hearts", counters.damage_half_hearts),
            ("drive_held", counters.drive_held),
            ("drive_ticks", counters.drive_ticks),
            ("hand_overs", self.arbiter.hand_overs()),
            ("inconclusive", counters.inconclusive),
            ("not_done", counters.not_done),
            ("plans", counters.plans),
            ("questions", self.hands.questions.asked()),
            ("retries", counters.retries),
            ("suppressed", counts.suppressed),
            ("upkeep_interruptions", counters.upkeep_interruptions),
            ("upkeep_plans", self.keeping.plans),
            ("verified", counters.verified),
        ];
        Report {
            tick: self.tick,
            alive: !self.journey.dead,
            deaths: self.journey.deaths,
            milestones: self.journey.milestones(),
            items_seen: self.journey.items_seen(),
            tasks: TaskReport {
                created: counts.created,
                completed: counts.completed,
                failed: counts.failed,
                cancelled: counts.cancelled,
                open: self.agenda.tasks().open().count() as u64,
            },
            stalls: counts.stalls.iter().map(|(class, count)| (class.name().to_string(), *count)).collect(),
            counters: (numbers.into_iter().map(|(name, count)| (name.to_string(), count)))
                .chain(self.keeping.below_warn().map(|(name, ticks)| (alloc::format!("warn_ticks_{name}"), ticks)))
                .collect(),
            agency: *self.thoughts.counters(),
            stalled: self.stalled(),
        }
    }

    /// Counts open tasks that are stalled, by stall class.
    fn stalled(&self) -> BTreeMap<String, u64> {
        let has_body = self.link == Link::Present && !self.journey.dead;
        let mut stalled = BTreeMap::new();
        for task in self.agenda.tasks().open() {
            if let Some(class) = stall::class_of(task, self.tick, has_body) {
                *stalled.entry(class.name().to_string()).or_default() += 1;
            }
        }
        stalled
    }
}
