//! A whole state, saved so that a restart need not begin at the beginning.

use crate::record::Seal;
use vocab::Digest;

/// The parts of a state, each as canonical bytes. All of one moment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct State {
    pub mind: Vec<u8>,
    /// The embedded world; `None` when the world is elsewhere.
    pub world: Option<Vec<u8>>,
    /// What the driver itself remembers of the run.
    pub chronicle: Vec<u8>,
}

/// A snapshot as it is on the disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The number of the last record that is in it; 0 before the first.
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

/// Covers every part, so that no flipped bit is ever loaded.
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
