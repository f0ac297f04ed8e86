//! `cargo bench -p upkeep --bench figures`: the reference instances, asked against measured.

use figures::{Asked, Sheet, percentile, timings};
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;
use upkeep::plan::instance::Instance;
use upkeep::plan::solve::{Schedule, Verdict, plan};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/upkeep");
/// Time spent on each instance.
const SPENT: Duration = Duration::from_secs(2);
const RUNS_MAX: usize = 2_000;
/// A schedule that is not proven may cost this much more than its bound, in percent.
const GAP_PERCENT_MAX: f64 = 1.0;

fn main() -> ExitCode {
    let mut sheet = Sheet::new("upkeep: the exact scheduler, single thread");
    let reference =
        std::fs::read_to_string(format!("{FIXTURES}/reference.txt")).expect("the reference values are there");
    for line in reference.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = line.split_whitespace().collect();
        let [name, relation, value, micros] = cells[..] else { panic!("reference.txt: {line:?} has no four cells") };
        let micros: f64 = micros.parse().expect("microseconds are a number");
        measure(&mut sheet, name, relation, value, micros);
    }
    sheet.finish()
}

fn measure(sheet: &mut Sheet, name: &str, relation: &str, value: &str, micros_max: f64) {
    let text = std::fs::read_to_string(format!("{FIXTURES}/{name}.json")).expect("the instance is there");
    let instance: Instance = serde_json::from_str(&text).expect("the instance is well formed");
    let verdict = plan(&instance).expect("the instance makes sense");
    match (relation, &verdict) {
        ("unmet", Verdict::Unmet(unmet)) => {
            let told = instance.metrics[unmet.metric].id == value;
            sheet.figure(
                &format!("{name}: unmet, and it is {value}"),
                "",
                Asked::Exactly(1.0),
                f64::from(u8::from(told)),
            );
        }
        (_, Verdict::Scheduled(schedule)) => judge(sheet, name, relation, value, schedule),
        _ => sheet.figure(&format!("{name}: a verdict as asked"), "", Asked::Exactly(1.0), 0.0),
    }
    let once = timings(1, || drop(black_box(plan(&instance))))[0];
    let runs = (SPENT.as_nanos() / once.as_nanos().max(1)).clamp(5, RUNS_MAX as u128) as usize;
    let times = timings(runs, || drop(black_box(plan(black_box(&instance)))));
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    sheet.figure(
        &format!("{name}: time, median of {runs}"),
        "µs",
        Asked::AtMost(micros_max),
        micros(percentile(&times, 50)),
    );
    sheet.figure(&format!("{name}: time, best of {runs}"), "µs", Asked::Told, micros(times[0]));
}

fn judge(sheet: &mut Sheet, name: &str, relation: &str, value: &str, schedule: &Schedule) {
    let value: f64 = value.parse().expect("a reference cost is a number");
    let cost = schedule.tally.cost as f64;
    let asked = match relation {
        "=" => Asked::Exactly(value),
        "<=" => Asked::AtMost(value),
        _ => Asked::AtMost(value - 1.0),
    };
    sheet.figure(&format!("{name}: cost"), "", asked, cost);
    let gap = 100.0 * (schedule.tally.cost - schedule.bound) as f64 / cost.max(1.0);
    let gap_max = if relation == "=" { 0.0 } else { GAP_PERCENT_MAX };
    sheet.figure(&format!("{name}: above its own bound"), "%", Asked::AtMost(gap_max), gap);
}
