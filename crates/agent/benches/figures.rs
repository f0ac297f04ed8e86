//! The agent's figures: ten lives of a day, one life with two hundred kills, speed and memory. Through the real program.
//!
//! `STEAD_BENCH_SEEDS` and `STEAD_BENCH_KILLS` make it shorter while working on it.

use figures::{Asked, Sheet};
use serde_json::Value;
use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

const STEAD: &str = env!("CARGO_BIN_EXE_stead");
const DAY_TICKS: u64 = 24_000;
/// The first milestones must be reached by then.
const EARLY_TICKS: u64 = 12_000;
const EARLY: [&str; 3] = ["crafting_table", "wooden_pickaxe", "stone_pickaxe"];
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

/// One day, and what it took.
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

fn live(seed: u64) -> Life {
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
    // A body comes back after a death; only a life without one counts as having lived through the day.
    let alive = lives.iter().filter(|life| life.ended["deaths"] == 0 && life.ended["alive"] == true).count();
    sheet.figure("alive at the end of day 1, no death", "seeds", Asked::AtLeast(seeds as f64 * 0.9), alive as f64);
    for name in ["furnace", "iron_ingot", "iron_pickaxe", "diamond"] {
        let count = lives.iter().filter(|life| life.ended["milestones"][name].is_u64()).count();
        sheet.figure(&format!("{name} on day 1"), "seeds", Asked::Told, count as f64);
    }
    let worst = |of: &dyn Fn(&Life) -> u64| lives.iter().map(of).max().unwrap_or(0) as f64;
    let p99 = worst(&|life| life.ended["mind_step_us"]["p99"].as_u64().unwrap_or(u64::MAX));
    sheet.figure("mind step p99, worst seed", "µs", Asked::AtMost(200.0), p99);
    let slowest = lives.iter().map(|life| life.ended["ticks_per_second"].as_u64().unwrap_or(0)).min().unwrap_or(0);
    sheet.figure("times real time, slowest seed", "×", Asked::AtLeast(100.0), slowest as f64 / 20.0);
    sheet.figure("resident, worst seed", "MB", Asked::AtMost(100.0), worst(&|life| life.resident_kb) / 1024.0);
}

/// A stream of numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

fn killed(sheet: &mut Sheet, kills_wanted: u64) {
    let whole = tempfile::tempdir().expect("a directory");
    let began = Instant::now();
    let (expected, _) = ended(start(whole.path(), 1, DAY_TICKS));
    let life_us = began.elapsed().as_micros() as u64;

    let dir = tempfile::tempdir().expect("a directory");
    let (mut dice, mut kills, mut slowest_ms) = (Dice(2_026), 0, 0);
    let began_us = life_us / kills_wanted.max(1);
    while kills < kills_wanted {
        let mut child = start(dir.path(), 1, DAY_TICKS);
        std::thread::sleep(Duration::from_micros(dice.below(2 * began_us + 150_000)));
        child.kill().expect("it can be killed");
        let mut said = String::new();
        child.stderr.take().expect("piped").read_to_string(&mut said).expect("text");
        kills += u64::from(child.wait().expect("it ends").code().is_none());
        slowest_ms = slowest_ms.max(back_in_ms(&said));
    }
    let (ended, said) = ended(start(dir.path(), 1, DAY_TICKS));
    slowest_ms = slowest_ms.max(back_in_ms(&said));
    sheet.figure("kills", "", Asked::Exactly(kills_wanted as f64), kills as f64);
    sheet.figure("slowest restart until it lives again", "ms", Asked::AtMost(1_000.0), slowest_ms as f64);
    for (what, key) in [
        ("the same tasks at the end as without kills", "tasks"),
        ("the same milestones", "milestones"),
        ("the same mind, byte for byte", "mind_digest"),
        ("the same world, byte for byte", "world_digest"),
    ] {
        sheet.figure(what, "", Asked::Exactly(1.0), f64::from(u8::from(ended[key] == expected[key])));
    }
    let replay = Command::new(STEAD).current_dir(dir.path()).args(["replay", "d", "--json"]).output();
    let replay: Value = serde_json::from_slice(&replay.expect("it replays").stdout).expect("JSON");
    let identical = replay["identical"] == true && replay["mind_digest"] == expected["mind_digest"];
    sheet.figure("replay identical", "", Asked::Exactly(1.0), f64::from(u8::from(identical)));
}

/// The milliseconds in `back at tick 123 in 45 ms`; 0 when it was killed before it could say so.
fn back_in_ms(said: &str) -> u64 {
    let number = said.split("back at tick ").nth(1).and_then(|rest| rest.split_whitespace().nth(2));
    number.and_then(|text| text.parse().ok()).unwrap_or(0)
}
