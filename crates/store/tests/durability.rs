//! What was appended is there however the process ends; a write that failed leaves nothing behind.

mod common;

use common::{all, expected, fill, open, record, state};
use proptest::prelude::*;
use std::fs;
use store::{AppendError, Archive, JOURNAL_FILE};

#[test]
fn a_new_directory_has_the_first_state_and_no_records() {
    let dir = tempfile::tempdir().unwrap();
    let opened = open(&dir.path().join("deep/er"));
    assert!(opened.fresh);
    assert_eq!((opened.newest.seq, opened.newest.state.clone()), (0, state(0)));
    assert_eq!(all(opened.store.archive()), []);
}

#[test]
fn records_and_the_newest_snapshot_are_read_back() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path()).store;
    fill(&mut store, 1, 5, true);
    fill(&mut store, 6, 8, false);
    drop(store);
    let opened = open(dir.path());
    assert!(!opened.fresh);
    assert_eq!((opened.newest.seq, opened.newest.tick, opened.newest.state.clone()), (5, 20, state(5)));
    assert_eq!(all(opened.store.archive()), expected(1, 8));
}

#[test]
fn a_snapshot_without_new_records_replaces_the_one_before() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path()).store;
    fill(&mut store, 1, 5, true);
    for _ in 0..2 {
        store.append(&[], Some(&(20, state(5)))).unwrap();
    }
    assert_eq!(store.archive().snapshots().unwrap(), [0, 5]);
}

#[test]
fn a_full_disk_loses_nothing_and_the_same_group_is_written_once_there_is_space() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path()).store;
    fill(&mut store, 1, 10, true);
    store.limit_pages(1).unwrap();
    let large = store::Record { input: vec![7; 50_000], ..record(11) };
    let refused = store.append(std::slice::from_ref(&large), None).unwrap_err();
    assert!(matches!(refused, AppendError::Full), "{refused}");
    assert!(refused.to_string().contains("disk is full"), "{refused}");
    assert_eq!(all(store.archive()), expected(1, 10));
    store.limit_pages(1_000).unwrap();
    store.append(std::slice::from_ref(&large), None).unwrap();
    drop(store);
    let again = open(dir.path());
    assert_eq!(all(again.store.archive()).last(), Some(&(11, large)));
}

#[test]
fn after_discarding_the_tail_new_records_follow_the_snapshot() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path()).store;
    fill(&mut store, 1, 5, true);
    fill(&mut store, 6, 8, false);
    assert_eq!(store.discard_tail().unwrap(), 3);
    fill(&mut store, 6, 7, true);
    drop(store);
    assert_eq!(all(open(dir.path()).store.archive()), expected(1, 7));
}

#[test]
fn a_reader_beside_a_running_agent_sees_complete_groups_only() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path()).store;
    fill(&mut store, 1, 3, false);
    let archive = Archive::open(dir.path()).unwrap();
    assert_eq!(all(&archive), expected(1, 3));
    fill(&mut store, 4, 6, true);
    assert_eq!(all(&archive), expected(1, 6));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    /// Simulates a power cut at any byte of SQLite's log: the first groups of records are complete, the others are
    /// gone, and the snapshot matches.
    #[test]
    fn a_log_cut_at_any_byte_gives_back_complete_groups(groups in prop::collection::vec((1u64..6, any::<bool>()), 1..8), cut in 0u64..1_000) {
        let dir = tempfile::tempdir().unwrap();
        let mut store = open(dir.path()).store;
        let mut ends = vec![0];
        for (length, snapshot) in groups {
            let last = ends[ends.len() - 1];
            fill(&mut store, last + 1, last + length, snapshot);
            ends.push(last + length);
        }
        let copy = tempfile::tempdir().unwrap();
        for name in [JOURNAL_FILE.to_string(), format!("{JOURNAL_FILE}-wal")] {
            fs::copy(dir.path().join(&name), copy.path().join(&name)).unwrap();
        }
        let wal = copy.path().join(format!("{JOURNAL_FILE}-wal"));
        let length = fs::metadata(&wal).unwrap().len();
        let kept = length - length * cut / 1_000;
        fs::OpenOptions::new().write(true).open(&wal).unwrap().set_len(kept).unwrap();
        let opened = open(copy.path());
        let found = all(opened.store.archive());
        let last = found.last().map_or(0, |(seq, _)| *seq);
        prop_assert!(ends.contains(&last), "{last} in {ends:?}");
        prop_assert_eq!(found, expected(1, last));
        let state_seq = opened.newest.seq;
        prop_assert_eq!(opened.newest.state, state(state_seq));
    }
}
