//! Searches find blocks that are or were in sight, and no others.

mod common;

use common::{Player, block, item};
use vocab::outcome::{End, Refusal};
use vocab::{Action, Answer, BlockPos, Query};
use world::World;

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
    let Answer::Region { blocks, .. } = player.world.answer(&Query::Region { min: at, max: at }) else { panic!() };
    blocks[0]
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
