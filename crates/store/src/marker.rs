//! The sign that a life was founded here, apart from the journal: so that a lost journal is never taken for a new directory.
//!
//! Written once founding is over and the head is in the journal's own file. Before that a kill leaves no sign, and the
//! next opening founds anew; after it, a journal that is missing, empty or without a head is a loss, and is said.

use crate::archive::ReadError;
use crate::header::{APPLICATION_ID, JOURNAL_FILE};
use crate::identity::Identity;
use rusqlite::Connection;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// That it exists is what counts; the identity in it is for people.
pub const MARKER_FILE: &str = "stead.id";
/// SQLite's own header, and where in it our stamp stands.
const HEAD_BYTES: usize = 100;
const STAMP_AT: usize = 68;

/// SQLite's log beside the journal.
pub fn log_path(dir: &Path) -> PathBuf {
    dir.join(format!("{JOURNAL_FILE}-wal"))
}

/// The loss, if this directory had a journal and has none now. Looks at plain files only: SQLite deletes a log whose
/// database is empty as soon as it is asked anything.
pub fn lost(dir: &Path) -> Option<ReadError> {
    let length = |path: PathBuf| fs::metadata(path).map(|found| found.len()).ok();
    let founded = dir.join(MARKER_FILE).exists();
    // Founding writes the first page before the log, so a log without a page is no interrupted founding.
    let logged = length(log_path(dir)).is_some_and(|bytes| bytes > 0);
    let sign = match (founded, logged) {
        (true, _) => MARKER_FILE.to_string(),
        (false, true) => format!("{JOURNAL_FILE}-wal"),
        (false, false) => return None,
    };
    let what = match length(dir.join(JOURNAL_FILE)) {
        None => "is missing",
        Some(0) => "is empty",
        Some(_) if founded && !has_stamp(&dir.join(JOURNAL_FILE)) => "has lost its head",
        Some(_) => return None,
    };
    Some(ReadError::Lost { what, sign })
}

/// Whether the file's head may be ours. A file that cannot be read is left to SQLite, which says why.
fn has_stamp(journal: &Path) -> bool {
    let mut head = Vec::new();
    let Ok(file) = File::open(journal) else { return true };
    if file.take(HEAD_BYTES as u64).read_to_end(&mut head).is_err() {
        return true;
    }
    head.len() == HEAD_BYTES && head[STAMP_AT..STAMP_AT + 4] == APPLICATION_ID.to_be_bytes()
}

/// Ends a founding: brings the log into the file, then leaves the sign. Does nothing where the sign is already.
pub fn leave(connection: &Connection, dir: &Path, identity: &Identity) -> io::Result<()> {
    let path = dir.join(MARKER_FILE);
    if path.exists() {
        return Ok(());
    }
    let busy: bool = connection
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))
        .map_err(|error| io::Error::other(error.to_string()))?;
    if busy {
        return Ok(()); // Somebody is reading along: the next opening leaves the sign.
    }
    let mut file = File::create(path)?;
    writeln!(file, "{identity}")?;
    file.sync_all()?;
    // The name must last as well as the bytes, where the system can promise that of a directory.
    let _ = File::open(dir).and_then(|dir| dir.sync_all());
    Ok(())
}
