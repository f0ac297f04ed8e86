//! Structure block files: a size, a palette, and a list of cells, which need not be all cells.

use super::{NbtState, parse};
use crate::draft::{CELLS_MAX, PALETTE_MAX, Palette};
use crate::nbt::{Bounded, Count};
use crate::{Draft, Fault, Format};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// Most palettes of one file. The game's own files have up to 8.
const PALETTES_MAX: usize = 64;
/// Most cells in the list. A whole box has no more.
const LISTED_MAX: usize = CELLS_MAX as usize;

#[derive(Deserialize)]
struct File {
    #[serde(rename = "DataVersion")]
    data_version: Option<i32>,
    size: Bounded<i32, 3>,
    palette: Option<Bounded<NbtState, PALETTE_MAX>>,
    /// Variants of one palette, of which the game takes one at random. The first is as good as any.
    palettes: Option<Bounded<Bounded<NbtState, PALETTE_MAX>, PALETTES_MAX>>,
    blocks: Bounded<Cell, LISTED_MAX>,
    #[serde(default)]
    entities: Count,
}

#[derive(Deserialize)]
struct Cell {
    state: i32,
    pos: [i32; 3],
    nbt: Option<IgnoredAny>,
}

pub(super) fn read(content: &[u8]) -> Result<Draft, Fault> {
    let file: File = parse(content, "the structure")?;
    let Ok([x, y, z]) = <[i32; 3]>::try_from(file.size.0) else {
        return Err(Fault::Layout("the structure's size is not three numbers".into()));
    };
    let mut draft = Draft::new(Format::Structure, [x, y, z].map(i64::from))?;
    let first = file.palettes.and_then(|palettes| palettes.0.into_iter().next());
    let Some(entries) = file.palette.or(first) else {
        return Err(Fault::Layout("the structure has no palette".into()));
    };
    let mut palette = Palette::default();
    let mut indexes = Vec::new();
    for state in entries.0 {
        indexes.push(palette.index(state.into_text()?)?);
    }
    for (number, cell) in file.blocks.0.into_iter().enumerate() {
        let entry = usize::try_from(cell.state).ok().and_then(|state| indexes.get(state));
        let entry = entry.ok_or_else(|| Fault::PaletteIndex {
            what: "the structure".into(),
            cell: number as u64,
            index: i64::from(cell.state),
        })?;
        let [x, y, z] = cell.pos.map(i64::from);
        let inside = [x, y, z].iter().zip(draft.size).all(|(at, side)| (0..i64::from(side)).contains(at));
        if !inside {
            let [width, height, length] = draft.size;
            return Err(Fault::Outside(x, y, z, width, height, length));
        }
        let index = draft.index([x as u32, y as u32, z as u32]);
        draft.cells[index] = *entry;
        draft.block_entities += u32::from(cell.nbt.is_some());
    }
    draft.palette = palette.into_states();
    draft.data_version = file.data_version;
    draft.entities = file.entities.0;
    Ok(draft)
}
