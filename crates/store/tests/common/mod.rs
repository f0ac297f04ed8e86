//! Shared by the store's tests: an identity, records, and short functions to open and fill a store.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::path::Path;
use store::{Archive, Identity, Limits, OpenError, Opened, Record, State, Store};
use vocab::Digest;

pub fn identity() -> Identity {
    Identity { world: "embedded".into(), seed: 7, game: "1.21.4".into(), layout: 1 }
}

pub fn record(number: u64) -> Record {
    let input = format!("input {number} ").repeat(1 + number as usize % 7).into_bytes();
    Record { tick: number * 4, input, effects: Digest::of("effects", &number) }
}

pub fn state(number: u64) -> State {
    let text = |what: &str| format!("{what} after {number}").into_bytes();
    State { mind: text("mind"), world: Some(text("world")), chronicle: text("chronicle") }
}

pub fn open(dir: &Path) -> Opened {
    try_open(dir).unwrap()
}

pub fn try_open(dir: &Path) -> Result<Opened, OpenError> {
    Store::open(dir, &identity(), Limits::default(), || state(0))
}

/// Appends journal records `from..=to`, and a snapshot after the last one if wanted.
pub fn fill(store: &mut Store, from: u64, to: u64, snapshot: bool) {
    let records: Vec<Record> = (from..=to).map(record).collect();
    store.append(&records, snapshot.then(|| (to * 4, state(to))).as_ref()).unwrap();
}

/// Every journal record after the oldest snapshot.
pub fn all(archive: &Archive) -> Vec<(u64, Record)> {
    let mut found = Vec::new();
    let oldest = archive.oldest().unwrap().kept;
    archive
        .replay(&oldest, None, |seq, record| {
            found.push((seq, record));
            Ok::<bool, store::ReadError>(true)
        })
        .unwrap();
    found
}

pub fn expected(from: u64, to: u64) -> Vec<(u64, Record)> {
    (from..=to).map(|number| (number, record(number))).collect()
}
