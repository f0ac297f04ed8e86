//! Block updates: sand falls, water flows, leaves decay, torches lose their support, wheat grows.
//!
//! Nothing here scans the world. A changed block schedules updates for itself and its neighbours, and growing blocks are on a
//! list.

use crate::World;
use crate::flow;
use crate::growth;
use crate::known::known;
use crate::mobs;
use crate::space::Place;
use crate::state::Cell;
use crate::support;
use gamedata::{blocks, loot};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, VecDeque};
use vocab::BlockPos;
use vocab::item::Stack;

/// Ticks between the steps of falling sand or gravel, and before the first one.
const FALL_TICKS: u64 = 2;
/// Sand that rests on somebody's head tries to fall again after this many ticks.
const FALL_AGAIN_TICKS: u64 = 10;
/// A block drops this many ticks after it lost its support.
const SUPPORT_TICKS: u64 = 1;
/// A block update that is due in an unloaded chunk is tried again after this many ticks.
const AWAY_TICKS: u64 = 200;
/// Most updates waiting at once; a lake that dries up has some thousands. Beyond it new updates are dropped, and those blocks
/// stay as they are until they change again.
pub const DUE_MAX: usize = 32_768;
/// Leaves stay within this many steps of a log.
const LEAVES_REACH: i32 = 6;
/// Leaves without a log decay within this many ticks.
const DECAY_TICKS_MAX: u32 = 1_200;

/// The kind of block update that is scheduled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Due {
    Fall,
    Flow,
    Support,
    /// The leaves around a removed log must be checked.
    Leaves,
    /// The leaves at this block decay.
    Decay,
}

/// All scheduled block updates, soonest first, and all growing blocks.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Updates {
    #[serde(deserialize_with = "vocab::salvage::list")]
    due: BTreeSet<(u64, BlockPos, Due)>,
    pub(crate) growing: BTreeSet<BlockPos>,
}

impl Updates {
    pub(crate) fn schedule(&mut self, at_tick: u64, at: BlockPos, due: Due) {
        if self.due.len() < DUE_MAX {
            self.due.insert((at_tick, at, due));
        }
    }
}

/// Schedules the block updates that a changed block may cause.
pub(crate) fn changed(world: &mut World, at: BlockPos, old: Cell) {
    let now = world.now().0;
    let new = world.grid.cell(at).unwrap_or(Cell::AIR);
    if new.props().grows {
        world.updates.growing.insert(at);
    } else {
        world.updates.growing.remove(&at);
    }
    if old.props().log && !new.props().log {
        world.updates.schedule(now + SUPPORT_TICKS, at, Due::Leaves);
    }
    touch(world, at);
    for next in at.neighbours() {
        touch(world, next);
    }
    support::settle(world, at);
}

fn touch(world: &mut World, at: BlockPos) {
    let Some(cell) = world.grid.cell(at) else { return };
    let (props, now) = (cell.props(), world.now().0);
    if props.gravity {
        world.updates.schedule(now + FALL_TICKS, at, Due::Fall);
    }
    if props.liquid || props.wet {
        world.updates.schedule(now + flow::delay_ticks(*props), at, Due::Flow);
    }
    if support::needs(cell) {
        world.updates.schedule(now + SUPPORT_TICKS, at, Due::Support);
    }
}

/// Runs the block updates of this tick, and plant growth.
pub(crate) fn tick(world: &mut World) {
    let now = world.now().0;
    while let Some((due_tick, at, due)) = world.updates.due.first().copied() {
        if due_tick > now {
            break;
        }
        world.updates.due.pop_first();
        if !world.grid.is_loaded(at) {
            world.updates.schedule(now + AWAY_TICKS, at, due);
            continue;
        }
        match due {
            Due::Fall => fall(world, at),
            Due::Flow => flow::update(world, at),
            Due::Support => support::check(world, at),
            Due::Leaves => leaves(world, at),
            Due::Decay => decay(world, at),
        }
    }
    growth::tick(world);
}

/// Moves sand or another loose block down one cell. It never falls into a body, but rests on it.
fn fall(world: &mut World, at: BlockPos) {
    let Some(cell) = world.grid.cell(at).filter(|cell| cell.props().gravity) else { return };
    let below = at.offset(0, -1, 0);
    let Some(there) = world.grid.cell(below) else { return };
    let under = there.props();
    if under.solid || below.y < crate::chunk::Y_MIN {
        return;
    }
    if mobs::anybody_in(world, below) {
        let now = world.now().0;
        world.updates.schedule(now + FALL_AGAIN_TICKS, at, Due::Fall);
        return;
    }
    world.set_block(at, known().air);
    if there == Cell::AIR || under.liquid || under.replaceable {
        world.set_cell(below, cell);
    } else {
        // A thin block such as a torch is below: the falling block breaks on it and drops as an item.
        spill(world, at, cell);
    }
}

/// Drops the items of a block that was not broken by digging.
pub(crate) fn spill(world: &mut World, at: BlockPos, cell: Cell) {
    for stack in natural_drops(world, cell) {
        world.drop_stack(Place::inside(at), Place::ZERO, stack);
    }
}

/// Rolls the drops of a block by its drop table, as if broken without a tool.
pub(crate) fn natural_drops(world: &mut World, cell: Cell) -> Vec<Stack> {
    let block = blocks::get(cell.block());
    let young = cell.props().crop && !cell.is_ripe();
    let mut stacks = Vec::new();
    let dice = &mut world.rng;
    loot::roll(
        if young { block.young_drops } else { block.drops },
        |n| dice.pick(n),
        |item, count| stacks.push(Stack { item, count, wear: 0 }),
    );
    stacks
}

/// Finds the leaves that only the removed log supported, and schedules their decay.
///
/// It walks outwards once from all logs that could support them, so that felling in a dense forest costs no more than elsewhere.
fn leaves(world: &mut World, at: BlockPos) {
    let reach = LEAVES_REACH * 2;
    let side = reach * 2 + 1;
    let place = |cell: i32| at.offset(cell % side - reach, cell / side / side - reach, cell / side % side - reach);
    let index = |p: BlockPos| {
        let offsets = [p.x - at.x + reach, p.z - at.z + reach, p.y - at.y + reach];
        let inside = offsets.iter().all(|v| (0..side).contains(v));
        inside.then_some((offsets[2] * side + offsets[1]) * side + offsets[0])
    };
    let mut leaf = vec![false; (side * side * side) as usize];
    let mut front = Vec::new();
    for cell in 0..side * side * side {
        match world.grid.props(place(cell)) {
            Some(props) if props.leaves => leaf[cell as usize] = true,
            // Unloaded cells may hold a log that supports the leaves.
            Some(props) if !props.log => {}
            _ => front.push(cell),
        }
    }
    for _ in 0..LEAVES_REACH {
        let mut next_front = Vec::new();
        for cell in front {
            for next in place(cell).neighbours().into_iter().filter_map(index) {
                if std::mem::take(&mut leaf[next as usize]) {
                    next_front.push(next);
                }
            }
        }
        front = next_front;
    }
    let now = world.now().0;
    for cell in (0..side * side * side).filter(|cell| leaf[*cell as usize]) {
        let lone = place(cell);
        let near = [lone.x - at.x, lone.y - at.y, lone.z - at.z].iter().all(|d| d.abs() <= LEAVES_REACH);
        if near && world.grid.cell(lone).is_some_and(|leaves| !leaves.is_persistent()) {
            let wait = u64::from(20 + world.rng.pick(DECAY_TICKS_MAX));
            world.updates.schedule(now + wait, lone, Due::Decay);
        }
    }
}

/// Whether a log is within six steps through leaves.
fn reaches_log(world: &World, leaf: BlockPos) -> bool {
    let mut seen = BTreeSet::from([leaf]);
    let mut open = VecDeque::from([(leaf, 0)]);
    while let Some((at, steps)) = open.pop_front() {
        for next in at.neighbours() {
            // Unloaded cells may hold a log.
            let Some(props) = world.grid.props(next) else { return true };
            if props.log {
                return true;
            }
            if props.leaves && steps + 1 < LEAVES_REACH && seen.insert(next) {
                open.push_back((next, steps + 1));
            }
        }
    }
    false
}

fn decay(world: &mut World, at: BlockPos) {
    let Some(cell) = world.grid.cell(at).filter(|cell| cell.props().leaves) else { return };
    if !reaches_log(world, at) {
        world.set_block(at, known().air);
        spill(world, at, cell);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn updates_beyond_the_bound_are_dropped_and_the_first_ones_kept() {
        let mut updates = Updates::default();
        for index in 0..=DUE_MAX as i32 {
            updates.schedule(1, BlockPos::new(index, 0, 0), Due::Flow);
        }
        assert_eq!(updates.due.len(), DUE_MAX);
        assert!(updates.due.contains(&(1, BlockPos::new(0, 0, 0), Due::Flow)));
    }
}
