//! Exploring stays under the sky: an exploring body does not end up deep in a cave.

mod common;

use common::{Player, block};
use vocab::action::Heading;
use vocab::outcome::End;
use vocab::{Action, BlockPos};
use world::space::Place;

/// Builds a stone tunnel along the floor, 5 wide, over `xs`; a lane under the sky runs beside it.
fn tunnel(player: &mut Player, xs: std::ops::RangeInclusive<i32>) {
    let middle = player.feet();
    for x in xs {
        for (z, up) in (-2..=4).flat_map(|z| (0..=2).map(move |up| (z, up))) {
            if up == 2 || z == -2 || z == 4 {
                player.set(middle.offset(x, up, z), "stone");
            }
        }
    }
}

/// Lets the body explore to the east; returns where it ended and the lowest sky light on the way.
fn explore(player: &mut Player, from: BlockPos, blocks: u16) -> (BlockPos, u8) {
    player.world.move_body(from);
    player.world.advance(5);
    let id = player.begin(Action::Explore { heading: Heading::East, blocks });
    let mut darkest = 15;
    while player.world.is_busy() {
        player.world.tick();
        darkest = darkest.min(player.world.light(player.feet()).0);
    }
    assert!(player.world.outcomes().iter().any(|outcome| outcome.id == id && outcome.end == End::Done));
    (player.feet(), darkest)
}

#[test]
fn exploring_goes_around_a_dark_tunnel_under_the_sky() {
    let mut player = Player::on_a_floor(1);
    let middle = player.feet();
    tunnel(&mut player, -10..=12);
    assert!(player.world.light(middle.offset(1, 0, 1)).0 < 5, "it is dark in there");
    let (end, darkest) = explore(&mut player, middle.offset(-13, 0, 1), 26);
    assert!(end.x >= middle.x + 9 && darkest >= 5, "{end}, light {darkest}");
}

#[test]
fn exploring_from_inside_a_cave_walks_through_it() {
    let mut player = Player::on_a_floor(1);
    let middle = player.feet();
    tunnel(&mut player, -15..=15);
    for z in -1..=3 {
        for up in 0..=1 {
            assert!(player.world.set_block(middle.offset(-15, up, z), block("stone")));
        }
    }
    let (end, darkest) = explore(&mut player, middle.offset(-5, 0, 1), 14);
    assert!(end.x >= middle.x + 5 && darkest < 5, "{end}, light {darkest}");
}

#[test]
fn exploring_leads_out_of_a_hole_and_out_of_walls() {
    for deep in [true, false] {
        let mut player = Player::on_a_floor(1);
        player.world.set_spawning(false);
        player.give("stone_pickaxe", 1);
        player.give("dirt", 64);
        if deep {
            let cell = player.feet().offset(0, -8, 0);
            player.bury(cell, 3, 7);
        } else {
            player.must(Action::WallIn { from: Place::on(player.feet()).fine() });
        }
        let from = player.feet();
        let outcome = player.run(Action::Explore { heading: Heading::East, blocks: 12 });
        assert_eq!(outcome.end, End::Done, "deep: {deep}");
        assert!(player.feet().x - from.x >= 6, "deep: {deep}: {from} to {}", player.feet());
        let sky_light = player.world.senses().surroundings.sky_light;
        assert!(sky_light >= 5, "deep: {deep}: under the sky again, {sky_light}");
    }
}

#[test]
fn a_body_in_a_hole_under_a_lake_climbs_out_to_dry_ground() {
    let mut player = Player::on_a_floor(1);
    player.give("stone_pickaxe", 2);
    player.give("dirt", 64);
    let cell = player.feet().offset(0, -6, 0);
    player.bury(cell, 9, 6);
    for (x, z) in (-5..=5).flat_map(|x| (-5..=5).map(move |z| (x, z))) {
        (4..=5).for_each(|y| player.set(cell.offset(x, y, z), "water"));
    }
    let id = player.begin(Action::Explore { heading: Heading::East, blocks: 12 });
    while player.world.is_busy() {
        player.world.tick();
        assert!(!player.world.body().in_water, "in the lake at {}", player.feet());
    }
    assert!(player.world.outcomes().iter().any(|outcome| outcome.id == id && outcome.end == End::Done));
}
