//! Chunks packed as runs of equal cells, so that thousands can be kept and saved.

use crate::chunk::{Chunk, ChunkPos, SECTION_CELLS, SECTIONS, Section};
use crate::light;
use crate::state::Cell;
use crate::terrain;
use gamedata::states;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;
use vocab::Digest;

/// Why the saved blocks of a world are invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PackError {
    #[error("chunk {} {} has {sections} sections instead of {SECTIONS}", pos.x, pos.z)]
    Sections { pos: ChunkPos, sections: usize },
    #[error("chunk {} {}: a section's runs have {cells} cells instead of {SECTION_CELLS}", pos.x, pos.z)]
    Runs { pos: ChunkPos, cells: usize },
    #[error("chunk {} {} holds state number {state}, which this version does not have", pos.x, pos.z)]
    UnknownState { pos: ChunkPos, state: u16 },
    #[error("chunk {} {} is too far from another one to be loaded together with it", .0.x, .0.z)]
    ChunksCollide(ChunkPos),
}

/// Run-length encoding: equal neighbours in array order, with their count.
type Runs<T> = Vec<(T, u16)>;

/// The cells of a chunk in run-length encoding; its light is computed when the chunk is loaded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedChunk(Vec<Runs<Cell>>);

impl PackedChunk {
    pub fn pack(chunk: &Chunk) -> PackedChunk {
        let packed = |section: &Section| match section.cells() {
            Some(cells) => runs(cells).into_iter().map(|(cell, count)| (Cell(cell), count)).collect(),
            None => vec![(section.cell(0), SECTION_CELLS as u16)],
        };
        PackedChunk(chunk.sections.iter().map(packed).collect())
    }

    /// Unpacks the chunk, without its light. The run lengths must have been checked.
    pub fn unpack(&self, pos: ChunkPos) -> Chunk {
        let mut chunk = Chunk::empty(pos);
        for (section, runs) in chunk.sections.iter_mut().zip(&self.0) {
            *section = if let [(cell, _)] = runs[..] {
                Section::uniform(cell, 0)
            } else {
                let numbers: Runs<u16> = runs.iter().map(|(cell, count)| (cell.0, *count)).collect();
                Section::from_cells(spread(&numbers, 0), 0)
            };
        }
        chunk.modified = true;
        light::find_open(&mut chunk);
        chunk
    }

    /// Checks whether the run lengths of a packed chunk add up, so that it can be unpacked.
    pub fn check(&self, pos: ChunkPos) -> Result<(), PackError> {
        if self.0.len() != SECTIONS {
            return Err(PackError::Sections { pos, sections: self.0.len() });
        }
        for runs in &self.0 {
            check_runs(pos, runs)?;
            if let Some((cell, _)) = runs.iter().find(|(cell, _)| usize::from(cell.0) >= states::COUNT) {
                return Err(PackError::UnknownState { pos, state: cell.0 });
            }
        }
        Ok(())
    }

    pub fn heap_bytes(&self) -> usize {
        self.0.iter().map(|runs| runs.capacity() * size_of::<(Cell, u16)>() + size_of::<Runs<Cell>>()).sum()
    }
}

/// The parts of a grid that cannot be generated again from its seed.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GridRecord {
    pub seed: u64,
    pub loaded: Vec<LoadedRecord>,
    pub kept: BTreeMap<ChunkPos, PackedChunk>,
    /// The version of the terrain generator that made each chunk.
    #[serde(default)]
    pub made: BTreeMap<ChunkPos, u32>,
}

/// [`GridRecord`] for writing: it borrows what the grid keeps, because copying thousands of packed chunks would stop the
/// agent for milliseconds at each save. Its fields are written in the same order.
#[derive(Debug, Serialize)]
#[serde(rename = "GridRecord")]
pub(crate) struct GridView<'a> {
    pub seed: u64,
    pub loaded: Vec<LoadedRecord>,
    pub kept: &'a BTreeMap<ChunkPos, PackedChunk>,
    pub made: &'a BTreeMap<ChunkPos, u32>,
}

/// The saved form of a loaded chunk. Its light is saved too, because it depends on neighbours that may have been
/// unloaded since.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct LoadedRecord {
    pub pos: ChunkPos,
    /// The packed cells; `None` for a chunk that is still as generated.
    cells: Option<PackedChunk>,
    light: Vec<Runs<u8>>,
}

impl LoadedRecord {
    pub fn of(chunk: &Chunk) -> LoadedRecord {
        let light = |section: &Section| match section.lights() {
            Some(light) => runs(light),
            None => vec![(section.light(0), SECTION_CELLS as u16)],
        };
        LoadedRecord {
            pos: chunk.pos,
            cells: chunk.modified.then(|| PackedChunk::pack(chunk)),
            light: chunk.sections.iter().map(light).collect(),
        }
    }

    pub fn restore(self, seed: u64, version: u32) -> Result<Chunk, PackError> {
        let pos = self.pos;
        if self.light.len() != SECTIONS {
            return Err(PackError::Sections { pos, sections: self.light.len() });
        }
        let mut chunk = match self.cells {
            Some(packed) => {
                packed.check(pos)?;
                packed.unpack(pos)
            }
            None => terrain::generate_with(version, seed, pos),
        };
        for (section, runs) in chunk.sections.iter_mut().zip(&self.light) {
            check_runs(pos, runs)?;
            match runs[..] {
                [(level, _)] => section.set_all_light(level),
                _ => section.replace_light(spread(runs, 0)),
            }
        }
        Ok(chunk)
    }
}

/// The digest of a chunk's cells and light, independent of how they are stored.
pub fn digest(chunk: &Chunk) -> Digest {
    let mut hasher = blake3::Hasher::new();
    for section in &chunk.sections {
        if let Some(cell) = section.sole_cell() {
            hasher.update(&cell.0.to_le_bytes());
        } else {
            let mut bytes = [0u8; SECTION_CELLS * 2];
            for (index, pair) in bytes.chunks_exact_mut(2).enumerate() {
                pair.copy_from_slice(&section.cell(index).0.to_le_bytes());
            }
            hasher.update(&bytes);
        }
        match (section.sole_light(), section.lights()) {
            (None, Some(light)) => hasher.update(light),
            (level, _) => hasher.update(&[level.unwrap_or_default()]),
        };
    }
    hasher.update(&[u8::from(chunk.modified)]);
    Digest(*hasher.finalize().as_bytes())
}

fn runs<T: PartialEq + Copy>(cells: &[T; SECTION_CELLS]) -> Runs<T> {
    cells.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u16)).collect()
}

#[expect(clippy::unnecessary_box_returns, reason = "8 kB do not belong on the stack")]
fn spread<T: Copy>(runs: &[(T, u16)], blank: T) -> Box<[T; SECTION_CELLS]> {
    let mut cells = Box::new([blank; SECTION_CELLS]);
    let mut from = 0;
    for (value, count) in runs {
        let to = from + usize::from(*count);
        cells[from..to].fill(*value);
        from = to;
    }
    cells
}

fn check_runs<T>(pos: ChunkPos, runs: &[(T, u16)]) -> Result<(), PackError> {
    let cells = runs.iter().map(|(_, count)| usize::from(*count)).sum();
    if cells == SECTION_CELLS { Ok(()) } else { Err(PackError::Runs { pos, cells }) }
}
