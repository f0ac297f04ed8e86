//! Sponge schematics, versions 1 to 3.

use super::parse;
use crate::draft::{PALETTE_MAX, Palette};
use crate::nbt::{Count, Entries};
use crate::{Draft, Fault, Format, StateText};
use fastnbt::borrow::ByteArray;
use serde::Deserialize;

/// Versions 1 and 2 have everything in the root. Version 1, and some writers of version 2, say `TileEntities`.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Flat<'a> {
    version: Option<i32>,
    data_version: Option<i32>,
    width: i32,
    height: i32,
    length: i32,
    #[serde(default)]
    palette: Entries<i32, PALETTE_MAX>,
    #[serde(borrow)]
    block_data: Option<ByteArray<'a>>,
    #[serde(default)]
    block_entities: Count,
    #[serde(default)]
    tile_entities: Count,
    #[serde(default)]
    entities: Count,
}

/// Version 3 has everything below `Schematic`, and the blocks below `Blocks`.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Nested<'a> {
    #[serde(borrow)]
    schematic: Inner<'a>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Inner<'a> {
    version: Option<i32>,
    data_version: Option<i32>,
    width: i32,
    height: i32,
    length: i32,
    #[serde(borrow)]
    blocks: Option<Blocks<'a>>,
    #[serde(default)]
    entities: Count,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Blocks<'a> {
    #[serde(default)]
    palette: Entries<i32, PALETTE_MAX>,
    #[serde(borrow)]
    data: Option<ByteArray<'a>>,
    #[serde(default)]
    block_entities: Count,
    #[serde(default)]
    tile_entities: Count,
}

pub(super) fn read_flat(content: &[u8]) -> Result<Draft, Fault> {
    let flat: Flat<'_> = parse(content, "the schematic")?;
    let version = flat.version.unwrap_or(1);
    if !(1..=2).contains(&version) {
        return Err(Fault::Version { format: "Sponge schematic", version, known: "1 to 3" });
    }
    let data = flat.block_data.ok_or_else(|| Fault::Layout("the schematic has no BlockData".into()))?;
    let size = [flat.width, flat.height, flat.length].map(side);
    let mut draft = fill(size, flat.palette.0, bytes(&data))?;
    draft.version = Some(version);
    draft.data_version = flat.data_version;
    draft.block_entities = flat.block_entities.0.max(flat.tile_entities.0);
    draft.entities = flat.entities.0;
    Ok(draft)
}

pub(super) fn read_nested(content: &[u8]) -> Result<Draft, Fault> {
    let inner = parse::<Nested<'_>>(content, "the schematic")?.schematic;
    let version = inner.version.unwrap_or(3);
    if version != 3 {
        return Err(Fault::Version { format: "Sponge schematic", version, known: "1 to 3" });
    }
    let blocks = inner.blocks.ok_or_else(|| Fault::Layout("the schematic has no Blocks".into()))?;
    let data = blocks.data.ok_or_else(|| Fault::Layout("the schematic's Blocks have no Data".into()))?;
    let size = [inner.width, inner.height, inner.length].map(side);
    let mut draft = fill(size, blocks.palette.0, bytes(&data))?;
    draft.version = Some(version);
    draft.data_version = inner.data_version;
    draft.block_entities = blocks.block_entities.0.max(blocks.tile_entities.0);
    draft.entities = inner.entities.0;
    Ok(draft)
}

/// A side of the box. It is an unsigned short, which NBT can only show as a signed one.
fn side(read: i32) -> i64 {
    if (i32::from(i16::MIN)..0).contains(&read) { i64::from(read) + 65_536 } else { i64::from(read) }
}

fn bytes<'a>(data: &'a ByteArray<'_>) -> impl Iterator<Item = u8> + 'a {
    data.iter().map(|byte| byte as u8)
}

/// Reads the cells: one varint each, which names an entry of the palette.
fn fill(size: [i64; 3], entries: Vec<(String, i32)>, data: impl Iterator<Item = u8>) -> Result<Draft, Fault> {
    let mut draft = Draft::new(Format::Sponge, size)?;
    let mut palette = Palette::default();
    let mut by_entry: Vec<Option<u16>> = Vec::new();
    for (name, entry) in entries {
        let index = palette.index(StateText::parse(&name)?)?;
        let entry = usize::try_from(entry).ok().filter(|entry| *entry < PALETTE_MAX).ok_or(Fault::TooManyStates)?;
        if by_entry.len() <= entry {
            by_entry.resize(entry + 1, None);
        }
        by_entry[entry] = Some(index);
    }
    let what = || "the schematic".to_string();
    let expected = draft.cells.len() as u64;
    let (mut cell, mut value, mut shift) = (0, 0_u32, 0);
    for byte in data {
        if cell == draft.cells.len() {
            break; // some writers add bytes at the end
        }
        value |= u32::from(byte & 0x7f).checked_shl(shift).unwrap_or(u32::MAX);
        shift += 7;
        if byte & 0x80 != 0 && shift < 35 {
            continue;
        }
        let index = by_entry.get(value as usize).copied().flatten();
        draft.cells[cell] =
            index.ok_or_else(|| Fault::PaletteIndex { what: what(), cell: cell as u64, index: i64::from(value) })?;
        (cell, value, shift) = (cell + 1, 0, 0);
    }
    if cell < draft.cells.len() {
        return Err(Fault::Short { what: what(), found: cell as u64, expected });
    }
    draft.palette = palette.into_states();
    Ok(draft)
}
