//! What the body has seen. Searches know of a block only when one of its faces is in sight now or was in sight before.
//!
//! Rays from the eye mark the blocks that they pass or hit. They follow a fixed sequence of directions, a few each tick, and stop
//! when the body has stood still for a while. What is near is also looked at directly, when it is asked for.
//! Invariant: equal worlds see equal blocks. Air is not marked: there is nothing to find in it.

use crate::chunk::{ChunkPos, SECTION_CELLS, Y_MIN, cell_index, in_world};
use crate::grid::Grid;
use crate::known::{Props, all_props};
use crate::sight;
use crate::space::{MICRO, Place};
use crate::terrain::shape::LAND_Y_MAX;
use crate::world::World;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use vocab::BlockPos;

/// Rays cast in one game tick: 256 a mind tick. They cost some 10 microseconds.
const RAYS_PER_TICK: u32 = 64;
/// Rays cast from one block before the body has seen enough: about one for every block face at 16 blocks.
const RAYS_PER_PLACE: u32 = 4_096;
/// How far a ray goes along its longest axis, in blocks.
const RAY_BLOCKS: i64 = 64;
/// A rising ray ends here: trees on the highest land are lower.
const SKY_Y: i32 = LAND_Y_MAX + 16;
/// Blocks within this distance are looked at directly when they are asked for, so that work at hand is never blind.
const LOOK_BLOCKS: i64 = 20;
/// For sections: those that are farther from the feet hold nothing that is looked at directly.
pub(crate) const LOOK_BLOCKS_SQUARED: u64 = (LOOK_BLOCKS as u64 + 2).pow(2);
/// Sections remembered, 512 bytes each: the ground of a square of 500 blocks. Beyond it the farthest quarter is forgotten.
pub const SECTIONS_MAX: usize = 4_096;

/// Parts of a ray's direction are at most this long.
const UNIT: i64 = 1 << 15;
/// Steps of the two-dimensional sequence that fills a square most evenly, as fractions of 2³².
const STEP_U: u32 = 3_242_174_889;
const STEP_V: u32 = 2_447_445_414;
/// Most rays go to the four sides: north, east, south and west, then one down or up.
const SIDES: [Side; 10] = [
    Side::North,
    Side::East,
    Side::South,
    Side::West,
    Side::Down,
    Side::North,
    Side::East,
    Side::South,
    Side::West,
    Side::Up,
];

#[derive(Debug, Clone, Copy)]
enum Side {
    North,
    East,
    South,
    West,
    Down,
    Up,
}

const WORDS: usize = SECTION_CELLS / 64;

/// A bit for each cell of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bits(Box<[u64; WORDS]>);

impl Bits {
    fn has(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }
}

impl Default for Bits {
    fn default() -> Bits {
        Bits(Box::new([0; WORDS]))
    }
}

/// Written without its empty words: most sections are seen in part.
impl Serialize for Bits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let full = self.0.iter().enumerate().fold(0u64, |full, (n, word)| full | u64::from(*word != 0) << n);
        let words: Vec<u64> = self.0.iter().copied().filter(|word| *word != 0).collect();
        (full, words).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Bits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bits, D::Error> {
        let (full, words) = <(u64, Vec<u64>)>::deserialize(deserializer)?;
        let mut bits = Bits::default();
        let places = (0..WORDS).filter(|place| full >> place & 1 == 1);
        for (place, word) in places.zip(words) {
            bits.0[place] = word;
        }
        Ok(bits)
    }
}

/// Names a section: its chunk, and its number from below.
type SectionPos = (ChunkPos, u8);

/// What was seen of one section, for searches that ask for many of its cells.
#[derive(Debug, Clone, Copy)]
pub(crate) enum View<'a> {
    All,
    Part(&'a Bits),
    Blank,
}

impl View<'_> {
    pub(crate) fn is_blank(self) -> bool {
        matches!(self, View::Blank)
    }

    /// Whether the cell with this number was seen.
    pub(crate) fn has(self, index: usize) -> bool {
        match self {
            View::All => true,
            View::Part(bits) => bits.has(index),
            View::Blank => false,
        }
    }
}

/// The memory of the eyes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Eyes {
    /// Everything that is loaded counts as seen.
    xray: bool,
    seen: BTreeMap<SectionPos, Bits>,
    /// The next ray of the sequence.
    ray: u32,
    /// The block in which the eye was, and the rays still to be cast from it.
    place: BlockPos,
    rays_left: u32,
}

impl Eyes {
    /// Whether a block was in sight before.
    fn has_seen(&self, at: BlockPos) -> bool {
        in_world(at.y) && self.seen.get(&section_of(at)).is_some_and(|bits| bits.has(cell_index(at.x, at.y, at.z)))
    }

    fn mark(&mut self, at: BlockPos) {
        if in_world(at.y) {
            let index = cell_index(at.x, at.y, at.z);
            self.seen.entry(section_of(at)).or_default().0[index / 64] |= 1 << (index % 64);
        }
    }

    pub fn has_xray(&self) -> bool {
        self.xray
    }

    /// Sections remembered.
    pub fn sections(&self) -> usize {
        self.seen.len()
    }

    fn forget_far(&mut self, from: BlockPos) {
        if self.seen.len() <= SECTIONS_MAX {
            return;
        }
        let here = ChunkPos::of(from);
        let mut sections: Vec<(i64, SectionPos)> =
            self.seen.keys().map(|section| (section.0.distance_squared(here), *section)).collect();
        sections.sort_unstable();
        for (_, section) in sections.into_iter().skip(SECTIONS_MAX * 3 / 4) {
            self.seen.remove(&section);
        }
    }
}

fn section_of(at: BlockPos) -> SectionPos {
    (ChunkPos::of(at), ((at.y - Y_MIN) >> 4) as u8)
}

/// Casts this tick's rays.
pub(crate) fn tick(world: &mut World) {
    let eye = world.body.eyes();
    let eyes = &mut world.eyes;
    if eyes.place != eye.block() {
        (eyes.place, eyes.rays_left) = (eye.block(), RAYS_PER_PLACE);
    }
    let rays = eyes.rays_left.min(RAYS_PER_TICK);
    eyes.rays_left -= rays;
    for _ in 0..rays {
        let direction = direction(eyes.ray);
        eyes.ray = eyes.ray.wrapping_add(1);
        cast(&world.grid, eye, direction, |at| eyes.mark(at));
    }
    eyes.forget_far(eye.block());
}

/// The direction of a ray of the sequence. Those to the sides are denser towards the horizon, where most things are.
fn direction(ray: u32) -> [i64; 3] {
    let part = |step: u32| (i64::from(ray.wrapping_mul(step)) >> 16) - UNIT;
    let (u, v) = (part(STEP_U), part(STEP_V));
    let flat = v * v.abs() / UNIT;
    match SIDES[ray as usize % SIDES.len()] {
        Side::North => [u, flat, -UNIT],
        Side::East => [UNIT, flat, u],
        Side::South => [u, flat, UNIT],
        Side::West => [-UNIT, flat, u],
        Side::Down => [u, -UNIT, v],
        Side::Up => [u, UNIT, v],
    }
}

/// Follows a ray to the first block that hides what is behind it, and shows every block on the way.
fn cast(grid: &Grid, eye: Place, direction: [i64; 3], mut show: impl FnMut(BlockPos)) {
    /// Parts of a millionth of a block by which the way along an axis is measured.
    const FINE: i64 = 1 << 16;
    let start = [eye.x, eye.y, eye.z];
    let block = eye.block();
    let mut cell = [block.x, block.y, block.z];
    // How far along the ray the next face of each axis lies, and the faces are apart.
    let (mut next, mut apart) = ([i64::MAX; 3], [0; 3]);
    for axis in 0..3 {
        let along = direction[axis];
        if along != 0 {
            let low = i64::from(cell[axis]) * MICRO;
            let gap = if along > 0 { low + MICRO - start[axis] } else { start[axis] - low };
            next[axis] = gap * FINE / along.abs();
            apart[axis] = MICRO * FINE / along.abs();
        }
    }
    let end = RAY_BLOCKS * MICRO * FINE / UNIT;
    let props = all_props();
    loop {
        let axis = if next[0] <= next[1] && next[0] <= next[2] { 0 } else { 1 + usize::from(next[2] < next[1]) };
        if next[axis] > end {
            return;
        }
        next[axis] += apart[axis];
        cell[axis] += direction[axis].signum() as i32;
        let at = BlockPos::new(cell[0], cell[1], cell[2]);
        let Some(found) = grid.cell(at) else { return };
        if (direction[1] > 0 && at.y >= SKY_Y) || !in_world(at.y) {
            return;
        }
        if found != crate::state::Cell::AIR {
            show(at);
            if hides(&props[usize::from(found.block().0)]) {
                return;
            }
        }
    }
}

/// Whether nothing can be seen through a block.
pub(crate) fn hides(block: &Props) -> bool {
    block.solid && !block.leaves && block.filter > 0
}

impl World {
    /// Lets searches find everything that is loaded, as other bots do, or only what was in sight.
    pub fn set_xray(&mut self, xray: bool) {
        self.eyes.xray = xray;
    }

    pub fn eyes(&self) -> &Eyes {
        &self.eyes
    }

    /// Whether the body knows what is at a place: it sees it now or has seen it.
    pub fn knows(&self, at: BlockPos) -> bool {
        self.remembers(at) || self.looks_at(at)
    }

    /// Whether a block was in sight before, wherever the body is now.
    pub(crate) fn remembers(&self, at: BlockPos) -> bool {
        self.eyes.xray || self.eyes.has_seen(at)
    }

    /// Whether some side of a near block is in sight now.
    pub(crate) fn looks_at(&self, at: BlockPos) -> bool {
        let eye = self.body.eyes();
        let middle = Place::inside(at);
        if eye.distance(middle) > LOOK_BLOCKS * MICRO {
            return false;
        }
        let clear = |to: Place| sight::clear(&self.grid, eye, to) == Some(true);
        let open = |at: BlockPos| self.grid.props(at).is_some_and(|props| !hides(&props));
        if open(at) {
            return clear(middle);
        }
        at.neighbours().into_iter().any(|beside| {
            open(beside) && {
                // A point of that side, just outside the block.
                let off = Place::inside(beside) - middle;
                let side = middle + Place::new(off.x * 11 / 20, off.y * 11 / 20, off.z * 11 / 20);
                faces(off, eye - middle) && clear(side)
            }
        })
    }

    /// What was seen of a section.
    pub(crate) fn view_of(&self, chunk: ChunkPos, section: usize) -> View<'_> {
        let bits = self.eyes.seen.get(&(chunk, section as u8));
        if self.eyes.xray { View::All } else { bits.map_or(View::Blank, View::Part) }
    }

    /// Remembers a block.
    pub(crate) fn note_seen(&mut self, at: BlockPos) {
        self.eyes.mark(at);
    }

    /// The body has changed a block, so it sees what lies around it.
    pub(crate) fn note_touched(&mut self, at: BlockPos) {
        self.eyes.mark(at);
        for beside in at.neighbours() {
            self.eyes.mark(beside);
        }
        self.eyes.rays_left = RAYS_PER_PLACE;
    }
}

/// Whether a side of a block is turned towards the eye; both are given from the middle of the block.
fn faces(side: Place, eye: Place) -> bool {
    let towards = |side: i64, eye: i64| side.signum() * eye > MICRO / 2;
    towards(side.x, eye.x) || towards(side.y, eye.y) || towards(side.z, eye.z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vocab::digest::{decode, encode};

    #[test]
    fn beyond_the_bound_the_farthest_sections_are_forgotten() {
        let mut eyes = Eyes::default();
        let here = BlockPos::new(8, 64, 8);
        let chunk = |n: usize| BlockPos::new(n as i32 * 16, 64, 0);
        (0..SECTIONS_MAX).for_each(|n| eyes.mark(chunk(n)));
        eyes.forget_far(here);
        assert_eq!(eyes.sections(), SECTIONS_MAX, "as many as there may be");
        eyes.mark(chunk(SECTIONS_MAX));
        eyes.forget_far(here);
        assert_eq!(eyes.sections(), SECTIONS_MAX * 3 / 4);
        assert!(eyes.has_seen(chunk(0)) && !eyes.has_seen(chunk(SECTIONS_MAX)));
    }

    #[test]
    fn what_was_seen_is_written_and_read_without_loss() {
        let mut eyes = Eyes::default();
        for (x, y, z) in [(0, Y_MIN, 0), (15, 79, 15), (-1, 64, -1), (3, 319, 900)] {
            eyes.mark(BlockPos::new(x, y, z));
        }
        eyes.mark(BlockPos::new(0, Y_MIN - 1, 0));
        let read: Eyes = decode(&encode(&eyes)).unwrap();
        assert_eq!(read, eyes);
        assert!(read.has_seen(BlockPos::new(-1, 64, -1)) && !read.has_seen(BlockPos::new(-2, 64, -1)));
        assert!(!read.has_seen(BlockPos::new(0, Y_MIN - 1, 0)), "there is nothing below the world");
    }

    #[test]
    fn rays_go_to_all_sides() {
        let mut octants = [0u32; 8];
        for [x, y, z] in (0..1_000).map(direction) {
            octants[usize::from(x > 0) | usize::from(y > 0) << 1 | usize::from(z > 0) << 2] += 1;
        }
        assert!(octants.iter().all(|rays| (90..160).contains(rays)), "{octants:?}");
    }
}
