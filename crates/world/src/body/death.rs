//! Death and respawn: a dead body drops everything where it stood, and respawns at its bed or at the world's spawn.

use super::{Body, SIZE};
use crate::space::{MICRO, Place};
use crate::world::World;
use crate::{physics, view};
use vocab::BlockPos;
use vocab::outcome::Failure;
use vocab::senses::{BodyEvent, Harm};

/// Ticks from death to respawn. The game waits a second before it offers to respawn.
pub const RESPAWN_TICKS: u32 = 20;
/// A respawning body needs a free place within this many blocks of its bed or the world spawn.
const RESPAWN_RADIUS: i32 = 3;
const RESPAWN_HEIGHT: i32 = 8;
/// Largest random speed of the items that a dying body drops, so that they scatter a little.
const SCATTER: i64 = 150_000;

pub fn die(world: &mut World, cause: Harm) {
    let at = world.body.at.up(MICRO / 2);
    for stack in world.body.inventory.empty() {
        let mut fly = || i64::from(world.rng.pick(2 * SCATTER as u32)) - SCATTER;
        let velocity = Place::new(fly(), SCATTER, fly());
        world.drop_stack(at, velocity, stack);
    }
    world.body.dead_ticks = Some(0);
    world.body.health_milli = 0;
    world.body.asleep = None;
    world.body.velocity = Place::ZERO;
    world.events.push(BodyEvent::Died { cause });
    world.abort_action(Failure::Died);
}

pub fn tick(world: &mut World) {
    let Some(ticks) = world.body.dead_ticks else { return };
    if ticks + 1 < RESPAWN_TICKS {
        world.body.dead_ticks = Some(ticks + 1);
        return;
    }
    let bed = world.body.bed.filter(|bed| bed_is_there(world, *bed));
    let at = bed.and_then(|bed| free_place(world, bed)).unwrap_or_else(|| at_the_spawn(world));
    let mode = world.body.mode;
    world.body = Body { bed, mode, ..Body::new(at) };
    world.events.push(BodyEvent::Respawned);
}

/// A free place to respawn beside the world spawn, or on top of a building that covers it.
fn at_the_spawn(world: &mut World) -> Place {
    let home = world.spawn;
    go_there(world, home);
    free_place(world, home).unwrap_or_else(|| {
        // There is only air above the world, so the loop always finds a free place.
        let mut feet = home;
        while !physics::fits(|block| world.grid.solid(block), Place::on(feet), SIZE) {
            feet = feet.offset(0, 1, 0);
        }
        Place::on(feet)
    })
}

fn bed_is_there(world: &mut World, at: BlockPos) -> bool {
    go_there(world, at);
    world.grid.block(at).is_some_and(crate::blocks::is_bed)
}

/// Moves the respawned body to a place, and loads the chunks around it first if they are not loaded.
fn go_there(world: &mut World, at: BlockPos) {
    world.body.at = Place::on(at);
    if !world.grid.is_loaded(at) {
        view::load_all(world);
    }
}

/// The nearest free place around `home` where a body can stand.
fn free_place(world: &World, home: BlockPos) -> Option<Place> {
    let range = -RESPAWN_RADIUS..=RESPAWN_RADIUS;
    let cells = range.clone().flat_map(|dx| range.clone().map(move |dz| (dx, dz)));
    let mut places: Vec<BlockPos> = cells
        .flat_map(|(dx, dz)| (-RESPAWN_HEIGHT..=RESPAWN_HEIGHT).map(move |dy| home.offset(dx, dy, dz)))
        .filter(|cell| can_stand(world, *cell))
        .collect();
    places.sort_by_key(|cell| (cell.distance_squared(home), *cell));
    places.first().map(|cell| Place::on(*cell))
}

fn can_stand(world: &World, cell: BlockPos) -> bool {
    let solid = |block: BlockPos| world.grid.is_solid(block);
    let dry = |block: BlockPos| world.grid.props(block).is_some_and(|props| !props.liquid && !props.wet);
    solid(cell.offset(0, -1, 0))
        && dry(cell)
        && dry(cell.offset(0, 1, 0))
        && physics::fits(|block| world.grid.solid(block), Place::on(cell), SIZE)
}
