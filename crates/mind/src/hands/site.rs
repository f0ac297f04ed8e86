//! Chooses the shelter site: the cell of a scanned region that takes the least work to wall in.

use crate::view::classes::{self, ItemClass};
use crate::view::region::Region;
use alloc::vec::Vec;
use gamedata::tools;
use serde::{Deserialize, Serialize};
use vocab::position::BESIDE;
use vocab::{Bag, BlockId, BlockPos};

/// Deepest hole considered for a shelter, in blocks: at three blocks deep the lid can be placed against the walls.
pub const DEPTH_MAX: i32 = 3;
/// Ticks to walk one block, for the cost of a shelter site.
const WALK_TICKS: u64 = 6;
/// Extra ticks that a shelter site without room for a bed costs an agent that carries one. A night without sleep lasts
/// 11,000 ticks.
const SLEEPLESS_TICKS: u64 = 1_000;

/// Why the agent walls itself in: a good shelter for the night, or a quick one in danger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Haste {
    Night,
    Danger,
}

impl Haste {
    /// Ticks to place one block of a shelter. They count for more at night, so that a hole is preferred to a hut, which
    /// a creeper can blow open.
    const fn place_ticks(self) -> u64 {
        match self {
            Haste::Night => 20,
            Haste::Danger => 8,
        }
    }

    /// Extra ticks for each block of a shelter dug downwards: the fall and the next action.
    const fn sink_ticks(self) -> u64 {
        match self {
            Haste::Night => 0,
            Haste::Danger => 12,
        }
    }
}

/// What an agent that chooses a shelter site carries and wants.
#[derive(Debug, Clone, Copy)]
pub struct Digger<'a> {
    pub bag: &'a Bag,
    /// How many carried blocks can close the walls of a shelter.
    pub fillers: u32,
    pub haste: Haste,
    pub has_bed: bool,
}

/// A shelter site, and the work left to do there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// The cell to stand in before digging the shelter; the agent also comes out here.
    pub stand: BlockPos,
    /// Cells of the shelter to dig, in order: straight down.
    pub dig: Vec<BlockPos>,
    /// Cells to fill with blocks to close the shelter, in order: each has a block beside it to be placed against.
    pub fill: Vec<BlockPos>,
}

/// The shelter site that takes the least work and no more blocks than the agent carries or digs up there.
pub fn choose(region: &Region, body: BlockPos, digger: Digger<'_>, is_bad: impl Fn(BlockPos) -> bool) -> Option<Site> {
    let mut best: Option<(u64, BlockPos, i32)> = None;
    let mut spoils = Spoils { bag: digger.bag, known: Vec::new() };
    let (min, max) = (region.min(), region.max());
    for x in min.x + 1..max.x {
        for z in min.z + 1..max.z {
            for y in min.y + 1..max.y {
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

/// How long each kind of block takes to dig with the carried tools, and whether its drop can be used as a wall. Each
/// kind is looked up once.
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
        let fills =
            |drop: &&gamedata::loot::Drop| drop.chance_ppm == 1_000_000 && classes::is_in(ItemClass::Filler, drop.item);
        let given = tools::drops(block, tool).iter().filter(fills).map(|drop| u32::from(drop.min)).sum();
        let ticks = tools::dig_ticks(block, tool, tools::Hindrance::default());
        let spoils = ticks.map(|ticks| (u64::from(ticks), given));
        self.known.push((block, spoils));
        spoils
    }
}

/// The work to wall the agent in `depth` blocks below the cell `stand`, and its cost in ticks; `None` when that is
/// impossible.
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
    if !region.is_firm(feet.offset(0, -1, 0)) {
        return None;
    }
    let (head, top) = (feet.offset(0, 1, 0), feet.offset(0, 2, 0));
    let mut fill: Vec<BlockPos> =
        sides(feet).into_iter().chain(sides(head)).filter(|at| !region.is_wall(*at)).collect();
    let top_is_open = !region.is_wall(top) || dig.contains(&top);
    if top_is_open {
        let walls = sides(top);
        if !walls.iter().any(|at| region.is_wall(*at)) && !region.is_wall(top.offset(0, 1, 0)) {
            fill.push(walls[0]); // goes on the wall beside the head, and the lid is placed against it
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

/// The carried tool that digs the block fastest; `None` when no tool beats the bare hand.
pub fn best_tool(block: BlockId, bag: &Bag) -> Option<vocab::ItemId> {
    let ticks = |held| tools::dig_ticks(block, held, tools::Hindrance::default());
    let tool = |item: &vocab::ItemId| crate::view::lore::gamedata_item(*item).is_some_and(|item| item.tool.is_some());
    let held = bag.iter().map(|(item, _)| item).filter(tool).min_by_key(|item| (ticks(Some(*item)), *item))?;
    let harvests_more = tools::harvests(block, Some(held)) && !tools::harvests(block, None);
    (harvests_more || ticks(Some(held)) < ticks(None)).then_some(held)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use gamedata::blocks;

    /// A region from -4 to 4 with dirt up to y = -1 and air above, except for the cells in `change`.
    fn region(change: &[(BlockPos, &str)]) -> Region {
        Region::from_cells(BlockPos::new(-4, -5, -4), BlockPos::new(4, 4, 4), |at| {
            let name = if at.y < 0 { "dirt" } else { "air" };
            let name = change.iter().find(|(place, _)| *place == at).map_or(name, |(_, name)| name);
            blocks::named(name).map(gamedata::states::default)
        })
    }

    static NOTHING: Bag = Bag::new();

    fn digger(fillers: u32) -> Digger<'static> {
        Digger { bag: &NOTHING, fillers, haste: Haste::Night, has_bed: false }
    }

    const HERE: BlockPos = BlockPos::new(0, 0, 0);

    #[test]
    fn on_open_ground_the_shelter_is_a_hole_three_deep_with_a_lid() {
        let site = choose(&region(&[]), HERE, digger(0), |_| false).unwrap();
        assert_eq!(site.stand, HERE);
        assert_eq!(site.dig, [HERE.offset(0, -1, 0), HERE.offset(0, -2, 0), HERE.offset(0, -3, 0)]);
        assert_eq!(site.fill, [HERE.offset(0, -1, 0)], "the dirt that was dug covers it");
    }

    #[test]
    fn a_shelter_site_avoids_bad_places_and_water() {
        let wet = region(&[(HERE.offset(1, -2, 0), "water")]);
        let site = choose(&wet, HERE, digger(0), |at| at == HERE.offset(0, 0, 1)).unwrap();
        assert_ne!(site.stand, HERE);
        assert_ne!(site.stand, HERE.offset(0, 0, 1));
        assert!(site.stand.offset(0, -2, 0).distance_squared(HERE.offset(1, -2, 0)) > 1);
    }

    #[test]
    fn a_shelter_in_a_tunnel_closes_the_open_end() {
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
    fn no_block_is_placed_into_a_torch_or_a_flower() {
        for (standing, free) in [("torch", false), ("dandelion", false), ("short_grass", true), ("air", true)] {
            let cell = HERE.offset(1, 0, 0);
            let region = region(&[(cell, standing)]);
            assert_eq!(region.cells_for_station(HERE).contains(&cell), free, "{standing}");
            let site = survey(&region, HERE, 0, &mut Spoils { bag: &NOTHING, known: vec![] }, digger(64));
            assert_eq!(site.is_some(), free, "{standing}");
        }
    }

    #[test]
    fn a_stone_floor_gives_a_bare_hand_no_filler_so_a_shelter_needs_a_carried_block() {
        let stone: Vec<(BlockPos, &str)> = (-5..0)
            .flat_map(|y| (-4..=4).flat_map(move |z| (-4..=4).map(move |x| (BlockPos::new(x, y, z), "stone"))))
            .collect();
        assert_eq!(choose(&region(&stone), HERE, digger(0), |_| false), None, "a hand gets nothing out of stone");
        assert!(choose(&region(&stone), HERE, digger(1), |_| false).is_some());
    }

    #[test]
    fn an_agent_with_a_bed_chooses_a_site_with_room_for_it() {
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
}
