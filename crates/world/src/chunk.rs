//! A chunk: 16 × 16 blocks wide, 24 sections of 16³ high. A section with a single block or a single light level stores no array
//! for it.

use crate::state::Cell;
pub use skills::chunks::{
    ChunkPos, SECTION_CELLS, SECTIONS, Y_END, Y_MIN, cell_index, in_world, kind_bit, section_index,
};

/// Number of block columns in a chunk.
pub const COLUMNS: usize = 16 * 16;

/// Light value of a cell under the open sky at noon: sky light in the high four bits, block light in the low
/// four.
pub const LIGHT_OPEN: u8 = 0xf0;

/// A cube of 16 × 16 × 16 cells and their light.
#[derive(Debug, Clone)]
pub struct Section {
    /// One bit for each kind of block that the section may contain (see [`kind_bit`]). Bits may remain set after the
    /// last such block is gone.
    kinds: u64,
    all: Cell,
    cells: Option<Box<[u16; SECTION_CELLS]>>,
    all_light: u8,
    light: Option<Box<[u8; SECTION_CELLS]>>,
}

impl Section {
    pub fn uniform(all: Cell, all_light: u8) -> Section {
        Section { kinds: kind_bit(all.block()), all, cells: None, all_light, light: None }
    }

    /// False when the section has no block of the given kinds; true when it may have one.
    pub const fn may_have(&self, kinds: u64) -> bool {
        self.kinds & kinds != 0
    }

    /// Builds a section from an array of cells; if all cells are equal, only one is stored.
    pub fn from_cells(cells: Box<[u16; SECTION_CELLS]>, all_light: u8) -> Section {
        if cells.iter().all(|cell| *cell == cells[0]) {
            return Section::uniform(Cell(cells[0]), all_light);
        }
        // Neighbouring cells are mostly equal, so the kind is looked up only where the cell differs from the last one.
        let (mut kinds, mut last) = (0, !cells[0]);
        for cell in cells.iter() {
            if *cell != last {
                kinds |= kind_bit(Cell(*cell).block());
                last = *cell;
            }
        }
        Section { kinds, all: Cell::AIR, cells: Some(cells), all_light, light: None }
    }

    #[inline]
    pub fn cell(&self, index: usize) -> Cell {
        match &self.cells {
            Some(cells) => Cell(cells[index]),
            None => self.all,
        }
    }

    pub fn set_cell(&mut self, index: usize, cell: Cell) {
        self.kinds |= kind_bit(cell.block());
        match &mut self.cells {
            Some(cells) => cells[index] = cell.0,
            None if self.all == cell => {}
            None => {
                let mut cells = Box::new([self.all.0; SECTION_CELLS]);
                cells[index] = cell.0;
                self.cells = Some(cells);
            }
        }
    }

    #[inline]
    pub fn light(&self, index: usize) -> u8 {
        match &self.light {
            Some(light) => light[index],
            None => self.all_light,
        }
    }

    #[inline]
    pub fn set_light(&mut self, index: usize, level: u8) {
        match &mut self.light {
            Some(light) => light[index] = level,
            None if self.all_light == level => {}
            None => {
                let mut light = Box::new([self.all_light; SECTION_CELLS]);
                light[index] = level;
                self.light = Some(light);
            }
        }
    }

    /// The section's array of cells; `None` when the section stores one cell for all.
    pub fn cells(&self) -> Option<&[u16; SECTION_CELLS]> {
        self.cells.as_deref()
    }

    /// The section's array of light levels; `None` when the section stores one level for all.
    pub fn lights(&self) -> Option<&[u8; SECTION_CELLS]> {
        self.light.as_deref()
    }

    /// The cell that fills the whole section, if all cells are equal, whether or not it is stored as an array.
    pub fn sole_cell(&self) -> Option<Cell> {
        match &self.cells {
            Some(cells) => cells.iter().all(|cell| *cell == cells[0]).then_some(Cell(cells[0])),
            None => Some(self.all),
        }
    }

    /// The light level of the whole section, if all cells have the same, whether or not it is stored as an array.
    pub fn sole_light(&self) -> Option<u8> {
        match &self.light {
            Some(light) => light.iter().all(|level| *level == light[0]).then_some(light[0]),
            None => Some(self.all_light),
        }
    }

    /// The light level of a section that stores one level for all cells.
    pub fn uniform_light(&self) -> Option<u8> {
        self.light.is_none().then_some(self.all_light)
    }

    pub fn set_all_light(&mut self, level: u8) {
        self.light = None;
        self.all_light = level;
    }

    /// Replaces the light of all cells of the section.
    pub fn replace_light(&mut self, light: Box<[u8; SECTION_CELLS]>) {
        self.light = Some(light);
    }

    /// Bytes that the section uses on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.cells.as_ref().map_or(0, |_| SECTION_CELLS * 2) + self.light.as_ref().map_or(0, |_| SECTION_CELLS)
    }
}

/// A chunk: sections stacked from the bottom of the world to its top.
#[derive(Debug, Clone)]
pub struct Chunk {
    pub pos: ChunkPos,
    pub sections: Vec<Section>,
    /// For each column (z, then x): the lowest y such that no block at or above it reduces sky light.
    pub open_from: Box<[i16; COLUMNS]>,
    /// Whether the chunk differs from the generated one, so that it must be saved.
    pub modified: bool,
}

/// Index of a column in its chunk: x fastest, then z.
pub const fn column_index(x: i32, z: i32) -> usize {
    (((z & 15) << 4) | (x & 15)) as usize
}

impl Chunk {
    /// A chunk of air in full daylight.
    pub fn empty(pos: ChunkPos) -> Chunk {
        Chunk {
            pos,
            sections: vec![Section::uniform(Cell::AIR, LIGHT_OPEN); SECTIONS],
            open_from: Box::new([Y_MIN as i16; COLUMNS]),
            modified: false,
        }
    }

    #[inline]
    pub fn cell(&self, x: i32, y: i32, z: i32) -> Cell {
        if in_world(y) { self.sections[section_index(y)].cell(cell_index(x, y, z)) } else { Cell::AIR }
    }

    pub fn set_cell(&mut self, x: i32, y: i32, z: i32, cell: Cell) {
        if in_world(y) {
            self.sections[section_index(y)].set_cell(cell_index(x, y, z), cell);
        }
    }

    /// The light of a cell: sky light in the high four bits, block light in the low four. Full sky light above the
    /// world, dark below it.
    #[inline]
    pub fn light(&self, x: i32, y: i32, z: i32) -> u8 {
        match y {
            Y_END.. => LIGHT_OPEN,
            Y_MIN..Y_END => self.sections[section_index(y)].light(cell_index(x, y, z)),
            _ => 0,
        }
    }

    pub fn set_light(&mut self, x: i32, y: i32, z: i32, level: u8) {
        if in_world(y) {
            self.sections[section_index(y)].set_light(cell_index(x, y, z), level);
        }
    }

    pub fn heap_bytes(&self) -> usize {
        self.sections.iter().map(|section| section.heap_bytes() + size_of::<Section>()).sum::<usize>()
            + size_of::<[i16; COLUMNS]>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vocab::BlockId;

    #[test]
    fn a_uniform_section_uses_no_heap_until_a_cell_differs() {
        let mut section = Section::uniform(Cell::AIR, LIGHT_OPEN);
        section.set_cell(7, Cell::AIR);
        section.set_light(7, LIGHT_OPEN);
        assert_eq!(section.heap_bytes(), 0);
        section.set_cell(7, Cell::of(BlockId(1)));
        section.set_light(7, 3);
        assert_eq!(section.heap_bytes(), SECTION_CELLS * 3);
        assert_eq!((section.cell(7).block(), section.cell(8), section.light(7)), (BlockId(1), Cell::AIR, 3));
    }

    #[test]
    fn outside_the_world_is_air_bright_above_and_dark_below() {
        let mut chunk = Chunk::empty(ChunkPos::default());
        chunk.set_cell(0, Y_END, 0, Cell::of(BlockId(1)));
        assert_eq!(chunk.cell(0, Y_END, 0), Cell::AIR);
        assert_eq!((chunk.light(0, Y_END, 0), chunk.light(0, Y_MIN - 1, 0)), (LIGHT_OPEN, 0));
    }
}
