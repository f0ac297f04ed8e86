//! Ground that somebody built: what slabs, stairs, fences, ladders and the like do to a body, to each other and to paths.

mod common;

use common::{Player, item};
use skills::limbs::{Keys, Limbs};
use vocab::action::Terrain;
use vocab::outcome::{End, Failure};
use vocab::{Action, BlockPos};
use world::space::{MICRO, Place};

const EAST: Place = Place::new(MICRO, 0, 0);

/// Holds keys for some ticks; returns the highest place of the feet above where they began.
fn hold(player: &mut Player, keys: Keys, ticks: u32) -> i64 {
    let from = player.at().y;
    let mut highest = 0;
    for _ in 0..ticks {
        player.world.tick_moved_by(|world| *world.keys() = keys);
        highest = highest.max(player.at().y - from);
    }
    highest
}

fn east() -> Keys {
    Keys { heading: EAST, ..Keys::default() }
}

/// Builds the same state across the whole floor, two blocks east of the body.
fn across(player: &mut Player, text: &str) {
    let feet = player.feet();
    for z in -4..=4 {
        player.set(feet.offset(2, 0, z), text);
    }
}

fn go(to: BlockPos) -> Action {
    Action::GoTo { to, within: 0, terrain: Terrain::Walk }
}

#[test]
fn a_walking_body_steps_onto_what_is_low_and_stops_at_what_is_high() {
    for (text, passes, height) in [
        ("air", true, 0),
        ("oak_slab[type=bottom]", true, 500_000),
        ("oak_slab[type=top]", false, 0),
        ("oak_stairs[facing=east]", true, MICRO),
        ("oak_stairs[facing=west]", false, 0),
        ("white_carpet", true, 62_500),
        ("snow[layers=5]", true, 500_000),
        ("snow[layers=8]", false, 0),
        ("oak_trapdoor[half=bottom]", true, 187_500),
        ("stone", false, 0),
        ("oak_fence[north=true,south=true]", false, 0),
        ("cobblestone_wall[north=low,south=low]", false, 0),
        ("glass_pane[north=true,south=true]", false, 0),
        ("oak_fence_gate[facing=east]", false, 0),
        ("oak_fence_gate[facing=east,open=true]", true, 0),
    ] {
        let mut player = Player::on_a_floor(1);
        let feet = player.feet();
        across(&mut player, text);
        let highest = hold(&mut player, east(), 30);
        assert_eq!((player.feet().x > feet.x + 3, highest), (passes, height), "{text}");
    }
}

#[test]
fn a_jump_leads_onto_a_block_and_over_no_fence() {
    for (text, passes) in [
        ("stone", true),
        ("oak_slab[type=top]", true),
        ("oak_fence[north=true,south=true]", false),
        ("cobblestone_wall[north=low,south=low]", false),
        ("oak_fence_gate[facing=east]", false),
    ] {
        let mut player = Player::on_a_floor(1);
        let feet = player.feet();
        across(&mut player, text);
        hold(&mut player, Keys { jump: true, ..east() }, 40);
        assert_eq!(player.feet().x > feet.x + 3, passes, "{text}");
    }
}

/// A wall three blocks east, with ladders on its west side from the floor up.
fn with_a_ladder(height: i32) -> Player {
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    for (y, z) in (0..height).flat_map(|y| (-4..=4).map(move |z| (y, z))) {
        player.set(feet.offset(3, y, z), "stone");
    }
    for y in 0..height {
        player.set(feet.offset(2, y, 0), "ladder[facing=west]");
    }
    player
}

#[test]
fn a_body_climbs_a_ladder_holds_on_to_it_and_sinks_slowly() {
    let mut player = with_a_ladder(6);
    let health = player.world.body().health_milli;
    let highest = hold(&mut player, east(), 45);
    assert!((2 * MICRO..5 * MICRO).contains(&highest), "it rises 2.35 blocks a second: {highest}");
    let there = player.at().y;
    hold(&mut player, Keys { sneak: true, ..Keys::default() }, 20);
    assert!((player.at().y - there).abs() < 200_000, "sneaking holds it: {}", player.at().y - there);
    let there = player.at().y;
    hold(&mut player, Keys::default(), 10);
    assert!((MICRO..=1_500_000).contains(&(there - player.at().y)), "{}", there - player.at().y);
    hold(&mut player, Keys::default(), 40);
    assert_eq!((player.world.body().on_ground, player.world.body().health_milli), (true, health));
}

#[test]
fn a_sneaking_body_stays_on_the_edge_from_which_a_walking_one_falls() {
    for sneak in [true, false] {
        let mut player = Player::on_a_floor(1);
        let feet = player.feet();
        player.world.move_body(feet.offset(13, 0, 0));
        hold(&mut player, Keys { sneak, ..east() }, 60);
        assert_eq!(player.world.body().on_ground && player.feet().y == feet.y, sneak, "sneaking: {sneak}");
    }
}

#[test]
fn scaffolding_carries_lets_climb_and_lets_a_sneaking_body_sink() {
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    for y in 0..3 {
        player.set(feet.offset(2, y, 0), "scaffolding[distance=0]");
    }
    player.world.move_body(feet.offset(2, 3, 0));
    hold(&mut player, Keys::default(), 10);
    assert_eq!(player.feet(), feet.offset(2, 3, 0), "it stands on top");
    hold(&mut player, Keys { sneak: true, ..Keys::default() }, 30);
    assert_eq!(player.feet(), feet.offset(2, 0, 0), "it sinks");
    hold(&mut player, Keys { jump: true, ..Keys::default() }, 40);
    assert_eq!(player.feet(), feet.offset(2, 3, 0), "and climbs up again");
}

#[test]
fn what_loses_its_support_drops_by_the_rules_of_its_kind() {
    for (held, by, (x, y, z), dropped) in [
        ("torch", "stone", (0, -1, 0), "torch"),
        ("wall_torch[facing=west]", "stone", (1, 0, 0), "torch"),
        ("ladder[facing=west]", "stone", (1, 0, 0), "ladder"),
        ("lantern[hanging=true]", "stone", (0, 1, 0), "lantern"),
        ("white_carpet", "oak_slab[type=bottom]", (0, -1, 0), "white_carpet"),
        ("rail", "stone", (0, -1, 0), "rail"),
        ("oak_sign", "stone", (0, -1, 0), "oak_sign"),
        ("oak_wall_sign[facing=west]", "stone", (1, 0, 0), "oak_sign"),
        ("oak_pressure_plate", "oak_fence", (0, -1, 0), "oak_pressure_plate"),
        ("oak_sapling", "dirt", (0, -1, 0), "oak_sapling"),
        ("scaffolding[distance=0]", "stone", (0, -1, 0), "scaffolding"),
    ] {
        let mut player = Player::on_a_floor(1);
        let at = player.feet().offset(4, 1, 0);
        player.set(at.offset(x, y, z), by);
        player.set(at, held);
        player.world.advance(5);
        assert_ne!(player.state(at), "air", "{held} stays while {by} is there");
        player.set(at.offset(x, y, z), "air");
        player.world.advance(5);
        let drops = player.world.drops().iter().filter(|drop| drop.stack.item == item(dropped)).count();
        assert_eq!((player.state(at).as_str(), drops), ("air", 1), "{held}");
    }
}

#[test]
fn neighbours_join_and_part_as_blocks_come_and_go() {
    let mut player = Player::on_a_floor(1);
    let at = player.feet().offset(4, 0, 0);
    let beside = at.offset(1, 0, 0);
    for (held, next, joined) in [
        ("oak_fence", "oak_fence", "oak_fence[east=true]"),
        ("oak_fence", "stone", "oak_fence[east=true]"),
        ("glass_pane", "stone", "glass_pane[east=true]"),
        ("oak_stairs[facing=east]", "oak_stairs[facing=north]", "oak_stairs[facing=east,shape=outer_left]"),
    ] {
        player.set(at, held);
        player.set(beside, next);
        let shown = |text: &str| gamedata::states::shown(gamedata::states::parse(text).unwrap()).to_string();
        assert_eq!(player.state(at), shown(joined), "{held} beside {next}");
        player.set(beside, "air");
        assert_eq!(player.state(at), shown(held), "{held} alone");
    }
    player.set(at, "grass_block");
    player.set(at.offset(0, 1, 0), "snow");
    assert_eq!(player.state(at), "grass_block[snowy=true]");
}

#[test]
fn what_stands_in_water_leaves_it_and_two_slabs_drop_two() {
    let mut player = Player::on_a_floor(1);
    let at = player.feet().offset(2, 0, 0);
    for (x, z) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        player.set(at.offset(x, 0, z), "stone");
    }
    player.give("wooden_axe", 1);
    player.give("bucket", 1);
    player.set(at, "oak_slab[type=bottom,waterlogged=true]");
    player.must(Action::Use { item: item("bucket"), at });
    assert_eq!(
        (player.state(at).as_str(), player.count("water_bucket")),
        ("oak_slab[type=bottom,waterlogged=false]", 1)
    );
    player.must(Action::Use { item: item("water_bucket"), at });
    assert_eq!(player.state(at), "oak_slab[type=bottom,waterlogged=true]");
    player.must(Action::Dig { at });
    assert_eq!(player.state(at), "water[level=0]");

    player.set(at, "oak_slab[type=double]");
    player.must(Action::Dig { at });
    player.world.advance(60);
    let lying: u32 = player.world.drops().iter().map(|drop| u32::from(drop.stack.count)).sum();
    assert_eq!((player.state(at).as_str(), player.count("oak_slab") + lying), ("air", 3));
}

#[test]
fn water_flows_out_of_a_fence_and_not_through_the_back_of_stairs() {
    let mut player = Player::on_a_floor(1);
    let at = player.feet().offset(-6, 0, 0);
    player.set(at, "oak_fence[waterlogged=true]");
    player.world.advance(20);
    assert_eq!(player.state(at.offset(1, 0, 0)), "water[level=1]");
    let at = player.feet().offset(6, 0, 0);
    player.set(at, "oak_stairs[facing=east,waterlogged=true]");
    player.world.advance(6);
    assert_eq!(player.state(at.offset(1, 0, 0)), "air", "the back is closed");
    assert_eq!(player.state(at.offset(-1, 0, 0)), "water[level=1]");
}

#[test]
fn a_path_leads_over_slabs_and_carpets_and_up_stairs() {
    for text in ["oak_slab[type=bottom]", "white_carpet", "oak_stairs[facing=east]", "snow[layers=4]", "red_bed"] {
        let mut player = Player::on_a_floor(1);
        let to = player.feet().offset(9, 0, 1);
        across(&mut player, text);
        player.must(go(to));
        assert_eq!(player.feet(), to, "{text}");
    }
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    for (x, z) in (0..4).flat_map(|x| (-4..=4).map(move |z| (x, z))) {
        for y in 0..x {
            player.set(feet.offset(x + 2, y, z), "stone");
        }
        player.set(feet.offset(x + 2, x, z), "oak_stairs[facing=east]");
    }
    let to = feet.offset(5, 4, 0);
    player.must(go(to));
    assert_eq!(player.feet(), to, "up four stairs");
}

#[test]
fn a_path_leads_onto_a_slab_and_ends_there() {
    let mut player = Player::on_a_floor(1);
    let to = player.feet().offset(5, 0, 1);
    player.set(to, "oak_slab[type=bottom]");
    player.must(go(to));
    assert_eq!((player.feet(), player.at().y), (to, i64::from(to.y) * MICRO + MICRO / 2));
}

#[test]
fn a_path_leads_up_a_ladder_and_down_again() {
    let mut player = with_a_ladder(5);
    let (below, above) = (player.feet(), player.feet().offset(3, 5, 0));
    player.must(go(above));
    assert_eq!(player.feet(), above);
    player.must(go(below));
    assert_eq!(player.feet(), below);
    assert_eq!(player.world.body().health_milli, 20_000, "it did not jump down");
}

#[test]
fn no_path_leads_over_a_fence_and_one_leads_through_its_gate() {
    let mut player = Player::on_a_floor(1);
    let (feet, to) = (player.feet(), player.feet().offset(9, 0, 0));
    across(&mut player, "oak_fence[north=true,south=true]");
    assert_eq!(player.end(go(to)), End::Failed(Failure::NoPath));
    player.set(feet.offset(2, 0, -3), "oak_fence_gate[facing=east]");
    player.must(go(to));
    assert_eq!(player.feet(), to);
}

#[test]
fn a_path_leads_over_farmland_as_over_any_ground() {
    let mut player = Player::on_a_floor(1);
    let to = player.feet().offset(9, 0, 0);
    for (x, z) in (1..=12).flat_map(|x| (-4..=4).map(move |z| (x, z))) {
        player.set(player.feet().offset(x, -1, z), "farmland[moisture=7]");
    }
    player.must(go(to));
    assert_eq!(player.feet(), to);
    assert_eq!(player.at().y, i64::from(to.y) * MICRO - MICRO / 16);
}
