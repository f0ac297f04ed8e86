//! Litematica files, version 6, with one region.

use super::{DATA_VERSION, NbtState, packed, with_air};
use crate::read::litematic::bits_of;
use crate::{Draft, Fault};
use fastnbt::LongArray;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct File {
    minecraft_data_version: i32,
    version: i32,
    sub_version: i32,
    metadata: Metadata,
    regions: BTreeMap<String, Region>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Metadata {
    name: String,
    author: String,
    description: String,
    region_count: i32,
    total_volume: i32,
    total_blocks: i32,
    time_created: i64,
    time_modified: i64,
    enclosing_size: Corner,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Region {
    position: Corner,
    size: Corner,
    block_state_palette: Vec<NbtState>,
    block_states: LongArray,
    tile_entities: Vec<()>,
    entities: Vec<()>,
    pending_block_ticks: Vec<()>,
    pending_fluid_ticks: Vec<()>,
}

#[derive(Serialize)]
struct Corner {
    x: i32,
    y: i32,
    z: i32,
}

pub(super) fn write(draft: &Draft) -> Result<Vec<u8>, Fault> {
    let (states, numbers) = with_air(draft);
    let bits = u64::from(bits_of(states.len()));
    let mut longs = vec![0_u64; (draft.cells.len() as u64 * bits).div_ceil(64) as usize];
    for (cell, entry) in draft.cells.iter().enumerate() {
        let number = numbers.get(usize::from(*entry)).copied().unwrap_or(0) as u64;
        let bit = cell as u64 * bits;
        let (long, shift) = ((bit / 64) as usize, bit % 64);
        longs[long] |= number << shift;
        if shift + bits > 64 {
            longs[long + 1] |= number >> (64 - shift);
        }
    }
    let [x, y, z] = draft.size.map(|side| side as i32);
    let name = draft.name.clone().unwrap_or_else(|| "structure".into());
    let blocks = draft.blocks().map(|(_, count)| count).sum::<u64>();
    let metadata = Metadata {
        name: name.clone(),
        author: "Stead".into(),
        description: draft.about.clone(),
        region_count: 1,
        total_volume: draft.cells.len() as i32,
        total_blocks: blocks as i32,
        time_created: 0, // no clock: the same structure gives the same file
        time_modified: 0,
        enclosing_size: Corner { x, y, z },
    };
    let region = Region {
        position: Corner { x: 0, y: 0, z: 0 },
        size: Corner { x, y, z },
        block_state_palette: states.iter().map(NbtState::of).collect(),
        block_states: LongArray::new(longs.into_iter().map(|long| long as i64).collect()),
        tile_entities: Vec::new(),
        entities: Vec::new(),
        pending_block_ticks: Vec::new(),
        pending_fluid_ticks: Vec::new(),
    };
    let regions = BTreeMap::from([(name, region)]);
    let file = File { minecraft_data_version: DATA_VERSION, version: 6, sub_version: 1, metadata, regions };
    packed("Litematica", "", &file)
}
