//! Runs the mind over a journal again, without world or model, and compares its effects with the recorded ones.

use crate::LAYOUT;
use crate::life::{Agreement, agreement};
use mind::{Effect, Input, Mind};
use store::{Archive, Damaged, Epoch, ReadError, Stretch, Whole};
use thiserror::Error;
use vocab::Tick;
use vocab::digest::{DecodeError, decode, encode};

#[derive(Debug, Error)]
pub enum ReplayError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("it was written by {} (layout {}); replay it with the version that wrote it", .0.program, .0.layout)]
    OtherProgram(Epoch),
    #[error(
        "tick {until} is before tick {began}, where this version's own records begin; what came before was written by {} \
         (layout {}), replay it with that version", older.program, older.layout
    )]
    OlderEpoch { until: u64, began: u64, older: Epoch },
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
    /// The program that wrote the record, if it is known.
    pub program: Option<String>,
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
    /// Records in which the mind did the same and told it in other words, and the first of them.
    pub reworded: u64,
    pub reworded_first: Option<Mismatch>,
    /// Stretches of the journal that older programs wrote in another encoding. They are not replayed.
    pub older: Vec<Stretch>,
}

/// Replays a journal up to and including tick `until`, or all of it. `each` sees every input and the mind's effects.
pub fn replay(
    archive: &Archive,
    until: Option<Tick>,
    mut each: impl FnMut(&Input, &[Effect], &Mind),
) -> Result<Replayed, ReplayError> {
    let undecodable = |what: String| move |error| ReplayError::Undecodable { what, error };
    let (older, own) = split(archive)?;
    let own_since = own.first().filter(|_| !older.is_empty()).map_or(0, |first| first.first_seq - 1);
    let Whole { kept: oldest, damaged: skipped } = archive.oldest_since(own_since)?;
    if let (Some(until), Some(last)) = (until, older.last())
        && until.0 < oldest.tick
    {
        return Err(ReplayError::OlderEpoch { until: until.0, began: oldest.tick, older: last.epoch.clone() });
    }
    let writer = |seq| own.iter().rev().find(|stretch| stretch.first_seq <= seq).map(|own| own.epoch.program.clone());
    let saved = archive.snapshots()?;
    let mut mind: Mind =
        decode(&oldest.state.mind).map_err(undecodable(format!("the mind at tick {}", oldest.tick)))?;
    let (mut records, mut states, mut uncompared, mut mismatch) = (0, 0, Vec::new(), None);
    let (mut reworded, mut reworded_first) = (0, None);
    archive.replay(&oldest, until.map(|tick| tick.0), |seq, record| {
        let input: Input =
            decode(&record.input).map_err(undecodable(format!("record {seq} at tick {}", record.tick)))?;
        let effects = mind.step(&input);
        records += 1;
        each(&input, &effects, &mind);
        let mut differs = |what| mismatch = Some(Mismatch { seq, tick: record.tick, what, program: writer(seq) });
        let agreement = agreement(&record, &effects);
        if agreement == Agreement::OtherWords {
            reworded += 1;
            reworded_first.get_or_insert(Mismatch { seq, tick: record.tick, what: "words", program: writer(seq) });
        }
        if agreement == Agreement::OtherDeeds {
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
    let from = Tick(oldest.tick);
    Ok(Replayed { mind, from, records, states, skipped, uncompared, mismatch, reworded, reworded_first, older })
}

/// The stretches of the journal that other encodings wrote, and those after them that this program can replay.
fn split(archive: &Archive) -> Result<(Vec<Stretch>, Vec<Stretch>), ReplayError> {
    let mut older = archive.epochs()?;
    let newest = older.last().map(|stretch| stretch.epoch.clone()).filter(|newest| newest.layout == LAYOUT);
    let is_own = |stretch: &&Stretch| newest.as_ref().is_some_and(|newest| stretch.epoch.encodes_like(newest));
    let own = older.iter().rev().take_while(is_own).count();
    let own = older.split_off(older.len() - own);
    match older.pop() {
        Some(last) if own.is_empty() => Err(ReplayError::OtherProgram(last.epoch)),
        last => Ok((older.into_iter().chain(last).collect(), own)),
    }
}
