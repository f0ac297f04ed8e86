//! The counts of a life as Prometheus text.

use crate::wire::Health;
use driver::ReadModel;
use std::fmt::Write as _;

/// The content type that Prometheus expects for its text format.
pub const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The metrics in Prometheus text format: for each one a line of help, one of type and one with the value.
pub fn text(model: &ReadModel, health: &Health) -> String {
    let counts = &model.counts;
    let vitals = model.senses.as_ref().and_then(|senses| senses.vitals);
    let mut out = String::new();
    let mut metric = |name: &str, kind: &str, help: &str, value: u64| {
        let _ = write!(out, "# HELP stead_{name} {help}\n# TYPE stead_{name} {kind}\nstead_{name} {value}\n");
    };
    metric("tick", "counter", "Game ticks since the beginning of this life.", model.tick.0);
    metric("mind_ticks_total", "counter", "Decisions of this run, one every four game ticks.", counts.mind_ticks);
    metric("actions_total", "counter", "Actions begun.", counts.actions);
    metric("tasks_created_total", "counter", "Tasks made.", counts.tasks_created);
    metric("tasks_completed_total", "counter", "Tasks done.", counts.tasks_completed);
    metric("tasks_failed_total", "counter", "Tasks failed.", counts.tasks_failed);
    metric("tasks_cancelled_total", "counter", "Tasks cancelled.", counts.tasks_cancelled);
    metric("deaths_total", "counter", "Deaths.", u64::from(counts.deaths));
    metric("items_seen_total", "counter", "Different items ever carried.", u64::from(counts.items_seen));
    metric("tasks_open", "gauge", "Open tasks.", model.open.len() as u64);
    metric("tracks", "gauge", "Creatures believed to be around.", model.tracks.len() as u64);
    for (name, count) in model.thinking.counters.named() {
        let kind = if name == "started_at" { "gauge" } else { "counter" };
        metric(&format!("agency_{name}"), kind, "An agency counter of this session; see docs/formats.md.", count);
    }
    if let Some(vitals) = vitals {
        metric("health", "gauge", "Half hearts, 0 to 20.", u64::from(vitals.health));
        metric("food", "gauge", "Half drumsticks, 0 to 20.", u64::from(vitals.food));
    }
    metric(
        "waiting",
        "gauge",
        "1 while time stands still because nothing can be written.",
        u64::from(model.trouble.is_some()),
    );
    if let Some(bytes) = health.journal_bytes {
        metric("journal_bytes", "gauge", "Bytes of the journal on the disk.", bytes);
    }
    metric("event_streams", "gauge", "Listeners to the stream of events.", health.streams);
    let budget = &model.thinking.budget;
    metric(
        "llm_calls_this_hour",
        "gauge",
        "Calls of the language model in this hour of game time.",
        budget.calls_this_hour.into(),
    );
    metric(
        "llm_tokens_this_day",
        "gauge",
        "Tokens of the language model in this day of game time.",
        budget.tokens_this_day,
    );
    out += &step_times(health);
    out
}

/// The lengths of the mind's steps as a Prometheus histogram in seconds.
fn step_times(health: &Health) -> String {
    const NAME: &str = "stead_mind_step_seconds";
    let times = &health.mind_step;
    let mut out = format!("# HELP {NAME} How long the mind's steps took.\n# TYPE {NAME} histogram\n");
    let mut total = 0;
    for (count, bound) in times.counts.iter().zip(times.bounds_us.iter().map(Some).chain([None])) {
        total += count;
        let bound = bound.map_or("+Inf".into(), |us| seconds(*us));
        let _ = writeln!(out, "{NAME}_bucket{{le=\"{bound}\"}} {total}");
    }
    let _ = write!(out, "{NAME}_sum {}\n{NAME}_count {total}\n", seconds(times.sum_us));
    out
}

/// Microseconds as a decimal number of seconds.
fn seconds(us: u64) -> String {
    format!("{}.{:06}", us / 1_000_000, us % 1_000_000)
}
