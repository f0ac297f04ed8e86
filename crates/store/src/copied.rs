//! A data directory that was copied, maybe while an agent was writing: its files may not belong together.
//!
//! SQLite cannot tell. Its log has no mark of the file that it belongs to, so a log that was copied before a
//! checkpoint is laid over a file that was copied after it. The structure of the whole is checked before anything is
//! written; if only the file without the log is sound, the log is put aside. Everything in it has digests besides.

use crate::archive::{Archive, ReadError};
use crate::header::{self, APPLICATION_ID, FORMAT_VERSION, JOURNAL_FILE};
use crate::{beside, marker};
use rusqlite::Connection;
use rusqlite::config::DbConfig;
use std::fs;
use std::path::{Path, PathBuf};

/// The name of a log that does not belong to the journal beside it.
pub const STRAY_LOG: &str = "journal.db-wal.stray";

/// Checks a copied journal. Returns where its log was put if it did not belong to it.
pub fn check(dir: &Path) -> Result<Option<PathBuf>, ReadError> {
    let Err(error) = sound_with_log(dir) else { return Ok(None) };
    let log = marker::log_path(dir);
    let logged = fs::metadata(&log).is_ok_and(|found| found.len() > 0);
    if !logged || sound_without_log(dir).is_err() {
        return Err(error);
    }
    let stray = dir.join(STRAY_LOG);
    fs::rename(&log, &stray).map_err(|_| error)?;
    beside::sync_dir(dir);
    Ok(Some(stray))
}

fn sound_with_log(dir: &Path) -> Result<(), ReadError> {
    let connection = Connection::open(dir.join(JOURNAL_FILE))?;
    // What is looked at must not be changed by the looking: SQLite would move the log into the file on closing it.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.pragma_update(None, "query_only", true)?;
    let archive = Archive { connection };
    archive.check_structure()
}

/// Whether the main file alone is a journal that an agent can go on from.
fn sound_without_log(dir: &Path) -> Result<(), ReadError> {
    let archive = Archive { connection: beside::open_alone(&dir.join(JOURNAL_FILE))? };
    if header::stamps(&archive.connection)? != (APPLICATION_ID, FORMAT_VERSION) {
        return Err(ReadError::NotOurs);
    }
    archive.check_structure()?;
    archive.newest_epoch()?;
    archive.newest().map(drop)
}
