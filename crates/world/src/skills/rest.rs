//! Waits, holds up a shield, sleeps.

use super::{Turn, in_reach, wary};
use crate::blocks as kinds;
use crate::body::sleep::{self, Asleep, SLEEP_TICKS};
use crate::world::World;
use gamedata::items;
use serde::{Deserialize, Serialize};
use vocab::action::EquipSlot;
use vocab::outcome::{Failure, Refusal};
use vocab::{BlockPos, ItemId};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Wait {
    ticks: u16,
    waited: u16,
}

impl Wait {
    pub(super) fn new(ticks: u16) -> Result<Wait, Refusal> {
        if ticks == 0 { Err(Refusal::BadRequest) } else { Ok(Wait { ticks, waited: 0 }) }
    }

    pub(super) fn tick(&mut self) -> Turn {
        self.waited += 1;
        if self.waited >= self.ticks { Turn::Done } else { Turn::Going }
    }

    pub(super) fn progress(&self) -> (u32, u32) {
        (u32::from(self.waited), u32::from(self.ticks))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Shield {
    ticks: u16,
    held: u16,
}

fn shield() -> Option<ItemId> {
    items::named("shield")
}

/// Holds up a carried shield for this tick; false when the body has none.
pub(super) fn raise_shield(world: &mut World) -> bool {
    let Some(shield) = shield() else { return false };
    let inventory = &mut world.body.inventory;
    let in_hand = inventory.off_hand().is_some_and(|stack| stack.item == shield);
    if !in_hand && (inventory.count(shield) == 0 || !inventory.equip(shield, EquipSlot::OffHand)) {
        return false;
    }
    world.body.controls.shield = true;
    world.body.controls.slow = true;
    true
}

impl Shield {
    pub(super) fn new(world: &World, ticks: u16) -> Result<Shield, Refusal> {
        if ticks == 0 {
            return Err(Refusal::BadRequest);
        }
        let carried = shield().is_some_and(|shield| world.body.inventory.count(shield) > 0);
        if carried { Ok(Shield { ticks, held: 0 }) } else { Err(Refusal::MissingItem) }
    }

    pub(super) fn tick(&mut self, world: &mut World) -> Turn {
        if let Some(worst) = wary::worst(world) {
            world.body.face(worst);
        }
        if !raise_shield(world) {
            return Turn::Failed(Failure::ToolBroke);
        }
        self.held += 1;
        if self.held >= self.ticks { Turn::Done } else { Turn::Going }
    }

    pub(super) fn progress(&self) -> (u32, u32) {
        (u32::from(self.held), u32::from(self.ticks))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sleep {
    bed: BlockPos,
    lying: bool,
}

fn check_bed(world: &World, bed: BlockPos) -> Result<(), Refusal> {
    if !kinds::is_bed(in_reach(world, bed)?) {
        return Err(Refusal::WrongBlock);
    }
    if !world.clock.is_night() || sleep::monster_near(world, bed) {
        return Err(Refusal::CannotSleep);
    }
    Ok(())
}

impl Sleep {
    pub(super) fn new(world: &World, bed: BlockPos) -> Result<Sleep, Refusal> {
        check_bed(world, bed).map(|()| Sleep { bed, lying: false })
    }

    pub(super) fn tick(&mut self, world: &mut World) -> Turn {
        if !self.lying {
            if let Err(refusal) = check_bed(world, self.bed) {
                return Turn::Refused(refusal);
            }
            self.lying = true;
            world.body.bed = Some(self.bed);
            world.body.asleep = Some(Asleep { bed: self.bed, ticks: 0 });
            return Turn::Going;
        }
        match world.body.asleep {
            Some(_) => Turn::Going,
            None if world.clock.is_night() => Turn::Failed(Failure::Interrupted),
            None => Turn::Done,
        }
    }

    pub(super) fn progress(&self, world: &World) -> (u32, u32) {
        (world.body.asleep.filter(|_| self.lying).map_or(0, |asleep| asleep.ticks), SLEEP_TICKS)
    }
}
