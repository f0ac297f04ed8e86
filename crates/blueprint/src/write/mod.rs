//! Writes structure files in the formats that other programs read, and in Stead's own.

mod litematic;
mod own;
mod sponge;
mod structure;

use crate::{Draft, Fault};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use std::io::Write as _;

/// The game version that written files name: 1.21.4.
pub(crate) const DATA_VERSION: i32 = 4_189;

/// A format that can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    Stead,
    /// Sponge schematic version 3.
    Sponge,
    Litematic,
    Structure,
}

impl Target {
    /// The format for a file's ending.
    pub fn of_ending(ending: &str) -> Option<Target> {
        match ending {
            "toml" => Some(Target::Stead),
            "schem" => Some(Target::Sponge),
            "litematic" => Some(Target::Litematic),
            "nbt" => Some(Target::Structure),
            _ => None,
        }
    }
}

/// The bytes of a file with this structure. Block entities and entities are not written. `.schem` and `.litematic` know no
/// cells that are left alone: these become air.
pub fn write(draft: &Draft, target: Target) -> Result<Vec<u8>, Fault> {
    match target {
        Target::Stead => own::write(draft).map(String::into_bytes),
        Target::Sponge => sponge::write(draft),
        Target::Litematic => litematic::write(draft),
        Target::Structure => structure::write(draft),
    }
}

/// The layers of a structure as text, from below to above, with their legend.
pub fn layers(draft: &Draft) -> Result<String, Fault> {
    own::drawing(draft)
}

/// NBT with this name of the root, packed by gzip.
fn packed<T: Serialize>(format: &'static str, root: &str, value: &T) -> Result<Vec<u8>, Fault> {
    let unwritable = |error: &dyn std::fmt::Display| Fault::Unwritable { format, what: error.to_string() };
    let options = fastnbt::SerOpts::new().root_name(root);
    let bytes = fastnbt::to_bytes_with_opts(value, options).map_err(|error| unwritable(&error))?;
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(&bytes).and_then(|()| packer.finish()).map_err(|error| unwritable(&error))
}

/// A state as Litematica and structure blocks write it.
#[derive(Serialize)]
struct NbtState {
    #[serde(rename = "Name")]
    name: String,
    #[serde(rename = "Properties", skip_serializing_if = "std::collections::BTreeMap::is_empty")]
    properties: std::collections::BTreeMap<String, String>,
}

impl NbtState {
    fn of(state: &crate::StateText) -> NbtState {
        NbtState { name: state.full_name(), properties: state.properties.clone() }
    }
}

/// The palette with air in front, and for each palette entry of the draft its number there. For formats in which every cell
/// has a state.
fn with_air(draft: &Draft) -> (Vec<crate::StateText>, Vec<usize>) {
    let mut states = vec![crate::StateText::named("air")];
    let numbers = draft.palette.iter().map(|state| {
        if let Some(known) = states.iter().position(|known| known == state && known.name == "air") {
            return known;
        }
        states.push(state.clone());
        states.len() - 1
    });
    let numbers = numbers.collect();
    (states, numbers)
}
