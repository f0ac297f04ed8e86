//! A copy of the cells around a site, small and quick to search: what carries, what blocks, what can be walked.

use crate::state;
use crate::witness::Cells;
use alloc::vec;
use alloc::vec::Vec;
use gamedata::states::{self, Kind, PARTS_PER_BLOCK};
use serde::{Deserialize, Serialize};
use vocab::{BlockPos, StateId};

/// Most cells of an area. They take two bytes each while they are searched.
pub const AREA_CELLS_MAX: usize = 4 << 20;
/// A body drops this far without harm.
const DROP_MAX: i32 = 3;
/// A block not higher than this, in parts of a block, is walked over as if it were not there: a carpet, a layer of snow.
const LOW_PARTS: i8 = 4;

/// The height of a bed, in parts of a block. Nothing that is as low carries a body above its own cell.
const LOW_TOP: i32 = PARTS_PER_BLOCK * 9 / 16;

const SOLID: u16 = 1;
/// Doors and gates.
const OPENS: u16 = 2;
const CLIMB: u16 = 4;
/// Another block may take its place.
const FREE: u16 = 8;
const UNKNOWN: u16 = 16;
/// Higher than a block: nothing is stepped onto it.
const TALL: u16 = 32;
/// Water and lava: no block to walk into.
const LIQUID: u16 = 64;
/// Little higher than half a block at most, so that the upper half of its sides cannot be clicked on and a body stands in its cell, not
/// above it: a trapdoor on the floor, a lower slab, a bed.
const LOW: u16 = 128;
/// From half a block upwards only, so that the lower half of its sides cannot be clicked on: an upper slab or trapdoor.
const HIGH: u16 = 256;

fn flags(found: Option<StateId>) -> u16 {
    let Some(found) = found else { return UNKNOWN | SOLID };
    let boxes = states::boxes(found);
    let top = boxes.iter().map(|one| one.max[1]).max().unwrap_or(0);
    let mut flags = 0;
    if top > LOW_PARTS {
        flags |= SOLID;
    }
    if i32::from(top) > PARTS_PER_BLOCK {
        flags |= TALL;
    }
    if !boxes.is_empty() && i32::from(top) <= LOW_TOP {
        flags |= LOW;
    }
    if boxes.iter().all(|one| i32::from(one.min[1]) >= PARTS_PER_BLOCK / 2) && !boxes.is_empty() {
        flags |= HIGH;
    }
    if state::opens(found) {
        flags |= OPENS;
    }
    if state::is_replaceable(found) {
        flags |= FREE;
    }
    match states::kind_of(found) {
        Kind::Ladder | Kind::Vine => (flags | CLIMB) & !SOLID,
        Kind::Liquid => flags | LIQUID,
        // Nobody walks onto the tops of trees that grow beside a site.
        Kind::Leaves if !states::is(found, "persistent") => flags | TALL,
        _ => flags,
    }
}

/// The cells of a box in the world.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Area {
    min: BlockPos,
    size: [i32; 3],
    cells: Vec<u16>,
}

/// A set of cells of an area.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marks(Vec<bool>);

impl Area {
    /// An area between two corners, all unknown; `None` when it has too many cells.
    pub fn new(min: BlockPos, max: BlockPos) -> Option<Area> {
        let size = [max.x - min.x + 1, max.y - min.y + 1, max.z - min.z + 1];
        let cells = size.iter().map(|side| i64::from(*side).max(0)).product::<i64>();
        let cells = usize::try_from(cells).ok().filter(|cells| (1..=AREA_CELLS_MAX).contains(cells))?;
        Some(Area { min, size, cells: vec![UNKNOWN | SOLID; cells] })
    }

    pub fn len(&self) -> usize {
        self.cells.len()
    }

    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Takes cells from the world, beginning with this one; returns where to go on.
    pub fn load(&mut self, world: &impl Cells, from: usize, budget: usize) -> usize {
        let end = self.cells.len().min(from.saturating_add(budget));
        let mut last = (StateId(0), flags(Some(StateId(0))));
        for index in from..end {
            let found = world.state(self.pos(index));
            self.cells[index] = match found {
                Some(state) if state == last.0 => last.1,
                Some(state) => {
                    last = (state, flags(found));
                    last.1
                }
                None => flags(None),
            };
        }
        end
    }

    pub fn index(&self, at: BlockPos) -> Option<usize> {
        let (x, y, z) = (at.x - self.min.x, at.y - self.min.y, at.z - self.min.z);
        let [width, height, length] = self.size;
        let inside = (0..width).contains(&x) && (0..height).contains(&y) && (0..length).contains(&z);
        inside.then(|| ((y * length + z) * width + x) as usize)
    }

    pub fn pos(&self, index: usize) -> BlockPos {
        let [width, _, length] = self.size;
        let index = index as i32;
        self.min.offset(index % width, index / (width * length), index / width % length)
    }

    fn flags(&self, at: BlockPos) -> u16 {
        self.index(at).map_or(UNKNOWN | SOLID, |index| self.cells[index])
    }

    pub fn set(&mut self, at: BlockPos, found: StateId) {
        if let Some(index) = self.index(at) {
            self.cells[index] = flags(Some(found));
        }
    }

    /// What stands for the cell's content; [`Area::restore`] puts it back.
    pub fn saved(&self, at: BlockPos) -> u16 {
        self.flags(at)
    }

    pub fn restore(&mut self, at: BlockPos, saved: u16) {
        if let Some(index) = self.index(at) {
            self.cells[index] = saved;
        }
    }

    pub fn is_known(&self, at: BlockPos) -> bool {
        self.flags(at) & UNKNOWN == 0
    }

    /// Whether another block can be clicked on here.
    pub fn holds(&self, at: BlockPos) -> bool {
        self.flags(at) & (FREE | UNKNOWN) == 0
    }

    /// Whether there is something to click on that has a body; of a torch or a flower a hand hits only a part in the middle.
    pub fn is_firm(&self, at: BlockPos) -> bool {
        self.holds(at) && self.flags(at) & (SOLID | LOW | CLIMB) != 0
    }

    /// Whether the sides of the cell have an upper half that can be clicked on.
    pub fn has_upper_sides(&self, at: BlockPos) -> bool {
        self.flags(at) & LOW == 0
    }

    /// Whether the sides of the cell have a lower half that can be clicked on.
    pub fn has_lower_sides(&self, at: BlockPos) -> bool {
        self.flags(at) & HIGH == 0
    }

    pub fn is_free(&self, at: BlockPos) -> bool {
        self.flags(at) & FREE != 0
    }

    /// Whether a look goes through the cell.
    pub fn is_clear(&self, at: BlockPos) -> bool {
        self.flags(at) & (SOLID | UNKNOWN) == 0
    }

    fn passes(&self, at: BlockPos) -> bool {
        let flags = self.flags(at);
        flags & UNKNOWN == 0 && flags & LIQUID == 0 && (flags & SOLID == 0 || flags & OPENS != 0)
    }

    /// Whether a body can stand with its feet in this cell.
    pub fn stands(&self, feet: BlockPos) -> bool {
        let below = self.flags(feet.offset(0, -1, 0));
        let carried = below & (SOLID | OPENS | TALL | UNKNOWN) == SOLID || self.flags(feet) & CLIMB != 0;
        carried && self.passes(feet) && self.passes(feet.offset(0, 1, 0))
    }

    /// Whether a body rests here while it works: on a ladder it would slide down.
    pub fn rests(&self, feet: BlockPos) -> bool {
        self.flags(feet.offset(0, -1, 0)) & (SOLID | OPENS | TALL | UNKNOWN) == SOLID && self.stands(feet)
    }

    /// Whether what carries a body here is little higher than half a block, so that its eyes are lower.
    pub fn is_low(&self, feet: BlockPos) -> bool {
        !self.has_upper_sides(feet.offset(0, -1, 0))
    }

    /// The area with everything unknown taken for air.
    pub fn unknown_as_air(&self) -> Area {
        let open = |flags: &u16| if flags & UNKNOWN == 0 { *flags } else { FREE };
        Area { cells: self.cells.iter().map(open).collect(), ..*self }
    }

    /// The places next to a body's that it can walk, step, drop or climb to.
    fn steps(&self, feet: BlockPos, mut to: impl FnMut(BlockPos)) {
        let mut visit = |at: BlockPos| {
            if self.stands(at) {
                to(at);
                true
            } else {
                false
            }
        };
        let headroom = self.passes(feet.offset(0, 2, 0));
        for (dx, dz) in vocab::position::BESIDE {
            let beside = feet.offset(dx, 0, dz);
            if visit(beside) || (headroom && visit(beside.offset(0, 1, 0))) || !self.passes(beside.offset(0, 1, 0)) {
                continue;
            }
            for down in 0..=DROP_MAX {
                let lower = beside.offset(0, -down, 0);
                if !self.passes(lower) || visit(lower) {
                    break;
                }
            }
        }
        if (self.flags(feet) | self.flags(feet.offset(0, -1, 0))) & CLIMB != 0 {
            visit(feet.offset(0, 1, 0));
            visit(feet.offset(0, -1, 0));
        } else if self.flags(feet.offset(0, 1, 0)) & CLIMB != 0 {
            visit(feet.offset(0, 1, 0)); // a jump reaches a ladder that ends above the ground
        }
    }

    /// Every place that a body can walk to from these.
    pub fn flood(&self, from: impl IntoIterator<Item = BlockPos>) -> Marks {
        let mut marks = Marks(vec![false; self.cells.len()]);
        let mut next: Vec<BlockPos> = from.into_iter().filter(|at| self.stands(*at)).collect();
        next.retain(|at| marks.add(self, *at));
        while let Some(feet) = next.pop() {
            self.steps(feet, |at| {
                if marks.add(self, at) {
                    next.push(at);
                }
            });
        }
        marks
    }

    /// The places along the outermost columns where a body can stand, between two heights.
    pub fn rim(&self, low: i32, high: i32) -> Vec<BlockPos> {
        let [width, _, length] = self.size;
        let mut places = Vec::new();
        for x in 0..width {
            for z in 0..length {
                if x == 0 || z == 0 || x == width - 1 || z == length - 1 {
                    let column = (low..=high).map(|y| BlockPos::new(self.min.x + x, y, self.min.z + z));
                    places.extend(column.filter(|at| self.stands(*at)));
                }
            }
        }
        places
    }
}

impl Marks {
    fn add(&mut self, area: &Area, at: BlockPos) -> bool {
        let Some(index) = area.index(at) else { return false };
        !core::mem::replace(&mut self.0[index], true)
    }

    pub fn has(&self, area: &Area, at: BlockPos) -> bool {
        area.index(at).is_some_and(|index| self.0[index])
    }

    /// The marked places of an area, in the order of its cells.
    pub fn places<'a>(&'a self, area: &'a Area) -> impl Iterator<Item = BlockPos> + 'a {
        self.0.iter().enumerate().filter(|(_, marked)| **marked).map(|(index, _)| area.pos(index))
    }
}
