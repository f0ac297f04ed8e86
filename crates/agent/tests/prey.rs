//! Hunting in the embedded world: a starving agent chooses its prey by the opportunity score, not by distance alone.

#[path = "common/living.rs"]
mod living;

use living::Living;
use vocab::{Action, BlockPos};
use world::mobs::Kind;
use world::space::Place;

const STARVING: u8 = 6;
/// A starving agent must have begun to hunt within this many ticks: ten seconds.
const CHOICE_TICKS: u64 = 200;
/// The attack names a place within this distance of the prey, in thousandths of a block.
const NEAR_FINE: u64 = 3_000;

/// The kind of animal that a starving agent attacks or walks to first, on a floor high above the ground with these animals to the
/// east.
fn first_prey(animals: &[(Kind, i32)]) -> Option<Kind> {
    let mut living = Living::new(1, &[]);
    {
        let mut world = living.world();
        world.set_spawning(false);
        world.clear_mobs();
        let stone = gamedata::blocks::named("stone").unwrap();
        let middle = BlockPos::new(world.spawn().x, 200, world.spawn().z);
        for (x, z) in (-6..=44).flat_map(|x| (-6..=6).map(move |z| (x, z))) {
            assert!(world.set_block(middle.offset(x, -1, z), stone));
        }
        world.move_body(middle);
        for (kind, x) in animals {
            world.add_mob(*kind, Place::on(middle.offset(*x, 0, 0))).expect("there is room on the floor");
        }
        world.body_mut().hunger.food = STARVING;
        world.body_mut().hunger.saturation_milli = 0;
    }
    let mut prey = None;
    living.live(CHOICE_TICKS, |world, told| {
        let place = told.acts.iter().find_map(|(_, act)| match act {
            Action::Attack { near, .. } => Some(*near),
            Action::GoTo { to, .. } => Some(Place::on(*to).fine()),
            _ => None,
        });
        prey = place.and_then(|place| {
            let near = world.mobs().iter().filter(|mob| mob.at.fine().within(place, NEAR_FINE));
            near.min_by_key(|mob| mob.at.fine().distance_squared(place)).map(|mob| mob.kind)
        });
        prey.is_some()
    });
    prey
}

#[test]
fn in_the_world_a_starving_agent_hunts_the_cow_behind_a_nearer_sheep_unless_the_cow_is_far_away() {
    assert_eq!(first_prey(&[(Kind::Sheep, 5), (Kind::Cow, 9)]), Some(Kind::Cow), "a cow feeds more than a sheep");
    assert_eq!(first_prey(&[(Kind::Sheep, 5), (Kind::Cow, 40)]), Some(Kind::Sheep), "the cow is too far away");
}
