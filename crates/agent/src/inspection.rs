//! Checks a data directory: which records and states are whole, and where it is damaged.

use store::{Archive, Identity, Place, ReadError};

/// What an inspection found in a data directory, up to the first damage after each saved state.
#[derive(Debug, Default)]
pub struct Found {
    pub identity: Option<Identity>,
    pub span: Option<(Place, Place)>,
    /// Number and tick of each undamaged saved state.
    pub states: Vec<(u64, u64)>,
    /// How many journal records were read and have a valid checksum.
    pub whole: u64,
    pub damage: Vec<String>,
}

/// Reads every journal record and saved state in one transaction, so that it also works while an agent is
/// running.
pub fn look(archive: &Archive) -> Found {
    let found = archive.at_one_moment(read);
    found.unwrap_or_else(|error| Found { damage: vec![error.to_string()], ..Found::default() })
}

fn read(archive: &Archive) -> Found {
    let mut found = Found::default();
    let mut damage = Vec::new();
    let mut note = |error: ReadError| damage.push(error.to_string());
    found.identity = archive.identity().map_err(&mut note).ok();
    found.span = archive.span().map_err(&mut note).ok().flatten();
    for seq in archive.snapshots().map_err(&mut note).unwrap_or_default() {
        if let Ok(kept) = archive.snapshot(seq).map_err(&mut note) {
            found.states.push((seq, kept.tick));
        }
    }
    // Reads on from each undamaged state until a checksum is wrong, so that records after a damaged one are checked
    // too.
    let mut read_to = 0;
    for (seq, _) in found.states.clone() {
        if seq < read_to {
            continue;
        }
        let Ok(kept) = archive.snapshot(seq) else { continue };
        let read = archive.replay(&kept, None, |seq, _| {
            found.whole += 1;
            read_to = seq;
            Ok::<bool, ReadError>(true)
        });
        let _ = read.map_err(&mut note);
    }
    found.damage = damage;
    found
}
