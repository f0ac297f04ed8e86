//! Looks at SQLite's write-ahead log before SQLite does, to say what an interrupted write left behind.
//!
//! SQLite drops an unfinished transaction at the end of the log without a word. Nothing is lost by that (an unfinished
//! write was never promised), but people want to be told. Format: <https://www.sqlite.org/fileformat2.html#walformat>.

use std::fs;
use std::path::Path;

const HEADER_BYTES: usize = 32;
const FRAME_HEADER_BYTES: usize = 24;
/// The log's magic number; the lowest bit tells that checksums read words in big-endian order.
const MAGIC: u32 = 0x377f_0682;

/// Bytes after the last finished transaction that belong to an unfinished one; 0 for a log that ends well.
pub fn torn_bytes(wal: &Path) -> u64 {
    fs::read(wal).map_or(0, |bytes| torn_in(&bytes))
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn torn_in(bytes: &[u8]) -> u64 {
    if bytes.len() < HEADER_BYTES {
        return bytes.len() as u64;
    }
    let magic = word(bytes, 0);
    if magic & !1 != MAGIC {
        return 0; // No log of SQLite's at all: SQLite itself will say so.
    }
    let big_endian = magic & 1 == 1;
    let frame_bytes = FRAME_HEADER_BYTES + word(bytes, 8) as usize;
    let salt = &bytes[16..24];
    let mut sum = checksum(&bytes[..24], (0, 0), big_endian);
    let (mut finished, mut of_this_log) = (HEADER_BYTES, HEADER_BYTES);
    let mut rest = &bytes[HEADER_BYTES..];
    let mut whole = true;
    while !rest.is_empty() {
        // Frames with another salt are left over from before the log was last begun anew.
        if rest.len() < FRAME_HEADER_BYTES || &rest[8..16] != salt {
            of_this_log += if rest.len() < FRAME_HEADER_BYTES { rest.len() } else { 0 };
            break;
        }
        if rest.len() < frame_bytes {
            of_this_log += rest.len();
            break;
        }
        let (frame, next) = rest.split_at(frame_bytes);
        of_this_log += frame_bytes;
        sum = checksum(&frame[..8], sum, big_endian);
        sum = checksum(&frame[FRAME_HEADER_BYTES..], sum, big_endian);
        whole &= (word(frame, 16), word(frame, 20)) == sum;
        if whole && word(frame, 4) != 0 {
            finished = of_this_log;
        }
        rest = next;
    }
    (of_this_log - finished) as u64
}

/// SQLite's checksum over pairs of words.
fn checksum(bytes: &[u8], (mut a, mut b): (u32, u32), big_endian: bool) -> (u32, u32) {
    let read = if big_endian { u32::from_be_bytes } else { u32::from_le_bytes };
    for pair in bytes.chunks_exact(8) {
        let (x, y) = (read([pair[0], pair[1], pair[2], pair[3]]), read([pair[4], pair[5], pair[6], pair[7]]));
        a = a.wrapping_add(x).wrapping_add(b);
        b = b.wrapping_add(y).wrapping_add(a);
    }
    (a, b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rusqlite::Connection;

    /// A log with three finished transactions, as a killed process leaves it.
    fn log() -> Vec<u8> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.db");
        let connection = Connection::open(&path).unwrap();
        connection.pragma_update(None, "journal_mode", "wal").unwrap();
        for text in ["CREATE TABLE t (x)", "INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (2)"] {
            connection.execute(text, []).unwrap();
        }
        fs::read(dir.path().join("t.db-wal")).unwrap()
    }

    #[test]
    fn a_log_that_ends_well_is_not_torn_and_a_cut_one_is() {
        let log = log();
        let frame = FRAME_HEADER_BYTES + 4096;
        assert_eq!(torn_in(&log), 0);
        assert_eq!(torn_in(&[]), 0);
        assert_eq!(torn_in(&log[..log.len() - frame]), 0, "a cut between transactions is no tear");
        assert_eq!(torn_in(&log[..log.len() - 100]), (frame - 100) as u64);
        assert_eq!(torn_in(&log[..log.len() - frame + 10]), 10);
        let mut flipped = log.clone();
        *flipped.last_mut().unwrap() ^= 1;
        assert_eq!(torn_in(&flipped), frame as u64);
    }

    proptest! {
        #[test]
        fn any_bytes_are_looked_at_without_panic(mut bytes in prop::collection::vec(any::<u8>(), 0..200), magic in any::<bool>()) {
            if magic && bytes.len() >= 4 {
                bytes[..4].copy_from_slice(&MAGIC.to_be_bytes());
            }
            prop_assert!(torn_in(&bytes) <= bytes.len() as u64);
        }
    }
}
