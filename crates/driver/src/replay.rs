//! Runs the mind over a journal again, without world or model, and compares its effects with the recorded ones.

use crate::LAYOUT;
use crate::life::agrees;
use mind::{Effect, Input, Mind};
use store::{Archive, Damaged, OtherLayout, ReadError, Whole};
use thiserror::Error;
use vocab::Tick;
use vocab::digest::{DecodeError, decode, encode};

#[derive(Debug, Error)]
pub enum ReplayError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("it was {0}; replay it with the version that wrote it")]
    OtherLayout(OtherLayout),
    #[error("{what} cannot be read ({error}); it was written by another version of stead, use that one")]
    Undecodable { what: String, error: DecodeError },
}

/// The first journal record at which the replayed mind decided differently from the recorded one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    pub seq: u64,
    pub tick: u64,
    /// What differs: `effects`, or `state` when the effects were the same and the mind after them was not.
    pub what: &'static str,
}

#[derive(Debug)]
pub struct Replayed {
    pub mind: Mind,
    /// The tick of the oldest saved state, where the replay began.
    pub from: Tick,
    pub records: u64,
    /// How many saved states the replayed mind was compared with.
    pub states: u64,
    /// Older saved states that are damaged, so that the replay could not begin from them.
    pub skipped: Vec<Damaged>,
    /// Later saved states that are damaged, so that the replayed mind could not be compared with them.
    pub uncompared: Vec<Damaged>,
    pub mismatch: Option<Mismatch>,
}

/// Replays a journal up to and including tick `until`, or all of it. `each` sees every input and the mind's effects.
pub fn replay(
    archive: &Archive,
    until: Option<Tick>,
    mut each: impl FnMut(&Input, &[Effect], &Mind),
) -> Result<Replayed, ReplayError> {
    let undecodable = |what: String| move |error| ReplayError::Undecodable { what, error };
    // A journal whose identity is damaged is replayed as far as possible.
    let other = archive.identity().ok().and_then(|found| OtherLayout::of(&found, LAYOUT));
    if let Some(other) = other {
        return Err(ReplayError::OtherLayout(other));
    }
    let Whole { kept: oldest, damaged: skipped } = archive.oldest()?;
    let saved = archive.snapshots()?;
    let mut mind: Mind =
        decode(&oldest.state.mind).map_err(undecodable(format!("the mind at tick {}", oldest.tick)))?;
    let (mut records, mut states, mut uncompared, mut mismatch) = (0, 0, Vec::new(), None);
    archive.replay(&oldest, until.map(|tick| tick.0), |seq, record| {
        let input: Input =
            decode(&record.input).map_err(undecodable(format!("record {seq} at tick {}", record.tick)))?;
        let effects = mind.step(&input);
        records += 1;
        each(&input, &effects, &mind);
        let mut differs = |what| mismatch = Some(Mismatch { seq, tick: record.tick, what });
        if !agrees(&record, &effects) {
            differs("effects");
        } else if saved.binary_search(&seq).is_ok() {
            // A saved state may have been deleted since the list was read; one that is still there must equal the
            // replayed mind.
            match archive.snapshot(seq) {
                Ok(kept) if kept.state.mind != encode(&mind) => differs("state"),
                Ok(_) => states += 1,
                Err(ReadError::NoSnapshot) => {}
                Err(error @ ReadError::BadSnapshot { .. }) => uncompared.push(Damaged { seq, error }),
                Err(error) => return Err(error.into()),
            }
        }
        Ok::<bool, ReplayError>(mismatch.is_none())
    })?;
    Ok(Replayed { mind, from: Tick(oldest.tick), records, states, skipped, uncompared, mismatch })
}
