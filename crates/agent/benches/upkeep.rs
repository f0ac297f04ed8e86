//! `cargo bench -p agent --bench upkeep`: whole lives, the forecast against a threshold rule in the same worlds.
//!
//! Twenty worlds for five game days each, once with each controller: deaths, time at or past a warn threshold, interruptions.
//! It takes minutes, so each life is told on standard error when it ends.
//! `STEAD_UPKEEP_SEEDS` and `STEAD_UPKEEP_DAYS` ask for fewer; the figures then say so and mean less.

use figures::{Asked, Sheet};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

const SEEDS: u64 = 20;
const DAYS: u64 = 5;
const TICKS_PER_DAY: u64 = 24_000;
/// With forecasts, a vital value may be past its warn threshold for at most one part in this many of the time it
/// is with the threshold rule.
const LESS_BY: f64 = 5.0;
const CONTROLLERS: [&str; 2] = ["forecast", "threshold"];
/// The names of all counters of ticks past a warn threshold begin like this.
const WARN: &str = "warn_ticks_";
/// Counters that the figure is computed both with and without, and it must hold both ways. Neither controller can
/// influence what hostile creatures do, and the threshold rule places no torches at all, so its dark hours would
/// flatter the forecast.
const APART: [&str; 2] = ["warn_ticks_threat_exposure", "warn_ticks_light_coverage"];

/// The totals over all lives of one upkeep controller.
#[derive(Debug, Default)]
struct Sum {
    deaths: u64,
    interruptions: u64,
    warn_seconds: std::collections::BTreeMap<String, u64>,
    items_seen: u64,
}

fn asked_for(variable: &str, usual: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable} is {text:?}, no whole number")),
        Err(_) => usual,
    }
}

fn main() -> ExitCode {
    let (seeds, days) = (asked_for("STEAD_UPKEEP_SEEDS", SEEDS), asked_for("STEAD_UPKEEP_DAYS", DAYS));
    let lives = seeds * CONTROLLERS.len() as u64;
    let (next, ended) = (AtomicU64::new(0), AtomicU64::new(0));
    let sums = Mutex::new([Sum::default(), Sum::default()]);
    let workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let life = next.fetch_add(1, Ordering::Relaxed);
                    if life >= lives {
                        return;
                    }
                    let controller = (life % 2) as usize;
                    let (name, seed, began) = (CONTROLLERS[controller], life / 2 + 1, Instant::now());
                    let report = live(name, seed, days);
                    let (count, took) = (ended.fetch_add(1, Ordering::Relaxed) + 1, began.elapsed().as_secs());
                    eprintln!("{count:>3} of {lives}: world {seed} with {name}, {} deaths, {took} s", report["deaths"]);
                    add(&mut sums.lock().unwrap_or_else(PoisonError::into_inner)[controller], &report);
                }
            });
        }
    });
    let [forecast, threshold] = sums.into_inner().unwrap_or_else(PoisonError::into_inner);
    report(seeds, days, &forecast, &threshold)
}

/// One life with one upkeep controller, with its own settings and directory.
fn live(controller: &str, seed: u64, days: u64) -> serde_json::Value {
    let dir = tempfile::tempdir().expect("there is room for a life");
    let config = dir.path().join("stead.toml");
    std::fs::write(&config, format!("[mind]\nupkeep = \"{controller}\"\n")).expect("the settings can be written");
    let data: &Path = &dir.path().join("life");
    let ran = Command::new(env!("CARGO_BIN_EXE_stead"))
        .args(["run", "--headless", "--json", "--speed", "max"])
        .args(["--seed", &seed.to_string(), "--ticks", &(days * TICKS_PER_DAY).to_string()])
        .arg("--config")
        .arg(&config)
        .arg("--data")
        .arg(data)
        .output()
        .expect("stead runs");
    let told = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "world {seed} with {controller}: {told}");
    let text = String::from_utf8_lossy(&ran.stdout);
    let last = text.lines().last().expect("the run ends with its numbers");
    serde_json::from_str(last).expect("the numbers are JSON")
}

fn add(sum: &mut Sum, report: &serde_json::Value) {
    let number = |value: &serde_json::Value| value.as_u64().expect("a count is a whole number");
    sum.deaths += number(&report["deaths"]);
    sum.items_seen += number(&report["items_seen"]);
    sum.interruptions += number(&report["counters"]["upkeep_interruptions"]);
    let counters = report["counters"].as_object().expect("the counters are there");
    for (name, ticks) in counters.iter().filter(|(name, _)| name.starts_with(WARN)) {
        *sum.warn_seconds.entry(name.clone()).or_default() += number(ticks) / 20;
    }
}

fn report(seeds: u64, days: u64, forecast: &Sum, threshold: &Sum) -> ExitCode {
    let mut sheet = Sheet::new(&format!("upkeep: forecast against threshold, {seeds} worlds for {days} days each"));
    let f = |number: u64| number as f64;
    let total = |sum: &Sum, left_out: &[&str]| {
        let counted = sum.warn_seconds.iter().filter(|(name, _)| !left_out.contains(&name.as_str()));
        f(counted.map(|(_, seconds)| *seconds).sum::<u64>())
    };
    sheet.figure("threshold: deaths", "", Asked::Told, f(threshold.deaths));
    sheet.figure("forecast: deaths, fewer", "", Asked::AtMost(f(threshold.deaths) - 1.0), f(forecast.deaths));
    for (what, left_out) in [("past warn", &[][..]), ("past warn, without threat and light", &APART[..])] {
        let (forecast, threshold) = (total(forecast, left_out), total(threshold, left_out));
        sheet.figure(&format!("threshold: {what}"), "s", Asked::Told, threshold);
        sheet.figure(&format!("forecast: {what}"), "s", Asked::AtMost(threshold / LESS_BY), forecast);
    }
    sheet.figure("threshold: interruptions", "", Asked::Told, f(threshold.interruptions));
    let fewer = f(threshold.interruptions) - 1.0;
    sheet.figure("forecast: interruptions, fewer", "", Asked::AtMost(fewer), f(forecast.interruptions));
    for (who, sum) in CONTROLLERS.iter().zip([forecast, threshold]) {
        for (name, seconds) in &sum.warn_seconds {
            let metric = name.trim_start_matches(WARN);
            sheet.figure(&format!("{who}: past warn, {metric}"), "s", Asked::Told, f(*seconds));
        }
        sheet.figure(&format!("{who}: kinds of items carried"), "", Asked::Told, f(sum.items_seen));
    }
    sheet.finish()
}
