//! A backup is one consistent file, also of a journal that is being written; it is restored only whole and only into an empty
//! directory.

mod common;

use common::{all, expected, fill, open};
use std::fs;
use store::{Archive, MARKER_FILE, restore};

#[test]
fn a_backup_beside_a_writer_holds_complete_groups_and_can_be_restored() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path()).store;
    fill(&mut store, 1, 5, true);
    let file = dir.path().join("life.bak");
    Archive::open(dir.path()).unwrap().back_up(&file).unwrap();
    fill(&mut store, 6, 9, true);
    let there = dir.path().join("new");
    let identity = restore(&file, &there, |_| Ok(())).unwrap();
    assert_eq!(identity, common::identity());
    assert!(there.join(MARKER_FILE).exists());
    let opened = open(&there);
    assert_eq!((opened.newest.seq, all(opened.store.archive())), (5, expected(1, 5)));
    drop(opened);
    let said = restore(&file, &there, |_| Ok(())).unwrap_err().to_string();
    assert!(said.contains("not empty"), "{said}");
}

#[test]
fn a_damaged_backup_is_not_restored() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path()).store;
    fill(&mut store, 1, 500, true);
    let file = dir.path().join("life.bak");
    store.archive().back_up(&file).unwrap();
    let whole = fs::read(&file).unwrap();
    let there = dir.path().join("new");
    for bytes in [&whole[..whole.len() / 2], b"no database", &[]] {
        fs::write(&file, bytes).unwrap();
        let said = restore(&file, &there, |_| Ok(())).unwrap_err().to_string();
        assert!(said.contains("Nothing was restored; use another backup"), "{said}");
        assert!(!there.exists());
    }
    fs::write(&file, &whole).unwrap();
    let said = restore(&file, &there, |_| Err("record 3 is damaged".into())).unwrap_err().to_string();
    assert!(said.contains("record 3 is damaged"), "{said}");
    fs::write(dir.path().join("life.bak-wal"), "a log").unwrap();
    let said = restore(&file, &there, |_| Ok(())).unwrap_err().to_string();
    assert!(said.contains("there is a log beside it"), "{said}");
}
