//! Sleeping: only at night and with no monster near. After five seconds in bed it is morning.

use crate::space::MICRO;
use crate::world::World;
use serde::{Deserialize, Serialize};
use vocab::BlockPos;
use vocab::senses::BodyEvent;

pub use skills::measures::SLEEP_TICKS;
/// A monster within this horizontal distance of the bed prevents sleep: 8 blocks.
const MONSTER_FLAT: i64 = 8 * MICRO;
/// A monster within this vertical distance of the bed prevents sleep: 5 blocks.
const MONSTER_TALL: i64 = 5 * MICRO;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asleep {
    pub bed: BlockPos,
    pub ticks: u32,
}

pub fn monster_near(world: &World, bed: BlockPos) -> bool {
    let bed = crate::space::Place::on(bed);
    world.mobs.iter().any(|mob| {
        let (dx, dy, dz) = (mob.at.x - bed.x, mob.at.y - bed.y, mob.at.z - bed.z);
        mob.kind.hostile() && dx.abs() <= MONSTER_FLAT && dz.abs() <= MONSTER_FLAT && dy.abs() <= MONSTER_TALL
    })
}

pub fn tick(world: &mut World) {
    let Some(asleep) = world.body.asleep else { return };
    let gone = !world.grid.block(asleep.bed).is_some_and(crate::blocks::is_bed);
    if gone || !world.clock.is_night() {
        wake(world);
        return;
    }
    let ticks = asleep.ticks + 1;
    world.body.asleep = Some(Asleep { ticks, ..asleep });
    if ticks >= SLEEP_TICKS {
        world.skip_to_morning();
        wake(world);
    }
}

pub fn wake(world: &mut World) {
    if world.body.asleep.take().is_some() {
        world.events.push(BodyEvent::WokeUp);
    }
}
