//! Mining for ore that was never seen.

mod common;

use common::{Player, block, item};
use vocab::action::{Heading, Terrain};
use vocab::outcome::{End, Failure, Refusal};
use vocab::{Action, BlockPos};
use world::World;

fn mine(name: &str, ore: &str, y: i32, blocks: u16) -> Action {
    Action::Mine { item: item(name), from: vec![block(ore)], y, heading: Heading::East, blocks }
}

/// A body in a free cell in the middle of a large cube of stone.
fn in_the_rock() -> (Player, BlockPos) {
    let mut player = Player::on_a_floor(1);
    let cell = player.feet().offset(0, -40, 0);
    player.bury(cell, 30, 10);
    player.give("stone_pickaxe", 4);
    player.give("cobblestone", 16);
    (player, cell)
}

#[test]
fn a_mine_leads_to_unseen_ore_and_back_home() {
    let mut world = World::new(7);
    world.set_spawning(false);
    world.clear_mobs();
    let mut player = Player::new(world);
    player.world.advance(20);
    player.give("stone_pickaxe", 6);
    player.give("torch", 64);
    player.give("cobblestone", 32);
    let home = player.feet();
    let mut parts = 0;
    while player.count("raw_iron") == 0 {
        parts += 1;
        assert!(parts < 20, "no iron after {parts} parts of a mine, at {}", player.feet());
        player.must(mine("raw_iron", "iron_ore", 16, 24));
        player.run(Action::Collect { item: item("raw_iron"), from: vec![block("iron_ore")], count: 1, radius: 24 });
    }
    assert!(player.feet().y < home.y - 5, "at {}", player.feet());
    assert!(player.count("torch") < 64, "the way is lit");
    player.must(Action::GoTo { to: home, within: 2, terrain: Terrain::Dig });
}

#[test]
fn a_mine_is_two_high_with_branches_on_both_sides() {
    let (mut player, cell) = in_the_rock();
    player.must(mine("raw_iron", "iron_ore", cell.y, 40));
    let open = |x: i32, z: i32| (0..2).all(|y| !player.world.grid().is_solid(cell.offset(x, y, z)));
    assert!((0..=4).all(|x| open(x, 0)), "the corridor to the east");
    assert!((1..=12).all(|far| open(4, far) && open(4, -far)), "a branch to each side");
    assert!(player.world.grid().is_solid(cell.offset(2, 0, 1)), "and rock between");
}

#[test]
fn ore_beside_the_corridor_ends_the_request() {
    let (mut player, cell) = in_the_rock();
    player.set(cell.offset(3, 2, 0), "iron_ore");
    player.must(mine("raw_iron", "iron_ore", cell.y, 40));
    assert!(player.feet().x < cell.x + 4, "at {}, {cell} was the start", player.feet());
    player.must(mine("raw_iron", "iron_ore", cell.y, 4));
    assert_ne!(player.feet(), cell.offset(3, 0, 0), "the same block does not end the next part");
}

#[test]
fn mining_near_lava_water_and_holes_does_no_harm() {
    let (mut player, cell) = in_the_rock();
    for (at, name) in [((6, 0, 0), "lava"), ((4, 1, 6), "water"), ((4, -1, -3), "air"), ((4, -2, -3), "air")] {
        player.set(cell.offset(at.0, at.1, at.2), name);
    }
    for up in 2..8 {
        player.set(cell.offset(1, up, 0), "gravel");
    }
    player.must(mine("raw_iron", "iron_ore", cell.y, 60));
    assert_eq!(player.world.body().health_milli, 20_000);
    assert_eq!(player.world.grid().block(cell.offset(6, 0, 0)), Some(block("lava")), "nobody let it out");
    assert!(player.world.grid().is_solid(cell.offset(5, 0, 0)));
    assert!(player.world.grid().is_solid(cell.offset(4, -1, -3)), "a hole in the floor is filled");
}

#[test]
fn the_hands_dig_at_the_next_cell_while_the_body_walks() {
    let (mut player, cell) = in_the_rock();
    let before = player.world.now();
    player.must(mine("raw_iron", "iron_ore", cell.y, 16));
    let ticks = player.world.now().since(before);
    // A stone pickaxe breaks stone in 12 ticks, and each step needs two blocks: 384 ticks of digging.
    assert!(ticks <= 384 + 16 * 6, "{ticks} ticks for 16 steps");
}

#[test]
fn rock_is_dug_with_the_fast_pickaxe_until_only_the_uses_for_ore_are_left() {
    let (mut player, cell) = in_the_rock();
    player.give("iron_pickaxe", 1);
    let uses_left = |player: &Player| {
        let slots = &player.world.body().inventory.carried().slots;
        let iron = slots.iter().flatten().find(|stack| stack.item == item("iron_pickaxe")).copied();
        250 - iron.expect("the iron pickaxe is not worn out").wear
    };
    let deepslate = Action::Mine {
        item: item("diamond"),
        from: vec![block("diamond_ore")],
        y: cell.y,
        heading: Heading::East,
        blocks: 40,
    };
    player.must(deepslate.clone());
    assert!((165..=172).contains(&uses_left(&player)), "{} uses left after 40 steps", uses_left(&player));
    for _ in 0..3 {
        player.must(deepslate.clone());
    }
    assert_eq!(uses_left(&player), 60, "the rest is kept for ore");
}

#[test]
fn mining_stops_when_the_bag_is_full_or_the_tool_is_worn() {
    let (mut player, cell) = in_the_rock();
    while player.world.give(item("dirt"), 64) == 0 {}
    let full = mine("raw_iron", "iron_ore", cell.y, 8);
    assert_eq!(player.end(full.clone()), End::Refused(Refusal::NoRoom));
    let (mut player, cell) = in_the_rock();
    // Ore that does not exist here, because finding ore ends a request.
    let long = mine("quartz", "nether_quartz_ore", cell.y, 256);
    assert_eq!(player.end(long.clone()), End::Done, "four pickaxes dig a little more than one request may ask for");
    player.bury(player.feet(), 30, 10);
    assert_eq!(player.end(long), End::Failed(Failure::ToolBroke));
    assert!(player.count("stone_pickaxe") > 0, "the last uses are kept");
    assert_eq!(player.end(mine("diamond", "diamond_ore", cell.y, 8)), End::Refused(Refusal::MissingItem));
}

#[test]
fn a_blocked_mine_fails_and_an_impossible_one_is_refused() {
    let (mut player, cell) = in_the_rock();
    for at in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        for up in 0..2 {
            player.set(cell.offset(at.0, up, at.1), "bedrock");
        }
    }
    assert_eq!(player.end(mine("raw_iron", "iron_ore", cell.y, 8)), End::Failed(Failure::NoPath));
    for (y, blocks) in [(cell.y, 0), (cell.y, 257), (-65, 8), (i32::MAX, 8)] {
        assert_eq!(player.end(mine("raw_iron", "iron_ore", y, blocks)), End::Refused(Refusal::BadRequest));
    }
}
