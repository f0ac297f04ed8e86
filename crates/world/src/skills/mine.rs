//! Digging for ore that nobody has seen: stairs down to a height, there a corridor with branches to both sides, two blocks high.
//!
//! The body remembers its last mine and goes on where it left off. It ends as soon as one of the wanted blocks comes into sight;
//! fetching that is another skill's work. Stairs and corridors can be walked back, so the mine is its own way home.

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

/// Blocks of way that one request may ask for.
pub const BLOCKS_MAX: u16 = 256;
/// Ticks for each block of way, three blocks of deepslate and gravel above them included; and for the walk to the face.
const TICKS_PER_BLOCK_MAX: u32 = 240;
const TICKS_LEAST: u32 = 2_400;
/// Corridor blocks between two pairs of branches: two blocks of rock stay between branches, whose insides both of them show.
const BRANCH_EVERY: u8 = 3;
/// Length of a branch. The walk back out of it takes an eighth of the time that digging it took.
const BRANCH_BLOCKS: u8 = 12;
/// Level steps in a row, where stairs cannot go on, before the mine is given up.
const DETOUR_BLOCKS_MAX: u8 = 6;
/// A mine this far away, in blocks, is given up for a new one.
const MINE_FAR_BLOCKS: u64 = 64;
/// Wanted blocks this near count as found: as far as the body goes to collect what it has found.
const FOUND_RADIUS: u8 = 24;
/// The last uses of the only fitting tool are kept for the ore itself.
const USES_KEPT: u16 = 12;
/// Rock that is thrown away at a time when the bag is full, and rock of that kind that is kept for walls and floors.
const RUBBLE_THROWN: u32 = 64;
const RUBBLE_KEPT: u32 = 64;
/// One step takes some 8 ticks; what takes this long has gone wrong.
const STEP_TICKS_MAX: u32 = 40;
/// Steps that went wrong before the mine is given up.
const TROUBLES_MAX: u8 = 6;
/// A body this near to the middle of a cell has arrived in it.
const THERE: i64 = 300_000;

/// A mine, as the body remembers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Shaft {
    /// The height of the corridor.
    y: i32,
    /// The direction of the stairs and the corridor, in x and z.
    way: (i32, i32),
    /// The cell in which the body stands to go on digging.
    face: BlockPos,
    part: Part,
    /// Corridor blocks since the last branches.
    since_branch: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Part {
    /// Stairs and corridor.
    Main,
    /// A branch to the left and then one to the right, from this cell of the corridor, so many blocks long.
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

    /// Cells to stand in next, the best one first: a step down or up until the height is right, else level; straight on, else around
    /// a corner. A branch goes straight on or ends.
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

    /// The body stands in the next cell.
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

    /// The branch is long enough, or ends at something that is not to be dug; false in the corridor.
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
    /// Wanted blocks that were known before: somebody else could not get them.
    known: Vec<BlockPos>,
    now: Doing,
    /// The cell that is being made ready to stand in, until the body has stepped into it.
    to: Option<BlockPos>,
    dug: u16,
    /// Level steps in a row where stairs should be.
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

/// What is in the way of a step.
enum Obstacle {
    Nothing,
    /// To be dug away.
    Rock(BlockPos),
    /// To be filled, so that there is a floor.
    Hole(BlockPos),
    /// Water, lava, a creature, something built: not this way.
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
            shaft = Shaft { y, part: Part::Main, ..shaft }; // stairs go on from where the body was last
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

    /// Something went wrong: the mine goes on from where the body is.
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

/// There is no way on from here; the next mine begins somewhere else.
fn give_up(world: &mut World) -> Turn {
    world.skills.mine = None;
    Turn::Failed(Failure::NoPath)
}

/// What hinders a step from one cell to the next, from the top down, so that what falls is seen.
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

/// Puts a block where there is no floor.
fn fill(world: &mut World, at: BlockPos) -> bool {
    let placement = building_block(world).and_then(|item| placing::check(world, item, at).ok());
    if let Some(placement) = &placement {
        placing::place(world, placement);
    }
    placement.is_some()
}

/// Rock that lets nothing in when it is gone. What somebody built is left alone.
fn may_dig(world: &World, at: BlockPos) -> bool {
    let natural = world.grid.block(at).is_some_and(|block| !is_kept(block) && !is_made(block));
    natural && is_safe_to_dig(&world.grid, at) && !wary::creatures(world).any(|feet| is_beside(feet, at))
}

fn has_room(world: &World, item: ItemId) -> bool {
    world.body.inventory.has_room_for(Stack { item, count: 1, wear: 0 })
}

/// Throws a stack of rock behind the body, where it is not picked up at once; false when there is none to spare.
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

/// Whether the tools that get the wanted blocks are used up, but for the last few uses.
fn is_worn(world: &World, from: &[BlockId]) -> bool {
    let gets = |item: ItemId| from.iter().any(|block| gamedata::tools::harvests(*block, Some(item)));
    let by_hand = from.iter().any(|block| gamedata::tools::harvests(*block, None));
    let mut tools = world.body.inventory.carried().slots.iter().flatten();
    let left = |stack: &Stack| items::get(stack.item).durability.saturating_sub(stack.wear);
    let any = from.is_empty() || by_hand;
    !any && !tools.any(|stack| gets(stack.item) && left(stack) > USES_KEPT)
}
