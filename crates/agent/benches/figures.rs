//! The agent's figures: ten lives of a day, one life with two hundred kills, speed and memory. Through the real program.
//!
//! `STEAD_BENCH_SEEDS` and `STEAD_BENCH_KILLS` make it shorter while working on it.

use figures::{Asked, Sheet};
use serde_json::Value;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Duration;
use vocab::Dice;

const STEAD: &str = env!("CARGO_BIN_EXE_stead");
const DAY_TICKS: u64 = 24_000;
/// The tick by which a life must have reached the first milestones.
const EARLY_TICKS: u64 = 12_000;
const EARLY: [&str; 3] = ["crafting_table", "wooden_pickaxe", "stone_pickaxe"];
const P99_ASKED_US: u64 = 200;
/// How often each day is run. The median of their p99 counts, because other programs use the machine too.
const RUNS: usize = 3;
const MEMORY_LOOKS: Duration = Duration::from_millis(20);

fn main() -> ExitCode {
    let asked = |name: &str, usual: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (seeds, kills) = (asked("STEAD_BENCH_SEEDS", 10), asked("STEAD_BENCH_KILLS", 200));
    let mut sheet = Sheet::new(&format!("agent: {seeds} seeds, no LLM, one day each; {kills} kills"));
    let lives: Vec<Life> = (1..=seeds).map(live).collect();
    days(&mut sheet, &lives, seeds);
    killed(&mut sheet, kills);
    sheet.finish()
}

/// One simulated day, and how long it took.
struct Life {
    ended: Value,
    resident_kb: u64,
}

fn start(dir: &Path, seed: u64, ticks: u64) -> Child {
    let mut command = Command::new(STEAD);
    command.current_dir(dir).args(["run", "--headless", "--json", "--data", "d"]);
    command.args(["--seed", &seed.to_string(), "--ticks", &ticks.to_string()]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("stead starts")
}

fn ended(mut child: Child) -> (Value, String) {
    let (mut out, mut err) = (String::new(), String::new());
    child.stdout.take().expect("piped").read_to_string(&mut out).expect("text");
    child.stderr.take().expect("piped").read_to_string(&mut err).expect("text");
    child.wait().expect("it ends");
    (serde_json::from_str(out.trim()).unwrap_or_else(|error| panic!("{error}: {out}{err}")), err)
}

/// Of several runs of the same day, the one with the median p99.
fn live(seed: u64) -> Life {
    let mut lives: Vec<Life> = (0..RUNS).map(|_| live_once(seed)).collect();
    lives.sort_by_key(p99_us);
    lives.swap_remove(RUNS / 2)
}

fn p99_us(life: &Life) -> u64 {
    life.ended["mind_step_us"]["p99"].as_u64().unwrap_or(u64::MAX)
}

fn live_once(seed: u64) -> Life {
    let dir = tempfile::tempdir().expect("a directory");
    let mut child = start(dir.path(), seed, DAY_TICKS);
    let mut resident_kb = 0;
    while child.try_wait().expect("it can be asked").is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kb = peak.and_then(|text| text.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0);
        resident_kb = resident_kb.max(kb);
        std::thread::sleep(MEMORY_LOOKS);
    }
    let (ended, _) = ended(child);
    let reached: Vec<String> = mind::report::MILESTONES
        .into_iter()
        .filter_map(|name| ended["milestones"][name].as_u64().map(|tick| format!("{name} {tick}")))
        .collect();
    println!(
        "seed {seed}: deaths {}, {}, {} ticks/s, p99 {} µs, {} MB",
        ended["deaths"],
        reached.join(", "),
        ended["ticks_per_second"],
        ended["mind_step_us"]["p99"],
        resident_kb / 1024
    );
    Life { ended, resident_kb }
}

fn days(sheet: &mut Sheet, lives: &[Life], seeds: u64) {
    for name in EARLY {
        let early = |life: &&Life| life.ended["milestones"][name].as_u64().is_some_and(|tick| tick <= EARLY_TICKS);
        let count = lives.iter().filter(early).count();
        sheet.figure(&format!("{name} within 12,000 ticks"), "seeds", Asked::AtLeast(seeds as f64), count as f64);
    }
    // The body respawns after a death, so "alive" alone is not enough: only a day without a death counts.
    let alive = lives.iter().filter(|life| life.ended["deaths"] == 0 && life.ended["alive"] == true).count();
    sheet.figure("alive at the end of day 1, no death", "seeds", Asked::AtLeast(seeds as f64 * 0.9), alive as f64);
    for name in ["furnace", "iron_ingot", "iron_pickaxe", "diamond"] {
        let count = lives.iter().filter(|life| life.ended["milestones"][name].is_u64()).count();
        sheet.figure(&format!("{name} on day 1"), "seeds", Asked::Told, count as f64);
    }
    let worst = |of: &dyn Fn(&Life) -> u64| lives.iter().map(of).max().unwrap_or(0) as f64;
    let p99 = worst(&p99_us);
    sheet.figure("mind step p99, worst seed, median of three runs", "µs", Asked::AtMost(P99_ASKED_US as f64), p99);
    let slowest = lives.iter().map(|life| life.ended["ticks_per_second"].as_u64().unwrap_or(0)).min().unwrap_or(0);
    sheet.figure("times real time, slowest seed", "×", Asked::AtLeast(100.0), slowest as f64 / 20.0);
    sheet.figure("resident, worst seed", "MB", Asked::AtMost(100.0), worst(&|life| life.resident_kb) / 1024.0);
}

/// Kills the process of one life again and again, and checks that it ends like a life that was never killed.
///
/// Most kills come at a random moment after the process has resumed, some while it starts. The longest time
/// before a kill adapts to the pace of the life, so that the kills are spread over the whole day on a machine of
/// any speed.
fn killed(sheet: &mut Sheet, kills_wanted: u64) {
    let dir = tempfile::tempdir().expect("a directory");
    let (mut dice, mut kills, mut span_us) = (Dice::new(2_026), 0, 100_000);
    let (mut slowest_ms, mut ticks) = (0, Vec::new());
    while kills < kills_wanted {
        let mut child = start(dir.path(), 1, DAY_TICKS * 100);
        let mut said = String::new();
        let mut lines = BufReader::new(child.stderr.take().expect("piped"));
        let starting = dice.below(8) == 0;
        if !starting {
            lines.read_line(&mut said).expect("text");
        }
        std::thread::sleep(Duration::from_micros(dice.below(span_us)));
        child.kill().expect("it can be killed");
        lines.read_to_string(&mut said).expect("text");
        kills += u64::from(child.wait().expect("it ends").code().is_none());
        if let Some((tick, ms)) = back(&said) {
            ticks.push(tick);
            slowest_ms = slowest_ms.max(ms);
        }
        let behind = ticks.last().is_none_or(|tick| *tick < DAY_TICKS * kills / kills_wanted);
        span_us = (if behind { span_us * 5 / 4 } else { span_us * 4 / 5 }).clamp(10_000, 5_000_000);
    }
    // The last process may have run for a while after it resumed.
    let inspect = Command::new(STEAD).current_dir(dir.path()).args(["inspect", "d", "--json"]).output();
    let inspect: Value = serde_json::from_slice(&inspect.expect("it looks").stdout).expect("JSON");
    let end = inspect["last"]["tick"].as_u64().unwrap_or(0).max(DAY_TICKS) + 1_000;
    let (ended_killed, said) = ended(start(dir.path(), 1, end));
    slowest_ms = slowest_ms.max(back(&said).map_or(0, |(_, ms)| ms));
    let whole = tempfile::tempdir().expect("a directory");
    let (expected, _) = ended(start(whole.path(), 1, end));
    let restarts = ticks.len();
    assert!(ticks.is_sorted(), "it never came back at an earlier tick: {ticks:?}");
    ticks.dedup();
    sheet.figure("kills", "", Asked::Exactly(kills_wanted as f64), kills as f64);
    sheet.figure(
        "restarts that reported where they resumed",
        "",
        Asked::AtLeast(kills_wanted as f64 / 2.0),
        restarts as f64,
    );
    sheet.figure("different ticks they resumed at", "", Asked::AtLeast(kills_wanted as f64 / 10.0), ticks.len() as f64);
    sheet.figure("slowest restart until it runs again", "ms", Asked::AtMost(1_000.0), slowest_ms as f64);
    for (what, key) in [
        ("the same tasks at the end as without kills", "tasks"),
        ("the same milestones", "milestones"),
        ("the same mind, byte for byte", "mind_digest"),
        ("the same world, byte for byte", "world_digest"),
    ] {
        sheet.figure(what, "", Asked::Exactly(1.0), f64::from(u8::from(ended_killed[key] == expected[key])));
    }
    let replay = Command::new(STEAD).current_dir(dir.path()).args(["replay", "d", "--json"]).output();
    let replay: Value = serde_json::from_slice(&replay.expect("it replays").stdout).expect("JSON");
    let identical = replay["identical"] == true && replay["mind_digest"] == expected["mind_digest"];
    sheet.figure("replay identical", "", Asked::Exactly(1.0), f64::from(u8::from(identical)));
}

/// Tick and milliseconds in the message `back at tick 123 in 45 ms`; `None` when the process was killed before it
/// printed that.
fn back(said: &str) -> Option<(u64, u64)> {
    let mut words = said.split("back at tick ").nth(1)?.split_whitespace();
    Some((words.next()?.parse().ok()?, words.nth(1)?.parse().ok()?))
}
