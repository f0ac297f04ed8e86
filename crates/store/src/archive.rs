//! Reading: snapshots and records, with every checksum verified. Also opens a directory read-only, whatever its state.

use crate::beside;
use crate::epoch::{self, Stretch};
use crate::header::{self, APPLICATION_ID, FORMAT_VERSION, JOURNAL_FILE};
use crate::identity::Identity;
use crate::marker;
use crate::record::{NOTHING_TOLD, Record, Seal};
use crate::snapshot::{Kept, State};
use crate::wal::{self, Log};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Row, params};
use std::fs;
use std::path::Path;
use thiserror::Error;
use vocab::Digest;

#[derive(Debug, Error)]
pub enum ReadError {
    #[error("there is no {JOURNAL_FILE} here, so this is not a data directory of stead")]
    Nothing,
    #[error(
        "{JOURNAL_FILE} {what}, although {sign} shows that there was one; restore it from a backup, or move the directory away to start anew"
    )]
    Lost { what: &'static str, sign: String },
    #[error(
        "{JOURNAL_FILE}-wal is damaged at byte {at}, with finished writes after it; restore it from a backup, or move the directory away to start anew"
    )]
    BadLog { at: u64 },
    #[error("{JOURNAL_FILE} is not a stead journal")]
    NotOurs,
    #[error("the journal has format {found}, this program reads format {FORMAT_VERSION}; {}", if *found > FORMAT_VERSION { "use the newer stead that wrote it" } else { "`stead run` migrates it" })]
    OtherFormat { found: i32 },
    #[error(
        "the journal header is damaged: it lacks the world, seed, game version or layout, or its digest does not match"
    )]
    BadHead,
    #[error("the note on which program wrote the journal is damaged")]
    BadEpoch,
    #[error("the database is damaged: {0}")]
    Broken(String),
    #[error(
        "{JOURNAL_FILE}-wal holds the newest records, and cannot be read without permission to write in the directory; copy the directory, and look at the copy"
    )]
    LogOutOfReach,
    #[error("record {seq} at tick {tick} is damaged: its checksum does not match")]
    BadRecord { seq: u64, tick: u64 },
    #[error("record {after} is followed by record {found}: the records between are missing")]
    Gap { after: u64, found: u64 },
    #[error("the snapshot after record {seq} is damaged: its digest does not match")]
    BadSnapshot { seq: u64 },
    #[error("there is no snapshot to start from")]
    NoSnapshot,
    #[error("every snapshot is damaged ({damaged}), so there is nothing to start from")]
    NoWholeSnapshot { damaged: usize },
    #[error("SQLite reports: {0}")]
    Sqlite(#[from] rusqlite::Error),
}

impl ReadError {
    /// Whether the error means that only this snapshot is damaged, so that an older one can be used instead.
    fn is_of_one_snapshot(&self) -> bool {
        match self {
            ReadError::BadSnapshot { .. } => true,
            ReadError::Sqlite(error) => error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt),
            _ => false,
        }
    }
}

/// The snapshot to start from, and the damaged ones that were skipped before it.
#[derive(Debug)]
pub struct Whole {
    pub kept: Kept,
    pub damaged: Vec<Damaged>,
}

/// A snapshot that cannot be used because it is damaged.
#[derive(Debug)]
pub struct Damaged {
    pub seq: u64,
    pub error: ReadError,
}

/// Number and game tick of a journal record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub seq: u64,
    pub tick: u64,
}

/// What takes how much room in the journal, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sizes {
    pub inputs: u64,
    pub snapshots: u64,
    /// The whole database, without SQLite's log.
    pub file: u64,
}

impl Sizes {
    /// Everything that is neither input nor snapshot: digests, tables, free pages.
    pub fn other(&self) -> u64 {
        self.file.saturating_sub(self.inputs + self.snapshots)
    }
}

/// The journal of a data directory, open for reading.
#[derive(Debug)]
pub struct Archive {
    pub(crate) connection: Connection,
}

fn bytes32(row: &Row<'_>, column: usize) -> rusqlite::Result<[u8; 32]> {
    // A digest of the wrong length counts as damage: it becomes zeros, which never match.
    Ok(row.get_ref(column)?.as_blob().ok().and_then(|blob| blob.try_into().ok()).unwrap_or_default())
}

impl Archive {
    /// Opens a journal without writing anything. Works for any state of the directory, even while an agent runs on it.
    pub fn open(dir: &Path) -> Result<Archive, ReadError> {
        let path = dir.join(JOURNAL_FILE);
        if let Some(error) = marker::lost(dir) {
            return Err(error);
        }
        if !path.exists() {
            return Err(ReadError::Nothing);
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
        let mut connection = Connection::open_with_flags(&path, flags)?;
        if header::stamps(&connection).is_err() {
            // Without write permission in the directory SQLite cannot share its write-ahead log. Then only the main
            // file can be read, which is not all if there is a log.
            if fs::metadata(marker::log_path(dir)).is_ok_and(|log| log.len() > 0) && marker::has_stamp(&path) {
                return Err(ReadError::LogOutOfReach);
            }
            connection = beside::open_alone(&path)?;
        }
        match header::stamps(&connection)? {
            (APPLICATION_ID, FORMAT_VERSION) => Ok(Archive { connection }),
            (APPLICATION_ID, found) => Err(ReadError::OtherFormat { found }),
            _ => Err(ReadError::NotOurs),
        }
    }

    /// Opens a journal that is one file alone, such as a backup, without writing anything.
    pub fn open_file(file: &Path) -> Result<Archive, ReadError> {
        let connection = beside::open_alone(file)?;
        match header::stamps(&connection)? {
            (APPLICATION_ID, FORMAT_VERSION) => Ok(Archive { connection }),
            (APPLICATION_ID, found) => Err(ReadError::OtherFormat { found }),
            _ => Err(ReadError::NotOurs),
        }
    }

    /// Writes the journal as it is at this moment to a new file, also while an agent runs. The file is complete and on
    /// the disk when this returns, or not there.
    pub fn back_up(&self, file: &Path) -> Result<(), beside::CopyError> {
        beside::copy(&self.connection, file)
    }

    /// Lets SQLite check the structure of the whole file. What is in it has digests of its own.
    pub fn check_structure(&self) -> Result<(), ReadError> {
        match self.connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0))? {
            said if said == "ok" => Ok(()),
            said => Err(ReadError::Broken(said.replace('\n', " "))),
        }
    }

    /// Runs `look` on one consistent state of the journal, even if an agent writes at the same time.
    pub fn at_one_moment<T>(&self, look: impl FnOnce(&Archive) -> T) -> Result<T, ReadError> {
        let reading = self.connection.unchecked_transaction()?;
        let found = look(self);
        reading.finish()?;
        Ok(found)
    }

    /// Finds damage in SQLite's write-ahead log. SQLite itself silently treats it as the end of the log.
    pub fn log_damage(dir: &Path) -> Option<ReadError> {
        let look = || std::fs::read(marker::log_path(dir)).unwrap_or_default();
        let bytes = look();
        match wal::look(&bytes) {
            // A running agent may have restarted the log while we read it. Then a second look gives another result.
            Log::Damaged { at } if look() == bytes => Some(ReadError::BadLog { at }),
            _ => None,
        }
    }

    /// The identity (world, seed, versions) of a data directory in any format; `None` when it cannot be read.
    pub fn peek(dir: &Path) -> Option<Identity> {
        if marker::lost(dir).is_some() {
            return None;
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(dir.join(JOURNAL_FILE), flags).ok()?;
        header::identity(&connection).ok()?
    }

    pub fn identity(&self) -> Result<Identity, ReadError> {
        header::identity(&self.connection)?.ok_or(ReadError::BadHead)
    }

    /// Which programs wrote the journal, oldest first.
    pub fn epochs(&self) -> Result<Vec<Stretch>, ReadError> {
        epoch::all(&self.connection)
    }

    /// Which program wrote the end of the journal.
    pub fn newest_epoch(&self) -> Result<Stretch, ReadError> {
        epoch::newest(&self.connection)
    }

    /// Which program wrote this record; `None` if that is no longer known.
    pub fn writer(&self, seq: u64) -> Result<Option<Stretch>, ReadError> {
        Ok(self.epochs()?.into_iter().rev().find(|stretch| stretch.first_seq <= seq))
    }

    /// What takes how much room in the journal.
    pub fn sizes(&self) -> Result<Sizes, ReadError> {
        let number = |query: &str| self.connection.query_row(query, [], |row| row.get::<_, u64>(0));
        Ok(Sizes {
            inputs: number("SELECT coalesce(sum(length(input)), 0) FROM journal")?,
            snapshots: number(
                "SELECT coalesce(sum(length(mind) + coalesce(length(world), 0) + length(chronicle)), 0) FROM snapshot",
            )?,
            file: number("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")?,
        })
    }

    /// How many records come after record `seq`, and the ticks of the first and the last of them.
    pub fn after(&self, seq: u64) -> Result<Option<(u64, u64, u64)>, ReadError> {
        let query = "SELECT count(*), coalesce(min(tick), 0), coalesce(max(tick), 0) FROM journal WHERE seq > ?1";
        let found: (i64, i64, i64) =
            self.connection.query_row(query, [seq], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        // A damaged record may have any tick, also a negative one.
        Ok((found.0 > 0).then(|| (found.0 as u64, found.1.max(0) as u64, found.2.max(0) as u64)))
    }

    /// The first and the last record kept in the journal.
    pub fn span(&self) -> Result<Option<(Place, Place)>, ReadError> {
        let end = |order: &str| {
            let query = format!("SELECT seq, tick FROM journal ORDER BY seq {order} LIMIT 1");
            self.connection.query_row(&query, [], |row| Ok(Place { seq: row.get(0)?, tick: row.get(1)? })).optional()
        };
        Ok(end("ASC")?.zip(end("DESC")?))
    }

    /// The record numbers of the snapshots kept, oldest first.
    pub fn snapshots(&self) -> Result<Vec<u64>, ReadError> {
        let mut statement = self.connection.prepare_cached("SELECT seq FROM snapshot ORDER BY seq")?;
        let rows = statement.query_map([], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The oldest undamaged snapshot, from which the journal can be replayed.
    pub fn oldest(&self) -> Result<Whole, ReadError> {
        self.first_whole(self.snapshots()?)
    }

    /// The oldest undamaged snapshot that includes record `seq`.
    pub fn oldest_since(&self, seq: u64) -> Result<Whole, ReadError> {
        self.first_whole(self.snapshots()?.into_iter().filter(|found| *found >= seq).collect())
    }

    /// The newest undamaged snapshot. A restarted agent continues from it and replays every later record.
    pub fn newest(&self) -> Result<Whole, ReadError> {
        let mut newest_first = self.snapshots()?;
        newest_first.reverse();
        self.first_whole(newest_first)
    }

    fn first_whole(&self, snapshots: Vec<u64>) -> Result<Whole, ReadError> {
        let mut damaged = Vec::new();
        for seq in snapshots {
            match self.snapshot(seq) {
                Ok(kept) => return Ok(Whole { kept, damaged }),
                Err(error) if error.is_of_one_snapshot() => damaged.push(Damaged { seq, error }),
                Err(error) => return Err(error),
            }
        }
        match damaged.len() {
            0 => Err(ReadError::NoSnapshot),
            damaged => Err(ReadError::NoWholeSnapshot { damaged }),
        }
    }

    /// Reads one snapshot of the agent's state and verifies its digest.
    pub fn snapshot(&self, seq: u64) -> Result<Kept, ReadError> {
        let query =
            "SELECT tick, seal, mind, world, chronicle, anchor, bytes_before, digest FROM snapshot WHERE seq = ?1";
        let row = self.connection.query_row(query, [seq], |row| {
            let state = State { mind: row.get(2)?, world: row.get(3)?, chronicle: row.get(4)? };
            let (anchor, bytes_before): (i64, _) = (row.get(5)?, row.get(6)?);
            let (tick, seal) = (row.get(0)?, Seal(bytes32(row, 1)?));
            let kept = Kept { seq, tick, seal, state, anchor: anchor == 1, bytes_before };
            Ok((kept, Digest(bytes32(row, 7)?), (0..=1).contains(&anchor)))
        });
        let row = match row.optional() {
            // A value that is there but cannot be read as what it should be is damage like any other.
            Err(error) if !matches!(error, rusqlite::Error::SqliteFailure(..)) => {
                return Err(ReadError::BadSnapshot { seq });
            }
            row => row?,
        };
        let (kept, digest, sound) = row.ok_or(ReadError::NoSnapshot)?;
        if sound && kept.digest() == digest { Ok(kept) } else { Err(ReadError::BadSnapshot { seq }) }
    }

    /// The newest journal record. Its checksum is not verified, so use this only for displays.
    pub fn last(&self) -> Result<Option<Record>, ReadError> {
        let query = "SELECT seq, tick, input, did, told, seal FROM journal ORDER BY seq DESC LIMIT 1";
        let row = self.connection.query_row(query, [], read_record).optional()?;
        Ok(row.map(|(_, record, _)| record))
    }

    /// Calls `each` with every n-th journal record, oldest first. Checksums are not verified, so use this only for
    /// displays.
    pub fn sample(&self, every: u64, mut each: impl FnMut(&Record)) -> Result<(), ReadError> {
        let Some((first, last)) = self.span()? else { return Ok(()) };
        let query = "SELECT seq, tick, input, did, told, seal FROM journal WHERE seq = ?1";
        let mut statement = self.connection.prepare_cached(query)?;
        for seq in (first.seq..=last.seq).step_by(every as usize) {
            if let Some((_, record, _)) = statement.query_row([seq], read_record).optional()? {
                each(&record);
            }
        }
        Ok(())
    }

    /// Calls `each` with every journal record after a snapshot and up to a tick, in order and verified, until it
    /// returns an error; returns the number and seal of the last one.
    pub fn replay<E: From<ReadError>>(
        &self,
        from: &Kept,
        until_tick: Option<u64>,
        mut each: impl FnMut(u64, Record) -> Result<bool, E>,
    ) -> Result<(u64, Seal), E> {
        let sqlite = |error| E::from(ReadError::Sqlite(error));
        let query = "SELECT seq, tick, input, did, told, seal FROM journal WHERE seq > ?1 AND tick <= ?2 ORDER BY seq";
        let until = until_tick.map_or(i64::MAX, |tick| i64::try_from(tick).unwrap_or(i64::MAX));
        let mut statement = self.connection.prepare_cached(query).map_err(sqlite)?;
        let mut rows = statement.query(params![from.seq, until]).map_err(sqlite)?;
        let (mut last, mut seal) = (from.seq, from.seal);
        while let Some(row) = rows.next().map_err(sqlite)? {
            let (seq, record, stored) = match read_record(row) {
                Err(error) if !matches!(error, rusqlite::Error::SqliteFailure(..)) => {
                    let tick = row.get(1).unwrap_or(0);
                    return Err(ReadError::BadRecord { seq: last + 1, tick }.into());
                }
                read => read.map_err(sqlite)?,
            };
            if seq != last + 1 {
                return Err(ReadError::Gap { after: last, found: seq }.into());
            }
            if seal.next(seq, &record) != stored {
                return Err(ReadError::BadRecord { seq, tick: record.tick }.into());
            }
            (last, seal) = (seq, stored);
            if !each(seq, record)? {
                break;
            }
        }
        Ok((last, seal))
    }
}

fn read_record(row: &Row<'_>) -> rusqlite::Result<(u64, Record, Seal)> {
    let told = match row.get_ref(4)?.as_blob() {
        Ok([]) => NOTHING_TOLD,
        // A digest of the wrong length must not pass for an empty one.
        Ok(blob) => Digest(blob.try_into().unwrap_or([0xff; 32])),
        Err(_) => Digest([0xff; 32]),
    };
    let record = Record { tick: row.get(1)?, input: row.get(2)?, did: Digest(bytes32(row, 3)?), told };
    Ok((row.get(0)?, record, Seal(bytes32(row, 5)?)))
}
