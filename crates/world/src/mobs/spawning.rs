//! Spawning and despawning: hostile mobs spawn in the dark, animals with new chunks.

use super::{Kind, Mob};
use crate::World;
use crate::chunk::{ChunkPos, Y_MIN};
use crate::known::known;
use crate::physics::fits;
use crate::rng;
use crate::space::{MICRO, Place};
use vocab::BlockPos;
use vocab::Dice;

/// Most hostile mobs in 289 loaded chunks, as on a server with one player.
pub const HOSTILE_CAP: usize = 70;
/// The number of loaded chunks for which the mob caps are given.
const CAP_CHUNKS: usize = 289;
/// New animals spawn only while there are fewer than this many in 289 loaded chunks.
const ANIMAL_CAP: usize = 10;
/// No mob spawns closer to the body than this, in blocks.
pub const SPAWN_BLOCKS_MIN: i64 = 24;
/// No mob spawns farther from the body than this, in blocks; hostile mobs beyond it despawn at once.
pub const DESPAWN_BLOCKS: i64 = 128;
/// Beyond this distance from the body, in blocks, a hostile mob may despawn.
const LINGER_BLOCKS: i64 = 32;
/// A hostile mob that far away despawns with odds of one in this many per tick.
const LINGER_ODDS: u32 = 800;
/// Attempts per tick to spawn a hostile mob. A server tries one per chunk, mostly inside rock; these are aimed at
/// the ground and at caves.
const TRIES: u32 = 3;
/// Ticks between two attempts to spawn animals.
const ANIMAL_TICKS: u64 = 400;
/// One in this many new chunks starts with a herd of animals.
const HERD_ODDS: u64 = 9;
/// Animals spawn at this light level or above.
const ANIMAL_LIGHT: u8 = 9;

/// The most hostile mobs for a number of loaded chunks.
pub const fn hostile_cap(chunks: usize) -> usize {
    HOSTILE_CAP * chunks / CAP_CHUNKS
}

pub(super) fn tick(world: &mut World) {
    despawn(world);
    let chunks = world.grid.loaded().len();
    if chunks == 0 || world.mobs.barren || !world.body_is_there() {
        return;
    }
    let hostile = world.mobs.hostile();
    let mut room = hostile_cap(chunks).saturating_sub(hostile);
    for _ in 0..TRIES {
        if room > 0 && try_hostile(world) {
            room -= 1;
        }
    }
    let animals = world.mobs.list.len().saturating_sub(hostile);
    if world.now().0.is_multiple_of(ANIMAL_TICKS) && animals < ANIMAL_CAP * chunks / CAP_CHUNKS {
        try_animal(world);
    }
}

/// Removes hostile mobs that are far away; animals stay.
fn despawn(world: &mut World) {
    let body = world.body.at();
    let dice = &mut world.rng;
    world.mobs.list.retain(|mob| {
        if !mob.kind.hostile() {
            return true;
        }
        match mob.at.distance(body) / MICRO {
            far if far > DESPAWN_BLOCKS => false,
            far if far > LINGER_BLOCKS => dice.pick(LINGER_ODDS) != 0,
            _ => true,
        }
    });
}

/// A random column within spawning distance of the body.
fn some_column(world: &mut World) -> (i32, i32) {
    let reach = (DESPAWN_BLOCKS * 3 / 4) as i32;
    let body = world.body.at().block();
    (body.x + world.rng.span(-reach, reach), body.z + world.rng.span(-reach, reach))
}

/// Whether a mob of this kind may spawn in a cell.
fn is_place(world: &World, kind: Kind, at: BlockPos) -> bool {
    let place = Place::on(at);
    let far = place.distance(world.body.at()) / MICRO;
    (SPAWN_BLOCKS_MIN..DESPAWN_BLOCKS).contains(&far)
        && world.grid.is_solid(at.offset(0, -1, 0))
        && world.grid.props(at).is_some_and(|here| !here.solid && !here.liquid && !here.wet)
        && fits(|block| world.grid.solid(block), place, kind.figures().size)
}

/// Whether a cell is dark enough for hostile mobs to spawn, by the game's rule since 1.18: no block light at all,
/// and sky light below a random limit.
fn is_dark(world: &mut World, at: BlockPos) -> bool {
    let (sky, torches) = world.grid.light(at);
    if torches > 0 || u32::from(sky) > world.rng.pick(32) {
        return false;
    }
    u32::from(sky.saturating_sub(world.clock.darkness())) <= world.rng.pick(8)
}

/// Tries once to spawn a hostile mob; returns whether one spawned.
fn try_hostile(world: &mut World) -> bool {
    let (x, z) = some_column(world);
    let Some(open) = world.grid.open_from(x, z) else { return false };
    let y = if world.rng.pick(3) == 0 { open } else { world.rng.span(Y_MIN + 1, open.max(Y_MIN + 2)) };
    // If the random cell is in the air of a cave, go down to its floor.
    let mut at = BlockPos::new(x, y, z);
    for _ in 0..8 {
        if world.grid.is_solid(at.offset(0, -1, 0)) {
            break;
        }
        at = at.offset(0, -1, 0);
    }
    let kind = match world.rng.pick(4) {
        0 => Kind::Zombie,
        1 => Kind::Skeleton,
        2 => Kind::Creeper,
        _ => Kind::Spider,
    };
    is_place(world, kind, at) && is_dark(world, at) && world.add_mob(kind, Place::on(at)).is_some()
}

fn try_animal(world: &mut World) {
    let (x, z) = some_column(world);
    let Some(open) = world.grid.open_from(x, z) else { return };
    let at = BlockPos::new(x, open, z);
    let kind = Kind::ANIMALS[world.rng.pick(4) as usize];
    let grass = world.grid.block(at.offset(0, -1, 0)) == Some(known().grass_block);
    let light = world.grid.light(at).0.saturating_sub(world.clock.darkness());
    if grass && light >= ANIMAL_LIGHT && is_place(world, kind, at) {
        world.add_mob(kind, Place::on(at));
    }
}

/// Adds the animals of a newly loaded chunk: those that were in the chunk before, or its first herd.
pub(crate) fn chunk_loaded(world: &mut World, pos: ChunkPos) {
    if let Some(back) = world.mobs.away.remove(&pos) {
        for mob in back {
            // The animals get new ids, as on a server, which keeps the list ordered. Callers must not rely on old ids.
            let id = world.mobs.take_id();
            world.mobs.list.push(Mob { id, ..mob });
        }
    }
    if !world.mobs.barren && world.mobs.settled.insert(pos) {
        herd(world, pos);
    }
}

fn herd(world: &mut World, pos: ChunkPos) {
    let throw = rng::at(world.seed() ^ 0x4e4d_5f68_6572_6400, pos.x, 0, pos.z);
    if !throw.is_multiple_of(HERD_ODDS) {
        return;
    }
    let mut dice = Dice::new(throw);
    let kind = Kind::ANIMALS[dice.pick(4) as usize];
    for _ in 0..dice.span(2, 4) {
        let (x, z) = (pos.x * 16 + dice.span(2, 13), pos.z * 16 + dice.span(2, 13));
        let Some(open) = world.grid.open_from(x, z) else { continue };
        let at = BlockPos::new(x, open, z);
        if world.grid.block(at.offset(0, -1, 0)) == Some(known().grass_block) {
            world.add_mob(kind, Place::on(at));
        }
    }
}

/// Keeps the animals of an unloaded chunk; its hostile mobs and arrows are removed.
pub(crate) fn chunk_unloaded(world: &mut World, pos: ChunkPos) {
    let inside = |at: Place| ChunkPos::of(at.block()) == pos;
    let (gone, stay): (Vec<Mob>, Vec<Mob>) =
        std::mem::take(&mut world.mobs.list).into_iter().partition(|mob| inside(mob.at));
    world.mobs.list = stay;
    let animals: Vec<Mob> = gone.into_iter().filter(|mob| !mob.kind.hostile()).collect();
    if !animals.is_empty() {
        world.mobs.away.insert(pos, animals);
    }
    world.mobs.arrows.retain(|arrow| !inside(arrow.at));
}
