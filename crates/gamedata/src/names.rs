//! Looks up names in the tables that the build script generates.

use alloc::string::String;
use core::fmt;

#[path = "../build/hash.rs"]
mod hash;

/// Names longer than this are cut in error messages: the game's longest name has 39 bytes.
pub const SHOWN_CHARS_MAX: usize = 64;

/// A name of an item, block or mob that is in no game table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownName {
    /// What the name should be: "item", "block" or "mob".
    pub what: &'static str,
    pub name: String,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kept = self.name.char_indices().nth(SHOWN_CHARS_MAX).map_or(self.name.len(), |(end, _)| end);
        let more = if kept < self.name.len() { "…" } else { "" };
        write!(f, "unknown {} {:?}{more}", self.what, &self.name[..kept])
    }
}

impl core::error::Error for UnknownName {}

pub(crate) fn unknown(what: &'static str, name: &str) -> UnknownName {
    UnknownName { what, name: name.into() }
}

/// The index that a game table has for a name. `minecraft:stone` and `stone` are the same name.
pub(crate) fn lookup(places: &[u16], name: &str, name_of: impl Fn(u16) -> &'static str) -> Option<u16> {
    let name = name.strip_prefix("minecraft:").unwrap_or(name);
    let mask = places.len() - 1;
    let mut place = hash::of(name) as usize & mask;
    // At most half of the places in the hash table are taken, so the loop soon finds a free one.
    while places[place] != hash::FREE {
        if name_of(places[place]) == name {
            return Some(places[place]);
        }
        place = (place + 1) & mask;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn an_unknown_name_is_quoted_and_a_very_long_one_is_cut() {
        assert_eq!(unknown("mob", "zomby").to_string(), "unknown mob \"zomby\"");
        let fits = "x".repeat(SHOWN_CHARS_MAX);
        assert!(unknown("item", &fits).to_string().ends_with("x\""));
        assert!(unknown("item", &(fits + "x")).to_string().ends_with("x\"…"));
    }
}
