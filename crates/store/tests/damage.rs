//! An incomplete last record is dropped and reported. A damaged record costs what comes after it, and a copy is kept. Any other
//! damage is an error that names the place, changes nothing, and can be inspected.

mod common;

use common::{all, epoch, expected, fill, identity, open, state, try_open, upgrade};
use rusqlite::Connection;
use std::fs;
use std::path::Path;
use store::{Archive, Identity, JOURNAL_FILE, Limits, OpenError, Opening, Store, TornTail};

/// A journal of ten records with a snapshot after the fifth; then the SQL in `harm` is run on the file.
fn harmed(harm: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path()).store;
    fill(&mut store, 1, 5, true);
    fill(&mut store, 6, 10, false);
    drop(store);
    connection(dir.path()).execute_batch(harm).unwrap();
    dir
}

fn connection(dir: &Path) -> Connection {
    Connection::open(dir.join(JOURNAL_FILE)).unwrap()
}

fn message(dir: &Path) -> String {
    try_open(dir).unwrap_err().to_string()
}

#[test]
fn an_incomplete_last_record_is_dropped_and_reported() {
    for harm in [
        "UPDATE journal SET input = x'00' WHERE seq = 10",
        "UPDATE journal SET seal = x'00' WHERE seq = 10",
        "UPDATE journal SET did = zeroblob(32) WHERE seq = 10",
        "UPDATE journal SET told = zeroblob(32) WHERE seq = 10",
        "UPDATE journal SET told = x'' WHERE seq = 10",
    ] {
        let dir = harmed(harm);
        let opened = open(dir.path());
        assert_eq!(opened.torn, TornTail { log_bytes: 0, records: 1 }, "{harm}");
        assert_eq!(all(opened.store.archive()), expected(1, 9));
        drop(opened);
        let mut again = open(dir.path());
        assert_eq!(again.torn, TornTail::default(), "reported once");
        fill(&mut again.store, 10, 12, false);
        assert_eq!(all(again.store.archive()), expected(1, 12));
    }
}

#[test]
fn damage_before_the_end_is_an_error_that_names_the_place_and_changes_nothing() {
    for (harm, says) in [
        ("UPDATE snapshot SET mind = x'00'", "every snapshot is damaged (2)"),
        ("DELETE FROM snapshot", "there is no snapshot"),
        ("DELETE FROM header WHERE key = 'seed'", "header is damaged"),
        ("UPDATE header SET value = '8' WHERE key = 'seed'", "header is damaged"),
        ("UPDATE epoch SET shapes = x'00'", "which program wrote the journal is damaged"),
        ("UPDATE epoch SET number = 2", "which program wrote the journal is damaged"),
        ("DELETE FROM epoch", "which program wrote the journal is damaged"),
        ("PRAGMA user_version = 2", "no such column"),
        ("PRAGMA user_version = 1", "duplicate column"),
        ("DROP TABLE journal", "no such table"),
    ] {
        let dir = harmed(harm);
        let before = fs::read(dir.path().join(JOURNAL_FILE)).unwrap();
        let said = message(dir.path());
        for part in [says, "restore the directory from a backup", "--data", "stead inspect"] {
            assert!(said.contains(part), "{harm}: {part:?} in {said}");
        }
        assert_eq!(before, fs::read(dir.path().join(JOURNAL_FILE)).unwrap(), "{harm}");
    }
}

#[test]
fn a_damaged_record_costs_what_comes_after_it_and_a_copy_is_kept() {
    for (harm, left, says) in [
        ("UPDATE journal SET input = x'00' WHERE seq = 8", 7, "record 8 at tick 32 is damaged"),
        ("UPDATE journal SET tick = 33 WHERE seq = 8", 7, "record 8 at tick 33 is damaged"),
        ("UPDATE journal SET tick = -3 WHERE seq = 9", 8, "record 9 at tick 0 is damaged"),
        ("DELETE FROM journal WHERE seq = 7", 6, "record 6 is followed by record 8"),
        ("DELETE FROM journal WHERE seq = 6", 5, "record 5 is followed by record 7"),
    ] {
        let dir = harmed(harm);
        let mut opened = open(dir.path());
        let (error, cut) = opened.cut.take().expect(harm);
        assert!(error.to_string().contains(says), "{error}");
        let records = 10 - left - u64::from(harm.starts_with("DELETE"));
        assert_eq!((cut.records, cut.from_tick, cut.to_tick), (records, left * 4, 40), "{harm}");
        assert_eq!(cut.copy, dir.path().join(format!("damaged-{}.db", left * 4)));
        assert_eq!(all(opened.store.archive()), expected(1, left), "{harm}");
        assert!(opened.damaged.is_empty() && opened.newest.seq == 5);
        fill(&mut opened.store, left + 1, left + 4, true);
        drop(opened);
        let again = open(dir.path());
        assert!(again.cut.is_none(), "it is said once");
        assert_eq!(all(again.store.archive()), expected(1, left + 4));
        // The copy holds what was cut off, as it was.
        let copy = Archive::open_file(&cut.copy).unwrap();
        assert_eq!(copy.span().unwrap().unwrap().1.seq, 10);
    }
}

#[test]
fn of_many_damaged_journals_three_copies_are_kept() {
    let dir = harmed("");
    let mut told = Vec::new();
    for round in 0..5u64 {
        let damaged = 8 + round;
        connection(dir.path()).execute("UPDATE journal SET input = x'00' WHERE seq = ?1", [damaged]).unwrap();
        let mut opened = open(dir.path());
        let last = opened.store.archive().span().unwrap().unwrap().1.seq;
        told.push(opened.cut.map(|(_, cut)| cut.copy).unwrap());
        fill(&mut opened.store, last + 1, last + 6, false);
    }
    let kept = store::copies(dir.path());
    assert_eq!(kept, told[2..], "the newest three");
}

/// A journal in which one byte of a part of the snapshot after record 5 is flipped.
fn flipped(part: &str, at: usize) -> tempfile::TempDir {
    let dir = harmed("");
    let connection = connection(dir.path());
    let select = format!("SELECT {part} FROM snapshot WHERE seq = 5");
    let mut bytes: Vec<u8> = connection.query_row(&select, [], |row| row.get(0)).unwrap();
    bytes[at] ^= 0x40;
    connection.execute(&format!("UPDATE snapshot SET {part} = ?1 WHERE seq = 5"), [bytes]).unwrap();
    dir
}

#[test]
fn what_rotation_reads_of_a_snapshot_is_covered_by_its_digest() {
    for harm in
        ["anchor = 1", "anchor = 3", "anchor = -1", "bytes_before = bytes_before + 1", "bytes_before = -5", "tick = -1"]
    {
        let dir = harmed(&format!("UPDATE snapshot SET {harm} WHERE seq = 5"));
        let opened = open(dir.path());
        assert_eq!((opened.newest.seq, opened.damaged.len()), (0, 1), "{harm}");
    }
}

#[test]
fn a_flipped_byte_in_the_newest_snapshot_loses_nothing_because_records_are_replayed_from_the_older_one() {
    for (part, at) in [("mind", 0), ("world", 3), ("world", 11), ("chronicle", 2), ("seal", 31), ("digest", 0)] {
        let dir = flipped(part, at);
        let before = fs::read(dir.path().join(JOURNAL_FILE)).unwrap();
        let mut opened = open(dir.path());
        assert_eq!((opened.newest.seq, opened.newest.state.clone()), (0, state(0)), "{part}");
        let said: Vec<String> = opened.damaged.iter().map(|damaged| damaged.error.to_string()).collect();
        assert_eq!(said, ["the snapshot after record 5 is damaged: its digest does not match"], "{part}");
        assert_eq!(all(opened.store.archive()), expected(1, 10), "{part}");
        assert_eq!(before, fs::read(dir.path().join(JOURNAL_FILE)).unwrap(), "it stays until a new snapshot is saved");
        fill(&mut opened.store, 11, 12, false);
        drop(opened);
        assert_eq!(open(dir.path()).damaged.len(), 1, "reported as long as it is there");
        fill(&mut open(dir.path()).store, 13, 14, true);
        let again = open(dir.path());
        assert_eq!((again.newest.seq, again.damaged.len()), (14, 0), "{part}");
        assert_eq!(again.store.archive().snapshots().unwrap(), [0, 14]);
        assert_eq!(all(again.store.archive()), expected(1, 14));
    }
}

#[test]
fn a_damaged_last_snapshot_is_written_again() {
    for (harm, last) in [("DELETE FROM journal WHERE seq > 5", 5), ("DELETE FROM journal WHERE seq > 4", 4)] {
        let dir = harmed(&format!("UPDATE snapshot SET mind = x'00' WHERE seq = 5; {harm}"));
        let mut opened = open(dir.path());
        assert_eq!((opened.newest.seq, opened.damaged.len()), (0, 1));
        opened.store.append(&[], Some(&(last * 4, state(last)))).unwrap();
        drop(opened);
        let again = open(dir.path());
        assert_eq!((again.newest.seq, again.newest.state.clone(), again.damaged.len()), (last, state(last), 0));
        assert_eq!(all(again.store.archive()), expected(1, last));
    }
}

#[test]
fn discarding_the_tail_returns_to_the_newest_undamaged_snapshot() {
    let dir = flipped("world", 3);
    let mut opened = open(dir.path());
    assert_eq!(opened.store.discard_tail().unwrap(), 10);
    fill(&mut opened.store, 1, 3, true);
    drop(opened);
    let again = open(dir.path());
    assert_eq!((again.newest.seq, again.damaged.len()), (3, 0));
    assert_eq!(all(again.store.archive()), expected(1, 3));
}

#[test]
fn a_replay_starts_at_the_next_snapshot_if_the_oldest_is_damaged() {
    let dir = harmed("UPDATE snapshot SET world = x'00' WHERE seq = 0");
    let oldest = Archive::open(dir.path()).unwrap().oldest().unwrap();
    assert_eq!((oldest.kept.seq, oldest.damaged.len()), (5, 1));
    assert!(open(dir.path()).damaged.is_empty(), "a run needs only the newest snapshot");
}

#[test]
fn a_damaged_journal_can_be_read_up_to_the_damage() {
    let dir = harmed("UPDATE journal SET input = x'00' WHERE seq = 8");
    let archive = Archive::open(dir.path()).unwrap();
    assert_eq!(archive.identity().unwrap(), identity());
    let mut seen = 0;
    let oldest = archive.oldest().unwrap().kept;
    let end = archive.replay(&oldest, None, |seq, _| {
        seen = seq;
        Ok::<bool, store::ReadError>(true)
    });
    assert!(end.is_err());
    assert_eq!(seen, 7);
}

#[test]
fn a_file_that_is_not_a_journal_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let bytes = b"a text file ".repeat(20);
    fs::write(dir.path().join(JOURNAL_FILE), &bytes).unwrap();
    let said = message(dir.path());
    assert!(said.contains("not a database"), "{said}");
    assert_eq!(fs::read(dir.path().join(JOURNAL_FILE)).unwrap(), bytes);
    let dir = tempfile::tempdir().unwrap();
    connection(dir.path()).execute_batch("CREATE TABLE mine (x)").unwrap();
    assert!(matches!(try_open(dir.path()), Err(OpenError::NotOurs(_))));
}

#[test]
fn a_file_with_a_missing_page_is_refused() {
    let dir = harmed("PRAGMA wal_checkpoint(TRUNCATE)");
    let path = dir.path().join(JOURNAL_FILE);
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let said = message(dir.path());
    assert!(said.contains("malformed") && said.contains("stead inspect"), "{said}");
}

#[test]
fn a_directory_of_another_run_is_refused_with_a_list_of_all_differences() {
    let dir = harmed("");
    let other = Identity { seed: 8, game: "1.20.1".into(), ..identity() };
    let opening = Opening { dir: dir.path(), identity: &other, epoch: &epoch(), limits: Limits::default() };
    let said = Store::open(opening, || state(0), upgrade).unwrap_err().to_string();
    for part in ["its seed is 7, not 8", "its Minecraft version is 1.21.4, not 1.20.1", "--data"] {
        assert!(said.contains(part), "{said}");
    }
    assert_eq!(all(open(dir.path()).store.archive()), expected(1, 10));
}

#[test]
fn a_newer_format_is_refused_and_not_changed() {
    let dir = harmed("PRAGMA user_version = 99");
    let said = message(dir.path());
    assert!(said.contains("format 99, newer than") && said.contains("use the newer stead"), "{said}");
    let version: i32 = connection(dir.path()).pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, 99);
    assert!(Archive::open(dir.path()).unwrap_err().to_string().contains("format 99"));
}

#[test]
fn a_second_process_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let first = open(dir.path());
    let said = message(dir.path());
    assert!(said.contains(&format!("in use by process {}", std::process::id())), "{said}");
    drop(first);
    open(dir.path());
}

#[test]
fn a_path_that_is_not_a_directory_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, "x").unwrap();
    let said = message(&file);
    assert!(said.contains("choose a directory you may write to"), "{said}");
}
