//! Steps from one format to the next, one file each. A step runs inside the opening transaction: all of them or none.

mod to_2_segments;

use rusqlite::Connection;

/// Brings a file from format `from` to the newest.
pub fn run(connection: &Connection, from: i32) -> rusqlite::Result<()> {
    if from < 2 {
        to_2_segments::step(connection)?;
    }
    Ok(())
}
