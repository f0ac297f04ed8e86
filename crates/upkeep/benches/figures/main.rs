//! `cargo bench -p upkeep --bench figures`: costs, bounds and times of the reference instances, and a set of generated ones.

mod generated;

use figures::{Asked, Sheet, percentile, timings};
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;
use upkeep::plan::instance::Instance;
use upkeep::plan::solve::{PlanResult, Schedule, plan};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/upkeep");
/// Time for which the benchmark solves each scheduling problem again and again.
const SPENT: Duration = Duration::from_secs(2);
const RUNS_MAX: usize = 2_000;
/// A schedule that is not proven optimal may cost this much more than its lower bound, in percent.
const GAP_PERCENT_MAX: f64 = 1.0;
/// For problems with a longer horizon than this, the gap between cost and lower bound is printed and not judged: see
/// ADR 28.
const GAP_HORIZON_TICKS_MAX: i64 = 2_400;

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
    generated::figures(&mut sheet);
    sheet.finish()
}

fn measure(sheet: &mut Sheet, name: &str, relation: &str, value: &str, micros_max: f64) {
    let text = std::fs::read_to_string(format!("{FIXTURES}/{name}.json")).expect("the instance is there");
    let instance: Instance = serde_json::from_str(&text).expect("the instance is well formed");
    let result = plan(&instance).expect("the instance makes sense");
    match (relation, &result) {
        ("unmet", PlanResult::Unmet(unmet)) => {
            let told = instance.metrics[unmet.metric].id == value;
            sheet.figure(
                &format!("{name}: unmet, and it is {value}"),
                "",
                Asked::Exactly(1.0),
                f64::from(u8::from(told)),
            );
        }
        (_, PlanResult::Scheduled(schedule)) => judge(sheet, name, &instance, (relation, value), schedule),
        _ => sheet.figure(&format!("{name}: solved or unmet as asked"), "", Asked::Exactly(1.0), 0.0),
    }
    let once = timings(1, || drop(black_box(plan(&instance))))[0];
    let runs = (SPENT.as_nanos() / once.as_nanos().max(1)).clamp(5, RUNS_MAX as u128) as usize;
    let times = timings(runs, || drop(black_box(plan(black_box(&instance)))));
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    sheet.figure(
        &format!("{name}: time, median of the runs"),
        "µs",
        Asked::AtMost(micros_max),
        micros(percentile(&times, 50)),
    );
    sheet.figure(&format!("{name}: time, best of the runs"), "µs", Asked::Told, micros(times[0]));
}

fn judge(sheet: &mut Sheet, name: &str, instance: &Instance, (relation, value): (&str, &str), schedule: &Schedule) {
    let value: f64 = value.parse().expect("a reference cost is a number");
    let cost = schedule.tally.cost as f64;
    let asked = match relation {
        "=" => Asked::Exactly(value),
        _ => Asked::AtMost(value),
    };
    sheet.figure(&format!("{name}: cost"), "", asked, cost);
    let gap = 100.0 * (schedule.tally.cost - schedule.bound) as f64 / cost.max(1.0);
    let gap_asked = match relation {
        "=" => Asked::AtMost(0.0),
        _ if instance.horizon_ticks <= GAP_HORIZON_TICKS_MAX => Asked::AtMost(GAP_PERCENT_MAX),
        _ => Asked::Told,
    };
    sheet.figure(&format!("{name}: above its own bound"), "%", gap_asked, gap);
}
