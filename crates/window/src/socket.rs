//! The socket file: made so that nobody but its owner could ever open it, and removed when the window closes.

use std::fs::{self, DirBuilder, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, PermissionsExt};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The name of the socket file in the data directory.
pub const SOCKET_FILE: &str = "stead.sock";
/// Longest path of a Unix socket in bytes: the system's address has 108 bytes on Linux and 104 elsewhere, with a
/// zero at its end.
pub const SOCKET_PATH_BYTES_MAX: usize = if cfg!(target_os = "linux") { 107 } else { 103 };
/// The directory in which the socket is made before it is moved to its place; only its owner can enter it. Its
/// path is no longer than the final one.
const WORKSHOP: &str = ".sock";

#[derive(Debug, Error)]
pub enum SocketError {
    #[error(
        "the path {path} has {length} bytes, and that of a Unix socket at most {SOCKET_PATH_BYTES_MAX}; use a data directory \
         with a shorter path, or start in it with --data .",
        path = path.display()
    )]
    TooLong { path: PathBuf, length: usize },
    #[error("{path} is not a socket; move it away", path = path.display())]
    Occupied { path: PathBuf },
    #[error("{path}: {error}; the data directory must be writable and on a local disk", path = path.display())]
    Io { path: PathBuf, error: io::Error },
}

/// The path of the socket of a data directory.
pub fn socket_path(dir: &Path) -> Result<PathBuf, SocketError> {
    let path = dir.join(SOCKET_FILE);
    let length = path.as_os_str().len();
    if length > SOCKET_PATH_BYTES_MAX {
        return Err(SocketError::TooLong { path, length });
    }
    Ok(path)
}

/// The file of a listening socket; it is removed on drop.
#[derive(Debug)]
pub struct SocketFile(PathBuf);

impl SocketFile {
    /// Makes the socket of a data directory that this process has locked. An existing socket was left by a killed
    /// process and is replaced.
    pub fn create(dir: &Path) -> Result<(SocketFile, UnixListener), SocketError> {
        let path = socket_path(dir)?;
        match fs::symlink_metadata(&path) {
            Ok(there) if !there.file_type().is_socket() => return Err(SocketError::Occupied { path }),
            _ => {}
        }
        match bind(dir, &path) {
            Ok(listener) => Ok((SocketFile(path), listener)),
            Err(error) => Err(SocketError::Io { path, error }),
        }
    }
}

/// Binds the socket. A new socket gets its mode from the umask, so it is made in a private directory, gets its
/// mode there, and is then moved to its place, which also replaces a stale one.
fn bind(dir: &Path, path: &Path) -> io::Result<UnixListener> {
    let workshop = dir.join(WORKSHOP);
    remove_workshop(&workshop)?; // of a process that was killed in here
    DirBuilder::new().mode(0o700).create(&workshop)?;
    let made = workshop.join("s");
    let listener = UnixListener::bind(&made)?;
    fs::set_permissions(&made, Permissions::from_mode(0o600))?;
    fs::rename(&made, path)?;
    fs::remove_dir(&workshop)?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

fn remove_workshop(workshop: &Path) -> io::Result<()> {
    match fs::remove_dir_all(workshop) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0); // the next run replaces one that stays
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::net::UnixStream;

    #[test]
    fn only_the_owner_can_open_the_socket_and_closing_removes_it() {
        let dir = tempfile::tempdir().unwrap();
        let (file, _listener) = SocketFile::create(dir.path()).unwrap();
        let path = dir.path().join(SOCKET_FILE);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(UnixStream::connect(&path).is_ok());
        drop(file);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "nothing is left over");
    }

    #[test]
    fn a_stale_socket_and_a_half_made_one_are_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(SOCKET_FILE);
        drop(UnixListener::bind(&path).unwrap()); // the file stays, as after a kill
        assert!(UnixStream::connect(&path).is_err());
        fs::create_dir(dir.path().join(WORKSHOP)).unwrap();
        drop(UnixListener::bind(dir.path().join(WORKSHOP).join("s")).unwrap());
        let (_file, _listener) = SocketFile::create(dir.path()).unwrap();
        assert!(UnixStream::connect(&path).is_ok());
    }

    #[test]
    fn a_file_of_that_name_is_kept_and_named() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(SOCKET_FILE), "mine").unwrap();
        let said = SocketFile::create(dir.path()).unwrap_err().to_string();
        assert!(said.ends_with("stead.sock is not a socket; move it away"), "{said}");
        assert_eq!(fs::read_to_string(dir.path().join(SOCKET_FILE)).unwrap(), "mine");
    }

    #[test]
    fn a_path_of_the_longest_length_is_bound_and_one_byte_more_is_refused_with_the_way_out() {
        let dir = tempfile::tempdir().unwrap();
        let room = SOCKET_PATH_BYTES_MAX - dir.path().as_os_str().len() - 2 - SOCKET_FILE.len();
        for (more, fits) in [(0, true), (1, false)] {
            let deep = dir.path().join("d".repeat(room + more));
            fs::create_dir(&deep).unwrap();
            match SocketFile::create(&deep) {
                Ok(_) => assert!(fits),
                Err(error) => {
                    let said = error.to_string();
                    assert!(!fits && said.contains("at most 107") && said.contains("shorter"), "{said}");
                }
            }
        }
    }
}
