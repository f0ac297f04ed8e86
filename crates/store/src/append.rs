//! Writing: records and snapshots in groups. A group is durable when the call returns, or not written at all.

use crate::archive::{Archive, ReadError};
use crate::beside::CopyError;
use crate::epoch::{self, Epoch};
use crate::lock::DirLock;
use crate::record::{NOTHING_TOLD, Record};
use crate::rotate::{self, Limits};
use crate::snapshot::{Kept, State};
use crate::tail::{self, Cut, End, TailError};
use rusqlite::{ErrorCode, TransactionBehavior, params};
use std::path::PathBuf;
use thiserror::Error;

/// Why a group of records could not be written to the journal. Nothing of this group is on disk; all earlier groups
/// are.
#[derive(Debug, Error)]
pub enum AppendError {
    #[error("the disk is full; free some space. Nothing recorded so far is lost")]
    Full,
    #[error("the journal can no longer be written ({0}); nothing recorded so far is lost")]
    Unwritable(rusqlite::Error),
}

impl From<rusqlite::Error> for AppendError {
    fn from(error: rusqlite::Error) -> AppendError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => AppendError::Full,
            _ => AppendError::Unwritable(error),
        }
    }
}

/// Why the end of the journal could not be cut off. It is as it was.
#[derive(Debug, Error)]
pub enum CutError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("no copy can be kept of what is to be cut off: {0}")]
    Copy(#[from] CopyError),
}

/// A data directory opened for writing. It holds the lock of the directory.
#[derive(Debug)]
pub struct Store {
    pub(crate) archive: Archive,
    pub(crate) _lock: DirLock,
    pub(crate) dir: PathBuf,
    pub(crate) epoch: Epoch,
    pub(crate) limits: Limits,
    pub(crate) last: End,
    /// Numbers of damaged snapshots. They are kept until a new snapshot replaces them.
    pub(crate) damaged: Vec<u64>,
}

impl Store {
    pub fn archive(&self) -> &Archive {
        &self.archive
    }

    /// Writes a group of records to the journal in one transaction, with the state after its last record if one is
    /// given.
    pub fn append(&mut self, records: &[Record], state: Option<&(u64, State)>) -> Result<(), AppendError> {
        let mut end = self.last;
        let transaction = self.archive.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        {
            let query = "INSERT INTO journal (seq, tick, input, did, told, seal) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            let mut insert = transaction.prepare_cached(query)?;
            for record in records {
                end.seq += 1;
                end.seal = end.seal.next(end.seq, record);
                end.tick = record.tick;
                end.bytes += record.input.len() as u64;
                let told: &[u8] = if record.told == NOTHING_TOLD { &[] } else { &record.told.0 };
                insert.execute(params![end.seq, record.tick, record.input, record.did.0, told, end.seal.0])?;
            }
        }
        if let Some((tick, state)) = state {
            for damaged in &self.damaged {
                transaction.execute("DELETE FROM snapshot WHERE seq = ?1", [damaged])?;
            }
            let anchor = self.limits.begins_segment(rotate::newest_anchor_bytes(&transaction)?, end.bytes);
            // An agent that stops without new inputs saves the same state twice; the newer snapshot replaces the older.
            transaction.execute("DELETE FROM snapshot WHERE seq = ?1 AND anchor = 0", [end.seq])?;
            let known: u64 =
                transaction.query_row("SELECT count(*) FROM snapshot WHERE seq = ?1", [end.seq], |r| r.get(0))?;
            if known == 0 {
                let (End { seq, seal, bytes, .. }, state) = (end, state.clone());
                Kept { seq, tick: *tick, seal, state, anchor, bytes_before: bytes }.insert(&transaction)?;
            }
            rotate::forget(&transaction, self.limits, end.bytes)?;
        }
        transaction.commit()?;
        self.last = end;
        if state.is_some() {
            self.damaged.clear();
        }
        Ok(())
    }

    /// Deletes the journal records after the newest undamaged snapshot. Another version wrote them, and this one cannot
    /// replay them.
    pub fn discard_tail(&mut self) -> Result<u64, ReadError> {
        let end = End::at(&self.archive.newest()?.kept);
        let transaction = self.archive.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let dropped = transaction.execute("DELETE FROM journal WHERE seq > ?1", [end.seq])?;
        transaction.execute("DELETE FROM snapshot WHERE seq > ?1", [end.seq])?;
        epoch::go_on(&transaction, &self.epoch, end.seq + 1, end.tick)?;
        transaction.commit()?;
        self.last = end;
        self.damaged.clear();
        Ok(dropped as u64)
    }

    /// Like [`Store::discard_tail`], and keeps a copy of the journal with what is cut off.
    pub fn set_tail_aside(&mut self) -> Result<Cut, CutError> {
        let end = End::at(&self.archive.newest()?.kept);
        let go_on = |transaction: &_| epoch::go_on(transaction, &self.epoch, end.seq + 1, end.tick).map(drop);
        let stem = format!("diverged-{}", end.tick);
        let cut = tail::cut(&self.dir, &self.archive, end, &stem, |transaction| go_on(transaction));
        let cut = cut.map_err(|error| match error {
            TailError::Read(error) => CutError::Read(error),
            TailError::Copy(error) => CutError::Copy(error),
        })?;
        self.last = end;
        self.damaged.clear();
        Ok(cut)
    }

    /// The program that writes this journal.
    pub fn epoch(&self) -> &Epoch {
        &self.epoch
    }

    /// Limits the database to this many more pages, to test a full disk.
    #[doc(hidden)]
    pub fn limit_pages(&self, more: u32) -> rusqlite::Result<()> {
        let pages: u32 = self.archive.connection.pragma_query_value(None, "page_count", |row| row.get(0))?;
        self.archive.connection.pragma_update_and_check(None, "max_page_count", pages + more, |_| Ok(()))
    }
}
