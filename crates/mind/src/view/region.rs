//! A scanned box of blocks, and queries about it: where to stand, dig, and place blocks.

use alloc::vec::Vec;
use gamedata::{blocks, states};
use serde::{Deserialize, Serialize};
use vocab::position::BESIDE;
use vocab::{Answer, BlockId, BlockPos, StateId};

/// The blocks in a box, as the body saw them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Region {
    min: BlockPos,
    max: BlockPos,
    states: Vec<Option<StateId>>,
}

impl Region {
    /// Makes a region from the body's answer; `None` when its number of blocks does not match its size.
    pub fn from_answer(answer: &Answer) -> Option<Region> {
        let Answer::Region { min, max, states: told } = answer else { return None };
        let side = |low: i32, high: i32| u64::try_from(i64::from(high) - i64::from(low) + 1).ok();
        let cells = side(min.x, max.x)?.checked_mul(side(min.y, max.y)?)?.checked_mul(side(min.z, max.z)?)?;
        let honest = cells > 0 && cells == told.len() as u64 && cells <= vocab::query::REGION_CELLS_MAX;
        let known = |state: &Option<StateId>| state.and_then(|state| states::numbered(u32::from(state.0)));
        honest.then(|| Region { min: *min, max: *max, states: told.iter().map(known).collect() })
    }

    /// Makes a region of blocks cell by cell. The caller bounds its size: it passes a box that was scanned.
    pub fn from_cells(min: BlockPos, max: BlockPos, state: impl Fn(BlockPos) -> Option<StateId>) -> Region {
        let states = cells(min, max).map(state).collect();
        Region { min, max, states }
    }

    /// Fills a region's unseen cells: with the block above if that is a wall, else with stone. Digging shows when this
    /// was wrong.
    pub fn with_ground(mut self) -> Region {
        let stone = blocks::named("stone").map(states::default);
        for x in self.min.x..=self.max.x {
            for z in self.min.z..=self.max.z {
                let mut ground = stone;
                for y in (self.min.y..=self.max.y).rev() {
                    let at = BlockPos::new(x, y, z);
                    match self.state(at) {
                        Some(state) => ground = if self.is_wall(at) { Some(state) } else { stone },
                        None => self.set(at, ground),
                    }
                }
            }
        }
        self
    }

    pub fn min(&self) -> BlockPos {
        self.min
    }

    pub fn max(&self) -> BlockPos {
        self.max
    }

    /// All positions of the region's box, in the order of its blocks.
    pub fn cells(&self) -> impl Iterator<Item = BlockPos> + use<> {
        cells(self.min, self.max)
    }

    /// The block at a place of the region; `None` outside its box or when unknown.
    pub fn get(&self, at: BlockPos) -> Option<BlockId> {
        self.state(at).map(states::block)
    }

    /// The block state at a place of the region; `None` outside its box or when unknown.
    pub fn state(&self, at: BlockPos) -> Option<StateId> {
        self.index(at).and_then(|index| self.states.get(index).copied().flatten())
    }

    fn set(&mut self, at: BlockPos, state: Option<StateId>) {
        if let Some(cell) = self.index(at).and_then(|index| self.states.get_mut(index)) {
            *cell = state;
        }
    }

    fn index(&self, at: BlockPos) -> Option<usize> {
        if !at.is_between(self.min, self.max) {
            return None;
        }
        let (width, depth) = ((self.max.x - self.min.x + 1) as usize, (self.max.z - self.min.z + 1) as usize);
        let (x, y, z) = ((at.x - self.min.x) as usize, (at.y - self.min.y) as usize, (at.z - self.min.z) as usize);
        Some(x + z * width + y * width * depth)
    }

    fn facts(&self, at: BlockPos) -> Option<&'static blocks::Block> {
        blocks::all().get(usize::from(self.get(at)?.0))
    }

    /// Whether a cell of the region holds a solid block that does not flow or fall.
    pub fn is_wall(&self, at: BlockPos) -> bool {
        self.facts(at).is_some_and(|block| block.solid && !block.liquid)
    }

    /// Whether this cell of the region carries a body for good. Sand and gravel may lie over a cave, and fall into it as
    /// soon as a block beside them changes.
    pub fn is_firm(&self, at: BlockPos) -> bool {
        let falls = self.facts(at).is_some_and(|block| block.gravity);
        self.is_wall(at) && (!falls || self.is_wall(at.offset(0, -1, 0)))
    }

    /// Whether a body can stand in this cell of the region.
    pub fn is_free(&self, at: BlockPos) -> bool {
        self.facts(at).is_some_and(|block| !block.solid && !block.liquid)
    }

    /// Whether a block can be placed into this cell of the region. A body can stand in a torch or a flower, but no
    /// block can be placed there.
    pub fn gives_way(&self, at: BlockPos) -> bool {
        self.facts(at).is_some_and(|block| block.replaceable && !block.liquid)
    }

    pub fn is_liquid(&self, at: BlockPos) -> bool {
        self.facts(at).is_none_or(|block| block.liquid)
    }

    /// Cells near the body where a station can be placed without blocking the body, best first.
    pub fn cells_for_station(&self, body: BlockPos) -> Vec<BlockPos> {
        let reach = -2..=2;
        let mut cells: Vec<BlockPos> = (-1..=1)
            .flat_map(|y| reach.clone().flat_map(move |z| (-2..=2).map(move |x| body.offset(x, y, z))))
            .filter(|at| (at.x, at.z) != (body.x, body.z))
            .filter(|at| self.gives_way(*at) && self.is_wall(at.offset(0, -1, 0)))
            .collect();
        cells.sort_by_key(|at| (at.distance_squared(body), *at));
        cells
    }

    /// Wall blocks beside the body that can be dug to make room for a station, best first.
    pub fn walls_to_dig(&self, body: BlockPos) -> Vec<BlockPos> {
        let diggable = |at: &BlockPos| self.facts(*at).is_some_and(|block| block.diggable && !block.gravity);
        let dry = |at: &BlockPos| at.neighbours().iter().all(|next| !self.is_liquid(*next));
        let cells = BESIDE.into_iter().flat_map(|(x, z)| [body.offset(x, 1, z), body.offset(x, 0, z)]);
        cells.filter(|at| self.is_wall(*at) && diggable(at) && dry(at)).collect()
    }

    /// Room for a bed: two adjacent wall blocks, the first beside the body's feet or else beside its head, with firm
    /// walls all around them.
    pub fn nook(&self, body: BlockPos) -> Option<[BlockPos; 2]> {
        let falls = |at: BlockPos| self.facts(at).is_none_or(|block| block.gravity);
        let diggable = |at: BlockPos| self.facts(at).is_some_and(|block| block.diggable) && !falls(at);
        let inside = [body, body.offset(0, 1, 0)];
        nooks(body).find(|nook| {
            let shut = |at: &BlockPos| inside.contains(at) || nook.contains(at) || self.is_wall(*at);
            nook.iter().all(|at| {
                let dug = self.is_wall(*at) && diggable(*at);
                dug && !falls(at.offset(0, 1, 0)) && at.neighbours().iter().all(shut)
            })
        })
    }
}

/// Possible places of a bed, its foot end first: straight away from the body's feet, around a corner, then both one
/// block higher.
fn nooks(body: BlockPos) -> impl Iterator<Item = [BlockPos; 2]> {
    [0, 1].into_iter().flat_map(move |up| {
        let foot = move |(x, z): (i32, i32)| body.offset(x, up, z);
        let straight = BESIDE.map(|(x, z)| [foot((x, z)), foot((2 * x, 2 * z))]);
        let corner = BESIDE.map(|(x, z)| [[foot((x, z)), foot((x + z, z + x))], [foot((x, z)), foot((x - z, z - x))]]);
        straight.into_iter().chain(corner.into_iter().flatten())
    })
}

/// All positions of a box of blocks: x changes fastest, then z, then y.
fn cells(min: BlockPos, max: BlockPos) -> impl Iterator<Item = BlockPos> {
    let plane = move |y| (min.z..=max.z).flat_map(move |z| (min.x..=max.x).map(move |x| BlockPos::new(x, y, z)));
    (min.y..=max.y).flat_map(plane)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    const HERE: BlockPos = BlockPos::new(0, 0, 0);

    /// A region from -4 to 4 with ground up to y = -1 and air above, except for the cells in `change`.
    fn region(change: &[(BlockPos, &str)]) -> Region {
        Region::from_cells(BlockPos::new(-4, -5, -4), BlockPos::new(4, 4, 4), |at| {
            let name = if at.y < 0 { "dirt" } else { "air" };
            let name = change.iter().find(|(place, _)| *place == at).map_or(name, |(_, name)| name);
            blocks::named(name).map(states::default)
        })
    }

    #[test]
    fn a_bed_fits_where_two_wall_blocks_have_walls_all_around() {
        let feet = HERE.offset(0, -3, 0);
        let hole: Vec<_> = [feet, feet.offset(0, 1, 0)].map(|at| (at, "air")).to_vec();
        let row = |x: i32, z: i32| Some([feet.offset(x, 0, z), feet.offset(2 * x, 0, 2 * z)]);
        assert_eq!(region(&hole).nook(feet), row(1, 0));
        let cave = |at: BlockPos| hole.iter().copied().chain([(at, "air")]).collect::<Vec<_>>();
        assert_eq!(region(&cave(feet.offset(2, -1, 0))).nook(feet), row(-1, 0), "a cave below the one side");
        assert_eq!(region(&[]).nook(HERE), None, "in the open there is none");
        let sand = |at: BlockPos| hole.iter().copied().chain([(at, "sand")]).collect::<Vec<_>>();
        assert_eq!(region(&sand(feet.offset(2, 1, 0))).nook(feet), row(-1, 0), "sand would fall into the bed");
    }

    #[test]
    fn without_straight_room_a_bed_fits_around_a_corner_or_beside_the_head() {
        let feet = HERE.offset(0, -3, 0);
        let mut cells = [feet, feet.offset(0, 1, 0)].map(|at| (at, "air")).to_vec();
        cells.extend([(2, 0), (-2, 0), (0, 2), (0, -2)].map(|(x, z)| (feet.offset(x, -1, z), "air")));
        assert_eq!(region(&cells).nook(feet), Some([feet.offset(1, 0, 0), feet.offset(1, 0, 1)]));
        cells.extend(BESIDE.map(|(x, z)| (feet.offset(x, 0, z), "obsidian")));
        cells.extend(BESIDE.map(|(x, z)| (feet.offset(x, -1, z), "air")));
        assert_eq!(region(&cells).nook(feet), Some([feet.offset(1, 1, 0), feet.offset(2, 1, 0)]));
    }

    #[test]
    fn an_unseen_cell_is_assumed_to_be_the_wall_block_above_it_or_stone() {
        let column = [None, None, Some("dirt"), None, Some("air"), None];
        let seen = |at: BlockPos| column[at.y as usize].and_then(blocks::named).map(states::default);
        let region = Region::from_cells(HERE, HERE.offset(0, 5, 0), seen).with_ground();
        let names = ["dirt", "dirt", "dirt", "stone", "air", "stone"];
        assert!((0..6).all(|y| region.get(HERE.offset(0, y, 0)) == blocks::named(names[y as usize])), "{region:?}");
    }

    #[test]
    fn an_answer_with_the_wrong_number_of_blocks_is_rejected() {
        let lie = Answer::Region { min: HERE, max: HERE.offset(1, 1, 1), states: vec![None; 7] };
        assert_eq!(Region::from_answer(&lie), None);
        let upside_down = Answer::Region { min: HERE, max: HERE.offset(-1, 0, 0), states: vec![] };
        assert_eq!(Region::from_answer(&upside_down), None);
        let huge =
            Answer::Region { min: BlockPos::new(i32::MIN, 0, 0), max: BlockPos::new(i32::MAX, 0, 0), states: vec![] };
        assert_eq!(Region::from_answer(&huge), None);
    }
}
