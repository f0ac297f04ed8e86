//! Harm from the surroundings: drowning, fire, lava, suffocation and the void.

use super::{Body, EYE_HEIGHT};
use crate::chunk::Y_MIN;
use crate::grid::Grid;
use crate::known::known;
use crate::physics::Room;
use crate::space::MICRO;
use crate::world::World;
use skills::boxes::Form;
use vocab::senses::Harm;

/// Ticks that the body can stay under water with full air.
pub const AIR_MAX: i32 = 300;
/// Ticks between two hits of drowning damage.
const DROWNING_TICKS: i32 = 20;
/// Damage of each hit of drowning: two half hearts, so 2 damage a second.
const DROWNING_MILLI: u32 = 2_000;
/// Above water the body's air returns four times as fast as it is used.
const AIR_BACK_PER_TICK: i32 = 4;
const LAVA_MILLI: u32 = 4_000;
/// Ticks that a body burns after it touched lava: 15 seconds.
const LAVA_FIRE_TICKS: u32 = 300;
/// Ticks that a body burns after it touched fire: 8 seconds.
const FLAME_FIRE_TICKS: u32 = 160;
const BURN_TICKS: u32 = 20;
const BURN_MILLI: u32 = 1_000;
const SUFFOCATION_MILLI: u32 = 1_000;
const VOID_MILLI: u32 = 4_000;
/// The void hurts a body from this depth below the floor of the world.
const VOID_DEPTH: i64 = 64 * MICRO;

/// Whether the body's eyes are under water.
pub fn is_submerged(body: &Body, grid: &Grid) -> bool {
    grid.cell(body.at.up(EYE_HEIGHT).block()).is_some_and(|cell| cell.props().wet)
}

/// Whether the body's eyes are inside a solid block.
pub fn is_suffocating(body: &Body, grid: &Grid) -> bool {
    grid.cell(body.at.up(EYE_HEIGHT).block()).is_some_and(|cell| cell.props().form == Form::Full)
}

fn touches(body: &Body, grid: &Grid, what: vocab::BlockId) -> bool {
    Room::of(body.at, super::SIZE).blocks().any(|block| grid.block(block) == Some(what))
}

pub fn tick(world: &mut World) {
    breathe(world);
    burn(world);
    if is_suffocating(&world.body, &world.grid) {
        world.hurt_body(SUFFOCATION_MILLI, Harm::Suffocation, None);
    }
    if world.body.at.y < i64::from(Y_MIN) * MICRO - VOID_DEPTH {
        world.hurt_body(VOID_MILLI, Harm::Void, None);
    }
}

fn breathe(world: &mut World) {
    if !is_submerged(&world.body, &world.grid) {
        world.body.air = (world.body.air + AIR_BACK_PER_TICK).min(AIR_MAX);
        return;
    }
    world.body.air -= 1;
    if world.body.air <= -DROWNING_TICKS {
        world.body.air = 0;
        world.hurt_body(DROWNING_MILLI, Harm::Drowning, None);
    }
}

fn burn(world: &mut World) {
    let in_lava = touches(&world.body, &world.grid, known().lava);
    let in_flames = touches(&world.body, &world.grid, known().fire);
    let body = &mut world.body;
    if in_lava {
        body.fire_ticks = body.fire_ticks.max(LAVA_FIRE_TICKS);
    } else if in_flames {
        body.fire_ticks = body.fire_ticks.max(FLAME_FIRE_TICKS);
    } else if body.in_water {
        body.fire_ticks = 0;
    }
    let burns = body.fire_ticks > 0 && body.fire_ticks.is_multiple_of(BURN_TICKS);
    body.fire_ticks = body.fire_ticks.saturating_sub(1);
    if in_lava {
        world.hurt_body(LAVA_MILLI, Harm::Lava, None);
    } else if in_flames || burns {
        world.hurt_body(BURN_MILLI, Harm::Fire, None);
    }
}
