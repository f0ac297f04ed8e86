//! Which program wrote which stretch of the journal, and how it encoded what it saved.
//!
//! A program replays only records and reads only states of its own encoding. Anything older is upgraded once, at the
//! start, and stays in the journal as history.

use crate::archive::ReadError;
use crate::header;
use rusqlite::{Connection, OptionalExtension, Row, params};

/// Epochs are listed by `stead inspect`; older ones than this many are forgotten, so that their number stays bounded.
pub const EPOCHS_MAX: u64 = 64;
/// The program of a stretch that was written before journals had epochs.
pub const EARLIER_PROGRAM: &str = "an earlier stead";

/// A program as the writer of a journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Epoch {
    /// The layout version of snapshots and inputs.
    pub layout: u32,
    /// The program's name, version and build, for people, and to tell one build from another.
    pub program: String,
    /// How snapshots are encoded (field names, palettes), as bytes that the store does not look into. Empty for
    /// journals from before there were epochs.
    pub shapes: Vec<u8>,
}

impl Epoch {
    /// The epoch of a journal that was written before there were epochs.
    pub fn earlier(layout: u32) -> Epoch {
        Epoch { layout, program: EARLIER_PROGRAM.into(), shapes: Vec::new() }
    }

    /// Whether both programs encode snapshots and inputs in the same way.
    pub fn encodes_like(&self, other: &Epoch) -> bool {
        self.layout == other.layout && self.shapes == other.shapes
    }
}

/// A stretch of the journal that one program wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretch {
    pub number: u64,
    /// The number of the stretch's first record.
    pub first_seq: u64,
    /// The tick at which the stretch begins.
    pub tick: u64,
    pub epoch: Epoch,
}

impl Stretch {
    /// The digest of a stretch. It covers every part, so that a flipped bit is always detected.
    fn digest(&self) -> [u8; 32] {
        let Stretch { number, first_seq, tick, epoch: Epoch { layout, program, shapes } } = self;
        let mut hasher = blake3::Hasher::new();
        for part in [*number, *first_seq, *tick, u64::from(*layout), program.len() as u64, shapes.len() as u64] {
            hasher.update(&part.to_le_bytes());
        }
        hasher.update(program.as_bytes());
        hasher.update(shapes);
        *hasher.finalize().as_bytes()
    }
}

/// Notes that `epoch` writes from record `first_seq` on. A stretch without records of its own is replaced.
pub fn begin(connection: &Connection, epoch: &Epoch, first_seq: u64, tick: u64) -> Result<(), ReadError> {
    connection.execute("DELETE FROM epoch WHERE first_seq >= ?1", [first_seq])?;
    let newest: Option<u64> = connection.query_row("SELECT max(number) FROM epoch", [], |row| row.get(0))?;
    let number = newest.unwrap_or(0) + 1;
    let stretch = Stretch { number, first_seq, tick, epoch: epoch.clone() };
    let Epoch { layout, program, shapes } = epoch;
    let row = params![number, first_seq, tick, layout, program, shapes, stretch.digest()];
    connection.execute("INSERT INTO epoch VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", row)?;
    connection.execute("DELETE FROM epoch WHERE number <= ?1", [number.saturating_sub(EPOCHS_MAX)])?;
    header::put(connection, "layout", &layout.to_string())?;
    header::put(connection, "epoch", &number.to_string())?;
    Ok(header::seal(connection)?)
}

/// Makes `epoch` the writer from record `first_seq` on, unless it is already. Returns the program that was it before.
pub fn go_on(connection: &Connection, epoch: &Epoch, first_seq: u64, tick: u64) -> Result<Option<String>, ReadError> {
    connection.execute("DELETE FROM epoch WHERE first_seq > ?1", [first_seq])?;
    let known = all(connection)?.pop();
    match known {
        Some(Stretch { number, epoch: known, .. }) if known == *epoch => {
            header::put(connection, "epoch", &number.to_string())?;
            header::seal(connection)?;
            Ok(None)
        }
        known => {
            begin(connection, epoch, first_seq, tick)?;
            Ok(known.map(|known| known.epoch.program))
        }
    }
}

const COLUMNS: &str = "SELECT number, first_seq, tick, layout, program, shapes, digest FROM epoch";

fn read(row: &Row<'_>) -> rusqlite::Result<(Stretch, Vec<u8>)> {
    let epoch = Epoch { layout: row.get(3)?, program: row.get(4)?, shapes: row.get(5)? };
    Ok((Stretch { number: row.get(0)?, first_seq: row.get(1)?, tick: row.get(2)?, epoch }, row.get(6)?))
}

fn verified((stretch, digest): (Stretch, Vec<u8>)) -> Result<Stretch, ReadError> {
    if stretch.digest() == digest.as_slice() { Ok(stretch) } else { Err(ReadError::BadEpoch) }
}

/// A value that is there but cannot be read as what it should be is damaged like one with a wrong digest.
fn unreadable(error: rusqlite::Error) -> ReadError {
    match error {
        rusqlite::Error::SqliteFailure(..) => ReadError::Sqlite(error),
        _ => ReadError::BadEpoch,
    }
}

/// All stretches that are known, oldest first.
pub fn all(connection: &Connection) -> Result<Vec<Stretch>, ReadError> {
    let mut statement = connection.prepare_cached(&format!("{COLUMNS} ORDER BY number"))?;
    let rows: Vec<_> = statement.query_map([], read)?.collect::<Result<_, _>>().map_err(unreadable)?;
    rows.into_iter().map(verified).collect()
}

/// The stretch that is being written. The header knows its number, so that a lost row is not mistaken for an older
/// stretch.
pub fn newest(connection: &Connection) -> Result<Stretch, ReadError> {
    let query = format!("{COLUMNS} ORDER BY number DESC LIMIT 1");
    let row = connection.query_row(&query, [], read).optional().map_err(unreadable)?;
    let stretch = verified(row.ok_or(ReadError::BadEpoch)?)?;
    let known = header::get(connection, "epoch")?;
    if known == Some(stretch.number.to_string()) { Ok(stretch) } else { Err(ReadError::BadEpoch) }
}
