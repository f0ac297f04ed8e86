//! Shared by the store's tests: an identity, records, and short functions to open and fill a store.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::path::Path;
use store::{Archive, Epoch, Identity, Kept, Limits, OpenError, Opened, Opening, Record, State, Store, Upgraded};
use vocab::Digest;

pub fn identity() -> Identity {
    Identity { world: "embedded".into(), seed: 7, game: "1.21.4".into(), layout: 2 }
}

/// The program that the tests are: layout 2, after the layout 1 of the oldest fixture.
pub fn epoch() -> Epoch {
    Epoch { layout: 2, program: "stead test".into(), shapes: b"shapes of two".to_vec() }
}

/// An upgrade that marks what it made: it carries over everything but says that something was lost.
#[allow(clippy::unnecessary_wraps, reason = "the store asks for upgrades that may be refused")]
pub fn upgrade(from: &Epoch, kept: &Kept) -> Result<Upgraded, String> {
    let mut state = kept.state.clone();
    state.chronicle.extend(format!(" (from layout {})", from.layout).bytes());
    Ok(Upgraded { state, losses: vec!["the running action".into()] })
}

pub fn record(number: u64) -> Record {
    let input = format!("input {number} ").repeat(1 + number as usize % 7).into_bytes();
    Record { tick: number * 4, input, did: Digest::of("effects", &number), told: told(number) }
}

/// Every third record tells nothing.
fn told(number: u64) -> Digest {
    if number.is_multiple_of(3) { store::NOTHING_TOLD } else { Digest::of("told", &number) }
}

pub fn state(number: u64) -> State {
    let text = |what: &str| format!("{what} after {number}").into_bytes();
    State { mind: text("mind"), world: Some(text("world")), chronicle: text("chronicle") }
}

pub fn open(dir: &Path) -> Opened {
    try_open(dir).unwrap()
}

pub fn try_open(dir: &Path) -> Result<Opened, OpenError> {
    open_as(dir, &epoch())
}

/// Opens the directory as another program.
pub fn open_as(dir: &Path, epoch: &Epoch) -> Result<Opened, OpenError> {
    let identity = Identity { layout: epoch.layout, ..identity() };
    Store::open(Opening { dir, identity: &identity, epoch, limits: Limits::default() }, || state(0), upgrade)
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
