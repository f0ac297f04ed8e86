//! Format changes, one file each. They all run in the transaction that opens the file: all of them or none.

mod to_2_segments;
mod to_3_epochs;

use crate::archive::ReadError;
use rusqlite::Connection;

/// Migrates a journal from format `from` to the newest.
pub fn run(connection: &Connection, from: i32) -> Result<(), ReadError> {
    if from < 2 {
        to_2_segments::step(connection)?;
    }
    if from < 3 {
        to_3_epochs::step(connection)?;
    }
    Ok(())
}
