//! A data directory as people treat it: backed up, restored, copied while the agent runs, moved to another machine.

mod common;

use common::{command, live, stead, timeless};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Child;
use std::time::Duration;
use vocab::Dice;

const LIVED: u64 = 2_000;
/// How often a directory is copied while an agent runs in it.
const COPIES: u64 = 4;

fn lived() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    live(dir.path(), LIVED);
    dir
}

/// A running agent, and the end of what it says. It lives already.
fn running(dir: &Path) -> (Child, BufReader<std::process::ChildStderr>) {
    let mut child = command(dir, &["run", "--headless", "--json", "--data", "d"]).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap());
    let mut said = String::new();
    while !said.contains("a new life") && !said.contains("back at tick") {
        assert_ne!(lines.read_line(&mut said).unwrap(), 0, "it ended before it lived: {said}");
    }
    (child, lines)
}

fn end(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_restored_backup_goes_on_exactly_like_the_life_itself() {
    let dir = lived();
    let backed_up = stead(dir.path(), &["backup", "d", "life.bak", "--json"]);
    assert_eq!(backed_up.code, Some(0), "{}", backed_up.err);
    assert_eq!((&backed_up.json()["tick"], &backed_up.json()["damage"]), (&LIVED.into(), &serde_json::json!([])));
    let restored = stead(dir.path(), &["restore", "life.bak", "elsewhere/d"]);
    assert_eq!(restored.code, Some(0), "{}", restored.err);
    assert!(restored.out.contains("up to tick 2,000") && restored.out.contains("stead run"), "{}", restored.out);
    let there = dir.path().join("elsewhere");
    assert_eq!(timeless(live(&there, LIVED + 800)), timeless(live(dir.path(), LIVED + 800)));
    let replayed = stead(&there, &["replay", "d", "--json"]).json();
    assert_eq!((&replayed["identical"], &replayed["from_tick"]), (&true.into(), &0.into()));
}

#[test]
fn a_backup_beside_a_running_agent_is_a_whole_life() {
    let dir = tempfile::tempdir().unwrap();
    let (child, _lines) = running(dir.path());
    for number in 0..3 {
        std::thread::sleep(Duration::from_millis(150));
        let backed_up = stead(dir.path(), &["backup", "d", &format!("{number}.bak")]);
        assert_eq!(backed_up.code, Some(0), "{} {}", backed_up.out, backed_up.err);
        assert!(backed_up.out.contains("everything in it is whole"), "{}", backed_up.out);
    }
    end(child);
    let restored = stead(dir.path(), &["restore", "2.bak", "again/d", "--json"]);
    let tick = restored.json()["tick"].as_u64().unwrap();
    let there = dir.path().join("again");
    let said = stead(&there, &["run", "--headless", "--json", "--data", "d", "--ticks", &(tick + 400).to_string()]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(!said.err.contains("dropped") && !said.err.contains("lost"), "{}", said.err);
    let whole = tempfile::tempdir().unwrap();
    assert_eq!(timeless(said.json()), timeless(live(whole.path(), tick + 400)));
}

#[test]
fn what_cannot_be_backed_up_or_restored_is_refused_with_the_way_out() {
    let dir = lived();
    let run = |args: &[&str], parts: &[&str]| stead(dir.path(), args).refused(2, parts);
    run(&["backup", "none", "x.bak"], &["there is no journal.db"]);
    run(&["restore", "none.bak", "new"], &["none.bak"]);
    run(&["backup", "d", "d/journal.db"], &["is there already", "another name"]);
    assert_eq!(stead(dir.path(), &["backup", "d", "x.bak"]).code, Some(0));
    run(&["backup", "d", "x.bak"], &["is there already"]);
    run(&["restore", "x.bak", "d"], &["not empty", "choose a new directory"]);
    stead(dir.path(), &["backup", "d", "no/such/place.bak"]).refused(1, &["place.bak cannot be written"]);
    let whole = fs::read(dir.path().join("x.bak")).unwrap();
    for (name, bytes) in [("half", &whole[..whole.len() / 2]), ("text", &b"some text"[..]), ("nothing", &[])] {
        fs::write(dir.path().join(name), bytes).unwrap();
        run(&["restore", name, "new"], &[name, "Nothing was restored", "use another backup"]);
        assert!(!dir.path().join("new").exists(), "{name}");
    }
    run(&["restore", "d", "new"], &["d"]);
}

#[test]
fn damage_is_named_in_a_backup_and_in_what_is_restored() {
    let dir = lived();
    let connection = rusqlite::Connection::open(dir.path().join("d/journal.db")).unwrap();
    connection.execute("UPDATE journal SET input = x'00' WHERE seq = 50", []).unwrap();
    drop(connection);
    let backed_up = stead(dir.path(), &["backup", "d", "x.bak"]);
    backed_up.refused(1, &["x.bak: DAMAGED: record 50 at tick 200"]);
    stead(dir.path(), &["restore", "x.bak", "new"]).refused(1, &["new: DAMAGED: record 50 at tick 200"]);
    let said = stead(dir.path(), &["run", "--headless", "--data", "new", "--ticks", "2400"]);
    assert_eq!(said.code, Some(0), "it needs no old records: {}", said.err);
}

/// Copies the files of a directory one after the other, in any order, as a file manager does.
fn copy_files(from: &Path, to: &Path, dice: &mut Dice) {
    fs::create_dir(to).unwrap();
    let mut names: Vec<_> = fs::read_dir(from).unwrap().flatten().map(|entry| entry.file_name()).collect();
    names.sort();
    let first = dice.below(names.len() as u64) as usize;
    names.rotate_left(first);
    for name in names {
        if from.join(&name).is_file() {
            fs::copy(from.join(&name), to.join(&name)).unwrap();
        }
        std::thread::sleep(Duration::from_millis(dice.below(120)));
    }
}

#[test]
fn a_directory_copied_while_the_agent_runs_is_taken_whole_repaired_or_refused_and_never_half_read() {
    let dir = tempfile::tempdir().unwrap();
    let (child, _lines) = running(dir.path());
    let mut dice = Dice::new(4);
    for number in 0..COPIES {
        std::thread::sleep(Duration::from_millis(100));
        copy_files(&dir.path().join("d"), &dir.path().join(format!("copy{number}")), &mut dice);
    }
    end(child);
    let mut lived_on = 0;
    for number in 0..COPIES {
        let copy = format!("copy{number}");
        let args = ["run", "--headless", "--json", "--data", &copy, "--ticks", "1"];
        let said = stead(dir.path(), &args);
        assert!(!said.err.contains("panicked") && !said.err.contains("broke"), "{}", said.err);
        if said.code != Some(0) {
            said.refused(2, &["Nothing was changed", "backup"]);
            continue;
        }
        lived_on += 1;
        // Whatever it holds is a stretch of that life, and nothing else.
        let tick = said.json()["ticks"].as_u64().unwrap() + 400;
        let until = ["run", "--headless", "--json", "--data", &copy, "--ticks", &tick.to_string()];
        let copied = stead(dir.path(), &until).json();
        let whole = tempfile::tempdir().unwrap();
        assert_eq!(timeless(copied), timeless(live(whole.path(), tick)), "{copy}: {}", said.err);
    }
    assert!(lived_on > 0, "some copy is good enough to go on");
}

#[test]
fn a_directory_that_was_moved_goes_on_without_a_word() {
    let (dir, stayed) = (lived(), lived());
    let there = dir.path().join("another/machine");
    fs::create_dir_all(&there).unwrap();
    copy_files(&dir.path().join("d"), &there.join("d"), &mut Dice::new(1));
    let ticks = (LIVED + 400).to_string();
    let said = stead(&there, &["run", "--headless", "--json", "--data", "d", "--ticks", &ticks]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(!said.err.contains("WARN") && !said.err.contains("copied"), "{}", said.err);
    assert_eq!(timeless(said.json()), timeless(live(stayed.path(), LIVED + 400)));
}

#[test]
fn an_inspected_directory_says_its_sizes_days_programs_and_what_would_be_discarded() {
    let dir = tempfile::tempdir().unwrap();
    let (child, _lines) = running(dir.path());
    std::thread::sleep(Duration::from_secs(1));
    end(child);
    let looked = stead(dir.path(), &["inspect", "d", "--json"]).json();
    let bytes = |part: &str| looked["bytes"][part].as_u64().unwrap();
    assert_eq!(bytes("journal"), bytes("inputs") + bytes("states") + bytes("other"));
    assert!(bytes("inputs") > 0 && bytes("states") > 0, "{looked}");
    assert_eq!((&looked["day"], &looked["epochs"][0]["layout"]), (&1.into(), &driver::LAYOUT.into()));
    let words = stead(dir.path(), &["inspect", "d"]).out;
    let would = looked["tail"]["records"].as_u64().map_or("nothing".into(), |records| records.to_string());
    assert!(words.contains("--discard-tail` would drop"), "{words}");
    for part in ["it is day 1 of this life", "on the disk: inputs", "written by stead"] {
        assert!(words.contains(part), "{part:?} in {words}");
    }
    let last = looked["last"]["tick"].as_u64().unwrap();
    let until = ["run", "--headless", "--data", "d", "--discard-tail", "--ticks", "1"];
    let said = stead(dir.path(), &until);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let dropped = if would == "nothing" { "dropped 0 records".to_string() } else { format!("dropped {would} record") };
    assert!(said.err.replace(',', "").contains(&dropped), "{would} of {last}: {}", said.err);
}
