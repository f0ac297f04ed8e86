//! `cargo xtask bench baseline`: measures how the agent does in worlds that nobody chose. Later changes are compared
//! with this.
//!
//! Seeds come from a hash. Each life is a process of the release build with its own data directory. The result of
//! each life is kept in `target/baseline.jsonl`.

use crate::{root, steps};
use figures::{Asked, Sheet, median, poisson_interval_95, proportion_interval_95};
use serde_json::Value;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

pub const USAGE: &str = "  bench baseline [--worlds 40] [--days 5] [--from 0]
                  live in fresh worlds, and count deaths, milestones and stalls";

const TICKS_PER_DAY: u64 = 24_000;
/// How many simulated lives of the agent run at the same time: the reference machine has two cores.
const LIVES_AT_ONCE: usize = 2;
/// The most deaths of the agent allowed in 40 worlds × 5 days; scaled for other numbers of worlds and days.
const DEATHS_MAX: f64 = 8.0;
const DEATHS_IN_DAYS: f64 = 200.0;
/// The fraction of worlds in which the agent must reach a milestone in time.
const IRON_LEAST: f64 = 0.90;
const DIAMOND_LEAST: f64 = 0.85;
const DIAMOND_DAYS: u64 = 3;

/// The most stalls per 100 tasks: as many as the first baseline had (`docs/baseline.md`).
const STALLS_MAX: f64 = 14.7;
/// The most tasks of a life, in the mean, that stay pending for five minutes without progress.
const STUCK_PENDING_MAX: f64 = 1.0;
/// The most microseconds that 99 of 100 steps of the mind may take.
const STEP_P99_MICROS_MAX: f64 = 200.0;

/// In which worlds the benchmark runs the agent, and for how many days.
#[derive(Debug, Clone, Copy)]
struct Plan {
    worlds: u64,
    days: u64,
    /// The number of the first world in which the benchmark runs the agent.
    from: u64,
}

/// The seed of the world with this number. It is a hash, so that nobody can choose worlds that suit a change.
fn seed(number: u64) -> u32 {
    let hash = blake3::hash(format!("stead baseline {number}").as_bytes());
    let first: [u8; 8] = hash.as_bytes()[..8].try_into().expect("a hash has 32 bytes");
    u64::from_le_bytes(first) as u32
}

pub fn run(words: &[&str]) -> ExitCode {
    let plan = match super::options(words, [("--worlds", 40), ("--days", 5), ("--from", 0)]) {
        Ok([worlds, days, from]) if worlds > 0 && days > 0 => Plan { worlds, days, from },
        Ok(_) => return refuse("--worlds and --days must be at least 1"),
        Err(message) => return refuse(&message),
    };
    let mut build = Command::new("cargo");
    build.args(["build", "--release", "--locked", "-p", "agent"]).current_dir(root());
    if !steps::run("build", &mut build).ok {
        return ExitCode::FAILURE;
    }
    match live_all(plan) {
        Ok(lives) => sheet(plan, &lives).finish(),
        Err(message) => {
            eprintln!("bench baseline: {message}");
            ExitCode::FAILURE
        }
    }
}

fn refuse(message: &str) -> ExitCode {
    eprintln!("bench baseline: {message}\n\nusage:\n{USAGE}");
    ExitCode::from(2)
}

/// Cargo's target directory.
fn target() -> PathBuf {
    PathBuf::from(tidy::dependencies::metadata(false)["target_directory"].as_str().unwrap_or("target"))
}

/// State shared by the threads that run the agent's lives.
struct Progress {
    next: u64,
    lines: File,
    lives: Vec<Value>,
    failed: Option<String>,
}

/// Runs all lives of the agent, two at a time; the error describes the first life that failed.
fn live_all(plan: Plan) -> Result<Vec<Value>, String> {
    let target = target();
    let (stead, folder) = (target.join("release/stead"), target.join("baseline-lives"));
    // Deletes what a killed benchmark left behind; normally there is nothing.
    let _ = std::fs::remove_dir_all(&folder);
    let io = |what: &Path, error: std::io::Error| format!("{}: {error}", what.display());
    std::fs::create_dir_all(&folder).map_err(|error| io(&folder, error))?;
    let kept = target.join("baseline.jsonl");
    let lines = File::create(&kept).map_err(|error| io(&kept, error))?;
    let progress = Mutex::new(Progress { next: plan.from, lines, lives: Vec::new(), failed: None });
    std::thread::scope(|scope| {
        for _ in 0..LIVES_AT_ONCE {
            scope.spawn(|| live_in_turn(plan, &stead, &folder, &progress));
        }
    });
    let _ = std::fs::remove_dir_all(&folder);
    let progress = progress.into_inner().unwrap_or_else(PoisonError::into_inner);
    println!("each life is kept in {}", kept.display());
    progress.failed.map_or(Ok(progress.lives), Err)
}

/// Runs one life of the agent after another until none is left or one has failed.
fn live_in_turn(plan: Plan, stead: &Path, folder: &Path, progress: &Mutex<Progress>) {
    let locked = || progress.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let number = {
            let mut progress = locked();
            if progress.failed.is_some() || progress.next >= plan.from + plan.worlds {
                return;
            }
            progress.next += 1;
            progress.next - 1
        };
        let began = Instant::now();
        let lived = live(stead, folder, number, plan.days);
        let mut progress = locked();
        match lived {
            Ok(mut life) => {
                life["baseline_world"] = number.into();
                let milestone =
                    |name: &str| life["milestones"][name].as_u64().map_or("–".into(), |tick| tick.to_string());
                eprintln!(
                    "{:>3} of {}: world {number} (seed {}): {} deaths, iron pickaxe at {}, diamond at {}, {} s",
                    progress.lives.len() + 1,
                    plan.worlds,
                    life["seed"],
                    life["deaths"],
                    milestone("iron_pickaxe"),
                    milestone("diamond"),
                    began.elapsed().as_secs()
                );
                if let Err(error) = writeln!(progress.lines, "{life}") {
                    progress.failed = Some(format!("target/baseline.jsonl: {error}"));
                }
                progress.lives.push(life);
            }
            Err(message) => progress.failed = Some(message),
        }
    }
}

/// Runs one life of the agent in a temporary data directory and returns the JSON object that it ends with.
fn live(stead: &Path, folder: &Path, number: u64, days: u64) -> Result<Value, String> {
    let fail = |what: String| format!("world {number} (seed {}): {what}", seed(number));
    let data = tempfile::tempdir_in(folder).map_err(|error| fail(format!("no data directory ({error})")))?;
    let run = Command::new(stead)
        .args(["run", "--headless", "--json", "--speed", "max"])
        .args(["--seed", &seed(number).to_string(), "--ticks", &(days * TICKS_PER_DAY).to_string()])
        .arg("--data")
        .arg(data.path().join("life"))
        .current_dir(data.path())
        .stdin(Stdio::null())
        .output()
        .map_err(|error| fail(format!("stead does not start ({error})")))?;
    if !run.status.success() {
        return Err(fail(format!("{}: {}", run.status, String::from_utf8_lossy(&run.stderr))));
    }
    let text = String::from_utf8_lossy(&run.stdout);
    let last = text.lines().last().unwrap_or_default();
    serde_json::from_str(last).map_err(|error| fail(format!("its last line is not JSON ({error}): {last:.200}")))
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(0.0)
}

/// How often the agent stalled in a life, over all classes of stalls.
fn stalls(life: &Value) -> f64 {
    life["stalls"].as_object().map_or(0.0, |classes| classes.values().map(number).sum())
}

/// The benchmark's table of figures: asked and reached.
fn sheet(plan: Plan, lives: &[Value]) -> Sheet {
    let worlds = lives.len() as f64;
    let last = plan.from + plan.worlds - 1;
    let title = format!("baseline: worlds {} to {last} for {} days each", plan.from, plan.days);
    let mut sheet = Sheet::new(&title);
    let total = |of: &dyn Fn(&Value) -> f64| lives.iter().map(of).sum::<f64>();
    let deaths = total(&|life| number(&life["deaths"]));
    let (low, high) = poisson_interval_95(deaths as u64);
    let deaths_max = DEATHS_MAX * worlds * plan.days as f64 / DEATHS_IN_DAYS;
    let what = format!("deaths (95 % Poisson interval {low:.1} to {high:.1})");
    sheet.figure(&what, "", Asked::AtMost(deaths_max), deaths);
    for (name, days, least) in [("iron_pickaxe", 1, IRON_LEAST), ("diamond", DIAMOND_DAYS, DIAMOND_LEAST)] {
        let in_time =
            |life: &&Value| life["milestones"][name].as_u64().is_some_and(|tick| tick <= days * TICKS_PER_DAY);
        let reached = lives.iter().filter(in_time).count();
        let (low, high) = proportion_interval_95(reached as u64, lives.len() as u64);
        let asked = if plan.days < days { Asked::Told } else { Asked::AtLeast(100.0 * least) };
        let what = format!(
            "worlds with {name} within {days} days (95 % Clopper-Pearson interval {:.0} to {:.0} %)",
            100.0 * low,
            100.0 * high
        );
        sheet.figure(&what, "%", asked, 100.0 * reached as f64 / worlds);
    }
    let tasks = total(&|life| number(&life["tasks"]["created"])).max(1.0);
    sheet.figure("stalls per 100 tasks", "", Asked::AtMost(STALLS_MAX), 100.0 * total(&stalls) / tasks);
    let stuck = total(&|life| number(&life["stalls"]["stuck_pending"]));
    sheet.figure("stuck_pending per life", "", Asked::AtMost(STUCK_PENDING_MAX), stuck / worlds);
    let middle = |of: &dyn Fn(&Value) -> f64| median(&mut lives.iter().map(of).collect::<Vec<f64>>());
    sheet.figure("ticks per second, median life", "", Asked::Told, middle(&|life| number(&life["ticks_per_second"])));
    let p99 = middle(&|life| number(&life["mind_step_us"]["p99"]));
    sheet.figure("mind step p99, median life", "µs", Asked::AtMost(STEP_P99_MICROS_MAX), p99);
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_seed_of_a_world_never_changes() {
        assert_eq!([seed(0), seed(1), seed(39)], [4_064_687_970, 3_891_609_388, 938_445_915]);
    }

    fn life(deaths: u64, iron: u64, diamond: Option<u64>) -> Value {
        json!({"deaths": deaths, "milestones": {"iron_pickaxe": iron, "diamond": diamond}, "tasks": {"created": 50},
            "stalls": {"stuck_pending": 1, "no_path": 2}, "ticks_per_second": 9_000, "mind_step_us": {"p99": 100}})
    }

    #[test]
    fn figures_are_judged_against_what_the_plan_asks() {
        let plan = Plan { worlds: 2, days: 5, from: 0 };
        let good = sheet(plan, &[life(0, 24_000, Some(72_000)), life(0, 9_000, Some(30_000))]);
        assert_eq!(good.missed(), 0, "{}", good.render());
        let text = good.render();
        assert!(text.contains("| stalls per 100 tasks") && text.contains("| 6 "), "{text}");
        let bad = sheet(plan, &[life(1, 24_001, Some(72_001)), life(0, 9_000, None)]);
        assert_eq!(
            bad.missed(),
            3,
            "one death in ten days is too many, and both milestones are late: {}",
            bad.render()
        );
        let short = sheet(Plan { days: 2, ..plan }, &[life(0, 9_000, None), life(0, 9_000, None)]);
        assert_eq!(short.missed(), 0, "two days are too few to ask for a diamond: {}", short.render());
    }
}
