//! The counters of a session. A session is one start of the program; within it they only grow.

use alloc::string::String;
use serde::{Deserialize, Serialize};
use vocab::Tick;
use vocab::tick::TICKS_PER_SECOND;

/// Ticks between two log lines with the counters of thinking: one minute.
pub const LINE_EVERY_TICKS: u64 = 1_200;
const TICKS_PER_MINUTE: u64 = 60 * TICKS_PER_SECOND;

/// Counts of what the agent's thinking did in this session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counters {
    /// How often the language model was called.
    pub llm_calls: u64,
    /// How many replies of the model had a goal.
    pub goal_tags: u64,
    pub drive_ticks: u64,
    /// How often the model was not called, because the situation was in the same bands as at the last call.
    pub signature_suppressions: u64,
    /// How many thoughts were dropped as similar to a recent one.
    pub content_suppressions: u64,
    /// How many thoughts had an intent other than `none`.
    pub intent_extractions: u64,
    pub low_novelty_recorded: u64,
    pub low_novelty_broadcast: u64,
    pub started_at: Tick,
}

impl Counters {
    /// All counters at zero, for a session that begins now or whose counters were reset.
    pub fn starting(now: Tick) -> Counters {
        Counters { started_at: now, ..Counters::default() }
    }

    pub fn uptime_minutes(&self, now: Tick) -> u64 {
        now.since(self.started_at) / TICKS_PER_MINUTE
    }

    /// The log line with all counters.
    pub fn line(&self, now: Tick) -> String {
        alloc::format!(
            "[Agency {}m] llm={} goals={} drives={} sigDedup={} contentDedup={} intents={}",
            self.uptime_minutes(now),
            self.llm_calls,
            self.goal_tags,
            self.drive_ticks,
            self.signature_suppressions,
            self.content_suppressions,
            self.intent_extractions
        )
    }

    /// Every counter with its name, for the Prometheus metrics.
    pub fn named(&self) -> [(&'static str, u64); 9] {
        [
            ("llm_calls", self.llm_calls),
            ("goal_tags", self.goal_tags),
            ("drive_ticks", self.drive_ticks),
            ("signature_suppressions", self.signature_suppressions),
            ("content_suppressions", self.content_suppressions),
            ("intent_extractions", self.intent_extractions),
            ("low_novelty_recorded", self.low_novelty_recorded),
            ("low_novelty_broadcast", self.low_novelty_broadcast),
            ("started_at", self.started_at.0),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agency_5_the_log_line_has_the_six_logged_counters_and_the_uptime() {
        let counters = Counters {
            llm_calls: 1,
            goal_tags: 2,
            drive_ticks: 3,
            signature_suppressions: 4,
            content_suppressions: 5,
            intent_extractions: 6,
            low_novelty_recorded: 7,
            low_novelty_broadcast: 8,
            started_at: Tick(100),
        };
        let expected = "[Agency 2m] llm=1 goals=2 drives=3 sigDedup=4 contentDedup=5 intents=6";
        assert_eq!(counters.line(Tick(100 + 3_599)), expected);
        assert_eq!(counters.named().map(|(_, count)| count), [1, 2, 3, 4, 5, 6, 7, 8, 100]);
    }
}
