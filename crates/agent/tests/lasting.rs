//! A life outlives its program: lives of earlier layouts are taken over at the next start and go on.
//!
//! `fixtures/layout_N` is a small life that the program with layout N saved, and `expected.json` what that program said
//! of it.

mod common;
mod saved;

use agent::lasting::take_over;
use common::{command, stead};
use saved::{copy_of, fixtures, kept, opened};
use std::fs;
use std::path::Path;
use std::time::Duration;
use vocab::Dice;
use vocab::digest::decode;

/// Ticks that a taken-over life must live on.
const LIVES_ON_TICKS: u64 = 1_000;
/// How often this test kills a start that takes a life over; the benchmark does it fifty times.
const KILLS: u64 = 6;

fn run(dir: &Path, ticks: u64) -> common::Said {
    stead(dir, &["run", "--headless", "--json", "--data", "d", "--ticks", &ticks.to_string()])
}

#[test]
fn a_life_of_every_layout_is_taken_over_with_its_tasks_milestones_and_places_and_lives_on() {
    for (layout, life) in fixtures() {
        let older = layout < driver::LAYOUT;
        let (dir, before) = copy_of(&life);
        let until = before["ticks"].as_u64().unwrap() + LIVES_ON_TICKS;
        let said = run(dir.path(), until);
        assert_eq!(said.code, Some(0), "layout {layout}: {}", said.err);
        let taken: Vec<&str> = said.err.lines().filter(|line| line.contains("taken over from")).collect();
        assert_eq!(taken.len(), usize::from(older), "layout {layout}: one line says it: {}", said.err);
        assert!(!said.err.contains("lost"), "layout {layout}: nothing is lost: {}", said.err);
        let after = said.json();
        assert_eq!((after["alive"].as_bool(), after["ticks"].as_u64()), (Some(true), Some(until)), "layout {layout}");
        for (milestone, tick) in before["milestones"].as_object().unwrap() {
            assert!(tick.is_null() || after["milestones"][milestone] == *tick, "layout {layout}: {milestone}");
        }
        for count in ["created", "completed", "failed", "cancelled"] {
            assert!(after["tasks"][count].as_u64() >= before["tasks"][count].as_u64(), "layout {layout}: {count}");
        }
        assert!(after["items_seen"].as_u64() >= before["items_seen"].as_u64(), "layout {layout}: items");
        assert_eq!(after["deaths"], before["deaths"], "layout {layout}: deaths");
        let copy = dir.path().join(format!("d/before-layout-{layout}.db"));
        assert_eq!(copy.exists(), older, "layout {layout}: the old life is kept beside it");
        // What was undertaken is still known: as an open task, or as one that has ended since.
        let ids = |kept: &serde_json::Value| -> Vec<String> {
            let tasks = kept["tasks"].as_array().unwrap().iter().map(|task| task.as_str().unwrap());
            tasks.map(|task| task.rsplit_once(' ').unwrap().0.to_string()).collect()
        };
        let known = ids(&kept(&dir.path().join("d")));
        for task in ids(&before["kept"]) {
            assert!(known.contains(&task), "layout {layout}: {task} is not in {known:?}");
        }
        let again = run(dir.path(), until + LIVES_ON_TICKS);
        assert_eq!(again.code, Some(0), "layout {layout}: {}", again.err);
        assert!(!again.err.contains("taken over"), "layout {layout}: it is taken over once: {}", again.err);
        let replayed = stead(dir.path(), &["replay", "d"]);
        assert!(replayed.out.contains("identical, byte for byte"), "{layout}: {} {}", replayed.out, replayed.err);
    }
}

#[test]
fn a_life_that_was_taken_over_holds_what_the_program_that_saved_it_said() {
    for (layout, life) in fixtures() {
        let (dir, before) = copy_of(&life);
        let after = kept(&dir.path().join("d"));
        for part in ["tasks", "remembers", "bag", "at", "health"] {
            assert_eq!(after[part], before["kept"][part], "layout {layout}: {part}");
        }
    }
}

#[test]
fn a_life_is_read_by_its_own_description_without_a_loss() {
    let (dir, before) = copy_of(&saved::fixture(driver::LAYOUT));
    let opened = opened(&dir.path().join("d"));
    let upgraded = take_over(opened.store.epoch(), &opened.newest).unwrap();
    assert_eq!(upgraded.losses, [""; 0]);
    let mind: mind::Mind = decode(&opened.newest.state.mind).unwrap();
    assert_eq!(decode::<mind::Mind>(&upgraded.state.mind).unwrap(), mind.carry_over());
    assert_eq!(saved::what_is_in(&upgraded.state), before["kept"]);
}

/// Another program: other shapes of everything, other numbers of blocks, items and recipes, and an edited setting.
#[test]
fn a_life_of_another_program_goes_on_with_an_edited_setting_and_its_owner_reads_one_line() {
    let (dir, before) = copy_of(&saved::fixture(driver::LAYOUT));
    let (looked_at, _) = copy_of(&saved::fixture(driver::LAYOUT));
    for dir in [&dir, &looked_at] {
        saved::foreign::estrange(&dir.path().join("d"));
    }
    assert_eq!(kept(&looked_at.path().join("d")), before["kept"], "nothing of it is lost or mistaken");

    fs::write(dir.path().join("stead.toml"), "[mind]\nsave_interval_ticks = 1234\n").unwrap();
    let until = before["ticks"].as_u64().unwrap() + LIVES_ON_TICKS;
    let said = run(dir.path(), until);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let more: Vec<&str> = said.err.lines().filter(|line| line.contains(saved::foreign::PROGRAM)).collect();
    assert_eq!(more.len(), 1, "{}", said.err);
    assert!(!said.err.contains("lost") && !said.err.contains("WARN"), "{}", said.err);
    let opened = opened(&dir.path().join("d"));
    let mind: mind::Mind = decode(&opened.newest.state.mind).unwrap();
    assert_eq!(mind.config().save_interval_ticks, 1_234, "the setting reaches it");
    let replayed = stead(dir.path(), &["replay", "d"]);
    assert!(replayed.out.contains("identical, byte for byte"), "{} {}", replayed.out, replayed.err);
}

#[test]
fn a_start_that_is_killed_while_it_takes_a_life_over_begins_it_again() {
    let mut dice = Dice::new(17);
    let (dir, before) = copy_of(&fixtures()[0].1);
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
    let (dir, _) = copy_of(&fixtures()[0].1);
    let (path, epoch) = (dir.path().join("d"), saved::this_program());
    drop(opened(&path));
    let newer = store::Epoch { layout: driver::LAYOUT + 1, program: "stead of tomorrow".into(), ..epoch };
    let as_it_is =
        |_: &store::Epoch, kept: &store::Kept| Ok(store::Upgraded { state: kept.state.clone(), losses: Vec::new() });
    drop(saved::opened_as(&path, &newer, as_it_is));
    let before = fs::read(path.join("journal.db")).unwrap();
    run(dir.path(), 1).refused(2, &["newer version of stead", "Nothing was changed", "--data"]);
    assert_eq!(fs::read(path.join("journal.db")).unwrap(), before);
}
