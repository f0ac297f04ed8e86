//! Puts a backup into an empty directory, after it was checked.

use crate::archive::{Archive, ReadError};
use crate::beside::{sync_dir, unfinished};
use crate::header::JOURNAL_FILE;
use crate::identity::Identity;
use crate::marker;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a backup was not restored. The directory is as it was.
#[derive(Debug, Error)]
pub enum RestoreError {
    #[error("{}: is not empty; choose a new directory, so that no life is overwritten", .0.display())]
    NotEmpty(PathBuf),
    #[error("{file}: {error}. Nothing was restored; {way_out}", file = file.display(), way_out = way_out(error))]
    Damaged { file: PathBuf, error: ReadError },
    #[error(
        "{file}: there is a log beside it, so the file is not all of the journal; make a backup of its directory with \
         `stead backup`, and restore that",
        file = .0.display()
    )]
    NotAlone(PathBuf),
    #[error("{path}: {error}", path = path.display())]
    Io { path: PathBuf, error: io::Error },
}

fn way_out(error: &ReadError) -> &'static str {
    match error {
        ReadError::OtherFormat { .. } => "copy it as journal.db into an empty directory for that program",
        _ => "use another backup",
    }
}

/// Restores a backup into a directory that is empty or not there. `check` looks at the journal before it is placed.
pub fn restore(
    file: &Path,
    dir: &Path,
    check: impl FnOnce(&Archive) -> Result<(), String>,
) -> Result<Identity, RestoreError> {
    let io = |path: &Path| {
        let path = path.to_path_buf();
        move |error| RestoreError::Io { path, error }
    };
    if fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(RestoreError::NotEmpty(dir.into()));
    }
    File::open(file).map_err(io(file))?;
    let mut log = file.as_os_str().to_os_string();
    log.push("-wal");
    if fs::metadata(&log).is_ok_and(|found| found.len() > 0) {
        return Err(RestoreError::NotAlone(file.into()));
    }
    let identity = whole(file, check).map_err(|error| RestoreError::Damaged { file: file.into(), error })?;
    fs::create_dir_all(dir).map_err(io(dir))?;
    let journal = dir.join(JOURNAL_FILE);
    let part = unfinished(&journal);
    let placed = fs::copy(file, &part)
        .and_then(|_| File::options().write(true).open(&part)?.sync_all())
        .and_then(|()| fs::rename(&part, &journal));
    if let Err(error) = placed {
        let _ = fs::remove_file(&part);
        return Err(RestoreError::Io { path: journal, error });
    }
    sync_dir(dir);
    // Written by the next start if not here: a journal without a marker is complete.
    let _ = marker::write(dir, &identity);
    Ok(identity)
}

fn whole(file: &Path, check: impl FnOnce(&Archive) -> Result<(), String>) -> Result<Identity, ReadError> {
    let archive = Archive::open_file(file)?;
    archive.check_structure()?;
    archive.newest_epoch()?;
    check(&archive).map_err(ReadError::Broken)?;
    archive.identity()
}
