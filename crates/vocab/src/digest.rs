//! The canonical encoding and its digest: equal values have equal bytes and equal digests, on any machine.
//!
//! The encoding is postcard's (little-endian varints, lengths before contents, no padding), which is stable and
//! specified. It is canonical because the types it is used on have no floats and no maps without an order.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use serde::{Deserialize, Serialize};

/// A blake3 digest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// The digest of a value's canonical encoding. `kind` makes digests of different types differ even if their bytes are
    /// equal.
    pub fn of<T: Serialize + ?Sized>(kind: &str, value: &T) -> Digest {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&(kind.len() as u64).to_le_bytes());
        hasher.update(kind.as_bytes());
        hasher.update(&encode(value));
        Digest(*hasher.finalize().as_bytes())
    }

    /// The first 8 bytes of the digest in hex, for messages.
    pub fn short(&self) -> String {
        let mut text = alloc::format!("{self}");
        text.truncate(16);
        text
    }
}

/// Encodes a value as its canonical bytes.
pub fn encode<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    postcard::to_allocvec(value).expect("plain data always encodes")
}

/// Decodes canonical bytes into a value; leftover bytes are an error.
pub fn decode<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, DecodeError> {
    match postcard::take_from_bytes(bytes) {
        Ok((value, [])) => Ok(value),
        Ok((_, rest)) => Err(DecodeError::TrailingBytes(rest.len())),
        Err(_) => Err(DecodeError::Malformed),
    }
}

/// Why bytes are not the canonical encoding of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecodeError {
    Malformed,
    TrailingBytes(usize),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecodeError::Malformed => f.write_str("the bytes are damaged or of another type"),
            DecodeError::TrailingBytes(count) => write!(f, "{count} bytes too many"),
        }
    }
}

impl core::error::Error for DecodeError {}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Action, ActionId, Bag, BlockPos, GoalKey, ItemId, Tick};
    use alloc::string::ToString;
    use alloc::vec;
    use proptest::prelude::*;

    /// Pins the digests of some values: if they change, no existing journal, snapshot or golden trace can be read.
    #[test]
    fn golden_digests() {
        let bag: Bag = [(ItemId(7), 64), (ItemId(3), 1)].into_iter().collect();
        let action = Action::Collect { item: ItemId(7), from: vec![], count: 8, radius: 32 };
        for (digest, golden) in [
            (Digest::of("unit", &()), "bebf3f28cb5da2e0dd22e62a51dda9ea3230bcf0ca042610b532a9040264de63"),
            (Digest::of("tick", &Tick(1_234_567)), "81f911d96e6f9f7e0f3928d6258e74669cffcc17910ba869b127f0c9f345e078"),
            (
                Digest::of("pos", &BlockPos::new(-1, 64, 300)),
                "7f601f8099eb60b52ae5c3b4ec1e0f56a738f1cb7c786755e7a74e0924347ee0",
            ),
            (Digest::of("bag", &bag), "8324cb742bc5d44ff49178a7763fce7e283487d03748f36ba6692af6b5e7a7bd"),
            (
                Digest::of("key", &GoalKey::new("collect", "oak_log").unwrap()),
                "a8ebc528a7f1c69f2c1edc6413167e405fd1ada25929ca7aabe6aac314e80f7e",
            ),
            (
                Digest::of("action", &(ActionId(9), action)),
                "2a9ef73355354f7cf6b4763a8754c2dd44fac0d86489ddaaa56e7c8f90c569b6",
            ),
        ] {
            assert_eq!(digest.to_string(), golden);
        }
    }

    #[test]
    fn digests_of_different_kinds_differ_even_if_the_bytes_are_equal() {
        assert_ne!(Digest::of("a", &1u32), Digest::of("b", &1u32));
        assert_ne!(Digest::of("ab", &()), Digest::of("a", &b'b'));
    }

    #[test]
    fn trailing_bytes_and_cut_bytes_are_refused() {
        let mut bytes = encode(&BlockPos::new(1, 2, 3));
        assert_eq!(decode::<BlockPos>(&bytes), Ok(BlockPos::new(1, 2, 3)));
        bytes.push(0);
        assert_eq!(decode::<BlockPos>(&bytes), Err(DecodeError::TrailingBytes(1)));
        assert_eq!(decode::<BlockPos>(&bytes[..2]), Err(DecodeError::Malformed));
    }

    proptest! {
        #[test]
        fn the_order_of_adding_does_not_change_a_bag(mut items in prop::collection::vec((0u16..40, 0u32..99), 0..30)) {
            let bag = |items: &[(u16, u32)]| items.iter().map(|(i, n)| (ItemId(*i), *n)).collect::<Bag>();
            let forward = Digest::of("bag", &bag(&items));
            items.reverse();
            prop_assert_eq!(forward, Digest::of("bag", &bag(&items)));
        }

        #[test]
        fn decoding_any_bytes_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            let _ = decode::<(ActionId, Action)>(&bytes);
        }
    }
}
