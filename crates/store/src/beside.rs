//! Copies of a journal: kept beside it before something is cut off or rewritten, and backups anywhere.
//!
//! A copy is made page by page through SQLite, so that it holds one consistent state even while the journal is
//! written, and damage as it is. It has a temporary name until it is on the disk.

use crate::header::{self, JOURNAL_FILE};
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags, OptionalExtension};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use thiserror::Error;

/// Copies of one kind (`before`, `damaged`, `diverged`) that are kept in a directory. A new one replaces the oldest.
pub const COPIES_MAX: usize = 3;
/// The end of the name of a copy that is not complete. At the next start such a file is deleted.
const UNFINISHED: &str = ".part";
/// The kinds of copies, which are also the beginnings of their names.
const KINDS: [&str; 3] = ["before", "damaged", "diverged"];

/// Why a journal could not be copied. There is no copy then.
#[derive(Debug, Error)]
pub enum CopyError {
    #[error("{file} cannot be written ({error}); make room or choose another place", file = file.display())]
    Io { file: PathBuf, error: io::Error },
    #[error("{file} cannot be written ({error}); make room or choose another place", file = file.display())]
    Sqlite { file: PathBuf, error: rusqlite::Error },
}

/// Opens a database that is one file alone, without a log, for reading. Nothing is written, not even beside it.
pub fn open_alone(file: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let plain = file.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    Connection::open_with_flags(format!("file:{plain}?immutable=1"), flags)
}

/// Makes a rename or a new file in this directory durable, where the system supports that.
pub fn sync_dir(dir: &Path) {
    let _ = File::open(dir).and_then(|dir| dir.sync_all());
}

/// The temporary name of a file that is being written.
pub fn unfinished(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_os_string();
    name.push(UNFINISHED);
    name.into()
}

/// Copies the database to a file, which is complete and durable when this returns, or not there.
pub fn copy(source: &Connection, file: &Path) -> Result<(), CopyError> {
    let part = unfinished(file);
    let io = |error| CopyError::Io { file: file.into(), error };
    let sqlite = |error| CopyError::Sqlite { file: file.into(), error };
    let copied = write_pages(source, &part).map_err(sqlite).and_then(|()| {
        File::open(&part).and_then(|written| written.sync_all()).map_err(io)?;
        fs::rename(&part, file).map_err(io)
    });
    if copied.is_err() {
        let _ = fs::remove_file(&part);
    }
    sync_dir(file.parent().unwrap_or(Path::new(".")));
    copied
}

fn write_pages(source: &Connection, part: &Path) -> rusqlite::Result<()> {
    let _ = fs::remove_file(part); // left by a killed process
    let mut target = Connection::open(part)?;
    // The file is made durable as a whole afterwards, so SQLite need not do it for each page.
    target.pragma_update(None, "journal_mode", "off")?;
    target.pragma_update(None, "synchronous", "off")?;
    let backup = Backup::new(source, &mut target)?;
    while backup.step(-1)? != StepResult::Done {}
    drop(backup);
    target.close().map_err(|(_, error)| error)
}

/// A copy that was kept, and whether it was made now. An interrupted start may have left the same copy.
#[derive(Debug)]
pub struct Copy {
    pub path: PathBuf,
    pub new: bool,
}

impl Copy {
    /// Deletes a copy that turned out not to be needed.
    pub fn take_back(&self) {
        if self.new {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Keeps a copy of the directory's journal as it was last committed, under a name that begins with `stem`.
pub fn keep(dir: &Path, stem: &str) -> Result<Copy, CopyError> {
    let journal = dir.join(JOURNAL_FILE);
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let sqlite = |error| CopyError::Sqlite { file: journal.clone(), error };
    let source = Connection::open_with_flags(&journal, flags).map_err(sqlite)?;
    let numbered = |number: u32| match number {
        1 => dir.join(format!("{stem}.db")),
        number => dir.join(format!("{stem}-{number}.db")),
    };
    for path in (1..).map(numbered) {
        if !path.exists() {
            copy(&source, &path)?;
            forget_oldest(dir, &path);
            return Ok(Copy { path, new: true });
        }
        // A start that was killed after it made its copy finds it again.
        if has_same_end(&source, &path) {
            return Ok(Copy { path, new: false });
        }
    }
    unreachable!("one of endless names is free")
}

/// The last record's seal and the last snapshot's digest: equal in two journals only if both end alike.
fn end(connection: &Connection) -> rusqlite::Result<[Option<Vec<u8>>; 2]> {
    let last = |query: &str| connection.query_row(query, [], |row| row.get::<_, Vec<u8>>(0)).optional();
    Ok([
        last("SELECT seal FROM journal ORDER BY seq DESC LIMIT 1")?,
        last("SELECT digest FROM snapshot ORDER BY seq DESC LIMIT 1")?,
    ])
}

fn has_same_end(source: &Connection, copy: &Path) -> bool {
    let same = || -> rusqlite::Result<bool> {
        let copy = open_alone(copy)?;
        Ok(header::stamps(source)? == header::stamps(&copy)? && end(source)? == end(&copy)?)
    };
    same().unwrap_or(false)
}

/// The copies in a directory whose names begin with `kind`, oldest first.
fn copies(dir: &Path, kind: &str) -> Vec<PathBuf> {
    let is_copy = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(&format!("{kind}-")) && name.ends_with(".db")
    };
    let files = fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> = files.filter(is_copy).collect();
    let age = |path: &PathBuf| fs::metadata(path).and_then(|file| file.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    found.sort_by_key(|path| (age(path), path.clone()));
    found
}

fn forget_oldest(dir: &Path, newest: &Path) {
    let name = newest.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let kind = name.split('-').next().unwrap_or_default();
    let mut others = copies(dir, kind);
    others.retain(|path| path != newest);
    for path in others.iter().rev().skip(COPIES_MAX - 1) {
        let _ = fs::remove_file(path);
    }
}

/// Deletes what a copy left behind that was killed while it was made.
pub fn clear_unfinished(dir: &Path) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let ours = KINDS.iter().any(|kind| name.starts_with(&format!("{kind}-"))) || name.starts_with(JOURNAL_FILE);
        if ours && name.contains(&format!(".db{UNFINISHED}")) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The copies that are kept in a directory.
pub fn kept(dir: &Path) -> Vec<PathBuf> {
    KINDS.iter().flat_map(|kind| copies(dir, kind)).collect()
}
