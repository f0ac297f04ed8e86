//! Loading and unloading of chunks, and what is kept.

mod common;

use common::block;
use vocab::BlockPos;
use world::World;
use world::chunk::ChunkPos;

#[test]
fn unloaded_cells_are_unknown_and_solid_to_bodies() {
    let world = World::with_view(1, 3);
    let spawn = world.spawn();
    let far = spawn.offset(16 * 5, 0, 0);
    assert_eq!(world.grid().block(far), None);
    assert!(world.grid().is_solid(far));
    assert!(world.grid().block(spawn).is_some());
    let chunks = world.grid().loaded().len();
    assert_eq!(chunks, 29, "a circle of radius 3");
    assert_eq!(World::new(1).grid().loaded().len(), 317);
}

#[test]
fn changes_are_kept_when_their_chunk_is_unloaded_and_loaded_again() {
    let mut world = World::with_view(2, 3);
    let spawn = world.spawn();
    let at = spawn.offset(1, 3, 0);
    assert!(world.set_block(at, block("gold_block")));
    let untouched = spawn.offset(20, -5, 0);
    let was = world.grid().cell(untouched);
    world.move_body(spawn.offset(16 * 20, 60, 0));
    world.advance(2);
    assert_eq!(world.grid().block(at), None);
    assert!(!world.set_block(at, block("dirt")), "what is not loaded cannot be written");
    world.move_body(spawn);
    world.advance(100);
    assert_eq!(world.grid().block(at), Some(block("gold_block")));
    assert_eq!(world.grid().cell(untouched), was);
}

#[test]
fn chunks_follow_the_body_and_do_not_accumulate() {
    let mut world = World::with_view(3, 3);
    world.set_spawning(false);
    let spawn = world.spawn();
    for step in 0..40 {
        world.move_body(BlockPos::new(spawn.x + step * 8, 150, spawn.z));
        world.advance(20);
        let centre = ChunkPos::of(world.body().feet());
        assert!(world.grid().chunk(centre).is_some());
        let farthest = world.grid().loaded().map(|pos| pos.distance_squared(centre)).max().unwrap();
        assert!(farthest <= 36, "{farthest}");
    }
}

#[test]
fn animals_are_kept_with_their_unloaded_chunk() {
    let mut world = World::with_view(4, 4);
    let spawn = world.spawn();
    world.set_spawning(false);
    let animals = |world: &World| {
        let kinds = world.mobs().iter().map(|mob| mob.kind);
        kinds.filter(|kind| !kind.hostile()).collect::<Vec<_>>()
    };
    let before = animals(&world);
    assert!(!before.is_empty(), "the land has animals");
    world.move_body(spawn.offset(16 * 30, 80, 0));
    world.advance(2);
    assert_eq!(world.mobs().iter().len(), 0, "the land was told to bring forth nothing new");
    world.move_body(spawn);
    world.advance(60);
    assert_eq!(animals(&world), before, "every animal is back, and no other");
}

#[test]
fn grass_drops_seeds() {
    let drops = gamedata::blocks::get(block("short_grass")).drops;
    assert!(drops.iter().any(|drop| drop.item == common::item("wheat_seeds")));
    let world = World::with_view(5, 3);
    let spawn = world.spawn();
    let mut grass = 0;
    for x in -30..30 {
        for z in -30..30 {
            let open = world.grid().open_from(spawn.x + x, spawn.z + z).unwrap();
            let plant = BlockPos::new(spawn.x + x, open, spawn.z + z);
            grass += u32::from(world.grid().block(plant) == Some(block("short_grass")));
        }
    }
    assert!(grass > 50, "{grass}");
}

#[test]
fn walking_into_new_land_loads_two_chunks_a_tick_nearest_first() {
    let mut world = World::with_view(6, 4);
    world.set_spawning(false);
    let before = world.grid().loaded().len();
    let spawn = world.spawn();
    // The target is inside the loaded area, so that the move itself does not load everything at once.
    world.move_body(BlockPos::new(spawn.x + 48, 200, spawn.z));
    world.tick();
    assert!(world.grid().loaded().len() <= before + 2);
    world.advance(40);
    let centre = ChunkPos::of(world.body().feet());
    for x in -4..=4 {
        assert!(world.grid().chunk(ChunkPos { x: centre.x + x, z: centre.z }).is_some());
    }
}

#[test]
fn the_view_is_never_empty() {
    assert_eq!(World::with_view(7, 0).grid().loaded().len(), 5, "a view of at least one chunk");
}
