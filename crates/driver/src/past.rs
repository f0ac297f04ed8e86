//! A past moment of a life: the mind is stepped again from the last saved state before it, and shown by the read model.
//!
//! Only what this program wrote can be shown. The journal is read beside the running agent, which never waits for it.

use crate::LAYOUT;
use crate::days::Days;
use crate::life::Moment;
use crate::model::ReadModel;
use mind::{Effect, Input, Mind, Trace};
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
    let mut model = ReadModel::new(&saved(&kept)?, Days::of(&archive));
    walk(&archive, &kept, Some(tick), |input, effects| {
        model.take(&Moment { input, effects, took: Duration::ZERO, trouble: None });
    })?;
    Ok(model)
}

/// What a mind traced over a stretch of the past, handed to `each`, and how it was at the end.
#[derive(Debug)]
pub struct Retraced {
    /// The tick of the saved state from which the mind was stepped again.
    pub from: Tick,
    pub mind: Mind,
}

/// Steps the mind again from the last saved state at or before `from`, or from the oldest one, up to `to` or the journal's end.
pub fn retrace(dir: &Path, from: Tick, to: Option<Tick>, mut each: impl FnMut(&Trace)) -> Result<Retraced, PastError> {
    let archive = Archive::open(dir)?;
    let kept = match before(&archive, from) {
        Err(PastError::Forgotten { from: oldest, .. }) => before(&archive, Tick(oldest))?,
        found => found?,
    };
    let mind = walk(&archive, &kept, to, |_, effects| {
        let traces = effects.iter().filter_map(|effect| match effect {
            Effect::Trace(trace) => Some(trace),
            _ => None,
        });
        traces.for_each(&mut each);
    })?;
    Ok(Retraced { from: Tick(kept.tick), mind })
}

fn saved(kept: &Kept) -> Result<Mind, PastError> {
    decode(&kept.state.mind).map_err(|error| PastError::Undecodable { what: "a saved state", error })
}

/// Steps the mind of a saved state through the records after it.
fn walk(
    archive: &Archive,
    kept: &Kept,
    to: Option<Tick>,
    mut each: impl FnMut(&Input, &[Effect]),
) -> Result<Mind, PastError> {
    let mut mind = saved(kept)?;
    archive.replay(kept, to.map(|tick| tick.0), |_, record| {
        let unread = |error| PastError::Undecodable { what: "a record", error };
        let input: Input = decode(&record.input).map_err(unread)?;
        let effects = mind.step(&input);
        each(&input, &effects);
        Ok::<bool, PastError>(true)
    })?;
    Ok(mind)
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
