//! Walls the body in on the spot: places blocks into every open side of the two cells that it stands in, as fast as possible.

use super::Turn;
use super::walk::footing;
use crate::digger::{self, Digger};
use crate::ground::open_cells;
use crate::limbs::{Ack, Click, Dug, Limbs};
use crate::me::Me;
use crate::path::ground::is_building_block;
use crate::space::Place;
use crate::tools::ticks_with;
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
pub(crate) struct WallIn {
    /// The position of the threat. The side towards it is closed first.
    from: FinePos,
    ticks: u32,
    last_placed: u32,
    centre_ticks: u32,
    sides: u32,
}

impl WallIn {
    pub(super) fn new(me: &Me<'_, impl Limbs>, from: FinePos) -> Result<WallIn, Refusal> {
        open_cells(me.cells(), me.feet()).try_for_each(|at| me.may_break(at))?;
        let sides = open_cells(me.cells(), me.feet()).count() as u32;
        if walls(me).map(|(_, count)| count).sum::<u32>() < sides {
            return Err(Refusal::MissingItem);
        }
        Ok(WallIn { from, ticks: 0, last_placed: 0, centre_ticks: 0, sides })
    }

    pub(super) fn progress(&self, limbs: &impl Limbs) -> (u32, u32) {
        let open = open_cells(limbs.cells(), limbs.pose().feet()).count() as u32;
        (self.sides.saturating_sub(open), self.sides)
    }

    pub(super) fn tick(&mut self, me: &mut Me<'_, impl Limbs>) -> Turn {
        self.ticks += 1;
        if self.centre(me) {
            return Turn::Going;
        }
        let mut sides: Vec<BlockPos> = open_cells(me.cells(), me.feet()).collect();
        if sides.is_empty() {
            return if me.limbs.is_waiting() { Turn::Going } else { Turn::Done };
        }
        if self.ticks > TICKS_MAX || self.ticks - self.last_placed > BLOCKED_TICKS_MAX {
            return Turn::Failed(Failure::Stuck);
        }
        if self.ticks < self.last_placed + PLACE_TICKS {
            return Turn::Going;
        }
        let Some(item) = wall(me) else { return Turn::Failed(Failure::NoneFound) };
        let danger = Place::from_fine(self.from).block();
        let nearest = |at: &BlockPos| (at.distance_squared(danger), *at);
        sides.sort_by_key(nearest);
        if self.put_first(me, item, &sides) {
            return Turn::Going;
        }
        if let Some(at) = sides.iter().find(|at| breaks_at_once(me, **at)) {
            if Digger::new(me, *at).is_some_and(|mut digger| digger.tick(me) == Dug::Broken) {
                self.last_placed = self.ticks;
            }
            return Turn::Going;
        }
        // A side without a neighbouring block needs such a block first, to place against.
        let feet = me.feet();
        let own = [feet, feet.offset(0, 1, 0)];
        let props: Vec<BlockPos> = sides.iter().flat_map(|at| at.neighbours()).filter(|at| !own.contains(at)).collect();
        self.put_first(me, item, &props);
        Turn::Going
    }

    /// Places a block in the first of these cells that takes one; returns whether any did.
    fn put_first(&mut self, me: &mut Me<'_, impl Limbs>, item: ItemId, cells: &[BlockPos]) -> bool {
        let mut put = |at: &BlockPos| !matches!(me.click(&Click::Place { item, at: *at }), Ack::Refused(_));
        let placed = cells.iter().any(&mut put);
        if placed {
            self.last_placed = self.ticks;
        }
        placed
    }

    /// Walks the body to the middle of its cell; returns true while it is still moving.
    fn centre(&mut self, me: &mut Me<'_, impl Limbs>) -> bool {
        let middle = Place::on(footing(me));
        let off = me.at().distance_flat(middle);
        if off <= CENTRED || self.centre_ticks >= CENTRE_TICKS_MAX {
            return false;
        }
        self.centre_ticks += 1;
        me.head_for(middle);
        true
    }
}

/// Whether a block breaks at once, such as a torch or a flower. It must be broken before a block can be placed in
/// its cell.
fn breaks_at_once(me: &Me<'_, impl Limbs>, at: BlockPos) -> bool {
    digger::check(me, at).is_ok_and(|block| ticks_with(block, None) <= 1)
}

/// Carried items that can be used for walls: building blocks, and in this emergency also wood.
fn walls(me: &Me<'_, impl Limbs>) -> impl Iterator<Item = (ItemId, u32)> {
    let is_wood = |name: &str| name.ends_with("_planks") || name.ends_with("_log");
    let does = move |item: ItemId| is_building_block(item) || is_wood(gamedata::items::get(item).name);
    let carried: Vec<(ItemId, u32)> = me.inventory().carried().totals().iter().collect();
    carried.into_iter().filter(move |(item, _)| does(*item))
}

/// The item that the body places next as a wall: cheap ones first, among them the one carried most.
fn wall(me: &Me<'_, impl Limbs>) -> Option<ItemId> {
    let worth = |(item, count): &(ItemId, u32)| (is_building_block(*item), *count, std::cmp::Reverse(*item));
    walls(me).max_by_key(worth).map(|(item, _)| item)
}
