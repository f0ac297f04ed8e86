//! Writing: records and snapshots in groups. A group is durable when the call returns, or not written at all.

use crate::archive::{Archive, ReadError, Whole};
use crate::lock::DirLock;
use crate::open::{Tail, insert_snapshot};
use crate::record::{Record, Seal};
use crate::rotate::{self, Limits};
use crate::snapshot::State;
use rusqlite::{ErrorCode, TransactionBehavior, params};
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

/// A data directory opened for writing. It holds the lock of the directory.
#[derive(Debug)]
pub struct Store {
    archive: Archive,
    _lock: DirLock,
    limits: Limits,
    last: End,
    /// Numbers of damaged snapshots. They are kept until a new snapshot replaces them.
    damaged: Vec<u64>,
}

/// Where the journal ends: its last record.
#[derive(Debug, Clone, Copy)]
struct End {
    seq: u64,
    seal: Seal,
    /// Bytes of all inputs ever journalled, including those deleted since.
    bytes: u64,
}

impl Store {
    pub(crate) fn new(
        archive: Archive,
        lock: DirLock,
        limits: Limits,
        newest: &Whole,
        (seq, seal, tail_bytes): Tail,
    ) -> Result<Store, ReadError> {
        let query = "SELECT bytes_before FROM snapshot WHERE seq = ?1";
        let before: u64 = archive.connection.query_row(query, [newest.kept.seq], |row| row.get(0))?;
        let damaged = newest.damaged.iter().map(|damaged| damaged.seq).collect();
        Ok(Store { archive, _lock: lock, limits, last: End { seq, seal, bytes: before + tail_bytes }, damaged })
    }

    pub fn archive(&self) -> &Archive {
        &self.archive
    }

    /// Writes a group of records to the journal in one transaction, with the state after its last record if one is
    /// given.
    pub fn append(&mut self, records: &[Record], state: Option<&(u64, State)>) -> Result<(), AppendError> {
        let mut end = self.last;
        let transaction = self.archive.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        {
            let mut insert = transaction.prepare_cached("INSERT INTO journal VALUES (?1, ?2, ?3, ?4, ?5)")?;
            for record in records {
                end.seq += 1;
                end.seal = end.seal.next(end.seq, record);
                end.bytes += record.input.len() as u64;
                insert.execute(params![end.seq, record.tick, record.input, record.effects.0, end.seal.0])?;
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
                insert_snapshot(&transaction, (end.seq, *tick, end.seal), state, anchor, end.bytes)?;
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
        let newest = self.archive.newest()?.kept;
        let transaction = self.archive.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let dropped = transaction.execute("DELETE FROM journal WHERE seq > ?1", [newest.seq])?;
        transaction.execute("DELETE FROM snapshot WHERE seq > ?1", [newest.seq])?;
        let query = "SELECT bytes_before FROM snapshot WHERE seq = ?1";
        let bytes = transaction.query_row(query, [newest.seq], |row| row.get(0))?;
        transaction.commit()?;
        self.last = End { seq: newest.seq, seal: newest.seal, bytes };
        self.damaged.clear();
        Ok(dropped as u64)
    }

    /// Limits the database to this many more pages, to test a full disk.
    #[doc(hidden)]
    pub fn limit_pages(&self, more: u32) -> rusqlite::Result<()> {
        let pages: u32 = self.archive.connection.pragma_query_value(None, "page_count", |row| row.get(0))?;
        self.archive.connection.pragma_update_and_check(None, "max_page_count", pages + more, |_| Ok(()))
    }
}
