//! Walking, sprinting, jumping, swimming and falling with the game's own figures. Each tick adds speed, moves the box and applies
//! friction.

use super::{Body, SIZE};
use crate::grid::Grid;
use crate::known::known;
use crate::physics::{self, Moved, STEP_UP, Solid};
use crate::space::{MICRO, Place, scale};
use crate::world::World;
use gamedata::states::{self, Kind};
use vocab::BlockPos;
use vocab::senses::Harm;

/// Speed that the body gains per tick on the ground. With the friction below, it walks at 4.317 blocks a second.
const WALK_PUSH: i64 = 98_000;
/// Speed gained per tick when sprinting, 1.3 times that of walking: 5.612 blocks a second.
const SPRINT_PUSH: i64 = 127_400;
const AIR_PUSH: i64 = 19_600;
const AIR_SPRINT_PUSH: i64 = 25_480;
const SWIM_PUSH: i64 = 19_600;
/// Share of the body's speed that remains after a tick: on the ground (0.6 × 0.91), in the air, in water,
/// sprinting in water, in lava.
const GROUND_KEEPS: i64 = 546_000;
const AIR_KEEPS: i64 = 910_000;
const WATER_KEEPS: i64 = 800_000;
const WATER_SPRINT_KEEPS: i64 = 900_000;
const LAVA_KEEPS: i64 = 500_000;
const FALL_KEEPS: i64 = 980_000;
const GRAVITY: i64 = 80_000;
const WATER_GRAVITY: i64 = 5_000;
const LAVA_GRAVITY: i64 = 20_000;
const JUMP: i64 = 420_000;
/// Extra forward speed of the body's jump while it sprints.
const LEAP: i64 = 200_000;
const SWIM_UP: i64 = 40_000;
/// Upward speed with which the body climbs out of water over an edge.
const CLIMB_OUT: i64 = 300_000;
/// Speeds of the body below this become zero, so that it comes to rest.
const STILL: i64 = 3_000;
/// The body's fall of up to three blocks does no damage.
const SAFE_FALL: i64 = 3 * MICRO;
/// A body that eats or holds up a shield gains only a fifth of its speed per tick.
const SLOW_KEEPS: i64 = 200_000;
/// A sneaking body gains three tenths of its speed per tick.
const SNEAK_KEEPS: i64 = 300_000;
/// A sneaking body that would step over an edge tries steps that are shorter by this much, in millionths of a block.
const EDGE_TRY: i64 = 50_000;
/// In a ladder the body moves no faster than this sideways and down.
const CLIMB_MAX: i64 = 150_000;
/// Upward speed of a body that climbs, before gravity: 2.35 blocks a second are left.
const CLIMB_UP: i64 = 200_000;
/// A body swims once its feet are this deep in a liquid, in millionths of a block.
const WADE_DEPTH: i64 = 200_000;
/// A body can sprint with at least this much food.
pub const SPRINT_FOOD_MIN: u8 = 7;

/// Exhaustion per block of movement by the game's table, in thousandths.
const SPRINT_EXHAUSTION_PER_BLOCK: u64 = 100;
const SWIM_EXHAUSTION_PER_BLOCK: u64 = 10;
const JUMP_EXHAUSTION: u32 = 50;
const SPRINT_JUMP_EXHAUSTION: u32 = 200;

pub fn tick(world: &mut World) {
    let World { body, grid, .. } = world;
    wade(body, grid);
    if body.controls.sprint && (body.hunger.food < SPRINT_FOOD_MIN || body.controls.slow) {
        body.controls.sprint = false;
    }
    if body.controls.heading != Place::ZERO {
        body.facing = body.controls.heading;
    }
    push(body);
    let climbs = climbs(body, grid);
    if climbs {
        hold_on(body, grid);
    }
    let (feet_y, sneaks) = (body.at.y, body.controls.sneak);
    let solid = |block: BlockPos| Solid::for_body(grid.cell(block), block, feet_y, sneaks);
    if sneaks && body.on_ground && body.velocity.y <= 0 {
        body.velocity = kept_from_edges(solid, body.at, body.velocity);
    }
    let moved = physics::walk(solid, body.at, SIZE, body.velocity);
    let rises = climbs && (moved.hit_x || moved.hit_z || body.controls.jump);
    let way = moved.at.distance_flat(body.at);
    exhaust(body, way, moved.at.distance(body.at));
    let hurt = settle(body, grid, moved, rises);
    if hurt > 0 {
        world.hurt_body(hurt, Harm::Fall, None);
    }
}

/// Whether the body holds on to a ladder, vines or scaffolding, or to an open trapdoor that goes on from a ladder.
fn climbs(body: &Body, grid: &Grid) -> bool {
    let at = body.at.block();
    let Some(here) = grid.cell(at) else { return false };
    let goes_on = || {
        let below = grid.cell(at.offset(0, -1, 0)).filter(|below| states::kind_of(below.state()) == Kind::Ladder);
        here.is_open() && here.facing().is_some() && below.is_some_and(|below| below.facing() == here.facing())
    };
    here.props().climb || (states::kind_of(here.state()) == Kind::Trapdoor && goes_on())
}

/// Slows a body that holds on to a ladder. On a ladder a sneaking body does not sink.
fn hold_on(body: &mut Body, grid: &Grid) {
    let sinks = grid.cell(body.at.block()).is_some_and(|here| states::kind_of(here.state()) == Kind::Scaffolding);
    let lowest = if body.controls.sneak && !sinks { 0 } else { -CLIMB_MAX };
    body.velocity = Place {
        x: body.velocity.x.clamp(-CLIMB_MAX, CLIMB_MAX),
        y: body.velocity.y.max(lowest),
        z: body.velocity.z.clamp(-CLIMB_MAX, CLIMB_MAX),
    };
    body.fallen = 0;
}

/// The part of a sneaking body's step after which there still is ground below it.
fn kept_from_edges(solid: impl Fn(BlockPos) -> Solid, at: Place, velocity: Place) -> Place {
    let in_the_air = |x: i64, z: i64| physics::fits(&solid, at + Place::new(x, -STEP_UP, z), SIZE);
    let shorter = |v: i64| v - v.clamp(-EDGE_TRY, EDGE_TRY);
    let (mut x, mut z) = (velocity.x, velocity.z);
    while x != 0 && in_the_air(x, 0) {
        x = shorter(x);
    }
    while z != 0 && in_the_air(0, z) {
        z = shorter(z);
    }
    while x != 0 && z != 0 && in_the_air(x, z) {
        (x, z) = (shorter(x), shorter(z));
    }
    Place { x, z, ..velocity }
}

/// Determines which liquid the body's feet are in.
fn wade(body: &mut Body, grid: &Grid) {
    let cell = grid.cell(body.at.up(WADE_DEPTH).block());
    body.in_lava = cell.is_some_and(|cell| cell.block() == known().lava);
    body.in_water = cell.is_some_and(|cell| cell.props().wet);
}

/// Adds the speed that the controls ask for to the body.
fn push(body: &mut Body) {
    let controls = body.controls;
    let swimming = body.in_water || body.in_lava;
    let mut strength = match (swimming, body.on_ground, controls.sprint) {
        (true, ..) => SWIM_PUSH,
        (false, true, false) => WALK_PUSH,
        (false, true, true) => SPRINT_PUSH,
        (false, false, false) => AIR_PUSH,
        (false, false, true) => AIR_SPRINT_PUSH,
    };
    if controls.slow {
        strength = scale(strength, SLOW_KEEPS);
    }
    if controls.sneak {
        strength = scale(strength, SNEAK_KEEPS);
    }
    body.velocity = body.velocity + controls.heading.scaled(strength);
    if controls.jump && swimming {
        body.velocity.y += SWIM_UP;
    } else if controls.jump && body.on_ground {
        body.velocity.y = JUMP;
        if controls.sprint {
            body.velocity = body.velocity + controls.heading.scaled(LEAP);
        }
        body.hunger.exhaust(if controls.sprint { SPRINT_JUMP_EXHAUSTION } else { JUMP_EXHAUSTION });
    }
}

fn exhaust(body: &mut Body, flat: i64, whole: i64) {
    let cost = |way: i64, per_block: u64| way as u64 * per_block / 1_000;
    if body.in_water {
        body.hunger.exhaust_micro(cost(whole, SWIM_EXHAUSTION_PER_BLOCK));
    } else if body.controls.sprint && body.on_ground {
        body.hunger.exhaust_micro(cost(flat, SPRINT_EXHAUSTION_PER_BLOCK));
    }
}

/// Moves the body to its new position, lets it rise on a ladder, applies collisions, friction and gravity, and returns the fall damage.
fn settle(body: &mut Body, grid: &Grid, moved: Moved, rises: bool) -> u32 {
    let fell = body.at.y - moved.at.y;
    let wanted = body.velocity;
    body.at = moved.at;
    body.on_ground = moved.hit_y && wanted.y < 0;
    let mut velocity = wanted;
    for (axis, hit) in [(&mut velocity.x, moved.hit_x), (&mut velocity.y, moved.hit_y), (&mut velocity.z, moved.hit_z)]
    {
        if hit {
            *axis = 0;
        }
    }
    if rises {
        velocity.y = CLIMB_UP;
    }
    let was_wet = body.in_water;
    wade(body, grid);
    let (flat, fall, gravity) = match (was_wet, body.in_lava, body.on_ground) {
        (true, ..) if body.controls.sprint => (WATER_SPRINT_KEEPS, WATER_KEEPS, WATER_GRAVITY),
        (true, ..) => (WATER_KEEPS, WATER_KEEPS, WATER_GRAVITY),
        (_, true, _) => (LAVA_KEEPS, LAVA_KEEPS, LAVA_GRAVITY),
        (_, _, true) => (GROUND_KEEPS, FALL_KEEPS, GRAVITY),
        _ => (AIR_KEEPS, FALL_KEEPS, GRAVITY),
    };
    if was_wet || body.in_lava {
        velocity.y = scale(velocity.y, fall) - gravity;
        if (moved.hit_x || moved.hit_z) && body.controls.jump {
            velocity.y = velocity.y.max(CLIMB_OUT);
        }
    } else {
        velocity.y = scale(velocity.y - gravity, fall);
    }
    let rest = |v: i64| if v.abs() < STILL { 0 } else { v };
    body.velocity = Place::new(rest(scale(velocity.x, flat)), velocity.y, rest(scale(velocity.z, flat)));
    land(body, fell)
}

/// Tracks how far the body has fallen, and on landing returns the damage in thousandths of a half heart.
fn land(body: &mut Body, fell: i64) -> u32 {
    if body.in_water || body.in_lava {
        body.fallen = 0;
        return 0;
    }
    if fell > 0 {
        body.fallen += fell;
    }
    if !body.on_ground {
        return 0;
    }
    fall_damage_milli(std::mem::take(&mut body.fallen))
}

/// Fall damage: one half heart for every block beyond three, rounded up.
pub fn fall_damage_milli(fallen: i64) -> u32 {
    let beyond = (fallen - SAFE_FALL).max(0) as u64;
    (beyond.div_ceil(MICRO as u64) as u32).saturating_mul(1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fall_does_one_damage_for_each_block_beyond_three() {
        for (blocks_milli, half_hearts) in [(0, 0), (3_000, 0), (3_001, 1), (4_000, 1), (5_000, 2), (23_000, 20)] {
            assert_eq!(fall_damage_milli(blocks_milli * 1_000), half_hearts * 1_000, "{blocks_milli}");
        }
    }
}
