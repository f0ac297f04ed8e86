//! Breaking blocks: the time it takes with the held tool, the drops, and the wear of the tool.

use crate::body::breath;
use crate::known::known;
use crate::space::Place;
use crate::state::{CROP_RIPE, UPPER};
use crate::world::World;
use crate::{blocks as kinds, state};
use gamedata::{blocks, loot, tools};
use serde::{Deserialize, Serialize};
use vocab::item::Stack;
use vocab::outcome::Refusal;
use vocab::senses::BodyEvent;
use vocab::{BlockId, BlockPos, ItemId};

/// A block breaks when its digging progress reaches this.
const WHOLE: u64 = 1_000_000_000;
/// Exhaustion that the body gets from breaking one block, in thousandths.
const EXHAUSTION_MILLI: u32 = 5;

/// The progress of the body in breaking one block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digger {
    pub at: BlockPos,
    block: BlockId,
    done: u64,
    /// The tool that the body held at the beginning. If it breaks, another one is chosen.
    tool: Option<ItemId>,
}

/// The result of one tick of digging at a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dug {
    Going,
    Broken,
    /// The block that was being dug has changed, or is out of reach.
    Gone,
}

/// Checks whether the body can break a block from where it stands, and returns the kind of block.
pub fn check(world: &World, at: BlockPos) -> Result<BlockId, Refusal> {
    let block = world.grid.block(at).ok_or(Refusal::NotLoaded)?;
    let situation = tools::Hindrance { under_water: false, airborne: false };
    if !blocks::get(block).diggable || block == known().air || tools::dig_ticks(block, None, situation).is_none() {
        return Err(Refusal::NotDiggable);
    }
    if !world.body.reaches(at) {
        return Err(Refusal::OutOfReach);
    }
    Ok(block)
}

/// The carried tool that breaks a block fastest, and that harvests its drops if any tool does; `None` is the bare hand.
pub fn best_tool(world: &World, block: BlockId) -> Option<ItemId> {
    let carried = world.body.inventory.carried();
    let mut best = (tools::harvests(block, None), ticks_with(block, None), None);
    for stack in carried.slots.iter().flatten() {
        if tools::of(stack.item).is_none() {
            continue;
        }
        let tool = Some(stack.item);
        let (drops, ticks) = (tools::harvests(block, tool), ticks_with(block, tool));
        if (drops && !best.0) || (drops == best.0 && ticks < best.1) {
            best = (drops, ticks, tool);
        }
    }
    best.2
}

/// The cheapest carried pickaxe of stone or better that harvests a block. It is used on rock that is only an
/// obstacle.
fn plain_pickaxe(world: &World, block: BlockId) -> Option<ItemId> {
    let carried = world.body.inventory.carried();
    let pickaxes = carried.slots.iter().flatten().filter_map(|stack| Some((tools::of(stack.item)?, stack.item)));
    pickaxes
        .filter(|(tool, item)| {
            let plain = tool.class == tools::ToolClass::Pickaxe && tool.tier >= tools::Tier::Stone;
            plain && tools::harvests(block, Some(*item)) && blocks::get(block).tool == Some(tool.class)
        })
        .min_by_key(|(tool, item)| (tool.tier, *item))
        .map(|(_, item)| item)
}

/// Ticks to break a block while standing on the ground.
pub fn ticks_with(block: BlockId, tool: Option<ItemId>) -> u32 {
    tools::dig_ticks(block, tool, tools::Hindrance { under_water: false, airborne: false }).unwrap_or(u32::MAX)
}

/// Whether any carried tool harvests the block's drops.
pub fn can_harvest(world: &World, block: BlockId) -> bool {
    tools::harvests(block, best_tool(world, block))
}

impl Digger {
    /// Begins to dig at a block with the best carried tool.
    pub fn new(world: &mut World, at: BlockPos) -> Option<Digger> {
        let block = world.grid.block(at)?;
        let tool = take_tool(world, block);
        Some(Digger { at, block, done: 0, tool })
    }

    /// Begins to dig at a block with the cheapest suitable pickaxe, so that the best one lasts.
    pub fn plain(world: &mut World, at: BlockPos) -> Option<Digger> {
        let block = world.grid.block(at)?;
        let Some(tool) = plain_pickaxe(world, block) else { return Digger::new(world, at) };
        world.body.inventory.hold(tool);
        Some(Digger { at, block, done: 0, tool: Some(tool) })
    }

    /// Progress of the digging, in thousandths.
    pub fn done_milli(&self) -> u32 {
        (self.done * 1_000 / WHOLE) as u32
    }

    pub fn tick(&mut self, world: &mut World) -> Dug {
        if world.grid.block(self.at) != Some(self.block) || !world.body.reaches(self.at) {
            return Dug::Gone;
        }
        world.body.face(Place::inside(self.at));
        let held = world.body.inventory.held().map(|stack| stack.item).filter(|item| tools::of(*item).is_some());
        if held != self.tool {
            self.tool = take_tool(world, self.block);
        }
        let situation = tools::Hindrance {
            under_water: breath::is_submerged(&world.body, &world.grid),
            airborne: !world.body.on_ground && !world.body.in_water,
        };
        let Some(ticks) = tools::dig_ticks(self.block, self.tool, situation) else { return Dug::Gone };
        // The progress per tick is rounded up, so that n ticks of 1/n complete the block.
        self.done += WHOLE.div_ceil(u64::from(ticks.max(1)));
        if self.done < WHOLE {
            return Dug::Going;
        }
        break_block(world, self.at);
        Dug::Broken
    }
}

/// Puts the best tool for a block into the hand, or else an item that does not wear.
fn take_tool(world: &mut World, block: BlockId) -> Option<ItemId> {
    let tool = best_tool(world, block);
    let inventory = &mut world.body.inventory;
    match tool {
        Some(tool) => {
            inventory.hold(tool);
        }
        None if inventory.held().is_some_and(|held| tools::of(held.item).is_some()) => inventory.hold_nothing(),
        None => {}
    }
    inventory.held().map(|stack| stack.item).filter(|item| tools::of(*item).is_some())
}

/// Breaks a block with the held item: drops its items, wears the tool, adds exhaustion.
fn break_block(world: &mut World, at: BlockPos) {
    let Some(cell) = world.grid.cell(at) else { return };
    let (block, state) = (cell.block(), cell.state());
    let held = world.body.inventory.held().map(|stack| stack.item);
    let drops = roll_drops(world, block, state, held);
    let other_half = other_half(world, at, block, state);
    let mut cells: Vec<BlockPos> = std::iter::once(at).chain(other_half).collect();
    cells.sort_by_key(|cell| cell.y);
    for cell in cells {
        world.body_sets(cell, known().air, 0);
    }
    for stack in drops {
        world.drop_stack(Place::inside(at), Place::ZERO, stack);
    }
    world.body.hunger.exhaust(EXHAUSTION_MILLI);
    if blocks::get(block).hardness_milli != Some(0)
        && let Some(tool) = held.and_then(tools::of)
    {
        let uses = if tool.class == tools::ToolClass::Sword { 2 } else { 1 };
        if let Some(item) = world.body.inventory.wear_held(uses) {
            world.events.push(BodyEvent::ToolBroke { item });
        }
    }
}

/// The other half of a door or bed, which breaks together with this half.
fn other_half(world: &World, at: BlockPos, block: BlockId, state: u8) -> Option<BlockPos> {
    let other = if kinds::is_door(block) {
        at.offset(0, if state & UPPER != 0 { -1 } else { 1 }, 0)
    } else if kinds::is_bed(block) {
        let (dx, dz) = state::facing_step(state);
        let way = if state & state::BED_HEAD != 0 { -1 } else { 1 };
        at.offset(dx * way, 0, dz * way)
    } else {
        return None;
    };
    (world.grid.block(other) == Some(block)).then_some(other)
}

/// Rolls the drops of a block that is broken with the held item. Unripe crops drop only their seed.
pub fn roll_drops(world: &mut World, block: BlockId, state: u8, held: Option<ItemId>) -> Vec<Stack> {
    let young = blocks::get(block).young_drops;
    let drops = if !young.is_empty() && state < CROP_RIPE { young } else { tools::drops(block, held) };
    let mut fallen = Vec::new();
    let rng = &mut world.rng;
    loot::roll(drops, |below| rng.pick(below), |item, count| fallen.push(Stack { item, count, wear: 0 }));
    fallen.retain(|stack| stack.count > 0);
    fallen
}
