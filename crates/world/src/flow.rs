//! Water and lava: sources flow down and sideways, thinner with every step, and dry up when their source is removed.

use crate::World;
use crate::known::{Props, known};
use crate::mobs;
use crate::state::{Cell, LIQUID_FALLING, LIQUID_THIN};
use crate::updates::{Due, spill};
use clicks::Side;
use skills::boxes::Form;
use vocab::{BlockId, BlockPos};

/// Ticks between two flow steps of water.
const WATER_TICKS: u64 = 5;
/// Ticks between two flow steps of lava.
const LAVA_TICKS: u64 = 30;
const SIDES: [Side; 4] = [Side::North, Side::South, Side::West, Side::East];

/// Ticks between two flow steps of a liquid.
pub fn delay_ticks(liquid: Props) -> u64 {
    if liquid.wet { WATER_TICKS } else { LAVA_TICKS }
}

/// How much thinner a liquid becomes with a sideways step: water flows seven blocks, lava three.
fn step(block: BlockId) -> u8 {
    if block == known().lava { 2 } else { 1 }
}

/// A liquid's level as its neighbours see it; falling liquid counts as a source.
fn thickness(level: u8) -> u8 {
    if level >= LIQUID_FALLING { 0 } else { level }
}

/// The liquid in a cell: the cell itself, or the source of water in which its block stands.
fn liquid_of(cell: Cell) -> Cell {
    if cell.props().wet && !cell.props().liquid { Cell::of(known().water) } else { cell }
}

/// Updates a liquid cell: the liquid hardens, thins, dries up or flows on.
pub fn update(world: &mut World, at: BlockPos) {
    let Some(held) = world.grid.cell(at).filter(|cell| cell.props().liquid || cell.props().wet) else { return };
    if harden(world, at, held) {
        return;
    }
    let source = liquid_of(held);
    let cell = if source.level() == 0 { source } else { fed(world, at, source) };
    if cell != source {
        world.set_cell(at, cell);
    }
    if cell == Cell::AIR {
        return;
    }
    let closed = |side: Side| !held.props().liquid && clicks::collides_on_whole_face(held.state(), side);
    let below = at.offset(0, -1, 0);
    if !closed(Side::Down) && flow_into(world, below, cell.block(), LIQUID_FALLING) {
        return;
    }
    let under = world.grid.cell(below).unwrap_or(Cell::AIR);
    let falls_on = under.block() == cell.block() && under.level() != 0;
    let thin = thickness(cell.level()) + step(cell.block());
    if thin <= LIQUID_THIN && !falls_on {
        for side in SIDES.into_iter().filter(|side| !closed(*side)) {
            flow_into(world, side.of(at), cell.block(), thin);
        }
    }
}

/// The level that a flowing liquid cell should have, given the liquid that flows into it.
fn fed(world: &World, at: BlockPos, cell: Cell) -> Cell {
    let same = |p: BlockPos| world.grid.cell(p).map(liquid_of).filter(|other| other.block() == cell.block());
    if same(at.offset(0, 1, 0)).is_some() {
        return Cell::liquid(cell.block(), LIQUID_FALLING);
    }
    let beside = SIDES.iter().filter_map(|side| same(side.of(at)));
    let (mut thinnest, mut sources) = (u8::MAX, 0);
    for other in beside {
        thinnest = thinnest.min(thickness(other.level()));
        sources += u32::from(other.level() == 0);
    }
    let floor = world.grid.cell(at.offset(0, -1, 0)).unwrap_or(Cell::AIR);
    let level = floor.props().solid || (floor.block() == cell.block() && floor.level() == 0);
    if cell.block() == known().water && sources >= 2 && level {
        return Cell::of(cell.block());
    }
    match thinnest.saturating_add(step(cell.block())) {
        thin if thin <= LIQUID_THIN => Cell::liquid(cell.block(), thin),
        _ => Cell::AIR,
    }
}

/// Lets a liquid flow into a cell if it has room. Returns whether the liquid flows into the cell, now or already
/// before.
fn flow_into(world: &mut World, at: BlockPos, block: BlockId, level: u8) -> bool {
    let Some(there) = world.grid.cell(at).map(liquid_of) else { return false };
    let into = there.props();
    if there.block() == block {
        let thicker =
            there.level() != 0 && thickness(there.level()) > thickness(level) && there.level() < LIQUID_FALLING;
        if thicker {
            world.set_cell(at, Cell::liquid(block, level));
        }
        return there.level() != 0 && level == LIQUID_FALLING;
    }
    if into.liquid {
        // The cell holds the other liquid, which is updated and hardens by itself.
        let now = world.now().0;
        world.updates.schedule(now + 1, at, Due::Flow);
        return false;
    }
    let thin = there == Cell::AIR || into.replaceable || (into.form == Form::Open && into.filter == 0);
    if into.form == Form::Full || !thin || at.y < crate::chunk::Y_MIN {
        return false;
    }
    world.set_cell(at, Cell::liquid(block, level));
    if there != Cell::AIR {
        spill(world, at, there);
    }
    true
}

/// Hardens lava that touches water: a source to obsidian, flowing lava to cobblestone. It waits while somebody is in the cell, so
/// that nobody is enclosed in a block.
fn harden(world: &mut World, at: BlockPos, cell: Cell) -> bool {
    let k = known();
    let around = at.neighbours();
    let beside = |wanted: BlockId| around.iter().any(|next| world.grid.block(*next) == Some(wanted));
    if cell.block() == k.lava {
        // Water below does not harden lava; the lava flows onto the water and turns that to stone.
        if around[1..].iter().any(|next| world.grid.block(*next) == Some(k.water)) {
            if mobs::anybody_in(world, at) {
                let now = world.now().0;
                world.updates.schedule(now + LAVA_TICKS, at, Due::Flow);
                return true;
            }
            world.set_block(at, if cell.level() == 0 { k.obsidian } else { k.cobblestone });
            return true;
        }
    } else if beside(k.lava) {
        let now = world.now().0;
        for next in around {
            if world.grid.block(next) == Some(k.lava) {
                world.updates.schedule(now + 1, next, Due::Flow);
            }
        }
    }
    false
}
