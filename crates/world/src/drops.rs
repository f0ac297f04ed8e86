//! Items on the ground: they fall, merge with equal items nearby, and despawn after five minutes.

use crate::World;
use crate::physics::{fits, sweep};
use crate::space::{MICRO, Place, scale};
use gamedata::items;
use serde::{Deserialize, Serialize};
use skills::measures::ITEM_SIZE;
use std::collections::BTreeMap;
use vocab::item::Stack;

/// Dropped items despawn after this many ticks: five minutes.
pub const DROP_AGE_TICKS_MAX: u32 = 6_000;
/// An item dropped by a block or a mob cannot be picked up before this many ticks.
pub const PICKUP_DELAY_TICKS: u16 = 10;
/// Equal dropped items within this distance merge into one stack.
const JOIN_DISTANCE: i64 = MICRO / 2;
/// Ticks between two merges of dropped items.
const JOIN_INTERVAL_TICKS: u64 = 20;
/// Most stacks on the ground; beyond this the oldest despawn. An explosion in a full storeroom drops fewer.
pub const DROPS_MAX: usize = 2_048;
const GRAVITY: i64 = 40_000;
const DRAG: i64 = 980_000;
const FRICTION: i64 = 588_000;

/// One stack of items on the ground.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drop {
    pub id: u64,
    pub at: Place,
    pub velocity: Place,
    pub stack: Stack,
    pub age_ticks: u32,
    pub pickup_delay_ticks: u16,
    /// Whether the body threw the stack; if not, a block or a mob dropped it.
    pub thrown: bool,
    /// Whether the dropped stack lies still; it is checked again when a block nearby changes.
    resting: bool,
}

/// All stacks of items on the ground by id, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Drops {
    next_id: u64,
    #[serde(deserialize_with = "vocab::salvage::map")]
    list: BTreeMap<u64, Drop>,
}

impl Drops {
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Drop> {
        self.list.values()
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Takes up to `count` items of a stack off the ground.
    pub fn take(&mut self, id: u64, count: u8) -> Option<Stack> {
        let lying = self.list.get_mut(&id)?;
        let taken = Stack { count: lying.stack.count.min(count), ..lying.stack };
        lying.stack.count -= taken.count;
        if lying.stack.count == 0 {
            self.list.remove(&id);
        }
        (taken.count > 0).then_some(taken)
    }

    /// Removes the oldest stack on the ground, for the simulated fault of theft.
    pub(crate) fn steal_oldest(&mut self) -> Option<Stack> {
        self.list.pop_first().map(|(_, lying)| lying.stack)
    }

    /// Makes all dropped stacks near a changed cell check again whether the ground supports them.
    pub(crate) fn wake(&mut self, near: Place) {
        for lying in self.list.values_mut().filter(|lying| lying.resting) {
            lying.resting &= lying.at.distance(near) > 2 * MICRO;
        }
    }
}

impl World {
    /// Drops a stack of items at a place. All items on the ground are created here.
    pub fn drop_stack(&mut self, at: Place, velocity: Place, stack: Stack) {
        self.put_drop(at, velocity, stack, (PICKUP_DELAY_TICKS, false));
    }

    /// Throws a stack of items; it cannot be picked up for `pickup_delay_ticks`.
    pub fn throw_stack(&mut self, at: Place, velocity: Place, stack: Stack, pickup_delay_ticks: u16) {
        self.put_drop(at, velocity, stack, (pickup_delay_ticks, true));
    }

    fn put_drop(&mut self, at: Place, velocity: Place, stack: Stack, (pickup_delay_ticks, thrown): (u16, bool)) {
        if stack.count == 0 {
            return;
        }
        if self.drops.list.len() >= DROPS_MAX {
            self.drops.list.pop_first();
        }
        let id = self.drops.next_id;
        self.drops.next_id += 1;
        let lying = Drop { id, at, velocity, stack, age_ticks: 0, pickup_delay_ticks, thrown, resting: false };
        self.drops.list.insert(id, lying);
    }
}

/// Ages, moves and merges the stacks on the ground. Stacks in unloaded chunks are paused.
pub(crate) fn tick(world: &mut World) {
    let grid = &world.grid;
    let mut gone = Vec::new();
    for (id, lying) in &mut world.drops.list {
        if lying.resting {
            if !grid.is_loaded(lying.at.block()) {
                continue;
            }
            lying.age_ticks += 1;
            lying.pickup_delay_ticks = lying.pickup_delay_ticks.saturating_sub(1);
            if lying.age_ticks > DROP_AGE_TICKS_MAX {
                gone.push(*id);
            }
            continue;
        }
        let block = lying.at.block();
        let Some(props) = grid.props(block) else { continue };
        lying.age_ticks += 1;
        lying.pickup_delay_ticks = lying.pickup_delay_ticks.saturating_sub(1);
        let burnt = props.liquid && props.light > 0;
        if burnt || lying.age_ticks > DROP_AGE_TICKS_MAX || block.y < crate::chunk::Y_MIN - 64 {
            gone.push(*id);
            continue;
        }
        if !fits(|at| grid.solid(at), lying.at, ITEM_SIZE) {
            // A block was placed where the stack lies, so the stack is pushed up.
            lying.at = Place::on(block.offset(0, 1, 0));
            continue;
        }
        let (gravity, sink) = if props.liquid || props.wet { (GRAVITY / 4, 500_000) } else { (GRAVITY, DRAG) };
        lying.velocity.y -= gravity;
        let moved = sweep(|at| grid.solid(at), lying.at, ITEM_SIZE, lying.velocity);
        let landed = moved.hit_y && lying.velocity.y < 0;
        let slow = if landed { FRICTION } else { sink };
        lying.velocity = Place {
            x: if moved.hit_x { 0 } else { scale(lying.velocity.x, slow) },
            y: if moved.hit_y { 0 } else { scale(lying.velocity.y, sink) },
            z: if moved.hit_z { 0 } else { scale(lying.velocity.z, slow) },
        };
        lying.at = moved.at;
        lying.resting = landed && lying.velocity.x.abs() < 1_000 && lying.velocity.z.abs() < 1_000;
    }
    for id in gone {
        world.drops.list.remove(&id);
    }
    if world.now().0.is_multiple_of(JOIN_INTERVAL_TICKS) {
        join(&mut world.drops);
    }
}

/// Merges equal nearby stacks into the older one, up to the stack size.
fn join(drops: &mut Drops) {
    let mut lying: Vec<(vocab::ItemId, i64, u64)> =
        drops.list.values().map(|drop| (drop.stack.item, drop.at.x, drop.id)).collect();
    lying.sort_unstable();
    for pair in lying.windows(2) {
        let (kept, joined) = (pair[0].2.min(pair[1].2), pair[0].2.max(pair[1].2));
        let (Some(a), Some(b)) = (drops.list.get(&kept), drops.list.get(&joined)) else { continue };
        let room = items::get(a.stack.item).stack_size.saturating_sub(a.stack.count);
        let equal = (a.stack.item, a.stack.wear, a.thrown) == (b.stack.item, b.stack.wear, b.thrown);
        if !equal || room < b.stack.count || a.at.distance(b.at) > JOIN_DISTANCE {
            continue;
        }
        let Some(b) = drops.list.remove(&joined) else { continue };
        if let Some(a) = drops.list.get_mut(&kept) {
            a.stack.count += b.stack.count;
            a.age_ticks = a.age_ticks.min(b.age_ticks);
            a.pickup_delay_ticks = a.pickup_delay_ticks.max(b.pickup_delay_ticks);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vocab::ItemId;

    #[test]
    fn beyond_the_bound_the_oldest_drops_vanish() {
        let mut world = World::with_view(1, 1);
        for index in 0..=DROPS_MAX {
            let stack = Stack { item: ItemId(1), count: 1, wear: index as u16 };
            world.drop_stack(Place::on(world.spawn), Place::ZERO, stack);
        }
        assert_eq!(world.drops.len(), DROPS_MAX);
        assert!(world.drops.iter().all(|lying| lying.stack.wear > 0));
    }

    #[test]
    fn taking_a_stack_gives_at_most_what_is_there() {
        let mut world = World::with_view(1, 1);
        world.drop_stack(Place::on(world.spawn), Place::ZERO, Stack { item: ItemId(1), count: 5, wear: 0 });
        let id = world.drops.iter().next().unwrap().id;
        assert_eq!(world.drops.take(id, 3).map(|stack| stack.count), Some(3));
        assert_eq!(world.drops.take(id, 3).map(|stack| stack.count), Some(2));
        assert_eq!(world.drops.take(id, 3), None);
    }
}
