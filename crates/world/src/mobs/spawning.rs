//! Where mobs come from and where they go: hostile ones out of the dark, animals with the land.

use super::{Kind, Mob};
use crate::World;
use crate::chunk::{ChunkPos, Y_MIN};
use crate::known::known;
use crate::physics::fits;
use crate::rng::{self, Rng};
use crate::space::{MICRO, Place};
use vocab::BlockPos;

/// Hostile mobs in 289 loaded chunks, as on a server with one player.
pub const HOSTILE_CAP: usize = 70;
const CAP_CHUNKS: usize = 289;
/// Animals that the land brings forth again, in 289 chunks.
const ANIMAL_CAP: usize = 10;
/// Nothing spawns nearer to the body, in blocks.
pub const SPAWN_BLOCKS_MIN: i64 = 24;
/// Nothing spawns farther, and what is farther goes at once.
pub const DESPAWN_BLOCKS: i64 = 128;
/// Beyond this a hostile mob goes one time in 800 a tick.
const LINGER_BLOCKS: i64 = 32;
const LINGER_ODDS: u32 = 800;
/// Places tried in a tick. A server tries one in every chunk, mostly in rock; these are aimed at the ground and at caves.
const TRIES: u32 = 3;
/// Animals are looked for this often.
const ANIMAL_TICKS: u64 = 400;
/// One chunk in so many begins with a herd.
const HERD_ODDS: u64 = 9;
/// Animals need this much light.
const ANIMAL_LIGHT: u8 = 9;

/// How many hostile mobs so many loaded chunks hold at most.
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

/// Hostile mobs that are far away go; animals stay.
fn despawn(world: &mut World) {
    let body = world.body.at();
    let dice = &mut world.rng;
    world.mobs.list.retain(|mob| {
        if !mob.kind.hostile() {
            return true;
        }
        match mob.at.distance(body) / MICRO {
            far if far > DESPAWN_BLOCKS => false,
            far if far > LINGER_BLOCKS => dice.below(LINGER_ODDS) != 0,
            _ => true,
        }
    });
}

/// A column within reach of the body, not too near to be seen coming.
fn some_column(world: &mut World) -> (i32, i32) {
    let reach = (DESPAWN_BLOCKS * 3 / 4) as i32;
    let body = world.body.at().block();
    (body.x + world.rng.between(-reach, reach), body.z + world.rng.between(-reach, reach))
}

/// Whether a mob may come into being on that block.
fn is_place(world: &World, kind: Kind, at: BlockPos) -> bool {
    let place = Place::on(at);
    let far = place.distance(world.body.at()) / MICRO;
    (SPAWN_BLOCKS_MIN..DESPAWN_BLOCKS).contains(&far)
        && world.grid.is_solid(at.offset(0, -1, 0))
        && world.grid.props(at).is_some_and(|here| !here.solid && !here.liquid)
        && fits(|block| world.grid.is_solid(block), place, kind.figures().size)
}

/// The game's rule since 1.18: no block light at all, and sky light that a throw of the dice lets pass.
fn is_dark(world: &mut World, at: BlockPos) -> bool {
    let (sky, torches) = world.grid.light(at);
    if torches > 0 || u32::from(sky) > world.rng.below(32) {
        return false;
    }
    u32::from(sky.saturating_sub(world.clock.darkness())) <= world.rng.below(8)
}

/// Says whether one came.
fn try_hostile(world: &mut World) -> bool {
    let (x, z) = some_column(world);
    let Some(open) = world.grid.open_from(x, z) else { return false };
    let y = if world.rng.below(3) == 0 { open } else { world.rng.between(Y_MIN + 1, open.max(Y_MIN + 2)) };
    // Down to the floor of a cave, when the throw fell into its air.
    let mut at = BlockPos::new(x, y, z);
    for _ in 0..8 {
        if world.grid.is_solid(at.offset(0, -1, 0)) {
            break;
        }
        at = at.offset(0, -1, 0);
    }
    let kind = match world.rng.below(4) {
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
    let kind = Kind::ANIMALS[world.rng.below(4) as usize];
    let grass = world.grid.block(at.offset(0, -1, 0)) == Some(known().grass_block);
    let light = world.grid.light(at).0.saturating_sub(world.clock.darkness());
    if grass && light >= ANIMAL_LIGHT && is_place(world, kind, at) {
        world.add_mob(kind, Place::on(at));
    }
}

/// The animals of a chunk that comes: those that were there, or its first herd.
pub(crate) fn chunk_loaded(world: &mut World, pos: ChunkPos) {
    if let Some(back) = world.mobs.away.remove(&pos) {
        for mob in back {
            // They get new numbers, as on a server: the list stays ordered, and nobody may rely on old ones.
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
    let mut dice = Rng::new(throw);
    let kind = Kind::ANIMALS[dice.below(4) as usize];
    for _ in 0..dice.between(2, 4) {
        let (x, z) = (pos.x * 16 + dice.between(2, 13), pos.z * 16 + dice.between(2, 13));
        let Some(open) = world.grid.open_from(x, z) else { continue };
        let at = BlockPos::new(x, open, z);
        if world.grid.block(at.offset(0, -1, 0)) == Some(known().grass_block) {
            world.add_mob(kind, Place::on(at));
        }
    }
}

/// Animals wait with their chunk; hostile mobs and arrows are gone.
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
