//! What the body has seen of this world, for people who look at it: column by column, and as a feed of changes.

use crate::chunk::{ChunkPos, SECTIONS, Y_MIN};
use crate::world::World;
use skills::feed::{Feed, Published};
pub use skills::panorama::{HIDDEN, SeenCells};

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
        let seen = (0..SECTIONS).filter_map(|section| {
            let cells = &chunk.sections[section];
            let seen = self.eyes.seen_section(pos, section, |index| cells.cell(index))?;
            Some((Y_MIN / 16 + section as i32, seen))
        });
        seen.collect()
    }
}

impl Feed for World {
    /// Noting changes for the feed and for [`World::changed_blocks`] exclude each other.
    fn publish(&mut self, on: bool) {
        if on != self.eyes.is_publishing() {
            self.grid.watch(on);
            self.eyes.publish(on);
        }
    }

    fn published(&mut self) -> Published {
        self.note_changes();
        let centre = self.centre();
        self.eyes.published(&self.grid, centre)
    }

    fn centre(&self) -> ChunkPos {
        ChunkPos::of(self.body.at().block())
    }
}

impl World {
    /// Hands the changes of blocks to the feed, while somebody looks.
    pub(crate) fn note_changes(&mut self) {
        if self.eyes.is_publishing() {
            for at in self.grid.take_changed() {
                self.eyes.note_changed(at);
            }
        }
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
