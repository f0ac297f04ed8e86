//! What the body has seen, published piece by piece: the sections that show something else than when they were last told. People who
//! look at the world draw it from this alone, whether the body is in this process or in another.
//!
//! Bounded: each call tells [`SECTIONS_PER_CALL_MAX`] sections at most, and at most [`WAITING_MAX`] wait. When more do, all are dropped, and
//! everything that the body knows is told anew, nearest first, beginning with a flag.

use crate::chunks::{ChunkPos, SECTIONS};
use crate::eyes::{Eyes, SectionPos, section_of};
use crate::limbs::{Cells, Section};
use crate::map::Map;
use crate::panorama::SeenCells;
use crate::state::Cell;
use std::collections::BTreeSet;
use vocab::BlockPos;

/// Most sections told by one call, at 8 KB each and some 20 microseconds of work.
pub const SECTIONS_PER_CALL_MAX: usize = 64;
/// Most changed sections that wait to be told: more than a body sees in the minute that somebody may not ask.
pub const WAITING_MAX: usize = 1_024;
/// With X-ray, all that is loaded within this many chunks counts as seen.
const XRAY_CHUNKS: i32 = 8;

/// What one call tells.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Published {
    /// Whether everything comes anew, beginning with these sections, because changes were lost or nobody has asked before.
    pub anew: bool,
    /// Sections with what the body has seen in them, each by its chunk and counted from below.
    pub sections: Vec<(ChunkPos, usize, SeenCells)>,
}

/// A body whose sights can be published.
pub trait Feed {
    /// Begins or ends to note what is to be told. Noting costs a little, so it ends while nobody looks.
    fn publish(&mut self, on: bool);

    /// Tells what has changed since the last call.
    fn published(&mut self) -> Published;

    /// The chunk in which the body is.
    fn centre(&self) -> ChunkPos;
}

/// Begins or ends to publish the sights of a body in another process.
pub fn publish(map: &mut Map, eyes: &mut Eyes, on: bool) {
    map.watch(on);
    eyes.publish(on);
}

/// Tells what a body in another process has seen since the last call.
pub fn published(map: &mut Map, eyes: &mut Eyes, centre: ChunkPos) -> Published {
    for section in map.take_changed() {
        eyes.note_changed_section(section);
    }
    eyes.published(map, centre)
}

/// What waits to be told. It is no part of the body's memory: it is not saved, and memories with different ones are equal.
#[derive(Debug, Clone, Default)]
pub(crate) struct Untold(Option<Box<Waiting>>);

impl PartialEq for Untold {
    fn eq(&self, _: &Untold) -> bool {
        true
    }
}

impl Eq for Untold {}

#[derive(Debug, Clone, Default)]
struct Waiting {
    changed: BTreeSet<SectionPos>,
    /// What is left of everything that is told anew, nearest last.
    rest: Vec<SectionPos>,
    lost: bool,
}

impl Untold {
    /// Notes that a section shows something else now.
    #[inline]
    pub(crate) fn note(&mut self, section: SectionPos) {
        if let Some(waiting) = &mut self.0 {
            waiting.note(section);
        }
    }
}

impl Waiting {
    fn note(&mut self, section: SectionPos) {
        if self.lost {
            return; // everything is told anew
        }
        self.changed.insert(section);
        if self.changed.len() > WAITING_MAX {
            self.changed.clear();
            self.lost = true;
        }
    }
}

impl Eyes {
    /// Begins or ends to note what is to be told. It begins with everything.
    pub fn publish(&mut self, on: bool) {
        if on != self.is_publishing() {
            self.untold.0 = on.then(|| Box::new(Waiting { lost: true, ..Waiting::default() }));
        }
    }

    pub fn is_publishing(&self) -> bool {
        self.untold.0.is_some()
    }

    /// Notes that the block at a place is another one now, if the body knows anything of the cells around it.
    pub fn note_changed(&mut self, at: BlockPos) {
        if crate::chunks::in_world(at.y) {
            self.note_changed_section(section_of(at));
        }
    }

    /// Notes that blocks of a section are other ones now, if the body knows anything of them.
    pub fn note_changed_section(&mut self, section: SectionPos) {
        if self.is_publishing() && !self.view_of(section.0, usize::from(section.1)).is_blank() {
            self.untold.note(section);
        }
    }

    /// Notes that a chunk was loaded.
    pub fn note_loaded(&mut self, chunk: ChunkPos) {
        if self.is_publishing() {
            (0..SECTIONS as u8).for_each(|section| self.note_changed_section((chunk, section)));
        }
    }

    /// Tells what has changed since the last call, as far as its chunks are loaded.
    pub fn published(&mut self, cells: &impl Cells, centre: ChunkPos) -> Published {
        let Some(mut waiting) = self.untold.0.take() else { return Published::default() };
        let anew = std::mem::take(&mut waiting.lost);
        if anew {
            waiting.rest = self.everything(cells, centre);
        }
        let mut sections = Vec::new();
        while sections.len() < SECTIONS_PER_CALL_MAX {
            let Some(next) = waiting.changed.pop_first().or_else(|| waiting.rest.pop()) else { break };
            let (chunk, section) = (next.0, usize::from(next.1));
            let Some(held) = cells.section(chunk, section) else { continue };
            let seen = self.seen_section(chunk, section, |index| held.cell(index));
            sections.extend(seen.map(|seen| (chunk, section, seen)));
        }
        self.untold.0 = Some(waiting);
        Published { anew, sections }
    }

    /// All sections of which the body knows anything, nearest last.
    fn everything(&self, cells: &impl Cells, centre: ChunkPos) -> Vec<SectionPos> {
        let mut known: Vec<SectionPos> = if self.has_xray() {
            let near = -XRAY_CHUNKS..=XRAY_CHUNKS;
            let chunks =
                near.clone().flat_map(|x| near.clone().map(move |z| ChunkPos { x: centre.x + x, z: centre.z + z }));
            chunks.flat_map(|chunk| (0..SECTIONS as u8).map(move |section| (chunk, section))).collect()
        } else {
            self.known_sections().collect()
        };
        let is_there = |section: Section<'_>| !matches!(section, Section::Uniform(Cell::AIR));
        known.retain(|(chunk, section)| cells.section(*chunk, usize::from(*section)).is_some_and(is_there));
        known.sort_unstable_by_key(|section| (std::cmp::Reverse(section.0.distance_squared(centre)), *section));
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunks::SECTION_CELLS;
    use std::collections::BTreeMap;

    const CENTRE: ChunkPos = ChunkPos { x: 0, z: 0 };

    fn stone() -> Cell {
        Cell::of(crate::known::known().stone)
    }

    /// Columns of stone in a row to the east, with the body's eyes on one cell of each.
    fn row(chunks: i32) -> (Map, Eyes) {
        let (mut map, mut eyes) = (Map::default(), Eyes::default());
        for x in 0..chunks {
            map.set_section(ChunkPos { x, z: 0 }, 8, &[stone(); SECTION_CELLS]);
            eyes.note_seen(BlockPos::new(x * 16, 64, 0));
        }
        (map, eyes)
    }

    fn told(found: &Published) -> Vec<i32> {
        found.sections.iter().map(|(chunk, ..)| chunk.x).collect()
    }

    #[test]
    fn everything_comes_first_and_then_only_what_changed() {
        let (mut map, mut eyes) = row(3);
        assert_eq!(published(&mut map, &mut eyes, CENTRE), Published::default(), "nobody looks");
        publish(&mut map, &mut eyes, true);
        let first = published(&mut map, &mut eyes, CENTRE);
        assert_eq!((first.anew, told(&first)), (true, vec![0, 1, 2]), "nearest first");
        assert_eq!(published(&mut map, &mut eyes, CENTRE), Published::default());
        map.set_cell(BlockPos::new(16, 64, 0), Cell::AIR);
        eyes.note_seen(BlockPos::new(40, 64, 0));
        eyes.note_seen(BlockPos::new(40, 64, 0));
        let next = published(&mut map, &mut eyes, CENTRE);
        assert_eq!((next.anew, told(&next)), (false, vec![1, 2]));
        assert_eq!(next.sections[0].2[0], 0, "it is air now");
        map.set_cell(BlockPos::new(0, 200, 0), stone());
        assert_eq!(published(&mut map, &mut eyes, CENTRE), Published::default(), "nobody has seen anything there");
        publish(&mut map, &mut eyes, false);
        map.set_cell(BlockPos::new(0, 64, 0), Cell::AIR);
        publish(&mut map, &mut eyes, true);
        assert!(published(&mut map, &mut eyes, CENTRE).anew);
    }

    #[test]
    fn a_call_tells_no_more_than_its_bound_and_later_ones_the_rest() {
        // More columns in a row than the table has entries would replace each other.
        let (mut map, mut eyes) = row(60);
        for x in 0..60 {
            eyes.note_seen(BlockPos::new(x * 16, 80, 0));
            map.set_section(ChunkPos { x, z: 0 }, 9, &[stone(); SECTION_CELLS]);
        }
        publish(&mut map, &mut eyes, true);
        let sizes: Vec<usize> = (0..3).map(|_| published(&mut map, &mut eyes, CENTRE).sections.len()).collect();
        assert_eq!(sizes, [SECTIONS_PER_CALL_MAX, 120 - SECTIONS_PER_CALL_MAX, 0]);
    }

    #[test]
    fn when_too_much_waits_everything_is_told_anew_and_nothing_is_missing() {
        let (mut map, mut eyes) = row(60);
        publish(&mut map, &mut eyes, true);
        let mut shown = BTreeMap::new();
        let mut anew = 0;
        let mut take = |found: Published| {
            anew += u32::from(found.anew);
            let more = !found.sections.is_empty();
            shown.extend(found.sections.into_iter().map(|(chunk, section, cells)| ((chunk, section as u8), cells)));
            more
        };
        take(published(&mut map, &mut eyes, CENTRE));
        for (x, section) in (0..60).flat_map(|x| (0..24).map(move |section| (x, section))) {
            map.set_section(ChunkPos { x, z: 0 }, section as usize, &[stone(); SECTION_CELLS]);
            eyes.note_seen(BlockPos::new(x * 16, section * 16 - 64, 1));
        }
        while take(published(&mut map, &mut eyes, CENTRE)) {}
        assert_eq!((anew, shown.len()), (2, 60 * 24));
        for (at, cells) in shown {
            let held = map.section(at.0, usize::from(at.1)).unwrap();
            assert_eq!(eyes.seen_section(at.0, usize::from(at.1), |index| held.cell(index)), Some(cells));
        }
    }
}
