//! Walls the body in on the spot: places blocks into every open side of the two cells that it stands in, as fast as possible.

use super::Turn;
use super::walk::footing;
use crate::body::open_cells;
use crate::digging::{self, Digger, Dug};
use crate::path::ground::is_building_block;
use crate::placing;
use crate::space::Place;
use crate::world::World;
use serde::{Deserialize, Serialize};
use vocab::outcome::{Failure, Refusal};
use vocab::{BlockPos, FinePos, ItemId};

/// Ticks between two blocks that the body places.
const PLACE_TICKS: u32 = 4;
/// Time limit of walling in, in ticks: ten sides, each with one more block to place against, and as much again
/// for obstacles.
const TICKS_MAX: u32 = 160;
/// Walling in gives up after this many ticks without placing a block, because something stays in the way.
const BLOCKED_TICKS_MAX: u32 = 40;
/// The body counts as centred in its cell within this distance. A body across two cells has more than ten sides.
const CENTRED: i64 = 180_000;
const CENTRE_TICKS_MAX: u32 = 12;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct WallIn {
    /// The position of the threat. The side towards it is closed first.
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
        // A side without a neighbouring block needs such a block first, to place against.
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

    /// Walks the body to the middle of its cell; returns true while it is still moving.
    fn centre(&mut self, world: &mut World) -> bool {
        let middle = Place::on(footing(world));
        let off = world.body.at.distance_flat(middle);
        if off <= CENTRED || self.centre_ticks >= CENTRE_TICKS_MAX {
            return false;
        }
        self.centre_ticks += 1;
        world.body.controls.heading = world.body.at.heading_to(middle);
        true
    }
}

/// Whether a block breaks at once, such as a torch or a flower. It must be broken before a block can be placed in
/// its cell.
fn breaks_at_once(world: &World, at: BlockPos) -> bool {
    digging::check(world, at).is_ok_and(|block| digging::ticks_with(block, None) <= 1)
}

/// Carried items that can be used for walls: building blocks, and in this emergency also wood.
fn walls(world: &World) -> impl Iterator<Item = (ItemId, u32)> {
    let is_wood = |name: &str| name.ends_with("_planks") || name.ends_with("_log");
    let does = move |item: ItemId| is_building_block(item) || is_wood(gamedata::items::get(item).name);
    let carried: Vec<(ItemId, u32)> = world.body.inventory.carried().totals().iter().collect();
    carried.into_iter().filter(move |(item, _)| does(*item))
}

/// The item that the body places next as a wall: cheap ones first, among them the one carried most.
fn wall(world: &World) -> Option<ItemId> {
    let worth = |(item, count): &(ItemId, u32)| (is_building_block(*item), *count, std::cmp::Reverse(*item));
    walls(world).max_by_key(worth).map(|(item, _)| item)
}
