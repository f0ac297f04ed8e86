//! Picks up dropped items within a block of the body, as far as the bag has room.

use super::SIZE;
use crate::physics::Room;
use crate::space::MICRO;
use crate::world::World;

/// How far to the sides of its box the body picks up items: one block, as in the game.
const GROW_FLAT: i64 = MICRO;
/// How far above and below its box the body picks up items: half a block, as in the game.
const GROW_TALL: i64 = MICRO / 2;
pub use skills::measures::ITEM_SIZE;

pub fn tick(world: &mut World) {
    let near = Room::of(world.body.at, SIZE).grown(GROW_FLAT, GROW_TALL);
    let found: Vec<_> = (world.drops.iter())
        .filter(|drop| drop.pickup_delay_ticks == 0 && near.overlaps(Room::of(drop.at, ITEM_SIZE)))
        .map(|drop| (drop.id, drop.stack))
        .collect();
    for (id, stack) in found {
        let room = world.body.inventory.room_for(stack);
        if room > 0
            && let Some(taken) = world.drops.take(id, room)
        {
            let rest = world.body.inventory.add(taken);
            debug_assert!(rest.is_none(), "room was counted before");
        }
    }
}
