//! What the body reports about itself: the words of [`vocab::Senses`], filled in.

use super::{Body, breath, harm};
use crate::world::World;
use vocab::Senses;
use vocab::senses::{GameMode, Surroundings, Vitals};

/// Everything but the events, which the caller drains.
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
            open_sides: open_sides(world, body),
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
        mode: GameMode::Survival,
    }
}

/// The two cells of the body have ten neighbours: four beside the feet, four beside the head, one above, one below.
fn open_sides(world: &World, body: &Body) -> u8 {
    let feet = body.feet();
    let head = feet.offset(0, 1, 0);
    let sides = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let beside = sides.iter().flat_map(|(dx, dz)| [feet.offset(*dx, 0, *dz), head.offset(*dx, 0, *dz)]);
    let around = beside.chain([feet.offset(0, -1, 0), head.offset(0, 1, 0)]);
    around.filter(|cell| !world.grid.is_solid(*cell)).count() as u8
}
