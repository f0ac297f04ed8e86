//! A saved state, so that a restart does not have to replay everything.

use crate::record::Seal;
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
}

impl Kept {
    pub fn digest(&self) -> Digest {
        digest(self.seq, self.tick, self.seal, &self.state)
    }
}

/// The digest of a snapshot. It covers every part, so that a flipped bit is always detected.
pub fn digest(seq: u64, tick: u64, seal: Seal, state: &State) -> Digest {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&seq.to_le_bytes());
    hasher.update(&tick.to_le_bytes());
    hasher.update(&seal.0);
    for part in [Some(&state.mind), state.world.as_ref(), Some(&state.chronicle)] {
        let length = part.map_or(u64::MAX, |bytes| bytes.len() as u64);
        hasher.update(&length.to_le_bytes());
        hasher.update(part.map_or(&[], |bytes| bytes.as_slice()));
    }
    Digest(*hasher.finalize().as_bytes())
}
