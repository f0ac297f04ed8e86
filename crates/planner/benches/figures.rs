//! The planner's figures: every instance with both objectives against reference values, first plans, memory, and
//! every item of the game.

use contract::solve::{Outcome, Request, answer};
use figures::{Asked, Sheet, percentile, timings};
use planner::game::{Ask, draft, natural_offers};
use planner::{Limits, Objective, Problem, first_plan, solve};
use std::process::ExitCode;
use std::time::Duration;

/// How often measurements that take milliseconds are repeated, and those that take seconds.
const RUNS_SHORT: usize = 21;
const RUNS_LONG: usize = 3;

fn fixture(name: &str) -> String {
    let path = format!("{}/../../fixtures/planner/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn problem(name: &str) -> Problem {
    let request = Request::parse(fixture(&format!("{name}.json")).as_str()).expect("a request");
    Problem::new(&request.draft()).expect("a problem")
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1_000.0
}

fn number(text: &str) -> f64 {
    text.trim_start_matches(['=', '<']).parse().expect("a number")
}

/// Measures one reference request with one objective: the plan's value, and the time to the final answer.
fn solved(sheet: &mut Sheet, name: &str, objective: Objective, reference: &str, limit_ms: &str) {
    let problem = problem(name);
    let label = if objective == Objective::Makespan { "makespan" } else { "objective" };
    let mut found = None;
    let runs = if number(limit_ms) < 100.0 { RUNS_SHORT } else { RUNS_LONG };
    let times = timings(runs, || found = solve(&problem, objective, Limits::default()).ok());
    let Some(solution) = found else {
        sheet.figure(&format!("{name} {label}: solved"), "", Asked::Exactly(1.0), 0.0);
        return;
    };
    let asked = number(reference);
    let asked = if reference.starts_with('=') { Asked::Exactly(asked) } else { Asked::AtMost(asked) };
    sheet.figure(&format!("{name} {label}"), "", asked, solution.value as f64);
    sheet.figure(&format!("{name} {label}: bound"), "", Asked::Told, solution.bound as f64);
    let final_ms = ms(percentile(&times, 50));
    sheet.figure(
        &format!("{name} {label}: final answer, median of {runs}"),
        "ms",
        Asked::AtMost(number(limit_ms)),
        final_ms,
    );
}

fn first(sheet: &mut Sheet, name: &str, limit_ms: &str) {
    let problem = problem(name);
    let times = timings(RUNS_SHORT, || drop(first_plan(&problem, Objective::CostAndTime)));
    let asked = Asked::AtMost(number(limit_ms));
    sheet.figure(&format!("{name}: first plan, median of {RUNS_SHORT}"), "ms", asked, ms(percentile(&times, 50)));
}

fn refused(sheet: &mut Sheet, name: &str, expected: &str) {
    let answer = answer(fixture(&format!("{name}.json")).as_str(), Objective::CostAndTime, Limits::default());
    let right = matches!(answer.outcome, Outcome::Unsolved { reason, .. } if reason == expected);
    sheet.figure(&format!("{name}: {expected}"), "", Asked::Exactly(1.0), f64::from(u8::from(right)));
}

/// Measures planning for every item that recipes can make from raw resources alone.
fn every_item(sheet: &mut Sheet) {
    let offers = natural_offers();
    let (mut solved_count, mut reachable, mut raw) = (0, 0, 0);
    let limits = Limits { nodes: Some(10), ..Limits::default() };
    for index in 0..gamedata::items::all().len() {
        let item = vocab::ItemId(index as u16);
        let ask = Ask { goal: [(item, 1)].into_iter().collect(), offers: offers.clone(), ..Ask::default() };
        let problem = Problem::new(&draft(&ask)).expect("the game's own rules");
        if planner::deadlock::check(&problem, Objective::CostAndTime).is_ok() {
            reachable += 1;
            raw += usize::from(offers.iter().any(|offer| offer.item == item));
            solved_count += usize::from(solve(&problem, Objective::CostAndTime, limits).is_ok());
        }
    }
    sheet.figure("items of the game", "", Asked::Told, gamedata::items::all().len() as f64);
    sheet.figure("of these raw", "", Asked::Told, f64::from(raw as u32));
    sheet.figure(
        "items that recipes reach: solved",
        "",
        Asked::Exactly(f64::from(reachable)),
        f64::from(solved_count as u32),
    );
}

/// The most memory that this process ever used, in megabytes, where the system reports it.
fn memory_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    line.split_whitespace().nth(1)?.parse::<f64>().ok().map(|kb| kb / 1_024.0)
}

fn main() -> ExitCode {
    let mut sheet = Sheet::new("planner");
    for line in fixture("reference.tsv").lines().filter(|line| !line.starts_with('#')) {
        match line.split('\t').collect::<Vec<_>>()[..] {
            [name, value, value_ms, makespan, makespan_ms, first_ms] => {
                first(&mut sheet, name, first_ms);
                solved(&mut sheet, name, Objective::CostAndTime, value, value_ms);
                solved(&mut sheet, name, Objective::Makespan, makespan, makespan_ms);
            }
            [name, reason] => refused(&mut sheet, name, reason),
            _ => panic!("reference.tsv: {line:?}"),
        }
    }
    if let Some(mb) = memory_mb() {
        sheet.figure("most memory", "MB", Asked::AtMost(64.0), mb);
    }
    every_item(&mut sheet);
    sheet.finish()
}
