//! Each way of starting the agent wrongly has its message and exit code, and loses nothing that was recorded.

mod common;

use common::{STEAD, Said, command, live, stead, timeless};
use rusqlite::Connection;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

const LIVED: u64 = 400;

/// A directory with the data of an agent that has lived for a while.
fn lived() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    live(dir.path(), LIVED);
    dir
}

fn sql(dir: &Path, text: &str) {
    Connection::open(dir.join("d/journal.db")).unwrap().execute_batch(text).unwrap();
}

fn run(dir: &Path, more: &[&str]) -> Said {
    stead(dir, &[&["run", "--headless", "--data", "d", "--ticks", "440"], more].concat())
}

#[test]
fn an_unknown_config_key_is_named_with_its_line_and_what_was_meant() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("stead.toml"), "[run]\n\nsede = 3\n").unwrap();
    run(dir.path(), &[]).refused(2, &["stead.toml:3: unknown key \"sede\" (did you mean \"seed\"?)"]);
    fs::write(dir.path().join("other.toml"), "[world]\n").unwrap();
    run(dir.path(), &["--config", "other.toml"]).refused(2, &["other.toml:1: unknown key \"world\""]);
    run(dir.path(), &["--config", "none.toml"]).refused(2, &["none.toml: cannot be read", "stead config"]);
    assert!(!dir.path().join("d").exists(), "nothing was begun");
}

#[test]
fn the_printed_config_is_a_config() {
    let dir = tempfile::tempdir().unwrap();
    let printed = stead(dir.path(), &["config"]);
    fs::write(dir.path().join("stead.toml"), &printed.out).unwrap();
    assert_eq!(run(dir.path(), &[]).code, Some(0));
}

#[test]
fn wrong_llm_settings_are_refused_before_a_life_is_begun_and_no_key_is_shown() {
    let dir = tempfile::tempdir().unwrap();
    let key = "sk-0123456789-ABCDEF";
    for (more, says) in [
        ("api_key_env = \"NO_SUCH_KEY\"".to_string(), "the environment variable that api_key_env names is not set"),
        (format!("api_key_env = \"{key}\""), "stead.toml:4: api_key_env is the name"),
        (format!("base_url = \"http://{key}@127.0.0.1\""), "base_url must not hold a user name"),
        (format!("api_kye = \"{key}\""), "stead.toml:4: unknown key \"api_kye\""),
    ] {
        let text = format!("[llm]\nprovider = \"openai\"\nmodel = \"m\"\n{more}\n");
        fs::write(dir.path().join("stead.toml"), text).unwrap();
        let said = run(dir.path(), &[]);
        said.refused(2, &[says]);
        assert!(!said.err.contains("0123456789"), "{}", said.err);
        assert!(!dir.path().join("d").exists(), "nothing was begun");
    }
}

#[test]
fn with_a_model_that_is_down_the_agent_lives_and_its_key_is_in_no_file() {
    let dir = tempfile::tempdir().unwrap();
    let key = "sk-Zebra7Xylophone3Quartz";
    // No server listens at this address: port 9 is the discard port.
    let server = "provider = \"openai\"\nbase_url = \"http://127.0.0.1:9\"\nmodel = \"m\"";
    fs::write(dir.path().join("stead.toml"), format!("[llm]\n{server}\napi_key = \"{key}\"\n")).unwrap();
    let said = run(dir.path(), &[]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.err.contains("thinking with m at http://127.0.0.1:9/v1"), "{}", said.err);
    let mut looked_at = 0;
    for file in fs::read_dir(dir.path().join("d")).unwrap().flatten() {
        let bytes = fs::read(file.path()).unwrap();
        assert!(!bytes.windows(key.len()).any(|part| part == key.as_bytes()), "{}", file.path().display());
        looked_at += bytes.len();
    }
    assert!(looked_at > 0, "nothing was written");
}

#[test]
fn wrong_arguments_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    for (args, says) in [
        (&["run", "--speed", "0"][..], "from 1 to 1000, or max"),
        (&["run", "--seed", "x"], "invalid value 'x'"),
        (&["run", "--until", "netherite"], "possible values: crafting_table"),
        (&["replay", "d", "--why", "12"], "neither a task (T12) nor an action (A345)"),
        (&["replay"], "DATA"),
        (&["fly"], "fly"),
    ] {
        stead(dir.path(), args).refused(2, &[says]);
    }
}

#[test]
fn unwritable_standard_output_is_reported_with_exit_code_1() {
    let dir = tempfile::tempdir().unwrap();
    let request = format!("{}/../../fixtures/planner/01_iron_pickaxe_empty.json", env!("CARGO_MANIFEST_DIR"));
    for args in [&["config"][..], &["solve", &request], &["plan", "stick"], &["--help"], &["run", "--help"]] {
        let said = Said::of(command(dir.path(), args).stdout(full()).output().unwrap());
        said.refused(1, &["stead: cannot write to standard output"]);
    }
}

/// A device to which every write fails because it is full.
fn full() -> fs::File {
    fs::File::options().write(true).open("/dev/full").unwrap()
}

#[test]
fn with_standard_error_closed_the_exit_codes_are_the_same() {
    let dir = lived();
    let live = ["run", "--headless", "--data", "d", "--ticks", "600"];
    for (args, code) in [
        (&live[..], 0),
        (&["run", "--headless", "--data", "d", "--ticks", "600", "--until", "diamond"], 3),
        (&["replay", "d", "--trace", "0"], 0),
        (&["replay", "d", "--why", "T99999"], 3),
        (&["replay", "none"], 2),
        (&["inspect", "none"], 2),
        (&["solve", "none"], 2),
        (&["plan", "no_such_item"], 2),
        (&["upkeep", "plan", "none"], 2),
        (&["track", "--bot", ""], 2),
        (&["run", "--speed", "0"], 2),
    ] {
        let said = Said::of(command(dir.path(), args).stderr(full()).output().unwrap());
        assert_eq!(said.code, Some(code), "{args:?}");
    }
    let both = command(dir.path(), &["config"]).stdout(full()).stderr(full()).output().unwrap();
    assert_eq!(both.status.code(), Some(1));
}

#[test]
fn a_run_continues_after_its_standard_error_is_closed() {
    let dir = tempfile::tempdir().unwrap();
    let mut child = command(dir.path(), &["run", "--headless", "--data", "d", "--ticks", "600"]).spawn().unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let found = stead(dir.path(), &["inspect", "d", "--json"]).json();
    assert_eq!(found["last"]["tick"], 600);
}

#[test]
fn a_bad_request_among_many_is_named_with_its_line() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("x.jsonl"), "\n[]\nnope\n\u{feff}{}\n").unwrap();
    let said = stead(dir.path(), &["solve", "--jsonl", "x.jsonl"]);
    assert_eq!((said.code, said.err.as_str()), (Some(2), ""));
    let answers: Vec<&str> = said.out.lines().collect();
    for (answer, place) in answers.iter().zip(["line 2, column", "line 3, column", "line 4, column"]) {
        assert!(answer.contains(place), "{place:?} in {answer}");
    }
    assert_eq!(answers.len(), 3);
    stead(dir.path(), &["solve", "none.json"]).refused(2, &["none.json: cannot be read"]);
}

#[test]
fn a_data_directory_with_another_seed_is_refused() {
    let dir = lived();
    run(dir.path(), &["--seed", "2"]).refused(2, &["belongs to another run", "its seed is 1, not 2", "--data"]);
    assert_eq!(run(dir.path(), &[]).code, Some(0), "without a seed it is the directory's");
    let other = tempfile::tempdir().unwrap();
    begun_by(other.path(), "1.8", &driver::epoch::current());
    run(other.path(), &[]).refused(2, &["its Minecraft version is 1.8, not 1.21.4"]);
}

/// A data directory that another program began.
fn begun_by(dir: &Path, game: &str, epoch: &store::Epoch) {
    let identity = store::Identity { world: "embedded".into(), seed: 1, game: game.into(), layout: epoch.layout };
    let opening = store::Opening { dir: &dir.join("d"), identity: &identity, epoch, limits: store::Limits::default() };
    drop(store::Store::open(opening, store::State::default, driver::epoch::upgrade).unwrap());
}

#[test]
fn a_data_directory_of_another_version_is_refused() {
    for (layout, says, looked) in [
        (9_999, "a newer version of stead (layout 9999; ", "only that version can go on from it"),
        (1, "stead of then (layout 1)", "the next `stead run` takes it over"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let epoch = store::Epoch { layout, program: "stead of then".into(), shapes: Vec::new() };
        begun_by(dir.path(), gamedata::MINECRAFT_VERSION, &epoch);
        run(dir.path(), &[]).refused(2, &["d: was written by ", says, "Nothing was changed", "--data"]);
        run(dir.path(), &["--seed", "2"]).refused(2, &["belongs to another run", "its seed is 1, not 2"]);
        stead(dir.path(), &["replay", "d"]).refused(2, &["d: it was written by stead of then", "that wrote it"]);
        let found = stead(dir.path(), &["inspect", "d"]);
        assert!(found.code == Some(0) && found.out.contains(looked), "{}", found.out);
        assert_eq!(stead(dir.path(), &["inspect", "d", "--json"]).json()["layout"], layout);
    }
    let dir = lived();
    sql(dir.path(), "PRAGMA user_version = 99");
    run(dir.path(), &[]).refused(2, &["format 99, newer than", "use the newer stead"]);
}

#[test]
fn a_directory_without_permission_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let program = dir.path().join("stead");
    fs::copy(STEAD, &program).unwrap();
    let locked = dir.path().join("locked");
    fs::create_dir(&locked).unwrap();
    for (path, mode) in [(dir.path(), 0o755), (&program, 0o755), (&locked, 0o555)] {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    let mut command = Command::new(&program);
    command.current_dir("/").args(["run", "--headless", "--ticks", "40", "--data"]).arg(locked.join("d"));
    if fs::write(locked.join("probe"), "").is_ok() {
        command.uid(65_534); // The superuser may write anywhere; nobody may not.
    }
    Said::of(command.output().unwrap())
        .refused(2, &["locked/d: Permission denied", "choose a directory you may write to"]);
}

#[test]
fn on_a_full_disk_the_agent_waits_and_loses_nothing() {
    let whole = tempfile::tempdir().unwrap();
    live(whole.path(), LIVED);
    let dir = lived();
    fs::write(dir.path().join("stead.toml"), "[run]\nstand_safe_seconds = 1\n").unwrap();
    // No file may grow beyond the current size of the database. The signal for that is ignored, so that writing
    // fails with an error.
    let blocks = fs::metadata(dir.path().join("d/journal.db")).unwrap().len() / 512;
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" run --headless --data d --ticks 400000");
    let said = Command::new("sh").args(["-c", &script, STEAD]).current_dir(dir.path()).output().unwrap();
    Said::of(said).refused(1, &["waiting, time stands still", "nothing recorded so far is lost"]);
    let replayed = stead(dir.path(), &["replay", "d", "--json"]).json();
    assert_eq!(replayed["identical"], true);
    let reached = replayed["to_tick"].as_u64().unwrap();
    assert!(reached >= LIVED, "{reached}");
    let later = reached + 2_000;
    assert_eq!(
        timeless(live(dir.path(), later)),
        timeless(live(whole.path(), later)),
        "it resumes exactly where it stopped"
    );
}

#[test]
fn a_damaged_record_costs_what_comes_after_it_and_says_so() {
    let dir = lived();
    sql(dir.path(), "DELETE FROM snapshot WHERE seq > 0; UPDATE journal SET input = x'00' WHERE seq = 50");
    let looked = stead(dir.path(), &["inspect", "d"]);
    assert_eq!(looked.code, Some(1));
    assert!(looked.out.contains("DAMAGED: record 50") && looked.out.contains("49 of them whole"), "{}", looked.out);
    let json = stead(dir.path(), &["inspect", "d", "--json"]).json();
    assert_eq!((&json["records_whole"], &json["seed"]), (&49.into(), &1.into()));
    stead(dir.path(), &["replay", "d"]).refused(2, &["record 50", "stead inspect"]);
    let early = stead(dir.path(), &["replay", "d", "--until", "196", "--json"]).json();
    assert_eq!((&early["identical"], &early["to_tick"]), (&true.into(), &196.into()), "what is whole can be replayed");
    let lost = ["record 50 at tick 200 is damaged", "lost: 51 records", "ticks 196 to 400", "d/damaged-196.db"];
    run(dir.path(), &[]).refused(0, &lost);
    assert!(dir.path().join("d/damaged-196.db").exists());
    assert!(!run(dir.path(), &[]).err.contains("damaged"), "it is said once");
}

/// Flips one byte in the middle of the newest saved world.
fn flip_newest(dir: &Path) {
    let connection = Connection::open(dir.join("d/journal.db")).unwrap();
    let query = "SELECT seq, world FROM snapshot ORDER BY seq DESC LIMIT 1";
    let (seq, mut world): (i64, Vec<u8>) =
        connection.query_row(query, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let middle = world.len() / 2;
    world[middle] ^= 1;
    connection.execute("UPDATE snapshot SET world = ?2 WHERE seq = ?1", (seq, world)).unwrap();
}

#[test]
fn with_a_flipped_byte_in_the_newest_state_nothing_is_lost() {
    let (dir, whole) = (lived(), lived());
    flip_newest(dir.path());
    let looked = stead(dir.path(), &["inspect", "d"]);
    assert_eq!(looked.code, Some(1));
    assert!(looked.out.contains("DAMAGED: the snapshot after record 100") && looked.out.contains("100 of them whole"));
    let replayed = stead(dir.path(), &["replay", "d", "--json"]);
    replayed.refused(0, &["the snapshot after record 100 is damaged", "the replay went on over the records"]);
    assert_eq!((&replayed.json()["identical"], &replayed.json()["records"]), (&true.into(), &100.into()));
    assert!(replayed.json()["damage"].as_str().unwrap().contains("the snapshot after record 100"));
    let said = stead(dir.path(), &["run", "--headless", "--json", "--data", "d", "--ticks", "800"]);
    said.refused(
        0,
        &[
            "d: the snapshot after record 100 is damaged",
            "resuming from the saved state at tick 0 and the records since",
            "back at tick 400",
            "replayed 100 records",
        ],
    );
    assert!(!said.err.contains("DAMAGED"), "it is said once: {}", said.err);
    assert_eq!(timeless(said.json()), timeless(live(whole.path(), 800)), "the life is the one without damage");
    let healed = stead(dir.path(), &["inspect", "d"]);
    assert!(healed.code == Some(0) && healed.out.contains("everything is whole"), "{}", healed.out);
}

#[test]
fn without_any_whole_state_the_message_says_what_to_do() {
    let dir = lived();
    sql(dir.path(), "UPDATE snapshot SET world = x'00'");
    let parts = ["every snapshot is damaged (2)", "restore the directory from a backup", "--data"];
    run(dir.path(), &[]).refused(2, &parts);
    stead(dir.path(), &["replay", "d"]).refused(2, &parts[..1]);
    assert_eq!(stead(dir.path(), &["inspect", "d"]).code, Some(1));
}

#[test]
fn damage_in_old_records_is_reported_while_the_agent_runs() {
    let dir = lived();
    sql(dir.path(), "UPDATE journal SET input = x'00' WHERE seq = 50");
    let said = run(dir.path(), &[]);
    assert_eq!(said.code, Some(0), "it needs none of them: {}", said.err);
    for part in ["back at tick 400", "d: DAMAGED: record 50 at tick 200", "stead inspect d"] {
        assert!(said.err.contains(part), "{part:?} in {}", said.err);
    }
    let whole = run(lived().path(), &[]);
    assert!(!whole.err.contains("DAMAGED"), "{}", whole.err);
}

#[test]
fn a_file_that_is_no_database_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("d")).unwrap();
    fs::write(dir.path().join("d/journal.db"), "not a database ".repeat(100)).unwrap();
    run(dir.path(), &[]).refused(2, &["not a database"]);
    stead(dir.path(), &["inspect", "d"]).refused(2, &["not a database"]);
    for command in ["inspect", "replay"] {
        let said = stead(dir.path(), &[command, "nowhere"]);
        said.refused(2, &["nowhere: there is no journal.db here, so this is not a data directory of stead"]);
        assert!(!said.err.contains("stead inspect"), "it could not say more: {}", said.err);
        assert_eq!(said.err.matches("nowhere").count(), 1, "the place is named once: {}", said.err);
    }
}

#[test]
fn a_missing_or_empty_journal_is_refused_and_no_new_life_is_begun() {
    let dir = lived();
    let journal = dir.path().join("d/journal.db");
    let whole = fs::read(&journal).unwrap();
    for (left, says) in [(None, "journal.db is missing"), (Some(""), "journal.db is empty")] {
        match left {
            None => fs::remove_file(&journal).unwrap(),
            Some(text) => fs::write(&journal, text).unwrap(),
        }
        run(dir.path(), &[]).refused(2, &[says, "stead inspect d", "move the directory away"]);
        stead(dir.path(), &["inspect", "d"]).refused(2, &[says]);
        assert_eq!(journal.exists(), left.is_some(), "nothing was written");
        fs::write(&journal, &whole).unwrap();
    }
    let back = run(dir.path(), &[]);
    assert!(back.code == Some(0) && back.err.contains("back at tick 400"), "{}", back.err);
}

#[test]
fn a_damaged_log_is_refused_and_can_be_looked_at() {
    let dir = lived();
    // An open reader keeps SQLite from deleting its write-ahead log at the end, so that the log stays as after a
    // kill.
    let onlooker = Connection::open(dir.path().join("d/journal.db")).unwrap();
    onlooker.query_row("SELECT count(*) FROM journal", [], |row| row.get::<_, u64>(0)).unwrap();
    assert_eq!(run(dir.path(), &[]).code, Some(0));
    let killed = tempfile::tempdir().unwrap();
    fs::create_dir(killed.path().join("d")).unwrap();
    for name in ["d/journal.db", "d/journal.db-wal"] {
        fs::copy(dir.path().join(name), killed.path().join(name)).unwrap();
    }
    let log = killed.path().join("d/journal.db-wal");
    let mut bytes = fs::read(&log).unwrap();
    bytes[8] ^= 0xff;
    fs::write(&log, &bytes).unwrap();
    run(killed.path(), &[]).refused(2, &["journal.db-wal is damaged at byte 0", "Nothing was changed", "inspect d"]);
    let looked = stead(killed.path(), &["inspect", "d"]);
    assert!(looked.code == Some(1) && looked.out.contains("DAMAGED: journal.db-wal"), "{}", looked.out);
    let replayed = stead(killed.path(), &["replay", "d", "--json"]);
    replayed.refused(2, &["d: journal.db-wal is damaged at byte 0", "what came after it was not replayed"]);
    assert!(replayed.json()["damage"].as_str().unwrap().starts_with("journal.db-wal is damaged"), "{}", replayed.out);
    assert_eq!(fs::read(&log).unwrap(), bytes);
}

#[test]
fn an_interrupted_last_write_is_dropped_and_reported() {
    let dir = lived();
    sql(dir.path(), "DELETE FROM snapshot WHERE seq > 0; UPDATE journal SET input = x'00' WHERE seq = 100");
    let said = run(dir.path(), &[]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(
        said.err.contains("the last write was interrupted") && said.err.contains("dropped: 1 record"),
        "{}",
        said.err
    );
    assert!(said.err.contains("back at tick 396"), "{}", said.err);
}

#[test]
fn a_second_process_is_refused_and_the_first_one_ends_cleanly_on_ctrl_c() {
    let dir = lived();
    let mut first = command(dir.path(), &["run", "--headless", "--speed", "1", "--data", "d"]).spawn().unwrap();
    let mut lines = BufReader::new(first.stderr.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().contains("back at tick 400"));
    run(dir.path(), &[]).refused(2, &[&format!("in use by process {}", first.id())]);
    let interrupted = Command::new("kill").args(["-INT", &first.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    assert_eq!(first.wait().unwrap().code(), Some(0));
    let again = stead(dir.path(), &["run", "--headless", "--json", "--data", "d", "--ticks", "404"]);
    assert!(again.err.contains("replayed 0 records"), "a clean end leaves a saved state: {}", again.err);
}

#[test]
fn records_of_another_version_can_be_dropped_with_discard_tail() {
    let dir = lived();
    sql(dir.path(), "DELETE FROM snapshot WHERE seq > 0");
    // The record's checksum is right, so it is not damaged: a version that decides differently wrote it. The test
    // writes such a record itself.
    let archive = store::Archive::open(&dir.path().join("d")).unwrap();
    let (identity, epoch) = (archive.identity().unwrap(), archive.newest_epoch().unwrap().epoch);
    drop(archive);
    let open = || {
        let (path, limits, first) = (dir.path().join("d"), store::Limits::default(), store::State::default);
        let opening = store::Opening { dir: &path, identity: &identity, epoch: &epoch, limits };
        store::Store::open(opening, first, driver::epoch::upgrade)
    };
    let mut opened = open().unwrap();
    opened.store.discard_tail().unwrap();
    let record =
        store::Record { tick: 4, input: vec![1, 2, 3], did: vocab::Digest([0; 32]), told: vocab::Digest([0; 32]) };
    opened.store.append(&[record], None).unwrap();
    drop(opened);
    run(dir.path(), &[]).refused(2, &["another version of stead"]);
    let said = run(dir.path(), &["--discard-tail"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.err.contains("as asked, dropped 1 record after tick 0"), "{}", said.err);
}
