//! The end of the journal: what an interrupted write or damage left there is cut off and reported.

use crate::archive::{Archive, ReadError};
use crate::beside::{self, CopyError};
use crate::epoch::{self, Epoch};
use crate::record::Seal;
use crate::snapshot::Kept;
use rusqlite::{Transaction, TransactionBehavior};
use std::path::{Path, PathBuf};

/// What was removed from the end of the journal because a write had been interrupted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TornTail {
    /// Bytes of an unfinished transaction in SQLite's log.
    pub log_bytes: u64,
    /// Last journal records that were removed because their seal (running digest) did not match.
    pub records: u64,
}

/// Records that were cut off from the end of the journal, and where the journal is kept as it was.
#[derive(Debug)]
pub struct Cut {
    pub records: u64,
    /// The tick of the last record that is left.
    pub from_tick: u64,
    /// The tick of the last record that was cut off.
    pub to_tick: u64,
    pub copy: PathBuf,
}

impl Cut {
    pub fn ticks(&self) -> u64 {
        self.to_tick.saturating_sub(self.from_tick)
    }
}

/// Where the journal ends: its last record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    pub seq: u64,
    pub tick: u64,
    pub seal: Seal,
    /// Bytes of all inputs ever journalled, including those deleted since.
    pub bytes: u64,
}

impl End {
    pub fn at(kept: &Kept) -> End {
        End { seq: kept.seq, tick: kept.tick, seal: kept.seal, bytes: kept.bytes_before }
    }
}

#[derive(Debug)]
pub enum TailError {
    Read(ReadError),
    Copy(CopyError),
}

impl<E: Into<ReadError>> From<E> for TailError {
    fn from(error: E) -> TailError {
        TailError::Read(error.into())
    }
}

/// A tail as it was found and repaired.
#[derive(Debug)]
pub struct Repaired {
    pub end: End,
    /// Last records that an interrupted write had left.
    pub torn: u64,
    /// Records from a damaged one on.
    pub cut: Option<(ReadError, Cut)>,
}

/// Reads the records after the newest snapshot, and cuts off everything from the first damaged one on. A copy is kept,
/// unless it is only the last record, which an interrupted write may leave.
pub fn repair(dir: &Path, archive: &Archive, newest: &Kept) -> Result<Repaired, TailError> {
    let mut end = End::at(newest);
    let mut seals = newest.seal;
    let read = archive.replay(newest, None, |seq, record| {
        seals = seals.next(seq, &record);
        end = End { seq, tick: record.tick, seal: seals, bytes: end.bytes + record.input.len() as u64 };
        Ok::<bool, ReadError>(true)
    });
    let error = match read {
        Ok(_) => return Ok(Repaired { end, torn: 0, cut: None }),
        Err(error @ (ReadError::BadRecord { .. } | ReadError::Gap { .. })) => error,
        Err(error) => return Err(error.into()),
    };
    let records = archive.after(end.seq)?.map_or(0, |(records, ..)| records);
    if records == 1 && matches!(error, ReadError::BadRecord { .. }) {
        archive.connection.execute("DELETE FROM journal WHERE seq > ?1", [end.seq])?;
        return Ok(Repaired { end, torn: 1, cut: None });
    }
    let cut = cut(dir, archive, end, &format!("damaged-{}", end.tick), |_| Ok(()))?;
    Ok(Repaired { end, torn: 0, cut: Some((error, cut)) })
}

/// Cuts off every record after `end` and keeps a copy of the journal as it was. `also` is part of the transaction.
pub fn cut(
    dir: &Path,
    archive: &Archive,
    end: End,
    stem: &str,
    also: impl FnOnce(&Transaction<'_>) -> Result<(), ReadError>,
) -> Result<Cut, TailError> {
    let (records, _, to_tick) = archive.after(end.seq)?.unwrap_or((0, end.tick, end.tick));
    let copy = beside::keep(dir, stem).map_err(TailError::Copy)?;
    let write = || -> Result<(), ReadError> {
        let transaction = Transaction::new_unchecked(&archive.connection, TransactionBehavior::Immediate)?;
        transaction.execute("DELETE FROM journal WHERE seq > ?1", [end.seq])?;
        transaction.execute("DELETE FROM snapshot WHERE seq > ?1", [end.seq])?;
        also(&transaction)?;
        Ok(transaction.commit()?)
    };
    if let Err(error) = write() {
        copy.take_back();
        return Err(error.into());
    }
    Ok(Cut { records, from_tick: end.tick, to_tick: to_tick.max(end.tick), copy: copy.path })
}

/// The program that wrote records after `seq`, or was the last to write, if it is another build than `epoch`'s.
pub fn other_writer(archive: &Archive, epoch: &Epoch, seq: u64) -> Result<Option<String>, ReadError> {
    let stretches = epoch::all(&archive.connection)?;
    let after = stretches.iter().rposition(|stretch| stretch.first_seq <= seq + 1).unwrap_or(0);
    let mut writers = stretches[after..].iter().rev().map(|stretch| &stretch.epoch.program);
    Ok(writers.find(|program| **program != epoch.program).cloned())
}
