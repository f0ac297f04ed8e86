//! Goes to a place, explores in a direction, flees from a place.

use super::Turn;
use super::seen::Seen;
use super::walk::{Walk, Walker};
use crate::blocks::Way;
use crate::known::known;
use crate::limbs::{Cells, Limbs};
use crate::me::Me;
use crate::path::ground::SKY_LIGHT_MIN;
use crate::path::{Goal, Ground, Hazard};
use crate::space::Place;
use serde::{Deserialize, Serialize};
use vocab::action::{Heading, Terrain};
use vocab::outcome::{Failure, Refusal};
use vocab::{BlockPos, FinePos};

/// The surface of the sea.
const SEA_Y: i32 = 62;
/// Largest distance that one request may ask to walk, in blocks: more than a day's walk.
pub const BLOCKS_MAX: u64 = 4_096;
/// Time limit of a walk per block of distance in ticks, digging included.
const TICKS_PER_BLOCK_MAX: u64 = 200;
/// The least time limit of any walk, in ticks.
const TICKS_LEAST: u64 = 1_200;
/// Most ticks that fleeing takes: one minute.
const FLEE_TICKS_MAX: u32 = 1_200;
/// A fleeing body does not run past the threat: cells within this many blocks of the threat cost its path extra.
const FLEE_RADIUS: u8 = 4;
/// Extra path cost of each such cell: as much as ten steps.
const FLEE_COST: u32 = 460;
/// How far to the side a body in lava looks for a shore, in blocks. It would die on a longer path.
const SHORE_BLOCKS: i32 = 6;
/// How far above a body in lava looks for a shore, in blocks.
const SHORE_UP_BLOCKS: i32 = 2;
/// A climb out of a hole ends within this many blocks of the ground above.
const CLIMB_WITHIN: u8 = 1;
/// Deepest place below the ground from which a climb out is tried, in blocks.
const CLIMB_BLOCKS_MAX: i32 = 384;
/// Distances to the side, in blocks, at which a climbing body looks for dry ground when there is water above.
const CLIMB_ASIDE_BLOCKS: [i32; 3] = [8, 16, 24];
/// From this distance in blocks on, a walk considers a detour over the surface instead of digging through rock.
const OVER_GROUND_BLOCKS: u32 = 48;
/// Digging one block of a path takes as long as walking this many.
const DIG_PER_WALK: u32 = 8;
/// A body below ground walks to a place under the sky over the surface if the place is at least this many blocks
/// away.
const OUT_OF_ROCK_BLOCKS: u64 = 12;
/// A body uses the place where it went underground as its way out while it is within this many blocks of it.
const WAY_OUT_BLOCKS: u64 = 96;
/// A body that walks over the surface may go below again within this many blocks of the goal.
const OVER_GROUND_WITHIN: u8 = 8;
/// A body has finished exploring within this many blocks of its goal.
const EXPLORE_WITHIN: u8 = 4;
/// Directions for exploring, in thousandths ahead and to the side: straight, or turned by 27, 45 or 90 degrees. Each has a bonus
/// in blocks of unseen land: two chunks more for each smaller turn, because otherwise the borders of chunks would turn the body
/// around.
const TURNS: [((i32, i32), i32); 7] = [
    ((1_000, 0), 64),
    ((894, 447), 32),
    ((894, -447), 32),
    ((707, 707), 32),
    ((707, -707), 32),
    ((0, 1_000), 0),
    ((0, -1_000), 0),
];

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Travel {
    walker: Walker,
    began: BlockPos,
    ticks: u32,
    ticks_max: u32,
    /// Distance to go when the walk began, in blocks, for the progress report.
    blocks: u32,
    /// Walks to make before the last one (out of the hole, over the surface), in reverse order. Each goes as far as
    /// it can.
    before: Vec<Walker>,
    /// The place to which an exploring body was sent, and the directions that it has not tried yet, best last.
    ways: Option<(BlockPos, Vec<(i32, i32)>)>,
}

impl Travel {
    fn new(me: &Me<'_, impl Limbs>, goal: Goal, terrain: Terrain, sprint: bool, blocks: u64) -> Travel {
        let ticks_max = (blocks * TICKS_PER_BLOCK_MAX).max(TICKS_LEAST);
        Travel {
            walker: Walker::new(goal, terrain, sprint),
            began: me.feet(),
            ticks: 0,
            ticks_max: ticks_max as u32,
            blocks: blocks as u32,
            before: Vec::new(),
            ways: None,
        }
    }

    /// Makes the body go up to the surface first: the way it came if that is walkable, otherwise through the rock.
    fn climb_first(&mut self, me: &Me<'_, impl Limbs>, up: BlockPos) {
        let way = up.manhattan(me.feet()) as u32;
        self.ticks_max = self.ticks_max.saturating_add(way * TICKS_PER_BLOCK_MAX as u32);
        let goal = Goal::Near { to: up, within: CLIMB_WITHIN };
        self.before.push(Walker::new(goal, Terrain::DigAndPlace, false));
        self.before.push(Walker::new(goal, Terrain::Walk, false));
    }

    pub(super) fn tick(&mut self, me: &mut Me<'_, impl Limbs>) -> Turn {
        self.ticks += 1;
        if self.ticks > self.ticks_max {
            return Turn::Failed(Failure::TimedOut);
        }
        if matches!(self.walker.goal(), Goal::Away { .. }) && swim_out_of_lava(me) {
            return Turn::Going;
        }
        if let Some(way) = self.before.last_mut() {
            if way.tick(me) != Walk::Going {
                self.before.pop(); // it arrived, or went as far as it could
            }
            return Turn::Going;
        }
        match self.walker.tick(me) {
            Walk::Going => Turn::Going,
            Walk::Arrived => Turn::Done,
            Walk::NoPath => self.detour(me).unwrap_or(Turn::Failed(Failure::NoPath)),
            Walk::Stuck => self.detour(me).unwrap_or(Turn::Failed(Failure::Stuck)),
        }
    }

    /// Tries another direction near the first one when exploring; the last attempt digs. `None` when all were tried.
    fn detour(&mut self, me: &Me<'_, impl Limbs>) -> Option<Turn> {
        let (to, left) = self.ways.as_mut()?;
        let walker =
            |(x, z): (i32, i32), terrain| Walker::new(Goal::Column { x, z, within: EXPLORE_WITHIN }, terrain, false);
        self.walker = if let Some(turn) = left.pop() {
            walker(turned(me.feet(), *to, turn), Terrain::Walk).in_the_open()
        } else {
            let straight = walker((to.x, to.z), Terrain::DigAndPlace);
            self.ways = None;
            straight
        };
        Some(Turn::Going)
    }

    pub(super) fn progress(&self, limbs: &impl Limbs) -> (u32, u32) {
        let gone = self.began.distance_squared(limbs.pose().feet()).isqrt() as u32;
        (gone.min(self.blocks), self.blocks)
    }
}

pub(super) fn go_to(me: &Me<'_, impl Limbs>, to: BlockPos, within: u8, terrain: Terrain) -> Result<Travel, Refusal> {
    let blocks = me.feet().manhattan(to);
    if blocks > BLOCKS_MAX {
        return Err(Refusal::BadRequest);
    }
    let mut travel = Travel::new(me, Goal::Near { to, within }, terrain, false, blocks);
    if terrain == Terrain::Walk {
        return Ok(travel);
    }
    let up = way_up(me);
    if is_nearer_over_ground(me, up, to) {
        let there = Goal::Column { x: to.x, z: to.z, within: OVER_GROUND_WITHIN };
        travel.before.push(Walker::new(there, Terrain::Walk, false).in_the_open());
        if let Some(up) = up {
            travel.climb_first(me, up);
        }
    }
    Ok(travel)
}

/// Whether walking over the surface is worth the climb up and down. From below ground to a place above it is
/// worth it unless the place is near, because digging takes eight times as long as walking.
fn is_nearer_over_ground(me: &Me<'_, impl Limbs>, up: Option<BlockPos>, to: BlockPos) -> bool {
    let here = me.feet();
    let ground = up.unwrap_or(here);
    let is_open = |at: BlockPos| me.cells().light(at).0 >= SKY_LIGHT_MIN;
    if up.is_some() && (is_open(to) || to.neighbours().into_iter().any(is_open)) {
        return here.manhattan(to) >= OUT_OF_ROCK_BLOCKS;
    }
    let across = ground.x.abs_diff(to.x).max(ground.z.abs_diff(to.z));
    // Both paths climb at least the height difference, so only the extra climb counts.
    let detour = (ground.y.abs_diff(here.y) + ground.y.abs_diff(to.y)).saturating_sub(here.y.abs_diff(to.y));
    across >= OVER_GROUND_BLOCKS && (DIG_PER_WALK - 1) * across > DIG_PER_WALK * detour
}

pub(super) fn explore(me: &Me<'_, impl Limbs>, heading: Heading, blocks: u16) -> Result<Travel, Refusal> {
    if blocks == 0 || u64::from(blocks) > BLOCKS_MAX {
        return Err(Refusal::BadRequest);
    }
    let (dx, dz) = heading.step();
    // A diagonal step is 1.41 blocks long.
    let steps = if dx != 0 && dz != 0 { i32::from(blocks) * 707 / 1_000 } else { i32::from(blocks) };
    let here = me.feet();
    let to = here.offset(dx * steps, 0, dz * steps);
    let is_sea = |x, z| {
        let surface = BlockPos::new(x, SEA_Y, z);
        me.cells().is_liquid(surface) && me.eyes.remembers(surface)
    };
    let mut ways = ways(&me.skills.seen, here, to, is_sea);
    let (x, z) = ways.pop().map_or((to.x, to.z), |best| turned(here, to, best));
    let goal = Goal::Column { x, z, within: EXPLORE_WITHIN };
    let mut travel = Travel::new(me, goal, Terrain::Walk, false, u64::from(blocks));
    travel.walker = travel.walker.in_the_open();
    travel.ways = Some((to, ways));
    if let Some(up) = way_up(me) {
        travel.climb_first(me, up);
    }
    Ok(travel)
}

/// The directions for exploring near that of `to`, best last.
fn ways(seen: &Seen, here: BlockPos, to: BlockPos, is_sea: impl Fn(i32, i32) -> bool) -> Vec<(i32, i32)> {
    let mut ways: Vec<((i32, i32), i32)> = TURNS.into_iter().rev().collect();
    ways.sort_by_key(|(turn, gain)| {
        let (x, z) = turned(here, to, *turn);
        seen.worth(here, x, z, &is_sea) + gain
    });
    ways.into_iter().map(|(turn, _)| turn).collect()
}

/// The place at which a body that is not under the sky gets up to the surface: where it went underground, or else
/// the top of a column above or beside it that it does not know to be under water.
fn way_up(me: &Me<'_, impl Limbs>) -> Option<BlockPos> {
    let here = me.feet();
    if me.cells().light(here).0 >= SKY_LIGHT_MIN {
        return None;
    }
    let near = |open: &BlockPos| open.distance_squared(here) <= WAY_OUT_BLOCKS.pow(2);
    if let Some(open) = me.skills.open.filter(near) {
        return Some(open);
    }
    let aside = CLIMB_ASIDE_BLOCKS.into_iter().flat_map(|far| {
        let sides = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        sides.map(|(x, z)| here.offset(far * x, 0, far * z))
    });
    [here].into_iter().chain(aside).find_map(|below| dry_ground_above(me, below))
}

/// The top of a column, unless the body knows that it is under water: a body that digs into a lake from below
/// drowns. The body knows the height of the ground above it even if it has never seen that ground (ADR 31).
fn dry_ground_above(me: &Me<'_, impl Limbs>, below: BlockPos) -> Option<BlockPos> {
    let grid = me.cells();
    let column = (1..=CLIMB_BLOCKS_MAX).map(|up| below.offset(0, up, 0)).take_while(|at| grid.is_loaded(*at));
    let ground = column.filter(|at| grid.is_solid(*at)).last()?.offset(0, 1, 0);
    // Ground that the body has never seen counts as dry.
    (!grid.is_liquid(ground) || !me.eyes.remembers(ground)).then_some(ground)
}

/// The column at the same distance as `to`, in a direction turned to the side, for exploring.
fn turned(from: BlockPos, to: BlockPos, (ahead, side): (i32, i32)) -> (i32, i32) {
    let (dx, dz) = (to.x - from.x, to.z - from.z);
    (from.x + (dx * ahead - dz * side) / 1_000, from.z + (dz * ahead + dx * side) / 1_000)
}

pub(super) fn flee(me: &Me<'_, impl Limbs>, from: FinePos, blocks: u8) -> Result<Travel, Refusal> {
    if blocks == 0 {
        return Err(Refusal::BadRequest);
    }
    let from = Place::from_fine(from).block();
    let mut travel = Travel::new(me, Goal::Away { from, blocks }, Terrain::Walk, true, u64::from(blocks));
    travel.ticks_max = FLEE_TICKS_MAX;
    travel.walker = travel.walker.avoiding(Hazard { at: from, radius: FLEE_RADIUS, cost: FLEE_COST });
    Ok(travel)
}

/// Swims straight to the nearest shore while the body is in lava or in the air above it; false elsewhere. No path leads through lava,
/// and a search for one would cost the time that is left.
fn swim_out_of_lava(me: &mut Me<'_, impl Limbs>) -> bool {
    let (feet, grid) = (me.feet(), me.cells());
    let is_lava = |at: BlockPos| grid.block(at) == Some(known().lava);
    let above_lava = || !me.pose().on_ground && (1..=SHORE_UP_BLOCKS).any(|down| is_lava(feet.offset(0, -down, 0)));
    if !me.pose().in_lava && !above_lava() {
        return false;
    }
    let open = |at: BlockPos| Ground::way(grid, at) == Some(Way::Open);
    let is_shore = |at: &BlockPos| open(*at) && open(at.offset(0, 1, 0)) && Ground::carries(grid, at.offset(0, -1, 0));
    let (aside, up) = (-SHORE_BLOCKS..=SHORE_BLOCKS, -1..=SHORE_UP_BLOCKS);
    let cells = aside.clone().flat_map(|x| aside.clone().map(move |z| (x, z)));
    let cells = cells.flat_map(|(x, z)| up.clone().map(move |y| feet.offset(x, y, z)));
    let Some(shore) = cells.filter(is_shore).min_by_key(|at| (at.distance_squared(feet), *at)) else { return false };
    me.head_for(Place::on(shore));
    me.limbs.keys().jump = true;
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a body that explores to the east goes after it has seen the given chunks; all in blocks ahead and to the
    /// side.
    fn way_east(seen: &[(i32, i32)]) -> (i32, i32) {
        way_east_along(seen, |_, _| false)
    }

    /// The same, with the sea where `is_sea` says, in blocks ahead and to the side.
    fn way_east_along(chunks: &[(i32, i32)], is_sea: impl Fn(i32, i32) -> bool) -> (i32, i32) {
        let here = BlockPos::new(5, 64, -9);
        let mut seen = Seen::default();
        for (x, z) in chunks {
            seen.stand_on(here.offset(x * 16, 0, z * 16));
        }
        let to = here.offset(96, 0, 0);
        let best = *ways(&seen, here, to, |x, z| is_sea(x - here.x, z - here.z)).last().unwrap();
        let (x, z) = turned(here, to, best);
        (x - here.x, z - here.z)
    }

    #[test]
    fn exploring_prefers_ground_that_was_not_seen_before() {
        assert_eq!(way_east(&[]), (96, 0), "nothing was seen: straight");
        assert_eq!(way_east(&[(0, 0), (-3, 0), (-6, 0)]), (96, 0), "what lies behind does not matter");
        let straight = [(0, 0), (2, 0), (4, 0), (6, 0)];
        let (ahead, aside) = way_east(&straight);
        assert!(ahead > 60 && aside.abs() > 40, "{ahead} {aside}: beside the known way");
        let south_too: Vec<(i32, i32)> = straight.into_iter().chain([(1, 1), (2, 2), (3, 3), (4, 4), (5, 2)]).collect();
        let (ahead, aside) = way_east(&south_too);
        assert!(ahead > 60 && aside < -40, "{ahead} {aside}: to the north of the known ways");
        let all: Vec<(i32, i32)> = (0..9).flat_map(|x| (-8..9).map(move |z| (x, z))).collect();
        assert_eq!(way_east(&all), (96, 0), "all is known: straight");
    }

    #[test]
    fn exploring_follows_the_shore_instead_of_swimming_out_to_sea() {
        let sea = |land_from_z: i32| move |x: i32, z: i32| (2..=110).contains(&x) && (-110..land_from_z).contains(&z);
        let (ahead, aside) = way_east_along(&[], sea(8));
        assert!(ahead > 60 && aside > 40, "{ahead} {aside}: there is land in the south-east");
        assert_eq!(way_east_along(&[], sea(110)), (0, 96), "the sea is all around to the east: along the shore");
    }
}
