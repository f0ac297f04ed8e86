//! Bounds the size of the journal: it consists of segments, each starting at an anchor snapshot, and the oldest segment is
//! deleted first.

use rusqlite::{Connection, OptionalExtension, params};

/// Bytes of inputs kept in the journal by default: 40 to 80 game days, or about one day of real time. Nobody replays
/// more.
pub const JOURNAL_BYTES_MAX: u64 = 256 << 20;
/// Into how many segments the journal is divided. With more segments less is deleted at a time, but more old snapshots
/// are kept.
pub const SEGMENTS_MAX: u64 = 8;

/// How much of the journal is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub journal_bytes_max: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { journal_bytes_max: JOURNAL_BYTES_MAX }
    }
}

impl Limits {
    fn segment_bytes(self) -> u64 {
        (self.journal_bytes_max / SEGMENTS_MAX).max(1)
    }

    /// Whether a snapshot after `bytes` of journal starts a new segment of the journal.
    pub fn begins_segment(self, newest_anchor_bytes: Option<u64>, bytes: u64) -> bool {
        newest_anchor_bytes.is_none_or(|before| bytes.saturating_sub(before) >= self.segment_bytes())
    }
}

/// How many bytes of journal come before the newest anchor snapshot (one that starts a segment).
pub fn newest_anchor_bytes(connection: &Connection) -> rusqlite::Result<Option<u64>> {
    let query = "SELECT bytes_before FROM snapshot WHERE anchor = 1 ORDER BY seq DESC LIMIT 1";
    connection.query_row(query, [], |row| row.get(0)).optional()
}

/// Deletes superseded snapshots and, as long as more than the limit is kept, the oldest segment of the journal. `bytes`
/// is the size of the journal.
pub fn forget(connection: &Connection, limits: Limits, bytes: u64) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM snapshot WHERE anchor = 0 AND seq < (SELECT max(seq) FROM snapshot)", [])?;
    loop {
        let mut anchors = connection
            .prepare_cached("SELECT seq, bytes_before FROM snapshot WHERE anchor = 1 ORDER BY seq LIMIT 2")?;
        let oldest: Vec<(u64, u64)> =
            anchors.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
        let [(first, before), (second, _)] = oldest[..] else { return Ok(()) };
        if bytes.saturating_sub(before) <= limits.journal_bytes_max {
            return Ok(());
        }
        connection.execute("DELETE FROM journal WHERE seq <= ?1", params![second])?;
        connection.execute("DELETE FROM snapshot WHERE seq = ?1", params![first])?;
    }
}
