//! A saved state, so that a restart does not have to replay everything.

use crate::record::Seal;
use rusqlite::{Connection, params};
use vocab::Digest;

/// The saved state of an agent: its parts as canonical bytes, all of the same tick.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct State {
    pub mind: Vec<u8>,
    /// The state of the embedded world; `None` when the world is on a server.
    pub world: Option<Vec<u8>>,
    /// What the driver remembers: open requests, and counts of commands, model calls and tokens.
    pub chronicle: Vec<u8>,
}

/// A snapshot of the agent's state as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The number of the last journal record that the snapshot includes; 0 before the first record.
    pub seq: u64,
    pub tick: u64,
    /// The seal of the last journal record that the snapshot includes.
    pub seal: Seal,
    pub state: State,
    /// Whether the snapshot starts a segment of the journal.
    pub anchor: bool,
    /// Bytes of all inputs ever journalled up to here, including those deleted since.
    pub bytes_before: u64,
}

impl Kept {
    /// The digest of a snapshot. It covers every part, so that a flipped bit is always detected.
    pub fn digest(&self) -> Digest {
        let mut hasher = parts(self);
        hasher.update(&[u8::from(self.anchor)]);
        hasher.update(&self.bytes_before.to_le_bytes());
        Digest(*hasher.finalize().as_bytes())
    }

    /// Writes the snapshot.
    pub fn insert(&self, connection: &Connection) -> rusqlite::Result<()> {
        let query = "INSERT INTO snapshot (seq, tick, seal, mind, world, chronicle, digest, anchor, bytes_before)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
        let Kept { seq, tick, seal, state: State { mind, world, chronicle }, anchor, bytes_before } = self;
        let row = params![seq, tick, seal.0, mind, world, chronicle, self.digest().0, anchor, bytes_before];
        connection.prepare_cached(query)?.execute(row).map(drop)
    }
}

/// The digest that snapshots had up to format 2, which left out what rotation needs.
pub fn digest_of_format_2(kept: &Kept) -> Digest {
    Digest(*parts(kept).finalize().as_bytes())
}

fn parts(kept: &Kept) -> blake3::Hasher {
    let Kept { seq, tick, seal, state, .. } = kept;
    let mut hasher = blake3::Hasher::new();
    hasher.update(&seq.to_le_bytes());
    hasher.update(&tick.to_le_bytes());
    hasher.update(&seal.0);
    for part in [Some(&state.mind), state.world.as_ref(), Some(&state.chronicle)] {
        let length = part.map_or(u64::MAX, |bytes| bytes.len() as u64);
        hasher.update(&length.to_le_bytes());
        hasher.update(part.map_or(&[], |bytes| bytes.as_slice()));
    }
    hasher
}
