//! The blocks that the body has seen, column by column, for people who look at the world.

use crate::chunk::{ChunkPos, SECTION_CELLS, SECTIONS, Y_MIN};
use crate::eyes::hides;
use crate::known::all_props;
use crate::world::World;

/// Stands for a cell that the body has not seen and through which one cannot see.
pub const HIDDEN: u16 = u16::MAX;

/// The cells of a section by x, then z, then y: the numbers of the seen blocks, 0 for air and what was not seen, [`HIDDEN`] for
/// what cannot be seen through.
pub type SeenCells = Box<[u16; SECTION_CELLS]>;

impl World {
    /// The chunk that the body is in, as x and z.
    pub fn seen_from(&self) -> (i32, i32) {
        let pos = ChunkPos::of(self.body.at().block());
        (pos.x, pos.z)
    }

    /// The sections of a chunk in which the body has seen a block, each with its y in sections. Empty when the chunk is not loaded.
    pub fn seen_column(&self, x: i32, z: i32) -> Vec<(i32, SeenCells)> {
        let pos = ChunkPos { x, z };
        let Some(chunk) = self.grid.chunk(pos) else { return Vec::new() };
        let seen = (0..SECTIONS).filter(|section| !self.view_of(pos, *section).is_blank());
        let props = all_props();
        let sections = seen.map(|section| {
            let view = self.view_of(pos, section);
            let mut cells: SeenCells = Box::new([0; SECTION_CELLS]);
            for (index, cell) in cells.iter_mut().enumerate() {
                let block = chunk.sections[section].cell(index).block();
                *cell = match view.has(index) {
                    true => block.0,
                    false if hides(&props[usize::from(block.0)]) => HIDDEN,
                    false => 0,
                };
            }
            (Y_MIN / 16 + section as i32, cells)
        });
        sections.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_that_looked_about_has_seen_ground_and_nothing_in_it() {
        let mut world = World::new(1);
        world.advance(100);
        let (x, z) = world.seen_from();
        let seen = world.seen_column(x, z);
        let count = |wanted: fn(u16) -> bool| -> usize {
            seen.iter().map(|(_, cells)| cells.iter().filter(|cell| wanted(**cell)).count()).sum()
        };
        assert!(count(|cell| cell != 0 && cell != HIDDEN) > 20, "it stands on something");
        assert!(count(|cell| cell == HIDDEN) > 100, "and has not seen what is under it");
        assert!(world.seen_column(x + 1_000, z).is_empty(), "a chunk that is not loaded shows nothing");
    }
}
