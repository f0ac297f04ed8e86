//! Block updates: what blocks do without a player.

mod common;
mod floor;

use common::{Player, item};
use vocab::BlockPos;

fn name(player: &Player, at: BlockPos) -> &'static str {
    gamedata::blocks::get(player.world.grid().block(at).unwrap()).name
}

fn lying(player: &Player, what: &str) -> u32 {
    let drops = player.world.drops().iter().filter(|drop| drop.stack.item == item(what));
    drops.map(|drop| u32::from(drop.stack.count)).sum()
}

#[test]
fn sand_falls_without_a_floor_and_breaks_on_a_torch() {
    let mut player = floor::wide(1);
    let at = player.feet().offset(5, 0, 5);
    player.set(at, "dirt");
    player.set(at.offset(0, 1, 0), "sand");
    player.set(at.offset(0, 2, 0), "gravel");
    player.world.advance(20);
    assert_eq!(name(&player, at.offset(0, 2, 0)), "gravel");
    player.set(at, "air");
    player.world.advance(20);
    assert_eq!(
        [name(&player, at), name(&player, at.offset(0, 1, 0)), name(&player, at.offset(0, 2, 0))],
        ["sand", "gravel", "air"]
    );

    let torch = at.offset(3, 0, 0);
    player.set(torch, "torch");
    player.set(torch.offset(0, 3, 0), "sand");
    player.world.advance(30);
    assert_eq!(name(&player, torch), "torch");
    assert_eq!(lying(&player, "sand"), 1);
}

#[test]
fn sand_does_not_fall_into_a_body() {
    let mut player = floor::wide(1);
    let head = player.feet().offset(0, 1, 0);
    player.set(head.offset(0, 2, 0), "sand");
    player.world.advance(100);
    assert_eq!(name(&player, head), "air");
    assert_eq!(name(&player, head.offset(0, 1, 0)), "sand", "it rests on the head");
}

#[test]
fn a_torch_without_support_drops() {
    let mut player = floor::wide(2);
    let at = player.feet().offset(4, 0, 4);
    player.set(at, "torch");
    assert_eq!(player.world.light(at).1, 14);
    player.set(at.offset(0, -1, 0), "air");
    player.world.advance(3);
    assert_eq!((name(&player, at), player.world.light(at).1, lying(&player, "torch")), ("air", 0, 1));
}

#[test]
fn wiki_water_flows_7_blocks_lava_flows_3_and_both_dry_up() {
    for (liquid, reach) in [("water", 7), ("lava", 3)] {
        let mut player = floor::wide(3);
        let source = player.feet().offset(5, 0, 5);
        player.world.move_body(player.feet().offset(-12, 0, -12));
        player.set(source, liquid);
        player.world.advance(600);
        for dx in 1..=9 {
            let expected = if dx <= reach { liquid } else { "air" };
            assert_eq!(name(&player, source.offset(-dx, 0, 0)), expected, "{liquid} at {dx}");
        }
        player.set(source, "air");
        player.world.advance(1_200);
        for dx in 0..=9 {
            assert_eq!(name(&player, source.offset(-dx, 0, 0)), "air", "{liquid} at {dx} dries up");
        }
    }
}

#[test]
fn two_water_sources_make_a_third_and_water_turns_lava_to_obsidian() {
    let mut player = floor::wide(4);
    let at = player.feet().offset(6, 0, 6);
    for (dx, dz) in [(-2, 0), (2, 0), (-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)] {
        player.set(at.offset(dx, 0, dz), "stone");
    }
    player.set(at.offset(-1, 0, 0), "water");
    player.set(at.offset(1, 0, 0), "water");
    player.world.advance(40);
    assert_eq!(player.state(at), "water[level=0]");

    let lava = player.feet().offset(-6, 0, -6);
    player.set(lava, "lava");
    player.set(lava.offset(0, 1, 0), "water");
    player.world.advance(60);
    assert_eq!(name(&player, lava), "obsidian");
}

#[test]
fn wheat_grows_on_wet_farmland_in_light_and_not_in_the_dark() {
    let mut player = floor::wide(5);
    player.world.skip_to(14_000);
    let feet = player.feet();
    player.set(feet.offset(8, -1, 8), "water");
    let rows: Vec<BlockPos> = (4..=7).map(|dx| feet.offset(dx, 0, 8)).collect();
    for at in &rows {
        player.set(at.offset(0, -1, 0), "farmland");
        player.set(*at, "wheat");
    }
    player.world.advance(8_000);
    let grown = |player: &Player| -> Vec<String> { rows.iter().map(|at| player.state(*at)).collect() };
    assert_eq!(grown(&player), ["wheat[age=0]"; 4], "nothing grows at night");
    assert_eq!(player.state(rows[0].offset(0, -1, 0)), "farmland[moisture=7]");
    for _ in 0..9 {
        player.world.skip_to(0);
        player.world.advance(10_000);
    }
    assert_eq!(grown(&player), ["wheat[age=7]"; 4]);
}

#[test]
fn dry_farmland_without_a_crop_turns_back_to_dirt() {
    let mut player = floor::wide(6);
    let at = player.feet().offset(7, -1, 7);
    player.set(at, "farmland[moisture=3]");
    player.world.advance(40_000);
    assert_eq!(name(&player, at), "dirt");
}

#[test]
fn leaves_decay_without_a_log_and_stay_with_one() {
    let mut player = floor::wide(7);
    let foot = player.feet().offset(6, 0, 6);
    let crown: Vec<BlockPos> = (-1..=1).flat_map(|dx| (-1..=1).map(move |dz| foot.offset(dx, 3, dz))).collect();
    for up in 0..3 {
        player.set(foot.offset(0, up, 0), "oak_log");
    }
    for at in &crown {
        player.set(*at, "oak_leaves");
    }
    player.set(foot, "air");
    player.world.advance(1_500);
    assert!(crown.iter().all(|at| name(&player, *at) == "oak_leaves"), "two logs still hold them");
    for up in 1..3 {
        player.set(foot.offset(0, up, 0), "air");
    }
    player.world.advance(1_500);
    assert!(crown.iter().all(|at| name(&player, *at) == "air"));
}

#[test]
fn a_sapling_grows_into_a_tree() {
    let mut player = floor::wide(8);
    let at = player.feet().offset(-7, 0, -7);
    player.set(at.offset(0, -1, 0), "dirt");
    player.set(at, "oak_sapling");
    for _ in 0..12 {
        player.world.skip_to(0);
        player.world.advance(10_000);
        if name(&player, at) == "oak_log" {
            assert_eq!(name(&player, at.offset(0, 3, 0)), "oak_log");
            return;
        }
    }
    panic!("no tree after ten days of light");
}

#[test]
fn dropped_items_fall_merge_and_despawn_after_five_minutes() {
    use vocab::item::Stack;
    use world::space::Place;
    let mut player = floor::wide(9);
    let at = player.feet().offset(8, 4, 8);
    for _ in 0..2 {
        player.world.drop_stack(Place::inside(at), Place::ZERO, Stack { item: item("dirt"), count: 3, wear: 0 });
    }
    player.world.advance(60);
    let drops: Vec<_> = player.world.drops().iter().collect();
    assert_eq!((drops.len(), drops[0].stack.count, drops[0].at.block().y), (1, 6, player.feet().y));
    player.world.advance(5_930);
    assert_eq!(player.world.drops().len(), 1);
    player.world.advance(20);
    assert!(player.world.drops().is_empty());
}

#[test]
fn a_door_without_a_floor_drops_exactly_one_door() {
    let mut player = floor::wide(10);
    let at = player.feet().offset(5, 0, -5);
    player.set(at, "oak_door");
    player.set(at.offset(0, 1, 0), "oak_door[half=upper]");
    player.world.advance(5);
    assert_eq!(name(&player, at), "oak_door");
    player.set(at.offset(0, -1, 0), "air");
    player.world.advance(5);
    assert_eq!([name(&player, at), name(&player, at.offset(0, 1, 0))], ["air", "air"]);
    assert_eq!(lying(&player, "oak_door"), 1);
}
