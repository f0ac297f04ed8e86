//! All loaded blocks, and the changes in unloaded chunks.
//!
//! Loaded chunks are stored in a table that wraps around, so that a lookup needs no search. A modified chunk is packed and kept
//! when it is unloaded; an unmodified one is generated again from the seed.

use crate::chunk::{Chunk, ChunkPos, in_world};
use crate::known::Props;
use crate::light;
use crate::pack::{self, PackedChunk};
use crate::physics::Solid;
use crate::state::Cell;
use crate::terrain;
pub use skills::limbs::is_solid_cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;
use vocab::{BlockId, BlockPos, Digest};

/// Side of the table of loaded chunks, in chunks. Two loaded chunks never share an entry while the view distance
/// is below half of it.
const TABLE_SIDE: i32 = 64;
/// Largest view distance in chunks: half the chunk table minus the margin in which chunks stay loaded.
pub const VIEW_CHUNKS_MAX: u8 = 28;

#[derive(Debug, Clone)]
struct Entry {
    chunk: Chunk,
    /// Cached digest of the chunk's contents; every change clears it.
    digest: OnceLock<Digest>,
}

/// All blocks and light of the world, by position.
#[derive(Debug, Clone)]
pub struct Grid {
    seed: u64,
    table: Vec<Option<Box<Entry>>>,
    loaded: BTreeSet<ChunkPos>,
    kept: BTreeMap<ChunkPos, PackedChunk>,
    /// The version of the terrain generator that made each chunk, so that known ground stays as it is when a later
    /// version makes other land.
    made: BTreeMap<ChunkPos, u32>,
    /// The version of the terrain generator that makes new chunks.
    terrain: u32,
    /// Places that have changed since somebody asked; `None` while nobody does.
    changed: Option<Vec<BlockPos>>,
}

const fn entry_index(pos: ChunkPos) -> usize {
    (((pos.z & (TABLE_SIDE - 1)) * TABLE_SIDE) + (pos.x & (TABLE_SIDE - 1))) as usize
}

impl Grid {
    pub fn new(seed: u64) -> Grid {
        let table = vec![None; (TABLE_SIDE * TABLE_SIDE) as usize];
        let (made, terrain) = (BTreeMap::new(), terrain::TERRAIN_VERSION);
        Grid { seed, table, loaded: BTreeSet::new(), kept: BTreeMap::new(), made, terrain, changed: None }
    }

    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// The chunk at this position, if it is loaded.
    #[inline]
    pub fn chunk(&self, pos: ChunkPos) -> Option<&Chunk> {
        self.table[entry_index(pos)].as_deref().map(|entry| &entry.chunk).filter(|chunk| chunk.pos == pos)
    }

    /// The loaded chunk for writing; clears its cached digest.
    #[inline]
    pub(crate) fn chunk_mut(&mut self, pos: ChunkPos) -> Option<&mut Chunk> {
        let entry = self.table[entry_index(pos)].as_deref_mut().filter(|entry| entry.chunk.pos == pos)?;
        if entry.digest.get().is_some() {
            entry.digest = OnceLock::new();
        }
        Some(&mut entry.chunk)
    }

    pub fn is_loaded(&self, at: BlockPos) -> bool {
        self.chunk(ChunkPos::of(at)).is_some()
    }

    /// Positions of the loaded chunks, in order.
    pub fn loaded(&self) -> impl ExactSizeIterator<Item = ChunkPos> + '_ {
        self.loaded.iter().copied()
    }

    /// The block and its state at a position; `None` where the chunk is not loaded. Air above and below the world.
    #[inline]
    pub fn cell(&self, at: BlockPos) -> Option<Cell> {
        self.chunk(ChunkPos::of(at)).map(|chunk| chunk.cell(at.x, at.y, at.z))
    }

    #[inline]
    pub fn block(&self, at: BlockPos) -> Option<BlockId> {
        self.cell(at).map(Cell::block)
    }

    /// Properties of the block at a position; `None` where the chunk is not loaded.
    #[inline]
    pub fn props(&self, at: BlockPos) -> Option<Props> {
        self.cell(at).map(|cell| *cell.props())
    }

    /// What bodies collide with in the cell.
    #[inline]
    pub fn solid(&self, at: BlockPos) -> Solid {
        Solid::of(self.cell(at))
    }

    /// Whether the cell stops bodies. Unloaded cells count as solid, so that nothing walks into them.
    #[inline]
    pub fn is_solid(&self, at: BlockPos) -> bool {
        self.cell(at).is_none_or(is_solid_cell)
    }

    /// Whether the cell holds a liquid.
    pub fn is_liquid(&self, at: BlockPos) -> bool {
        self.props(at).is_some_and(|props| props.liquid)
    }

    /// Whether a section may hold one of these kinds, by the bits of `chunk::kind_bit`; false when not loaded.
    pub fn section_may_have(&self, chunk: ChunkPos, section: usize, kinds: u64) -> bool {
        self.chunk(chunk).and_then(|chunk| chunk.sections.get(section)).is_some_and(|section| section.may_have(kinds))
    }

    /// Sky light as at noon, and block light of a cell; dark where the chunk is not loaded.
    pub fn light(&self, at: BlockPos) -> (u8, u8) {
        let both = self.chunk(ChunkPos::of(at)).map_or(0, |chunk| chunk.light(at.x, at.y, at.z));
        (both >> 4, both & 15)
    }

    /// The lowest y of a column such that no block at or above it reduces sky light; `None` where the chunk is not
    /// loaded.
    pub fn open_from(&self, x: i32, z: i32) -> Option<i32> {
        let chunk = self.chunk(ChunkPos { x: x >> 4, z: z >> 4 })?;
        Some(i32::from(chunk.open_from[crate::chunk::column_index(x, z)]))
    }

    /// Writes a cell and updates the light. Returns the old cell; returns `None` and changes nothing outside the world or where
    /// the chunk is not loaded. `World::set_block` applies the block rules (falling, flowing, support).
    pub(crate) fn put(&mut self, at: BlockPos, cell: Cell) -> Option<Cell> {
        if !in_world(at.y) {
            return None;
        }
        let old = self.cell(at)?;
        if old != cell {
            let chunk = self.chunk_mut(ChunkPos::of(at))?;
            chunk.set_cell(at.x, at.y, at.z, cell);
            chunk.modified = true;
            if let Some(changed) = &mut self.changed {
                changed.push(at);
            }
            light::relight(self, at, old, cell);
        }
        Some(old)
    }

    pub(crate) fn watch(&mut self, on: bool) {
        if on != self.changed.is_some() {
            self.changed = on.then(Vec::new);
        }
    }

    pub(crate) fn take_changed(&mut self) -> Vec<BlockPos> {
        self.changed.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Generates or unpacks a chunk and lights it. Does nothing when it is already loaded.
    pub(crate) fn load(&mut self, pos: ChunkPos) {
        if self.chunk(pos).is_some() {
            return;
        }
        if let Some(other) = self.table[entry_index(pos)].as_deref().map(|entry| entry.chunk.pos) {
            self.unload(other);
        }
        let chunk = if let Some(packed) = self.kept.remove(&pos) {
            packed.unpack(pos)
        } else {
            let version = *self.made.entry(pos).or_insert(self.terrain);
            terrain::generate_with(version, self.seed, pos)
        };
        self.insert(chunk);
        light::light_chunk(self, pos);
    }

    fn insert(&mut self, chunk: Chunk) {
        let pos = chunk.pos;
        self.table[entry_index(pos)] = Some(Box::new(Entry { chunk, digest: OnceLock::new() }));
        self.loaded.insert(pos);
    }

    /// Unloads a chunk; packs it first if it was modified.
    pub(crate) fn unload(&mut self, pos: ChunkPos) {
        if self.chunk(pos).is_none() {
            return;
        }
        self.loaded.remove(&pos);
        if let Some(entry) = self.table[entry_index(pos)].take()
            && entry.chunk.modified
        {
            self.kept.insert(pos, PackedChunk::pack(&entry.chunk));
        }
    }

    /// Bytes that blocks and light use on the heap, in loaded and packed chunks.
    pub fn heap_bytes(&self) -> usize {
        let loaded: usize = self.loaded.iter().filter_map(|pos| self.chunk(*pos)).map(Chunk::heap_bytes).sum();
        loaded + self.kept.values().map(PackedChunk::heap_bytes).sum::<usize>()
    }

    /// The digest of all blocks and all light.
    pub fn digest(&self) -> Digest {
        let loaded: Vec<(ChunkPos, Digest)> = (self.loaded.iter())
            .filter_map(|pos| self.table[entry_index(*pos)].as_deref().map(|entry| (*pos, entry)))
            .map(|(pos, entry)| (pos, *entry.digest.get_or_init(|| pack::digest(&entry.chunk))))
            .collect();
        Digest::of("grid", &(self.seed, loaded, &self.kept))
    }

    /// The parts of the grid that cannot be generated again from the seed.
    pub(crate) fn record(&self) -> pack::GridView<'_> {
        let loaded = self.loaded.iter().filter_map(|pos| self.chunk(*pos)).map(pack::LoadedRecord::of).collect();
        pack::GridView { seed: self.seed, loaded, kept: &self.kept, made: &self.made }
    }

    /// Notes that these chunks were made by this version of the terrain generator, unless another is noted.
    pub(crate) fn note_made(&mut self, chunks: impl IntoIterator<Item = ChunkPos>, version: u32) {
        let known: Vec<ChunkPos> = self.loaded.iter().chain(self.kept.keys()).copied().collect();
        for pos in chunks.into_iter().chain(known) {
            self.made.entry(pos).or_insert(version);
        }
    }

    /// Restores the world's blocks from their saved record.
    pub(crate) fn restore(record: pack::GridRecord) -> Result<Grid, pack::PackError> {
        let mut grid = Grid::new(record.seed);
        grid.kept = record.kept;
        grid.made = record.made;
        for (pos, packed) in &grid.kept {
            packed.check(*pos)?;
        }
        for loaded in record.loaded {
            let pos = loaded.pos;
            if grid.table[entry_index(pos)].is_some() {
                return Err(pack::PackError::ChunksCollide(pos));
            }
            let version = grid.made.get(&pos).copied().unwrap_or(terrain::TERRAIN_VERSION);
            let chunk = loaded.restore(record.seed, version)?;
            grid.insert(chunk);
        }
        Ok(grid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sight::{SIGHT_BLOCKS_MAX, clear, passable};
    use crate::space::{MICRO, Place};

    #[test]
    fn lines_beyond_the_bound_are_blocked_and_lines_into_unloaded_chunks_are_unknown() {
        let mut grid = Grid::new(1);
        for x in 0..10 {
            grid.load(crate::chunk::ChunkPos { x, z: 0 });
        }
        let from = Place::inside(BlockPos::new(1, 250, 8));
        for (blocks, seen) in [(SIGHT_BLOCKS_MAX, Some(true)), (SIGHT_BLOCKS_MAX + 1, Some(false))] {
            let to = from + Place::new(blocks * MICRO, 0, 0);
            assert_eq!(clear(&grid, from, to), seen, "{blocks} blocks");
            assert_eq!(passable(&grid, from, to), seen == Some(true));
        }
        assert_eq!(clear(&grid, from, from - Place::new(5 * MICRO, 0, 0)), None);
    }
}
