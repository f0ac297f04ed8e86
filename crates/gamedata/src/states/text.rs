//! States as text: `oak_stairs[facing=north,half=bottom,shape=straight,waterlogged=false]`.

use alloc::string::String;
use core::fmt;

use vocab::StateId;

use super::{block, default, properties, values, with};
use crate::blocks;
use crate::names::{SHOWN_CHARS_MAX, UnknownName};

/// No state's text is longer. The game's longest has 163 bytes, in other people's files there may be spaces.
pub const STATE_TEXT_BYTES_MAX: usize = 1024;

/// Why a text names no state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StateError {
    Block(UnknownName),
    /// The block does not have the property.
    Property {
        block: &'static str,
        property: String,
    },
    /// The property does not have the value.
    Value {
        block: &'static str,
        property: &'static str,
        value: String,
    },
    /// A property is given twice.
    Twice(String),
    /// The text is not `block[property=value,…]`.
    Form(String),
    TooLong(usize),
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StateError::Block(unknown) => unknown.fmt(f),
            StateError::Property { block, property } => {
                write!(f, "block \"{block}\" has no property {property:?}; it has ")?;
                let mut names = blocks::named(block).into_iter().flat_map(properties).map(|property| property.name);
                let Some(first) = names.next() else { return f.write_str("none") };
                f.write_str(first)?;
                names.try_for_each(|name| write!(f, ", {name}"))
            }
            StateError::Value { block, property, value } => {
                write!(f, "property \"{property}\" of block \"{block}\" has no value {value:?}; it has ")?;
                let known = blocks::named(block).into_iter().flat_map(properties).find(|known| known.name == *property);
                known.map_or(&[][..], |known| known.values).iter().enumerate().try_for_each(|(at, value)| {
                    f.write_str(if at == 0 { "" } else { ", " })?;
                    f.write_str(value)
                })
            }
            StateError::Twice(property) => write!(f, "property {property:?} is given twice"),
            StateError::Form(text) => write!(f, "{text:?} is not of the form block[property=value,…]"),
            StateError::TooLong(bytes) => {
                write!(f, "a state of {bytes} bytes; {STATE_TEXT_BYTES_MAX} are the most")
            }
        }
    }
}

impl core::error::Error for StateError {}

/// The beginning of a text, for messages.
fn cut(text: &str) -> String {
    text.chars().take(SHOWN_CHARS_MAX).collect()
}

/// The state that a text names. `minecraft:` before the block may be left out, and so may properties: they have the
/// values of the block's default state.
pub fn parse(text: &str) -> Result<StateId, StateError> {
    if text.len() > STATE_TEXT_BYTES_MAX {
        return Err(StateError::TooLong(text.len()));
    }
    let form = || StateError::Form(cut(text));
    let (name, list) = match text.split_once('[') {
        Some((name, list)) => (name, list.strip_suffix(']').ok_or_else(form)?),
        None => (text, ""),
    };
    let id = blocks::find(name.trim()).map_err(StateError::Block)?;
    let name = blocks::get(id).name;
    let mut state = default(id);
    let mut given = 0_u32;
    for pair in list.split(',').filter(|_| !list.trim().is_empty()) {
        let (property, wanted) = pair.split_once('=').ok_or_else(form)?;
        let (property, wanted) = (property.trim(), wanted.trim());
        let at = properties(id).position(|known| known.name == property);
        let at = at.ok_or_else(|| StateError::Property { block: name, property: cut(property) })?;
        if given & (1 << at) != 0 {
            return Err(StateError::Twice(cut(property)));
        }
        given |= 1 << at;
        state = with(state, property, wanted).ok_or_else(|| StateError::Value {
            block: name,
            property: properties(id).nth(at).map_or("", |known| known.name),
            value: cut(wanted),
        })?;
    }
    Ok(state)
}

/// Shows a state with all its properties, in the order of the alphabet.
pub fn shown(state: StateId) -> Shown {
    Shown(state)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown(StateId);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(blocks::get(block(self.0)).name)?;
        let mut before = '[';
        for (property, value) in values(self.0) {
            write!(f, "{before}{}={value}", property.name)?;
            before = ',';
        }
        if before == ',' { f.write_str("]") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::value;
    use super::*;
    use alloc::format;
    use alloc::string::ToString;

    fn check(text: &str, expected: &str) {
        let got = parse(text).map_or_else(|error| error.to_string(), |state| shown(state).to_string());
        assert_eq!(got, expected, "{text}");
    }

    #[test]
    fn properties_that_are_left_out_have_the_defaults() {
        check("stone", "stone");
        check("minecraft:stone[]", "stone");
        check("oak_stairs", "oak_stairs[facing=north,half=bottom,shape=straight,waterlogged=false]");
        check("oak_stairs[half=top]", "oak_stairs[facing=north,half=top,shape=straight,waterlogged=false]");
        check("oak_log[ axis = z ]", "oak_log[axis=z]");
        check("minecraft:snow[layers=8]", "snow[layers=8]");
    }

    #[test]
    fn a_text_that_names_no_state_is_refused_by_name() {
        check("oak_stair", "unknown block \"oak_stair\"");
        check("stone[axis=x]", "block \"stone\" has no property \"axis\"; it has none");
        check("oak_log[facing=x]", "block \"oak_log\" has no property \"facing\"; it has axis");
        check("oak_log[axis=w]", "property \"axis\" of block \"oak_log\" has no value \"w\"; it has x, y, z");
        check("oak_log[axis=x,axis=x]", "property \"axis\" is given twice");
        check("oak_log[axis]", "\"oak_log[axis]\" is not of the form block[property=value,…]");
        check("oak_log[axis=x", "\"oak_log[axis=x\" is not of the form block[property=value,…]");
        check("", "unknown block \"\"");
        let longest = format!("stone{}", " ".repeat(STATE_TEXT_BYTES_MAX - 5));
        check(&longest, "stone");
        check(&(longest + " "), "a state of 1025 bytes; 1024 are the most");
    }

    #[test]
    fn the_value_of_a_property_is_found_by_name() {
        let state = parse("oak_door[half=upper,hinge=right]").unwrap();
        for (name, expected) in
            [("half", Some("upper")), ("hinge", Some("right")), ("open", Some("false")), ("x", None)]
        {
            assert_eq!(value(state, name), expected);
        }
    }
}
