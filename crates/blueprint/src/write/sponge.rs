//! Sponge schematics, version 3.

use super::{DATA_VERSION, packed, with_air};
use crate::{Draft, Fault};
use fastnbt::{ByteArray, IntArray};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct File {
    schematic: Schematic,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Schematic {
    version: i32,
    data_version: i32,
    width: i16,
    height: i16,
    length: i16,
    offset: IntArray,
    blocks: Blocks,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Blocks {
    palette: BTreeMap<String, i32>,
    data: ByteArray,
    block_entities: Vec<()>,
}

pub(super) fn write(draft: &Draft) -> Result<Vec<u8>, Fault> {
    let (states, numbers) = with_air(draft);
    let mut data = Vec::with_capacity(draft.cells.len());
    for cell in &draft.cells {
        let mut number = numbers.get(usize::from(*cell)).copied().unwrap_or(0);
        while number >= 0x80 {
            data.push((number as u8 | 0x80) as i8);
            number >>= 7;
        }
        data.push(number as i8);
    }
    // The sides are unsigned shorts, which NBT has only signed ones for.
    let [width, height, length] = draft.size.map(|side| side as u16 as i16);
    let blocks = Blocks {
        palette: states.iter().enumerate().map(|(number, state)| (state.full(), number as i32)).collect(),
        data: ByteArray::new(data),
        block_entities: Vec::new(),
    };
    let offset = IntArray::new(vec![0, 0, 0]);
    let schematic = Schematic { version: 3, data_version: DATA_VERSION, width, height, length, offset, blocks };
    packed("Sponge schematic", "", &File { schematic })
}
