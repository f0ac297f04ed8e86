//! Acceptance: a dug-in body survives a night on three seeds, and a body that stands still is killed by a creeper.

mod common;

use common::{Player, item};
use vocab::action::{Heading, Terrain};
use vocab::outcome::{End, Failure};
use vocab::senses::{BodyEvent, Harm};
use vocab::{Action, BlockPos};
use world::World;
use world::mobs::Kind;
use world::space::Place;

/// Blocks that the body may place over its head to close a shelter.
const COVERS: [&str; 4] = ["dirt", "cobblestone", "sand", "gravel"];

fn is_dry_land(world: &World, feet: BlockPos) -> bool {
    let cells = (-4..=4).flat_map(|x| (-4..=4).flat_map(move |z| (-6..=1).map(move |y| (x, y, z))));
    cells.into_iter().all(|(x, y, z)| !world.grid().is_liquid(feet.offset(x, y, z)))
}

/// Makes the body dig three blocks down and place a block overhead.
fn dig_in(player: &mut Player) {
    for heading in Heading::ALL {
        if is_dry_land(&player.world, player.feet()) {
            break;
        }
        player.run(Action::Explore { heading, blocks: 24 });
    }
    let feet = player.feet();
    player.must(Action::GoTo { to: feet.offset(0, -3, 0), within: 0, terrain: Terrain::Dig });
    player.world.advance(15);
    let over = player.feet().offset(0, 2, 0);
    let cover = COVERS.into_iter().find(|name| player.count(name) > 0).expect("digging gave something");
    player.must(Action::Place { item: item(cover), at: over });
}

fn survives_a_night_dug_in(seed: u64) {
    let mut player = Player::new(World::with_view(seed, 5));
    player.world.advance(20);
    player.world.skip_to(12_000);
    dig_in(&mut player);
    assert_eq!(player.world.senses().surroundings.open_sides, 0, "walled in at {}", player.feet());
    let mut monsters = 0;
    while player.world.time_of_day() > 1_000 {
        player.must(Action::Wait { ticks: 100 });
        monsters = monsters.max(player.world.mobs().hostile());
    }
    let events = player.world.senses().events;
    assert!(player.world.body().is_alive() && !events.iter().any(|event| matches!(event, BodyEvent::Died { .. })));
    assert!(monsters >= 5, "a night without monsters proves nothing: {monsters}");
}

#[test]
fn a_dug_in_body_survives_the_night_on_seed_1() {
    survives_a_night_dug_in(1);
}

#[test]
fn a_dug_in_body_survives_the_night_on_seed_2() {
    survives_a_night_dug_in(2);
}

#[test]
fn a_dug_in_body_survives_the_night_on_seed_3() {
    survives_a_night_dug_in(3);
}

/// Firm ground at the same height some blocks from the body, in plain sight.
fn ground_near(world: &World, from: BlockPos) -> Place {
    let rings = (4..12).flat_map(|far| [(far, 0), (-far, 0), (0, far), (0, -far), (far, far), (-far, -far)]);
    let found = rings.filter_map(|(dx, dz)| {
        let (x, z) = (from.x + dx, from.z + dz);
        let feet = BlockPos::new(x, world.grid().open_from(x, z)?, z);
        let dry = !world.grid().is_liquid(feet.offset(0, -1, 0)) && world.grid().is_solid(feet.offset(0, -1, 0));
        let clear = world.sees(Place::on(feet).up(100_000), Place::on(from).up(100_000));
        (dry && clear && feet.y == from.y).then_some(Place::on(feet))
    });
    found.into_iter().next().expect("somewhere to stand")
}

#[test]
fn a_body_that_stands_still_is_killed_by_a_creeper() {
    let mut world = World::with_view(1, 4);
    world.set_spawning(false);
    world.clear_mobs();
    let mut player = Player::new(world);
    player.world.advance(20);
    player.world.skip_to(14_000);
    player.give("cobblestone", 10);
    let feet = player.feet();
    let creeper = ground_near(&player.world, feet);
    player.world.add_mob(Kind::Creeper, creeper).expect("room for a creeper");
    let before = player.world.grid().digest();
    let outcome = player.run(Action::Wait { ticks: 1_200 });
    assert_eq!(outcome.end, End::Failed(Failure::Died), "health {}", player.world.body().health_milli);
    assert!(player.world.body().inventory.everything().is_empty(), "everything is dropped");
    assert_eq!(player.world.all_items().count(item("cobblestone")), 10, "and lies on the ground");
    let events = player.world.senses().events;
    assert!(events.contains(&BodyEvent::Died { cause: Harm::Explosion }), "{events:?}");
    assert_ne!(player.world.grid().digest(), before, "it left a hole");
    player.world.advance(40);
    assert!(player.world.body().is_alive() && player.world.body().health_milli == 20_000);
    assert!(player.world.senses().events.contains(&BodyEvent::Respawned));
}
