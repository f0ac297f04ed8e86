//! This program as the writer of a journal: its layout, its build, and how it encodes what it saves.

use crate::LAYOUT;
use std::fs::File;
use std::io::Read;
use std::sync::OnceLock;
use store::{Epoch, Kept, Upgraded};

/// Hexadecimal digits of the executable's digest that name a build.
const BUILD_DIGITS: usize = 8;
/// The executable is read in pieces of this size: large enough for the digest's parallel instructions.
const CHUNK_BYTES: usize = 1 << 16;

/// This program without a description of what it saves, for tests. [`upgrade`] takes over only lives of the same
/// layout.
pub fn current() -> Epoch {
    described(b"not described".to_vec())
}

/// This program, with the description of what it saves.
pub fn described(shapes: Vec<u8>) -> Epoch {
    Epoch { layout: LAYOUT, program: program().into(), shapes }
}

/// The program's version and build, such as `stead 0.1.0 (build 1a2b3c4d)`. Two builds that differ in anything have
/// different names.
pub fn program() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let version = env!("CARGO_PKG_VERSION");
        match build() {
            Ok(build) => format!("stead {version} (build {build})"),
            Err(_) => format!("stead {version} (unknown build)"),
        }
    })
}

fn build() -> std::io::Result<String> {
    let mut program = File::open(std::env::current_exe()?)?;
    let (mut hasher, mut chunk) = (blake3::Hasher::new(), vec![0; CHUNK_BYTES]);
    loop {
        match program.read(&mut chunk)? {
            0 => break,
            read => hasher.update(&chunk[..read]),
        };
    }
    Ok(hasher.finalize().to_hex()[..BUILD_DIGITS].into())
}

/// Takes over a saved state whose encoding is this program's, and no other.
pub fn upgrade(from: &Epoch, kept: &Kept) -> Result<Upgraded, String> {
    if from.layout == LAYOUT {
        // Only the journal's format is older.
        return Ok(Upgraded { state: kept.state.clone(), losses: Vec::new() });
    }
    Err(format!("an older version of stead (layout {}; this one reads only layout {LAYOUT})", from.layout))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_is_named_by_the_digest_of_its_executable() {
        let program = program();
        let build = program.split("(build ").nth(1).expect(program);
        assert!(build.trim_end_matches(')').chars().all(|digit| digit.is_ascii_hexdigit()), "{program}");
        assert_eq!((build.len(), current().program.as_str()), (BUILD_DIGITS + 1, program));
    }
}
