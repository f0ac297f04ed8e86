//! The body's memory of seen blocks. Searches find a block only if one of its faces is in sight now or was in sight before.
//!
//! Rays from the eye mark the blocks that they pass or hit. They follow a fixed sequence of directions, a few each tick, and stop
//! when the body has stood still for a while. Blocks near the body are also checked directly when a search asks for them.
//! Invariant: equal worlds see equal blocks. Air is not marked, because no search looks for it.

use crate::chunks::{ChunkPos, SECTION_CELLS, Y_MIN, cell_index, in_world};
use crate::feed::Untold;
use crate::known::Props;
use crate::limbs::Cells;
use crate::sight;
use crate::space::{MICRO, Place};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use vocab::BlockPos;

/// Rays that the body's eyes cast in one game tick, which is 256 per mind tick. They take about 10 microseconds.
const RAYS_PER_TICK: u32 = 64;
/// Most rays that the eyes cast from one position: about one for each block face at 16 blocks.
const RAYS_PER_PLACE: u32 = 4_096;
/// Length of a ray of sight along its longest axis, in blocks.
const RAY_BLOCKS: i64 = 64;
/// A rising ray of sight ends at this height, above the trees on most land.
const SKY_Y: i32 = 128;
/// Blocks within this distance of the body are tested for visibility when a search asks for them, so that nearby
/// work never depends on the rays.
const LOOK_BLOCKS: i64 = 20;
/// Squared distance from the feet beyond which no section holds a block that is tested for visibility directly.
pub(crate) const LOOK_BLOCKS_SQUARED: u64 = (LOOK_BLOCKS as u64 + 2).pow(2);
/// Most sections in the memory of seen blocks, at 512 bytes each: the ground of a square of 500 blocks. Beyond
/// this the farthest quarter is forgotten.
pub const SECTIONS_MAX: usize = 4_096;

/// Largest component of the direction vector of a ray of sight.
const UNIT: i64 = 1 << 15;
/// Steps of the two-dimensional sequence that spreads rays most evenly over a square, as fractions of 2³².
const STEP_U: u32 = 3_242_174_889;
const STEP_V: u32 = 2_447_445_414;
/// Where successive rays of sight go: mostly to the four sides, north, east, south and west; then one down or up.
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

/// One bit for each cell of a section: whether the body has seen it.
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

/// Serialized without empty words, because most sections are seen only in part.
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

/// The position of a section: its chunk, and its index counted from below.
pub type SectionPos = (ChunkPos, u8);

/// Which cells of one section the body has seen, for searches that ask for many of them.
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

    /// Whether the body has seen the cell with this index.
    pub(crate) fn has(self, index: usize) -> bool {
        match self {
            View::All => true,
            View::Part(bits) => bits.has(index),
            View::Blank => false,
        }
    }
}

/// The body's memory of the blocks it has seen.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Eyes {
    /// With X-ray every loaded block counts as seen by the body.
    xray: bool,
    seen: BTreeMap<SectionPos, Bits>,
    /// The number of the next ray of sight in the sequence.
    ray: u32,
    /// The block in which the body's eye was when it last cast rays.
    place: BlockPos,
    /// The rays of sight still to be cast from that block.
    rays_left: u32,
    /// What people who look at the world have not been told yet.
    #[serde(skip)]
    pub(crate) untold: Untold,
}

impl Eyes {
    /// Whether the body has seen a block before.
    fn has_seen(&self, at: BlockPos) -> bool {
        in_world(at.y) && self.seen.get(&section_of(at)).is_some_and(|bits| bits.has(cell_index(at.x, at.y, at.z)))
    }

    fn mark(&mut self, at: BlockPos) {
        if in_world(at.y) {
            let (index, section) = (cell_index(at.x, at.y, at.z), section_of(at));
            let word = &mut self.seen.entry(section).or_default().0[index / 64];
            let bit = 1 << (index % 64);
            if *word & bit == 0 {
                *word |= bit;
                self.untold.note(section);
            }
        }
    }

    pub fn has_xray(&self) -> bool {
        self.xray
    }

    /// The number of sections in the memory of seen blocks.
    pub fn sections(&self) -> usize {
        self.seen.len()
    }

    /// The sections of which the body has seen anything.
    pub fn known_sections(&self) -> impl Iterator<Item = SectionPos> {
        self.seen.keys().copied()
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

pub(crate) fn section_of(at: BlockPos) -> SectionPos {
    (ChunkPos::of(at), ((at.y - Y_MIN) >> 4) as u8)
}

/// The direction of a ray of sight. Sideways rays are denser near the horizon, where most blocks are.
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

/// Follows a ray of sight to the first opaque block, and calls `show` for every block on the way.
fn cast(grid: &impl Cells, eye: Place, direction: [i64; 3], mut show: impl FnMut(BlockPos)) {
    /// Subdivisions of a millionth of a block, for distances along a ray of sight.
    const FINE: i64 = 1 << 16;
    let start = [eye.x, eye.y, eye.z];
    let block = eye.block();
    let mut cell = [block.x, block.y, block.z];
    // For each axis: the distance along the ray to the next block face, and the distance between two faces.
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
            if hides(found.props()) {
                return;
            }
        }
    }
}

/// Whether a block is opaque, so that a ray of sight ends there.
pub(crate) fn hides(block: &Props) -> bool {
    block.solid && !block.leaves && block.filter > 0
}

impl Eyes {
    /// Turns X-ray on or off. With it searches find every loaded block, as other bots do; without it only seen blocks.
    pub fn set_xray(&mut self, xray: bool) {
        self.xray = xray;
    }

    /// Whether the body knows the block at a place: it sees the block now or has seen it before.
    pub fn knows(&self, grid: &impl Cells, eye: Place, at: BlockPos) -> bool {
        self.remembers(at) || looks_at(grid, eye, at)
    }

    /// Whether the body has seen a block before, wherever it is now.
    pub fn remembers(&self, at: BlockPos) -> bool {
        self.xray || self.has_seen(at)
    }

    /// Which cells of a section the body has seen.
    pub(crate) fn view_of(&self, chunk: ChunkPos, section: usize) -> View<'_> {
        let bits = self.seen.get(&(chunk, section as u8));
        if self.xray { View::All } else { bits.map_or(View::Blank, View::Part) }
    }

    /// Marks a block as seen by the body.
    pub fn note_seen(&mut self, at: BlockPos) {
        self.mark(at);
    }

    /// Marks a block that the body changed, and its neighbours, as seen.
    pub(crate) fn note_touched(&mut self, at: BlockPos) {
        self.mark(at);
        for beside in at.neighbours() {
            self.mark(beside);
        }
        self.rays_left = RAYS_PER_PLACE;
    }

    /// Casts the rays of sight of this tick.
    pub fn tick(&mut self, grid: &impl Cells, eye: Place) {
        if self.place != eye.block() {
            (self.place, self.rays_left) = (eye.block(), RAYS_PER_PLACE);
        }
        let rays = self.rays_left.min(RAYS_PER_TICK);
        self.rays_left -= rays;
        for _ in 0..rays {
            let direction = direction(self.ray);
            self.ray = self.ray.wrapping_add(1);
            cast(grid, eye, direction, |at| self.mark(at));
        }
        self.forget_far(eye.block());
    }
}

/// Whether an eye sees any face of a nearby block now.
pub(crate) fn looks_at(grid: &impl Cells, eye: Place, at: BlockPos) -> bool {
    let middle = Place::inside(at);
    if eye.distance(middle) > LOOK_BLOCKS * MICRO {
        return false;
    }
    let clear = |to: Place| sight::clear(grid, eye, to) == Some(true);
    let open = |at: BlockPos| grid.props(at).is_some_and(|props| !hides(&props));
    if open(at) {
        return clear(middle);
    }
    at.neighbours().into_iter().any(|beside| {
        open(beside) && {
            // A point on that block face, just outside the block.
            let off = Place::inside(beside) - middle;
            let side = middle + Place::new(off.x * 11 / 20, off.y * 11 / 20, off.z * 11 / 20);
            faces(off, eye - middle) && clear(side)
        }
    })
}

/// Whether a face of a block is turned towards the eye; both positions are relative to the middle of the block.
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
    fn seen_blocks_are_saved_and_loaded_without_loss() {
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
    fn rays_go_in_all_directions() {
        let mut octants = [0u32; 8];
        for [x, y, z] in (0..1_000).map(direction) {
            octants[usize::from(x > 0) | usize::from(y > 0) << 1 | usize::from(z > 0) << 2] += 1;
        }
        assert!(octants.iter().all(|rays| (90..160).contains(rays)), "{octants:?}");
    }
}
