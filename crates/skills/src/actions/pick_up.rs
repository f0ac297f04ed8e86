//! Walks to dropped items and picks them up.

use super::Turn;
use super::walk::{Walk, Walker};
use crate::limbs::{Cells, Handle, Limbs, feet_of};
use crate::me::Me;
use crate::measures::ITEM_SIZE;
use crate::path::Goal;
use crate::sight;
use crate::space::{MICRO, Place};
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
pub(crate) struct Fetch {
    id: Handle,
    walker: Walker,
    terrain: Terrain,
    beside_ticks: u32,
}

/// The result of one tick of walking to a dropped item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fetched {
    Going,
    /// The dropped item was picked up, despawned, or taken by another.
    Gone,
    Unreachable,
}

impl Fetch {
    pub(super) fn new(me: &Me<'_, impl Limbs>, id: Handle, terrain: Terrain) -> Option<Fetch> {
        let lying = me.limbs.lying(id)?;
        let walker = Walker::new(Goal::PickUp { cell: feet_of(lying.at, true) }, terrain, false);
        Some(Fetch { id, walker, terrain, beside_ticks: 0 })
    }

    pub(super) fn id(&self) -> Handle {
        self.id
    }

    pub(super) fn tick(&mut self, me: &mut Me<'_, impl Limbs>) -> Fetched {
        let lying = me.limbs.lying(self.id);
        let Some((at, fresh)) = lying.filter(|drop| notices(me, drop.at)).map(|drop| (drop.at, drop.fresh)) else {
            return self.look_for(me, lying.is_none());
        };
        // The dropped item fell or drifted away, so the body follows it.
        if self.walker.goal() != (Goal::PickUp { cell: feet_of(at, true) }) {
            self.walker = Walker::new(Goal::PickUp { cell: feet_of(at, true) }, self.terrain, false);
        }
        match self.walker.tick(me) {
            Walk::Going => Fetched::Going,
            // The dropped item may still fall to a place that can be reached.
            Walk::NoPath | Walk::Stuck if fresh => {
                self.walker = Walker::new(self.walker.goal(), self.terrain, false);
                Fetched::Going
            }
            Walk::NoPath | Walk::Stuck => Fetched::Unreachable,
            Walk::Arrived => {
                self.beside_ticks += 1;
                if me.at().distance_flat(at) > MICRO / 4 {
                    me.head_for(at);
                }
                if self.beside_ticks > BESIDE_TICKS_MAX { Fetched::Unreachable } else { Fetched::Going }
            }
        }
    }

    /// Walks to the cell where the dropped item was last in sight. The body knows that the item is gone once it sees
    /// that cell, or has arrived there without finding the item.
    fn look_for(&mut self, me: &mut Me<'_, impl Limbs>, is_gone: bool) -> Fetched {
        if let Goal::PickUp { cell } = self.walker.goal()
            && is_gone
            && notices(me, Place::on(cell))
        {
            return Fetched::Gone;
        }
        match self.walker.tick(me) {
            Walk::Going => Fetched::Going,
            Walk::NoPath | Walk::Stuck => Fetched::Unreachable,
            Walk::Arrived => Fetched::Gone,
        }
    }
}

/// Whether the body knows of a dropped item at a place: the item is in sight, or so near that a block just dug
/// beside the body dropped it.
fn notices(me: &Me<'_, impl Limbs>, at: Place) -> bool {
    let middle = at.up(ITEM_SIZE.height / 2);
    me.eyes.has_xray()
        || me.at().distance(at) <= NOTICE_RADIUS
        || sight::clear(me.cells(), me.eye(), middle) == Some(true)
}

/// The nearest dropped item within the radius that the body notices: any item, or only the wanted one.
pub(super) fn nearest(
    me: &Me<'_, impl Limbs>,
    radius: i64,
    skipped: &[Handle],
    wanted: Option<ItemId>,
) -> Option<Handle> {
    let here = me.at();
    me.limbs
        .drops()
        .filter(|drop| wanted.is_none_or(|item| item == drop.stack.item))
        .filter(|drop| drop.at.distance(here) <= radius && !skipped.contains(&drop.id))
        .filter(|drop| me.cells().is_loaded(drop.at.block()) && notices(me, drop.at))
        .min_by_key(|drop| (drop.at.distance(here), drop.id))
        .map(|drop| drop.id)
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PickUp {
    radius: u8,
    fetch: Option<Fetch>,
    skipped: Vec<Handle>,
    fetched: u32,
    ticks: u32,
}

impl PickUp {
    pub(super) fn new(me: &Me<'_, impl Limbs>, radius: u8) -> Result<PickUp, Refusal> {
        if radius == 0 {
            return Err(Refusal::BadRequest);
        }
        let found = nearest(me, i64::from(radius) * MICRO, &[], None);
        found.ok_or(Refusal::NoTarget)?;
        Ok(PickUp { radius, fetch: None, skipped: Vec::new(), fetched: 0, ticks: 0 })
    }

    pub(super) fn tick(&mut self, me: &mut Me<'_, impl Limbs>) -> Turn {
        self.ticks += 1;
        if self.ticks > TICKS_MAX {
            return Turn::Failed(Failure::TimedOut);
        }
        let Some(fetch) = &mut self.fetch else { return self.choose(me) };
        match fetch.tick(me) {
            Fetched::Going => return Turn::Going,
            Fetched::Gone => self.fetched += 1,
            Fetched::Unreachable => self.skipped.push(fetch.id()),
        }
        self.fetch = None;
        if self.skipped.len() >= SKIPPED_MAX { Turn::Failed(Failure::NoPath) } else { Turn::Going }
    }

    fn choose(&mut self, me: &Me<'_, impl Limbs>) -> Turn {
        let radius = i64::from(self.radius) * MICRO;
        let Some(id) = nearest(me, radius, &self.skipped, None) else {
            // A dropped item to which no path led may have come into reach meanwhile.
            let left = me.limbs.drops().any(|drop| self.skipped.contains(&drop.id));
            return if self.fetched == 0 && left { Turn::Failed(Failure::NoPath) } else { Turn::Done };
        };
        let room = me.limbs.lying(id).is_some_and(|drop| {
            let one = vocab::item::Stack { count: 1, ..drop.stack };
            me.inventory().has_room_for(one)
        });
        if !room {
            self.skipped.push(id);
            return if nearest(me, radius, &self.skipped, None).is_none() && self.fetched == 0 {
                Turn::Failed(Failure::BagFull)
            } else {
                Turn::Going
            };
        }
        self.fetch = Fetch::new(me, id, Terrain::Walk);
        Turn::Going
    }

    pub(super) fn progress(&self) -> (u32, u32) {
        (self.fetched, self.fetched + u32::from(self.fetch.is_some()))
    }
}
