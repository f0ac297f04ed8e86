//! A journal of an older encoding is upgraded once, with a copy beside it; a newer one is refused; another build of the same
//! encoding only leaves its name.

mod common;

use common::{all, epoch, expected, fill, open, open_as, record, state, try_open};
use rusqlite::Connection;
use std::fs;
use std::path::Path;
use store::{Archive, Epoch, FORMAT_VERSION, Identity, JOURNAL_FILE, Limits, OpenError, Opening, State, Store};

fn old() -> Epoch {
    Epoch { layout: 1, program: "stead old".into(), shapes: b"shapes of one".to_vec() }
}

fn upgraded_state(number: u64, layout: u32) -> State {
    let state = state(number);
    State { chronicle: [state.chronicle, format!(" (from layout {layout})").into_bytes()].concat(), ..state }
}

/// A journal of layout 1 with a state after record 5 and five records more.
fn older() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open_as(dir.path(), &old()).unwrap().store;
    fill(&mut store, 1, 5, true);
    fill(&mut store, 6, 10, false);
    dir
}

fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn an_older_life_is_carried_over_and_a_copy_is_kept() {
    let dir = older();
    let mut opened = open(dir.path());
    let upgraded = opened.upgraded.take().unwrap();
    assert_eq!((upgraded.from, upgraded.losses), (old(), vec!["the running action".to_string()]));
    assert_eq!((upgraded.records_lost, upgraded.ticks_lost), (5, 20));
    assert_eq!(opened.program_before.as_deref(), Some("stead old"));
    assert_eq!((opened.newest.seq, &opened.newest.state), (5, &upgraded_state(5, 1)));
    fill(&mut opened.store, 6, 8, true);
    drop(opened);

    let again = open(dir.path());
    assert!(again.upgraded.is_none() && again.program_before.is_none());
    assert_eq!((again.newest.seq, again.newest.state.clone()), (8, state(8)));
    let stretches = again.store.archive().epochs().unwrap();
    let told: Vec<_> = stretches.iter().map(|stretch| (stretch.first_seq, stretch.tick, &stretch.epoch)).collect();
    assert_eq!(told, [(1, 0, &old()), (6, 20, &epoch())]);
    let archive = again.store.archive();
    assert_eq!(all(archive), expected(1, 8), "the history stays whole");
    assert_eq!(archive.oldest_since(5).unwrap().kept.seq, 5, "a replay begins at the upgraded state");
    assert_eq!(archive.identity().unwrap().layout, 2);

    assert_eq!(upgraded.copy, dir.path().join("before-layout-1.db"));
    let elsewhere = tempfile::tempdir().unwrap();
    fs::copy(&upgraded.copy, elsewhere.path().join(JOURNAL_FILE)).unwrap();
    let before = open_as(elsewhere.path(), &old()).unwrap();
    assert_eq!((before.newest.state.clone(), all(before.store.archive())), (state(5), expected(1, 10)));
}

/// Only the program that wrote the records can rebuild the state from them: an older state would lose all that came since.
#[test]
fn an_older_life_whose_newest_state_is_damaged_is_refused_until_its_owner_gives_it_up() {
    let dir = older();
    let file = dir.path().join(JOURNAL_FILE);
    Connection::open(&file).unwrap().execute("UPDATE snapshot SET mind = x'00' WHERE seq = 5", []).unwrap();
    let before = fs::read(&file).unwrap();
    let refused = try_open(dir.path()).unwrap_err();
    assert!(matches!(refused, OpenError::NewestDamaged { .. }), "{refused}");
    assert!(refused.to_string().contains("stead old wrote it"), "{refused}");
    assert_eq!(fs::read(&file).unwrap(), before, "nothing was changed");
    store::drop_damaged_states(dir.path()).unwrap();
    let opened = open(dir.path());
    let upgraded = opened.upgraded.unwrap();
    assert_eq!((opened.newest.seq, upgraded.records_lost), (0, 10), "the loss is told");
}

#[test]
fn the_same_layout_with_other_shapes_is_upgraded_too() {
    let dir = older();
    let reshaped = Epoch { shapes: b"other shapes".to_vec(), ..old() };
    assert!(open_as(dir.path(), &reshaped).unwrap().upgraded.is_some());
    assert!(open_as(dir.path(), &reshaped).unwrap().upgraded.is_none());
}

#[test]
fn another_build_of_the_same_encoding_leaves_its_name_and_nothing_else() {
    let dir = older();
    let rebuilt = Epoch { program: "stead rebuilt".into(), ..old() };
    for known in [Some("stead old"), Some("stead old")] {
        // A build that has not saved a state yet still meets records of the other one.
        let opened = open_as(dir.path(), &rebuilt).unwrap();
        assert_eq!((opened.program_before.as_deref(), opened.upgraded.is_some()), (known, false));
        assert_eq!(all(opened.store.archive()), expected(1, 10));
    }
    fill(&mut open_as(dir.path(), &rebuilt).unwrap().store, 11, 12, true);
    let opened = open_as(dir.path(), &rebuilt).unwrap();
    assert_eq!(opened.program_before, None);
    let archive = opened.store.archive();
    let writer = |seq| archive.writer(seq).unwrap().unwrap().epoch.program;
    assert_eq!((writer(10).as_str(), writer(11).as_str()), ("stead old", "stead rebuilt"));
    assert!(!names(dir.path()).iter().any(|name| name.starts_with("before")), "no copy is needed");
}

#[test]
fn a_newer_life_is_refused_and_not_changed() {
    let dir = tempfile::tempdir().unwrap();
    let newer = Epoch { layout: 3, ..epoch() };
    fill(&mut open_as(dir.path(), &newer).unwrap().store, 1, 5, true);
    let before = fs::read(dir.path().join(JOURNAL_FILE)).unwrap();
    let refused = try_open(dir.path()).unwrap_err();
    assert!(matches!(refused, OpenError::OtherLayout { .. }));
    for part in ["a newer version of stead (layout 3", "Nothing was changed", "--data"] {
        assert!(refused.to_string().contains(part), "{refused}");
    }
    assert_eq!(before, fs::read(dir.path().join(JOURNAL_FILE)).unwrap());
}

#[test]
fn a_refused_upgrade_changes_nothing() {
    let dir = older();
    let (before, files) = (fs::read(dir.path().join(JOURNAL_FILE)).unwrap(), names(dir.path()));
    let identity = Identity { layout: 2, ..common::identity() };
    let refuse = |_: &Epoch, _: &store::Kept| Err("the mind is of clay".into());
    let opening = Opening { dir: dir.path(), identity: &identity, epoch: &epoch(), limits: Limits::default() };
    let said = Store::open(opening, || state(0), refuse).unwrap_err();
    for part in ["stead old (layout 1)", "the mind is of clay", "Nothing was changed", "--data"] {
        assert!(said.to_string().contains(part), "{said}");
    }
    assert_eq!((before, files), (fs::read(dir.path().join(JOURNAL_FILE)).unwrap(), names(dir.path())));
    assert_eq!(all(open_as(dir.path(), &old()).unwrap().store.archive()), expected(1, 10));
}

#[test]
fn an_upgrade_that_was_killed_begins_again_and_leaves_one_copy() {
    // Killed while the copy was written: an unfinished file is left.
    let dir = older();
    fs::write(dir.path().join("before-layout-1.db.part"), "half a copy").unwrap();
    // Killed between the copy and the commit: the copy is whole and the journal is as it was.
    let finished = older();
    let copy = open(finished.path()).upgraded.unwrap().copy;
    fs::copy(copy, dir.path().join("before-layout-1.db")).unwrap();
    let opened = open(dir.path());
    assert_eq!(opened.upgraded.unwrap().copy, dir.path().join("before-layout-1.db"));
    assert_eq!(opened.newest.state, upgraded_state(5, 1));
    let copies: Vec<String> = names(dir.path()).into_iter().filter(|name| name.starts_with("before")).collect();
    assert_eq!(copies, ["before-layout-1.db"]);
    // Another journal with that name is not overwritten.
    let dir = older();
    fs::write(dir.path().join("before-layout-1.db"), "something else").unwrap();
    assert_eq!(open(dir.path()).upgraded.unwrap().copy, dir.path().join("before-layout-1-2.db"));
}

#[test]
fn a_journal_of_format_1_is_migrated_and_upgraded() {
    let dir = tempfile::tempdir().unwrap();
    let old = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/format_1.sql")).unwrap();
    let connection = || Connection::open(dir.path().join(JOURNAL_FILE)).unwrap();
    connection().execute_batch(&old).unwrap();
    assert!(Archive::open(dir.path()).unwrap_err().to_string().contains("migrates it"));
    let mut opened = open(dir.path());
    assert_eq!(opened.migrated_from, Some(1));
    let upgraded = opened.upgraded.take().unwrap();
    assert_eq!((upgraded.from, upgraded.records_lost), (Epoch::earlier(1), 1));
    assert_eq!((opened.newest.seq, opened.newest.state.clone()), (2, upgraded_state(2, 1)));
    let history = all(opened.store.archive());
    let told_nothing = |number| store::Record { told: store::NOTHING_TOLD, ..record(number) };
    assert_eq!(history, [(1, told_nothing(1)), (2, told_nothing(2))], "its seals still hold");
    fill(&mut opened.store, 3, 6, true);
    drop(opened);
    let again = open(dir.path());
    assert_eq!((again.migrated_from, again.upgraded.is_none()), (None, true));
    let version: i32 = connection().pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, FORMAT_VERSION);
    assert_eq!(again.store.archive().epochs().unwrap()[0].epoch.program, store::EARLIER_PROGRAM);
}

#[test]
fn a_tail_that_is_set_aside_stays_in_a_copy() {
    let dir = older();
    let mut opened = open_as(dir.path(), &old()).unwrap();
    let cut = opened.store.set_tail_aside().unwrap();
    assert_eq!((cut.records, cut.ticks(), &cut.copy), (5, 20, &dir.path().join("diverged-20.db")));
    fill(&mut opened.store, 6, 7, false);
    drop(opened);
    assert_eq!(all(open_as(dir.path(), &old()).unwrap().store.archive()), expected(1, 7));
    assert_eq!(all(&Archive::open_file(&cut.copy).unwrap()), expected(1, 10));
}
