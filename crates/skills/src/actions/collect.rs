//! Collects items: finds the nearest block that drops a wanted item, goes to it, breaks it and picks up the drops, until the
//! count is reached.

use super::pick_up::{self, Fetch, Fetched};
use super::walk::{Walk, Walker};
use super::{Turn, wary};
use crate::answers::{self, Sought};
use crate::blocks::Way;
use crate::digger::Digger;
use crate::limbs::{Cells, Dug, Limbs};
use crate::me::Me;
use crate::measures::SIZE;
use crate::path::goal::sees;
use crate::path::ground::is_safe_to_dig;
use crate::path::{Goal, Ground};
use crate::room::Room;
use crate::space::MICRO;
use crate::tools::can_harvest;
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
/// A block that was dug this many times and is still there is given up.
const DENIED_MAX: u8 = 3;
/// Ticks that the body waits for fresh drops to fall and come to rest.
const SETTLE_TICKS: u32 = 14;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Collect {
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
    /// The wanted block that did not break although it was dug, and how often.
    denied: Option<(BlockPos, u8)>,
    /// Ticks without anything left to do, while the bag may be told late.
    idle_ticks: u32,
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
        me: &Me<'_, impl Limbs>,
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
        if !from.iter().any(|block| can_harvest(me.inventory(), *block)) {
            return Err(Refusal::MissingItem);
        }
        if !me.inventory().has_room_for(Stack { item, count: 1, wear: 0 }) {
            return Err(Refusal::NoRoom);
        }
        let here = me.feet();
        let lying = pick_up::nearest(me, FETCH_RADIUS, &[], Some(item)).is_some();
        let spared = me.skills.guarded.as_slice();
        let any = |spared| {
            !answers::nearest(me.limbs, me.eyes, &Sought { blocks: &from, radius, most: 1, spared }).is_empty()
        };
        if !lying && !any(spared) {
            return Err(if any(&[]) { Refusal::Guarded } else { Refusal::NoTarget });
        }
        Ok(Collect {
            item,
            from,
            count: u32::from(count),
            radius,
            before: me.inventory().count(item),
            began: here,
            ticks: 0,
            now: Doing::Settling(SETTLE_TICKS),
            known: Vec::new(),
            skipped: Vec::new(),
            skipped_drops: Vec::new(),
            denied: None,
            idle_ticks: 0,
            found_any: false,
        })
    }

    fn gained(&self, limbs: &impl Limbs) -> u32 {
        limbs.inventory().count(self.item).saturating_sub(self.before)
    }

    pub(super) fn progress(&self, limbs: &impl Limbs) -> (u32, u32) {
        (self.gained(limbs), self.count)
    }

    pub(super) fn tick(&mut self, me: &mut Me<'_, impl Limbs>) -> Turn {
        self.ticks += 1;
        if self.gained(me.limbs) >= self.count {
            return Turn::Done;
        }
        if self.ticks > (self.count * TICKS_PER_ITEM_MAX).max(TICKS_LEAST) {
            return Turn::Failed(Failure::TimedOut);
        }
        match std::mem::replace(&mut self.now, Doing::Choosing) {
            Doing::Choosing => return self.choose(me),
            Doing::Walking(walker, target) => self.walk(me, walker, target),
            Doing::Digging(digger) => self.dig(me, digger),
            Doing::Settling(ticks) if ticks < SETTLE_TICKS => self.now = Doing::Settling(ticks + 1),
            Doing::Settling(_) => self.fetch_next(me),
            Doing::Fetching(fetch) => self.fetch(me, fetch),
        }
        Turn::Going
    }

    fn choose(&mut self, me: &mut Me<'_, impl Limbs>) -> Turn {
        if !me.inventory().has_room_for(Stack { item: self.item, count: 1, wear: 0 }) {
            return Turn::Failed(Failure::BagFull);
        }
        let here = me.feet();
        let from: Vec<BlockId> =
            self.from.iter().copied().filter(|block| can_harvest(me.inventory(), *block)).collect();
        if from.is_empty() {
            return Turn::Failed(Failure::ToolBroke);
        }
        let mut target = self.best_known(me, &from);
        if target.is_none() {
            self.look_around(me, &from);
            target = self.best_known(me, &from);
        }
        let Some(target) = target.filter(|_| self.skipped.len() < SKIPPED_MAX) else {
            if self.idle_ticks < me.limbs.late_ticks() {
                self.idle_ticks += 1;
                return Turn::Going; // what was picked up last may not be in the bag yet
            }
            let failure = if self.found_any { Failure::NoneFound } else { Failure::NoPath };
            return Turn::Failed(failure);
        };
        self.idle_ticks = 0;
        self.now = if sees(me.cells(), here, target) && me.pose().reaches(target) {
            self.begin_digging(me, target)
        } else {
            Doing::Walking(Box::new(Walker::new(Goal::Reach { block: target }, Terrain::Dig, false)), target)
        };
        Turn::Going
    }

    fn look_around(&mut self, me: &mut Me<'_, impl Limbs>, from: &[BlockId]) {
        let most = CHOICES + self.skipped.len();
        let spared = me.skills.guarded.as_slice();
        let found = answers::find(me.limbs, me.eyes, &Sought { blocks: from, radius: self.radius, most, spared });
        let within = u64::from(self.radius).pow(2);
        self.known = (found.into_iter().map(|(at, _)| at))
            .filter(|at| at.distance_squared(self.began) <= within && !self.skipped.contains(at))
            .collect();
    }

    /// The block from the last search that still exists and takes the least effort to reach.
    fn best_known(&self, me: &Me<'_, impl Limbs>, from: &[BlockId]) -> Option<BlockPos> {
        let here = me.feet();
        let usable = |at: &BlockPos| {
            me.cells().block(*at).is_some_and(|block| from.contains(&block))
                && !self.skipped.contains(at)
                && me.may_break(*at).is_ok()
                && is_safe_to_dig(me.cells(), *at)
                && has_floor_below(me, *at)
        };
        let creatures = wary::hazards(me);
        let dread = |at: BlockPos| WATCHED_EFFORT * wary::watched(&creatures, at) as u64;
        self.known.iter().copied().filter(usable).min_by_key(|at| (effort(here, *at) + dread(*at), *at))
    }

    fn begin_digging(&mut self, me: &mut Me<'_, impl Limbs>, target: BlockPos) -> Doing {
        self.found_any = true;
        match Digger::new(me, target) {
            Some(digger) => Doing::Digging(digger),
            None => Doing::Choosing,
        }
    }

    fn walk(&mut self, me: &mut Me<'_, impl Limbs>, mut walker: Box<Walker>, target: BlockPos) {
        let still_there = me.cells().block(target).is_some_and(|block| self.from.contains(&block));
        if !still_there {
            return;
        }
        match walker.tick(me) {
            Walk::Going => self.now = Doing::Walking(walker, target),
            Walk::Arrived if me.pose().reaches(target) => self.now = self.begin_digging(me, target),
            Walk::Arrived | Walk::NoPath | Walk::Stuck => self.skipped.push(target),
        }
    }

    fn dig(&mut self, me: &mut Me<'_, impl Limbs>, mut digger: Digger) {
        // The block that was just broken may have supported the body.
        let is_there = me.cells().block(digger.at).is_some_and(|block| self.from.contains(&block));
        if is_there && (!is_safe_to_dig(me.cells(), digger.at) || !has_floor_below(me, digger.at)) {
            self.skipped.push(digger.at);
            return;
        }
        match digger.tick(me) {
            Dug::Going => self.now = Doing::Digging(digger),
            Dug::Broken => self.now = Doing::Settling(0),
            Dug::Gone => self.note_denied(me, digger.at),
        }
    }

    /// Gives up a block that is still there after it was dug several times: somebody protects it.
    fn note_denied(&mut self, me: &Me<'_, impl Limbs>, at: BlockPos) {
        if me.cells().block(at).is_none_or(|block| !self.from.contains(&block)) {
            return;
        }
        let times = self.denied.filter(|(before, _)| *before == at).map_or(0, |(_, times)| times) + 1;
        self.denied = Some((at, times));
        if times >= DENIED_MAX {
            self.skipped.push(at);
        }
    }

    fn fetch_next(&mut self, me: &Me<'_, impl Limbs>) {
        let next = pick_up::nearest(me, FETCH_RADIUS, &self.skipped_drops, Some(self.item));
        let fetch = next.and_then(|id| Fetch::new(me, id, Terrain::Dig));
        self.now = fetch.map_or(Doing::Choosing, |fetch| Doing::Fetching(Box::new(fetch)));
    }

    fn fetch(&mut self, me: &mut Me<'_, impl Limbs>, mut fetch: Box<Fetch>) {
        match fetch.tick(me) {
            Fetched::Going => self.now = Doing::Fetching(fetch),
            Fetched::Gone => self.fetch_next(me),
            Fetched::Unreachable => {
                self.skipped_drops.push(fetch.id());
                self.fetch_next(me);
            }
        }
    }
}

/// Whether a block may be broken without a dangerous fall. Only the block under the feet needs ground to land on.
pub(super) fn has_floor_below(me: &Me<'_, impl Limbs>, at: BlockPos) -> bool {
    let under = Room::of(me.at().up(-MICRO), SIZE).blocks().any(|cell| cell == at);
    let below = (1..=LANDING_MAX).map(|down| Ground::way(me.cells(), at.offset(0, -down, 0)));
    let landing = below.into_iter().find(|way| *way != Some(Way::Open)).flatten();
    !under || matches!(landing, Some(Way::Solid | Way::Step | Way::Climb | Way::Water))
}

/// Effort to reach a block. Height counts more than flat distance, because it usually means digging.
fn effort(from: BlockPos, to: BlockPos) -> u64 {
    let flat = from.distance_squared(BlockPos::new(to.x, from.y, to.z)).isqrt();
    flat + 2 * u64::from(from.y.abs_diff(to.y))
}
