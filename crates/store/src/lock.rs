//! One process at a time per data directory: an advisory file lock, which the system releases however the process ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The lock file of a data directory. It also contains the process id of its holder, for error messages.
pub const LOCK_FILE: &str = "stead.lock";

#[derive(Debug, Error)]
pub enum LockError {
    #[error(
        "{dir}: in use by {holder}; stop it first, or choose another directory with --data",
        dir = dir.display(),
        holder = pid.map_or("another process".into(), |pid| format!("process {pid}"))
    )]
    Held { dir: PathBuf, pid: Option<u32> },
    #[error("{file}: cannot be locked ({error}); the data directory must be writable and on a local disk", file = file.display())]
    Io { file: PathBuf, error: io::Error },
}

/// The lock on a data directory. It is held until dropped or until the process ends.
#[derive(Debug)]
pub struct DirLock(#[expect(dead_code, reason = "held open, never read")] File);

impl DirLock {
    pub fn take(dir: &Path) -> Result<DirLock, LockError> {
        let path = dir.join(LOCK_FILE);
        let failed = |error| LockError::Io { file: path.clone(), error };
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut text = String::new();
                let pid = file.read_to_string(&mut text).ok().and_then(|_| text.trim().parse().ok());
                return Err(LockError::Held { dir: dir.into(), pid });
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        // The process id is only for error messages: if the disk is full, the lock must still work without it.
        let _ = file.set_len(0).and_then(|()| file.rewind()).and_then(|()| writeln!(file, "{}", std::process::id()));
        Ok(DirLock(file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_holder_is_refused_and_told_who_holds_it() {
        let dir = tempfile::tempdir().unwrap();
        let first = DirLock::take(dir.path()).unwrap();
        let refused = DirLock::take(dir.path()).unwrap_err().to_string();
        assert!(refused.contains(&format!("process {}", std::process::id())), "{refused}");
        drop(first);
        DirLock::take(dir.path()).unwrap();
    }
}
