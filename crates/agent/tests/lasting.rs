//! A life outlives its program: lives of earlier layouts are taken over at the next start and go on.
//!
//! `fixtures/layout_N` is a small life that the program with layout N saved, and `expected.json` what that program said
//! of it.

mod common;

use common::{command, stead};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use vocab::Dice;

/// Ticks that a taken-over life must live on.
const LIVES_ON_TICKS: u64 = 1_000;
/// How often this test kills a start that takes a life over; the benchmark does it fifty times.
const KILLS: u64 = 6;

fn fixtures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut lives: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    lives.retain(|path| path.file_name().unwrap().to_string_lossy().starts_with("layout_"));
    lives.sort();
    lives
}

/// A copy of a saved life in directory `d`, and what is expected of it.
fn copy_of(life: &Path) -> (tempfile::TempDir, Value) {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("d")).unwrap();
    for file in ["journal.db", "stead.id"] {
        fs::copy(life.join(file), dir.path().join("d").join(file)).unwrap();
    }
    let expected = fs::read_to_string(life.join("expected.json")).unwrap();
    (dir, serde_json::from_str(&expected).unwrap())
}

fn run(dir: &Path, ticks: u64) -> common::Said {
    stead(dir, &["run", "--headless", "--json", "--data", "d", "--ticks", &ticks.to_string()])
}

#[test]
fn a_life_of_every_layout_is_taken_over_with_its_tasks_milestones_and_places_and_lives_on() {
    let lives = fixtures();
    assert!(!lives.is_empty());
    for life in lives {
        let name = life.file_name().unwrap().to_string_lossy().into_owned();
        let layout: u32 = name.trim_start_matches("layout_").parse().unwrap();
        let (dir, before) = copy_of(&life);
        let until = before["ticks"].as_u64().unwrap() + LIVES_ON_TICKS;
        let said = run(dir.path(), until);
        assert_eq!(said.code, Some(0), "{name}: {}", said.err);
        let taken: Vec<&str> = said.err.lines().filter(|line| line.contains("taken over from")).collect();
        assert_eq!(taken.len(), usize::from(layout < driver::LAYOUT), "{name}: one line says it: {}", said.err);
        assert!(!said.err.contains("lost"), "{name}: nothing is lost: {}", said.err);
        let after = said.json();
        assert_eq!((after["alive"].as_bool(), after["ticks"].as_u64()), (Some(true), Some(until)), "{name}");
        for (milestone, tick) in before["milestones"].as_object().unwrap() {
            assert!(tick.is_null() || after["milestones"][milestone] == *tick, "{name}: {milestone}");
        }
        for count in ["created", "completed", "failed", "cancelled"] {
            assert!(after["tasks"][count].as_u64() >= before["tasks"][count].as_u64(), "{name}: tasks {count}");
        }
        assert!(after["items_seen"].as_u64() >= before["items_seen"].as_u64(), "{name}: items");
        assert_eq!(after["deaths"], before["deaths"], "{name}: deaths");
        let kept = dir.path().join(format!("d/before-layout-{layout}.db"));
        assert_eq!(kept.exists(), layout < driver::LAYOUT, "{name}: the old life is kept beside it");
        let again = run(dir.path(), until + LIVES_ON_TICKS);
        assert_eq!(again.code, Some(0), "{name}: {}", again.err);
        assert!(!again.err.contains("taken over"), "{name}: it is taken over once: {}", again.err);
        let replayed = stead(dir.path(), &["replay", "d"]);
        assert!(replayed.out.contains("identical, byte for byte"), "{name}: {} {}", replayed.out, replayed.err);
    }
}

#[test]
fn a_start_that_is_killed_while_it_takes_a_life_over_begins_it_again() {
    let mut dice = Dice::new(17);
    let (dir, before) = copy_of(&fixtures()[0]);
    let until = before["ticks"].as_u64().unwrap() + LIVES_ON_TICKS;
    for _ in 0..KILLS {
        let endless = ["run", "--headless", "--json", "--data", "d", "--ticks", &until.to_string()];
        let mut child = command(dir.path(), &endless).spawn().unwrap();
        std::thread::sleep(Duration::from_micros(dice.below(150_000)));
        let _ = child.kill();
        child.wait().unwrap();
        assert!(dir.path().join("d/journal.db").exists());
    }
    let said = run(dir.path(), until + LIVES_ON_TICKS);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(!said.err.contains("lost"), "{}", said.err);
    let copies = store::copies(&dir.path().join("d"));
    assert_eq!(copies.len(), 1, "one copy, however often it began: {copies:?}");
    for (milestone, tick) in before["milestones"].as_object().unwrap() {
        assert!(tick.is_null() || said.json()["milestones"][milestone] == *tick, "{milestone}");
    }
}

#[test]
fn a_life_of_a_newer_program_is_refused_unchanged_with_the_way_out() {
    let (dir, _) = copy_of(&fixtures()[0]);
    let (path, epoch) = (dir.path().join("d"), driver::epoch::current());
    let newer = store::Epoch { layout: driver::LAYOUT + 1, program: "stead of tomorrow".into(), ..epoch };
    let identity = store::Archive::peek(&path).unwrap();
    let as_it_is = |_: &store::Epoch, kept: &store::Kept| {
        Ok(store::Upgraded { state: kept.state.clone(), losses: Vec::new() })
    };
    let limits = store::Limits::default();
    drop(store::Store::open(&path, &identity, &newer, limits, store::State::default, as_it_is).unwrap());
    let before = fs::read(path.join("journal.db")).unwrap();
    run(dir.path(), 1).refused(2, &["newer version of stead", "Nothing was changed", "--data"]);
    assert_eq!(fs::read(path.join("journal.db")).unwrap(), before);
}
