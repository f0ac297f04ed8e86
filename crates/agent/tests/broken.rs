//! In the embedded world: a mind that breaks costs a task and nothing else, and `stead report` tells of it.

mod common;

use agent::Embedded;
use common::{command, stead};
use driver::in_flight::InFlight;
use driver::{Body, Door, Durability, Ended, Go, LAYOUT, Life, NoThinker, Options, Run, Speed, ThreadScribe, replay};
use mind::{Config, Mind};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use store::{Archive, Identity, Limits, Opening, Store};
use vocab::Tick;

const WORLD: u64 = 5;
/// The ticks at which the mind breaks.
const BREAKS: [u64; 2] = [1_404, 4_400];
const LIFE_TICKS: u64 = 6_000;

fn breaker(tick: Tick) {
    assert!(!BREAKS.contains(&tick.0), "on purpose, at tick {tick}");
}

fn newborn() -> Life<Embedded, NoThinker> {
    let mind = Mind::new(Config::default());
    Life::new(mind, Embedded::new(WORLD, false), NoThinker::default(), InFlight::default())
}

/// Lives in this directory over both breaks.
fn broken_life(dir: &Path) -> Life<Embedded, NoThinker> {
    let identity = Identity { world: "embedded".into(), seed: WORLD, game: "test".into(), layout: LAYOUT };
    let (epoch, first) = (driver::epoch::current(), || newborn().state().1);
    let opening = Opening { dir, identity: &identity, epoch: &epoch, limits: Limits::default() };
    let opened = Store::open(opening, first, driver::epoch::upgrade).unwrap();
    let mut life = newborn();
    life.breaker = Some(breaker);
    let scribe = ThreadScribe::new(opened.store);
    let options = Options { speed: Speed::Max, durability: Durability::Grouped, stand_safe_max: Duration::ZERO };
    let (door, stop) = (Door::new(), AtomicBool::new(false));
    let run = Run { life: &mut life, scribe: &scribe, door: &door, options, stop: &stop };
    let mut restore = |life: &mut Life<Embedded, NoThinker>| {
        let archive = Archive::open(dir).map_err(|error| error.to_string())?;
        driver::come_back(life, &archive, Embedded::restore).map_err(|error| error.to_string())
    };
    let over = |tick: Tick| if tick.0 >= LIFE_TICKS { Go::Stop } else { Go::On };
    assert_eq!(run.run_on(&mut restore, |moment| over(moment.input.tick)), Ended::Watcher);
    life
}

#[test]
fn a_broken_life_equals_one_that_was_only_told_of_it_and_a_report_shows_where() {
    let dir = tempfile::tempdir().unwrap();
    let life = broken_life(&dir.path().join("d"));
    let archive = Archive::open(&dir.path().join("d")).unwrap();
    let mut shaken = BTreeMap::new();
    let replayed = replay(&archive, None, |input, _, _| {
        shaken.extend(input.shaken.clone().map(|shaken| (input.tick, shaken)));
    });
    let replayed = replayed.unwrap();
    assert_eq!((replayed.mismatch, replayed.mind.digest()), (None, life.mind.digest()));
    assert_eq!(shaken.keys().map(|tick| tick.0).collect::<Vec<_>>(), BREAKS);

    let mut whole = newborn();
    while whole.mind.tick().0 < LIFE_TICKS {
        let sensed = whole.sense();
        let mut input = whole.input(sensed, vec![]);
        (input.began, input.shaken) = (whole.session.take(), shaken.get(&input.tick).cloned());
        let stepped = whole.think(input);
        whole.perform(&stepped.effects, true);
    }
    assert_eq!((life.mind.digest(), life.body.digest()), (whole.mind.digest(), whole.body.digest()));
    let stalls = life.mind.report().stalls;
    assert!(stalls.get("shaken").is_some_and(|count| *count <= BREAKS.len() as u64), "{stalls:?}");

    let said = stead(dir.path(), &["report", "--data", "d"]);
    assert_eq!((said.code, said.out.as_str()), (Some(0), "stead-report-6000.json\n"), "{}", said.err);
    let report = read(&dir.path().join("stead-report-6000.json"));
    let told = report["journal"]["shaken"].as_array().unwrap();
    assert_eq!(told.last().unwrap()["tick"], BREAKS[1], "{told:?}");
    assert!(told[0]["place"].as_str().unwrap().contains("broken.rs:"), "{told:?}");
    assert_eq!(report["journal"]["last"]["tick"], LIFE_TICKS);
    assert!(report["journal"]["records"].as_array().unwrap().len() > 100);
}

fn read(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.len() < 4 << 20, "{} bytes", text.len());
    serde_json::from_str(&text).unwrap()
}

#[test]
fn a_report_is_made_beside_a_running_agent_and_refused_where_there_is_none() {
    let dir = tempfile::tempdir().unwrap();
    stead(dir.path(), &["report", "--data", "d"]).refused(2, &["d: there is no "]);
    std::fs::write(dir.path().join("stead.toml"), "[llm]\napi_key = \"sk-0123456789\"\n").unwrap();
    let mut child = command(dir.path(), &["run", "--headless", "--data", "d"]).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains("a new life in world") {
        line.clear();
        assert_ne!(lines.read_line(&mut line).unwrap(), 0, "it ended before it lived");
    }
    let said = stead(dir.path(), &["report", "--data", "d", "--out", "r.json"]);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!((said.code, said.out.as_str()), (Some(0), "r.json\n"), "{}", said.err);
    let report = read(&dir.path().join("r.json"));
    assert_eq!((&report["journal"]["world"], &report["journal"]["seed"]), (&"embedded".into(), &1.into()));
    assert_eq!(report["broke"], Value::Null);
    assert!(!report.to_string().contains("0123456789"));
}
