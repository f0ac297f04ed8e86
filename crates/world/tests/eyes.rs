//! Searches find blocks that are or were in sight, and no others. Items and mobs behind walls are not known either.

mod common;

use common::{Player, block, item};
use vocab::outcome::{End, Failure, Refusal};
use vocab::{Action, Answer, BlockPos, Query};
use world::World;
use world::mobs::Kind;
use world::space::Place;

/// A body in solid rock, with one ore block three blocks to the east of its feet.
fn beside_hidden_ore() -> (Player, BlockPos) {
    let mut player = Player::on_a_floor(1);
    let cell = player.feet().offset(0, -30, 0);
    player.bury(cell, 8, 8);
    let ore = cell.offset(3, 0, 0);
    player.set(ore, "iron_ore");
    player.world.advance(100);
    (player, ore)
}

fn found(player: &mut Player, name: &str) -> Vec<BlockPos> {
    let query = Query::NearestBlocks { blocks: vec![block(name)], radius: 64, most: 16 };
    let Answer::Blocks { found } = player.world.answer(&query) else { panic!("blocks were asked for") };
    found.into_iter().map(|(at, _)| at).collect()
}

fn at(player: &mut Player, at: BlockPos) -> Option<vocab::BlockId> {
    let Answer::Region { states, .. } = player.world.answer(&Query::Region { min: at, max: at }) else { panic!() };
    states[0].map(gamedata::states::block)
}

#[test]
fn buried_ore_is_found_once_one_of_its_faces_is_exposed() {
    let (mut player, ore) = beside_hidden_ore();
    let wanted = Action::Collect { item: item("raw_iron"), from: vec![block("iron_ore")], count: 1, radius: 8 };
    player.give("stone_pickaxe", 1);
    assert_eq!(found(&mut player, "iron_ore"), []);
    assert_eq!(player.end(wanted.clone()), End::Refused(Refusal::NoTarget));
    assert_eq!(at(&mut player, ore), None, "a question about that very cell gives nothing away");
    player.must(Action::Dig { at: ore.offset(-2, 0, 0) });
    assert_eq!(found(&mut player, "iron_ore"), [], "a block of stone is still between");
    player.must(Action::Dig { at: ore.offset(-1, 0, 0) });
    assert_eq!(found(&mut player, "iron_ore"), [ore]);
    player.must(wanted);
}

#[test]
fn with_xray_ore_is_found_through_rock() {
    let (mut player, ore) = beside_hidden_ore();
    player.world.set_xray(true);
    assert_eq!(found(&mut player, "iron_ore"), [ore]);
    assert_eq!(at(&mut player, ore), Some(block("iron_ore")));
}

#[test]
fn a_seen_block_is_remembered_behind_a_wall_and_after_a_restart() {
    let mut player = Player::on_a_floor(1);
    let ore = player.feet().offset(6, 0, 0);
    player.set(ore, "iron_ore");
    assert_eq!(found(&mut player, "iron_ore"), [ore]);
    for (y, z) in (0..3).flat_map(|y| (-4..=4).map(move |z| (y, z))) {
        player.set(ore.offset(-2, y, z), "stone");
    }
    player.set(ore.offset(0, 0, 1), "gold_ore");
    player.world.advance(200);
    let bytes = player.world.save_bytes();
    player.world = World::load_bytes(&bytes).unwrap();
    assert_eq!(found(&mut player, "iron_ore"), [ore], "seen before the wall stood");
    assert_eq!(found(&mut player, "gold_ore"), [], "put there behind the wall");
}

#[test]
fn a_body_in_the_open_sees_the_land_around_it() {
    let mut world = World::new(3);
    world.set_spawning(false);
    world.advance(200);
    let sections = world.eyes().sections();
    assert!(sections > 50, "{sections} sections");
    let feet = world.body().feet();
    let ground = |dx: i32, dz: i32| {
        let (x, z) = (feet.x + dx, feet.z + dz);
        world.grid().open_from(x, z).is_some_and(|y| (1..4).any(|down| world.knows(BlockPos::new(x, y - down, z))))
    };
    let near = (-6..=6).flat_map(|x| (-6..=6).map(move |z| (x, z))).filter(|(x, z)| ground(*x, *z)).count();
    assert!(near > 150, "{near} of 169 columns around the body are known");
    let below = feet.offset(0, -8, 0);
    assert!(!world.knows(below), "what is below the ground is not");
    let before = world.eyes().clone();
    world.advance(100);
    assert_eq!(*world.eyes(), before, "a body that stands still stops looking");
}

/// Puts a wall across the floor, three blocks high, between the body and all that is farther to the east. At
/// `gap_z` it has a gap.
fn wall(player: &mut Player, dx: i32, gap_z: Option<i32>) {
    let feet = player.feet();
    for (y, z) in (0..3).flat_map(|y| (-4..=4).map(move |z| (y, z))).filter(|(_, z)| Some(*z) != gap_z) {
        player.set(feet.offset(dx, y, z), "stone");
    }
}

fn lay(player: &mut Player, name: &str, dx: i32) {
    let at = Place::on(player.feet().offset(dx, 0, 0));
    player.world.drop_stack(at, Place::ZERO, vocab::item::Stack { item: item(name), count: 1, wear: 0 });
}

#[test]
fn items_behind_a_wall_are_picked_up_only_by_a_body_that_saw_them_or_stands_beside_them() {
    let mut player = Player::on_a_floor(1);
    wall(&mut player, 3, Some(4));
    lay(&mut player, "cobblestone", 5);
    let pick_up = Action::PickUp { radius: 8 };
    assert_eq!(player.end(pick_up.clone()), End::Refused(Refusal::NoTarget), "a wall is between");
    let mut seer = Player::new(player.world.clone());
    seer.world.set_xray(true);
    seer.must(pick_up.clone());
    assert_eq!(seer.count("cobblestone"), 1, "with X-ray the item is found");

    lay(&mut player, "dirt", -4);
    player.must(pick_up.clone());
    assert_eq!((player.count("dirt"), player.count("cobblestone")), (1, 0), "only the item in sight");

    let mut near = Player::on_a_floor(1);
    wall(&mut near, 1, Some(2));
    lay(&mut near, "dirt", 2);
    near.must(Action::PickUp { radius: 3 });
    assert_eq!(near.count("dirt"), 1, "an item so near that the body need not see it");
}

#[test]
fn a_mob_behind_a_wall_is_looked_for_at_the_named_place_and_found_by_sight() {
    let mut player = Player::on_a_floor(1);
    wall(&mut player, 4, Some(4));
    let feet = player.feet();
    let near =
        |dx: i32| Action::Attack { kind: vocab::Name::new("cow"), near: Place::on(feet.offset(dx, 0, 0)).fine() };
    let add = |player: &mut Player, dx: i32| player.world.add_mob(Kind::Cow, Place::on(feet.offset(dx, 0, 0)));
    add(&mut player, 7).expect("there is room on the floor");
    assert_eq!(player.end(near(2)), End::Refused(Refusal::NoTarget), "the place is in sight, and no mob is");
    let mut other = Player::new(player.world.clone());
    other.give("iron_sword", 1);
    other.must(near(7));
    assert_eq!(other.world.mobs().iter().count(), 0, "the body went around the wall and saw the cow");

    player.world.clear_mobs();
    let end = player.end(near(7));
    assert_eq!(end, End::Failed(Failure::TargetLost), "only the walk there shows that no mob is there");
    assert!(player.feet().x > feet.x + 4, "{}: the body went around the wall", player.feet());
}
