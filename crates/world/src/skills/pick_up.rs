//! Walks to dropped items and picks them up.

use super::Turn;
use super::walk::{Walk, Walker};
use crate::drops::DROP_SIZE;
use crate::path::Goal;
use crate::sight;
use crate::space::{MICRO, Place};
use crate::world::World;
use serde::{Deserialize, Serialize};
use vocab::ItemId;
use vocab::action::Terrain;
use vocab::outcome::{Failure, Refusal};

/// Time limit of picking up items: three minutes, a little more than half the lifetime of a dropped item.
const TICKS_MAX: u32 = 3_600;
/// How many ticks the body waits beside one item, which may still be falling or not yet be allowed to be picked
/// up.
const BESIDE_TICKS_MAX: u32 = 60;
/// The body notices dropped items within this distance of its feet without seeing them, such as an item in the
/// hole that it has just dug.
const NOTICE_RADIUS: i64 = 2 * MICRO;
/// Most unreachable items that are remembered, so that the body does not try them again.
const SKIPPED_MAX: usize = 32;

/// The body's walk to one dropped item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Fetch {
    id: u64,
    walker: Walker,
    terrain: Terrain,
    beside_ticks: u32,
}

/// The result of one tick of walking to a dropped item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fetched {
    Going,
    /// The dropped item was picked up, despawned, or taken by another.
    Gone,
    Unreachable,
}

impl Fetch {
    pub(super) fn new(world: &World, id: u64, terrain: Terrain) -> Option<Fetch> {
        let lying = world.drops.iter().find(|drop| drop.id == id)?;
        let walker = Walker::new(Goal::PickUp { cell: lying.at.block() }, terrain, false);
        Some(Fetch { id, walker, terrain, beside_ticks: 0 })
    }

    pub(super) fn id(&self) -> u64 {
        self.id
    }

    pub(super) fn tick(&mut self, world: &mut World) -> Fetched {
        let lying = world.drops.iter().find(|drop| drop.id == self.id);
        let Some((at, delay)) = lying.filter(|drop| notices(world, drop.at)).map(|d| (d.at, d.pickup_delay_ticks))
        else {
            return self.look_for(world, lying.is_none());
        };
        // The dropped item fell or drifted away, so the body follows it.
        if self.walker.goal() != (Goal::PickUp { cell: at.block() }) {
            self.walker = Walker::new(Goal::PickUp { cell: at.block() }, self.terrain, false);
        }
        match self.walker.tick(world) {
            Walk::Going => Fetched::Going,
            // The dropped item may still fall to a place that can be reached.
            Walk::NoPath | Walk::Stuck if delay > 0 => {
                self.walker = Walker::new(self.walker.goal(), self.terrain, false);
                Fetched::Going
            }
            Walk::NoPath | Walk::Stuck => Fetched::Unreachable,
            Walk::Arrived => {
                self.beside_ticks += 1;
                let controls = &mut world.body.controls;
                if world.body.at.distance_flat(at) > MICRO / 4 {
                    controls.heading = world.body.at.heading_to(at);
                }
                if self.beside_ticks > BESIDE_TICKS_MAX { Fetched::Unreachable } else { Fetched::Going }
            }
        }
    }

    /// Walks to the cell where the dropped item was last in sight. The body knows that the item is gone once it sees
    /// that cell, or has arrived there without finding the item.
    fn look_for(&mut self, world: &mut World, is_gone: bool) -> Fetched {
        if let Goal::PickUp { cell } = self.walker.goal()
            && is_gone
            && notices(world, Place::on(cell))
        {
            return Fetched::Gone;
        }
        match self.walker.tick(world) {
            Walk::Going => Fetched::Going,
            Walk::NoPath | Walk::Stuck => Fetched::Unreachable,
            Walk::Arrived => Fetched::Gone,
        }
    }
}

/// Whether the body knows of a dropped item at a place: the item is in sight, or so near that a block just dug
/// beside the body dropped it.
fn notices(world: &World, at: Place) -> bool {
    let middle = at.up(DROP_SIZE.height / 2);
    world.eyes.has_xray()
        || world.body.at.distance(at) <= NOTICE_RADIUS
        || sight::clear(&world.grid, world.body.eyes(), middle) == Some(true)
}

/// The nearest dropped item within the radius that the body notices: any item, or only the wanted one.
pub(super) fn nearest(world: &World, radius: i64, skipped: &[u64], wanted: Option<ItemId>) -> Option<u64> {
    let here = world.body.at;
    world
        .drops
        .iter()
        .filter(|drop| wanted.is_none_or(|item| item == drop.stack.item))
        .filter(|drop| drop.at.distance(here) <= radius && !skipped.contains(&drop.id))
        .filter(|drop| world.grid.is_loaded(drop.at.block()) && notices(world, drop.at))
        .min_by_key(|drop| (drop.at.distance(here), drop.id))
        .map(|drop| drop.id)
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PickUp {
    radius: u8,
    fetch: Option<Fetch>,
    skipped: Vec<u64>,
    fetched: u32,
    ticks: u32,
}

impl PickUp {
    pub(super) fn new(world: &World, radius: u8) -> Result<PickUp, Refusal> {
        if radius == 0 {
            return Err(Refusal::BadRequest);
        }
        let found = nearest(world, i64::from(radius) * MICRO, &[], None);
        found.ok_or(Refusal::NoTarget)?;
        Ok(PickUp { radius, fetch: None, skipped: Vec::new(), fetched: 0, ticks: 0 })
    }

    pub(super) fn tick(&mut self, world: &mut World) -> Turn {
        self.ticks += 1;
        if self.ticks > TICKS_MAX {
            return Turn::Failed(Failure::TimedOut);
        }
        let Some(fetch) = &mut self.fetch else { return self.choose(world) };
        match fetch.tick(world) {
            Fetched::Going => return Turn::Going,
            Fetched::Gone => self.fetched += 1,
            Fetched::Unreachable => self.skipped.push(fetch.id()),
        }
        self.fetch = None;
        if self.skipped.len() >= SKIPPED_MAX { Turn::Failed(Failure::NoPath) } else { Turn::Going }
    }

    fn choose(&mut self, world: &World) -> Turn {
        let radius = i64::from(self.radius) * MICRO;
        let Some(id) = nearest(world, radius, &self.skipped, None) else {
            // A dropped item to which no path led may have come into reach meanwhile.
            let left = world.drops.iter().any(|drop| self.skipped.contains(&drop.id));
            return if self.fetched == 0 && left { Turn::Failed(Failure::NoPath) } else { Turn::Done };
        };
        let room = (world.drops.iter()).find(|drop| drop.id == id).is_some_and(|drop| {
            let one = vocab::item::Stack { count: 1, ..drop.stack };
            world.body.inventory.has_room_for(one)
        });
        if !room {
            self.skipped.push(id);
            return if nearest(world, radius, &self.skipped, None).is_none() && self.fetched == 0 {
                Turn::Failed(Failure::BagFull)
            } else {
                Turn::Going
            };
        }
        self.fetch = Fetch::new(world, id, Terrain::Walk);
        Turn::Going
    }

    pub(super) fn progress(&self) -> (u32, u32) {
        (self.fetched, self.fetched + u32::from(self.fetch.is_some()))
    }
}
