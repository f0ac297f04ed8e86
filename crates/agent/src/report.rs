//! What a run ends with: one JSON object for programs, a few lines for people.

use crate::view::text::{count, number};
use driver::in_flight::InFlight;
use driver::meter::Meter;
use mind::Mind;
use mind::report::{MILESTONES, Report};
use serde_json::{Value, json};
use std::fmt::Write as _;
use vocab::Digest;

/// Everything from which the report at the end of a run is made.
#[derive(Debug)]
pub struct Ending<'a> {
    pub seed: u64,
    pub mind: &'a Mind,
    pub in_flight: &'a InFlight,
    pub meter: &'a Meter,
    pub world_digest: Option<Digest>,
    /// Game ticks per second of this run.
    pub ticks_per_second: u64,
}

impl Ending<'_> {
    /// The JSON object that `stead run --json` prints at its end.
    pub fn json(&self) -> Value {
        let report = self.mind.report();
        let milestone = |name: &str| report.milestones.get(name).copied().flatten().map(|tick| tick.0);
        let milestones: serde_json::Map<String, Value> =
            MILESTONES.into_iter().map(|name| (name.to_string(), json!(milestone(name)))).collect();
        let mind::report::TaskReport { created, completed, failed, cancelled, open } = report.tasks;
        json!({
            "seed": self.seed,
            "ticks": report.tick.0,
            "alive": report.alive,
            "deaths": report.deaths,
            "milestones": milestones,
            "items_seen": report.items_seen,
            "tasks": {"created": created, "completed": completed, "failed": failed, "cancelled": cancelled, "open": open},
            "stalls": report.stalls,
            "builds": [],
            "llm": {"calls": self.in_flight.thoughts_begun, "tokens": self.in_flight.tokens_spent},
            "counters": report.counters,
            "agency": report.agency,
            "stalled": report.stalled,
            "mind_step_us": {"p50": self.meter.percentile_us(50), "p99": self.meter.percentile_us(99)},
            "ticks_per_second": self.ticks_per_second,
            "world_digest": self.world_digest.map(|digest| digest.to_string()),
            "mind_digest": self.mind.digest().to_string(),
        })
    }

    /// The report of the run in a few words.
    pub fn words(&self) -> String {
        let report: Report = self.mind.report();
        let mut out = format!(
            "tick {}, {}, {}, {} of items seen; {} done, {} failed, {} open\n",
            number(report.tick.0),
            if report.alive { "alive" } else { "dead" },
            count(u64::from(report.deaths), "death"),
            count(u64::from(report.items_seen), "kind"),
            count(report.tasks.completed, "task"),
            number(report.tasks.failed),
            number(report.tasks.open),
        );
        for name in MILESTONES {
            if let Some(tick) = report.milestones.get(name).copied().flatten() {
                let _ = writeln!(out, "  {name:<15} at tick {}", number(tick.0));
            }
        }
        out
    }
}
