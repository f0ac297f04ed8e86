//! The store's figures: a group until it is durable, and opening, checking and copying a journal of ten days. The
//! second part, with whole lives of the agent, is `crates/agent/benches/store`.

use figures::{Asked, Sheet, percentile, timings};
use std::path::Path;
use std::process::ExitCode;
use store::{Archive, Epoch, Identity, Kept, Limits, Opened, Opening, ReadError, Record, State, Store, Upgraded};
use vocab::Digest;

/// Ten days of mind ticks.
const RECORDS: u64 = 60_000;
/// As many as a run at full speed writes at once.
const GROUP: u64 = 128;
/// Groups between two saved states.
const GROUPS_A_STATE: u64 = 8;
const INPUT_BYTES: usize = 600;
const STATE_BYTES: usize = 700_000;
const RUNS: usize = 9;

fn main() -> ExitCode {
    let mut sheet = Sheet::new("store: a journal of ten days");
    let dir = tempfile::tempdir().expect("a directory");
    let mut store = open(dir.path()).store;
    let mut next = 1;
    let mut groups = timings((RECORDS / GROUP) as usize, || {
        let records: Vec<Record> = (next..next + GROUP).map(record).collect();
        next += GROUP;
        let state = (next / GROUP).is_multiple_of(GROUPS_A_STATE).then(|| (next * 4, state()));
        store.append(&records, state.as_ref()).expect("room");
    });
    groups.sort_unstable();
    drop(store);
    let ms = |times: &[std::time::Duration], percent| percentile(times, percent).as_secs_f64() * 1e3;
    sheet.figure("a group of 128 records until it is durable, median", "ms", Asked::Told, ms(&groups, 50));
    sheet.figure("the same, p99 (with a state of 0.7 MB)", "ms", Asked::Told, ms(&groups, 99));
    let opened = timings(RUNS, || drop(open(dir.path())));
    sheet.figure("open it, median", "ms", Asked::AtMost(500.0), ms(&opened, 50));
    let archive = Archive::open(dir.path()).expect("a journal");
    let mut records = 0;
    let checked = timings(1, || {
        let oldest = archive.oldest().expect("a state").kept;
        let read = archive.replay(&oldest, None, |_, _| {
            records += 1;
            Ok::<bool, ReadError>(true)
        });
        read.expect("whole");
    });
    sheet.figure("records read and checked", "", Asked::AtLeast(RECORDS as f64 * 0.9), f64::from(records));
    sheet.figure("check all of it", "ms", Asked::Told, ms(&checked, 50));
    let mut number = 0;
    let copied = timings(RUNS, || {
        number += 1;
        archive.back_up(&dir.path().join(format!("{number}.bak"))).expect("room");
    });
    sheet.figure("back it up, median", "ms", Asked::Told, ms(&copied, 50));
    sheet.figure("its size", "MB", Asked::Told, archive.sizes().expect("sizes").file as f64 / 1e6);
    sheet.finish()
}

fn open(dir: &Path) -> Opened {
    let identity = Identity { world: "none".into(), seed: 1, game: "none".into(), layout: 1 };
    let epoch = Epoch { layout: 1, program: "bench".into(), shapes: b"none".to_vec() };
    let as_it_is = |_: &Epoch, kept: &Kept| Ok(Upgraded { state: kept.state.clone(), losses: Vec::new() });
    let opening = Opening { dir, identity: &identity, epoch: &epoch, limits: Limits::default() };
    Store::open(opening, state, as_it_is).expect("a journal")
}

fn record(number: u64) -> Record {
    let input = number.to_le_bytes().into_iter().cycle().take(INPUT_BYTES).collect();
    Record { tick: number * 4, input, did: Digest::of("did", &number), told: Digest::of("told", &number) }
}

fn state() -> State {
    State { mind: vec![1; STATE_BYTES / 10], world: Some(vec![2; STATE_BYTES]), chronicle: vec![3; 100] }
}
