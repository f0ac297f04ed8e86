//! Breaking blocks: the time it takes with the held tool, the drops, and the wear of the tool.

use crate::body::breath;
use crate::space::Place;
use crate::support;
use crate::world::World;
use gamedata::{blocks, loot, states, tools};
use serde::{Deserialize, Serialize};
use skills::limbs::Dug;
use skills::state::Cell;
use vocab::item::Stack;
use vocab::senses::BodyEvent;
use vocab::{BlockId, BlockPos, ItemId};

/// A block breaks when its digging progress reaches this.
const WHOLE: u64 = 1_000_000_000;
/// Exhaustion that the body gets from breaking one block, in thousandths.
const EXHAUSTION_MILLI: u32 = 5;

/// The progress of the body in breaking one block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Dig {
    at: BlockPos,
    block: BlockId,
    done: u64,
}

impl Dig {
    /// Progress of the digging, in thousandths.
    pub(super) fn done_milli(&self) -> u32 {
        (self.done * 1_000 / WHOLE) as u32
    }
}

pub(super) fn start(world: &mut World, at: BlockPos) {
    world.hands.dig = world.grid.block(at).map(|block| Dig { at, block, done: 0 });
}

/// Digs for one tick with the item in the hand.
pub(super) fn tick(world: &mut World) -> Dug {
    let Some(mut dig) = world.hands.dig.take() else { return Dug::Gone };
    if world.grid.block(dig.at) != Some(dig.block) || !world.body.reaches(dig.at) {
        return Dug::Gone;
    }
    world.body.face(Place::inside(dig.at));
    let held = world.body.inventory.held().map(|stack| stack.item).filter(|item| tools::of(*item).is_some());
    let situation = tools::Hindrance {
        under_water: breath::is_submerged(&world.body, &world.grid),
        airborne: !world.body.on_ground && !world.body.in_water,
    };
    let Some(ticks) = tools::dig_ticks(dig.block, held, situation) else { return Dug::Gone };
    // The progress per tick is rounded up, so that n ticks of 1/n complete the block.
    dig.done += WHOLE.div_ceil(u64::from(ticks.max(1)));
    if dig.done < WHOLE {
        world.hands.dig = Some(dig);
        return Dug::Going;
    }
    break_block(world, dig.at);
    Dug::Broken
}

/// Breaks a block with the held item: drops its items, wears the tool, adds exhaustion.
fn break_block(world: &mut World, at: BlockPos) {
    let Some(cell) = world.grid.cell(at) else { return };
    let block = cell.block();
    let held = world.body.inventory.held().map(|stack| stack.item);
    let drops = roll_drops(world, cell, held);
    let other_half = support::whole(&world.grid, at, cell);
    let mut cells: Vec<BlockPos> = std::iter::once(at).chain(other_half).collect();
    cells.sort_by_key(|cell| cell.y);
    for at in cells {
        let left = world.grid.cell(at).map_or(Cell::AIR, Cell::emptied);
        world.hand_sets(at, left);
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

/// How many of its block are in a cell: two slabs, up to four candles or sea pickles.
fn times(cell: Cell) -> u8 {
    match states::value(cell.state(), "type") {
        Some("double") => 2,
        _ => cell.number("candles").or(cell.number("pickles")).unwrap_or(1),
    }
}

/// Rolls the drops of a block that is broken with the held item. Unripe crops drop only their seed.
pub fn roll_drops(world: &mut World, cell: Cell, held: Option<ItemId>) -> Vec<Stack> {
    let young = blocks::get(cell.block()).young_drops;
    let drops = if !young.is_empty() && !cell.is_ripe() { young } else { tools::drops(cell.block(), held) };
    let mut fallen = Vec::new();
    let rng = &mut world.rng;
    for _ in 0..times(cell) {
        loot::roll(drops, |below| rng.pick(below), |item, count| fallen.push(Stack { item, count, wear: 0 }));
    }
    fallen.retain(|stack| stack.count > 0);
    fallen
}
