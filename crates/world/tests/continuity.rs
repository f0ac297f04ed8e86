//! A world that is saved during an action and loaded again continues exactly as without the save.

mod common;

use common::{Player, block, item};
use vocab::action::{Heading, Terrain};
use vocab::{Action, BlockPos};
use world::World;
use world::mobs::Kind;
use world::space::Place;

/// Saves and loads the world after some ticks, runs for as many again, and compares it with a run without the
/// save.
fn check(player: &Player, action: &Action, ticks: u64) {
    let mut straight = Player::new(player.world.clone());
    straight.begin(action.clone());
    straight.world.advance(ticks);
    let mut loaded = World::load_bytes(&straight.world.save_bytes()).unwrap();
    assert_eq!(loaded.digest(), straight.world.digest(), "{action:?} right after {ticks} ticks");
    straight.world.advance(120);
    loaded.advance(120);
    assert_eq!(loaded.digest(), straight.world.digest(), "{action:?} long after {ticks} ticks");
    assert_eq!(loaded.outcomes(), straight.world.outcomes());
}

fn wild() -> Player {
    let mut world = World::with_view(5, 4);
    world.set_spawning(false);
    let mut player = Player::new(world);
    player.world.advance(10);
    player
}

#[test]
fn an_unfinished_path_search_continues_after_loading() {
    let player = wild();
    let to = BlockPos { y: -30, ..player.feet() };
    for ticks in [1, 2, 7, 20, 33, 60] {
        check(&player, &Action::GoTo { to, within: 2, terrain: Terrain::Dig }, ticks);
    }
}

#[test]
fn walking_digging_and_picking_up_continue_after_loading() {
    let player = wild();
    let logs = ["oak_log", "birch_log", "spruce_log"].map(block).to_vec();
    for ticks in [5, 40, 90, 140, 210] {
        check(&player, &Action::Collect { item: item("oak_log"), from: logs.clone(), count: 4, radius: 48 }, ticks);
        check(&player, &Action::Explore { heading: Heading::SouthWest, blocks: 40 }, ticks);
    }
}

#[test]
fn fighting_eating_and_smelting_continue_after_loading() {
    let mut player = Player::on_a_floor(1);
    let near = Place::on(player.feet().offset(6, 0, 0));
    player.world.add_mob(Kind::Zombie, near).unwrap();
    player.world.skip_to(14_000);
    player.give("bread", 2);
    player.give("raw_iron", 5);
    player.give("coal", 2);
    player.world.body_mut().hunger.food = 9;
    let at = player.feet().offset(-2, 0, 0);
    player.set(at, "furnace");
    player.must(Action::LoadStation { at, input: item("raw_iron"), count: 5, fuel: Some((item("coal"), 1)) });
    for ticks in [3, 17, 31] {
        check(&player, &Action::Attack { kind: vocab::Name::new("zombie"), near: near.fine() }, ticks);
        check(&player, &Action::Eat { item: item("bread") }, ticks);
        check(&player, &Action::Wait { ticks: 300 }, ticks);
    }
}
