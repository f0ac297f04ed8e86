//! Why a structure file cannot be read. Every message is one line that says what is wrong, where, and what to do.

use crate::draft::{CELLS_MAX, PALETTE_MAX};
use crate::nbt::{DEPTH_MAX, TAGS_MAX};
use crate::unpack::{FILE_BYTES_MAX, UNPACKED_BYTES_MAX};

/// Longest piece of a file that an error message quotes, in characters.
const QUOTED_CHARS_MAX: usize = 64;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("the file has {0} bytes, and at most {FILE_BYTES_MAX} are read; split the structure")]
    FileTooLong(u64),
    #[error("the file unpacks to more than {UNPACKED_BYTES_MAX} bytes; split the structure")]
    UnpackedTooLong,
    #[error("the packed data are damaged ({0}); copy or export the file again")]
    Gzip(String),
    #[error("the file is empty; export it again")]
    Empty,
    #[error("not a structure file; give a .schem, .litematic, .nbt or .toml file")]
    NotAStructure,
    #[error("a MCEdit .schematic with numbers instead of block names; open it in WorldEdit and save it as .schem")]
    McEdit,
    #[error("the NBT data are cut off or damaged at byte {at} ({what}); export the file again")]
    Nbt { at: usize, what: &'static str },
    #[error("the NBT data are nested deeper than {DEPTH_MAX} levels; this is not a structure that a game wrote")]
    TooDeep,
    #[error("the NBT data have more than {TAGS_MAX} tags; split the structure")]
    TooManyTags,
    #[error("{0}; export the file again with a newer tool")]
    Layout(String),
    #[error("{format} version {version} is not known; versions {known} are")]
    Version { format: &'static str, version: i32, known: &'static str },
    #[error("the size {0}x{1}x{2} is not possible; every side must be from 1 to {SIDE_MAX} blocks")]
    Size(i64, i64, i64),
    #[error("the box of {0}x{1}x{2} has more than {CELLS_MAX} cells; split the structure")]
    TooManyCells(i64, i64, i64),
    #[error("more than {PALETTE_MAX} different block states; split the structure")]
    TooManyStates,
    #[error("{what} has data for {found} of {expected} cells; the file is cut off, export it again")]
    Short { what: String, found: u64, expected: u64 },
    #[error("cell {cell} of {what} names entry {index}, and the palette has no such entry; export the file again")]
    PaletteIndex { what: String, cell: u64, index: i64 },
    #[error("a block at {0} {1} {2} is outside of the size {3}x{4}x{5}; export the file again")]
    Outside(i64, i64, i64, u32, u32, u32),
    #[error("{0:?} is not a block state; write it as name[property=value,…]")]
    State(String),
    #[error("{0}")]
    Toml(String),
    #[error("{format} files cannot hold this: {what}")]
    Unwritable { format: &'static str, what: String },
}

/// The longest side of a structure. The formats have 16 bits for it.
pub const SIDE_MAX: i64 = 65_535;

/// A piece of a file for an error message: in one line, without control characters, and not too long.
pub(crate) fn quoted(text: &str) -> String {
    let mut shown: String =
        text.chars().map(|ch| if ch.is_control() { ' ' } else { ch }).take(QUOTED_CHARS_MAX).collect();
    if text.chars().nth(QUOTED_CHARS_MAX).is_some() {
        shown.push('…');
    }
    shown
}
