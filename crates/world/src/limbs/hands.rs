//! Short deeds of the hands: place, open, throw, equip.

use super::placing::{self, Placement};
use crate::blocks as kinds;
use crate::inventory::Inventory;
use crate::mobs::anybody_in;
use crate::state::Cell;
use crate::world::World;
use vocab::action::EquipSlot;
use vocab::outcome::Refusal;
use vocab::{BlockPos, ItemId};

/// Ticks in which a thrown item cannot be picked up: two seconds.
const THROWN_DELAY_TICKS: u16 = 40;
const THROW_SPEED: i64 = 300_000;
const THROW_UP: i64 = 100_000;
/// Height above the feet from which the body throws items: a little below the eyes.
const THROW_HEIGHT: i64 = 1_320_000;

#[derive(Debug, Clone)]
pub(super) enum Deed {
    Place(Placement),
    Toggle(BlockPos),
    Drop(ItemId, u16),
    Equip(ItemId, EquipSlot),
}

pub(super) fn place(world: &World, item: ItemId, at: BlockPos) -> Result<Deed, Refusal> {
    placing::check(world, item, at).map(Deed::Place)
}

pub(super) fn toggle(world: &World, at: BlockPos) -> Result<Deed, Refusal> {
    let block = super::in_reach(world, at)?;
    if !kinds::opens(block) {
        return Err(Refusal::WrongBlock);
    }
    let open = world.grid.cell(at).is_some_and(Cell::is_open);
    if open && halves(world, at).iter().any(|half| anybody_in(world, *half)) {
        return Err(Refusal::Occupied);
    }
    Ok(Deed::Toggle(at))
}

pub(super) fn drop(world: &World, item: ItemId, count: u16) -> Result<Deed, Refusal> {
    match u32::from(count) {
        0 => Err(Refusal::BadRequest),
        count if world.body.inventory.count(item) < count => Err(Refusal::MissingItem),
        _ => Ok(Deed::Drop(item, count)),
    }
}

pub(super) fn equip(world: &World, item: ItemId, slot: EquipSlot) -> Result<Deed, Refusal> {
    if !Inventory::suits(item, slot) {
        return Err(Refusal::NotWearable);
    }
    if world.body.inventory.clone().equip(item, slot) { Ok(Deed::Equip(item, slot)) } else { Err(Refusal::MissingItem) }
}

pub(super) fn perform(world: &mut World, deed: Deed) {
    match deed {
        Deed::Place(placement) => placing::place(world, &placement),
        Deed::Toggle(at) => turn(world, at),
        Deed::Drop(item, count) => throw(world, item, count),
        Deed::Equip(item, slot) => {
            world.body.inventory.equip(item, slot);
        }
    }
}

/// Both cells of a door, or the single cell of a fence gate or trapdoor.
fn halves(world: &World, at: BlockPos) -> Vec<BlockPos> {
    let Some(cell) = world.grid.cell(at) else { return Vec::new() };
    if !kinds::is_door(cell.block()) {
        return vec![at];
    }
    let other = at.offset(0, if cell.is_upper() { -1 } else { 1 }, 0);
    if world.grid.block(other) == Some(cell.block()) { vec![at, other] } else { vec![at] }
}

fn turn(world: &mut World, at: BlockPos) {
    let open = world.grid.cell(at).is_some_and(Cell::is_open);
    for half in halves(world, at) {
        let Some(cell) = world.grid.cell(half) else { continue };
        world.hand_sets(half, cell.with_open(!open));
    }
}

fn throw(world: &mut World, item: ItemId, count: u16) {
    let Some(stacks) = world.body.inventory.take(item, u32::from(count)) else { return };
    let from = world.body.at.up(THROW_HEIGHT);
    let velocity = world.body.facing.scaled(THROW_SPEED).up(THROW_UP);
    for stack in stacks {
        world.throw_stack(from, velocity, stack, THROWN_DELAY_TICKS);
    }
}
