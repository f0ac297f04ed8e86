//! Lights dark paths: a body that travels or collects in the dark places torches in the cells that it has just left.

use crate::known::known_items;
use crate::placing;
use crate::world::World;
use vocab::BlockPos;

/// The body places a torch where the light at its head is below this. A torch six blocks away gives this much.
const LIT: u8 = 8;
/// This many torches are never placed while walking, but kept for lighting a shelter.
const KEPT: u32 = 4;

/// Places a torch in the cell that the body has just left, if that cell is dark and torches can be spared.
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
