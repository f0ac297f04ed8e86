//! Chests and stations: looking into them, and moving things in and out.

use super::clicking::done;
use crate::names::{self, No, no};
use contract::body::command::{SlotRole, Way};
use contract::body::report::{Reason, Window};
use skills::blocks as kinds;
use skills::limbs::{Click, Limbs as _, Transfer};
use vocab::{BlockPos, Station};
use world::World;
use world::stations::Slot;

/// Looks into a chest or station.
pub fn open(world: &World, at: BlockPos) -> Result<Window, No> {
    let block = world.cells().block(at).ok_or_else(|| no(Reason::NotLoaded, ""))?;
    if !world.pose().reaches(at) {
        return Err(no(Reason::OutOfReach, ""));
    }
    let (slots, fire) = world.contents(at).ok_or_else(|| no(Reason::WrongBlock, "this block holds nothing"))?;
    let burning = kinds::station(block).map(|_| fire);
    Ok(Window { at: at.into(), slots: names::stacks(&slots), burning })
}

/// Moves items, and shows the contents afterwards.
pub fn transfer(
    world: &mut World,
    at: BlockPos,
    (item, count): (&str, u16),
    (slot, way): (SlotRole, Way),
) -> Result<Window, No> {
    let item = names::item(item)?;
    let block = world.cells().block(at).ok_or_else(|| no(Reason::NotLoaded, ""))?;
    let is_chest = slot == SlotRole::Any;
    if is_chest != kinds::is_chest(block) {
        return Err(no(Reason::WrongBlock, "`any` is for chests, `input`, `fuel` and `output` are for stations"));
    }
    match (slot, way) {
        (SlotRole::Any, Way::In) => click(world, at, Transfer::Deposit { item, count }),
        (SlotRole::Any, Way::Out) => click(world, at, Transfer::Withdraw { item, count }),
        (SlotRole::Input, Way::In) => {
            // A slot holds at most 99 of anything.
            let few = u8::try_from(count).map_err(|_| no(Reason::StationBusy, "so many do not fit"))?;
            click(world, at, Transfer::Load { input: (item, few), fuel: None })
        }
        (SlotRole::Fuel, Way::In) => world.stoke(at, item, count).map_err(names::refusal),
        (SlotRole::Output, Way::In) => Err(no(Reason::BadRequest, "nothing goes into the output")),
        (SlotRole::Input, Way::Out) => take(world, at, Slot::Input, (item, count)),
        (SlotRole::Fuel, Way::Out) => take(world, at, Slot::Fuel, (item, count)),
        (SlotRole::Output, Way::Out) => take(world, at, Slot::Output, (item, count)),
    }?;
    open(world, at)
}

fn click(world: &mut World, at: BlockPos, what: Transfer) -> Result<(), No> {
    done(world, &Click::Transfer { at, what })
}

fn take(world: &mut World, at: BlockPos, slot: Slot, what: (vocab::ItemId, u16)) -> Result<(), No> {
    if world.cells().block(at).and_then(kinds::station) == Some(Station::Campfire) {
        return Err(no(Reason::WrongBlock, "food stays on a campfire until it is done"));
    }
    world.unload_slot(at, slot, what).map_err(names::refusal)
}
