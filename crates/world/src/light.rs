//! Sky light and block light, spread from cell to cell.
//!
//! A cell's light is the highest of its own light and each neighbour's light minus what the cell absorbs (at least one). Every
//! function here restores that rule after a change, and visits only the cells that the change affects.

use crate::chunk::{
    COLUMNS, Chunk, ChunkPos, LIGHT_OPEN, SECTION_CELLS, SECTIONS, Y_END, Y_MIN, cell_index, column_index, kind_bit,
    section_index,
};
use crate::grid::Grid;
use crate::known::all_props;
use crate::state::Cell;
use std::collections::VecDeque;
use std::sync::LazyLock;
use vocab::BlockPos;

/// The brightest light level of a cell.
const FULL: u8 = 15;

/// Sky light or block light.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Sky,
    Block,
}

impl Source {
    const fn shift(self) -> u32 {
        match self {
            Source::Sky => 4,
            Source::Block => 0,
        }
    }
}

fn filter(cell: Cell) -> u8 {
    cell.props().filter
}

fn emission(cell: Cell) -> u8 {
    cell.props().light
}

fn level(grid: &Grid, source: Source, at: BlockPos) -> u8 {
    grid.chunk(ChunkPos::of(at)).map_or(0, |chunk| (chunk.light(at.x, at.y, at.z) >> source.shift()) & 15)
}

fn set_level(grid: &mut Grid, source: Source, at: BlockPos, level: u8) {
    if let Some(chunk) = grid.chunk_mut(ChunkPos::of(at)) {
        let others = chunk.light(at.x, at.y, at.z) & !(15 << source.shift());
        chunk.set_light(at.x, at.y, at.z, others | (level << source.shift()));
    }
}

/// The light of a cell apart from that of its neighbours: what its block emits, or full sky light under the open
/// sky.
fn own_level(grid: &Grid, source: Source, at: BlockPos) -> u8 {
    match source {
        Source::Sky if grid.open_from(at.x, at.z).is_some_and(|open| at.y >= open) => FULL,
        Source::Sky => 0,
        Source::Block => grid.cell(at).map_or(0, emission),
    }
}

/// Spreads sky or block light from these cells to their neighbours.
fn spread(grid: &mut Grid, source: Source, mut bright: VecDeque<BlockPos>) {
    while let Some(at) = bright.pop_front() {
        let here = level(grid, source, at);
        if here <= 1 {
            continue;
        }
        for next in at.neighbours() {
            if !(Y_MIN..Y_END).contains(&next.y) {
                continue;
            }
            let Some(chunk) = grid.chunk(ChunkPos::of(next)) else { continue };
            let reaches = here.saturating_sub(filter(chunk.cell(next.x, next.y, next.z)).max(1));
            if reaches > (chunk.light(next.x, next.y, next.z) >> source.shift()) & 15 {
                set_level(grid, source, next, reaches);
                bright.push_back(next);
            }
        }
    }
}

/// Removes the light that came from these cells, which are already dark, and spreads the remaining light back in.
fn darken(grid: &mut Grid, source: Source, mut gone: VecDeque<(BlockPos, u8)>, mut bright: VecDeque<BlockPos>) {
    let mut relit = Vec::new();
    while let Some((at, was)) = gone.pop_front() {
        for next in at.neighbours() {
            if !(Y_MIN..Y_END).contains(&next.y) {
                continue;
            }
            let there = level(grid, source, next);
            if there == 0 {
                continue;
            }
            if there >= was {
                bright.push_back(next);
                continue;
            }
            set_level(grid, source, next, 0);
            gone.push_back((next, there));
            let own = own_level(grid, source, next);
            if own > 0 {
                relit.push((next, own));
            }
        }
    }
    for (at, own) in relit {
        if level(grid, source, at) < own {
            set_level(grid, source, at, own);
        }
        bright.push_back(at);
    }
    spread(grid, source, bright);
}

/// Updates the light after a cell was written.
pub(crate) fn relight(grid: &mut Grid, at: BlockPos, old: Cell, new: Cell) {
    if filter(old) == filter(new) && emission(old) == emission(new) {
        return;
    }
    if filter(old) != filter(new) || emission(old) != emission(new) {
        let was = level(grid, Source::Block, at);
        let own = emission(new);
        set_level(grid, Source::Block, at, own);
        darken(grid, Source::Block, VecDeque::from([(at, was)]), VecDeque::from([at]));
    }
    if filter(old) != filter(new) {
        relight_sky(grid, at);
    }
}

fn relight_sky(grid: &mut Grid, at: BlockPos) {
    let pos = ChunkPos::of(at);
    let Some(chunk) = grid.chunk_mut(pos) else { return };
    let column = column_index(at.x, at.z);
    let open_was = i32::from(chunk.open_from[column]);
    let open = if at.y + 1 >= open_was { open_below(chunk, at.x, at.z, open_was.max(at.y + 1)) } else { open_was };
    chunk.open_from[column] = open as i16;
    let mut gone = VecDeque::new();
    let mut bright = VecDeque::new();
    for y in open_was..open {
        let cell = BlockPos::new(at.x, y, at.z);
        gone.push_back((cell, level(grid, Source::Sky, cell)));
        set_level(grid, Source::Sky, cell, 0);
    }
    for y in open..open_was {
        let cell = BlockPos::new(at.x, y, at.z);
        set_level(grid, Source::Sky, cell, FULL);
        bright.push_back(cell);
    }
    if open_was == open {
        gone.push_back((at, level(grid, Source::Sky, at)));
        let own = own_level(grid, Source::Sky, at);
        set_level(grid, Source::Sky, at, own);
        bright.push_back(at);
    }
    darken(grid, Source::Sky, gone, bright);
}

/// The lowest y of a column such that no block at or above it reduces sky light. The search goes down from
/// `from`; everything above `from` is known to be open.
fn open_below(chunk: &Chunk, x: i32, z: i32, from: i32) -> i32 {
    let mut open = from;
    while open > Y_MIN && filter(chunk.cell(x, open - 1, z)) == 0 {
        open -= 1;
    }
    open
}

/// Computes for every column of a chunk the height from which it is open to the sky.
pub(crate) fn find_open(chunk: &mut Chunk) {
    let clear = |section: &crate::chunk::Section| section.cells().is_none() && filter(section.cell(0)) == 0;
    let top = chunk.sections.iter().rposition(|section| !clear(section)).map_or(0, |index| index + 1);
    let from = Y_MIN + 16 * top as i32;
    for column in 0..COLUMNS {
        let (x, z) = ((column & 15) as i32, (column >> 4) as i32);
        chunk.open_from[column] = open_below(chunk, x, z, from) as i16;
    }
}

/// Lights a newly loaded chunk, and spreads light between it and its loaded neighbours.
pub(crate) fn light_chunk(grid: &mut Grid, pos: ChunkPos) {
    let Some(chunk) = grid.chunk_mut(pos) else { return };
    fill_open(chunk);
    let mut sky = VecDeque::new();
    let mut torches = VecDeque::new();
    let shining = emitters(chunk);
    for cell in &shining {
        let section = &mut chunk.sections[cell >> 12];
        let index = cell & (SECTION_CELLS - 1);
        let own = emission(section.cell(index));
        section.set_light(index, (section.light(index) & LIGHT_OPEN) | own);
    }
    spread_inside(chunk, Source::Block, shining, &mut torches);
    let open = sky_seeds(grid, pos);
    if let Some(chunk) = grid.chunk_mut(pos) {
        spread_inside(chunk, Source::Sky, open, &mut sky);
    }
    for (dx, dz) in [(0, -1), (0, 1), (-1, 0), (1, 0)] {
        border_seeds(grid, pos, (dx, dz), &mut sky, &mut torches);
    }
    spread(grid, Source::Sky, sky);
    spread(grid, Source::Block, torches);
}

/// Sets full sky light in every column above its highest covering block and none below; sets no block light.
fn fill_open(chunk: &mut Chunk) {
    let lowest = i32::from(*chunk.open_from.iter().min().expect("a chunk has columns"));
    let highest = i32::from(*chunk.open_from.iter().max().expect("a chunk has columns"));
    for (index, section) in chunk.sections.iter_mut().enumerate() {
        let floor = Y_MIN + 16 * index as i32;
        if floor >= highest {
            section.set_all_light(LIGHT_OPEN);
        } else if floor + 16 <= lowest {
            section.set_all_light(0);
        } else {
            let mut light = Box::new([0; SECTION_CELLS]);
            for (column, open) in chunk.open_from.iter().enumerate() {
                for y in i32::from(*open).max(floor)..floor + 16 {
                    light[((y & 15) as usize) << 8 | column] = LIGHT_OPEN;
                }
            }
            section.replace_light(light);
        }
    }
}

/// Spreads light within one chunk, where a neighbour's index is a simple sum. Cell indices run on through all
/// sections. Lit cells at the sides of the chunk are added to `outwards`.
fn spread_inside(chunk: &mut Chunk, source: Source, mut bright: Vec<usize>, outwards: &mut VecDeque<BlockPos>) {
    let props = all_props();
    let shift = source.shift();
    let cells = SECTIONS * SECTION_CELLS;
    let (x0, z0) = (chunk.pos.x * 16, chunk.pos.z * 16);
    let mut next_bright = Vec::new();
    while !bright.is_empty() {
        for cell in bright.drain(..) {
            let here = (chunk.sections[cell >> 12].light(cell & (SECTION_CELLS - 1)) >> shift) & 15;
            if here <= 1 {
                continue;
            }
            let (x, z) = (cell & 15, (cell >> 4) & 15);
            if x == 0 || x == 15 || z == 0 || z == 15 {
                let y = Y_MIN + (cell >> 8) as i32;
                outwards.push_back(BlockPos::new(x0 + x as i32, y, z0 + z as i32));
            }
            let beside = [
                (cell >= 256).then(|| cell - 256),
                (cell + 256 < cells).then_some(cell + 256),
                (z > 0).then(|| cell - 16),
                (z < 15).then_some(cell + 16),
                (x > 0).then(|| cell - 1),
                (x < 15).then_some(cell + 1),
            ];
            for next in beside.into_iter().flatten() {
                let section = &mut chunk.sections[next >> 12];
                let index = next & (SECTION_CELLS - 1);
                let both = section.light(index);
                // A neighbour that is nearly as bright already needs no lookup of its block.
                if (both >> shift) & 15 >= here - 1 {
                    continue;
                }
                let reaches = here.saturating_sub(props[usize::from(section.cell(index).0)].filter.max(1));
                if reaches > (both >> shift) & 15 {
                    section.set_light(index, (both & !(15 << shift)) | (reaches << shift));
                    next_bright.push(next);
                }
            }
        }
        std::mem::swap(&mut bright, &mut next_bright);
    }
}

/// The bits (see `chunk::kind_bit`) of all kinds of blocks that emit light.
static SHINING: LazyLock<u64> = LazyLock::new(|| {
    let shining = all_props().iter().zip(0..).filter(|(props, _)| props.light > 0);
    shining.fold(0, |kinds, (_, state)| kinds | kind_bit(Cell(state).block()))
});

/// The cells of a chunk that emit light, as indices that run on through all sections.
fn emitters(chunk: &Chunk) -> Vec<usize> {
    let kinds = *SHINING;
    let mut found = Vec::new();
    for (index, section) in chunk.sections.iter().enumerate() {
        if !section.may_have(kinds) || (section.cells().is_none() && emission(section.cell(0)) == 0) {
            continue;
        }
        let cells = (0..SECTION_CELLS).filter(|cell| emission(section.cell(*cell)) > 0);
        found.extend(cells.map(|cell| (index << 12) | cell));
    }
    found
}

/// The cells from which sky light spreads: open cells beside covered ones, and the lowest open cell of each
/// column. Indices run on through all sections.
fn sky_seeds(grid: &Grid, pos: ChunkPos) -> Vec<usize> {
    let mut seeds = Vec::new();
    let Some(chunk) = grid.chunk(pos) else { return seeds };
    for column in 0..COLUMNS {
        let (x, z) = ((column & 15) as i32, (column >> 4) as i32);
        let open = i32::from(chunk.open_from[column]);
        let beside = [(0, -1), (0, 1), (-1, 0), (1, 0)];
        let next_to = |dx: i32, dz: i32| match (x + dx, z + dz) {
            (x @ 0..16, z @ 0..16) => Some(i32::from(chunk.open_from[column_index(x, z)])),
            (x, z) => grid.open_from(pos.x * 16 + x, pos.z * 16 + z),
        };
        let highest = beside.iter().filter_map(|(dx, dz)| next_to(*dx, *dz)).max().unwrap_or(open);
        for y in open..highest.max(open + 1).min(Y_END) {
            seeds.push((((y - Y_MIN) as usize) << 8) | column);
        }
    }
    seeds
}

/// Lit cells of a loaded neighbour chunk along the common border.
fn border_seeds(
    grid: &Grid,
    pos: ChunkPos,
    (dx, dz): (i32, i32),
    sky: &mut VecDeque<BlockPos>,
    torches: &mut VecDeque<BlockPos>,
) {
    let there = ChunkPos { x: pos.x + dx, z: pos.z + dz };
    let (Some(chunk), Some(own)) = (grid.chunk(there), grid.chunk(pos)) else { return };
    for (index, section) in chunk.sections.iter().enumerate() {
        let beside = own.sections[index].uniform_light();
        if section.uniform_light().is_some_and(|level| level == 0 || Some(level) == beside) {
            continue;
        }
        for along in 0..16 {
            // The plane of the neighbour chunk that touches this chunk.
            let (x, z) = match (dx, dz) {
                (0, -1) => (along, 15),
                (0, 1) => (along, 0),
                (-1, 0) => (15, along),
                _ => (0, along),
            };
            for height in 0..16 {
                let y = Y_MIN + 16 * index as i32 + height;
                let light = section.light(cell_index(x, y, z));
                let at = BlockPos::new(there.x * 16 + x, y, there.z * 16 + z);
                let inner = own.sections[section_index(y)].light(cell_index(x - dx, y, z - dz));
                if light >> 4 > (inner >> 4) + 1 {
                    sky.push_back(at);
                }
                if light & 15 > (inner & 15) + 1 {
                    torches.push_back(at);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
