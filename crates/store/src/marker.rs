//! The marker file: shows that the journal of this directory was created, so that a lost journal is not mistaken for a new
//! directory.
//!
//! It is written after the journal file has its header. If the process is killed before that, there is no marker, and the next
//! run creates the journal again. If there is a marker and the journal is missing, empty or without header, data was lost, and
//! that is reported.

use crate::archive::ReadError;
use crate::header::{APPLICATION_ID, JOURNAL_FILE};
use crate::identity::Identity;
use rusqlite::Connection;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// A file that marks a directory as having a journal. It says what the journal belongs to, for people, and which file
/// it was, to recognise a copied directory.
pub const MARKER_FILE: &str = "stead.id";
/// Size of SQLite's header, and the offset of the application id in it.
const HEAD_BYTES: usize = 100;
const STAMP_AT: usize = 68;

/// The path of SQLite's write-ahead log.
pub fn log_path(dir: &Path) -> PathBuf {
    dir.join(format!("{JOURNAL_FILE}-wal"))
}

/// The error if this directory had a journal and has lost it. It reads plain files only, because SQLite deletes the log
/// of an empty database as soon as it opens it.
pub fn lost(dir: &Path) -> Option<ReadError> {
    let length = |path: PathBuf| fs::metadata(path).map(|found| found.len()).ok();
    let founded = dir.join(MARKER_FILE).exists();
    // Creating a journal writes the first page before the log. So a log without a page is not an interrupted creation.
    let logged = length(log_path(dir)).is_some_and(|bytes| bytes > 0);
    let sign = match (founded, logged) {
        (true, _) => MARKER_FILE.to_string(),
        (false, true) => format!("{JOURNAL_FILE}-wal"),
        (false, false) => return None,
    };
    let what = match length(dir.join(JOURNAL_FILE)) {
        None => "is missing",
        Some(0) => "is empty",
        Some(_) if founded && !has_stamp(&dir.join(JOURNAL_FILE)) => "has no valid header",
        Some(_) => return None,
    };
    Some(ReadError::Lost { what, sign })
}

/// Whether the database file has our application id. A file that cannot be read is left to SQLite, which reports why.
pub fn has_stamp(journal: &Path) -> bool {
    let mut head = Vec::new();
    let Ok(file) = File::open(journal) else { return true };
    if file.take(HEAD_BYTES as u64).read_to_end(&mut head).is_err() {
        return true;
    }
    head.len() == HEAD_BYTES && head[STAMP_AT..STAMP_AT + 4] == APPLICATION_ID.to_be_bytes()
}

/// What tells one journal file from a copy of it, where the system supports that.
#[cfg(unix)]
fn file_number(dir: &Path) -> Option<u64> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(dir.join(JOURNAL_FILE)).map(|found| found.ino()).ok()
}

#[cfg(not(unix))]
fn file_number(_: &Path) -> Option<u64> {
    None
}

fn text(dir: &Path, identity: &Identity) -> String {
    let file = file_number(dir).map_or(String::new(), |number| format!("file {number}\n"));
    format!("{identity}\n{file}")
}

/// Whether the journal is the file that this directory's marker was written for. It is not after the directory was
/// copied or restored, maybe while an agent was writing.
pub fn is_at_home(dir: &Path) -> bool {
    let marked = fs::read_to_string(dir.join(MARKER_FILE)).unwrap_or_default();
    let known = marked.lines().find_map(|line| line.strip_prefix("file "));
    known.is_some() && known == file_number(dir).map(|number| number.to_string()).as_deref()
}

/// Ends the creation of a journal: moves SQLite's log into the main file, then writes the marker file. Does nothing if
/// there is a marker for this file.
pub fn leave(connection: &Connection, dir: &Path, identity: &Identity) -> io::Result<()> {
    let path = dir.join(MARKER_FILE);
    if fs::read_to_string(&path).is_ok_and(|found| found == text(dir, identity)) {
        return Ok(());
    }
    let busy: bool = connection
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))
        .map_err(|error| io::Error::other(error.to_string()))?;
    if busy {
        return Ok(()); // Somebody is reading the journal, so the marker is written at the next start.
    }
    write(dir, identity)
}

/// Writes the marker file of a directory whose journal is complete.
pub fn write(dir: &Path, identity: &Identity) -> io::Result<()> {
    let mut file = File::create(dir.join(MARKER_FILE))?;
    file.write_all(text(dir, identity).as_bytes())?;
    file.sync_all()?;
    // The directory entry of the marker must be durable too, where the system supports that.
    let _ = File::open(dir).and_then(|dir| dir.sync_all());
    Ok(())
}
