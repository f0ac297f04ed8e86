//! Opens a data directory for a run: lock, format, identity, migration, and the repair of an interrupted write.

use crate::append::Store;
use crate::archive::{Archive, Damaged, ReadError, Whole};
use crate::header::{self, APPLICATION_ID, FORMAT_VERSION, JOURNAL_FILE};
use crate::identity::{Identity, OtherLayout};
use crate::lock::{DirLock, LockError};
use crate::marker;
use crate::migrations;
use crate::record::Seal;
use crate::rotate::Limits;
use crate::snapshot::{self, Kept, State};
use crate::wal::{self, Log};
use rusqlite::{Connection, TransactionBehavior, params};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// SQLite's page cache in KiB (SQLite takes negative numbers as KiB). The newest snapshot and the records after it fit.
const CACHE_KIB: i32 = -4_096;
/// SQLite's log is truncated to this size after a checkpoint, because a large snapshot may have enlarged it.
const LOG_BYTES_MAX: i64 = 16 << 20;

#[derive(Debug, Error)]
pub enum OpenError {
    #[error("{dir}: {error}; choose a directory you may write to with --data", dir = dir.display())]
    Directory { dir: PathBuf, error: io::Error },
    #[error(transparent)]
    Lock(#[from] LockError),
    #[error("{}: not a stead journal; choose another directory with --data", .0.display())]
    NotOurs(PathBuf),
    #[error(
        "{file}: has format {found}, newer than this program's {FORMAT_VERSION}; use the newer stead that wrote it",
        file = file.display()
    )]
    Newer { file: PathBuf, found: i32 },
    #[error(
        "{dir}: belongs to another run ({differences}); choose another directory with --data",
        dir = dir.display(),
        differences = differences.iter().map(|(what, found, asked)| format!("its {what} is {found}, not {asked}")).collect::<Vec<_>>().join(", ")
    )]
    OtherIdentity { dir: PathBuf, differences: Vec<(&'static str, String, String)> },
    #[error(
        "{dir}: was {layout}. Nothing was changed; use the version that wrote it, or start in another \
         directory with --data",
        dir = dir.display()
    )]
    OtherLayout { dir: PathBuf, layout: OtherLayout },
    #[error(
        "{dir}: {error}. Nothing was changed; {}`stead inspect {dir}` shows what is intact",
        way_out(error), dir = dir.display()
    )]
    Damaged { dir: PathBuf, error: ReadError },
    #[error("{dir}: cannot be written ({error}); make room or choose another directory with --data", dir = dir.display())]
    Unwritable { dir: PathBuf, error: rusqlite::Error },
}

/// What to do about a damaged journal when the error message gives no advice.
fn way_out(error: &ReadError) -> &'static str {
    match error {
        ReadError::Lost { .. } | ReadError::BadLog { .. } => "",
        _ => "restore the directory from a backup, or start in another one with --data; ",
    }
}

/// What was removed from the end of the journal because a write had been interrupted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TornTail {
    /// Bytes of an unfinished transaction in SQLite's log.
    pub log_bytes: u64,
    /// Last journal records that were removed because their seal (running digest) did not match.
    pub records: u64,
}

/// An opened journal, and what to report about it.
#[derive(Debug)]
pub struct Opened {
    pub store: Store,
    /// The snapshot to start from; [`Archive::replay`] gives the records after it.
    pub newest: Kept,
    /// Snapshots newer than `newest` that are damaged. Their content is rebuilt from the records.
    pub damaged: Vec<Damaged>,
    pub fresh: bool,
    pub migrated_from: Option<i32>,
    pub torn: TornTail,
}

impl Store {
    /// Opens or creates a journal. `first` is the agent's state before the first input, used only for a new directory.
    pub fn open(
        dir: &Path,
        identity: &Identity,
        limits: Limits,
        first: impl FnOnce() -> State,
    ) -> Result<Opened, OpenError> {
        fs::create_dir_all(dir).map_err(|error| OpenError::Directory { dir: dir.into(), error })?;
        let lock = DirLock::take(dir)?;
        let path = dir.join(JOURNAL_FILE);
        let damaged = |error: ReadError| OpenError::Damaged { dir: dir.into(), error };
        // This comes before SQLite opens the file: SQLite would drop a damaged log, and create a new journal where one was
        // lost.
        if let Some(error) = marker::lost(dir) {
            return Err(damaged(error));
        }
        let log_bytes = match wal::look(&fs::read(marker::log_path(dir)).unwrap_or_default()) {
            Log::Torn { bytes } => bytes,
            Log::Damaged { at } => return Err(damaged(ReadError::BadLog { at })),
        };
        let sqlite = |error: rusqlite::Error| match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DatabaseCorrupt | rusqlite::ErrorCode::NotADatabase) => damaged(error.into()),
            _ => OpenError::Unwritable { dir: dir.into(), error },
        };
        let mut connection = Connection::open(&path).map_err(sqlite)?;
        let stamps = header::stamps(&connection).map_err(sqlite)?;
        let tables: u64 =
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(sqlite)?;
        let fresh = tables == 0;
        match stamps {
            _ if fresh => {}
            (APPLICATION_ID, found) if found > FORMAT_VERSION => return Err(OpenError::Newer { file: path, found }),
            (APPLICATION_ID, _) => {
                let found =
                    header::identity(&connection).map_err(sqlite)?.ok_or_else(|| damaged(ReadError::BadHead))?;
                refuse_other(dir, identity, &found)?;
            }
            _ => return Err(OpenError::NotOurs(path)),
        }
        settle(&connection).map_err(sqlite)?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sqlite)?;
        if fresh {
            create(&transaction, identity, &first()).map_err(sqlite)?;
        } else if stamps.1 < FORMAT_VERSION {
            migrations::run(&transaction, stamps.1).map_err(sqlite)?;
        }
        transaction.commit().map_err(sqlite)?;

        let archive = Archive { connection };
        let newest = archive.newest().map_err(damaged)?;
        let (records, tail) = drop_torn_records(&archive, &newest.kept).map_err(damaged)?;
        match marker::leave(&archive.connection, dir, identity) {
            Err(error) if fresh => return Err(OpenError::Directory { dir: dir.into(), error }),
            // An older journal has no marker, and works without one: a full disk must not keep an agent from its data.
            _ => {}
        }
        let store = Store::new(archive, lock, limits, &newest, tail).map_err(damaged)?;
        let migrated_from = (!fresh && stamps.1 < FORMAT_VERSION).then_some(stamps.1);
        let Whole { kept: newest, damaged } = newest;
        Ok(Opened { store, newest, damaged, fresh, migrated_from, torn: TornTail { log_bytes, records } })
    }
}

/// Refuses a directory whose journal belongs to another world, or was written by another version of this program.
fn refuse_other(dir: &Path, asked: &Identity, found: &Identity) -> Result<(), OpenError> {
    let differences = asked.differences(found);
    match OtherLayout::of(found, asked.layout) {
        _ if differences.is_empty() => Ok(()),
        Some(layout) if differences.len() == 1 => Err(OpenError::OtherLayout { dir: dir.into(), layout }),
        _ => Err(OpenError::OtherIdentity { dir: dir.into(), differences }),
    }
}

/// Sets SQLite up so that every commit is durable and little memory is used.
fn settle(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "cache_size", CACHE_KIB)?;
    connection.pragma_update(None, "journal_size_limit", LOG_BYTES_MAX)
}

fn create(connection: &Connection, identity: &Identity, first: &State) -> rusqlite::Result<()> {
    header::create(connection, identity)?;
    insert_snapshot(connection, (0, 0, Seal::first(identity)), first, true, 0)
}

/// Writes the snapshot of the agent's state after record `seq` at `tick`.
pub fn insert_snapshot(
    connection: &Connection,
    (seq, tick, seal): (u64, u64, Seal),
    state: &State,
    anchor: bool,
    bytes_before: u64,
) -> rusqlite::Result<()> {
    let query = "INSERT INTO snapshot (seq, tick, seal, mind, world, chronicle, digest, anchor, bytes_before)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    let digest = snapshot::digest(seq, tick, seal, state);
    let State { mind, world, chronicle } = state;
    let row = params![seq, tick, seal.0, mind, world, chronicle, digest.0, anchor, bytes_before];
    connection.prepare_cached(query)?.execute(row)?;
    Ok(())
}

/// The end of the repaired journal: number and seal of the last record, and bytes since the snapshot.
pub type Tail = (u64, Seal, u64);

/// Removes a last journal record whose seal does not match, because an interrupted write left it. Anywhere else that is
/// damage.
fn drop_torn_records(archive: &Archive, newest: &Kept) -> Result<(u64, Tail), ReadError> {
    let mut tail: Tail = (newest.seq, newest.seal, 0);
    let read = archive.replay(newest, None, |seq, record| {
        tail.2 += record.input.len() as u64;
        tail.0 = seq;
        Ok::<bool, ReadError>(true)
    });
    match read {
        Ok((_, seal)) => Ok((0, (tail.0, seal, tail.2))),
        Err(ReadError::BadRecord { seq, tick }) => {
            let after: u64 =
                archive.connection.query_row("SELECT count(*) FROM journal WHERE seq > ?1", [seq], |row| row.get(0))?;
            if after > 0 {
                return Err(ReadError::BadRecord { seq, tick });
            }
            archive.connection.execute("DELETE FROM journal WHERE seq = ?1", [seq])?;
            drop_torn_records(archive, newest).map(|(_, tail)| (1, tail))
        }
        Err(error) => Err(error),
    }
}
