//! Digs for ore that has not been seen: stairs down to a given height, then a corridor two blocks high with branches on both
//! sides.
//!
//! The body remembers its last mine and continues it. The skill ends as soon as a wanted block comes into sight; another skill
//! collects it. Stairs and corridors can be walked, so the mine is also the way home.

use super::walk::{Walk, Walker};
use super::{Turn, wary};
use crate::answers::{self, Sought};
use crate::blocks::{Way, is_kept, is_made};
use crate::digger::Digger;
use crate::limbs::{Ack, Cells, Click, Dug, Limbs, Look};
use crate::me::Me;
use crate::path::ground::{building_block, is_beside, is_safe_to_dig};
use crate::path::{Goal, Ground};
use crate::space::{MICRO, Place};
use crate::tools;
use gamedata::items;
use serde::{Deserialize, Serialize};
use vocab::action::{Heading, Terrain};
use vocab::build::Guarded;
use vocab::item::Stack;
use vocab::outcome::{Failure, Refusal};
use vocab::query::FOUND_MAX;
use vocab::{BlockId, BlockPos, ItemId};

/// Most blocks of corridor and stairs that one request to mine may ask for.
pub const BLOCKS_MAX: u16 = 256;
/// Time limit per block of the mine in ticks, enough for three blocks of deepslate with gravel above.
const TICKS_PER_BLOCK_MAX: u32 = 240;
/// The least time limit of any request to mine, in ticks. It leaves time for the walk to where digging continues.
const TICKS_LEAST: u32 = 2_400;
/// A pair of side branches starts every this many corridor blocks, so three blocks of rock stay between branches.
/// The branches expose the outer two, and a vein, which has four blocks or more, is seldom in the middle one
/// alone.
const BRANCH_EVERY: u8 = 4;
/// Length of a mine's side branch, in blocks. Walking back out of it takes an eighth of the time that digging it
/// took.
const BRANCH_BLOCKS: u8 = 12;
/// The mine is abandoned after this many level steps in a row where stairs could not continue.
const DETOUR_BLOCKS_MAX: u8 = 6;
/// Like `DETOUR_BLOCKS_MAX`, for a mine dug to get any rock: such a mine has only begun, and beside a lake a
/// detour would lead through sand forever.
const DETOUR_BLOCKS_MAX_FOR_ROCK: u8 = 2;
/// A mine farther away than this many blocks is abandoned, and a new one is begun.
const MINE_FAR_BLOCKS: u64 = 64;
/// Mining ends when a wanted block is seen within this many blocks, which is how far the body goes to collect it.
const FOUND_RADIUS: u8 = 24;
/// Mining ends when no suitable tool has more uses left than this; the rest are kept for the ore itself.
const USES_KEPT: u16 = 12;
/// Rock is dug with the fastest kind of pickaxe while all carried pickaxes of that kind have more uses left than this in
/// total, else with the cheapest kind. The kept uses are enough for the ore of ten veins.
const FAST_USES_KEPT: u32 = 60;
/// When the bag is full, a mining body throws away this many blocks of rock at a time.
const RUBBLE_THROWN: u32 = 64;
/// A mining body keeps this many blocks of each kind of rock for walls and floors.
const RUBBLE_KEPT: u32 = 64;
/// A mining step that takes this many ticks has failed; normally it takes about 8.
const STEP_TICKS_MAX: u32 = 40;
/// The mine is abandoned after this many failed steps.
const TROUBLES_MAX: u8 = 6;
/// The body has arrived in a cell of the mine when it is this near to its middle.
const THERE: i64 = 300_000;

/// A mine, as the body remembers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Shaft {
    /// The height y of the mine's corridor.
    y: i32,
    /// The direction of the mine's stairs and corridor, in x and z.
    way: (i32, i32),
    /// The cell of the mine from which the body continues to dig.
    face: BlockPos,
    part: Part,
    /// Corridor blocks dug since the last pair of side branches.
    since_branch: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Part {
    /// The body digs the stairs or the corridor.
    Main,
    /// The body digs the branch to the left: the corridor cell where it starts, and its length so far. The branch to
    /// the right comes next.
    Left(BlockPos, u8),
    Right(BlockPos, u8),
}

impl Shaft {
    fn new(face: BlockPos, y: i32, heading: Heading) -> Shaft {
        let way = match heading.step() {
            (0, z) => (0, z),
            (x, _) => (x, 0),
        };
        Shaft { y, way, face, part: Part::Main, since_branch: 0 }
    }

    /// Candidates for the next cell of the mine, best first: a step down or up until the height is right, otherwise
    /// level; straight ahead, otherwise around a corner. A branch only goes straight ahead.
    fn choices(&self) -> Vec<BlockPos> {
        let (x, z) = self.way;
        let (right, back, left) = ((-z, x), (-x, -z), (z, -x));
        match self.part {
            Part::Main => {
                let climb = (self.y - self.face.y).signum();
                let steps = |y: i32| [self.way, right, left, back].map(|(x, z)| self.face.offset(x, y, z));
                steps(climb).into_iter().chain(steps(0)).collect()
            }
            Part::Left(..) => vec![self.face.offset(left.0, 0, left.1)],
            Part::Right(..) => vec![self.face.offset(right.0, 0, right.1)],
        }
    }

    /// Records that the body stands in the next cell of the mine.
    fn advance(&mut self, to: BlockPos) {
        if self.part == Part::Main {
            self.way = (to.x - self.face.x, to.z - self.face.z);
        }
        let is_level = to.y == self.y;
        self.face = to;
        match &mut self.part {
            Part::Main if is_level && self.since_branch + 1 >= BRANCH_EVERY => {
                (self.part, self.since_branch) = (Part::Left(to, 0), 0);
            }
            Part::Main => self.since_branch = if is_level { self.since_branch + 1 } else { 0 },
            Part::Left(_, long) | Part::Right(_, long) => {
                *long += 1;
                if *long >= BRANCH_BLOCKS {
                    self.end_branch();
                }
            }
        }
    }

    /// Ends the current side branch, because it is long enough or blocked; returns false in the corridor.
    fn end_branch(&mut self) -> bool {
        let (part, face) = match self.part {
            Part::Main => return false,
            Part::Left(from, _) => (Part::Right(from, 0), from),
            Part::Right(from, _) => (Part::Main, from),
        };
        (self.part, self.face) = (part, face);
        true
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mine {
    item: ItemId,
    from: Vec<BlockId>,
    blocks: u16,
    shaft: Shaft,
    /// Wanted blocks that were known when mining began. They do not end the mining, because collecting them has
    /// failed before.
    known: Vec<BlockPos>,
    now: Doing,
    /// The next cell of the mine, while it is being cleared and until the body has stepped into it.
    to: Option<BlockPos>,
    dug: u16,
    /// Level steps in a row where the mine's stairs were planned.
    detour: u8,
    troubles: u8,
    ticks: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Doing {
    Choosing,
    Returning(Box<Walker>),
    Digging(Digger),
    Stepping(Step),
}

/// The body's step into a cleared cell of the mine. Meanwhile the hands dig at the next cell, because walking
/// needs no hands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Step {
    to: BlockPos,
    ticks: u32,
    ahead: Option<Digger>,
}

/// An obstacle to the next step of a mine.
enum Obstacle {
    Nothing,
    /// Rock that must be dug away.
    Rock(BlockPos),
    /// A hole that must be filled, so that there is a floor.
    Hole(BlockPos),
    /// Water, lava, a creature or a building: the mine does not go there.
    Closed,
}

impl Mine {
    pub(super) fn new(
        me: &Me<'_, impl Limbs>,
        (item, mut from): (ItemId, Vec<BlockId>),
        y: i32,
        heading: Heading,
        blocks: u16,
    ) -> Result<Mine, Refusal> {
        from.sort_unstable();
        from.dedup();
        if blocks == 0 || blocks > BLOCKS_MAX || !crate::chunks::in_world(y) {
            return Err(Refusal::BadRequest);
        }
        if !from.is_empty() && !from.iter().any(|block| tools::can_harvest(me.inventory(), *block)) {
            return Err(Refusal::MissingItem);
        }
        if !has_room(me, item) {
            return Err(Refusal::NoRoom);
        }
        let feet = me.feet();
        let near = |shaft: &Shaft| shaft.face.distance_squared(feet) <= MINE_FAR_BLOCKS.pow(2);
        let mut shaft = me.skills.mine.filter(near).unwrap_or_else(|| Shaft::new(feet, y, heading));
        if shaft.y != y {
            shaft = Shaft { y, part: Part::Main, ..shaft }; // stairs continue from where the body stopped last
        }
        let known = answers::nearest(me.limbs, me.eyes, &sought(&from, &me.skills.guarded));
        let known = known.into_iter().map(|(at, _)| at).collect();
        let now = Doing::Choosing;
        Ok(Mine { item, from, blocks, shaft, known, now, to: None, dug: 0, detour: 0, troubles: 0, ticks: 0 })
    }

    pub(super) fn progress(&self) -> (u32, u32) {
        (u32::from(self.dug), u32::from(self.blocks))
    }

    pub(super) fn tick(&mut self, me: &mut Me<'_, impl Limbs>) -> Turn {
        self.ticks += 1;
        if self.ticks > (u32::from(self.blocks) * TICKS_PER_BLOCK_MAX).max(TICKS_LEAST) {
            return Turn::Failed(Failure::TimedOut);
        }
        match std::mem::replace(&mut self.now, Doing::Choosing) {
            Doing::Choosing => return self.choose(me),
            Doing::Returning(walker) => return self.go_back(me, walker),
            Doing::Digging(mut digger) => {
                if digger.tick(me) == Dug::Going {
                    self.now = Doing::Digging(digger);
                }
            }
            Doing::Stepping(step) => return self.step(me, step),
        }
        Turn::Going
    }

    fn choose(&mut self, me: &mut Me<'_, impl Limbs>) -> Turn {
        let found = answers::find(me.limbs, me.eyes, &sought(&self.from, &me.skills.guarded));
        if self.dug >= self.blocks || found.iter().any(|(at, _)| !self.known.contains(at)) {
            return Turn::Done;
        }
        if !has_room(me, self.item) && !throw_rubble(me, self.shaft.way) {
            return Turn::Failed(Failure::BagFull);
        }
        if is_worn(me, &self.from) {
            return Turn::Failed(Failure::ToolBroke);
        }
        if me.feet() != self.shaft.face {
            let goal = Goal::Near { to: self.shaft.face, within: 0 };
            self.now = Doing::Returning(Box::new(Walker::new(goal, Terrain::DigAndPlace, false)));
            return Turn::Going;
        }
        if self.to.is_some_and(|to| me.limbs.is_predicted(to.offset(0, -1, 0))) {
            return Turn::Going; // a floor that may yet be refused carries nobody
        }
        for to in self.to.take().into_iter().chain(self.shaft.choices()) {
            match obstacle(me, self.shaft.face, to) {
                Obstacle::Nothing => self.now = Doing::Stepping(Step { to, ticks: 0, ahead: None }),
                Obstacle::Rock(at) => match self.digger(me, at) {
                    Some(digger) => self.now = Doing::Digging(digger),
                    None => continue,
                },
                Obstacle::Hole(at) if fill(me, at) => {}
                Obstacle::Hole(_) | Obstacle::Closed => continue,
            }
            self.to = Some(to);
            return Turn::Going;
        }
        if self.shaft.end_branch() { Turn::Going } else { give_up(me) }
    }

    fn go_back(&mut self, me: &mut Me<'_, impl Limbs>, mut walker: Box<Walker>) -> Turn {
        match walker.tick(me) {
            Walk::Going => self.now = Doing::Returning(walker),
            Walk::Arrived => {}
            Walk::NoPath | Walk::Stuck => return self.trouble(me),
        }
        Turn::Going
    }

    fn step(&mut self, me: &mut Me<'_, impl Limbs>, mut step: Step) -> Turn {
        let to = step.to;
        let middle = Place::on(to);
        let pose = me.pose();
        if pose.feet() == to && (pose.on_ground || pose.in_water) && pose.at.distance_flat(middle) <= THERE {
            self.to = None;
            let is_detour = self.shaft.part == Part::Main && to.y == self.shaft.face.y && to.y != self.shaft.y;
            self.detour = if is_detour { self.detour + 1 } else { 0 };
            let most = if self.from.is_empty() { DETOUR_BLOCKS_MAX_FOR_ROCK } else { DETOUR_BLOCKS_MAX };
            if self.detour > most {
                return give_up(me);
            }
            self.shaft.advance(to);
            me.skills.mine = Some(self.shaft);
            self.dug += 1;
            if let Some(digger) = step.ahead {
                self.now = Doing::Digging(digger);
            }
            return Turn::Going;
        }
        if step.ticks > STEP_TICKS_MAX {
            return self.trouble(me);
        }
        me.head_for(middle);
        me.limbs.keys().jump = to.y > pose.feet().y && pose.at.distance_flat(middle) <= MICRO * 13 / 10;
        step.ahead = match step.ahead {
            Some(mut digger) => (digger.tick(me) == Dug::Going).then_some(digger),
            None => self.ahead(me, to),
        };
        self.now = Doing::Stepping(Step { ticks: step.ticks + 1, ..step });
        Turn::Going
    }

    /// The block to dig at while the body walks to `to`: the first rock in the way of the step after this one, if in reach.
    fn ahead(&self, me: &mut Me<'_, impl Limbs>, to: BlockPos) -> Option<Digger> {
        let mut shaft = self.shaft;
        shaft.advance(to);
        if shaft.face != to || self.dug + 1 >= self.blocks {
            return None; // the branch ends here, or the request does
        }
        match obstacle(me, to, *shaft.choices().first()?) {
            Obstacle::Rock(at) if me.pose().reaches(at) => self.digger(me, at),
            _ => None,
        }
    }

    /// Begins to dig at rock of the mine: with the fastest pickaxe while its kind has enough uses left, else with the
    /// cheapest.
    fn digger(&self, me: &mut Me<'_, impl Limbs>, at: BlockPos) -> Option<Digger> {
        let block = me.cells().block(at)?;
        let best = tools::best_tool(me.inventory(), block);
        let spare = best.is_some_and(|best| uses_left(me, best) > FAST_USES_KEPT);
        if spare && !self.from.is_empty() { Digger::new(me, at) } else { Digger::plain(me, at) }
    }

    /// Handles a failed step of mining: the mine continues from where the body is.
    fn trouble(&mut self, me: &mut Me<'_, impl Limbs>) -> Turn {
        self.troubles += 1;
        if self.troubles > TROUBLES_MAX {
            me.skills.mine = None;
            return Turn::Failed(Failure::Stuck);
        }
        self.to = None;
        self.shaft = Shaft { face: me.feet(), part: Part::Main, ..self.shaft };
        Turn::Going
    }
}

/// Abandons the mine because every direction is blocked; the next mine begins somewhere else.
fn give_up(me: &mut Me<'_, impl Limbs>) -> Turn {
    me.skills.mine = None;
    Turn::Failed(Failure::NoPath)
}

/// The first obstacle to a mining step between two cells. Upper cells are checked first, so that falling blocks
/// are noticed.
fn obstacle(me: &Me<'_, impl Limbs>, from: BlockPos, to: BlockPos) -> Obstacle {
    let top = from.y.max(to.y) + 1;
    let above = (to.y > from.y).then(|| from.offset(0, 2, 0));
    let column = (to.y..=top).rev().map(|y| BlockPos::new(to.x, y, to.z));
    for at in above.into_iter().chain(column) {
        match Ground::way(me.cells(), at) {
            Some(Way::Open) => {}
            Some(Way::Solid) if may_dig(me, at) => return Obstacle::Rock(at),
            Some(_) | None => return Obstacle::Closed,
        }
    }
    let floor = to.offset(0, -1, 0);
    match Ground::way(me.cells(), floor) {
        Some(Way::Solid) => Obstacle::Nothing,
        Some(Way::Open) if me.may_break(floor).is_ok() => Obstacle::Hole(floor),
        Some(_) | None => Obstacle::Closed,
    }
}

/// The wanted blocks whose sight ends the mining.
fn sought<'a>(blocks: &'a [BlockId], spared: &'a [Guarded]) -> Sought<'a> {
    Sought { blocks, radius: FOUND_RADIUS, most: FOUND_MAX, spared }
}

/// Places a block where the mine's floor is missing. Returns whether it could.
fn fill(me: &mut Me<'_, impl Limbs>, at: BlockPos) -> bool {
    let item = building_block(me.inventory());
    item.is_some_and(|item| !matches!(me.click(&Click::Place { item, at }), Ack::Refused(_)))
}

/// Whether mining may dig a block: natural rock whose removal lets no liquid in. Buildings are left alone.
fn may_dig(me: &Me<'_, impl Limbs>, at: BlockPos) -> bool {
    let natural =
        me.may_break(at).is_ok() && me.cells().block(at).is_some_and(|block| !is_kept(block) && !is_made(block));
    natural && is_safe_to_dig(me.cells(), at) && !wary::creatures(me).any(|feet| is_beside(feet, at))
}

fn has_room(me: &Me<'_, impl Limbs>, item: ItemId) -> bool {
    me.inventory().has_room_for(Stack { item, count: 1, wear: 0 })
}

/// Throws a stack of rock behind the body, where it is not picked up again at once; false when none can be
/// spared.
fn throw_rubble(me: &mut Me<'_, impl Limbs>, (x, z): (i32, i32)) -> bool {
    let Some(item) = building_block(me.inventory()) else { return false };
    if me.inventory().count(item) < RUBBLE_KEPT + RUBBLE_THROWN {
        return false;
    }
    let behind = Place::new(-i64::from(x) * MICRO, 0, -i64::from(z) * MICRO);
    let at = me.at() + behind;
    me.limbs.look(Look::Place(at));
    !matches!(me.click(&Click::Toss { item, count: RUBBLE_THROWN as u16 }), Ack::Refused(_))
}

/// Uses left of all carried tools of a kind, added up.
fn uses_left(me: &Me<'_, impl Limbs>, tool: ItemId) -> u32 {
    let slots = me.inventory().carried().slots.iter().flatten();
    let left = |stack: &Stack| u32::from(items::get(stack.item).durability.saturating_sub(stack.wear));
    slots.filter(|stack| stack.item == tool).map(left).sum()
}

/// Whether every tool that can harvest the wanted blocks has only its last few uses left.
fn is_worn(me: &Me<'_, impl Limbs>, from: &[BlockId]) -> bool {
    let gets = |item: ItemId| from.iter().any(|block| gamedata::tools::harvests(*block, Some(item)));
    let by_hand = from.iter().any(|block| gamedata::tools::harvests(*block, None));
    let mut tools = me.inventory().carried().slots.iter().flatten();
    let left = |stack: &Stack| items::get(stack.item).durability.saturating_sub(stack.wear);
    let any = from.is_empty() || by_hand;
    !any && !tools.any(|stack| gets(stack.item) && left(stack) > USES_KEPT)
}
