//! The blocks that a body in another process has told of, and over them what the hands' open clicks will make of them.

use crate::chunks::{ChunkPos, SECTION_CELLS, SECTIONS, cell_index, in_world, kind_bit, section_index};
use crate::eyes::{SectionPos, section_of};
use crate::limbs::{Cells, Section, Ticket};
use crate::state::Cell;
use std::collections::{BTreeMap, BTreeSet};
use vocab::{BlockId, BlockPos};

/// Side of the table of columns. Columns this far apart share an entry; no server sends a view that wide.
const TABLE_SIDE: i32 = 64;
/// How far to the side a covered cell looks for the open sky, in blocks. Sky light loses one level a block.
const SKY_BLOCKS: i32 = 6;
/// The sky light that a covered cell has for each block that it is away from the open sky.
const SKY_LOSS: i32 = 2;
/// Sky light of an open cell.
const SKY_LIGHT: i32 = 15;

#[derive(Debug, Clone)]
struct Stored {
    kinds: u64,
    all: Cell,
    cells: Option<Box<[u16; SECTION_CELLS]>>,
}

impl Stored {
    const AIR: Stored = Stored { kinds: kind_bit(BlockId(0)), all: Cell::AIR, cells: None };

    fn cell(&self, index: usize) -> Cell {
        self.cells.as_ref().map_or(self.all, |cells| Cell(cells[index]))
    }

    fn set(&mut self, index: usize, cell: Cell) {
        if self.cell(index) == cell {
            return;
        }
        self.kinds |= kind_bit(cell.block());
        let all = self.all.0;
        self.cells.get_or_insert_with(|| Box::new([all; SECTION_CELLS]))[index] = cell.0;
    }
}

#[derive(Debug, Clone)]
struct Column {
    pos: ChunkPos,
    sections: Vec<Stored>,
    /// Which sections the world has told, as bits.
    told: u32,
}

const _: () = assert!(SECTIONS <= u32::BITS as usize);

impl Column {
    fn has(&self, section: usize) -> bool {
        self.told >> section & 1 == 1
    }
}

/// What an open click will leave in a cell.
#[derive(Debug, Clone, Copy)]
struct Predicted {
    cell: Cell,
    ticket: Ticket,
    /// What the world had told of the cell before.
    told: Option<Cell>,
}

/// All columns that are known, and the predictions.
#[derive(Debug, Clone)]
pub struct Map {
    table: Vec<Option<Box<Column>>>,
    predicted: BTreeMap<BlockPos, Predicted>,
    /// Sections in which the world has told of changes since somebody asked; `None` while nobody does.
    changed: Option<BTreeSet<SectionPos>>,
}

impl Default for Map {
    fn default() -> Map {
        Map { table: vec![None; (TABLE_SIDE * TABLE_SIDE) as usize], predicted: BTreeMap::new(), changed: None }
    }
}

const fn entry(pos: ChunkPos) -> usize {
    ((pos.z & (TABLE_SIDE - 1)) * TABLE_SIDE + (pos.x & (TABLE_SIDE - 1))) as usize
}

impl Map {
    fn column(&self, pos: ChunkPos) -> Option<&Column> {
        self.table[entry(pos)].as_deref().filter(|column| column.pos == pos)
    }

    fn column_mut(&mut self, pos: ChunkPos) -> Option<&mut Column> {
        self.table[entry(pos)].as_deref_mut().filter(|column| column.pos == pos)
    }

    /// Takes in all cells of a section. Those of the other sections of its column are unknown until they are told.
    pub fn set_section(&mut self, pos: ChunkPos, section: usize, cells: &[Cell; SECTION_CELLS]) {
        if section >= SECTIONS {
            return;
        }
        let slot = &mut self.table[entry(pos)];
        if slot.as_ref().is_none_or(|column| column.pos != pos) {
            *slot = Some(Box::new(Column { pos, sections: vec![Stored::AIR; SECTIONS], told: 0 }));
        }
        if let Some(changed) = &mut self.changed {
            changed.insert((pos, section as u8));
        }
        let Some(column) = slot else { return };
        column.told |= 1 << section;
        column.sections[section] = if cells.iter().all(|cell| *cell == cells[0]) {
            Stored { kinds: kind_bit(cells[0].block()), all: cells[0], cells: None }
        } else {
            let kinds = cells.iter().fold(0, |kinds, cell| kinds | kind_bit(cell.block()));
            Stored { kinds, all: Cell::AIR, cells: Some(Box::new(cells.map(|cell| cell.0))) }
        };
    }

    /// Takes in that one cell is different now; ignored where the column is not known.
    pub fn set_cell(&mut self, at: BlockPos, cell: Cell) {
        if let Some(changed) = self.changed.as_mut().filter(|_| in_world(at.y)) {
            changed.insert(section_of(at));
        }
        if let Some(column) = self.column_mut(ChunkPos::of(at)).filter(|_| in_world(at.y)) {
            column.sections[section_index(at.y)].set(cell_index(at.x, at.y, at.z), cell);
        }
    }

    /// Forgets all columns and predictions: the body is in another world.
    pub fn clear(&mut self) {
        let changed = self.changed.take().map(|_| BTreeSet::new());
        *self = Map { changed, ..Map::default() };
    }

    /// Begins or ends to note which sections change.
    pub fn watch(&mut self, on: bool) {
        if on != self.changed.is_some() {
            self.changed = on.then(BTreeSet::new);
        }
    }

    /// The sections in which the world has told of changes since the last call.
    pub fn take_changed(&mut self) -> BTreeSet<SectionPos> {
        self.changed.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Forgets a column that the body's world has taken back.
    pub fn unload(&mut self, pos: ChunkPos) {
        if self.column(pos).is_some() {
            self.table[entry(pos)] = None;
        }
    }

    /// What the world has said of a cell, whatever is predicted.
    pub fn told(&self, at: BlockPos) -> Option<Cell> {
        let column = self.column(ChunkPos::of(at))?;
        if !in_world(at.y) {
            return Some(Cell::AIR);
        }
        let section = section_index(at.y);
        column.has(section).then(|| column.sections[section].cell(cell_index(at.x, at.y, at.z)))
    }

    pub(crate) fn predict(&mut self, at: BlockPos, cell: Cell, ticket: Ticket) {
        let told = self.told(at);
        self.predicted.insert(at, Predicted { cell, ticket, told });
    }

    pub(crate) fn is_predicted(&self, at: BlockPos) -> bool {
        self.predicted.contains_key(&at)
    }

    /// Takes the predictions of a click back. Returns its cells with what the click has made of them if it was done: what the world
    /// has told since, else what was predicted.
    pub(crate) fn take_back(&mut self, ticket: Ticket) -> Vec<(BlockPos, Cell)> {
        let made = |at: BlockPos, of: &Predicted| {
            let told = self.told(at);
            if told == of.told { of.cell } else { told.unwrap_or(of.cell) }
        };
        let open = self.predicted.iter().filter(|(_, of)| of.ticket == ticket);
        let cells: Vec<(BlockPos, Cell)> = open.map(|(at, of)| (*at, made(*at, of))).collect();
        for (at, _) in &cells {
            self.predicted.remove(at);
        }
        cells
    }

    fn is_open_to_the_sky(&self, at: BlockPos) -> bool {
        let Some(column) = self.column(ChunkPos::of(at)) else { return false };
        let dark = |y: i32| {
            let stored = &column.sections[section_index(y)];
            stored.cell(cell_index(at.x, y, at.z)).props().filter > 0
        };
        let clear = |section: &Stored| section.cells.is_none() && section.all.props().filter == 0;
        let mut y = at.y.max(crate::chunks::Y_MIN);
        while in_world(y) {
            if clear(&column.sections[section_index(y)]) {
                y = (y | 15) + 1;
            } else if dark(y) {
                return false;
            } else {
                y += 1;
            }
        }
        true
    }
}

impl Cells for Map {
    #[inline]
    fn cell(&self, at: BlockPos) -> Option<Cell> {
        if !self.predicted.is_empty()
            && let Some(predicted) = self.predicted.get(&at)
        {
            return Some(predicted.cell);
        }
        self.told(at)
    }

    /// The body tells no light, so it is estimated: full under the open sky, less with each block away from it, and the light
    /// of a block that shines in the cell itself.
    fn light(&self, at: BlockPos) -> (u8, u8) {
        let shine = self.cell(at).map_or(0, |cell| cell.props().light);
        if self.is_open_to_the_sky(at) {
            return (SKY_LIGHT as u8, shine);
        }
        let sides = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let reaches = |(x, z): (i32, i32)| {
            let way = (1..=SKY_BLOCKS).map(|far| (far, at.offset(x * far, 0, z * far)));
            let mut free = way.take_while(|(_, cell)| !self.is_solid(*cell));
            free.find(|(_, cell)| self.is_open_to_the_sky(*cell)).map(|(far, _)| far)
        };
        let nearest = sides.into_iter().filter_map(reaches).min();
        (nearest.map_or(0, |far| (SKY_LIGHT - far * SKY_LOSS).max(0)) as u8, shine)
    }

    fn section(&self, chunk: ChunkPos, section: usize) -> Option<Section<'_>> {
        let stored = self.column(chunk).filter(|column| column.has(section))?.sections.get(section)?;
        Some(stored.cells.as_deref().map_or(Section::Uniform(stored.all), Section::Cells))
    }

    fn section_may_have(&self, chunk: ChunkPos, section: usize, kinds: u64) -> bool {
        self.column(chunk)
            .and_then(|column| column.sections.get(section))
            .is_some_and(|stored| stored.kinds & kinds != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known::known;

    fn stone() -> Cell {
        Cell::of(known().stone)
    }

    /// One column of stone up to y = 63, and air above.
    fn flat() -> Map {
        let mut map = Map::default();
        for section in 0..SECTIONS {
            let cell = if section < section_index(64) { stone() } else { Cell::AIR };
            map.set_section(ChunkPos::default(), section, &[cell; SECTION_CELLS]);
        }
        map
    }

    #[test]
    fn a_prediction_shows_until_it_is_taken_back() {
        let mut map = flat();
        let at = BlockPos::new(3, 64, 3);
        map.predict(at, stone(), Ticket(7));
        assert_eq!((map.cell(at), map.told(at), map.is_predicted(at)), (Some(stone()), Some(Cell::AIR), true));
        assert_eq!(map.take_back(Ticket(6)), []);
        assert_eq!(map.take_back(Ticket(7)), [(at, stone())]);
        assert_eq!((map.cell(at), map.is_predicted(at)), (Some(Cell::AIR), false));
    }

    #[test]
    fn what_was_not_told_is_unknown_and_what_was_taken_back_too() {
        let mut map = flat();
        let (here, there) = (BlockPos::new(0, 64, 0), BlockPos::new(16, 64, 0));
        map.set_cell(there, stone());
        assert_eq!((map.cell(here), map.cell(there)), (Some(Cell::AIR), None));
        // A section that was not sent is unknown, whatever is known of the column.
        let part = ChunkPos { x: 2, z: 0 };
        map.set_section(part, 8, &[stone(); SECTION_CELLS]);
        assert_eq!((map.cell(BlockPos::new(32, 64, 0)), map.cell(BlockPos::new(32, 80, 0))), (Some(stone()), None));
        // A column that shares the entry of another one replaces it.
        let far = ChunkPos { x: TABLE_SIDE, z: 0 };
        map.set_section(far, 0, &[stone(); SECTION_CELLS]);
        assert_eq!(map.cell(here), None);
        map.unload(far);
        assert_eq!(map.cell(BlockPos::new(16 * TABLE_SIDE, 64, 0)), None);
    }

    #[test]
    fn sky_light_is_full_in_the_open_less_under_a_roof_and_none_in_rock() {
        let mut map = flat();
        for (x, z) in (0..8).flat_map(|x| (0..16).map(move |z| (x, z))) {
            map.set_cell(BlockPos::new(x, 66, z), stone());
        }
        let sky = |x, y| map.light(BlockPos::new(x, y, 8)).0;
        assert_eq!([sky(12, 64), sky(7, 64), sky(5, 64), sky(0, 64), sky(12, 60)], [15, 13, 9, 0, 0]);
    }
}
