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

/// Most blocks of corridor and stairs that one request may ask for.
pub const BLOCKS_MAX: u16 = 256;
/// Time limit per block of the mine in ticks, enough for three blocks of deepslate with gravel above. The least time limit of
/// any request leaves time for the walk to the face.
const TICKS_PER_BLOCK_MAX: u32 = 240;
const TICKS_LEAST: u32 = 2_400;
/// A pair of branches starts every this many corridor blocks. Two blocks of rock stay between branches; the branches expose both.
const BRANCH_EVERY: u8 = 3;
/// Length of a branch. Walking back out of it takes an eighth of the time that digging it took.
const BRANCH_BLOCKS: u8 = 12;
/// The mine is abandoned after this many level steps in a row where stairs could not continue.
const DETOUR_BLOCKS_MAX: u8 = 6;
/// A mine farther away than this many blocks is abandoned, and a new one is begun.
const MINE_FAR_BLOCKS: u64 = 64;
/// A wanted block counts as found within this distance, which is how far the body goes to collect it.
const FOUND_RADIUS: u8 = 24;
/// The last uses of the only suitable tool are kept for the ore itself.
const USES_KEPT: u16 = 12;
/// When the bag is full, the body throws away this much rock at a time, and keeps this much of that kind for walls and floors.
const RUBBLE_THROWN: u32 = 64;
const RUBBLE_KEPT: u32 = 64;
/// One step normally takes about 8 ticks; a step that takes this long has failed.
const STEP_TICKS_MAX: u32 = 40;
/// The mine is abandoned after this many failed steps.
const TROUBLES_MAX: u8 = 6;
/// The body has arrived in a cell when it is this near to its middle.
const THERE: i64 = 300_000;

/// A mine, as the body remembers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Shaft {
    /// The height of the corridor.
    y: i32,
    /// The direction of the stairs and the corridor, in x and z.
    way: (i32, i32),
    /// The cell from which the body continues to dig.
    face: BlockPos,
    part: Part,
    /// Corridor blocks dug since the last pair of branches.
    since_branch: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Part {
    /// Stairs and corridor.
    Main,
    /// The branch to the left: the corridor cell where it starts, and its length so far. The branch to the right follows it.
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

    /// Candidates for the next cell to stand in, best first: a step down or up until the height is right, otherwise level;
    /// straight ahead, otherwise around a corner. A branch only goes straight ahead.
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

    /// Records that the body stands in the next cell.
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

    /// Ends the current branch, because it is long enough or blocked; returns false in the corridor.
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
    /// Wanted blocks that were known at the start. They do not end the mining, because collecting them has failed before.
    known: Vec<BlockPos>,
    now: Doing,
    /// The next cell, while it is being cleared and until the body has stepped into it.
    to: Option<BlockPos>,
    dug: u16,
    /// Level steps in a row where stairs were planned.
    detour: u8,
    troubles: u8,
    ticks: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Doing {
    Choosing,
    Returning(Box<Walker>),
    Digging(Digger),
    Stepping { to: BlockPos, ticks: u32 },
}

/// An obstacle to a step.
enum Obstacle {
    Nothing,
    /// Rock to dig away.
    Rock(BlockPos),
    /// A hole to fill, so that there is a floor.
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
            Doing::Stepping { to, ticks } => return self.step(world, to, ticks),
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
                Obstacle::Nothing => self.now = Doing::Stepping { to, ticks: 0 },
                Obstacle::Rock(at) => match Digger::plain(world, at) {
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

    fn step(&mut self, world: &mut World, to: BlockPos, ticks: u32) -> Turn {
        let middle = Place::on(to);
        let body = &mut world.body;
        if body.feet() == to && (body.on_ground || body.in_water) && body.at.distance_flat(middle) <= THERE {
            self.to = None;
            let is_detour = self.shaft.part == Part::Main && to.y == self.shaft.face.y && to.y != self.shaft.y;
            self.detour = if is_detour { self.detour + 1 } else { 0 };
            if self.detour > DETOUR_BLOCKS_MAX {
                return give_up(world);
            }
            self.shaft.advance(to);
            world.skills.mine = Some(self.shaft);
            self.dug += 1;
            return Turn::Going;
        }
        if ticks > STEP_TICKS_MAX {
            return self.trouble(world);
        }
        body.controls.heading = body.at.heading_to(middle);
        body.controls.jump = to.y > body.feet().y && body.at.distance_flat(middle) <= MICRO * 13 / 10;
        self.now = Doing::Stepping { to, ticks: ticks + 1 };
        Turn::Going
    }

    /// Handles a failed step: the mine continues from where the body is.
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

/// The first obstacle to a step between two cells. Upper cells are checked first, so that falling blocks are noticed.
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

/// Places a block where the floor is missing.
fn fill(world: &mut World, at: BlockPos) -> bool {
    let placement = building_block(world).and_then(|item| placing::check(world, item, at).ok());
    if let Some(placement) = &placement {
        placing::place(world, placement);
    }
    placement.is_some()
}

/// Whether a block may be dug: natural rock whose removal lets no liquid in. Buildings are left alone.
fn may_dig(world: &World, at: BlockPos) -> bool {
    let natural = world.grid.block(at).is_some_and(|block| !is_kept(block) && !is_made(block));
    natural && is_safe_to_dig(&world.grid, at) && !wary::creatures(world).any(|feet| is_beside(feet, at))
}

fn has_room(world: &World, item: ItemId) -> bool {
    world.body.inventory.has_room_for(Stack { item, count: 1, wear: 0 })
}

/// Throws a stack of rock behind the body, where it is not picked up at once; false when none can be spared.
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

/// Whether every tool that can harvest the wanted blocks has only its last few uses left.
fn is_worn(world: &World, from: &[BlockId]) -> bool {
    let gets = |item: ItemId| from.iter().any(|block| gamedata::tools::harvests(*block, Some(item)));
    let by_hand = from.iter().any(|block| gamedata::tools::harvests(*block, None));
    let mut tools = world.body.inventory.carried().slots.iter().flatten();
    let left = |stack: &Stack| items::get(stack.item).durability.saturating_sub(stack.wear);
    let any = from.is_empty() || by_hand;
    !any && !tools.any(|stack| gets(stack.item) && left(stack) > USES_KEPT)
}
