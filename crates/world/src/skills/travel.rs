//! Going to a place, exploring a direction, fleeing from a place.

use super::Turn;
use super::walk::{Walk, Walker};
use crate::path::{Goal, Hazard};
use crate::space::Place;
use crate::world::World;
use serde::{Deserialize, Serialize};
use vocab::action::{Heading, Terrain};
use vocab::outcome::{Failure, Refusal};
use vocab::{BlockPos, FinePos};

/// Farthest one request may lead, in blocks: more than a day's walk.
pub const BLOCKS_MAX: u64 = 4_096;
/// Ticks for each block of way, digging included, before it has taken too long; and ticks that any way may take.
const TICKS_PER_BLOCK_MAX: u64 = 200;
const TICKS_LEAST: u64 = 1_200;
/// Fleeing takes a minute at most.
const FLEE_TICKS_MAX: u32 = 1_200;
/// One does not flee past what one flees from: so near, each cell costs as much as ten others.
const FLEE_RADIUS: u8 = 4;
const FLEE_COST: u32 = 460;
/// An explorer is there within so many blocks.
const EXPLORE_WITHIN: u8 = 4;
/// When the way that was asked for is closed, an explorer tries so many others, each a little more to the side.
const DETOURS: [(i32, i32); 4] = [(1, 1), (1, -1), (2, 1), (2, -1)];

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Travel {
    walker: Walker,
    began: BlockPos,
    ticks: u32,
    ticks_max: u32,
    /// Blocks to go, for the progress report.
    blocks: u32,
    detours: Option<Detours>,
}

/// Where an explorer wanted to go, and how many ways it has tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Detours {
    to: BlockPos,
    tried: usize,
}

impl Travel {
    fn new(world: &World, goal: Goal, terrain: Terrain, sprint: bool, blocks: u64) -> Travel {
        let ticks_max = (blocks * TICKS_PER_BLOCK_MAX).max(TICKS_LEAST);
        Travel {
            walker: Walker::new(goal, terrain, sprint),
            began: world.body.feet(),
            ticks: 0,
            ticks_max: ticks_max as u32,
            blocks: blocks as u32,
            detours: None,
        }
    }

    pub(super) fn tick(&mut self, world: &mut World) -> Turn {
        self.ticks += 1;
        if self.ticks > self.ticks_max {
            return Turn::Failed(Failure::TimedOut);
        }
        match self.walker.tick(world) {
            Walk::Going => Turn::Going,
            Walk::Arrived => Turn::Done,
            Walk::NoPath => self.detour(world).unwrap_or(Turn::Failed(Failure::NoPath)),
            Walk::Stuck => self.detour(world).unwrap_or(Turn::Failed(Failure::Stuck)),
        }
    }

    /// Another way in about the same direction; `None` when all were tried.
    fn detour(&mut self, world: &World) -> Option<Turn> {
        let detours = self.detours.as_mut()?;
        let (ahead, side) = DETOURS.get(detours.tried)?;
        detours.tried += 1;
        let here = world.body.feet();
        let (dx, dz) = (detours.to.x - here.x, detours.to.z - here.z);
        // Turned by 45 or 27 degrees, as far as was asked for.
        let goal = Goal::Column {
            x: here.x + (dx * ahead - dz * side) / (ahead + 1),
            z: here.z + (dz * ahead + dx * side) / (ahead + 1),
            within: EXPLORE_WITHIN,
        };
        self.walker = Walker::new(goal, Terrain::Walk, false);
        Some(Turn::Going)
    }

    pub(super) fn progress(&self, world: &World) -> (u32, u32) {
        let gone = self.began.distance_squared(world.body.feet()).isqrt() as u32;
        (gone.min(self.blocks), self.blocks)
    }
}

pub(super) fn go_to(world: &World, to: BlockPos, within: u8, terrain: Terrain) -> Result<Travel, Refusal> {
    let blocks = world.body.feet().manhattan(to);
    if blocks > BLOCKS_MAX {
        return Err(Refusal::BadRequest);
    }
    Ok(Travel::new(world, Goal::Near { to, within }, terrain, false, blocks))
}

pub(super) fn explore(world: &World, heading: Heading, blocks: u16) -> Result<Travel, Refusal> {
    if blocks == 0 || u64::from(blocks) > BLOCKS_MAX {
        return Err(Refusal::BadRequest);
    }
    let (dx, dz) = heading.step();
    // A diagonal step is 1.41 blocks long.
    let steps = if dx != 0 && dz != 0 { i32::from(blocks) * 707 / 1_000 } else { i32::from(blocks) };
    let to = world.body.feet().offset(dx * steps, 0, dz * steps);
    let goal = Goal::Column { x: to.x, z: to.z, within: EXPLORE_WITHIN };
    let mut travel = Travel::new(world, goal, Terrain::Walk, false, u64::from(blocks));
    travel.detours = Some(Detours { to, tried: 0 });
    Ok(travel)
}

pub(super) fn flee(world: &World, from: FinePos, blocks: u8) -> Result<Travel, Refusal> {
    if blocks == 0 {
        return Err(Refusal::BadRequest);
    }
    let from = Place::from_fine(from).block();
    let mut travel = Travel::new(world, Goal::Away { from, blocks }, Terrain::Walk, true, u64::from(blocks));
    travel.ticks_max = FLEE_TICKS_MAX;
    travel.walker = travel.walker.avoiding(Hazard { at: from, radius: FLEE_RADIUS, cost: FLEE_COST });
    Ok(travel)
}
