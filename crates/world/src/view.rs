//! Loads the chunks within the view distance of the body, nearest first, a few per tick.

use crate::World;
use crate::chunk::ChunkPos;
use crate::mobs;

/// View distance of a new world: 317 chunks, as on a server with a view distance of 10.
pub const VIEW_CHUNKS_DEFAULT: u8 = 10;
/// Most chunks loaded in one tick, so that walking never delays the tick; a sprinting body crosses one in 57
/// ticks.
pub const LOADS_PER_TICK_MAX: usize = 2;
/// A chunk is unloaded only when it is this many chunks beyond the view distance, so that walking back and forth
/// loads nothing.
const LINGER_CHUNKS: i64 = 2;

fn centre(world: &World) -> ChunkPos {
    ChunkPos::of(world.body.at().block())
}

/// Chunks within the view distance, nearest first, and at equal distance by position.
fn wanted(centre: ChunkPos, view: u8) -> Vec<ChunkPos> {
    let view = i32::from(view);
    let mut wanted: Vec<(i64, ChunkPos)> = (-view..=view)
        .flat_map(|z| (-view..=view).map(move |x| ChunkPos { x: centre.x + x, z: centre.z + z }))
        .map(|pos| (pos.distance_squared(centre), pos))
        .filter(|(far, _)| *far <= i64::from(view) * i64::from(view))
        .collect();
    wanted.sort_unstable();
    wanted.into_iter().map(|(_, pos)| pos).collect()
}

fn load(world: &mut World, pos: ChunkPos) {
    world.grid.load(pos);
    mobs::chunk_loaded(world, pos);
    world.eyes.note_loaded(pos);
}

/// Unloads a chunk and the mobs in it.
pub(crate) fn unload(world: &mut World, pos: ChunkPos) {
    world.grid.unload(pos);
    mobs::chunk_unloaded(world, pos);
}

/// Unloads chunks that are out of view.
fn unload_far(world: &mut World) {
    let centre = centre(world);
    let keep = i64::from(world.view_chunks) + LINGER_CHUNKS;
    let left: Vec<ChunkPos> = world.grid.loaded().filter(|pos| pos.distance_squared(centre) > keep * keep).collect();
    for pos in left {
        unload(world, pos);
    }
}

/// Loads all chunks in view at once: at the start, after a respawn or a teleport.
pub(crate) fn load_all(world: &mut World) {
    unload_far(world);
    for pos in wanted(centre(world), world.view_chunks) {
        load(world, pos);
    }
    world.viewed_from = None;
}

/// Loads and unloads chunks as the body moves.
pub(crate) fn tick(world: &mut World) {
    let centre = centre(world);
    if world.viewed_from == Some(centre) {
        return;
    }
    unload_far(world);
    let missing: Vec<ChunkPos> = wanted(centre, world.view_chunks)
        .into_iter()
        .filter(|pos| world.grid.chunk(*pos).is_none() && !world.faults.holds(*pos))
        .take(LOADS_PER_TICK_MAX + 1)
        .collect();
    for pos in missing.iter().take(LOADS_PER_TICK_MAX) {
        load(world, *pos);
    }
    if missing.len() <= LOADS_PER_TICK_MAX {
        world.viewed_from = Some(centre);
    }
}
