//! Format 1 to 2: each snapshot records whether it starts a segment and how many journal bytes came before it.
//!
//! Format 1 never deleted anything, so its oldest snapshot becomes the anchor of the only segment.

use rusqlite::Connection;

pub fn step(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "ALTER TABLE snapshot ADD COLUMN anchor INTEGER NOT NULL DEFAULT 0;
         ALTER TABLE snapshot ADD COLUMN bytes_before INTEGER NOT NULL DEFAULT 0;
         UPDATE snapshot SET anchor = 1 WHERE seq = (SELECT min(seq) FROM snapshot);
         UPDATE snapshot SET bytes_before =
             (SELECT coalesce(sum(length(input)), 0) FROM journal WHERE journal.seq <= snapshot.seq);
         PRAGMA user_version = 2;",
    )
}
