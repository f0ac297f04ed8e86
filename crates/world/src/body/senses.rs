//! What the body senses of itself: fills in [`vocab::Senses`].

use super::{breath, harm};
use crate::world::World;
use skills::ground::open_cells;
use vocab::Senses;
use vocab::senses::{Surroundings, Vitals};

/// All that the body senses, except its events, which the caller takes.
pub fn senses(world: &World) -> Senses {
    let body = &world.body;
    let head = body.eyes().block();
    let (sky_light, block_light) = world.light(head);
    Senses {
        tick: world.now(),
        at: body.at.fine(),
        vitals: Some(vitals(world)),
        carried: body.inventory.carried().clone(),
        surroundings: Surroundings {
            sky_light,
            block_light,
            time_of_day: world.time_of_day() as u16,
            open_sides: open_cells(&world.grid, body.feet()).count() as u8,
        },
        progress: world.skills.progress(world),
        events: Vec::new(),
    }
}

fn vitals(world: &World) -> Vitals {
    let body = &world.body;
    Vitals {
        health: body.health_milli.div_ceil(1_000) as u8,
        food: body.hunger.food,
        saturation_milli: body.hunger.saturation_milli,
        air: body.air.clamp(0, breath::AIR_MAX) as u16,
        armour: harm::armour_of(&body.inventory).0.min(20) as u8,
        on_fire: body.fire_ticks > 0,
        in_lava: body.in_lava,
        in_water: body.in_water,
        suffocating: breath::is_suffocating(body, &world.grid),
        falling: (body.fallen / 1_000) as u32,
        asleep: body.asleep.is_some(),
        mode: body.mode,
    }
}
