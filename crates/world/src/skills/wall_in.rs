//! Getting walled in on the spot: blocks into every open side of the two cells that the body stands in, as fast as hands are.

use super::Turn;
use crate::body::open_cells;
use crate::digging::{self, Digger, Dug};
use crate::path::ground::is_building_block;
use crate::placing;
use crate::space::Place;
use crate::world::World;
use serde::{Deserialize, Serialize};
use vocab::outcome::{Failure, Refusal};
use vocab::{BlockPos, FinePos, ItemId};

/// Hands place a block every four ticks.
const PLACE_TICKS: u32 = 4;
/// Ten sides, each with one block more to hold on to, and as long again for what stands in the way.
const TICKS_MAX: u32 = 160;
/// Ticks without a block placed after which something stands in the way that will not leave.
const BLOCKED_TICKS_MAX: u32 = 40;
/// The middle of a cell is as near as this; a body that stands across two cells has more sides than ten.
const CENTRED: i64 = 180_000;
const CENTRE_TICKS_MAX: u32 = 12;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct WallIn {
    /// What comes from this side is shut out first.
    from: FinePos,
    ticks: u32,
    last_placed: u32,
    centre_ticks: u32,
    sides: u32,
}

impl WallIn {
    pub(super) fn new(world: &World, from: FinePos) -> Result<WallIn, Refusal> {
        let sides = open_cells(world).count() as u32;
        if walls(world).map(|(_, count)| count).sum::<u32>() < sides {
            return Err(Refusal::MissingItem);
        }
        Ok(WallIn { from, ticks: 0, last_placed: 0, centre_ticks: 0, sides })
    }

    pub(super) fn progress(&self, world: &World) -> (u32, u32) {
        (self.sides.saturating_sub(open_cells(world).count() as u32), self.sides)
    }

    pub(super) fn tick(&mut self, world: &mut World) -> Turn {
        self.ticks += 1;
        if self.centre(world) {
            return Turn::Going;
        }
        let mut sides: Vec<BlockPos> = open_cells(world).collect();
        if sides.is_empty() {
            return Turn::Done;
        }
        if self.ticks > TICKS_MAX || self.ticks - self.last_placed > BLOCKED_TICKS_MAX {
            return Turn::Failed(Failure::Stuck);
        }
        if self.ticks < self.last_placed + PLACE_TICKS {
            return Turn::Going;
        }
        let Some(item) = wall(world) else { return Turn::Failed(Failure::NoneFound) };
        let danger = Place::from_fine(self.from).block();
        let nearest = |at: &BlockPos| (at.distance_squared(danger), *at);
        let check = |at: &BlockPos| placing::check(world, item, *at);
        sides.sort_by_key(nearest);
        let side = sides.iter().find_map(|at| check(at).ok());
        if side.is_none()
            && let Some(at) = sides.iter().find(|at| breaks_at_once(world, **at))
        {
            if Digger::new(world, *at).is_some_and(|mut digger| digger.tick(world) == Dug::Broken) {
                self.last_placed = self.ticks;
            }
            return Turn::Going;
        }
        // A side that nothing holds yet gets a neighbour first.
        let prop = || {
            let feet = world.body.feet();
            let own = [feet, feet.offset(0, 1, 0)];
            let beside = sides.iter().flat_map(|at| at.neighbours()).filter(|at| !own.contains(at));
            beside.into_iter().find_map(|at| check(&at).ok())
        };
        if let Some(placement) = side.or_else(prop) {
            placing::place(world, &placement);
            self.last_placed = self.ticks;
        }
        Turn::Going
    }

    /// Steps to the middle of the own cell; says whether it is still at it.
    fn centre(&mut self, world: &mut World) -> bool {
        let middle = Place::on(world.body.feet());
        let off = world.body.at.distance_flat(middle);
        if off <= CENTRED || self.centre_ticks >= CENTRE_TICKS_MAX {
            return false;
        }
        self.centre_ticks += 1;
        world.body.controls.heading = world.body.at.heading_to(middle);
        true
    }
}

/// A torch or a flower, which nothing can be placed into, but a touch breaks.
fn breaks_at_once(world: &World, at: BlockPos) -> bool {
    digging::check(world, at).is_ok_and(|block| digging::ticks_with(block, None) <= 1)
}

/// What walls can be made of: building blocks, and wood where one's life is at stake.
fn walls(world: &World) -> impl Iterator<Item = (ItemId, u32)> {
    let is_wood = |name: &str| name.ends_with("_planks") || name.ends_with("_log");
    let does = move |item: ItemId| is_building_block(item) || is_wood(gamedata::items::get(item).name);
    let carried: Vec<(ItemId, u32)> = world.body.inventory.carried().totals().iter().collect();
    carried.into_iter().filter(move |(item, _)| does(*item))
}

/// The block to use next: cheap ones first, of the kind carried most.
fn wall(world: &World) -> Option<ItemId> {
    let worth = |(item, count): &(ItemId, u32)| (is_building_block(*item), *count, std::cmp::Reverse(*item));
    walls(world).max_by_key(worth).map(|(item, _)| item)
}
