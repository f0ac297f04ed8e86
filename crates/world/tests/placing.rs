//! What clicks place: the states that the game gives them, and the refusals.

mod common;

use clicks::{Click, Look, Side};
use common::{Player, item};
use vocab::outcome::Refusal;
use vocab::{Action, BlockPos};

/// The body looks east and a little down.
fn east() -> Look {
    Look::new(270_000, 30_000)
}

const MIDDLE: u32 = 500_000;

/// One click: the item, the clicked cell as seen from the feet, its face, and how high on it.
struct Hand {
    item: &'static str,
    clicked: (i32, i32, i32),
    face: Side,
    height: u32,
    sneaking: bool,
}

fn hand(item: &'static str, clicked: (i32, i32, i32), face: Side) -> Hand {
    let height = if face == Side::Up { 1_000_000 } else { MIDDLE };
    Hand { item, clicked, face, height, sneaking: false }
}

/// A body on a floor of stone with a wall three blocks to the east.
fn at_a_wall() -> Player {
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    for (y, z) in (0..3).flat_map(|y| (-1..=1).map(move |z| (y, z))) {
        player.set(feet.offset(3, y, z), "stone");
    }
    player
}

fn cell(player: &Player, (x, y, z): (i32, i32, i32)) -> BlockPos {
    player.feet().offset(x, y, z)
}

fn click(player: &mut Player, hand: &Hand) -> Result<(), Refusal> {
    let across = match hand.face {
        Side::West => [0, hand.height, MIDDLE],
        Side::East => [1_000_000, hand.height, MIDDLE],
        Side::North => [MIDDLE, hand.height, 0],
        Side::South => [MIDDLE, hand.height, 1_000_000],
        Side::Up | Side::Down => [MIDDLE, hand.height, MIDDLE],
    };
    let clicked = cell(player, hand.clicked);
    let click = Click { item: item(hand.item), face: hand.face, cursor: across, look: east(), sneaking: hand.sneaking };
    player.world.click_on(clicked, &click)
}

/// Clicks in a fresh scene, and compares what then is in some cells with the beginnings of states.
fn check(hand: &Hand, expected: &[((i32, i32, i32), &str)]) {
    let mut player = at_a_wall();
    player.give(hand.item, 1);
    assert_eq!(click(&mut player, hand), Ok(()), "{} on {:?}", hand.item, hand.face);
    assert_eq!(player.count(hand.item), 0, "{} is spent", hand.item);
    player.world.advance(5);
    for (at, state) in expected {
        let found = player.state(cell(&player, *at));
        let expected = gamedata::states::shown(gamedata::states::parse(state).unwrap()).to_string();
        assert_eq!(found, expected, "{} at {at:?}", hand.item);
    }
}

#[test]
fn a_click_on_the_floor_places_what_the_game_would() {
    for (item, state) in [
        ("oak_stairs", "oak_stairs[facing=east,half=bottom]"),
        ("oak_slab", "oak_slab[type=bottom]"),
        ("oak_log", "oak_log[axis=y]"),
        ("furnace", "furnace[facing=west]"),
        ("chest", "chest[facing=west]"),
        ("torch", "torch"),
        ("lantern", "lantern[hanging=false]"),
        ("oak_trapdoor", "oak_trapdoor[facing=west,half=bottom]"),
        ("oak_fence_gate", "oak_fence_gate[facing=east]"),
        ("oak_fence", "oak_fence[east=true]"),
        ("oak_leaves", "oak_leaves[persistent=true]"),
        ("white_carpet", "white_carpet"),
        ("rail", "rail[shape=east_west]"),
        ("oak_sign", "oak_sign[rotation=4]"),
        ("scaffolding", "scaffolding[distance=0]"),
    ] {
        check(&hand(item, (2, -1, 0), Side::Up), &[((2, 0, 0), state)]);
    }
}

#[test]
fn doors_and_beds_take_two_cells() {
    let lower = ((2, 0, 0), "oak_door[facing=east,half=lower,hinge=left]");
    check(
        &hand("oak_door", (2, -1, 0), Side::Up),
        &[lower, ((2, 1, 0), "oak_door[facing=east,half=upper,hinge=left]")],
    );
    let foot = ((1, 0, 0), "red_bed[facing=east,part=foot]");
    check(&hand("red_bed", (1, -1, 0), Side::Up), &[foot, ((2, 0, 0), "red_bed[facing=east,part=head]")]);
}

#[test]
fn a_click_on_a_wall_places_what_the_game_would() {
    for (item, height, state) in [
        ("torch", MIDDLE, "wall_torch[facing=west]"),
        ("ladder", MIDDLE, "ladder[facing=west]"),
        ("oak_sign", MIDDLE, "oak_wall_sign[facing=west]"),
        ("oak_log", MIDDLE, "oak_log[axis=x]"),
        ("oak_stairs", 800_000, "oak_stairs[facing=east,half=top]"),
        ("oak_stairs", 200_000, "oak_stairs[facing=east,half=bottom]"),
        ("oak_slab", 800_000, "oak_slab[type=top]"),
        ("oak_slab", 200_000, "oak_slab[type=bottom]"),
        ("oak_trapdoor", 800_000, "oak_trapdoor[facing=west,half=top]"),
        ("lever", MIDDLE, "lever[face=wall,facing=west]"),
    ] {
        let hand = Hand { height, ..hand(item, (3, 1, 0), Side::West) };
        check(&hand, &[((2, 1, 0), state)]);
    }
}

#[test]
fn neighbours_change_with_what_is_placed() {
    let mut player = at_a_wall();
    player.give("oak_fence", 2);
    for x in [2, 1] {
        assert_eq!(click(&mut player, &hand("oak_fence", (x, -1, 0), Side::Up)), Ok(()));
    }
    let at = cell(&player, (2, 0, 0));
    assert_eq!(player.state(at), "oak_fence[east=true,north=false,south=false,waterlogged=false,west=true]");
}

#[test]
fn a_click_that_places_nothing_is_refused_by_name_and_spends_nothing() {
    let mut player = at_a_wall();
    player.set(cell(&player, (2, 0, 2)), "chest");
    player.set(cell(&player, (4, 0, 0)), "stone");
    for item in ["stone", "ladder", "command_block", "water_bucket"] {
        player.give(item, 1);
    }
    for (hand, refusal) in [
        (hand("stone", (3, 1, 0), Side::East), Refusal::OutOfSight), // it is turned away
        (hand("stone", (4, 0, 0), Side::West), Refusal::OutOfSight), // the wall is before it
        (hand("stone", (8, -1, 0), Side::Up), Refusal::OutOfReach),
        (hand("stone", (0, -1, 0), Side::Up), Refusal::Occupied), // the body stands there
        (hand("stone", (2, 0, 2), Side::Up), Refusal::Opens),
        (hand("stone", (2, 3, 0), Side::Up), Refusal::BadRequest), // there is nothing
        (hand("ladder", (1, -1, 2), Side::Up), Refusal::NoSupport),
        (hand("command_block", (2, -1, 0), Side::Up), Refusal::NotPlaceable),
        (hand("water_bucket", (2, -1, 0), Side::Up), Refusal::BadRequest),
        (hand("oak_door", (2, -1, 0), Side::Up), Refusal::MissingItem),
        (Hand { height: 1_000_001, ..hand("stone", (3, 1, 0), Side::West) }, Refusal::BadRequest),
    ] {
        let before = player.world.digest();
        assert_eq!(click(&mut player, &hand), Err(refusal), "{} on {:?} {:?}", hand.item, hand.clicked, hand.face);
        assert_eq!(player.world.digest(), before, "{} changes nothing", hand.item);
    }
    let sneaking = Hand { sneaking: true, ..hand("stone", (2, 0, 2), Side::Up) };
    assert_eq!(click(&mut player, &sneaking), Ok(()));
    assert_eq!(player.state(cell(&player, (2, 1, 2))), "stone");
}

#[test]
fn a_second_slab_fills_its_cell_and_a_second_layer_of_snow_lies_on_the_first() {
    let mut player = at_a_wall();
    player.give("oak_slab", 2);
    player.give("snow", 3);
    let on_slab = Hand { height: MIDDLE, ..hand("oak_slab", (2, 0, 0), Side::Up) };
    assert_eq!(click(&mut player, &hand("oak_slab", (2, -1, 0), Side::Up)), Ok(()));
    assert_eq!(click(&mut player, &on_slab), Ok(()));
    assert_eq!(player.state(cell(&player, (2, 0, 0))), "oak_slab[type=double,waterlogged=false]");
    let layer = |height| Hand { height, ..hand("snow", (1, 0, 1), Side::Up) };
    assert_eq!(click(&mut player, &hand("snow", (1, -1, 1), Side::Up)), Ok(()));
    assert_eq!(click(&mut player, &layer(125_000)), Ok(()));
    assert_eq!(player.state(cell(&player, (1, 0, 1))), "snow[layers=2]");
}

#[test]
fn a_body_that_picks_the_face_itself_places_the_state_that_fits() {
    let mut player = at_a_wall();
    player.set(cell(&player, (2, 0, 2)), "chest");
    for (item, at, state) in [
        ("torch", (2, 2, 0), "wall_torch[facing=west]"),
        ("torch", (2, 0, 0), "torch"),
        ("oak_slab", (1, 0, 0), "oak_slab[type=bottom,waterlogged=false]"),
        ("stone", (2, 1, 2), "stone"), // it sneaks, so that the chest below stays shut
    ] {
        player.give(item, 1);
        let at = cell(&player, at);
        player.must(Action::Place { item: common::item(item), at });
        assert_eq!(player.state(at), state, "{item}");
    }
}
