//! A past moment of a life: the mind is stepped again from the last saved state before it, and shown by the read model.
//!
//! Only what this program wrote can be shown. The journal is read beside the running agent, which never waits for it.

use crate::LAYOUT;
use crate::days::Days;
use crate::life::Moment;
use crate::model::ReadModel;
use mind::{Input, Mind};
use std::path::Path;
use std::time::Duration;
use store::{Archive, Kept, ReadError};
use thiserror::Error;
use vocab::Tick;
use vocab::digest::{DecodeError, decode};

/// Why a past moment cannot be shown.
#[derive(Debug, Error)]
pub enum PastError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("the journal cannot show tick {asked}; it goes back to tick {from}")]
    Forgotten { asked: u64, from: u64 },
    #[error("another version of stead wrote this part of the journal; look at it with that version")]
    OtherProgram,
    #[error("{what} cannot be read ({error}); another version of stead wrote it")]
    Undecodable { what: &'static str, error: DecodeError },
}

/// The first and the last tick that can be shown; `None` if nothing can.
pub fn span(dir: &Path) -> Result<Option<(Tick, Tick)>, PastError> {
    let archive = Archive::open(dir)?;
    let Some(first) = own_snapshots(&archive)?.into_iter().next() else { return Ok(None) };
    let from = archive.snapshot(first)?.tick;
    let to = archive.last()?.map_or(from, |record| record.tick);
    Ok(Some((Tick(from), Tick(to.max(from)))))
}

/// The read model as it was at a tick.
pub fn at(dir: &Path, tick: Tick) -> Result<ReadModel, PastError> {
    let archive = Archive::open(dir)?;
    let kept = before(&archive, tick)?;
    let unread = |what| move |error| PastError::Undecodable { what, error };
    let mut mind: Mind = decode(&kept.state.mind).map_err(unread("a saved state"))?;
    let mut model = ReadModel::new(&mind, Days::of(&archive));
    archive.replay(&kept, Some(tick.0), |_, record| {
        let input: Input = decode(&record.input).map_err(unread("a record"))?;
        let effects = mind.step(&input);
        model.take(&Moment { input: &input, effects: &effects, took: Duration::ZERO, trouble: None });
        Ok::<bool, PastError>(true)
    })?;
    Ok(model)
}

/// The sequence numbers of the saved states that this program can read, oldest first.
fn own_snapshots(archive: &Archive) -> Result<Vec<u64>, PastError> {
    let stretches = archive.epochs()?;
    let Some(newest) = stretches.last().filter(|newest| newest.epoch.layout == LAYOUT) else {
        return Err(PastError::OtherProgram);
    };
    let own = stretches.iter().rev().take_while(|stretch| stretch.epoch.encodes_like(&newest.epoch)).last();
    let since = own.map_or(0, |first| first.first_seq.saturating_sub(1));
    let mut seqs = archive.snapshots()?;
    seqs.retain(|seq| *seq >= since);
    Ok(seqs)
}

/// The last saved state at or before a tick.
fn before(archive: &Archive, tick: Tick) -> Result<Kept, PastError> {
    let seqs = own_snapshots(archive)?;
    let (mut low, mut high) = (0, seqs.len());
    let mut found = None;
    while low < high {
        let middle = low.midpoint(high);
        let kept = archive.snapshot(seqs[middle])?;
        if kept.tick <= tick.0 {
            (low, found) = (middle + 1, Some(kept));
        } else {
            high = middle;
        }
    }
    match (found, seqs.first()) {
        (Some(kept), _) => Ok(kept),
        (None, Some(first)) => Err(PastError::Forgotten { asked: tick.0, from: archive.snapshot(*first)?.tick }),
        (None, None) => Err(PastError::Read(ReadError::NoSnapshot)),
    }
}
