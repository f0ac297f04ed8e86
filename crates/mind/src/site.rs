//! Where to dig in for the night: finds the cell that takes the least work to wall in, in a region that was looked at.

use alloc::vec::Vec;
use gamedata::{blocks, tools};
use serde::{Deserialize, Serialize};
use vocab::position::BESIDE;
use vocab::{Answer, Bag, BlockId, BlockPos};

/// Deepest hole considered: with three blocks, the cover has walls to hold on to.
const DEPTH_MAX: i32 = 3;
/// Work of walking one block, in ticks.
const WALK_TICKS: u64 = 6;
/// Work that a place with room for a bed is worth to one who has a bed: a night is 11,000 ticks long, slept through or not.
const SLEEPLESS_TICKS: u64 = 1_000;

/// Why one gets walled in: what counts is a good shelter, or being quick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Haste {
    Night,
    Danger,
}

impl Haste {
    /// Work of placing one block, in ticks; for the night a hole is better than a hut, which a creeper opens.
    const fn place_ticks(self) -> u64 {
        match self {
            Haste::Night => 20,
            Haste::Danger => 8,
        }
    }

    /// Ticks that sinking one block takes beyond the digging: the fall and the next request.
    const fn sink_ticks(self) -> u64 {
        match self {
            Haste::Night => 0,
            Haste::Danger => 12,
        }
    }
}

/// Who digs in, and with what.
#[derive(Debug, Clone, Copy)]
pub struct Digger<'a> {
    pub bag: &'a Bag,
    /// Blocks carried to close walls with.
    pub fillers: u32,
    pub haste: Haste,
    pub has_bed: bool,
}

/// Blocks in a box, as the body saw them. What it did not see is taken for ground.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Region {
    min: BlockPos,
    max: BlockPos,
    blocks: Vec<Option<BlockId>>,
}

impl Region {
    /// From an answer whose size is what it says.
    pub fn from_answer(answer: &Answer) -> Option<Region> {
        let Answer::Region { min, max, blocks } = answer else { return None };
        let side = |low: i32, high: i32| u64::try_from(i64::from(high) - i64::from(low) + 1).ok();
        let cells = side(min.x, max.x)?.checked_mul(side(min.y, max.y)?)?.checked_mul(side(min.z, max.z)?)?;
        let honest = cells > 0 && cells == blocks.len() as u64 && cells <= vocab::query::REGION_CELLS_MAX;
        honest.then(|| Region { min: *min, max: *max, blocks: blocks.clone() }.with_ground())
    }

    /// Fills in what was not seen: below a wall more of the same, elsewhere stone. A mistake shows when it is dug.
    fn with_ground(mut self) -> Region {
        let stone = blocks::named("stone");
        for x in self.min.x..=self.max.x {
            for z in self.min.z..=self.max.z {
                let mut ground = stone;
                for y in (self.min.y..=self.max.y).rev() {
                    let at = BlockPos::new(x, y, z);
                    match self.get(at) {
                        Some(block) => ground = if self.is_wall(at) { Some(block) } else { stone },
                        None => self.set(at, ground),
                    }
                }
            }
        }
        self
    }

    /// The block there; `None` when outside.
    pub fn get(&self, at: BlockPos) -> Option<BlockId> {
        self.index(at).and_then(|index| self.blocks.get(index).copied().flatten())
    }

    fn set(&mut self, at: BlockPos, block: Option<BlockId>) {
        if let Some(cell) = self.index(at).and_then(|index| self.blocks.get_mut(index)) {
            *cell = block;
        }
    }

    fn index(&self, at: BlockPos) -> Option<usize> {
        let inside = (self.min.x..=self.max.x).contains(&at.x)
            && (self.min.y..=self.max.y).contains(&at.y)
            && (self.min.z..=self.max.z).contains(&at.z);
        if !inside {
            return None;
        }
        let (width, depth) = ((self.max.x - self.min.x + 1) as usize, (self.max.z - self.min.z + 1) as usize);
        let (x, y, z) = ((at.x - self.min.x) as usize, (at.y - self.min.y) as usize, (at.z - self.min.z) as usize);
        Some(x + z * width + y * width * depth)
    }

    fn facts(&self, at: BlockPos) -> Option<&'static blocks::Block> {
        blocks::all().get(usize::from(self.get(at)?.0))
    }

    /// A block that nothing walks through and that does not flow or fall.
    pub fn is_wall(&self, at: BlockPos) -> bool {
        self.facts(at).is_some_and(|block| block.solid && !block.liquid)
    }

    /// Known to be free to stand in.
    pub fn is_free(&self, at: BlockPos) -> bool {
        self.facts(at).is_some_and(|block| !block.solid && !block.liquid)
    }

    /// Known to be free for a block to be put there; where a torch or a flower stands, one can stand but nothing can be put.
    fn gives_way(&self, at: BlockPos) -> bool {
        self.facts(at).is_some_and(|block| block.replaceable && !block.liquid)
    }

    fn is_liquid(&self, at: BlockPos) -> bool {
        self.facts(at).is_none_or(|block| block.liquid)
    }

    /// Cells to put a station into, near the body and not in its way, best first.
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

    /// Walls beside the body that can be dug away to make room, best first.
    pub fn walls_to_dig(&self, body: BlockPos) -> Vec<BlockPos> {
        let diggable = |at: &BlockPos| self.facts(*at).is_some_and(|block| block.diggable && !block.gravity);
        let dry = |at: &BlockPos| at.neighbours().iter().all(|next| !self.is_liquid(*next));
        let cells = BESIDE.into_iter().flat_map(|(x, z)| [body.offset(x, 1, z), body.offset(x, 0, z)]);
        cells.filter(|at| self.is_wall(*at) && diggable(at) && dry(at)).collect()
    }

    /// Two blocks of wall side by side, the first beside the feet or else beside the head, with walls all around them that stay
    /// where they are: room for a bed.
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

/// Where a bed may lie beside a body, its foot first: straight away from the feet, then around a corner, then the same a block higher.
fn nooks(body: BlockPos) -> impl Iterator<Item = [BlockPos; 2]> {
    [0, 1].into_iter().flat_map(move |up| {
        let foot = move |(x, z): (i32, i32)| body.offset(x, up, z);
        let straight = BESIDE.map(|(x, z)| [foot((x, z)), foot((2 * x, 2 * z))]);
        let corner = BESIDE.map(|(x, z)| [[foot((x, z)), foot((x + z, z + x))], [foot((x, z)), foot((x - z, z - x))]]);
        straight.into_iter().chain(corner.into_iter().flatten())
    })
}

/// A place to dig in, and what is left to do there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// Where to stand before digging; also where to come out.
    pub stand: BlockPos,
    /// Cells to dig, in order: straight down.
    pub dig: Vec<BlockPos>,
    /// Cells to fill, in order: each has something to hold on to.
    pub fill: Vec<BlockPos>,
}

/// The least work that ends walled in, with no more blocks than are carried and than digging gives.
pub fn choose(region: &Region, body: BlockPos, digger: Digger<'_>, is_bad: impl Fn(BlockPos) -> bool) -> Option<Site> {
    let mut best: Option<(u64, BlockPos, i32)> = None;
    let mut spoils = Spoils { bag: digger.bag, known: Vec::new() };
    for x in region.min.x + 1..region.max.x {
        for z in region.min.z + 1..region.max.z {
            for y in region.min.y + 1..region.max.y {
                let stand = BlockPos::new(x, y, z);
                let can_stand = region.is_free(stand) && region.is_free(stand.offset(0, 1, 0));
                if !can_stand || !region.is_wall(stand.offset(0, -1, 0)) || is_bad(stand) {
                    continue;
                }
                if best.is_some_and(|(least, ..)| stand.manhattan(body) * WALK_TICKS > least) {
                    continue;
                }
                for depth in 0..=DEPTH_MAX {
                    let Some((site, ticks)) = survey(region, stand, depth, &mut spoils, digger) else {
                        continue;
                    };
                    let ticks = ticks + stand.manhattan(body) * WALK_TICKS;
                    if best.is_none_or(|least| (ticks, site.stand, depth) < least) {
                        best = Some((ticks, stand, depth));
                    }
                }
            }
        }
    }
    best.and_then(|(_, stand, depth)| survey(region, stand, depth, &mut spoils, digger)).map(|(site, _)| site)
}

/// How long each kind of block takes to dig with what is carried, and how many fillers it gives; looked up once a kind.
struct Spoils<'a> {
    bag: &'a Bag,
    known: Vec<(BlockId, Option<(u64, u32)>)>,
}

impl Spoils<'_> {
    fn of(&mut self, block: BlockId) -> Option<(u64, u32)> {
        if let Some((_, spoils)) = self.known.iter().find(|(known, _)| *known == block) {
            return *spoils;
        }
        let tool = best_tool(block, self.bag);
        let fills = |drop: &&gamedata::loot::Drop| {
            drop.chance_ppm == 1_000_000 && crate::classes::is_in(tasks::ItemClass::Filler, drop.item)
        };
        let given = tools::drops(block, tool).iter().filter(fills).map(|drop| u32::from(drop.min)).sum();
        let ticks = tools::dig_ticks(block, tool, tools::Situation::default());
        let spoils = ticks.map(|ticks| (u64::from(ticks), given));
        self.known.push((block, spoils));
        spoils
    }
}

/// What it takes to be walled in so deep below a standing place, and how long; `None` when it cannot be.
fn survey(
    region: &Region,
    stand: BlockPos,
    depth: i32,
    spoils: &mut Spoils<'_>,
    Digger { fillers, haste, has_bed, .. }: Digger<'_>,
) -> Option<(Site, u64)> {
    let feet = stand.offset(0, -depth, 0);
    let dig: Vec<BlockPos> = (1..=depth).map(|down| stand.offset(0, -down, 0)).collect();
    let (mut ticks, mut given) = (0, 0);
    for at in &dig {
        let (dig_ticks, fillers) = spoils.of(region.get(*at).filter(|_| region.is_wall(*at))?)?;
        ticks += dig_ticks;
        given += fillers;
    }
    let sides = |at: BlockPos| BESIDE.map(|(x, z)| at.offset(x, 0, z));
    for level in 0..=depth + 1 {
        if sides(feet.offset(0, level, 0)).iter().any(|at| region.is_liquid(*at)) {
            return None;
        }
    }
    if !region.is_wall(feet.offset(0, -1, 0)) {
        return None;
    }
    let (head, top) = (feet.offset(0, 1, 0), feet.offset(0, 2, 0));
    let mut fill: Vec<BlockPos> =
        sides(feet).into_iter().chain(sides(head)).filter(|at| !region.is_wall(*at)).collect();
    let top_is_open = !region.is_wall(top) || dig.contains(&top);
    if top_is_open {
        let walls = sides(top);
        if !walls.iter().any(|at| region.is_wall(*at)) && !region.is_wall(top.offset(0, 1, 0)) {
            fill.push(walls[0]); // stands on the wall beside the head and holds the cover
        }
        fill.push(top);
    }
    let inside = [feet, head];
    for (n, at) in fill.iter().enumerate() {
        let holds = |next: &BlockPos| {
            !inside.contains(next) && ((region.is_wall(*next) && !dig.contains(next)) || fill[..n].contains(next))
        };
        if !region.gives_way(*at) && !dig.contains(at) || !at.neighbours().iter().any(holds) {
            return None;
        }
    }
    ticks += fill.len() as u64 * haste.place_ticks() + dig.len() as u64 * haste.sink_ticks();
    if has_bed && haste == Haste::Night && region.nook(feet).is_none() {
        ticks += SLEEPLESS_TICKS;
    }
    (fill.len() as u32 <= fillers + given).then_some((Site { stand, dig, fill }, ticks))
}

/// The carried item that digs the block fastest, if any is better than the hand.
pub fn best_tool(block: BlockId, bag: &Bag) -> Option<vocab::ItemId> {
    let ticks = |held| tools::dig_ticks(block, held, tools::Situation::default());
    let tool = |item: &vocab::ItemId| crate::lore::gamedata_item(*item).is_some_and(|item| item.tool.is_some());
    let held = bag.iter().map(|(item, _)| item).filter(tool).min_by_key(|item| (ticks(Some(*item)), *item))?;
    let harvests_more = tools::harvests(block, Some(held)) && !tools::harvests(block, None);
    (harvests_more || ticks(Some(held)) < ticks(None)).then_some(held)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    /// A box from -4 to 4 with its ground up to y = -1 and air above, changed by hand.
    fn region(change: &[(BlockPos, &str)]) -> Region {
        let (min, max) = (BlockPos::new(-4, -5, -4), BlockPos::new(4, 4, 4));
        let mut region = Region { min, max, blocks: vec![] };
        for y in min.y..=max.y {
            for z in min.z..=max.z {
                for x in min.x..=max.x {
                    let at = BlockPos::new(x, y, z);
                    let name = if y < 0 { "dirt" } else { "air" };
                    let name = change.iter().find(|(place, _)| *place == at).map_or(name, |(_, name)| name);
                    region.blocks.push(blocks::named(name));
                }
            }
        }
        region
    }

    static NOTHING: Bag = Bag::new();

    fn digger(fillers: u32) -> Digger<'static> {
        Digger { bag: &NOTHING, fillers, haste: Haste::Night, has_bed: false }
    }

    const HERE: BlockPos = BlockPos::new(0, 0, 0);

    #[test]
    fn on_open_ground_it_is_a_hole_of_three_with_a_lid() {
        let site = choose(&region(&[]), HERE, digger(0), |_| false).unwrap();
        assert_eq!(site.stand, HERE);
        assert_eq!(site.dig, [HERE.offset(0, -1, 0), HERE.offset(0, -2, 0), HERE.offset(0, -3, 0)]);
        assert_eq!(site.fill, [HERE.offset(0, -1, 0)], "the dirt that was dug covers it");
    }

    #[test]
    fn a_bad_place_and_water_are_left_alone() {
        let wet = region(&[(HERE.offset(1, -2, 0), "water")]);
        let site = choose(&wet, HERE, digger(0), |at| at == HERE.offset(0, 0, 1)).unwrap();
        assert_ne!(site.stand, HERE);
        assert_ne!(site.stand, HERE.offset(0, 0, 1));
        assert!(site.stand.offset(0, -2, 0).distance_squared(HERE.offset(1, -2, 0)) > 1);
    }

    #[test]
    fn in_a_tunnel_the_open_end_is_closed() {
        let mut cells = vec![];
        for y in 0..=3 {
            for z in -4..=4 {
                for x in -4..=4 {
                    let tunnel = z == 0 && y < 2 && x >= 0;
                    cells.push((BlockPos::new(x, y, z), if tunnel { "air" } else { "stone" }));
                }
            }
        }
        let site = choose(&region(&cells), HERE, digger(2), |_| false).unwrap();
        assert_eq!((site.stand, site.dig.len()), (HERE, 0));
        assert_eq!(site.fill, [HERE.offset(1, 0, 0), HERE.offset(1, 1, 0)]);
    }

    #[test]
    fn no_block_is_put_where_a_torch_or_a_flower_stands() {
        for (standing, free) in [("torch", false), ("dandelion", false), ("short_grass", true), ("air", true)] {
            let cell = HERE.offset(1, 0, 0);
            let region = region(&[(cell, standing)]);
            assert_eq!(region.cells_for_station(HERE).contains(&cell), free, "{standing}");
            let site = survey(&region, HERE, 0, &mut Spoils { bag: &NOTHING, known: vec![] }, digger(64));
            assert_eq!(site.is_some(), free, "{standing}");
        }
    }

    #[test]
    fn over_a_cave_or_with_nothing_to_fill_there_is_no_site() {
        let stone: Vec<(BlockPos, &str)> = (-5..0)
            .flat_map(|y| (-4..=4).flat_map(move |z| (-4..=4).map(move |x| (BlockPos::new(x, y, z), "stone"))))
            .collect();
        assert_eq!(choose(&region(&stone), HERE, digger(0), |_| false), None, "a hand gets nothing out of stone");
        assert!(choose(&region(&stone), HERE, digger(1), |_| false).is_some());
    }

    #[test]
    fn a_bed_goes_where_two_blocks_of_wall_have_walls_all_around() {
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
    fn a_bed_goes_around_a_corner_or_beside_the_head_where_there_is_no_straight_room() {
        let feet = HERE.offset(0, -3, 0);
        let mut cells = [feet, feet.offset(0, 1, 0)].map(|at| (at, "air")).to_vec();
        cells.extend([(2, 0), (-2, 0), (0, 2), (0, -2)].map(|(x, z)| (feet.offset(x, -1, z), "air")));
        assert_eq!(region(&cells).nook(feet), Some([feet.offset(1, 0, 0), feet.offset(1, 0, 1)]));
        cells.extend(BESIDE.map(|(x, z)| (feet.offset(x, 0, z), "obsidian")));
        cells.extend(BESIDE.map(|(x, z)| (feet.offset(x, -1, z), "air")));
        assert_eq!(region(&cells).nook(feet), Some([feet.offset(1, 1, 0), feet.offset(2, 1, 0)]));
    }

    #[test]
    fn who_has_a_bed_goes_where_there_is_room_for_it() {
        let caves: Vec<_> = [-4, -2]
            .into_iter()
            .flat_map(|y| {
                [(2, 0), (-2, 0), (0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)].map(|(x, z)| (x, y, z))
            })
            .map(|(x, y, z)| (HERE.offset(x, y, z), "air"))
            .collect();
        let site = |has_bed| choose(&region(&caves), HERE, Digger { has_bed, ..digger(4) }, |_| false).unwrap();
        let room = |site: &Site| region(&caves).nook(site.stand.offset(0, -(site.dig.len() as i32), 0));
        assert_eq!((site(false).stand, room(&site(false))), (HERE, None));
        assert!(room(&site(true)).is_some(), "{:?}", site(true));
    }

    #[test]
    fn what_was_not_seen_is_taken_for_the_ground_above_it_or_stone() {
        let named = |name: &str| blocks::named(name);
        let column = [None, None, named("dirt"), None, named("air"), None];
        let (min, max) = (HERE, HERE.offset(0, 5, 0));
        let region = Region::from_answer(&Answer::Region { min, max, blocks: column.to_vec() }).unwrap();
        let names = ["dirt", "dirt", "dirt", "stone", "air", "stone"];
        assert!((0..6).all(|y| region.get(HERE.offset(0, y, 0)) == named(names[y as usize])), "{region:?}");
    }

    #[test]
    fn an_answer_that_lies_about_its_size_is_no_region() {
        let lie = Answer::Region { min: HERE, max: HERE.offset(1, 1, 1), blocks: vec![None; 7] };
        assert_eq!(Region::from_answer(&lie), None);
        let upside_down = Answer::Region { min: HERE, max: HERE.offset(-1, 0, 0), blocks: vec![] };
        assert_eq!(Region::from_answer(&upside_down), None);
        let huge =
            Answer::Region { min: BlockPos::new(i32::MIN, 0, 0), max: BlockPos::new(i32::MAX, 0, 0), blocks: vec![] };
        assert_eq!(Region::from_answer(&huge), None);
    }
}
