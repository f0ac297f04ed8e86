//! Structure block files.

use super::{DATA_VERSION, NbtState, packed};
use crate::{Draft, Fault};
use serde::Serialize;

#[derive(Serialize)]
struct File {
    #[serde(rename = "DataVersion")]
    data_version: i32,
    size: [i32; 3],
    palette: Vec<NbtState>,
    blocks: Vec<Cell>,
    entities: Vec<()>,
}

#[derive(Serialize)]
struct Cell {
    state: i32,
    pos: [i32; 3],
}

pub(super) fn write(draft: &Draft) -> Result<Vec<u8>, Fault> {
    let said = draft.cells.iter().enumerate().filter(|(_, cell)| usize::from(**cell) < draft.palette.len());
    let blocks =
        said.map(|(index, cell)| Cell { state: i32::from(*cell), pos: draft.place(index).map(|at| at as i32) });
    let file = File {
        data_version: DATA_VERSION,
        size: draft.size.map(|side| side as i32),
        palette: draft.palette.iter().map(NbtState::of).collect(),
        blocks: blocks.collect(),
        entities: Vec::new(),
    };
    packed("structure block", "", &file)
}
