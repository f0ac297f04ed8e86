//! A block state in words: a name and its properties, as `oak_stairs[facing=north,half=bottom]`.

use crate::Fault;
use crate::fault::quoted;
use std::collections::BTreeMap;
use std::fmt;

/// Most properties of one state. The game's blocks have at most 7, those of mods seldom more than 16.
const PROPERTIES_MAX: usize = 32;
/// Longest name or value. The game's longest name has 39 bytes, those of mods seldom more than 80.
const WORD_BYTES_MAX: usize = 200;

/// A block state by its words. The namespace `minecraft` is left out of the name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct StateText {
    pub name: String,
    pub properties: BTreeMap<String, String>,
}

impl StateText {
    pub fn named(name: &str) -> StateText {
        let name = name.strip_prefix("minecraft:").unwrap_or(name).to_string();
        StateText { name, properties: BTreeMap::new() }
    }

    /// Reads `name` or `name[property=value,…]`.
    pub fn parse(text: &str) -> Result<StateText, Fault> {
        let wrong = || Fault::State(quoted(text));
        let (name, list) = match text.split_once('[') {
            None => (text, ""),
            Some((name, rest)) => (name, rest.strip_suffix(']').ok_or_else(wrong)?),
        };
        let mut state = StateText::named(name.trim());
        for pair in list.split(',').filter(|pair| !pair.trim().is_empty()) {
            let (key, value) = pair.split_once('=').ok_or_else(wrong)?;
            state.properties.insert(key.trim().to_string(), value.trim().to_string());
        }
        if state.is_sound() { Ok(state) } else { Err(wrong()) }
    }

    /// Whether name and properties are made of the letters that the game allows, and are not too long.
    pub(crate) fn is_sound(&self) -> bool {
        let word = |text: &str| {
            !text.is_empty()
                && text.len() <= WORD_BYTES_MAX
                && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-./:".contains(&byte))
        };
        let pairs = &self.properties;
        word(&self.name) && pairs.len() <= PROPERTIES_MAX && pairs.iter().all(|(key, value)| word(key) && word(value))
    }

    /// The name with its namespace.
    pub fn full_name(&self) -> String {
        if self.name.contains(':') { self.name.clone() } else { format!("minecraft:{}", self.name) }
    }

    /// The state with the full name, as Sponge palettes write it.
    pub fn full(&self) -> String {
        StateText { name: self.full_name(), properties: self.properties.clone() }.to_string()
    }

    /// Air, or no block at all.
    pub fn is_no_block(&self) -> bool {
        ["air", "cave_air", "void_air", "structure_void"].contains(&self.name.as_str())
    }
}

impl fmt::Display for StateText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (index, (key, value)) in self.properties.iter().enumerate() {
            write!(f, "{}{key}={value}", if index == 0 { '[' } else { ',' })?;
        }
        if self.properties.is_empty() { Ok(()) } else { f.write_str("]") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_read_and_written() {
        for (text, written) in [
            ("stone", "stone"),
            ("minecraft:oak_stairs[half=top,facing=north]", "oak_stairs[facing=north,half=top]"),
            ("create:hand_crank[]", "create:hand_crank"),
            (" oak_slab [ type = top ]", "oak_slab[type=top]"),
        ] {
            assert_eq!(StateText::parse(text).unwrap().to_string(), written, "{text}");
        }
        for bad in ["", "oak[", "oak[facing]", "a b", "oak[facing=]", &"x".repeat(201)] {
            assert!(StateText::parse(bad).is_err(), "{bad}");
        }
        assert_eq!(StateText::parse("oak_slab[type=top]").unwrap().full(), "minecraft:oak_slab[type=top]");
    }
}
