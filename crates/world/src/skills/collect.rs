//! Collects items: finds the nearest block that drops a wanted item, goes to it, breaks it and picks up the drops, until the
//! count is reached.

use super::pick_up::{self, Fetch, Fetched};
use super::walk::{Walk, Walker};
use super::{Turn, wary};
use crate::blocks::Way;
use crate::body::SIZE;
use crate::digging::{self, Digger, Dug};
use crate::path::goal::sees;
use crate::path::ground::is_safe_to_dig;
use crate::path::{Goal, Ground};
use crate::physics::Room;
use crate::queries;
use crate::space::MICRO;
use crate::world::World;
use serde::{Deserialize, Serialize};
use vocab::action::Terrain;
use vocab::item::Stack;
use vocab::outcome::{Failure, Refusal};
use vocab::{BlockId, BlockPos, ItemId};

/// Time limit of collecting, in ticks per wanted item.
const TICKS_PER_ITEM_MAX: u32 = 1_200;
/// The least time limit of any request to collect, in ticks.
const TICKS_LEAST: u32 = 3_600;
/// Largest search radius of collecting, equal to the largest radius of a block query.
pub const RADIUS_MAX: u8 = 96;
/// Most items that one request may collect: a full bag.
pub const COUNT_MAX: u16 = 2_304;
/// Collecting gives up after this many unreachable blocks.
const SKIPPED_MAX: usize = 24;
/// When collecting, a block beside a hostile creature is treated as if it were this many blocks farther away.
const WATCHED_EFFORT: u64 = 24;
/// Number of nearest blocks among which the next one to collect is chosen.
const CHOICES: usize = 48;
/// Drops within this distance are picked up after the body broke a block.
const FETCH_RADIUS: i64 = 9 * MICRO;
/// The block under the feet is broken only if there is firm ground at most this many blocks below it.
const LANDING_MAX: i32 = 3;
/// Ticks that the body waits for fresh drops to fall and come to rest.
const SETTLE_TICKS: u32 = 14;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Collect {
    item: ItemId,
    from: Vec<BlockId>,
    count: u32,
    radius: u8,
    /// How many wanted items the body carried when collecting began.
    before: u32,
    began: BlockPos,
    ticks: u32,
    now: Doing,
    /// Wanted blocks that the last search found, so that not every block needs a new search.
    known: Vec<BlockPos>,
    skipped: Vec<BlockPos>,
    skipped_drops: Vec<u64>,
    /// Whether the body has reached any wanted block. If not, collecting fails with "no path".
    found_any: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Doing {
    Choosing,
    Walking(Box<Walker>, BlockPos),
    Digging(Digger),
    /// The body waits for the drops to come to rest, for this many ticks.
    Settling(u32),
    Fetching(Box<Fetch>),
}

impl Collect {
    pub(super) fn new(
        world: &World,
        item: ItemId,
        mut from: Vec<BlockId>,
        count: u16,
        radius: u8,
    ) -> Result<Collect, Refusal> {
        // Duplicates are removed, so the list is never longer than the number of block kinds.
        from.sort_unstable();
        from.dedup();
        if count == 0 || count > COUNT_MAX || radius == 0 || radius > RADIUS_MAX || from.is_empty() {
            return Err(Refusal::BadRequest);
        }
        if !from.iter().any(|block| digging::can_harvest(world, *block)) {
            return Err(Refusal::MissingItem);
        }
        if !world.body.inventory.has_room_for(Stack { item, count: 1, wear: 0 }) {
            return Err(Refusal::NoRoom);
        }
        let here = world.body.feet();
        let lying = pick_up::nearest(world, FETCH_RADIUS, &[], Some(item)).is_some();
        if !lying && queries::nearest(world, &from, radius, 1).is_empty() {
            return Err(Refusal::NoTarget);
        }
        Ok(Collect {
            item,
            from,
            count: u32::from(count),
            radius,
            before: world.body.inventory.count(item),
            began: here,
            ticks: 0,
            now: Doing::Settling(SETTLE_TICKS),
            known: Vec::new(),
            skipped: Vec::new(),
            skipped_drops: Vec::new(),
            found_any: false,
        })
    }

    fn gained(&self, world: &World) -> u32 {
        world.body.inventory.count(self.item).saturating_sub(self.before)
    }

    pub(super) fn progress(&self, world: &World) -> (u32, u32) {
        (self.gained(world), self.count)
    }

    pub(super) fn tick(&mut self, world: &mut World) -> Turn {
        self.ticks += 1;
        if self.gained(world) >= self.count {
            return Turn::Done;
        }
        if self.ticks > (self.count * TICKS_PER_ITEM_MAX).max(TICKS_LEAST) {
            return Turn::Failed(Failure::TimedOut);
        }
        match std::mem::replace(&mut self.now, Doing::Choosing) {
            Doing::Choosing => return self.choose(world),
            Doing::Walking(walker, target) => self.walk(world, walker, target),
            Doing::Digging(digger) => self.dig(world, digger),
            Doing::Settling(ticks) if ticks < SETTLE_TICKS => self.now = Doing::Settling(ticks + 1),
            Doing::Settling(_) => self.fetch_next(world),
            Doing::Fetching(fetch) => self.fetch(world, fetch),
        }
        Turn::Going
    }

    fn choose(&mut self, world: &mut World) -> Turn {
        if !world.body.inventory.has_room_for(Stack { item: self.item, count: 1, wear: 0 }) {
            return Turn::Failed(Failure::BagFull);
        }
        let here = world.body.feet();
        let from: Vec<BlockId> =
            self.from.iter().copied().filter(|block| digging::can_harvest(world, *block)).collect();
        if from.is_empty() {
            return Turn::Failed(Failure::ToolBroke);
        }
        let mut target = self.best_known(world, &from);
        if target.is_none() {
            self.look_around(world, &from);
            target = self.best_known(world, &from);
        }
        let Some(target) = target.filter(|_| self.skipped.len() < SKIPPED_MAX) else {
            let failure = if self.found_any { Failure::NoneFound } else { Failure::NoPath };
            return Turn::Failed(failure);
        };
        self.now = if sees(&world.grid, here, target) && world.body.reaches(target) {
            self.begin_digging(world, target)
        } else {
            Doing::Walking(Box::new(Walker::new(Goal::Reach { block: target }, Terrain::Dig, false)), target)
        };
        Turn::Going
    }

    fn look_around(&mut self, world: &mut World, from: &[BlockId]) {
        let most = CHOICES + self.skipped.len();
        let found = queries::find(world, from, self.radius, most);
        let within = u64::from(self.radius).pow(2);
        self.known = (found.into_iter().map(|(at, _)| at))
            .filter(|at| at.distance_squared(self.began) <= within && !self.skipped.contains(at))
            .collect();
    }

    /// The block from the last search that still exists and takes the least effort to reach.
    fn best_known(&self, world: &World, from: &[BlockId]) -> Option<BlockPos> {
        let here = world.body.feet();
        let usable = |at: &BlockPos| {
            world.grid.block(*at).is_some_and(|block| from.contains(&block))
                && !self.skipped.contains(at)
                && is_safe_to_dig(&world.grid, *at)
                && has_floor_below(world, *at)
        };
        let creatures = wary::hazards(world);
        let dread = |at: BlockPos| WATCHED_EFFORT * wary::watched(&creatures, at) as u64;
        self.known.iter().copied().filter(usable).min_by_key(|at| (effort(here, *at) + dread(*at), *at))
    }

    fn begin_digging(&mut self, world: &mut World, target: BlockPos) -> Doing {
        self.found_any = true;
        match Digger::new(world, target) {
            Some(digger) => Doing::Digging(digger),
            None => Doing::Choosing,
        }
    }

    fn walk(&mut self, world: &mut World, mut walker: Box<Walker>, target: BlockPos) {
        let still_there = world.grid.block(target).is_some_and(|block| self.from.contains(&block));
        if !still_there {
            return;
        }
        match walker.tick(world) {
            Walk::Going => self.now = Doing::Walking(walker, target),
            Walk::Arrived if world.body.reaches(target) => self.now = self.begin_digging(world, target),
            Walk::Arrived | Walk::NoPath | Walk::Stuck => self.skipped.push(target),
        }
    }

    fn dig(&mut self, world: &mut World, mut digger: Digger) {
        // The block that was just broken may have supported the body.
        if !is_safe_to_dig(&world.grid, digger.at) || !has_floor_below(world, digger.at) {
            self.skipped.push(digger.at);
            return;
        }
        match digger.tick(world) {
            Dug::Going => self.now = Doing::Digging(digger),
            Dug::Broken => self.now = Doing::Settling(0),
            Dug::Gone => {}
        }
    }

    fn fetch_next(&mut self, world: &World) {
        let next = pick_up::nearest(world, FETCH_RADIUS, &self.skipped_drops, Some(self.item));
        let fetch = next.and_then(|id| Fetch::new(world, id, Terrain::Dig));
        self.now = fetch.map_or(Doing::Choosing, |fetch| Doing::Fetching(Box::new(fetch)));
    }

    fn fetch(&mut self, world: &mut World, mut fetch: Box<Fetch>) {
        match fetch.tick(world) {
            Fetched::Going => self.now = Doing::Fetching(fetch),
            Fetched::Gone => self.fetch_next(world),
            Fetched::Unreachable => {
                self.skipped_drops.push(fetch.id());
                self.fetch_next(world);
            }
        }
    }
}

/// Whether a block may be broken without a dangerous fall. Only the block under the feet needs ground to land on.
fn has_floor_below(world: &World, at: BlockPos) -> bool {
    let under = Room::of(world.body.at.up(-MICRO), SIZE).blocks().any(|cell| cell == at);
    let below = (1..=LANDING_MAX).map(|down| Ground::way(&world.grid, at.offset(0, -down, 0)));
    let landing = below.into_iter().find(|way| *way != Some(Way::Open)).flatten();
    !under || matches!(landing, Some(Way::Solid | Way::Water))
}

/// Effort to reach a block. Height counts more than flat distance, because it usually means digging.
fn effort(from: BlockPos, to: BlockPos) -> u64 {
    let flat = from.distance_squared(BlockPos::new(to.x, from.y, to.z)).isqrt();
    flat + 2 * u64::from(from.y.abs_diff(to.y))
}
