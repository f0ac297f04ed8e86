//! Format changes, one file each. They all run in the transaction that opens the file: all of them or none.

mod to_2_segments;

use rusqlite::Connection;

/// Migrates a journal from format `from` to the newest.
pub fn run(connection: &Connection, from: i32) -> rusqlite::Result<()> {
    if from < 2 {
        to_2_segments::step(connection)?;
    }
    Ok(())
}
