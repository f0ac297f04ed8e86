//! What a mob does in a tick: it burns in the sun, decides now and then, walks, bites, shoots or hisses.

use super::kind::Kind;
use super::{arrows, explosion, route, wound};
use crate::World;
use crate::body;
use crate::physics::Room;
use crate::sight;
use crate::space::{MICRO, Place};
use skills::boxes::Form;
use vocab::BlockPos;
use vocab::senses::Harm;

/// A mob decides what to do once in this many ticks. Its id shifts the tick, which spreads the work.
const THINK_TICKS: u64 = 10;
/// Mobs farther than this from the body only wander, in millionths of a block.
const FAR: i64 = 48 * MICRO;
/// Melee range of a mob, measured from its own sides.
const MELEE_REACH: i64 = 830_000;
const MELEE_COOLDOWN_TICKS: u8 = 20;
/// Ticks between two arrows of a skeleton: two seconds.
const BOW_COOLDOWN_TICKS: u8 = 40;
/// A skeleton shoots at the body within this distance.
const BOW_REACH: i64 = 15 * MICRO;
/// A creeper lights its fuse within this distance of the body.
const FUSE_REACH: i64 = 3 * MICRO;
/// A creeper stops its fuse when the body is farther away than this.
const FUSE_REACH_KEPT: i64 = 7 * MICRO;
/// Ticks that a creeper's fuse burns: one and a half seconds.
pub const FUSE_TICKS: u8 = 30;
/// Power of a creeper's explosion.
pub const CREEPER_POWER: u8 = 3;
/// Ticks between two hits of fire damage to a mob.
const FIRE_TICKS: u16 = 20;
/// Ticks that an undead mob burns after daylight set it on fire: eight seconds.
const SUN_FIRE_TICKS: u16 = 160;
/// Damage of each hit that a mob takes from lava: two hearts.
const LAVA_HURT_MILLI: u32 = 4_000;
const FIRE_HURT_MILLI: u32 = 1_000;
/// Spiders do not attack at this light level or above.
const SPIDER_LIGHT: u8 = 12;
/// A mob starts to wander at one in this many decisions.
const WANDER_ODDS: u32 = 12;
/// A wandering mob goes up to this many blocks to the east or west, and as many to the north or south.
const WANDER_BLOCKS: i32 = 8;
/// A mob that found no path to the body searches again after this many decisions.
const PATIENCE_THOUGHTS: u8 = 3;
/// A mob forgets the body after this many decisions (three seconds) without seeing it.
const MEMORY_THOUGHTS: u8 = 6;
/// How far an animal runs after it was hit, in blocks.
const FLEE_BLOCKS: i32 = 7;

/// Runs one tick of the mob with this index in the list.
pub fn tick(world: &mut World, index: usize) {
    let now = world.now().0;
    let mob = &mut world.mobs.list[index];
    let id = mob.id;
    mob.unhurt_ticks = mob.unhurt_ticks.saturating_sub(1);
    mob.attack_in_ticks = mob.attack_in_ticks.saturating_sub(1);
    mob.angry_ticks = mob.angry_ticks.saturating_sub(1);
    let thinks = (now + id).is_multiple_of(THINK_TICKS);
    if thinks {
        if world.grid.is_loaded(mob.at.block()) {
            think(world, index);
        }
        if weather(world, index) {
            return;
        }
    }
    let mob = &mut world.mobs.list[index];
    if mob.fire_ticks > 0 && burn(world, index) {
        return;
    }
    let mob = &mut world.mobs.list[index];
    if !mob.is_resting() || thinks {
        let hurt = mob.walk(&world.grid);
        if hurt > 0 {
            wound(world, id, hurt);
            if world.mobs.get(id).is_none() {
                return;
            }
        }
    }
    if world.mobs.list[index].chasing {
        attack(world, index);
    }
}

/// Applies sunlight, water, lava and newly placed blocks to a mob. Returns true when the mob died.
fn weather(world: &mut World, index: usize) -> bool {
    let burns_now = world.clock.sun_burns();
    let mob = &world.mobs.list[index];
    let (id, feet, room) = (mob.id, mob.at.block(), mob.room());
    let Some(here) = world.grid.props(feet) else { return false };
    let head = mob.eyes().block();
    let in_sun = burns_now && mob.kind.figures().game.burns_by_day && world.grid.light(head).0 == 15;
    let stuck = here.form != Form::Open && world.grid.solid(feet).rooms(feet).any(|part| part.overlaps(room));
    let mob = &mut world.mobs.list[index];
    if here.wet {
        mob.fire_ticks = 0;
    } else if here.liquid {
        mob.fire_ticks = SUN_FIRE_TICKS;
        wound(world, id, LAVA_HURT_MILLI);
    } else if in_sun && mob.fire_ticks == 0 {
        mob.fire_ticks = SUN_FIRE_TICKS;
    }
    if stuck {
        squeeze_out(world, index, id, feet);
    }
    world.mobs.get(id).is_none()
}

/// Moves a mob that is inside a block into the nearest free cell above or beside it; the mob suffocates if there
/// is none.
fn squeeze_out(world: &mut World, index: usize, id: u64, feet: BlockPos) {
    let Some(mob) = world.mobs.list.get(index).filter(|mob| mob.id == id) else { return };
    let size = mob.size();
    let sides = [(0, 1, 0), (0, 0, -1), (0, 0, 1), (-1, 0, 0), (1, 0, 0), (0, 2, 0)];
    let free = sides.iter().map(|(x, y, z)| Place::on(feet.offset(*x, *y, *z)));
    let grid = &world.grid;
    let room = free.into_iter().find(|at| crate::physics::fits(|block| grid.solid(block), *at, size));
    match room {
        Some(at) => world.mobs.list[index].at = at,
        None => wound(world, id, FIRE_HURT_MILLI),
    }
}

/// Applies fire damage to a mob; returns true when the mob burnt to death.
fn burn(world: &mut World, index: usize) -> bool {
    let mob = &mut world.mobs.list[index];
    let id = mob.id;
    mob.fire_ticks -= 1;
    if mob.fire_ticks.is_multiple_of(FIRE_TICKS) {
        wound(world, id, FIRE_HURT_MILLI);
    }
    world.mobs.get(id).is_none()
}

/// Whether the mob notices the body.
fn notices(world: &World, index: usize) -> bool {
    let mob = &world.mobs.list[index];
    let far = mob.at.distance(world.body.at());
    if !world.body_is_there() || !mob.kind.hostile() || far > mob.kind.figures().notices_blocks * MICRO {
        return false;
    }
    if mob.kind == Kind::Spider && mob.angry_ticks == 0 && !mob.chasing {
        let (sky, torches) = world.grid.light(mob.at.block());
        if sky.saturating_sub(world.clock.darkness()).max(torches) >= SPIDER_LIGHT {
            return false;
        }
    }
    let remembers = mob.chasing && mob.unseen_thoughts < MEMORY_THOUGHTS;
    remembers || sees_body(world, index)
}

fn sees_body(world: &World, index: usize) -> bool {
    let eyes = world.body.at().up(body::EYE_HEIGHT);
    sight::clear(&world.grid, world.mobs.list[index].eyes(), eyes) == Some(true)
}

/// Decides where a mob goes next.
fn think(world: &mut World, index: usize) {
    let chasing = notices(world, index);
    let unseen = chasing && !sees_body(world, index);
    let mob = &mut world.mobs.list[index];
    mob.chasing = chasing;
    mob.unseen_thoughts = if unseen { mob.unseen_thoughts.saturating_add(1) } else { 0 };
    let (kind, at, feet, angry) = (mob.kind, mob.at, mob.feet(), mob.angry_ticks > 0);
    let far = at.distance(world.body.at());
    if chasing {
        let holds = match kind {
            Kind::Skeleton => far < BOW_REACH && sees_body(world, index),
            _ => far < MICRO,
        };
        let goal = world.body.at().block();
        // A path that still ends beside the body is kept. If no path was found, the mob waits before it searches again.
        let mob = &mut world.mobs.list[index];
        let fresh = mob.way.first().is_some_and(|end| end.manhattan(goal) <= 2);
        let waits = mob.patience > 0;
        mob.patience = mob.patience.saturating_sub(1);
        if holds {
            mob.way.clear();
        } else if !fresh && !waits {
            go(world, index, feet, goal);
            let mob = &mut world.mobs.list[index];
            let arrives = mob.way.first().unwrap_or(&feet).manhattan(goal) <= 2;
            mob.patience = if arrives { 0 } else { PATIENCE_THOUGHTS };
        }
    } else if angry && !kind.hostile() {
        let away = world.body.at().heading_to(at);
        let (dx, dz) = (away.x * i64::from(FLEE_BLOCKS) / MICRO, away.z * i64::from(FLEE_BLOCKS) / MICRO);
        if world.mobs.list[index].way.is_empty() {
            go(world, index, feet, feet.offset(dx as i32, 0, dz as i32));
        }
    } else if world.mobs.list[index].way.is_empty() && world.rng.pick(WANDER_ODDS) == 0 {
        let mut aside = || world.rng.span(-WANDER_BLOCKS, WANDER_BLOCKS);
        let (dx, dz) = (aside(), aside());
        if far <= FAR {
            go(world, index, feet, feet.offset(dx, 0, dz));
        } else {
            // Far from the body a wandering mob takes one step in that direction, without a path search.
            go(world, index, feet, feet.offset(dx.signum(), 0, dz.signum()));
        }
    }
}

fn go(world: &mut World, index: usize, from: BlockPos, to: BlockPos) {
    let mut way = route::find(&world.grid, &mut world.mobs.scratch.0, from, to);
    way.reverse();
    let mob = &mut world.mobs.list[index];
    mob.way = way;
    mob.stuck_ticks = 0;
}

/// Lets a mob attack the body when it is near enough.
fn attack(world: &mut World, index: usize) {
    let mob = &world.mobs.list[index];
    let (kind, at, damage) = (mob.kind, mob.at, u32::from(mob.kind.figures().game.damage) * 1_000);
    let ready = mob.attack_in_ticks == 0;
    let far = at.distance(world.body.at());
    match kind {
        Kind::Creeper => fuse(world, index, far),
        Kind::Skeleton if ready && far < BOW_REACH && sees_body(world, index) => {
            let from = world.mobs.list[index].eyes();
            world.mobs.list[index].attack_in_ticks = BOW_COOLDOWN_TICKS;
            let middle = world.body.at().up(body::SIZE.height * 2 / 3);
            arrows::shoot(world, from, middle, damage);
        }
        Kind::Zombie | Kind::Spider if ready && far < 4 * MICRO => {
            let reach = world.mobs.list[index].room().grown(MELEE_REACH, 0);
            let touches = reach.overlaps(Room::of(world.body.at(), body::SIZE));
            if touches && world.body_is_there() && sees_body(world, index) {
                world.mobs.list[index].attack_in_ticks = MELEE_COOLDOWN_TICKS;
                world.hurt_body(damage, Harm::Melee, Some(at));
            }
        }
        _ => {}
    }
}

/// Burns a creeper's fuse while the body is near and in sight, and lets it go out otherwise.
fn fuse(world: &mut World, index: usize, far: i64) {
    let lit = world.mobs.list[index].fuse_ticks;
    let near = if lit > 0 { far < FUSE_REACH_KEPT } else { far < FUSE_REACH };
    let burns = near && world.body_is_there() && sees_body(world, index);
    let mob = &mut world.mobs.list[index];
    mob.fuse_ticks = if burns { lit + 1 } else { lit.saturating_sub(1) };
    if burns {
        mob.way.clear();
    }
    if mob.fuse_ticks >= FUSE_TICKS {
        let (id, at) = (mob.id, mob.at);
        world.mobs.list.retain(|mob| mob.id != id);
        explosion::explode(world, at, CREEPER_POWER);
    }
}
