//! Which columns of blocks the mind knows: sends them nearest first, their changes, and what goes out of view.

use contract::body::limits::CHANGES_MAX;
use contract::body::report::{Blocks, Unload};
use contract::body::section::Section;
use contract::body::{Column, Report, encode_report};
use gamedata::states;
use skills::chunks::{ChunkPos, SECTIONS, Y_MIN};
use skills::limbs::{self, Cells as _, Limbs as _};
use skills::state::Cell;
use std::collections::{BTreeMap, BTreeSet};
use vocab::BlockPos;
use world::World;

/// Most columns that are sent in one tick.
const COLUMNS_PER_TICK: usize = 8;
/// A column is taken back when it is this much farther away than the view, so that walking to and fro sends nothing anew.
const LINGER_COLUMNS: u32 = 1;
/// Beyond so many lines of changes in one tick, the columns are sent anew instead.
const CHANGE_LINES_MAX: usize = 4;

/// What the mind was told of blocks.
#[derive(Debug, Default)]
pub struct Columns {
    known: BTreeSet<ChunkPos>,
    /// From where everything in view was known, and how many chunks the world had then.
    complete: Option<(ChunkPos, usize)>,
}

impl Columns {
    /// The mind knows nothing of these columns any more, because it was not told what changed in them.
    pub fn forget(&mut self, changed: &[BlockPos]) {
        for at in changed {
            if self.known.remove(&ChunkPos::of(*at)) {
                self.complete = None;
            }
        }
    }

    /// The lines of one tick: changes, columns that went out of view, columns that are new.
    pub fn tell(&mut self, world: &World, view: u8, changed: &[BlockPos], lines: &mut Vec<u8>) {
        self.tell_changes(world, changed, lines);
        let centre = ChunkPos::of(world.pose().at.block());
        let loaded = world.grid().loaded().len();
        if self.complete == Some((centre, loaded)) {
            return;
        }
        let far = |pos: &ChunkPos| pos.x.abs_diff(centre.x).max(pos.z.abs_diff(centre.z));
        let lost = |pos: &ChunkPos| far(pos) > u32::from(view) + LINGER_COLUMNS || world.grid().chunk(*pos).is_none();
        let gone: Vec<ChunkPos> = self.known.iter().filter(|pos| lost(pos)).copied().collect();
        for pos in gone {
            self.known.remove(&pos);
            lines.extend(encode_report(&Report::Unload(Unload { at: Column([pos.x, pos.z]) })));
        }
        let new = |pos: &ChunkPos| far(pos) <= u32::from(view) && !self.known.contains(pos);
        let mut missing: Vec<ChunkPos> = world.grid().loaded().filter(new).collect();
        missing.sort_by_key(|pos| (pos.distance_squared(centre), *pos));
        self.complete = (missing.len() <= COLUMNS_PER_TICK).then_some((centre, loaded));
        for pos in missing.into_iter().take(COLUMNS_PER_TICK) {
            lines.extend(column_lines(world, pos));
            self.known.insert(pos);
        }
    }

    fn tell_changes(&mut self, world: &World, changed: &[BlockPos], lines: &mut Vec<u8>) {
        // Of several changes of one block the last one counts.
        let mut seen = BTreeSet::new();
        let mut newest: Vec<BlockPos> = changed
            .iter()
            .rev()
            .filter(|at| self.known.contains(&ChunkPos::of(**at)) && seen.insert(**at))
            .copied()
            .collect();
        newest.reverse();
        if newest.len() > CHANGE_LINES_MAX * CHANGES_MAX {
            return self.forget(&newest);
        }
        for part in newest.chunks(CHANGES_MAX) {
            let told = part.iter().filter_map(|at| Some((at.x, at.y, at.z, name(world.cells().cell(*at)?))));
            lines.extend(encode_report(&Report::Blocks(Blocks { changes: told.collect() })));
        }
    }
}

/// All sections of a column as lines, the lowest first; nothing when the world has not loaded it.
pub fn column_lines(world: &World, pos: ChunkPos) -> Vec<u8> {
    let sections = (0..SECTIONS).filter_map(|index| Some((index, world.cells().section(pos, index)?)));
    sections.flat_map(|(index, section)| encode_report(&Report::Section(packed(pos, index, &section)))).collect()
}

fn packed(pos: ChunkPos, index: usize, section: &limbs::Section<'_>) -> Section {
    let at = [pos.x, Y_MIN / 16 + index as i32, pos.z];
    let cells = match section {
        limbs::Section::Uniform(all) => return Section { at, palette: vec![name(*all)], cells: String::new() },
        limbs::Section::Cells(cells) => cells,
    };
    let (mut palette, mut numbers) = (Vec::new(), BTreeMap::new());
    // Neighbours are mostly equal.
    let mut last: Option<(u16, u16)> = None;
    let mut number = |state: u16| {
        if let Some((_, number)) = last.filter(|(of, _)| *of == state) {
            return number;
        }
        let number = *numbers.entry(state).or_insert_with(|| {
            palette.push(name(Cell(state)));
            palette.len() as u16 - 1
        });
        last = Some((state, number));
        number
    };
    let packed: Vec<u16> = cells.iter().map(|cell| number(*cell)).collect();
    if palette.len() == 1 {
        return Section { at, palette, cells: String::new() };
    }
    Section::pack(at, palette, &packed)
}

fn name(cell: Cell) -> String {
    states::shown(cell.state()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::body::read_report;

    #[test]
    fn a_column_has_every_section_with_the_blocks_that_the_world_has() {
        let world = World::with_view(3, 2);
        let pos = ChunkPos::of(world.spawn());
        let lines = column_lines(&world, pos);
        let mut sections = 0;
        for line in lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            let Ok(Report::Section(section)) = read_report(line) else { panic!("{}", String::from_utf8_lossy(line)) };
            let cells = if section.cells.is_empty() { vec![0; 4_096] } else { section.unpack().unwrap() };
            let [x, y, z] = section.at.map(|part| part * 16);
            for (index, number) in cells.iter().enumerate() {
                let (dx, dy, dz) = ((index % 16) as i32, (index / 256) as i32, (index / 16 % 16) as i32);
                let cell = world.cells().cell(BlockPos::new(x + dx, y + dy, z + dz)).unwrap();
                assert_eq!(section.palette[usize::from(*number)], name(cell));
            }
            sections += 1;
        }
        assert_eq!(sections, SECTIONS);
    }
}
