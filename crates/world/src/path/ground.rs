//! What the ground is like for a path: how cells are passed, what may be dug and what that costs.

use super::Cost;
use crate::blocks::{self as kinds, Way};
use crate::digging;
use crate::grid::Grid;
use crate::known::props;
use crate::placing::gives_way;
use crate::world::World;
use gamedata::{blocks, tools};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use vocab::action::Terrain;
use vocab::hazard::DANGERS_MAX;
use vocab::{BlockId, BlockPos, ItemId};

/// Opening a door on the way.
const DOOR: Cost = 20;
/// Begin and end of breaking one block, beside the time it takes.
const DIG: Cost = 30;
/// Somebody built that: a path takes a detour of 25 blocks rather than breaking it.
const MADE: Cost = 1_150;
/// Sand or gravel above comes down and must be dug too; each block of it costs so much.
const FALLING: Cost = 150;
/// Falling blocks looked for above a cell.
const FALLING_MAX: i32 = 4;
/// Blocks that take longer than this are walked around: 40 seconds.
const DIG_TICKS_MAX: u32 = 800;

/// Light of the sky that counts as out in the open: under trees and eaves there is more, ten blocks into a cave less.
pub const SKY_LIGHT_MIN: u8 = 5;

/// A region that costs extra to be in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hazard {
    pub at: BlockPos,
    pub radius: u8,
    /// Tenths of ticks for each cell.
    pub cost: u32,
}

impl Hazard {
    /// Whether a cell lies in it.
    pub fn holds(&self, at: BlockPos) -> bool {
        self.at.distance_squared(at) <= u64::from(self.radius).pow(2)
    }
}

/// Regions that one path weighs: two for each creature told of, and one to flee from.
pub const HAZARDS_MAX: usize = 2 * DANGERS_MAX + 1;

/// How a path may treat the ground; fixed when a search begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ground {
    pub terrain: Terrain,
    /// Blocks that can be placed on the way.
    pub blocks_left: u32,
    hazards: Vec<Hazard>,
    /// Where creatures stand that no wall is opened to.
    shut_out: Vec<BlockPos>,
    /// Cells with less light of the sky are not entered; 0 lets everywhere.
    sky_light_min: u8,
    tools: Vec<ItemId>,
    dig_costs: BTreeMap<BlockId, Option<Cost>>,
}

impl Ground {
    pub fn new(world: &World, terrain: Terrain, hazards: &[Hazard]) -> Ground {
        let carried = world.body.inventory.carried();
        let mut carried_tools: Vec<ItemId> = (carried.slots.iter().flatten())
            .map(|stack| stack.item)
            .filter(|item| tools::of(*item).is_some())
            .collect();
        carried_tools.sort_unstable();
        carried_tools.dedup();
        Ground {
            terrain,
            blocks_left: if terrain == Terrain::DigAndPlace { building_blocks(world) } else { 0 },
            hazards: hazards.iter().take(HAZARDS_MAX).copied().collect(),
            shut_out: Vec::new(),
            sky_light_min: 0,
            tools: carried_tools,
            dig_costs: BTreeMap::new(),
        }
    }

    /// Opens no wall to what stands right behind it.
    pub fn shutting_out(mut self, creatures: Vec<BlockPos>) -> Ground {
        self.shut_out = creatures;
        self
    }

    /// Keeps to the open: no way through caves, unless the body is in one already.
    pub fn under_the_sky(mut self, world: &World) -> Ground {
        let here = world.grid.light(world.body.feet()).0;
        self.sky_light_min = if here < SKY_LIGHT_MIN { 0 } else { SKY_LIGHT_MIN };
        self
    }

    /// Whether a cell is under the sky, where that is asked for.
    pub fn is_open_enough(&self, grid: &Grid, at: BlockPos) -> bool {
        self.sky_light_min == 0 || grid.light(at).0 >= self.sky_light_min
    }

    /// How a cell is passed; `None` where the chunk is not loaded.
    pub fn way(grid: &Grid, at: BlockPos) -> Option<Way> {
        grid.cell(at).map(|cell| kinds::way(cell.block(), cell.state()))
    }

    pub fn is_leaves(grid: &Grid, at: BlockPos) -> bool {
        grid.block(at).is_some_and(|block| props(block).leaves)
    }

    /// Whether feet can rest on it.
    pub fn carries(grid: &Grid, at: BlockPos) -> bool {
        Ground::way(grid, at) == Some(Way::Solid)
    }

    /// What it costs to make a cell passable; `None` when it cannot or may not be.
    pub fn clearing(&mut self, grid: &Grid, at: BlockPos) -> Option<Cost> {
        match Ground::way(grid, at)? {
            Way::Open | Way::Water => Some(0),
            Way::Door => Some(DOOR),
            Way::Harm => None,
            Way::Solid if self.terrain == Terrain::Walk => None,
            Way::Solid => self.digging(grid, at),
        }
    }

    /// What it costs to empty a passable cell for a block to be put there: a torch is in the way, grass is not.
    pub fn emptying(&mut self, grid: &Grid, at: BlockPos) -> Option<Cost> {
        if gives_way(grid.block(at)?) { Some(0) } else { self.digging(grid, at) }
    }

    fn digging(&mut self, grid: &Grid, at: BlockPos) -> Option<Cost> {
        let block = grid.block(at)?;
        let cost = if let Some(cost) = self.dig_costs.get(&block) {
            (*cost)?
        } else {
            let cost = self.dig_cost(block);
            self.dig_costs.insert(block, cost);
            cost?
        };
        if !is_safe_to_dig(grid, at) || self.shut_out.iter().any(|feet| is_beside(*feet, at)) {
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
        let ticks = hands.map(|tool| digging::ticks_with(block, tool)).min()?;
        let made = if kinds::is_made(block) { MADE } else { 0 };
        (ticks <= DIG_TICKS_MAX).then_some(ticks * 10 + DIG + made)
    }

    /// What one step through rock costs with the tools carried: two or three blocks must be broken for it.
    pub fn rock_step(&self) -> Cost {
        self.dig_cost(crate::known::known().stone).unwrap_or(0) * 5 / 2 + super::WALK
    }

    /// What being in a cell costs beside the way: regions to keep out of.
    pub fn hazard(&self, at: BlockPos) -> Cost {
        let here = self.hazards.iter().filter(|hazard| hazard.holds(at));
        here.fold(0, |cost: Cost, hazard| cost.saturating_add(hazard.cost))
    }
}

/// Whether a cell is next to one of the two that a creature is in.
pub fn is_beside(feet: BlockPos, at: BlockPos) -> bool {
    feet.manhattan(at).min(feet.offset(0, 1, 0).manhattan(at)) <= 1
}

/// Breaking it lets no lava or water in. What is beyond the loaded world might be lava.
pub fn is_safe_to_dig(grid: &Grid, at: BlockPos) -> bool {
    let [down, up, north, south, west, east] = at.neighbours();
    let dry = |cell: BlockPos| {
        grid.block(cell).is_some_and(|block| !props(block).liquid) && Ground::way(grid, cell) != Some(Way::Water)
    };
    let no_lava = |cell: BlockPos| grid.block(cell).is_some_and(|block| block != crate::known::known().lava);
    no_lava(down) && [up, north, south, west, east].into_iter().all(dry)
}

/// Blocks worth nothing better than to be walked on.
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

/// How many blocks are carried that a path may place.
pub fn building_blocks(world: &World) -> u32 {
    let stacks = world.body.inventory.carried().slots.iter().flatten();
    stacks.filter(|stack| is_building_block(stack.item)).map(|stack| u32::from(stack.count)).sum()
}

/// The block to place next: of the kind carried most, so that slots come free.
pub fn building_block(world: &World) -> Option<ItemId> {
    let totals = world.body.inventory.carried().totals();
    let blocks = totals.iter().filter(|(item, _)| is_building_block(*item));
    blocks.max_by_key(|(item, count)| (*count, std::cmp::Reverse(*item))).map(|(item, _)| item)
}
