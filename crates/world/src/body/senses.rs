//! What the body senses of itself: fills in [`vocab::Senses`].

use super::{breath, harm};
use crate::world::World;
use vocab::senses::{Surroundings, Vitals};
use vocab::{BlockPos, Senses};

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
            open_sides: open_cells(world).count() as u8,
        },
        progress: crate::skills::progress(world),
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

/// The open cells among the ten around the body's two cells: four beside the feet, four beside the head, one
/// above, one below.
pub fn open_cells(world: &World) -> impl Iterator<Item = BlockPos> + '_ {
    let feet = world.body.feet();
    let head = feet.offset(0, 1, 0);
    let around = feet.neighbours().into_iter().chain(head.neighbours()).filter(move |at| *at != feet && *at != head);
    around.filter(|at| !world.grid.is_solid(*at))
}
