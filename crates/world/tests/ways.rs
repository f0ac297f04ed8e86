//! Paths that a body finds: through doors and water, over gaps, through rock, around dangers.

mod common;

use common::{Player, block, item};
use vocab::action::Terrain;
use vocab::outcome::{End, Failure};
use vocab::{Action, BlockPos, Danger};
use world::World;
use world::mobs::Kind;
use world::space::{MICRO, Place};
use world::state::Cell;

fn go(to: BlockPos, terrain: Terrain) -> Action {
    Action::GoTo { to, within: 0, terrain }
}

/// Builds a wall across the whole floor, five blocks east of the body.
fn wall(player: &mut Player, name: &str, height: i32) -> i32 {
    let feet = player.feet();
    for z in -4..=4 {
        for y in 0..height {
            player.set(feet.offset(5, y, z), name);
        }
    }
    feet.x + 5
}

#[test]
fn a_closed_door_is_opened_and_closed_again_behind_the_body() {
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    wall(&mut player, "bedrock", 3);
    let door = feet.offset(5, 0, 0);
    for y in 0..2 {
        player.set(door.offset(0, y, 0), "air");
    }
    player.give("oak_door", 1);
    player.must(go(feet.offset(3, 0, 0), Terrain::Walk));
    player.must(Action::Place { item: item("oak_door"), at: door });
    player.must(go(feet.offset(9, 0, 0), Terrain::Walk));
    assert_eq!(player.world.grid().block(door), Some(block("oak_door")));
    assert_eq!(player.world.grid().cell(door).map(Cell::is_open), Some(false), "closed behind");
}

#[test]
fn a_wall_of_two_blocks_stops_a_walker_but_not_a_digger() {
    let mut player = Player::on_a_floor(1);
    let to = player.feet().offset(9, 0, 0);
    wall(&mut player, "dirt", 3);
    assert_eq!(player.end(go(to, Terrain::Walk)), End::Failed(Failure::NoPath));
    let outcome = player.must(go(to, Terrain::Dig));
    assert!((1..=4).contains(&outcome.receipt.blocks.len()), "two blocks are enough: {outcome:?}");
    assert_eq!(player.feet(), to);
}

#[test]
fn bedrock_stops_a_digger_and_the_search_ends() {
    let mut player = Player::on_a_floor(1);
    let to = player.feet().offset(9, 0, 0);
    wall(&mut player, "bedrock", 3);
    let begin = player.world.now();
    let outcome = player.run(go(to, Terrain::Dig));
    assert!(matches!(outcome.end, End::Failed(Failure::NoPath | Failure::Stuck)), "{outcome:?}");
    assert!(outcome.at.since(begin) < 2_000);
}

#[test]
fn a_body_jumps_up_a_step_and_climbs_a_hill() {
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    for (x, height) in [(3, 1), (4, 2), (5, 3), (6, 2)] {
        for z in -4..=4 {
            for y in 0..height {
                player.set(feet.offset(x, y, z), "stone");
            }
        }
    }
    player.must(go(feet.offset(9, 0, 0), Terrain::Walk));
    assert_eq!(player.world.body().health_milli, 20_000);
}

#[test]
fn a_gap_is_bridged_with_carried_blocks_only_when_allowed() {
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    for x in 4..=6 {
        for z in -4..=4 {
            player.set(feet.offset(x, -1, z), "air");
        }
    }
    let to = feet.offset(9, 0, 0);
    assert!(matches!(player.end(go(to, Terrain::Dig)), End::Failed(_)));
    assert_eq!(player.end(go(to, Terrain::DigAndPlace)), End::Failed(Failure::NoPath), "nothing to bridge with");
    player.give("cobblestone", 5);
    player.must(go(to, Terrain::DigAndPlace));
    assert_eq!((player.feet(), player.count("cobblestone")), (to, 2));
}

/// Builds a shaft around the body, too high to jump out of, with a block on its floor.
fn shaft(player: &mut Player, on_the_floor: &str) -> BlockPos {
    let feet = player.feet();
    for y in 0..6 {
        for (x, z) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            player.set(feet.offset(x, y, z), "bedrock");
        }
    }
    player.set(feet, on_the_floor);
    feet
}

#[test]
fn plants_and_torches_where_a_pillar_begins_are_removed_first() {
    for on_the_floor in ["air", "torch", "dandelion", "short_grass"] {
        let mut player = Player::on_a_floor(1);
        let feet = shaft(&mut player, on_the_floor);
        player.give("cobblestone", 16);
        player.must(go(feet.offset(0, 6, 0), Terrain::DigAndPlace));
        assert_eq!(player.world.grid().block(feet), Some(block("cobblestone")), "{on_the_floor}");
    }
}

#[test]
fn a_torch_where_a_bridge_is_built_is_removed_first() {
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    for z in -4..=4 {
        for x in 3..=5 {
            (1..=8).for_each(|y| player.set(feet.offset(x, -y, z), "air"));
        }
    }
    player.give("torch", 9);
    player.give("cobblestone", 5);
    for z in -4..=4 {
        player.must(go(feet.offset(2, 0, z), Terrain::Walk));
        player.must(Action::Place { item: item("torch"), at: feet.offset(3, -1, z) });
    }
    player.must(go(feet.offset(8, 0, 0), Terrain::DigAndPlace));
    assert_eq!(player.feet(), feet.offset(8, 0, 0));
}

#[test]
fn a_body_builds_a_pillar_to_get_up() {
    let mut player = Player::on_a_floor(1);
    player.give("dirt", 10);
    let to = player.feet().offset(0, 4, 0);
    player.must(go(to, Terrain::DigAndPlace));
    assert_eq!((player.feet(), player.count("dirt")), (to, 6));
}

#[test]
fn a_body_swims_through_water_and_climbs_out() {
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    // A pool four blocks long and two deep, with walls all around.
    for x in 3..=8 {
        for z in -4i32..=4 {
            for y in -3..=-1 {
                let edge = x == 3 || x == 8 || z.abs() == 4 || y == -3;
                player.set(feet.offset(x, y, z), if edge { "stone" } else { "water" });
            }
        }
    }
    let to = feet.offset(10, 0, 0);
    player.must(go(to, Terrain::Walk));
    assert_eq!(player.world.body().health_milli, 20_000);
}

/// The body's deepest single fall, in blocks, on its path down to a pool in a pit nine blocks deep, under the sky
/// or under rock.
fn deepest_fall(roof: &str) -> i32 {
    let mut player = Player::on_a_floor(1);
    let cell = player.feet().offset(0, -30, 0);
    player.bury(cell.offset(0, -10, 0), 10, 16);
    for (x, z) in (4..=6).flat_map(|x| (-1..=1).map(move |z| (x, z))) {
        (-9..=29).for_each(|y| player.set(cell.offset(x, y, z), "air"));
        player.set(cell.offset(x, -9, z), "water");
        player.set(cell.offset(x, 5, z), roof);
    }
    (0..2).for_each(|y| player.set(cell.offset(0, y, 0), "air"));
    player.world.move_body(cell);
    player.world.advance(5);
    player.give("stone_pickaxe", 1);
    let to = cell.offset(5, -9, 0);
    player.begin(Action::GoTo { to, within: 1, terrain: Terrain::Dig });
    let (mut deepest, mut top) = (0, cell.y);
    while player.world.is_busy() {
        player.world.tick();
        let falls = !player.world.body().on_ground && !player.world.body().in_water;
        top = if falls { top } else { player.feet().y };
        deepest = deepest.max(top - player.feet().y);
    }
    assert!(player.feet().distance_squared(to) <= 3, "arrived at {}", player.feet());
    deepest
}

#[test]
fn a_body_dives_into_water_in_daylight_but_not_in_a_cave() {
    assert!(deepest_fall("air") > 6, "the quick way down");
    assert!(deepest_fall("stone") <= 3, "by steps of one's own");
}

#[test]
fn a_path_never_enters_lava_or_digs_it_free() {
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    for z in -4..=4 {
        player.set(feet.offset(4, -1, z), "lava");
        player.set(feet.offset(4, -2, z), "stone");
    }
    player.give("stone_pickaxe", 1);
    let to = feet.offset(9, 0, 0);
    assert!(matches!(player.end(go(to, Terrain::Dig)), End::Failed(_)));
    assert_eq!(player.world.body().health_milli, 20_000);
    player.give("cobblestone", 4);
    player.must(go(to, Terrain::DigAndPlace));
    assert_eq!(player.world.body().health_milli, 20_000);
}

#[test]
fn a_path_avoids_a_believed_creature_even_when_it_is_gone() {
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    let believed = feet.offset(5, 0, 0);
    player.world.beware(&[Danger { at: believed, explodes: false }]);
    player.begin(go(feet.offset(10, 0, 0), Terrain::Walk));
    let mut nearest = u64::MAX;
    for _ in 0..200 {
        player.world.tick();
        nearest = nearest.min(player.feet().distance_squared(believed));
    }
    assert_eq!(player.feet(), feet.offset(10, 0, 0));
    assert!(nearest > 9, "{nearest}: farther than a blow reaches");
}

#[test]
fn a_fleeing_body_runs_around_a_wall() {
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    for z in -4..=4 {
        for y in 0..2 {
            player.set(feet.offset(-3, y, z), "stone");
            player.set(feet.offset(2, y, z), if z < 4 { "stone" } else { "air" });
        }
    }
    let from = Place::on(feet.offset(-1, 0, 0));
    player.must(Action::Flee { from: from.fine(), blocks: 10 });
    assert!(player.at().distance_flat(from) >= 9 * MICRO);
    assert!(player.feet().x > feet.x + 2, "past the wall: {} from {feet}", player.feet());
}

#[test]
fn a_long_walk_over_natural_land_arrives() {
    let mut arrived = 0;
    for seed in 1..=4 {
        let mut world = World::with_view(seed, 5);
        world.set_spawning(false);
        let mut player = Player::new(world);
        player.world.advance(10);
        // Some of the walk's goals are on treetops.
        player.give("dirt", 20);
        let start = player.feet();
        for (dx, dz) in [(24, 0), (0, 24), (-24, -24)] {
            let goal = start.offset(dx, 0, dz);
            let y = player.world.grid().open_from(goal.x, goal.z).unwrap();
            let to = BlockPos { y, ..goal };
            let outcome = player.run(Action::GoTo { to, within: 3, terrain: Terrain::DigAndPlace });
            arrived += u32::from(outcome.end == End::Done);
            assert!(player.world.body().is_alive());
        }
    }
    assert!(arrived >= 11, "{arrived} of 12");
}

#[test]
fn a_search_for_an_unreachable_goal_gives_up_within_its_bound_of_ticks() {
    use skills::path::search::{CELLS_MAX, CELLS_PER_TICK_MAX};
    let mut player = Player::on_a_floor(1);
    // The goal is unreachable, high above the floor: the search must examine everything and give up.
    let to = player.feet().offset(0, 40, 0);
    let begin = player.world.now();
    let outcome = player.run(Action::GoTo { to, within: 1, terrain: Terrain::Walk });
    assert_eq!(outcome.end, End::Failed(Failure::NoPath));
    assert!(outcome.at.since(begin) <= u64::from(CELLS_MAX / CELLS_PER_TICK_MAX) + 20);
}

/// The cells of the body's walk past a stone pen, with or without a creature in it; `told` says whether the body
/// knows of the creature.
fn walk_past_a_pen(creature: Option<Kind>, told: bool) -> Vec<BlockPos> {
    let mut player = Player::on_a_floor(1);
    let (from, to) = (player.feet(), player.feet().offset(9, 0, 0));
    let pen = from.offset(5, 0, 0);
    for (dx, dz) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        player.set(pen.offset(dx, 0, dz), "stone");
        player.set(pen.offset(dx, 1, dz), "stone");
    }
    player.set(pen.offset(0, 2, 0), "stone");
    if let Some(kind) = creature {
        player.world.add_mob(kind, Place::on(pen)).unwrap();
    }
    if told {
        player.world.beware(&[Danger { at: pen, explodes: true }]);
    }
    player.begin(go(to, Terrain::Walk));
    let mut cells: Vec<BlockPos> = (0..400)
        .map(|_| {
            player.world.tick();
            player.feet()
        })
        .collect();
    cells.dedup();
    cells
}

#[test]
fn an_unseen_creature_changes_no_path_and_a_believed_one_does() {
    let free = walk_past_a_pen(None, false);
    assert_eq!(walk_past_a_pen(Some(Kind::Creeper), false), free, "a creeper behind stone that nobody saw");
    let wary = walk_past_a_pen(Some(Kind::Creeper), true);
    let aside = |cells: &[BlockPos]| cells.iter().map(|cell| cell.z.abs_diff(free[0].z)).max();
    assert!(aside(&wary) >= aside(&free).map(|aside| aside + 2), "{wary:?} and {free:?}");
}

/// Makes the body dig past a creeper's den. Returns whether the body gets four blocks farther, and whether the
/// wall of the den stays closed.
fn digs_past_a_den(told: bool) -> (bool, bool) {
    let mut player = Player::on_a_floor(1);
    let cell = player.feet().offset(0, -30, 0);
    player.bury(cell, 8, 8);
    let den = cell.offset(2, 0, 0);
    (0..2).for_each(|y| player.set(den.offset(0, y, 0), "air"));
    player.world.add_mob(Kind::Creeper, Place::on(den));
    if told {
        player.world.beware(&[Danger { at: den, explodes: true }]);
    }
    player.give("iron_pickaxe", 1);
    player.begin(go(cell.offset(4, 0, 0), Terrain::Dig));
    // A creeper that is set free explodes, so the wall is checked in every tick.
    let mut closed = true;
    for _ in 0..600 {
        player.world.tick();
        let wall = (0..2).map(|y| player.world.grid().block(cell.offset(1, y, 0)));
        closed &= wall.eq([Some(block("stone")); 2]);
    }
    (player.feet() == cell.offset(4, 0, 0), closed)
}

#[test]
fn a_path_opens_no_wall_to_a_creature_that_is_believed_behind_it() {
    assert!(!digs_past_a_den(false).1, "nobody knows of the creeper: straight on");
    assert_eq!(digs_past_a_den(true), (true, true), "around its den");
}

#[test]
fn a_long_way_from_underground_leads_over_the_ground_and_a_short_one_through_rock() {
    for (blocks, over_the_ground) in [(64, true), (24, false)] {
        let mut player = Player::new(World::with_view(1, 3));
        player.world.set_spawning(false);
        player.world.clear_mobs();
        player.give("stone_pickaxe", 2);
        let deep = player.feet().offset(0, -10, 0);
        player.bury(deep, 2, 9);
        let to = deep.offset(blocks, 0, 0);
        let id = player.begin(Action::GoTo { to, within: 3, terrain: Terrain::Dig });
        let mut brightest = 0;
        while player.world.is_busy() {
            player.world.tick();
            brightest = brightest.max(player.world.light(player.feet()).0);
        }
        let outcome = player.world.outcomes().iter().find(|outcome| outcome.id == id).cloned().unwrap();
        assert_eq!(outcome.end, End::Done, "{blocks} blocks: {outcome:?}");
        assert_eq!(brightest == 15, over_the_ground, "{blocks} blocks: sky light {brightest}");
    }
}

#[test]
fn a_body_on_the_ground_goes_down_only_near_a_deep_goal() {
    let mut player = Player::new(World::with_view(1, 3));
    player.world.set_spawning(false);
    player.world.clear_mobs();
    player.give("stone_pickaxe", 2);
    let to = player.feet().offset(64, -12, 0);
    let id = player.begin(Action::GoTo { to, within: 3, terrain: Terrain::Dig });
    while player.world.is_busy() {
        player.world.tick();
        let dark = player.world.light(player.feet()).0 == 0;
        let far = player.feet().x.abs_diff(to.x).max(player.feet().z.abs_diff(to.z));
        assert!(!dark || far < 20, "underground at {}, {far} blocks away", player.feet());
    }
    let outcome = player.world.outcomes().iter().find(|outcome| outcome.id == id).cloned().unwrap();
    assert_eq!(outcome.end, End::Done, "{outcome:?}");
}

/// Makes the body walk through dark rock. Returns the ticks spent in the dark, all ticks, and the torches left.
fn dug_in_the_dark(torches: u32, blocks: i32) -> (u32, u32, u32) {
    let mut player = Player::on_a_floor(1);
    let cell = player.feet().offset(0, -30, 0);
    player.bury(cell, blocks + 4, 30);
    assert_eq!(player.world.light(cell.offset(0, 1, 0)), (0, 0), "dark to begin with");
    player.give("stone_pickaxe", 1);
    player.give("torch", torches);
    player.begin(go(cell.offset(blocks, 0, 0), Terrain::Dig));
    let (mut dark, mut all) = (0, 0);
    while player.world.is_busy() {
        player.world.tick();
        let (sky, block) = player.world.light(player.feet().offset(0, 1, 0));
        // A cell is lit by a torch only after the body has left it, so the limit is one below the light level at which
        // the body places torches.
        dark += u32::from(sky.max(block) < 7);
        all += 1;
    }
    assert_eq!(player.feet(), cell.offset(blocks, 0, 0));
    (dark, all, player.count("torch"))
}

#[test]
fn a_dark_path_is_lit_while_torches_can_be_spared() {
    let (dark, all, left) = dug_in_the_dark(16, 24);
    assert!(dark * 8 < all, "{dark} of {all} ticks, most of them before the first step");
    assert!((11..=13).contains(&left), "one for each seven or eight blocks, {left} are left");
    let (dark, all, left) = dug_in_the_dark(4, 24);
    assert_eq!((dark, left), (all, 4), "the last four are kept");
}

#[test]
fn no_torch_is_placed_on_a_path_in_daylight() {
    let mut player = Player::on_a_floor(1);
    player.give("torch", 16);
    player.must(go(player.feet().offset(9, 0, 0), Terrain::Walk));
    assert_eq!(player.count("torch"), 16);
}

/// Whether a body that may dig goes through a cave beside it, which is lit or dark, rather than through two blocks of rock.
fn goes_through_a_cave(lit: bool) -> bool {
    let mut player = Player::on_a_floor(4);
    let feet = player.feet();
    // Rock all around, a wall of rock two blocks thick to the east, and a hall to the south that leads around it.
    for (x, z) in (-3..=12).flat_map(|x| (-2..=9).map(move |z| (x, z))) {
        for y in -1..5 {
            let hall = (2..=8).contains(&z) && (-2..=11).contains(&x) && (0..3).contains(&y);
            let ends = (-1..2).contains(&z) && (0..2).contains(&y) && !(2..=4).contains(&x) && (-2..=11).contains(&x);
            player.set(feet.offset(x, y, z), if hall || ends { "air" } else { "stone" });
        }
    }
    if lit {
        for x in [-2, 2, 6, 10] {
            player.set(feet.offset(x, 0, 5), "torch");
        }
    }
    player.give("iron_pickaxe", 1);
    player.world.advance(5);
    player.must(go(feet.offset(8, 0, 0), Terrain::Dig)).receipt.blocks.is_empty()
}

#[test]
fn a_body_that_may_dig_prefers_rock_to_a_dark_cave() {
    assert!(goes_through_a_cave(true), "the lit way is longer but needs no digging");
    assert!(!goes_through_a_cave(false));
}

#[test]
fn a_body_on_an_edge_steps_back_before_it_walks_or_walls_itself_in() {
    for wall in [false, true] {
        let mut player = Player::on_a_floor(1);
        player.give("cobblestone", 32);
        let feet = player.feet();
        for z in -4..=4 {
            player.set(feet.offset(3, -1, z), "air");
        }
        // The body's middle is above the gap, its side still on the floor.
        let edge = Place::on(feet.offset(2, 0, 0));
        player.world.move_body_exactly(Place::new(edge.x + MICRO * 7 / 10, edge.y, edge.z));
        player.world.advance(2);
        assert_eq!((player.feet(), player.world.body().on_ground), (feet.offset(3, 0, 0), true));
        if wall {
            player.must(Action::WallIn { from: Place::on(feet).fine() });
        } else {
            player.end(go(feet.offset(9, 0, 0), Terrain::Walk));
        }
        assert_eq!(player.feet().y, feet.y, "it did not fall");
    }
}

#[test]
fn a_body_in_the_middle_of_a_lava_pool_swims_to_the_shore() {
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    // A pool of three by three blocks, one deep, in a floor two deep.
    for (x, z) in (-4..=4).flat_map(|x| (-4..=4).map(move |z| (x, z))) {
        let pool = i32::abs(x) <= 1 && i32::abs(z) <= 1;
        player.set(feet.offset(x, -2, z), "stone");
        player.set(feet.offset(x, -1, z), if pool { "lava" } else { "stone" });
    }
    player.world.move_body(feet.offset(0, -1, 0));
    player.world.advance(2);
    assert!(player.world.senses().vitals.is_some_and(|vitals| vitals.in_lava));
    player.begin(Action::Flee { from: Place::on(feet).fine(), blocks: 6 });
    let mut ticks = 0;
    while player.world.senses().vitals.is_some_and(|vitals| vitals.in_lava) || !player.world.body().on_ground {
        player.world.tick();
        ticks += 1;
        assert!(ticks < 50, "four half hearts every half second: it has 50 ticks");
    }
    assert_eq!(player.feet().y, feet.y, "it stands on the shore");
}

#[test]
fn a_body_in_a_flooded_shaft_digs_through_its_roof_before_its_air_is_gone() {
    let mut player = Player::on_a_floor(1);
    let cell = player.feet();
    player.bury(cell, 4, 12);
    player.give("stone_pickaxe", 1);
    player.set(cell, "water");
    player.set(cell.offset(0, 1, 0), "water");
    player.world.advance(180);
    player.must(Action::GoTo { to: cell.offset(0, 8, 0), within: 2, terrain: Terrain::Dig });
    assert_eq!(player.world.senses().vitals.map(|vitals| vitals.health), Some(20), "it did not begin to drown");
}

#[test]
fn a_roof_under_lava_is_not_dug_through_from_the_water_below() {
    let mut player = Player::on_a_floor(1);
    let cell = player.feet();
    player.bury(cell, 4, 12);
    player.give("stone_pickaxe", 1);
    player.set(cell, "water");
    player.set(cell.offset(0, 1, 0), "water");
    player.set(cell.offset(0, 3, 0), "lava");
    let up = Action::GoTo { to: cell.offset(0, 8, 0), within: 2, terrain: Terrain::Dig };
    assert_eq!(player.end(up), End::Failed(Failure::NoPath));
}
