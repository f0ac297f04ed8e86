//! The skills that a mind relies on: pursuit, collecting, farming, walling in; and which queries and actions are answered or
//! refused.

mod common;

use common::{Player, block, item};
use vocab::action::Terrain;
use vocab::item::Stack;
use vocab::outcome::{End, Failure, Refusal};
use vocab::{Action, Answer, Query};
use world::mobs::Kind;
use world::space::Place;

#[test]
fn a_cow_is_pursued_and_killed_and_its_beef_picked_up() {
    let mut player = Player::on_a_floor(1);
    player.give("iron_sword", 1);
    let near = Place::on(player.feet().offset(8, 0, 2));
    player.world.add_mob(Kind::Cow, near).unwrap();
    player.must(Action::Attack { kind: vocab::Name::new("cow"), near: near.fine() });
    assert_eq!(player.world.mobs().iter().count(), 0);
    player.world.advance(20);
    player.must(Action::PickUp { radius: 20 });
    assert!(player.count("beef") >= 1);
}

#[test]
fn attacking_without_a_target_is_refused() {
    let mut player = Player::on_a_floor(1);
    let near = player.at().fine();
    let attack = |kind: &str| Action::Attack { kind: vocab::Name::new(kind), near };
    assert_eq!(player.end(attack("cow")), End::Refused(Refusal::NoTarget));
    player.world.add_mob(Kind::Cow, player.at()).unwrap();
    assert_eq!(player.end(attack("pig")), End::Refused(Refusal::NoTarget), "a cow is no pig");
    for kind in ["player", "player:ada", "villager", "wandering_trader"] {
        assert_eq!(player.end(attack(kind)), End::Refused(Refusal::Spared), "{kind}");
    }
    assert_eq!(player.world.mobs().iter().count(), 1);
}

/// The body is in a pit and the item on its rim. No path leads there, but the hands reach it once its pickup delay is over.
#[test]
fn an_item_that_comes_into_reach_without_a_path_is_picked_up() {
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    for (dx, dz) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        for up in 0..=1 {
            player.set(feet.offset(dx, up, dz), "stone");
        }
    }
    player.set(feet.offset(1, 0, 1), "stone");
    let rim = Place::on(feet.offset(1, 1, 1));
    player.world.drop_stack(rim, Place::ZERO, Stack { item: item("dirt"), count: 1, wear: 0 });
    player.must(Action::PickUp { radius: 6 });
    assert_eq!(player.count("dirt"), 1);
}

/// Wheat from start to end: hoe, seeds, growth, harvest.
#[test]
fn a_field_is_tilled_sown_and_harvested() {
    let mut player = Player::on_a_floor(1);
    let soil = player.feet().offset(2, -1, 0);
    player.set(soil, "dirt");
    player.set(soil.offset(0, -1, 0), "stone");
    player.give("wooden_hoe", 1);
    player.give("wheat_seeds", 1);
    player.give("bone_meal", 8);
    player.must(Action::Use { item: item("wooden_hoe"), at: soil });
    assert_eq!(player.world.grid().block(soil), Some(block("farmland")));
    player.must(Action::Use { item: item("wheat_seeds"), at: soil });
    let crop = soil.offset(0, 1, 0);
    assert_eq!((player.world.grid().block(crop), player.count("wheat_seeds")), (Some(block("wheat")), 0));
    while !player.world.grid().cell(crop).unwrap().is_ripe() {
        player.must(Action::Use { item: item("bone_meal"), at: crop });
    }
    assert_eq!(player.end(Action::Use { item: item("bone_meal"), at: crop }), End::Refused(Refusal::WrongBlock));
    player.must(Action::Collect { item: item("wheat"), from: vec![block("wheat")], count: 1, radius: 8 });
    assert_eq!(player.count("wheat"), 1);
}

#[test]
fn a_bucket_picks_up_a_water_source_and_places_it_again() {
    let mut player = Player::on_a_floor(1);
    let at = player.feet().offset(2, -1, 0);
    player.set(at.offset(0, -1, 0), "stone");
    player.set(at, "water");
    player.give("bucket", 2);
    player.must(Action::Use { item: item("bucket"), at });
    assert_eq!((player.count("bucket"), player.count("water_bucket")), (1, 1));
    assert_eq!(player.world.grid().block(at), Some(block("air")));
    player.must(Action::Use { item: item("water_bucket"), at });
    assert_eq!((player.count("bucket"), player.count("water_bucket")), (2, 0));
    assert_eq!(player.world.grid().block(at), Some(block("water")));
}

#[test]
fn collecting_without_a_suitable_tool_is_refused() {
    let mut player = Player::on_a_floor(1);
    let at = player.feet().offset(3, 0, 0);
    player.set(at, "iron_ore");
    let collect = Action::Collect { item: item("raw_iron"), from: vec![block("iron_ore")], count: 1, radius: 8 };
    player.give("wooden_pickaxe", 1);
    assert_eq!(player.end(collect.clone()), End::Refused(Refusal::MissingItem));
    player.give("stone_pickaxe", 1);
    player.must(collect);
    assert_eq!(player.count("raw_iron"), 1);
}

#[test]
fn collecting_ends_when_the_tool_breaks() {
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    for x in 3..=6 {
        player.set(feet.offset(x, 0, 0), "coal_ore");
    }
    player.give("wooden_pickaxe", 1);
    player.must(Action::Equip { item: item("wooden_pickaxe"), slot: vocab::action::EquipSlot::Hand });
    player.world.body_mut().inventory.wear_held(57);
    let collect = Action::Collect { item: item("coal"), from: vec![block("coal_ore")], count: 4, radius: 8 };
    assert_eq!(player.end(collect), End::Failed(Failure::ToolBroke));
    assert_eq!(player.count("coal"), 2);
}

/// A tree of the tallest kind that can be felled from the ground.
#[test]
fn a_tree_of_six_logs_is_felled_from_the_ground() {
    let mut player = Player::on_a_floor(1);
    let foot = player.feet().offset(4, 0, 0);
    for y in 0..6 {
        player.set(foot.offset(0, y, 0), "oak_log");
    }
    for (dx, dz) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        for y in 3..6 {
            player.set(foot.offset(dx, y, dz), "oak_leaves");
        }
    }
    player.must(Action::Collect { item: item("oak_log"), from: vec![block("oak_log")], count: 6, radius: 12 });
    assert_eq!(player.count("oak_log"), 6);
}

#[test]
fn buried_ore_is_dug_out_and_picked_up() {
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    // A cube of rock with ore in its middle.
    for x in 4..=10 {
        for z in -4..=4 {
            for y in 0..=5 {
                player.set(feet.offset(x, y, z), "stone");
            }
        }
    }
    player.set(feet.offset(7, 3, 0), "iron_ore");
    player.set(feet.offset(7, 3, 1), "iron_ore");
    player.give("stone_pickaxe", 1);
    player.world.set_xray(true); // nobody has seen the middle of the rock
    player.must(Action::Collect { item: item("raw_iron"), from: vec![block("iron_ore")], count: 2, radius: 16 });
    assert_eq!(player.count("raw_iron"), 2);
}

#[test]
fn queries_are_answered_only_about_loaded_blocks_and_containers_in_reach() {
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    player.set(feet.offset(3, 0, 0), "chest");
    player.set(feet.offset(9, 0, 0), "chest");
    player.give("dirt", 7);
    player.must(Action::Deposit { at: feet.offset(3, 0, 0), item: item("dirt"), count: 7 });
    let mut ask = |query: Query| player.world.answer(&query);
    let Answer::Blocks { found } = ask(Query::NearestBlocks { blocks: vec![block("chest")], radius: 32, most: 8 })
    else {
        panic!("blocks are asked for")
    };
    assert_eq!(found.iter().map(|(at, _)| at.x - feet.x).collect::<Vec<_>>(), [3, 9], "nearest first");
    let Answer::Container { slots, .. } = ask(Query::Container { at: feet.offset(3, 0, 0) }) else {
        panic!("the chest is in reach")
    };
    assert_eq!(slots.iter().flatten().map(|stack| stack.count).sum::<u8>(), 7);
    assert_eq!(ask(Query::Container { at: feet.offset(9, 0, 0) }), Answer::Unknown, "out of reach");
    let Answer::Region { states, .. } = ask(Query::Region { min: feet.offset(3, -1, 0), max: feet.offset(4, 0, 0) })
    else {
        panic!("a small region")
    };
    let named: Vec<_> =
        states.into_iter().map(|found| gamedata::blocks::get(gamedata::states::block(found.unwrap())).name).collect();
    assert_eq!(named, ["stone", "stone", "chest", "air"], "x fastest, then z, then y");
    let far = feet.offset(5_000, 0, 0);
    let Answer::Region { states, .. } = ask(Query::Region { min: far, max: far }) else { panic!("one cell") };
    assert_eq!(states, [None], "not loaded");
    let large = Query::Region { min: feet, max: feet.offset(32, 31, 31) };
    assert_eq!(ask(large), Answer::Unknown, "one cell too many");
}

#[test]
fn a_full_bag_ends_collecting_and_refuses_the_next_request() {
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    player.set(feet.offset(3, 0, 0), "dirt");
    player.set(feet.offset(4, 0, 0), "dirt");
    player.give("cobblestone", 64 * 35);
    player.give("dirt", 63);
    let collect = Action::Collect { item: item("dirt"), from: vec![block("dirt")], count: 2, radius: 8 };
    assert_eq!(player.end(collect.clone()), End::Failed(Failure::BagFull));
    assert_eq!(player.end(collect), End::Refused(Refusal::NoRoom));
}

/// Each number of an action is accepted at its bound and refused one beyond.
#[test]
fn numbers_beyond_their_bounds_are_refused() {
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    player.set(feet.offset(3, 0, 0), "dirt");
    player.give("shield", 1);
    let bad = End::Refused(Refusal::BadRequest);
    let dirt = |count, radius| Action::Collect { item: item("dirt"), from: vec![block("dirt")], count, radius };
    for (action, refused) in [
        (Action::Wait { ticks: 0 }, true),
        (Action::Wait { ticks: 1 }, false),
        (Action::Shield { ticks: 0 }, true),
        (Action::PickUp { radius: 0 }, true),
        (dirt(0, 8), true),
        (dirt(1, 0), true),
        (dirt(1, 97), true),
        (dirt(2_305, 8), true),
        (dirt(1, 96), false),
        (Action::Collect { item: item("dirt"), from: vec![], count: 1, radius: 8 }, true),
        // The distance is measured from the body's current position, a few blocks further on.
        (Action::GoTo { to: feet.offset(4_110, 0, 0), within: 0, terrain: Terrain::Walk }, true),
        (Action::Explore { heading: vocab::action::Heading::East, blocks: 0 }, true),
        (Action::Explore { heading: vocab::action::Heading::East, blocks: 4_097 }, true),
        (Action::Flee { from: player.at().fine(), blocks: 0 }, true),
        (Action::Craft { recipe: common::recipe("stick", &["oak_planks"]), times: 0, table: None }, true),
        (Action::Craft { recipe: common::recipe("stick", &["oak_planks"]), times: 2_305, table: None }, true),
    ] {
        assert_eq!(player.end(action.clone()) == bad, refused, "{action:?}");
    }
}

#[test]
fn the_last_32_chat_lines_are_kept_each_cut_at_256_characters() {
    let mut player = Player::on_a_floor(1);
    let walk = player.begin(Action::Wait { ticks: 20 });
    for line in 0..40 {
        player.world.say(&format!("line {line}"));
    }
    player.world.say("");
    player.world.say(&"ä".repeat(257));
    let said: Vec<String> = player.world.said().map(String::from).collect();
    assert_eq!((said.len(), said[0].as_str(), said[30].as_str()), (32, "line 9", "line 39"));
    assert_eq!(said[31], "ä".repeat(256), "a long line is cut between characters");
    player.world.advance(30);
    let ended: Vec<End> = player.world.outcomes().into_iter().filter(|o| o.id == walk).map(|o| o.end).collect();
    assert_eq!(ended, [End::Done], "speaking interrupts nothing");
}

#[test]
fn a_dead_body_refuses_everything() {
    let mut player = Player::on_a_floor(1);
    player.world.hurt_body(20_000, vocab::senses::Harm::Void, None);
    assert_eq!(player.end(Action::Wait { ticks: 1 }), End::Refused(Refusal::Dead));
}

/// The number of open cells among the ten around the body's two cells.
fn open_sides(player: &mut Player) -> u8 {
    player.world.senses().surroundings.open_sides
}

#[test]
fn walling_in_closes_every_side_with_the_cheapest_blocks_in_three_seconds() {
    let mut player = Player::on_a_floor(1);
    player.give("oak_log", 3);
    player.give("dirt", 14);
    assert_eq!(open_sides(&mut player), 9, "a floor and nothing else");
    let began = player.world.now();
    let outcome = player.must(Action::WallIn { from: Place::on(player.feet().offset(3, 0, 0)).fine() });
    assert_eq!(open_sides(&mut player), 0);
    assert!(player.world.now().since(began) <= 60, "{}", player.world.now().since(began));
    assert_eq!(outcome.receipt.spent.count(item("oak_log")), 0, "wood comes last");
    assert_eq!(outcome.receipt.spent.count(item("dirt")), 10, "nine sides, and one block for the roof to hold on to");
}

#[test]
fn plants_and_torches_where_a_wall_goes_are_removed_first() {
    for standing in ["torch", "dandelion", "oak_sapling"] {
        let mut player = Player::on_a_floor(1);
        player.give("dirt", 14);
        let beside = player.feet().offset(1, 0, 0);
        if standing == "oak_sapling" {
            player.set(beside.offset(0, -1, 0), "dirt");
        }
        player.set(beside, standing);
        player.must(Action::WallIn { from: Place::on(player.feet().offset(3, 0, 0)).fine() });
        assert_eq!(
            (open_sides(&mut player), player.world.grid().block(beside)),
            (0, Some(block("dirt"))),
            "{standing}"
        );
    }
}

#[test]
fn walling_in_is_refused_without_blocks_and_gives_up_when_a_mob_stands_in_a_side() {
    let mut player = Player::on_a_floor(1);
    player.give("dirt", 8);
    let wall_in = |player: &Player| Action::WallIn { from: Place::on(player.feet()).fine() };
    let action = wall_in(&player);
    assert_eq!(player.end(action), End::Refused(Refusal::MissingItem), "nine sides are open");
    player.give("dirt", 20);
    let beside = player.feet().offset(1, 0, 0);
    for (dx, dz) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        for up in 0..2 {
            player.set(beside.offset(dx, up, dz), if (dx, dz) == (-1, 0) { "air" } else { "stone" });
        }
    }
    player.set(beside.offset(0, 1, 0), "stone");
    player.world.add_mob(Kind::Chicken, Place::on(beside)).unwrap();
    let action = wall_in(&player);
    let begin = player.world.now();
    assert_eq!(player.end(action), End::Failed(Failure::Stuck), "the chicken stays in the cell that should be closed");
    assert!(player.world.now().since(begin) <= 200, "and nobody waits for it without end");
}

#[test]
fn the_block_that_carries_the_body_over_a_deep_fall_is_not_dug() {
    for (ground_below, expected) in [(3, End::Done), (5, End::Refused(Refusal::NotDiggable))] {
        let mut player = Player::on_a_floor(1);
        let under = player.feet().offset(0, -1, 0);
        player.set(under.offset(0, -ground_below, 0), "stone");
        assert_eq!(player.end(Action::Dig { at: under }), expected, "ground {ground_below} blocks below the floor");
    }
}
