//! A short name in a fixed array, for kinds of entities and metric ids. Copying one uses no heap.

use alloc::string::String;
use core::fmt;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Longest stored name in bytes. The game's longest entity name has 22, names of mods rarely more than 30.
pub const NAME_BYTES_MAX: usize = 31;

/// A short name of at most 31 bytes; a longer text is cut between two characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    bytes: [u8; NAME_BYTES_MAX],
    len: u8,
}

impl Name {
    pub const EMPTY: Name = Name { bytes: [0; NAME_BYTES_MAX], len: 0 };

    pub fn new(text: &str) -> Name {
        let mut len = text.len().min(NAME_BYTES_MAX);
        while !text.is_char_boundary(len) {
            len -= 1;
        }
        let mut bytes = [0; NAME_BYTES_MAX];
        bytes[..len].copy_from_slice(&text.as_bytes()[..len]);
        Name { bytes, len: len as u8 }
    }

    /// The bytes of the name, without checking that they are UTF-8.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }

    pub fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..usize::from(self.len)]).expect("a name is cut at a character's end")
    }
}

impl Default for Name {
    fn default() -> Name {
        Name::EMPTY
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
        String::deserialize(deserializer).map(|text| Name::new(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut_between_characters() {
        for (text, kept) in [("zombie", 6), ("", 0), (&"x".repeat(40), 31), (&"é".repeat(20), 30)] {
            assert_eq!(Name::new(text).as_str().len(), kept, "{text}");
        }
        assert_eq!(Name::new("zombie").as_str(), "zombie");
    }
}
