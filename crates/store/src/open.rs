//! Opens a data directory for a run: lock, format, identity, migration, and the repair of an interrupted write.

use crate::append::Store;
use crate::archive::{Archive, Damaged, ReadError, Whole};
use crate::beside::{self, CopyError};
use crate::copied;
use crate::epoch::{self, Epoch};
use crate::header::{self, APPLICATION_ID, FORMAT_VERSION, JOURNAL_FILE};
use crate::identity::{Identity, OtherLayout};
use crate::lock::{DirLock, LockError};
use crate::marker;
use crate::record::Seal;
use crate::rotate::Limits;
use crate::snapshot::{Kept, State};
use crate::tail::{self, Cut, Repaired, TailError, TornTail};
use crate::upgrade::{self, Upgrade, UpgradeError, Upgraded};
use crate::wal::{self, Log};
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};
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
    #[error(
        "{dir}: was written by {from} (layout {layout}), and this version cannot take it over: {why}. Nothing was \
         changed; use the version that wrote it, or start in another directory with --data",
        dir = dir.display()
    )]
    NotUpgraded { dir: PathBuf, from: String, layout: u32, why: String },
    #[error(
        "{dir}: {error}; {from} wrote it, and only that version can rebuild this state from the records. Nothing was changed; \
         start that version once, restore a backup, or go on from an older saved state with --discard-tail",
        dir = dir.display()
    )]
    NewestDamaged { dir: PathBuf, from: String, error: ReadError },
    #[error("{dir}: no copy can be kept before it is changed: {error}. Nothing was changed", dir = dir.display())]
    Copy { dir: PathBuf, error: CopyError },
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

/// Which life is opened, and by which program.
#[derive(Debug, Clone, Copy)]
pub struct Opening<'a> {
    pub dir: &'a Path,
    pub identity: &'a Identity,
    pub epoch: &'a Epoch,
    pub limits: Limits,
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
    /// Records that were cut off because one of them is damaged, and which one.
    pub cut: Option<(ReadError, Cut)>,
    /// A log that did not belong to the journal beside it and was put aside: what it held is not in this life.
    pub stray_log: Option<PathBuf>,
    /// What an upgrade from an older encoding did.
    pub upgraded: Option<Upgrade>,
    /// The program that wrote the end of the journal, if it was another build.
    pub program_before: Option<String>,
}

impl Store {
    /// Opens or creates a journal. `first` is the agent's state before the first input, used
    /// only for a new directory. `upgrade` brings a state to this program's encoding, used only for an older one.
    pub fn open(
        Opening { dir, identity, epoch, limits }: Opening<'_>,
        first: impl FnOnce() -> State,
        upgrade: impl FnOnce(&Epoch, &Kept) -> Result<Upgraded, String>,
    ) -> Result<Opened, OpenError> {
        fs::create_dir_all(dir).map_err(|error| OpenError::Directory { dir: dir.into(), error })?;
        let lock = DirLock::take(dir)?;
        beside::clear_unfinished(dir);
        let path = dir.join(JOURNAL_FILE);
        let failed = |error: ReadError| failed(dir, error);
        let sqlite = |error: rusqlite::Error| failed(error.into());
        // This comes before SQLite opens the file: SQLite would drop a damaged log, and create a new journal where one was
        // lost.
        if let Some(error) = marker::lost(dir) {
            return Err(failed(error));
        }
        let log_bytes = match wal::look(&fs::read(marker::log_path(dir)).unwrap_or_default()) {
            Log::Torn { bytes } => bytes,
            Log::Damaged { at } => return Err(failed(ReadError::BadLog { at })),
        };
        let begun = path.exists() && marker::has_stamp(&path);
        let copied = begun && !marker::is_at_home(dir);
        let stray_log = if copied { copied::check(dir).map_err(failed)? } else { None };
        let connection = Connection::open(&path).map_err(sqlite)?;
        let stamps = header::stamps(&connection).map_err(sqlite)?;
        let tables: u64 =
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(sqlite)?;
        let fresh = tables == 0;
        let found = match stamps {
            _ if fresh => epoch.clone(),
            (APPLICATION_ID, found) if found > FORMAT_VERSION => return Err(OpenError::Newer { file: path, found }),
            (APPLICATION_ID, format) => {
                written_by(&connection, format, |found| refuse_other(dir, identity, found)).map_err(failed)??
            }
            _ => return Err(OpenError::NotOurs(path)),
        };
        if found.layout > epoch.layout {
            let layout = OtherLayout { found: found.layout, asked: epoch.layout };
            return Err(OpenError::OtherLayout { dir: dir.into(), layout });
        }
        settle(&connection).map_err(sqlite)?;
        let archive = Archive { connection };
        let older = !fresh && (stamps.1 < FORMAT_VERSION || !found.encodes_like(epoch));
        let mut upgraded = None;
        if fresh {
            create(&archive.connection, identity, epoch, &first()).map_err(failed)?;
        } else if older {
            if stamps.1 == FORMAT_VERSION
                && let Some(damaged) = archive.newest().map_err(failed)?.damaged.into_iter().next()
            {
                return Err(OpenError::NewestDamaged { dir: dir.into(), from: found.program, error: damaged.error });
            }
            let from = (stamps.1, found);
            let program = from.1.clone();
            let done = upgrade::run(dir, &archive, from, epoch, upgrade);
            upgraded = Some(done.map_err(|error| not_upgraded(dir, program, error))?);
        }

        let newest = archive.newest().map_err(failed)?;
        let Repaired { end, torn, cut } =
            tail::repair(dir, &archive, &newest.kept).map_err(|error| not_repaired(dir, error))?;
        let other = tail::other_writer(&archive, epoch, newest.kept.seq).map_err(failed)?;
        let program_before = upgraded.as_ref().map(|upgraded| upgraded.from.program.clone()).or(other);
        let known = epoch::newest(&archive.connection).map_err(failed)?;
        if known.epoch != *epoch || known.first_seq > end.seq + 1 {
            let go_on = || -> Result<(), ReadError> {
                let transaction = Transaction::new_unchecked(&archive.connection, TransactionBehavior::Immediate)?;
                epoch::go_on(&transaction, epoch, end.seq + 1, end.tick)?;
                Ok(transaction.commit()?)
            };
            go_on().map_err(failed)?;
        }
        match marker::leave(&archive.connection, dir, identity) {
            Err(error) if fresh => return Err(OpenError::Directory { dir: dir.into(), error }),
            // An older journal has no marker, and works without one: a full disk must not keep an agent from its data.
            _ => {}
        }
        let Whole { kept: newest, damaged } = newest;
        let store = Store {
            archive,
            _lock: lock,
            dir: dir.into(),
            epoch: epoch.clone(),
            limits,
            last: end,
            damaged: damaged.iter().map(|damaged| damaged.seq).collect(),
        };
        let migrated_from = (!fresh && stamps.1 < FORMAT_VERSION).then_some(stamps.1);
        let torn = TornTail { log_bytes, records: torn };
        Ok(Opened { store, newest, damaged, fresh, migrated_from, torn, cut, stray_log, upgraded, program_before })
    }
}

/// Deletes the saved states that are damaged and newer than the newest whole one, after [`OpenError::NewestDamaged`]: the owner
/// wants to go on from an older one.
pub fn drop_damaged_states(dir: &Path) -> Result<(), OpenError> {
    let _lock = DirLock::take(dir)?;
    let failed = |error: ReadError| failed(dir, error);
    let connection = Connection::open(dir.join(JOURNAL_FILE)).map_err(|error| failed(error.into()))?;
    let archive = Archive { connection };
    for damaged in archive.newest().map_err(failed)?.damaged {
        let deleted = archive.connection.execute("DELETE FROM snapshot WHERE seq = ?1", [damaged.seq]);
        deleted.map_err(|error| failed(error.into()))?;
    }
    Ok(())
}

/// An error of SQLite means damage, unless it says that the disk or the file cannot be written.
fn failed(dir: &Path, error: ReadError) -> OpenError {
    match error {
        ReadError::Sqlite(error)
            if matches!(
                error.sqlite_error_code(),
                Some(
                    ErrorCode::DiskFull
                        | ErrorCode::ReadOnly
                        | ErrorCode::SystemIoFailure
                        | ErrorCode::CannotOpen
                        | ErrorCode::PermissionDenied
                        | ErrorCode::DatabaseBusy
                        | ErrorCode::DatabaseLocked
                        | ErrorCode::OutOfMemory
                )
            ) =>
        {
            OpenError::Unwritable { dir: dir.into(), error }
        }
        error => OpenError::Damaged { dir: dir.into(), error },
    }
}

fn not_upgraded(dir: &Path, from: Epoch, error: UpgradeError) -> OpenError {
    match error {
        UpgradeError::Read(error) => failed(dir, error),
        UpgradeError::Copy(error) => OpenError::Copy { dir: dir.into(), error },
        UpgradeError::Refused(why) => {
            OpenError::NotUpgraded { dir: dir.into(), from: from.program, layout: from.layout, why }
        }
    }
}

fn not_repaired(dir: &Path, error: TailError) -> OpenError {
    match error {
        TailError::Read(error) => failed(dir, error),
        TailError::Copy(error) => OpenError::Copy { dir: dir.into(), error },
    }
}

/// The program that wrote the end of the journal. `refuse` sees what the journal belongs to before that.
fn written_by(
    connection: &Connection,
    format: i32,
    refuse: impl FnOnce(&Identity) -> Result<(), OpenError>,
) -> Result<Result<Epoch, OpenError>, ReadError> {
    let identity = header::identity(connection)?.ok_or(ReadError::BadHead)?;
    if let Err(refused) = refuse(&identity) {
        return Ok(Err(refused));
    }
    if format < FORMAT_VERSION {
        return Ok(Ok(Epoch::earlier(identity.layout)));
    }
    Ok(Ok(epoch::newest(connection)?.epoch))
}

/// Refuses a directory whose journal belongs to another world.
fn refuse_other(dir: &Path, asked: &Identity, found: &Identity) -> Result<(), OpenError> {
    let differences = asked.differences(found);
    if differences.is_empty() { Ok(()) } else { Err(OpenError::OtherIdentity { dir: dir.into(), differences }) }
}

/// Sets SQLite up so that every commit is durable and little memory is used.
fn settle(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "cache_size", CACHE_KIB)?;
    connection.pragma_update(None, "journal_size_limit", LOG_BYTES_MAX)
}

fn create(connection: &Connection, identity: &Identity, epoch: &Epoch, first: &State) -> Result<(), ReadError> {
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    header::create(&transaction, identity)?;
    epoch::begin(&transaction, epoch, 1, 0)?;
    let (seal, state) = (Seal::first(identity), first.clone());
    Kept { seq: 0, tick: 0, seal, state, anchor: true, bytes_before: 0 }.insert(&transaction)?;
    Ok(transaction.commit()?)
}
