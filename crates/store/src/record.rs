//! One journalled input, and the seal that links it to all earlier records.

use crate::identity::Identity;
use vocab::Digest;

/// The digest of a record in which nothing was told. Records of format 2 have it too: they had one digest for all
/// effects, so their seals leave it out.
pub const NOTHING_TOLD: Digest = Digest([0; 32]);

/// One journal record: an input of the mind, and the digests of the effects that it caused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    pub tick: u64,
    /// The input's canonical bytes.
    pub input: Vec<u8>,
    /// The digest of what the mind did. A recovery must get the same.
    pub did: Digest,
    /// The digest of what the mind told; [`NOTHING_TOLD`] for nothing. Other words are no other life.
    pub told: Digest,
}

/// A running digest over all journal records up to this one. Equal seals mean equal histories.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seal(pub [u8; 32]);

impl Seal {
    /// The seal before the first record. It depends on the identity, so journals of two worlds never match.
    pub fn first(identity: &Identity) -> Seal {
        Seal(*blake3::hash(identity.to_string().as_bytes()).as_bytes())
    }

    /// The seal (running digest of the journal) after one more record.
    pub fn next(self, seq: u64, record: &Record) -> Seal {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.0);
        hasher.update(&seq.to_le_bytes());
        hasher.update(&record.tick.to_le_bytes());
        hasher.update(&(record.input.len() as u64).to_le_bytes());
        hasher.update(&record.input);
        hasher.update(&record.did.0);
        if record.told != NOTHING_TOLD {
            hasher.update(&record.told.0);
        }
        Seal(*hasher.finalize().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_changes_with_every_part_of_the_record_and_its_past() {
        let identity = Identity { world: "w".into(), seed: 1, game: "g".into(), layout: 1 };
        let record = Record { tick: 4, input: vec![1, 2], did: Digest([0; 32]), told: NOTHING_TOLD };
        let first = Seal::first(&identity);
        let sealed = first.next(1, &record);
        for other in [
            Seal::first(&Identity { seed: 2, ..identity }).next(1, &record),
            first.next(2, &record),
            first.next(1, &Record { tick: 8, ..record.clone() }),
            first.next(1, &Record { input: vec![1, 3], ..record.clone() }),
            first.next(1, &Record { did: Digest([1; 32]), ..record.clone() }),
            first.next(1, &Record { told: Digest([1; 32]), ..record.clone() }),
        ] {
            assert_ne!(sealed, other);
        }
    }
}
