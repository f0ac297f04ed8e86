//! Reads a structure file in any of the known formats; the content decides, not the file's ending.

pub(crate) mod litematic;
pub(crate) mod own;
mod sponge;
mod structure;

use crate::fault::quoted;
use crate::nbt::{TAG_COMPOUND, TAG_LIST, walk};
use crate::unpack::unpack;
use crate::{Draft, Fault};
use serde::Deserialize;

/// Reads a structure from the bytes of its file.
pub fn read(bytes: &[u8]) -> Result<Draft, Fault> {
    let content = unpack(bytes)?;
    // NBT begins with a compound's tag and the first byte of a short length; a text never has these two bytes.
    if !content.starts_with(&[TAG_COMPOUND, 0]) {
        return own::read(&content);
    }
    let root = walk(&content)?;
    if root.is("Schematic", TAG_COMPOUND) {
        sponge::read_nested(&content)
    } else if root.is("Regions", TAG_COMPOUND) {
        litematic::read(&content)
    } else if root.is("size", TAG_LIST) && root.is("blocks", TAG_LIST) {
        structure::read(&content)
    } else if root.has("BlockData") || root.has("Palette") && root.has("Width") {
        sponge::read_flat(&content)
    } else if root.has("Materials") || root.has("Blocks") && root.has("Width") {
        Err(Fault::McEdit)
    } else {
        Err(Fault::NotAStructure)
    }
}

/// Parses NBT that [`walk`] has checked.
fn parse<'a, T: Deserialize<'a>>(bytes: &'a [u8], what: &str) -> Result<T, Fault> {
    fastnbt::from_bytes(bytes).map_err(|error| Fault::Layout(format!("{what}: {}", quoted(&error.to_string()))))
}

/// A value of a state's property. Most writers write texts; some write numbers.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Word {
    Text(String),
    Number(i64),
}

/// A state as Litematica and structure blocks write it.
#[derive(Debug, Deserialize)]
struct NbtState {
    #[serde(rename = "Name")]
    name: String,
    #[serde(rename = "Properties", default)]
    properties: crate::nbt::Entries<Word, 32>,
}

impl NbtState {
    fn into_text(self) -> Result<crate::StateText, Fault> {
        let mut state = crate::StateText::named(&self.name);
        for (key, value) in self.properties.0 {
            let value = match value {
                Word::Text(text) => text,
                Word::Number(number) => number.to_string(),
            };
            state.properties.insert(key, value);
        }
        if state.is_sound() { Ok(state) } else { Err(Fault::State(quoted(&state.name))) }
    }
}
