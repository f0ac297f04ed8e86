//! Clicks and blows: a block against a face, an item on a block, a door, a creature.

use super::{Limbs, Step};
use crate::names::{self, No, no};
use clicks::{CURSOR_PARTS, Side};
use contract::body::report::Reason;
use gamedata::items;
use skills::aim::SPOT_PARTS;
use skills::blocks as kinds;
use skills::limbs::{Ack, Blow, Click, Limbs as _, Wanted, is_spared};
use skills::space::{MICRO, Place};
use vocab::{BlockPos, ItemId, Name};
use world::World;

/// A creature counts as the one believed at a place within this distance of it.
const NEAR: i64 = 2 * MICRO;
/// Items that act on the cell before the clicked face, when they do not act on the clicked block itself.
const ON_THE_CELL_BEFORE: [&str; 4] = ["bucket", "water_bucket", "lava_bucket", "flint_and_steel"];

/// What a click hits.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    pub at: BlockPos,
    pub face: Side,
    /// Where on the block, in thousandths.
    pub cursor: [u16; 3],
}

/// Does a click by the rules of the world.
pub fn done(world: &mut World, click: &Click) -> Result<(), No> {
    match world.click(click) {
        Ack::Refused(refusal) => Err(names::refusal(refusal)),
        Ack::Done | Ack::Waits(_) => Ok(()),
    }
}

impl Limbs {
    /// Puts the held item against a face.
    pub(super) fn place(&mut self, world: &mut World, item: &str, target: Target) -> Result<(), No> {
        let item = names::item(item)?;
        if held(world) != Some(item) {
            return Err(no(Reason::MissingItem, format!("it is not in the hand, which holds {}", held_name(world))));
        }
        self.put(world, item, target)
    }

    /// Uses what is in the hand on a block, or the block itself.
    pub(super) fn use_on(&mut self, world: &mut World, target: Target) -> Result<(), No> {
        let Target { at, face, .. } = target;
        let block = world.cells().block(at).ok_or_else(|| no(Reason::NotLoaded, ""))?;
        if kinds::opens(block) && !self.sneaks() {
            return done(world, &Click::Toggle { at });
        }
        if kinds::is_chest(block) || kinds::station(block).is_some() || kinds::is_bed(block) {
            let why = "`open` looks into chests and stations, and `sleep` is for beds";
            return Err(no(Reason::WrongBlock, why));
        }
        let Some(item) = held(world) else { return Err(no(Reason::MissingItem, "the hand is empty")) };
        let on_the_block = Click::UseOn { item, at };
        let Err(refusal) = world.would(&on_the_block) else { return done(world, &on_the_block) };
        if ON_THE_CELL_BEFORE.contains(&items::get(item).name) {
            return done(world, &Click::UseOn { item, at: face.of(at) });
        }
        if items::get(item).block.is_some() { self.put(world, item, target) } else { Err(names::refusal(refusal)) }
    }

    fn put(&self, world: &mut World, item: ItemId, target: Target) -> Result<(), No> {
        let Target { at, face, cursor } = target;
        let look = clicks::Look::new(self.look.yaw.0, self.look.pitch.0);
        let cursor = cursor.map(|part| u32::from(part) * (CURSOR_PARTS / SPOT_PARTS as u32));
        let click = clicks::Click { item, face, cursor, look, sneaking: self.sneaks() };
        world.click_on(at, &click).map_err(names::refusal)
    }
}

/// Strikes the nearest creature of a kind, once the arm is rested.
pub fn strike(world: &mut World, kind: &str, near: Place) -> Step {
    let kind = Name::new(kind);
    if is_spared(kind) {
        return Step::Done(Err(no(Reason::SparedCreature, format!("{kind} is never struck"))));
    }
    let Some(creature) = world.find(&Wanted { kind, near, within: NEAR, xray: true }) else {
        return Step::Done(Err(no(Reason::NoTarget, format!("no {kind} is there"))));
    };
    if !world.quarry(creature).is_some_and(|quarry| quarry.in_reach) {
        return Step::Done(Err(no(Reason::OutOfReach, "too far away, or behind something")));
    }
    match world.strike(creature) {
        Blow::Struck => Step::Done(Ok(())),
        Blow::Tired => Step::Later,
        Blow::Missed => Step::Done(Err(no(Reason::NoTarget, "it is gone"))),
    }
}

pub fn held(world: &World) -> Option<ItemId> {
    world.inventory().held().map(|stack| stack.item)
}

pub fn held_name(world: &World) -> &'static str {
    held(world).map_or("nothing", |item| items::get(item).name)
}
