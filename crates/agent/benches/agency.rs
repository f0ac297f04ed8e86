//! `cargo bench -p agent --bench agency`: how soon a running agent obeys "stop", and 24 hours of soak on a scripted body, once
//! with a model that prints junk, once with one that answers well. `STEAD_SOAK_HOURS` asks for fewer hours; the figures then
//! say so and mean less.

#[path = "../tests/common/stopping.rs"]
mod stopping;

use driver::Speed;
use figures::{Asked, Sheet};
use mind::thinking::Thinking;
use simulator::StubModel;
use simulator::soak::{GOOD_GOALS, HOUR_TICKS, Soaked, soak, thinking};
use std::process::ExitCode;
use std::time::Instant;

const HOURS: u64 = 24;
/// Most growth of the encoded mind after the first hour, in percent. Its lists may fill up to their bounds, but
/// no more.
const GROWTH_PERCENT_MAX: f64 = 25.0;
/// Most game ticks from the chat line "stop" to the cancelled action: one second.
const STOP_TICKS_MAX: f64 = 20.0;
/// How often "stop" is said at each speed, each time at another moment of an action.
const TRIES: u64 = 30;

fn main() -> ExitCode {
    let hours = match std::env::var("STEAD_SOAK_HOURS") {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("STEAD_SOAK_HOURS is {text:?}, no whole number")),
        Err(_) => HOURS,
    };
    let mut sheet =
        Sheet::new(&format!("agency: \"stop\" in the embedded world, and {hours} hours of soak on a scripted body"));
    stop(&mut sheet);
    let lived = |name: &str, model: StubModel| {
        let began = Instant::now();
        let soaked = soak(thinking(), model, hours * HOUR_TICKS);
        eprintln!("{name}: {} s, {soaked:?}", began.elapsed().as_secs());
        soaked
    };
    let junk = lived("junk", StubModel::junk());
    holds(&mut sheet, "junk", &junk);
    let good = lived("good", StubModel::asking(GOOD_GOALS));
    holds(&mut sheet, "good", &good);
    let undone = good.undone.values().sum::<u64>();
    sheet.figure("good: goals of the model", "tasks", Asked::AtLeast(10.0), good.from_thoughts as f64);
    sheet.figure("good: done", "tasks", Asked::Told, good.done as f64);
    sheet.figure("good: ended without being done", "tasks", Asked::Exactly(0.0), undone as f64);
    sheet.finish()
}

/// Measures how soon an agent in the embedded world stops after "stop" was said at any moment.
fn stop(sheet: &mut Sheet) {
    for times in [1, 20] {
        let measured = stopping::measure(Speed::Times(times), TRIES);
        let row = |what: &str| format!("{what}, worst of {} tries at {times}x", measured.tries);
        let asked = || Asked::AtMost(STOP_TICKS_MAX);
        sheet.figure(&row("said to cancel"), "ticks", asked(), measured.said_to_cancel_ticks as f64);
        sheet.figure(&row("heard to cancel"), "ticks", asked(), measured.heard_to_cancel_ticks as f64);
    }
}

fn holds(sheet: &mut Sheet, name: &str, soaked: &Soaked) {
    let calls = f64::from(Thinking::default().limits.calls_per_hour);
    let first = soaked.bytes.first().map_or(1, |(mind, _)| *mind).max(1);
    let most = soaked.bytes.iter().map(|(mind, _)| *mind).max().unwrap_or(first);
    let growth = (most as f64 / first as f64 - 1.0) * 100.0;
    for (what, unit, asked, measured) in [
        ("duplicate tasks per goal key", "tasks", Asked::Exactly(0.0), soaked.duplicates as f64),
        ("tasks from ineligible thoughts", "tasks", Asked::Exactly(0.0), soaked.ineligible as f64),
        ("unknown actions", "tasks", Asked::Exactly(0.0), soaked.unknown_actions as f64),
        ("tasks neither over nor classed", "tasks", Asked::Exactly(0.0), soaked.unexplained as f64),
        ("calls in the fullest hour", "calls", Asked::AtMost(calls), soaked.calls_per_hour_max as f64),
        ("growth of the mind after the first hour", "%", Asked::AtMost(GROWTH_PERCENT_MAX), growth),
        ("calls", "calls", Asked::Told, soaked.counters.llm_calls as f64),
    ] {
        sheet.figure(&format!("{name}: {what}"), unit, asked, measured);
    }
}
