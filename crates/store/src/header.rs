//! The file's header: its identity, its format, and the tables of the newest format.

use crate::identity::Identity;
use rusqlite::{Connection, OptionalExtension};

/// The main database file of the journal. SQLite keeps its log beside it.
pub const JOURNAL_FILE: &str = "journal.db";
/// The application id in SQLite's header, by which a journal differs from any other database: "STED".
pub const APPLICATION_ID: i32 = 0x5354_4544;
/// The newest journal format, also stored in SQLite's header. Each format change has a file in `migrations/`.
pub const FORMAT_VERSION: i32 = 3;
/// The first format whose header has a digest over its rows.
const SEALED_SINCE: i32 = 3;

/// The table of epochs, which format 3 brought.
pub const EPOCH_TABLE: &str = "
    CREATE TABLE epoch (
        number INTEGER PRIMARY KEY, first_seq INTEGER NOT NULL, tick INTEGER NOT NULL,
        layout INTEGER NOT NULL, program TEXT NOT NULL, shapes BLOB NOT NULL, digest BLOB NOT NULL
    ) STRICT;
";

const TABLES: &str = "
    CREATE TABLE header (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE journal (
        seq INTEGER PRIMARY KEY, tick INTEGER NOT NULL,
        input BLOB NOT NULL, did BLOB NOT NULL, seal BLOB NOT NULL, told BLOB NOT NULL
    ) STRICT;
    CREATE TABLE snapshot (
        seq INTEGER PRIMARY KEY, tick INTEGER NOT NULL, seal BLOB NOT NULL,
        mind BLOB NOT NULL, world BLOB, chronicle BLOB NOT NULL, digest BLOB NOT NULL,
        anchor INTEGER NOT NULL DEFAULT 0, bytes_before INTEGER NOT NULL DEFAULT 0
    ) STRICT;
";

/// Writes the tables and the header of a new journal. The caller's transaction makes this all or nothing.
pub fn create(connection: &Connection, identity: &Identity) -> rusqlite::Result<()> {
    connection.execute_batch(TABLES)?;
    connection.execute_batch(EPOCH_TABLE)?;
    let Identity { world, seed, game, layout } = identity;
    for (key, value) in [("world", world), ("seed", &seed.to_string()), ("game", game), ("layout", &layout.to_string())]
    {
        put(connection, key, value)?;
    }
    seal(connection)?;
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    connection.pragma_update(None, "user_version", FORMAT_VERSION)
}

/// The application id and the format version of a database file.
pub fn stamps(connection: &Connection) -> rusqlite::Result<(i32, i32)> {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get(0));
    Ok((pragma("application_id")?, pragma("user_version")?))
}

pub fn get(connection: &Connection, key: &str) -> rusqlite::Result<Option<String>> {
    connection.query_row("SELECT value FROM header WHERE key = ?1", [key], |row| row.get(0)).optional()
}

/// Writes one row of the header; [`seal`] must follow in the same transaction.
pub fn put(connection: &Connection, key: &str, value: &str) -> rusqlite::Result<()> {
    connection.execute("INSERT OR REPLACE INTO header VALUES (?1, ?2)", [key, value]).map(drop)
}

/// Writes the digest over all other rows of the header.
pub fn seal(connection: &Connection) -> rusqlite::Result<()> {
    let digest = digest(connection)?;
    put(connection, "digest", &digest)
}

fn digest(connection: &Connection) -> rusqlite::Result<String> {
    let mut statement = connection.prepare("SELECT key, value FROM header WHERE key <> 'digest' ORDER BY key")?;
    let mut rows = statement.query([])?;
    let mut hasher = blake3::Hasher::new();
    while let Some(row) = rows.next()? {
        for part in [row.get::<_, String>(0)?, row.get(1)?] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
    }
    Ok(hasher.finalize().to_hex().to_string())
}

/// The identity (world, seed, versions) in the journal's header; `None` when an entry is missing, invalid or damaged.
pub fn identity(connection: &Connection) -> rusqlite::Result<Option<Identity>> {
    let line = |key: &str| get(connection, key);
    if stamps(connection)?.1 >= SEALED_SINCE && line("digest")? != Some(digest(connection)?) {
        return Ok(None);
    }
    let (world, seed, game, layout) = (line("world")?, line("seed")?, line("game")?, line("layout")?);
    let number = |text: Option<String>| text.and_then(|text| text.parse().ok());
    Ok((|| {
        let layout = layout.and_then(|text| text.parse().ok())?;
        Some(Identity { world: world?, seed: number(seed)?, game: game?, layout })
    })())
}
