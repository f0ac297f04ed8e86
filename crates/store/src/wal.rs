//! Reads SQLite's write-ahead log before SQLite does, to find out what an interrupted write left behind.
//!
//! SQLite silently drops an unfinished transaction at the end of the log. That loses nothing, because `append` had not
//! returned, but it is reported. SQLite also drops everything after a damaged frame. That would lose finished writes, so it is
//! told apart here. Format: <https://www.sqlite.org/fileformat2.html#walformat>.

const HEADER_BYTES: usize = 32;
const FRAME_HEADER_BYTES: usize = 24;
/// The magic number of SQLite's write-ahead log. The lowest bit means that checksums use big-endian words.
const MAGIC: u32 = 0x377f_0682;

/// The state of SQLite's write-ahead log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Log {
    /// The log ends with this many bytes of an unfinished transaction; 0 when it ends cleanly.
    Torn { bytes: u64 },
    /// The log cannot be read from this byte on, although later transactions follow.
    Damaged { at: u64 },
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// What all frames of SQLite's log share: its salt, and the byte order of its checksums.
struct Frames<'a> {
    salt: &'a [u8],
    big_endian: bool,
}

impl Frames<'_> {
    /// Whether the frame belongs to this log. Frames with another salt are left over from before the log was restarted.
    fn own(&self, frame: &[u8]) -> bool {
        frame.len() >= FRAME_HEADER_BYTES && &frame[8..16] == self.salt
    }

    /// The correct checksum of a log frame that follows one with checksum `before`.
    fn sum(&self, frame: &[u8], before: (u32, u32)) -> (u32, u32) {
        let sum = checksum(&frame[..8], before, self.big_endian);
        checksum(&frame[FRAME_HEADER_BYTES..], sum, self.big_endian)
    }

    fn fits(&self, frame: &[u8], before: (u32, u32)) -> bool {
        self.own(frame) && self.sum(frame, before) == sum_of(frame)
    }
}

/// The checksum stored in a log frame.
fn sum_of(frame: &[u8]) -> (u32, u32) {
    (word(frame, 16), word(frame, 20))
}

fn ends_transaction(frame: &[u8]) -> bool {
    word(frame, 4) != 0
}

pub fn look(bytes: &[u8]) -> Log {
    // An SQLite log that holds only zeros was extended and never written to.
    if bytes.len() < HEADER_BYTES || bytes.iter().all(|byte| *byte == 0) {
        return Log::Torn { bytes: bytes.len() as u64 };
    }
    let (magic, big_endian) = (word(bytes, 0), word(bytes, 0) & 1 == 1);
    let mut sum = checksum(&bytes[..24], (0, 0), big_endian);
    if magic & !1 != MAGIC || sum != (word(bytes, 24), word(bytes, 28)) {
        return Log::Damaged { at: 0 };
    }
    let frames = Frames { salt: &bytes[16..24], big_endian };
    let frame_bytes = FRAME_HEADER_BYTES + word(bytes, 8) as usize;
    let (mut readable, mut finished) = (HEADER_BYTES, HEADER_BYTES);
    for frame in bytes[HEADER_BYTES..].chunks_exact(frame_bytes) {
        if !frames.fits(frame, sum) {
            break;
        }
        sum = sum_of(frame);
        readable += frame_bytes;
        if ends_transaction(frame) {
            finished = readable;
        }
    }
    let rest = &bytes[readable..];
    if begins_another_transaction(&frames, rest, frame_bytes, sum) {
        return Log::Damaged { at: readable as u64 };
    }
    let mut end = readable;
    for (at, frame) in (readable..).step_by(frame_bytes).zip(rest.chunks(frame_bytes)) {
        let cut_short = frame.len() < FRAME_HEADER_BYTES && end == at;
        if frames.own(frame) || cut_short {
            end = at + frame.len();
        }
    }
    Log::Torn { bytes: (end - finished) as u64 }
}

/// Whether `rest` starts in one transaction and contains valid log frames of a later one. SQLite makes a transaction
/// durable before it writes the next one, so then the first frame was valid once and is damaged. Frames of the same
/// transaction prove nothing: a power cut may leave any of them unwritten.
fn begins_another_transaction(frames: &Frames<'_>, rest: &[u8], frame_bytes: usize, sum: (u32, u32)) -> bool {
    // If only the stored salt or checksum of the first log frame is damaged, the next frame matches the checksum that
    // the first one should have.
    if let (Some(first), Some(next)) = (rest.get(..frame_bytes), rest.get(frame_bytes..2 * frame_bytes))
        && ends_transaction(first)
        && frames.fits(next, frames.sum(first, sum))
    {
        return true;
    }
    let mut over = false;
    let mut before: Option<&[u8]> = None;
    for frame in rest.chunks_exact(frame_bytes) {
        if over && before.is_some_and(|before| frames.fits(frame, sum_of(before))) {
            return true;
        }
        over |= frames.own(frame) && ends_transaction(frame);
        before = Some(frame);
    }
    false
}

/// SQLite's checksum, over pairs of words.
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
    use std::fs;

    /// A log with three finished transactions, as a killed process leaves it behind.
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

    const FRAME: usize = FRAME_HEADER_BYTES + 4096;

    fn torn(bytes: usize) -> Log {
        Log::Torn { bytes: bytes as u64 }
    }

    fn flipped(log: &[u8], at: usize) -> Vec<u8> {
        let mut flipped = log.to_vec();
        flipped[at] ^= 1;
        flipped
    }

    #[test]
    fn a_complete_log_is_not_torn_and_a_truncated_one_is() {
        let log = log();
        assert_eq!(look(&log), torn(0));
        assert_eq!(look(&[]), torn(0));
        assert_eq!(look(&[0; 5_000]), torn(5_000));
        assert_eq!(look(&log[..20]), torn(20));
        assert_eq!(look(&log[..log.len() - FRAME]), torn(0), "a log that ends between two transactions is complete");
        assert_eq!(look(&log[..log.len() - 100]), torn(FRAME - 100));
        assert_eq!(look(&log[..log.len() - FRAME + 10]), torn(10));
        assert_eq!(look(&flipped(&log, log.len() - 1)), torn(FRAME));
    }

    #[test]
    fn a_flipped_byte_before_later_transactions_is_damage_wherever_in_the_frame_it_is() {
        let log = log();
        let frames = (log.len() - HEADER_BYTES) / FRAME;
        assert_eq!(frames, 4, "two for the table, one for each row");
        for frame in 0..frames - 1 {
            let at = HEADER_BYTES + frame * FRAME;
            // Damage in the page number, the salt, the checksum, and the first and last byte of the page.
            for byte in [0, 8, 16, 20, FRAME_HEADER_BYTES, FRAME - 1] {
                let found = look(&flipped(&log, at + byte));
                assert_eq!(found, Log::Damaged { at: at as u64 }, "frame {frame}, byte {byte}");
            }
        }
        for byte in 0..HEADER_BYTES {
            assert_eq!(look(&flipped(&log, byte)), Log::Damaged { at: 0 }, "header byte {byte}");
        }
    }

    #[test]
    fn missing_frames_of_the_last_transaction_count_as_an_interrupted_write() {
        let log = log();
        let table_only = &log[..HEADER_BYTES + 2 * FRAME];
        assert_eq!(look(&flipped(table_only, HEADER_BYTES + 100)), torn(2 * FRAME));
    }

    proptest! {
        #[test]
        fn no_bytes_make_the_reader_panic(mut bytes in prop::collection::vec(any::<u8>(), 0..200), magic in any::<bool>()) {
            if magic && bytes.len() >= HEADER_BYTES {
                bytes[..4].copy_from_slice(&MAGIC.to_be_bytes());
                let sum = checksum(&bytes[..24], (0, 0), false);
                bytes[24..28].copy_from_slice(&sum.0.to_be_bytes());
                bytes[28..32].copy_from_slice(&sum.1.to_be_bytes());
            }
            if let Log::Torn { bytes: torn } = look(&bytes) {
                prop_assert!(torn <= bytes.len() as u64);
            }
        }
    }
}
