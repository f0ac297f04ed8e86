//! Checks a data directory: which records and states are whole, and where it is damaged.

use driver::days::Days;
use store::{Archive, Identity, Place, ReadError, Sizes, Stretch};
use vocab::Tick;

/// What an inspection found in a data directory, up to the first damage after each saved state.
#[derive(Debug, Default)]
pub struct Found {
    pub identity: Option<Identity>,
    pub span: Option<(Place, Place)>,
    /// Number and tick of each undamaged saved state.
    pub states: Vec<(u64, u64)>,
    /// How many journal records were read and have a valid checksum.
    pub whole: u64,
    /// The game day of the last record, counted from one.
    pub day: u64,
    pub sizes: Sizes,
    /// Which programs wrote the journal, oldest first.
    pub epochs: Vec<Stretch>,
    /// How many records come after the newest saved state, and the ticks of the first and the last of them: what
    /// `--discard-tail` would drop.
    pub tail: Option<(u64, u64, u64)>,
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
    found.sizes = archive.sizes().map_err(&mut note).unwrap_or_default();
    found.epochs = archive.epochs().map_err(&mut note).unwrap_or_default();
    let newest = found.states.last().map_or(0, |(seq, _)| *seq);
    found.tail = archive.after(newest).map_err(&mut note).ok().flatten();
    let last = found.span.map_or(0, |(_, last)| last.tick).max(found.states.last().map_or(0, |(_, tick)| *tick));
    found.day = Days::of(archive).at(Tick(last));
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
