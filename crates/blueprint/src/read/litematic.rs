//! Litematica files: one or more regions, each with a palette and packed cells.

use super::{NbtState, parse};
use crate::draft::{PALETTE_MAX, Palette};
use crate::fault::{SIDE_MAX, quoted};
use crate::nbt::{Bounded, Count, Entries};
use crate::{Draft, Fault, Format};
use fastnbt::borrow::LongArray;
use serde::Deserialize;

/// Most regions of a file. People's files have up to some dozens.
const REGIONS_MAX: usize = 4_096;
/// Versions of the format that are read. Version 4 came with the game's block names (1.13).
const VERSIONS: std::ops::RangeInclusive<i32> = 4..=7;

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct File<'a> {
    version: i32,
    minecraft_data_version: Option<i32>,
    metadata: Option<Metadata>,
    #[serde(borrow)]
    regions: Entries<Region<'a>, REGIONS_MAX>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Metadata {
    name: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Region<'a> {
    position: Corner,
    size: Corner,
    #[serde(default)]
    block_state_palette: Bounded<NbtState, PALETTE_MAX>,
    #[serde(borrow)]
    block_states: Option<LongArray<'a>>,
    #[serde(default)]
    tile_entities: Count,
    #[serde(default)]
    entities: Count,
}

#[derive(Clone, Copy, Deserialize)]
struct Corner {
    x: i32,
    y: i32,
    z: i32,
}

impl Corner {
    fn sides(self) -> [i64; 3] {
        [self.x, self.y, self.z].map(i64::from)
    }
}

/// The lowest corner and the sides of a region. A negative side covers `position + side + 1` up to `position`.
fn extent(region: &Region<'_>) -> Result<([i64; 3], [i64; 3]), Fault> {
    let (at, sides) = (region.position.sides(), region.size.sides());
    if sides.iter().any(|side| !(1..=SIDE_MAX).contains(&side.abs())) {
        return Err(Fault::Size(sides[0], sides[1], sides[2]));
    }
    let low = [0, 1, 2].map(|axis| at[axis] + (sides[axis] + 1).min(0));
    Ok((low, sides.map(i64::abs)))
}

pub(super) fn read(content: &[u8]) -> Result<Draft, Fault> {
    let file: File<'_> = parse(content, "the litematic")?;
    if !VERSIONS.contains(&file.version) {
        return Err(Fault::Version { format: "Litematica", version: file.version, known: "4 to 7" });
    }
    let mut extents = Vec::new();
    for (_, region) in &file.regions.0 {
        extents.push(extent(region)?);
    }
    let Some(low) = extents.iter().map(|(low, _)| *low).reduce(|a, b| [0, 1, 2].map(|axis| a[axis].min(b[axis])))
    else {
        return Err(Fault::Layout("the litematic has no regions".into()));
    };
    let size =
        [0, 1, 2].map(|axis| extents.iter().map(|(at, sides)| at[axis] + sides[axis] - low[axis]).max().unwrap_or(0));
    let mut draft = Draft::new(Format::Litematic, size)?;
    let mut palette = Palette::default();
    for ((name, region), (at, sides)) in file.regions.0.into_iter().zip(extents) {
        draft.block_entities = draft.block_entities.saturating_add(region.tile_entities.0);
        draft.entities = draft.entities.saturating_add(region.entities.0);
        let corner = [0, 1, 2].map(|axis| (at[axis] - low[axis]) as u32);
        fill(&mut draft, &mut palette, (&name, region), (corner, sides.map(|side| side as u32)))?;
    }
    draft.palette = palette.into_states();
    draft.version = Some(file.version);
    draft.data_version = file.minecraft_data_version;
    draft.name =
        file.metadata.and_then(|metadata| metadata.name).map(|name| quoted(&name)).filter(|name| !name.is_empty());
    Ok(draft)
}

/// Bits of one cell for a palette of this length: at least 2, and enough for the highest index.
pub(crate) fn bits_of(entries: usize) -> u32 {
    (usize::BITS - entries.saturating_sub(1).leading_zeros()).max(2)
}

/// Copies a region into the box. Air does not overwrite what an earlier region has put there.
fn fill(
    draft: &mut Draft,
    palette: &mut Palette,
    (name, region): (&str, Region<'_>),
    (corner, sides): ([u32; 3], [u32; 3]),
) -> Result<(), Fault> {
    let what = || format!("region {:?}", quoted(name));
    let mut indexes = Vec::new();
    for state in region.block_state_palette.0 {
        let state = state.into_text()?;
        let air = state.is_no_block();
        indexes.push((palette.index(state)?, air));
    }
    let bits = bits_of(indexes.len());
    let cells = sides.iter().map(|side| u64::from(*side)).product::<u64>();
    let longs: Vec<u64> = region.block_states.iter().flat_map(LongArray::iter).map(|long| long as u64).collect();
    let found = longs.len() as u64 * 64 / u64::from(bits);
    if found < cells {
        return Err(Fault::Short { what: what(), found, expected: cells });
    }
    let mask = (1_u64 << bits) - 1;
    let mut cell = 0_u64;
    for y in 0..sides[1] {
        for z in 0..sides[2] {
            let row = draft.index([corner[0], corner[1] + y, corner[2] + z]);
            for target in &mut draft.cells[row..row + sides[0] as usize] {
                let bit = cell * u64::from(bits);
                let (long, shift) = ((bit / 64) as usize, (bit % 64) as u32);
                let mut value = longs[long] >> shift;
                if shift + bits > 64 {
                    value |= longs[long + 1] << (64 - shift);
                }
                let index = (value & mask) as usize;
                let entry = indexes.get(index);
                let (entry, air) =
                    *entry.ok_or_else(|| Fault::PaletteIndex { what: what(), cell, index: index as i64 })?;
                if !air || *target == crate::UNSAID {
                    *target = entry;
                }
                cell += 1;
            }
        }
    }
    Ok(())
}
