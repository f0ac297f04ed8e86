//! Format 2 to 3: a record has one digest for what the mind did and one for what it told, the journal knows which
//! program wrote which stretch, and digests cover everything.
//!
//! Records of format 2 have one digest over all effects. No program that reads format 3 replays them, so that digest
//! becomes the one of what was done, and the other stays empty, which leaves every seal valid.

use crate::archive::ReadError;
use crate::epoch::{self, Epoch};
use crate::header::{self, EPOCH_TABLE};
use crate::record::Seal;
use crate::snapshot::{Kept, State, digest_of_format_2};
use rusqlite::{Connection, params};

pub fn step(connection: &Connection) -> Result<(), ReadError> {
    let identity = header::identity(connection)?.ok_or(ReadError::BadHead)?;
    connection.execute_batch(
        "ALTER TABLE journal RENAME COLUMN effects TO did;
         ALTER TABLE journal ADD COLUMN told BLOB NOT NULL DEFAULT x'';",
    )?;
    connection.execute_batch(EPOCH_TABLE)?;
    let first = "SELECT coalesce(min(seq), 1), coalesce(min(tick), 0) FROM journal";
    let (first_seq, tick) = connection.query_row(first, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    epoch::begin(connection, &Epoch::earlier(identity.layout), first_seq, tick)?;
    let mut snapshots = connection.prepare("SELECT seq FROM snapshot")?;
    let snapshots: Vec<i64> = snapshots.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for seq in snapshots {
        seal_snapshot(connection, seq)?;
    }
    Ok(connection.pragma_update(None, "user_version", 3)?)
}

/// Gives a whole snapshot its new digest. A damaged one keeps a digest that does not match, and stays damaged.
fn seal_snapshot(connection: &Connection, seq: i64) -> Result<(), ReadError> {
    let query = "SELECT seq, tick, seal, mind, world, chronicle, anchor, bytes_before, digest FROM snapshot
         WHERE seq = ?1";
    let row = connection.query_row(query, [seq], |row| {
        let seal: Vec<u8> = row.get(2)?;
        let state = State { mind: row.get(3)?, world: row.get(4)?, chronicle: row.get(5)? };
        let seal = Seal(seal.try_into().unwrap_or_default());
        let (anchor, bytes_before) = (row.get(6)?, row.get(7)?);
        let kept = Kept { seq: row.get(0)?, tick: row.get(1)?, seal, state, anchor, bytes_before };
        Ok((kept, row.get::<_, Vec<u8>>(8)?))
    });
    let Ok((kept, digest)) = row else { return Ok(()) };
    if digest_of_format_2(&kept).0 == *digest {
        let update = "UPDATE snapshot SET digest = ?2 WHERE seq = ?1";
        connection.execute(update, params![seq, kept.digest().0])?;
    }
    Ok(())
}
