//! The blocks that the body has seen, section by section, for people who look at the world.

use crate::chunks::{ChunkPos, SECTION_CELLS};
use crate::eyes::{Eyes, hides};
use crate::state::Cell;

/// Stands for a cell that the body has not seen and through which one cannot see.
pub const HIDDEN: u16 = u16::MAX;

/// The cells of a section by x, then z, then y: the numbers of the seen blocks, 0 for air and what was not seen, [`HIDDEN`] for
/// what cannot be seen through.
pub type SeenCells = Box<[u16; SECTION_CELLS]>;

impl Eyes {
    /// What the body has seen of a section whose cells `held` gives by their index; `None` when it has seen nothing there.
    pub fn seen_section(&self, chunk: ChunkPos, section: usize, held: impl Fn(usize) -> Cell) -> Option<SeenCells> {
        let view = self.view_of(chunk, section);
        if view.is_blank() {
            return None;
        }
        let mut cells: SeenCells = Box::new([0; SECTION_CELLS]);
        for (index, cell) in cells.iter_mut().enumerate() {
            let held = held(index);
            *cell = if view.has(index) {
                held.block().0
            } else if hides(held.props()) {
                HIDDEN
            } else {
                0
            };
        }
        Some(cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vocab::BlockPos;

    #[test]
    fn seen_blocks_are_shown_and_unseen_ones_only_hide() {
        let mut eyes = Eyes::default();
        let stone = gamedata::blocks::named("stone").unwrap();
        eyes.note_seen(BlockPos::new(3, 64, 5));
        let (chunk, section) = (ChunkPos { x: 0, z: 0 }, 8);
        let seen = eyes.seen_section(chunk, section, |_| Cell::of(stone)).unwrap();
        assert_eq!((seen[5 << 4 | 3], seen[0]), (stone.0, HIDDEN));
        let of_air = eyes.seen_section(chunk, section, |_| Cell::AIR).unwrap();
        assert!(of_air.iter().all(|cell| *cell == 0), "unseen air hides nothing");
        assert!(eyes.seen_section(chunk, section + 1, |_| Cell::of(stone)).is_none());
    }
}
