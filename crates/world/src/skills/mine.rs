//! Digs for ore that has not been seen: stairs down to a given height, then a corridor two blocks high with branches on both
//! sides.
//!
//! The body remembers its last mine and continues it. The skill ends as soon as a wanted block comes into sight; another skill
//! collects it. Stairs and corridors can be walked, so the mine is also the way home.

use super::walk::{Walk, Walker};
use super::{Turn, hands, wary};
use crate::blocks::{Way, is_kept, is_made};
use crate::digging::{self, Digger, Dug};
use crate::path::ground::{building_block, is_beside, is_safe_to_dig};
use crate::path::{Goal, Ground};
use crate::placing;
use crate::queries;
use crate::space::{MICRO, Place};
use crate::world::World;
use gamedata::items;
use serde::{Deserialize, Serialize};
use vocab::action::{Heading, Terrain};
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
pub(super) struct Shaft {
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
pub(super) struct Mine {
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
        world: &World,
        (item, mut from): (ItemId, Vec<BlockId>),
        y: i32,
        heading: Heading,
        blocks: u16,
    ) -> Result<Mine, Refusal> {
        from.sort_unstable();
        from.dedup();
        if blocks == 0 || blocks > BLOCKS_MAX || !crate::chunk::in_world(y) {
            return Err(Refusal::BadRequest);
        }
        if !from.is_empty() && !from.iter().any(|block| digging::can_harvest(world, *block)) {
            return Err(Refusal::MissingItem);
        }
        if !has_room(world, item) {
            return Err(Refusal::NoRoom);
        }
        let feet = world.body.feet();
        let near = |shaft: &Shaft| shaft.face.distance_squared(feet) <= MINE_FAR_BLOCKS.pow(2);
        let mut shaft = world.skills.mine.filter(near).unwrap_or_else(|| Shaft::new(feet, y, heading));
        if shaft.y != y {
            shaft = Shaft { y, part: Part::Main, ..shaft }; // stairs continue from where the body stopped last
        }
        let known = queries::nearest(world, &from, FOUND_RADIUS, FOUND_MAX).into_iter().map(|(at, _)| at).collect();
        let now = Doing::Choosing;
        Ok(Mine { item, from, blocks, shaft, known, now, to: None, dug: 0, detour: 0, troubles: 0, ticks: 0 })
    }

    pub(super) fn progress(&self) -> (u32, u32) {
        (u32::from(self.dug), u32::from(self.blocks))
    }

    pub(super) fn tick(&mut self, world: &mut World) -> Turn {
        self.ticks += 1;
        if self.ticks > (u32::from(self.blocks) * TICKS_PER_BLOCK_MAX).max(TICKS_LEAST) {
            return Turn::Failed(Failure::TimedOut);
        }
        match std::mem::replace(&mut self.now, Doing::Choosing) {
            Doing::Choosing => return self.choose(world),
            Doing::Returning(walker) => return self.go_back(world, walker),
            Doing::Digging(mut digger) => {
                if digger.tick(world) == Dug::Going {
                    self.now = Doing::Digging(digger);
                }
            }
            Doing::Stepping(step) => return self.step(world, step),
        }
        Turn::Going
    }

    fn choose(&mut self, world: &mut World) -> Turn {
        let found = queries::find(world, &self.from, FOUND_RADIUS, FOUND_MAX);
        if self.dug >= self.blocks || found.iter().any(|(at, _)| !self.known.contains(at)) {
            return Turn::Done;
        }
        if !has_room(world, self.item) && !throw_rubble(world, self.shaft.way) {
            return Turn::Failed(Failure::BagFull);
        }
        if is_worn(world, &self.from) {
            return Turn::Failed(Failure::ToolBroke);
        }
        if world.body.feet() != self.shaft.face {
            let goal = Goal::Near { to: self.shaft.face, within: 0 };
            self.now = Doing::Returning(Box::new(Walker::new(goal, Terrain::DigAndPlace, false)));
            return Turn::Going;
        }
        for to in self.to.take().into_iter().chain(self.shaft.choices()) {
            match obstacle(world, self.shaft.face, to) {
                Obstacle::Nothing => self.now = Doing::Stepping(Step { to, ticks: 0, ahead: None }),
                Obstacle::Rock(at) => match self.digger(world, at) {
                    Some(digger) => self.now = Doing::Digging(digger),
                    None => continue,
                },
                Obstacle::Hole(at) if fill(world, at) => {}
                Obstacle::Hole(_) | Obstacle::Closed => continue,
            }
            self.to = Some(to);
            return Turn::Going;
        }
        if self.shaft.end_branch() { Turn::Going } else { give_up(world) }
    }

    fn go_back(&mut self, world: &mut World, mut walker: Box<Walker>) -> Turn {
        match walker.tick(world) {
            Walk::Going => self.now = Doing::Returning(walker),
            Walk::Arrived => {}
            Walk::NoPath | Walk::Stuck => return self.trouble(world),
        }
        Turn::Going
    }

    fn step(&mut self, world: &mut World, mut step: Step) -> Turn {
        let to = step.to;
        let middle = Place::on(to);
        let body = &mut world.body;
        if body.feet() == to && (body.on_ground || body.in_water) && body.at.distance_flat(middle) <= THERE {
            self.to = None;
            let is_detour = self.shaft.part == Part::Main && to.y == self.shaft.face.y && to.y != self.shaft.y;
            self.detour = if is_detour { self.detour + 1 } else { 0 };
            let most = if self.from.is_empty() { DETOUR_BLOCKS_MAX_FOR_ROCK } else { DETOUR_BLOCKS_MAX };
            if self.detour > most {
                return give_up(world);
            }
            self.shaft.advance(to);
            world.skills.mine = Some(self.shaft);
            self.dug += 1;
            if let Some(digger) = step.ahead {
                self.now = Doing::Digging(digger);
            }
            return Turn::Going;
        }
        if step.ticks > STEP_TICKS_MAX {
            return self.trouble(world);
        }
        body.controls.heading = body.at.heading_to(middle);
        body.controls.jump = to.y > body.feet().y && body.at.distance_flat(middle) <= MICRO * 13 / 10;
        step.ahead = match step.ahead {
            Some(mut digger) => (digger.tick(world) == Dug::Going).then_some(digger),
            None => self.ahead(world, to),
        };
        self.now = Doing::Stepping(Step { ticks: step.ticks + 1, ..step });
        Turn::Going
    }

    /// The block to dig at while the body walks to `to`: the first rock in the way of the step after this one, if in reach.
    fn ahead(&self, world: &mut World, to: BlockPos) -> Option<Digger> {
        let mut shaft = self.shaft;
        shaft.advance(to);
        if shaft.face != to || self.dug + 1 >= self.blocks {
            return None; // the branch ends here, or the request does
        }
        match obstacle(world, to, *shaft.choices().first()?) {
            Obstacle::Rock(at) if world.body.reaches(at) => self.digger(world, at),
            _ => None,
        }
    }

    /// Begins to dig at rock of the mine: with the fastest pickaxe while its kind has enough uses left, else with the
    /// cheapest.
    fn digger(&self, world: &mut World, at: BlockPos) -> Option<Digger> {
        let block = world.grid.block(at)?;
        let best = digging::best_tool(world, block);
        let spare = best.is_some_and(|best| uses_left(world, best) > FAST_USES_KEPT);
        if spare && !self.from.is_empty() { Digger::new(world, at) } else { Digger::plain(world, at) }
    }

    /// Handles a failed step of mining: the mine continues from where the body is.
    fn trouble(&mut self, world: &mut World) -> Turn {
        self.troubles += 1;
        if self.troubles > TROUBLES_MAX {
            world.skills.mine = None;
            return Turn::Failed(Failure::Stuck);
        }
        self.to = None;
        self.shaft = Shaft { face: world.body.feet(), part: Part::Main, ..self.shaft };
        Turn::Going
    }
}

/// Abandons the mine because every direction is blocked; the next mine begins somewhere else.
fn give_up(world: &mut World) -> Turn {
    world.skills.mine = None;
    Turn::Failed(Failure::NoPath)
}

/// The first obstacle to a mining step between two cells. Upper cells are checked first, so that falling blocks
/// are noticed.
fn obstacle(world: &World, from: BlockPos, to: BlockPos) -> Obstacle {
    let top = from.y.max(to.y) + 1;
    let above = (to.y > from.y).then(|| from.offset(0, 2, 0));
    let column = (to.y..=top).rev().map(|y| BlockPos::new(to.x, y, to.z));
    for at in above.into_iter().chain(column) {
        match Ground::way(&world.grid, at) {
            Some(Way::Open) => {}
            Some(Way::Solid) if may_dig(world, at) => return Obstacle::Rock(at),
            Some(Way::Solid | Way::Door | Way::Water | Way::Harm) | None => return Obstacle::Closed,
        }
    }
    let floor = to.offset(0, -1, 0);
    match Ground::way(&world.grid, floor) {
        Some(Way::Solid) => Obstacle::Nothing,
        Some(Way::Open) => Obstacle::Hole(floor),
        Some(Way::Door | Way::Water | Way::Harm) | None => Obstacle::Closed,
    }
}

/// Places a block where the mine's floor is missing. Returns whether it could.
fn fill(world: &mut World, at: BlockPos) -> bool {
    let placement = building_block(world).and_then(|item| placing::check(world, item, at).ok());
    if let Some(placement) = &placement {
        placing::place(world, placement);
    }
    placement.is_some()
}

/// Whether mining may dig a block: natural rock whose removal lets no liquid in. Buildings are left alone.
fn may_dig(world: &World, at: BlockPos) -> bool {
    let natural = world.grid.block(at).is_some_and(|block| !is_kept(block) && !is_made(block));
    natural && is_safe_to_dig(&world.grid, at) && !wary::creatures(world).any(|feet| is_beside(feet, at))
}

fn has_room(world: &World, item: ItemId) -> bool {
    world.body.inventory.has_room_for(Stack { item, count: 1, wear: 0 })
}

/// Throws a stack of rock behind the body, where it is not picked up again at once; false when none can be
/// spared.
fn throw_rubble(world: &mut World, (x, z): (i32, i32)) -> bool {
    let Some(item) = building_block(world) else { return false };
    if world.body.inventory.count(item) < RUBBLE_KEPT + RUBBLE_THROWN {
        return false;
    }
    let behind = Place::new(-i64::from(x) * MICRO, 0, -i64::from(z) * MICRO);
    let at = world.body.at + behind;
    world.body.face(at);
    hands::perform(world, hands::Deed::Drop(item, RUBBLE_THROWN as u16));
    true
}

/// Uses left of all carried tools of a kind, added up.
fn uses_left(world: &World, tool: ItemId) -> u32 {
    let slots = world.body.inventory.carried().slots.iter().flatten();
    let left = |stack: &Stack| u32::from(items::get(stack.item).durability.saturating_sub(stack.wear));
    slots.filter(|stack| stack.item == tool).map(left).sum()
}

/// Whether every tool that can harvest the wanted blocks has only its last few uses left.
fn is_worn(world: &World, from: &[BlockId]) -> bool {
    let gets = |item: ItemId| from.iter().any(|block| gamedata::tools::harvests(*block, Some(item)));
    let by_hand = from.iter().any(|block| gamedata::tools::harvests(*block, None));
    let mut tools = world.body.inventory.carried().slots.iter().flatten();
    let left = |stack: &Stack| items::get(stack.item).durability.saturating_sub(stack.wear);
    let any = from.is_empty() || by_hand;
    !any && !tools.any(|stack| gets(stack.item) && left(stack) > USES_KEPT)
}
