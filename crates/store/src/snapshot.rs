//! A saved state, so that a restart does not have to replay everything.

use crate::record::Seal;
use vocab::Digest;

/// The parts of a state, each as canonical bytes, all of the same tick.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct State {
    pub mind: Vec<u8>,
    /// The embedded world; `None` when the world is on a server.
    pub world: Option<Vec<u8>>,
    /// What the driver remembers about the run.
    pub chronicle: Vec<u8>,
}

/// A snapshot as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The number of the last record that is part of it; 0 before the first record.
    pub seq: u64,
    pub tick: u64,
    /// The seal of that record.
    pub seal: Seal,
    pub state: State,
}

impl Kept {
    pub fn digest(&self) -> Digest {
        digest(self.seq, self.tick, self.seal, &self.state)
    }
}

/// The digest covers every part, so that a flipped bit is always detected.
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
