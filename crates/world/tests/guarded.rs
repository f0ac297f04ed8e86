//! Cells of own builds are neither broken nor filled by anything but building, with every latency between skills and world.

mod common;

use common::{Player, block, item};
use vocab::action::Terrain;
use vocab::build::Guarded;
use vocab::outcome::{End, Failure, Refusal};
use vocab::{Action, BlockId, BlockPos};
use world::space::Place;

/// A cabin of logs, five blocks on a side with walls four blocks high and a doorway to the west; returns its cells.
fn log_cabin(player: &mut Player, west: BlockPos) -> Vec<BlockPos> {
    let mut cells = Vec::new();
    for (x, y, z) in (0..5).flat_map(|x| (0..4).flat_map(move |y| (-2..=2).map(move |z| (x, y, z)))) {
        let wall = x == 0 || x == 4 || z == -2 || z == 2 || y == 3;
        let doorway = x == 0 && z == 0 && y < 2;
        if wall && !doorway {
            player.set(west.offset(x, y, z), "oak_log");
        }
        cells.push(west.offset(x, y, z));
    }
    player.guard(&[Guarded { min: west.offset(0, 0, -2), max: west.offset(4, 3, 2) }]);
    cells
}

fn blocks(player: &Player, cells: &[BlockPos]) -> Vec<Option<BlockId>> {
    cells.iter().map(|at| player.world.grid().block(*at)).collect()
}

fn collect(count: u16) -> Action {
    Action::Collect { item: item("oak_log"), from: vec![block("oak_log")], count, radius: 32 }
}

#[test]
fn a_log_cabin_stands_untouched_after_collecting_64_oak_logs_beside_it() {
    let mut scene = Player::on_a_floor(1);
    // With X-ray the body knows every log, and those of the cabin are the nearest.
    scene.world.set_xray(true);
    scene.give("iron_axe", 1);
    let feet = scene.feet();
    let cabin = log_cabin(&mut scene, feet.offset(2, 0, 0));
    for (x, z) in (9..=14).flat_map(|x| (-3..=3).map(move |z| (x, z))) {
        (0..2).for_each(|y| scene.set(feet.offset(x, y, z), "oak_log"));
    }
    for mut player in Player::on_every_line(&scene) {
        let before = blocks(&player, &cabin);
        player.must(collect(64));
        assert!(player.count("oak_log") >= 64);
        assert_eq!(blocks(&player, &cabin), before);
    }
}

#[test]
fn where_all_logs_belong_to_a_build_collecting_is_refused_by_name() {
    let mut scene = Player::on_a_floor(1);
    scene.world.set_xray(true);
    let feet = scene.feet();
    log_cabin(&mut scene, feet.offset(2, 0, 0));
    for mut player in Player::on_every_line(&scene) {
        assert_eq!(player.end(collect(1)), End::Refused(Refusal::Guarded));
    }
}

#[test]
fn digging_placing_and_walling_in_are_refused_by_name() {
    let mut scene = Player::on_a_floor(1);
    let feet = scene.feet();
    let wall = feet.offset(2, 0, 0);
    scene.set(wall, "dirt");
    scene.give("cobblestone", 32);
    scene.give("torch", 8);
    scene.guard(&[Guarded { min: feet.offset(1, 0, 0), max: wall }]);
    let refused = End::Refused(Refusal::Guarded);
    for mut player in Player::on_every_line(&scene) {
        assert_eq!(player.end(Action::Dig { at: wall }), refused);
        let beside = feet.offset(1, 0, 0);
        for what in ["cobblestone", "torch"] {
            assert_eq!(player.end(Action::Place { item: item(what), at: beside }), refused, "{what}");
        }
        assert_eq!(player.end(Action::WallIn { from: Place::on(wall).fine() }), refused);
        // What does not belong to a build may still be done beside it.
        player.must(Action::Place { item: item("cobblestone"), at: feet.offset(0, 0, 2) });
    }
}

#[test]
fn a_path_leads_around_a_guarded_wall_and_through_the_same_wall_without_a_guard() {
    let mut scene = Player::on_a_floor(1);
    let feet = scene.feet();
    let wall: Vec<BlockPos> =
        (-4..=3).flat_map(|z| (0..3).map(move |y| (y, z))).map(|(y, z)| feet.offset(3, y, z)).collect();
    for at in &wall {
        scene.set(*at, "dirt");
    }
    scene.give("iron_shovel", 1);
    let go = Action::GoTo { to: feet.offset(6, 0, -3), within: 0, terrain: Terrain::Dig };
    for (guarded, whole) in [(true, true), (false, false)] {
        let min = feet.offset(3, 0, -4);
        let boxes = [Guarded { min, max: feet.offset(3, 2, 3) }];
        scene.guard(if guarded { &boxes } else { &[] });
        for mut player in Player::on_every_line(&scene) {
            let before = blocks(&player, &wall);
            player.must(go.clone());
            assert_eq!(blocks(&player, &wall) == before, whole, "guarded: {guarded}");
        }
    }
}

#[test]
fn no_bridge_is_laid_through_guarded_cells() {
    let mut scene = Player::on_a_floor(1);
    let feet = scene.feet();
    // A gap of two blocks across the whole floor, and a guard over it and everything that a body could build on.
    for (x, z) in (4..=5).flat_map(|x| (-4..=4).map(move |z| (x, z))) {
        scene.set(feet.offset(x, -1, z), "air");
    }
    scene.give("cobblestone", 32);
    let go = Action::GoTo { to: feet.offset(8, 0, 0), within: 0, terrain: Terrain::DigAndPlace };
    let open = Player::on_every_line(&scene);
    scene.guard(&[Guarded { min: feet.offset(4, -64, -40), max: feet.offset(5, 40, 40) }]);
    for mut player in open {
        player.must(go.clone());
    }
    for mut player in Player::on_every_line(&scene) {
        assert_eq!(player.end(go.clone()), End::Failed(Failure::NoPath));
        assert!((4..=5).all(|x| player.world.grid().block(feet.offset(x, -1, 0)) == Some(block("air"))));
    }
}
