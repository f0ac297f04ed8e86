//! Mobs: how they spawn, act, are hurt and die.

mod arrows;
mod brain;
pub mod explosion;
mod kind;
mod mob;
mod route;
mod spawning;

pub use arrows::Arrow;
pub use kind::Kind;
pub use mob::Mob;
pub use spawning::{HOSTILE_CAP, hostile_cap};
pub(crate) use spawning::{chunk_loaded, chunk_unloaded};

use crate::World;
use crate::body;
use crate::chunk::ChunkPos;
use crate::physics::Room;
use crate::sight;
use crate::space::{MICRO, Place};
use crate::state::Cell;
use belief::evidence::{Detection, Sight};
use belief::kinds::PLAYER_PREFIX;
use gamedata::loot;
use serde::{Deserialize, Serialize};
use skills::boxes;
use std::collections::{BTreeMap, BTreeSet};
use vocab::item::Stack;
use vocab::{BlockPos, FinePos, Name};

/// After a hit a mob cannot be hurt for this many ticks.
const GRACE_TICKS: u8 = 10;
/// Speed that the knockback of a hit gives a mob, per tick.
const KNOCK: i64 = 400_000;
/// Ticks that an animal runs away, or a spider stays hostile, after a hit.
const ANGRY_TICKS: u16 = 100;
/// Entities farther away than this are not reported, in blocks: the tracking range of a server for monsters and animals.
pub const DETECT_BLOCKS: i64 = 64;

/// All mobs and arrows, oldest first, and the animals of unloaded chunks.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Mobs {
    next_id: u64,
    /// The mobs of the loaded chunks, ordered by id; new ids are larger.
    #[serde(deserialize_with = "vocab::salvage::list")]
    list: Vec<Mob>,
    #[serde(deserialize_with = "vocab::salvage::list")]
    arrows: Vec<Arrow>,
    /// The animals of unloaded chunks, kept until their chunk is loaded again.
    #[serde(deserialize_with = "vocab::salvage::map")]
    away: BTreeMap<ChunkPos, Vec<Mob>>,
    /// Whether all natural spawning of mobs is turned off.
    barren: bool,
    /// Chunks that have received their first herd of animals.
    settled: BTreeSet<ChunkPos>,
    #[serde(skip)]
    scratch: Memory,
}

/// Memory of the path search for reuse. It is not part of the world's state, so any two compare as equal.
#[derive(Debug, Clone, Default)]
struct Memory(route::Scratch);

impl PartialEq for Memory {
    fn eq(&self, _: &Memory) -> bool {
        true
    }
}

impl Eq for Memory {}

impl Mobs {
    /// Chunks that have received their first herd of animals, which is every chunk that was ever loaded.
    pub(crate) fn settled(&self) -> &BTreeSet<ChunkPos> {
        &self.settled
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Mob> {
        self.list.iter()
    }

    pub fn arrows(&self) -> impl ExactSizeIterator<Item = &Arrow> {
        self.arrows.iter()
    }

    pub fn get(&self, id: u64) -> Option<&Mob> {
        self.list.binary_search_by_key(&id, |mob| mob.id).ok().map(|index| &self.list[index])
    }

    pub(crate) fn get_mut(&mut self, id: u64) -> Option<&mut Mob> {
        let index = self.list.binary_search_by_key(&id, |mob| mob.id).ok()?;
        Some(&mut self.list[index])
    }

    pub(crate) fn take_id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    pub fn hostile(&self) -> usize {
        self.list.iter().filter(|mob| mob.kind.hostile()).count()
    }
}

impl World {
    /// Adds a mob to the world and returns its id; `None` when it does not fit at that place.
    pub fn add_mob(&mut self, kind: Kind, at: Place) -> Option<u64> {
        let size = kind.figures().size;
        if !crate::physics::fits(|block| self.grid.solid(block), at, size) {
            return None;
        }
        let id = self.mobs.take_id();
        self.mobs.list.push(Mob::new(id, kind, at));
        Some(id)
    }

    /// Turns natural spawning of mobs on or off; it is on in a new world.
    pub fn set_spawning(&mut self, spawning: bool) {
        self.mobs.barren = !spawning;
    }

    /// Removes all loaded mobs and arrows without drops, for scenes and tests.
    pub fn clear_mobs(&mut self) {
        self.mobs.list.clear();
        self.mobs.arrows.clear();
    }

    pub fn mobs(&self) -> &Mobs {
        &self.mobs
    }

    /// Hurts a mob, unless it was hit a moment ago, and pushes it away from `from`; returns whether the mob exists. A
    /// killed mob leaves its drops.
    pub fn hit_mob(&mut self, id: u64, damage_milli: u32, from: Place) -> bool {
        let Some(mob) = self.mobs.get_mut(id) else { return false };
        if mob.unhurt_ticks > 0 || damage_milli == 0 {
            return true;
        }
        let away = from.heading_to(mob.at).scaled(KNOCK);
        mob.velocity.x += away.x;
        mob.velocity.z += away.z;
        if mob.on_ground {
            mob.velocity.y = KNOCK * 9 / 10;
        }
        mob.on_ground = false;
        mob.unhurt_ticks = GRACE_TICKS;
        mob.angry_ticks = ANGRY_TICKS;
        mob.chasing |= mob.kind.hostile();
        mob.way.clear();
        wound(self, id, damage_milli);
        true
    }

    /// The entities around the body, nearest first, at most `most` of them.
    pub fn nearest_entities(&self, radius_blocks: u8, most: usize) -> Vec<Detection> {
        let here = self.body.at().fine();
        let reach = u64::from(radius_blocks) * 1_000;
        let mut found: Vec<Detection> =
            self.detections().into_iter().filter(|seen| seen.at.within(here, reach)).collect();
        found.sort_by_key(|seen| (seen.at.distance_squared(here), *seen));
        found.truncate(most);
        found
    }
}

/// Reduces a mob's health; at zero the mob is removed and leaves its drops.
fn wound(world: &mut World, id: u64, damage_milli: u32) {
    let Some(mob) = world.mobs.get_mut(id) else { return };
    mob.health_milli = mob.health_milli.saturating_sub(damage_milli);
    if mob.health_milli > 0 {
        return;
    }
    let (kind, at) = (mob.kind, mob.at);
    world.mobs.list.retain(|mob| mob.id != id);
    let dice = &mut world.rng;
    let mut stacks = Vec::new();
    let fallen = |item, count| stacks.push(Stack { item, count, wear: 0 });
    loot::roll(kind.figures().game.drops, |n| dice.pick(n), fallen);
    for stack in stacks {
        world.drop_stack(at.up(MICRO / 4), Place::ZERO, stack);
    }
}

/// Whether the body or a mob overlaps a block. A disconnected body keeps its place.
pub(crate) fn anybody_in(world: &World, block: BlockPos) -> bool {
    let cell = Room::of_block(block);
    let body = world.body.is_alive() && Room::of(world.body.at(), body::SIZE).overlaps(cell);
    let visited = world.visitors().iter().any(|visitor| visitor.room().overlaps(cell));
    body || visited || world.mobs.iter().any(|mob| mob.room().overlaps(cell))
}

/// Whether the body or a mob would be inside a box of this state in a cell.
pub(crate) fn anybody_meets(world: &World, cell: Cell, at: BlockPos) -> bool {
    let meets = |room: Room| boxes::rooms(cell, at).any(|part| part.overlaps(room));
    let body = world.body.is_alive() && meets(Room::of(world.body.at(), body::SIZE));
    body || world.visitors().iter().any(|visitor| meets(visitor.room()))
        || world.mobs.iter().any(|mob| meets(mob.room()))
}

/// Runs one tick of all mobs and arrows.
pub(crate) fn tick(world: &mut World) {
    spawning::tick(world);
    let mut index = 0;
    while let Some(mob) = world.mobs.list.get(index) {
        let id = mob.id;
        brain::tick(world, index);
        // The mob may have died, or exploded and killed others: continue with the next id.
        index = world.mobs.list.partition_point(|mob| mob.id <= id);
    }
    if !world.mobs.arrows.is_empty() {
        arrows::tick(world);
    }
}

/// Whether the body sees a mob: its eyes or its middle.
pub(crate) fn sight_of(world: &World, mob: &Mob) -> Sight {
    sight_of_points(world, [mob.eyes(), mob.at.up(mob.size().height / 2)])
}

/// Whether the body sees an entity with these points: one of the two in sight is enough.
fn sight_of_points(world: &World, points: [Place; 2]) -> Sight {
    let eyes = world.body.at().up(body::EYE_HEIGHT);
    match points.map(|point| sight::clear(&world.grid, eyes, point)) {
        [Some(true), _] | [_, Some(true)] => Sight::Visible,
        [None, None] => Sight::Unknown,
        _ => Sight::Occluded,
    }
}

/// The entities that the body can detect, by id. An entity behind blocks is reported as occluded.
pub(crate) fn detections(world: &World) -> Vec<Detection> {
    let eyes = world.body.at().up(body::EYE_HEIGHT);
    let near = |at: Place| at.distance(eyes) <= DETECT_BLOCKS * MICRO;
    let sight = |points: [Place; 2]| sight_of_points(world, points);
    let seen = |id: u64, kind: &str, at: Place, velocity: Place, sight: Sight| Detection {
        at: at.fine(),
        kind: Name::new(kind),
        sight,
        engine_id: Some(world.faults.engine_id(id)),
        velocity: Some(FinePos { ..velocity.fine() }),
    };
    let mobs = world
        .mobs
        .list
        .iter()
        .filter(|mob| near(mob.at))
        .map(|mob| seen(mob.id, mob.kind.name(), mob.at, mob.velocity, sight_of(world, mob)));
    let arrows = world.mobs.arrows.iter().filter(|arrow| near(arrow.at));
    let arrows = arrows.map(|arrow| seen(arrow.id, "arrow", arrow.at, arrow.velocity, sight([arrow.at; 2])));
    let visitors = world.visitors().iter().filter(|visitor| near(visitor.at)).map(|visitor| {
        let kind = format!("{PLAYER_PREFIX}{}", visitor.name);
        let middle = visitor.at.up(body::SIZE.height / 2);
        seen(visitor.id, &kind, visitor.at, Place::ZERO, sight([visitor.eyes(), middle]))
    });
    mobs.chain(arrows).chain(visitors).collect()
}
