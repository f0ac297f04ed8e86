//! `cargo bench -p agent --bench building`: every blueprint that ships, built by the whole agent in the embedded world, with given
//! materials and from an empty inventory.
//!
//! It takes minutes, so each build is told on standard error when it ends. `STEAD_BUILDING_SEEDS` asks for fewer worlds than ten; the
//! figures then say so and mean less.

use figures::{Asked, Sheet};
use serde_json::Value;
use std::process::{Command, ExitCode};

const SEEDS: u64 = 10;
/// From an empty inventory a build may take ten game days.
const TICKS: &str = "240000";
/// A hand places a block in so many ticks.
const HAND_TICKS: f64 = 4.0;

fn main() -> ExitCode {
    let seeds = match std::env::var("STEAD_BUILDING_SEEDS") {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("STEAD_BUILDING_SEEDS is {text:?}, no whole number")),
        Err(_) => SEEDS,
    };
    let mut sheet = Sheet::new(&format!("building: shipped blueprints in the embedded world, {seeds} seeds"));
    for given in [true, false] {
        for name in building::shipped::names() {
            let went: Vec<Value> = (1..=seeds).map(|seed| build(name, seed, given)).collect();
            rows(&mut sheet, name, given, &went);
        }
    }
    sheet.finish()
}

/// One build, by the program itself.
fn build(name: &str, seed: u64, given: bool) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stead"));
    command.args(["build", name, "--headless", "--json", "--ticks", TICKS, "--seed", &seed.to_string()]);
    if given {
        command.arg("--give");
    }
    let output = command.output().expect("stead runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let told = text.lines().last().unwrap_or_default();
    let went: Value = serde_json::from_str(told).unwrap_or_else(|error| panic!("{name} in world {seed}: {error}"));
    let how = if given { "given" } else { "empty" };
    eprintln!("{name}, world {seed}, {how}: {} {} {}", went["verdict"], went["reason"], went["ticks"]);
    went
}

fn rows(sheet: &mut Sheet, name: &str, given: bool, went: &[Value]) {
    let how = if given { "given" } else { "from nothing" };
    let mut figure =
        |what: &str, unit, asked, value: f64| sheet.figure(&format!("{name}, {how}: {what}"), unit, asked, value);
    let number = |value: &Value| value.as_f64().unwrap_or_default();
    let count = |holds: &dyn Fn(&Value) -> bool| went.iter().filter(|one| holds(one)).count() as f64;
    let sum = |of: &dyn Fn(&Value) -> f64| went.iter().map(of).sum::<f64>();
    let all = Asked::Exactly(went.len() as f64);
    let broken = |one: &Value| {
        one["invariants"].as_object().is_some_and(|each| each.values().any(|holds| *holds == Value::Bool(false)))
    };
    let left = |one: &Value| number(&one["scaffolding"]["placed"]) - number(&one["scaffolding"]["removed"]);
    figure("completed", "builds", all, count(&|one| one["verdict"] == "completed"));
    figure("an invariant broken", "builds", Asked::Exactly(0.0), count(&broken));
    figure("wasted", "placements", Asked::Exactly(0.0), sum(&|one| number(&one["wasted"])));
    figure("scaffolding left", "blocks", Asked::Exactly(0.0), sum(&left));
    if given {
        let placed = sum(&|one| number(&one["placements"])).max(1.0);
        let ticks = sum(&|one| number(&one["pace"]["ticks"])).max(1.0);
        let speed = placed * HAND_TICKS / ticks * 100.0;
        let asked = if name == "cabin" { Asked::AtLeast(80.0) } else { Asked::Told };
        figure("of hand speed", "%", asked, speed);
        figure(
            "walked for each placed block",
            "blocks",
            Asked::AtMost(2.0),
            sum(&|one| number(&one["pace"]["walked"])) / placed,
        );
    }
}
