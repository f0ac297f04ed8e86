//! A journal that is missing, empty or without header is never mistaken for a new directory; an interrupted creation is.

mod common;

use common::{all, expected, fill, open, try_open};
use rusqlite::Connection;
use std::fs;
use std::path::Path;
use store::{Archive, JOURNAL_FILE, MARKER_FILE, ReadError};

const LOG_FILE: &str = "journal.db-wal";

/// A data directory as a killed agent leaves it: three groups of records, all of them still in SQLite's log.
fn killed() -> tempfile::TempDir {
    let (dir, copy) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut store = open(dir.path()).store;
    for first in [1, 4, 7] {
        fill(&mut store, first, first + 2, false);
    }
    for name in [JOURNAL_FILE, LOG_FILE, MARKER_FILE] {
        fs::copy(dir.path().join(name), copy.path().join(name)).unwrap();
    }
    copy
}

fn files(dir: &Path) -> Vec<Option<Vec<u8>>> {
    [JOURNAL_FILE, LOG_FILE, MARKER_FILE].map(|name| fs::read(dir.join(name)).ok()).to_vec()
}

/// Checks that opening the directory is refused twice with the same message, and that no file changes.
#[track_caller]
fn refused(dir: &Path, says: &str) {
    let before = files(dir);
    for _ in 0..2 {
        assert_eq!(Archive::peek(dir).is_some(), says.contains("wal is damaged"), "the identity can be read");
        let said = try_open(dir).unwrap_err().to_string();
        for part in [says, "Nothing was changed", "stead inspect", "move the directory away"] {
            assert!(said.contains(part), "{part:?} in {said:?}");
        }
        assert!(before == files(dir), "something was changed: {says}");
    }
}

#[test]
fn creating_a_journal_ends_with_its_header_in_the_file_and_a_marker_beside_it() {
    let dir = tempfile::tempdir().unwrap();
    let opened = open(dir.path());
    assert_eq!(fs::metadata(dir.path().join(LOG_FILE)).unwrap().len(), 0, "the log is empty");
    assert!(fs::read_to_string(dir.path().join(MARKER_FILE)).unwrap().contains("seed 7"));
    drop(opened);
    fs::remove_file(dir.path().join(MARKER_FILE)).unwrap();
    assert!(!open(dir.path()).fresh);
    assert!(dir.path().join(MARKER_FILE).exists(), "a journal from before there were markers gets one");
}

#[test]
fn a_journal_that_is_missing_empty_or_without_header_is_refused() {
    type Harm = fn(&Path);
    let harms: [(Harm, &str); 4] = [
        (|journal| fs::remove_file(journal).unwrap(), "journal.db is missing"),
        (|journal| fs::write(journal, "").unwrap(), "journal.db is empty"),
        (|journal| fs::write(journal, [0; 4_096]).unwrap(), "journal.db has no valid header"),
        (
            |journal| {
                // Put an SQLite file without tables in the place of the journal.
                fs::remove_file(journal).unwrap();
                let connection = Connection::open(journal).unwrap();
                connection.execute_batch("PRAGMA journal_mode = delete; VACUUM").unwrap();
            },
            "journal.db",
        ),
    ];
    for (harm, says) in harms {
        for with_log in [true, false] {
            let dir = killed();
            let log = fs::read(dir.path().join(LOG_FILE)).unwrap();
            fs::remove_file(dir.path().join(LOG_FILE)).unwrap();
            harm(&dir.path().join(JOURNAL_FILE));
            if with_log {
                fs::write(dir.path().join(LOG_FILE), &log).unwrap();
            }
            refused(dir.path(), says);
            assert!(matches!(Archive::open(dir.path()), Err(ReadError::Lost { .. })));
        }
    }
}

#[test]
fn a_log_without_its_journal_is_a_loss_even_without_the_marker() {
    for empty in [true, false] {
        let dir = killed();
        fs::remove_file(dir.path().join(MARKER_FILE)).unwrap();
        fs::remove_file(dir.path().join(JOURNAL_FILE)).unwrap();
        if empty {
            fs::write(dir.path().join(JOURNAL_FILE), "").unwrap();
        }
        refused(dir.path(), "although journal.db-wal shows");
    }
}

#[test]
fn without_its_log_the_journal_opens_with_what_the_file_holds() {
    let dir = killed();
    fs::remove_file(dir.path().join(LOG_FILE)).unwrap();
    let opened = open(dir.path());
    assert!(!opened.fresh, "the header is in the file from the beginning");
}

#[test]
fn an_interrupted_creation_is_started_again() {
    let half = tempfile::tempdir().unwrap();
    let connection = Connection::open(half.path().join(JOURNAL_FILE)).unwrap();
    connection.execute_batch("PRAGMA journal_mode = wal; CREATE TABLE header (key TEXT)").unwrap();
    let page = fs::read(half.path().join(JOURNAL_FILE)).unwrap();
    let log = fs::read(half.path().join(LOG_FILE)).unwrap();
    for (journal, log) in
        [(&page[..0], &log[..0]), (&page, &log[..0]), (&page, &log[..20]), (&page, &log[..log.len() - 100])]
    {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(JOURNAL_FILE), journal).unwrap();
        fs::write(dir.path().join(LOG_FILE), log).unwrap();
        fs::write(dir.path().join(store::LOCK_FILE), "1\n").unwrap();
        let mut opened = open(dir.path());
        assert!(opened.fresh);
        fill(&mut opened.store, 1, 3, true);
        drop(opened);
        assert_eq!(all(open(dir.path()).store.archive()), expected(1, 3));
    }
}

#[test]
fn damage_in_the_middle_of_the_log_is_refused_and_what_is_before_it_can_be_read() {
    let whole = killed();
    assert_eq!(all(open(whole.path()).store.archive()), expected(1, 9));
    let dir = killed();
    assert!(Archive::log_damage(dir.path()).is_none());
    let mut log = fs::read(dir.path().join(LOG_FILE)).unwrap();
    let middle = log.len() / 2;
    log[middle] ^= 0xff;
    fs::write(dir.path().join(LOG_FILE), &log).unwrap();
    refused(dir.path(), "journal.db-wal is damaged at byte");
    assert!(matches!(Archive::log_damage(dir.path()), Some(ReadError::BadLog { at }) if at <= middle as u64));
    let found = all(&Archive::open(dir.path()).unwrap());
    assert!(found.len() < 9 && found == expected(1, found.len() as u64), "{}", found.len());
}

#[test]
fn a_log_with_a_damaged_header_is_refused() {
    let dir = killed();
    let mut log = fs::read(dir.path().join(LOG_FILE)).unwrap();
    log[0] ^= 0xff;
    fs::write(dir.path().join(LOG_FILE), &log).unwrap();
    refused(dir.path(), "journal.db-wal is damaged at byte 0");
}

#[test]
fn damage_in_the_last_group_counts_as_an_interrupted_write() {
    let dir = killed();
    let mut log = fs::read(dir.path().join(LOG_FILE)).unwrap();
    *log.last_mut().unwrap() ^= 0xff;
    fs::write(dir.path().join(LOG_FILE), &log).unwrap();
    let opened = open(dir.path());
    assert!(opened.torn.log_bytes > 0);
    assert_eq!(all(opened.store.archive()), expected(1, 6));
}
