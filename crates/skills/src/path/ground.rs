//! The ground as a path search sees it: which cells can be passed, which may be dug, and at what cost.

use super::Cost;
use crate::blocks::{self as kinds, Way};
use crate::boxes::STEP_PARTS;
use crate::guard::may_break;
use crate::inventory::Inventory;
use crate::known::{gives_way, props};
use crate::limbs::Cells;
use gamedata::states::PARTS_PER_BLOCK;
use gamedata::{blocks, tools};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use vocab::action::Terrain;
use vocab::build::Guarded;
use vocab::hazard::DANGERS_MAX;
use vocab::position::BESIDE;
use vocab::{BlockId, BlockPos, ItemId};

/// Path cost of opening a door.
const DOOR: Cost = 20;
/// Extra path cost of each broken block, besides its digging time.
const DIG: Cost = 30;
/// Extra path cost of breaking a block that somebody built: as much as a detour of 25 blocks.
const MADE: Cost = 1_150;
/// Extra path cost of each block of sand or gravel above a dug cell, because it falls and must be dug too.
const FALLING: Cost = 150;
/// Most falling blocks above a dug cell that are counted.
const FALLING_MAX: i32 = 4;
/// A path never digs blocks that take longer than this many ticks (40 seconds).
const DIG_TICKS_MAX: u32 = 800;

/// A cell with at least this much sky light counts as outdoors. There is more under trees and eaves, and less ten
/// blocks into a cave.
pub const SKY_LIGHT_MIN: u8 = 5;

/// Most extra path cost of leaving a dark cave cell: as much as a detour of ten steps. Without a pickaxe digging
/// costs far more than that.
const CAVE_MAX: Cost = 460;
/// Extra path cost of leaving a cell beside lava, into which a hit would push the body: as much as a detour of
/// six steps.
const LAVA: Cost = 280;
/// Cells beside lava have at least this much block light.
const LAVA_LIGHT: u8 = 13;
/// A cell with this many open sides is part of a cave. A tunnel has two.
const CAVE_SIDES: usize = 3;

/// A region whose cells cost a path extra, such as the surroundings of a hostile mob.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hazard {
    pub at: BlockPos,
    pub radius: u8,
    /// Extra path cost of each cell in the region, in tenths of ticks.
    pub cost: u32,
}

impl Hazard {
    /// Whether a cell lies in the region that costs a path extra.
    pub fn holds(&self, at: BlockPos) -> bool {
        self.at.distance_squared(at) <= u64::from(self.radius).pow(2)
    }
}

/// Most regions with extra cost that one path search considers: two for each reported creature, and one to flee
/// from.
pub const HAZARDS_MAX: usize = 2 * DANGERS_MAX + 1;

/// What a path may dig, place and enter; fixed when the path search begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ground {
    pub terrain: Terrain,
    /// How many blocks the path may still place.
    pub blocks_left: u32,
    hazards: Vec<Hazard>,
    /// Positions of creatures; the path never opens a wall between them and the body.
    shut_out: Vec<BlockPos>,
    /// Cells of own builds, which the path neither breaks nor fills.
    #[serde(default)]
    guarded: Vec<Guarded>,
    /// The path does not enter cells with less sky light than this; 0 allows all cells.
    sky_light_min: u8,
    /// Extra path cost of each dark cave cell.
    cave: Cost,
    tools: Vec<ItemId>,
    dig_costs: BTreeMap<BlockId, Option<Cost>>,
}

impl Ground {
    pub fn new(inventory: &Inventory, terrain: Terrain, hazards: &[Hazard]) -> Ground {
        let carried = inventory.carried();
        let mut carried_tools: Vec<ItemId> = (carried.slots.iter().flatten())
            .map(|stack| stack.item)
            .filter(|item| tools::of(*item).is_some())
            .collect();
        carried_tools.sort_unstable();
        carried_tools.dedup();
        let mut ground = Ground {
            terrain,
            blocks_left: if terrain == Terrain::DigAndPlace { building_blocks(inventory) } else { 0 },
            hazards: hazards.iter().take(HAZARDS_MAX).copied().collect(),
            shut_out: Vec::new(),
            guarded: Vec::new(),
            sky_light_min: 0,
            cave: super::WALK,
            tools: carried_tools,
            dig_costs: BTreeMap::new(),
        };
        if terrain != Terrain::Walk {
            ground.cave = ground.rock_step().min(CAVE_MAX);
        }
        ground
    }

    /// Lets the path go through caves without extra cost, because the body pursues a creature there.
    pub fn through_caves(mut self) -> Ground {
        self.cave = 0;
        self
    }

    /// Forbids the path to dig a wall open right behind which one of these creatures stands.
    pub fn shutting_out(mut self, creatures: Vec<BlockPos>) -> Ground {
        self.shut_out = creatures;
        self
    }

    /// Forbids the path to break or fill cells of these boxes.
    pub fn sparing(mut self, guarded: &[Guarded]) -> Ground {
        self.guarded = guarded.to_vec();
        self
    }

    /// Keeps the path under the sky and out of caves, unless the body is in a cave already.
    pub fn under_the_sky(mut self, grid: &impl Cells, feet: BlockPos) -> Ground {
        let here = grid.light(feet).0;
        self.sky_light_min = if here < SKY_LIGHT_MIN { 0 } else { SKY_LIGHT_MIN };
        self
    }

    /// Whether a cell has the sky light that the path asks for.
    pub fn is_open_enough(&self, grid: &impl Cells, at: BlockPos) -> bool {
        self.sky_light_min == 0 || grid.light(at).0 >= self.sky_light_min
    }

    /// How a body can pass through a cell; `None` where the chunk is not loaded.
    pub fn way(grid: &impl Cells, at: BlockPos) -> Option<Way> {
        grid.cell(at).map(kinds::way)
    }

    pub fn is_leaves(grid: &impl Cells, at: BlockPos) -> bool {
        grid.block(at).is_some_and(|block| props(block).leaves)
    }

    /// Whether a body can stand on a block, in the cell above it.
    pub fn carries(grid: &impl Cells, at: BlockPos) -> bool {
        let Some(cell) = grid.cell(at) else { return false };
        match kinds::way(cell) {
            Way::Solid => true,
            // Scaffolding carries what is on top of it.
            Way::Climb => cell.props().top > STEP_PARTS,
            _ => false,
        }
    }

    /// How high a body stands in a cell, in parts of a block above the cell's floor: on a step in it, on what is below, or
    /// on a ladder; `None` where nothing carries it.
    pub fn stand(grid: &impl Cells, at: BlockPos) -> Option<i32> {
        let here = grid.cell(at)?;
        match kinds::way(here) {
            Way::Step => Some(i32::from(here.props().top)),
            Way::Climb => Some(0),
            _ => {
                let below = at.offset(0, -1, 0);
                let top = i32::from(grid.cell(below)?.props().top);
                Ground::carries(grid, below).then_some(top - PARTS_PER_BLOCK)
            }
        }
    }

    /// Path cost of making a cell passable; `None` when that is impossible or forbidden.
    pub fn clearing(&mut self, grid: &impl Cells, at: BlockPos) -> Option<Cost> {
        match Ground::way(grid, at)? {
            Way::Open | Way::Water | Way::Climb => Some(0),
            Way::Door => Some(DOOR),
            Way::Harm => None,
            Way::Solid | Way::Step | Way::Fence if self.terrain == Terrain::Walk => None,
            Way::Solid | Way::Step | Way::Fence => self.digging(grid, at),
        }
    }

    /// Path cost of making room for the feet in a cell. They may stand on a step in it.
    pub fn footing(&mut self, grid: &impl Cells, at: BlockPos) -> Option<Cost> {
        if Ground::way(grid, at)? == Way::Step { Some(0) } else { self.clearing(grid, at) }
    }

    /// Path cost of emptying a passable cell so that a block can be placed there: a torch must be broken, grass is
    /// replaced.
    pub fn emptying(&mut self, grid: &impl Cells, at: BlockPos) -> Option<Cost> {
        may_break(&self.guarded, at).ok()?;
        if gives_way(grid.block(at)?) { Some(0) } else { self.digging(grid, at) }
    }

    /// Path cost of clearing the roof over a body that is in the water already. Breaking it lets no more water in than
    /// there is, and a body that never did so would drown in a flooded shaft.
    pub fn clearing_under_water(&mut self, grid: &impl Cells, roof: BlockPos) -> Option<Cost> {
        if Ground::way(grid, roof) != Some(Way::Solid) || self.terrain == Terrain::Walk {
            return self.clearing(grid, roof).filter(|cost| *cost == 0);
        }
        if is_beside_lava(grid, roof) { None } else { self.digging_cost(grid, roof) }
    }

    fn digging(&mut self, grid: &impl Cells, at: BlockPos) -> Option<Cost> {
        let cost = self.digging_cost(grid, at)?;
        is_safe_to_dig(grid, at).then_some(cost)
    }

    fn digging_cost(&mut self, grid: &impl Cells, at: BlockPos) -> Option<Cost> {
        may_break(&self.guarded, at).ok()?;
        let block = grid.block(at)?;
        let cost = if let Some(cost) = self.dig_costs.get(&block) {
            (*cost)?
        } else {
            let cost = self.dig_cost(block);
            self.dig_costs.insert(block, cost);
            cost?
        };
        if self.shut_out.iter().any(|feet| is_beside(*feet, at)) {
            return None;
        }
        let above = (1..=FALLING_MAX).take_while(|up| grid.block(at.offset(0, *up, 0)).is_some_and(kinds::falls));
        Some(cost + above.count() as Cost * FALLING)
    }

    fn dig_cost(&self, block: BlockId) -> Option<Cost> {
        if kinds::is_kept(block) || !blocks::get(block).diggable {
            return None;
        }
        let hands = std::iter::once(None).chain(self.tools.iter().copied().map(Some));
        let ticks = hands.map(|tool| crate::tools::ticks_with(block, tool)).min()?;
        let made = if kinds::is_made(block) { MADE } else { 0 };
        (ticks <= DIG_TICKS_MAX).then_some(ticks * 10 + DIG + made)
    }

    /// Path cost of one step through rock with the carried tools, which breaks two or three blocks.
    pub fn rock_step(&self) -> Cost {
        self.dig_cost(crate::known::known().stone).unwrap_or(0) * 5 / 2 + super::WALK
    }

    /// Extra path cost of a cell beside lava, or of a dark cave cell. A known cave has monsters, and an unknown one
    /// is not known to be open, so both cost as much as digging. So a body that may dig keeps to its own tunnels and
    /// to lit ground.
    pub fn peril(&self, grid: &impl Cells, at: BlockPos) -> Cost {
        let (sky, torches) = grid.light(at);
        if torches >= LAVA_LIGHT && self.cave > 0 {
            let lava = |at: BlockPos| grid.block(at) == Some(crate::known::known().lava);
            let beside = |(x, z): &(i32, i32)| lava(at.offset(*x, 0, *z)) || lava(at.offset(*x, -1, *z));
            return if BESIDE.iter().any(beside) { LAVA } else { 0 };
        }
        if self.cave == 0 || torches > 0 || sky >= SKY_LIGHT_MIN {
            return 0;
        }
        let open = |(x, z): &(i32, i32)| !grid.is_solid(at.offset(*x, 0, *z));
        if BESIDE.iter().filter(|side| open(side)).count() >= CAVE_SIDES { self.cave } else { 0 }
    }

    /// Extra path cost of a cell from the regions to avoid.
    pub fn hazard(&self, at: BlockPos) -> Cost {
        let here = self.hazards.iter().filter(|hazard| hazard.holds(at));
        here.fold(0, |cost: Cost, hazard| cost.saturating_add(hazard.cost))
    }
}

/// Whether a cell is next to one of the two cells that a creature occupies.
pub fn is_beside(feet: BlockPos, at: BlockPos) -> bool {
    feet.manhattan(at).min(feet.offset(0, 1, 0).manhattan(at)) <= 1
}

/// Whether breaking a block lets no lava or water in. An unloaded neighbour counts as lava.
pub fn is_safe_to_dig(grid: &impl Cells, at: BlockPos) -> bool {
    let [down, up, north, south, west, east] = at.neighbours();
    let dry = |cell: BlockPos| {
        grid.block(cell).is_some_and(|block| !props(block).liquid) && Ground::way(grid, cell) != Some(Way::Water)
    };
    !is_lava(grid, down) && [up, north, south, west, east].into_iter().all(dry)
}

/// Whether lava is next to a block. An unloaded neighbour counts as lava.
fn is_beside_lava(grid: &impl Cells, at: BlockPos) -> bool {
    at.neighbours().into_iter().any(|next| is_lava(grid, next))
}

fn is_lava(grid: &impl Cells, at: BlockPos) -> bool {
    grid.block(at).is_none_or(|block| block == crate::known::known().lava)
}

/// Whether an item is a cheap block that a path may place.
pub fn is_building_block(item: ItemId) -> bool {
    let item = gamedata::items::get(item);
    matches!(
        item.name,
        "dirt"
            | "cobblestone"
            | "cobbled_deepslate"
            | "stone"
            | "netherrack"
            | "andesite"
            | "diorite"
            | "granite"
            | "tuff"
    )
}

/// The number of carried blocks that a path may place.
pub fn building_blocks(inventory: &Inventory) -> u32 {
    let stacks = inventory.carried().slots.iter().flatten();
    stacks.filter(|stack| is_building_block(stack.item)).map(|stack| u32::from(stack.count)).sum()
}

/// The carried block that a path places next: the kind carried most, so that inventory slots become free.
pub fn building_block(inventory: &Inventory) -> Option<ItemId> {
    let totals = inventory.carried().totals();
    let blocks = totals.iter().filter(|(item, _)| is_building_block(*item));
    blocks.max_by_key(|(item, count)| (*count, std::cmp::Reverse(*item))).map(|(item, _)| item)
}
