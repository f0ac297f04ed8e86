//! Lighting the way: a body that travels or collects in the dark puts torches up behind it as it goes, where none is in its way.

use crate::known::known_items;
use crate::placing;
use crate::world::World;
use vocab::BlockPos;

/// Darker than this at the head is dark: so bright is a torch six blocks away.
const LIT: u8 = 8;
/// Torches that are left for where the body stays.
const KEPT: u32 = 4;

/// Puts a torch into the cell that the body has just left, if it is dark and torches are to spare.
pub(super) fn light_up(world: &mut World, left: BlockPos) {
    let (sky, block) = world.light(world.body.eyes().block());
    let torch = known_items().torch;
    if sky.max(block) >= LIT || world.body.in_water || world.body.inventory.count(torch) <= KEPT {
        return;
    }
    if let Ok(placement) = placing::check(world, torch, left) {
        placing::place(world, &placement);
    }
}
