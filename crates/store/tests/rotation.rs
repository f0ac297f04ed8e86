//! The file stays bounded however long the agent runs, and what is kept can be replayed from its oldest snapshot.

mod common;

use common::{all, epoch, identity, state, upgrade};
use std::fs;
use store::{JOURNAL_FILE, Limits, Opening, Record, SEGMENTS_MAX, Store};
use vocab::Digest;

const LIMITS: Limits = Limits { journal_bytes_max: 400_000 };
const INPUT_BYTES: usize = 1_000;

fn open(dir: &std::path::Path) -> Store {
    let opening = Opening { dir, identity: &identity(), epoch: &epoch(), limits: LIMITS };
    Store::open(opening, || state(0), upgrade).unwrap().store
}

#[test]
fn the_journal_grows_to_its_limit_and_no_further() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    let mut most_kept = 0;
    for group in 0..400u64 {
        if group == 250 {
            drop(store); // The journal's count of bytes must survive a restart.
            store = open(dir.path());
        }
        let records: Vec<Record> = (1..=10)
            .map(|n| Record {
                tick: group * 40 + n * 4,
                input: vec![n as u8; INPUT_BYTES],
                did: Digest([0; 32]),
                told: store::NOTHING_TOLD,
            })
            .collect();
        let last = (group + 1) * 10;
        store.append(&records, Some(&(last * 4, state(last)))).unwrap();
        let (first, end) = store.archive().span().unwrap().unwrap();
        most_kept = most_kept.max((end.seq - first.seq + 1) * INPUT_BYTES as u64);
    }
    let segment = LIMITS.journal_bytes_max / SEGMENTS_MAX;
    assert!(most_kept <= LIMITS.journal_bytes_max + segment, "{most_kept}");
    assert!(most_kept > LIMITS.journal_bytes_max - segment, "the bound was reached: {most_kept}");
    // What remains are the snapshots that start the kept segments, and the newest snapshot.
    assert!(store.archive().snapshots().unwrap().len() as u64 <= SEGMENTS_MAX + 3);
    let kept = all(store.archive());
    assert_eq!(kept.last().map(|(seq, _)| *seq), Some(4_000));
    assert_eq!(kept[0].0, store.archive().oldest().unwrap().kept.seq + 1);
    drop(store);
    // SQLite reuses freed pages: 4 MB were written, and the file holds the limit plus SQLite's overhead.
    let size = fs::metadata(dir.path().join(JOURNAL_FILE)).unwrap().len();
    assert!(size < 2 * LIMITS.journal_bytes_max, "{size}");
}
