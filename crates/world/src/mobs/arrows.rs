//! Arrows in flight.

use crate::World;
use crate::body;
use crate::physics::Room;
use crate::space::{MICRO, Place};
use serde::{Deserialize, Serialize};
use vocab::senses::Harm;

const GRAVITY: i64 = 50_000;
const DRAG: i64 = 990_000;
/// Speed of an arrow as it leaves the bow: 1.6 blocks a tick.
const LOOSE_SPEED: i64 = 1_600_000;
/// Largest random error of a skeleton's aim, per block of distance.
const SPREAD: i64 = 70_000;
/// An arrow that hits nothing is removed after this many ticks.
const FLIGHT_TICKS_MAX: u16 = 100;
/// How many points along its flight are tested for a hit in each tick, about one every quarter of a block.
const LOOKS: i64 = 8;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrow {
    pub id: u64,
    pub at: Place,
    pub velocity: Place,
    pub damage_milli: u32,
    pub age_ticks: u16,
    /// The place from which the arrow was shot.
    pub from: Place,
}

/// Shoots an arrow at a place. The shot aims a little higher, because the arrow drops on its way.
pub fn shoot(world: &mut World, from: Place, to: Place, damage_milli: u32) {
    let far = from.distance(to).max(1);
    let blocks = far / MICRO;
    let mut aim = to - from;
    // The arrow's drop is about g·t²/2, where t is distance divided by speed.
    aim.y += GRAVITY * blocks * blocks / 5;
    let spread = SPREAD * blocks.max(1) / 2;
    let mut miss = || i64::from(world.rng.pick((2 * spread + 1) as u32)) - spread;
    aim = aim + Place::new(miss(), miss() / 2, miss());
    let long = aim.distance(Place::ZERO).max(1);
    let part = |v: i64| (i128::from(v) * i128::from(LOOSE_SPEED) / i128::from(long)) as i64;
    let velocity = Place::new(part(aim.x), part(aim.y), part(aim.z));
    let id = world.mobs.take_id();
    world.mobs.arrows.push(Arrow { id, at: from, velocity, damage_milli, age_ticks: 0, from });
}

/// Moves all arrows. An arrow that hits the body hurts it; an arrow that hits a block is removed.
pub fn tick(world: &mut World) {
    let mut arrows = std::mem::take(&mut world.mobs.arrows);
    arrows.retain_mut(|arrow| {
        arrow.age_ticks += 1;
        let body = Room::of(world.body.at(), body::SIZE).grown(100_000, 100_000);
        for look in 1..=LOOKS {
            let at = arrow.at
                + Place::new(
                    arrow.velocity.x * look / LOOKS,
                    arrow.velocity.y * look / LOOKS,
                    arrow.velocity.z * look / LOOKS,
                );
            if world.grid.is_solid(at.block()) {
                return false;
            }
            if world.body_is_there() && body.overlaps(Room { low: at, high: at + Place::new(1, 1, 1) }) {
                world.hurt_body(arrow.damage_milli, Harm::Arrow, Some(arrow.from));
                return false;
            }
        }
        arrow.at = arrow.at + arrow.velocity;
        arrow.velocity = arrow.velocity.scaled(DRAG);
        arrow.velocity.y -= GRAVITY;
        arrow.age_ticks < FLIGHT_TICKS_MAX
    });
    arrows.append(&mut world.mobs.arrows);
    world.mobs.arrows = arrows;
}
