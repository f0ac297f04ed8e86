//! Moves items into and out of chests and stations in reach: the full amount that was asked for, or nothing.

use super::in_reach;
use crate::blocks as kinds;
use crate::stations::{LoadError, Slot};
use crate::world::World;
use vocab::item::Stack;
use vocab::outcome::Refusal;
use vocab::{BlockPos, ItemId, Station};

#[derive(Debug, Clone)]
pub(super) enum Deed {
    Load { at: BlockPos, station: Station, input: (ItemId, u8), fuel: Option<(ItemId, u8)> },
    Take { at: BlockPos, count: u8 },
    Deposit { at: BlockPos, item: ItemId, count: u16 },
    Withdraw { at: BlockPos, item: ItemId, count: u16 },
}

fn station_at(world: &World, at: BlockPos) -> Result<Station, Refusal> {
    match kinds::station(in_reach(world, at)?) {
        Some(station @ (Station::Furnace | Station::BlastFurnace | Station::Smoker | Station::Campfire)) => Ok(station),
        Some(Station::CraftingTable | Station::Stonecutter | Station::SmithingTable) | None => Err(Refusal::WrongBlock),
    }
}

fn chest_at(world: &World, at: BlockPos) -> Result<(), Refusal> {
    if kinds::is_chest(in_reach(world, at)?) { Ok(()) } else { Err(Refusal::WrongBlock) }
}

pub(super) fn load(
    world: &World,
    at: BlockPos,
    input: (ItemId, u8),
    fuel: Option<(ItemId, u8)>,
) -> Result<Deed, Refusal> {
    let station = station_at(world, at)?;
    let fuel_count = fuel.map_or(0, |(_, count)| count);
    if input.1 == 0 && fuel_count == 0 {
        return Err(Refusal::BadRequest);
    }
    world.stations.check(at, station, input, fuel).map_err(refusal)?;
    // The same item, such as logs, can be smelting input and fuel at once, so both amounts are counted together.
    let same = fuel.filter(|(item, _)| *item == input.0).map_or(0, |(_, count)| u32::from(count));
    let inventory = &world.body.inventory;
    let enough = inventory.count(input.0) >= u32::from(input.1) + same
        && fuel.is_none_or(|(item, count)| inventory.count(item) >= u32::from(count));
    if enough { Ok(Deed::Load { at, station, input, fuel }) } else { Err(Refusal::MissingItem) }
}

fn refusal(error: LoadError) -> Refusal {
    match error {
        LoadError::NoRecipe => Refusal::NoRecipe,
        LoadError::NotFuel => Refusal::NotFuel,
        LoadError::Busy => Refusal::StationBusy,
    }
}

impl World {
    /// Puts fuel from the bag into a furnace in reach: all of it or nothing.
    pub fn stoke(&mut self, at: BlockPos, fuel: ItemId, count: u16) -> Result<(), Refusal> {
        let station = station_at(self, at)?;
        let few = u8::try_from(count).ok().filter(|count| *count > 0).ok_or(Refusal::BadRequest)?;
        self.stations.check_fuel(at, station, fuel, u32::from(count)).map_err(refusal)?;
        self.body.inventory.take(fuel, u32::from(count)).ok_or(Refusal::MissingItem)?;
        self.stations.stoke(at, station, fuel, few);
        Ok(())
    }

    /// Takes items out of one slot of a furnace in reach into the bag: all of them or nothing.
    pub fn unload_slot(&mut self, at: BlockPos, slot: Slot, what: (ItemId, u16)) -> Result<(), Refusal> {
        let (item, count) = what;
        station_at(self, at)?;
        let count = u8::try_from(count).ok().filter(|count| *count > 0).ok_or(Refusal::MissingItem)?;
        let there = self.stations.slot(at, slot).filter(|stack| stack.item == item && stack.count >= count);
        let stack = Stack { count, ..there.ok_or(Refusal::MissingItem)? };
        if !self.body.inventory.has_room_for(stack) {
            return Err(Refusal::NoRoom);
        }
        if let Some(stack) = self.stations.take_slot(at, slot, count) {
            let rest = self.body.inventory.add(stack);
            debug_assert!(rest.is_none(), "room was counted before");
        }
        Ok(())
    }
}

pub(super) fn take_output(world: &World, at: BlockPos) -> Result<Deed, Refusal> {
    if station_at(world, at)? == Station::Campfire {
        return Err(Refusal::WrongBlock);
    }
    let output = world.stations.output(at).ok_or(Refusal::NoTarget)?;
    let count = world.body.inventory.room_for(output);
    if count == 0 { Err(Refusal::NoRoom) } else { Ok(Deed::Take { at, count }) }
}

pub(super) fn deposit(world: &World, at: BlockPos, item: ItemId, count: u16) -> Result<Deed, Refusal> {
    chest_at(world, at)?;
    if count == 0 {
        return Err(Refusal::BadRequest);
    }
    let stacks = world.body.inventory.clone().take(item, u32::from(count)).ok_or(Refusal::MissingItem)?;
    let mut chests = world.chests.clone();
    if stacks.into_iter().any(|stack| chests.put(at, stack).is_some()) {
        return Err(Refusal::NoRoom);
    }
    Ok(Deed::Deposit { at, item, count })
}

pub(super) fn withdraw(world: &World, at: BlockPos, item: ItemId, count: u16) -> Result<Deed, Refusal> {
    chest_at(world, at)?;
    if count == 0 {
        return Err(Refusal::BadRequest);
    }
    let stacks = world.chests.clone().take(at, item, u32::from(count)).ok_or(Refusal::MissingItem)?;
    let mut inventory = world.body.inventory.clone();
    if stacks.into_iter().any(|stack| inventory.add(stack).is_some()) {
        return Err(Refusal::NoRoom);
    }
    Ok(Deed::Withdraw { at, item, count })
}

pub(super) fn perform(world: &mut World, deed: &Deed) {
    match *deed {
        Deed::Load { at, station, input, fuel } => {
            let bag = &mut world.body.inventory;
            let taken = std::iter::once(input).chain(fuel).all(|(item, n)| bag.take(item, u32::from(n)).is_some());
            debug_assert!(taken, "it was counted before");
            world.stations.load(at, station, input, fuel);
        }
        Deed::Take { at, count } => give(world, |world| world.stations.take_output(at, count).into_iter().collect()),
        Deed::Withdraw { at, item, count } => {
            give(world, |world| world.chests.take(at, item, u32::from(count)).unwrap_or_default());
        }
        Deed::Deposit { at, item, count } => {
            for stack in world.body.inventory.take(item, u32::from(count)).unwrap_or_default() {
                let rest = world.chests.put(at, stack);
                debug_assert!(rest.is_none(), "room was counted before");
            }
        }
    }
}

fn give(world: &mut World, take: impl FnOnce(&mut World) -> Vec<Stack>) {
    for stack in take(world) {
        let rest = world.body.inventory.add(stack);
        debug_assert!(rest.is_none(), "room was counted before");
    }
}
