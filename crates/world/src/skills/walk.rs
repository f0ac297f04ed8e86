//! Walks to a goal: searches a path over several ticks and follows it. It digs, places blocks and opens doors where allowed, and
//! searches again when the world has changed.

use super::{hands, wary};
use crate::blocks::Way;
use crate::body::{Body, SIZE};
use crate::digging::{Digger, Dug};
use crate::path::ground::{building_block, is_beside, is_safe_to_dig};
use crate::path::{Cost, Found, Goal, Ground, Hazard, Leg, Movement, Search};
use crate::physics::Room;
use crate::placing::{self, gives_way};
use crate::space::{MICRO, Place};
use crate::world::World;
use serde::{Deserialize, Serialize};
use vocab::BlockPos;
use vocab::action::Terrain;

/// A step of a walk that takes this many ticks has failed. Walking takes at most 14, swimming 30.
const STEP_TICKS_MAX: u32 = 80;
/// The walk gives up after this many new paths because of failed steps.
const TROUBLES_MAX: u8 = 12;
/// Most ticks that the body takes to walk to the middle of its cell before a path search.
const CENTRE_TICKS_MAX: u32 = 12;
/// The body starts a jump, a fall or a dig only this near to the middle of its cell.
const EXACT: i64 = 220_000;
/// A cell that the body only passes through counts as reached at this distance from its middle.
const ROUGH: i64 = 450_000;
/// The body stops trying to close a door once it is this many blocks away, because somebody stood in the door.
const DOOR_BEHIND: u64 = 3;
/// The body does not steer when it is closer to its target than this.
const THERE: i64 = 60_000;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Walker {
    goal: Goal,
    terrain: Terrain,
    sprint: bool,
    search: Option<Box<Search>>,
    /// Whether the search for the cheapest path failed, so that any path is searched for now.
    hasty: bool,
    /// The partial path that ends nearest to the goal, used if the second search fails too.
    fallback: Vec<Movement>,
    path: Vec<Movement>,
    next: usize,
    digger: Option<Digger>,
    step_ticks: u32,
    centre_ticks: u32,
    troubles: u8,
    /// Remaining path cost to the goal after the last partial path; the next partial path must end nearer.
    nearest: Cost,
    /// A door that the body opened and must close again, and whether the body has been in it.
    door: Option<(BlockPos, bool)>,
    /// An extra region that the walk avoids, besides the creatures that the mind reported.
    hazard: Option<Hazard>,
    /// Whether the walk stays out of caves.
    in_the_open: bool,
    /// Whether the walk ignores the regions around creatures.
    fearless: bool,
}

/// The result of one tick of a walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Walk {
    Going,
    Arrived,
    NoPath,
    Stuck,
}

impl Walker {
    pub(super) fn new(goal: Goal, terrain: Terrain, sprint: bool) -> Walker {
        Walker {
            goal,
            terrain,
            sprint,
            search: None,
            hasty: false,
            fallback: Vec::new(),
            path: Vec::new(),
            next: 0,
            digger: None,
            step_ticks: 0,
            centre_ticks: 0,
            troubles: 0,
            nearest: Cost::MAX,
            door: None,
            hazard: None,
            in_the_open: false,
            fearless: false,
        }
    }

    /// Makes the walk ignore the regions around creatures, because the body pursues one.
    pub(super) fn fearless(mut self) -> Walker {
        self.fearless = true;
        self
    }

    /// Makes the walk avoid a region.
    pub(super) fn avoiding(mut self, hazard: Hazard) -> Walker {
        self.hazard = Some(hazard);
        self
    }

    /// Makes the walk stay under the sky, if it begins there.
    pub(super) fn in_the_open(mut self) -> Walker {
        self.in_the_open = true;
        self
    }

    pub(super) fn goal(&self) -> Goal {
        self.goal
    }

    pub(super) fn tick(&mut self, world: &mut World) -> Walk {
        let feet = world.body.feet();
        let settled = world.body.on_ground || world.body.in_water;
        self.close_behind(world, feet);
        if settled && self.digger.is_none() && self.goal.met(&world.grid, feet) {
            return Walk::Arrived;
        }
        if let Some(walk) = self.dig(world) {
            return walk;
        }
        if self.free_the_head(world) {
            return Walk::Going;
        }
        if self.next < self.path.len() {
            return self.follow(world);
        }
        self.look_for_a_path(world, settled)
    }

    fn close_behind(&mut self, world: &mut World, feet: BlockPos) {
        let Some((door, entered)) = &mut self.door else { return };
        *entered |= feet == *door;
        if *entered && feet != *door && (hands::close(world, *door) || feet.manhattan(*door) > DOOR_BEHIND) {
            self.door = None;
        }
    }

    /// Continues to break the block in the way; `None` when none is being broken.
    fn dig(&mut self, world: &mut World) -> Option<Walk> {
        let digger = self.digger.as_mut()?;
        match digger.tick(world) {
            Dug::Going => {}
            Dug::Broken => {
                self.digger = None;
                self.step_ticks = 0;
            }
            Dug::Gone => self.digger = None,
        }
        Some(Walk::Going)
    }

    /// Digs out the block that fell onto the body's head, before anything else. Returns whether there was one.
    fn free_the_head(&mut self, world: &mut World) -> bool {
        let head = world.body.eyes().block();
        if !world.grid.is_loaded(head) || !world.grid.is_solid(head) {
            return false;
        }
        self.digger = Digger::new(world, head);
        self.digger.is_some()
    }

    fn look_for_a_path(&mut self, world: &mut World, settled: bool) -> Walk {
        if self.search.is_none() {
            if !settled || self.centre(world) {
                self.step_ticks += 1;
                return if self.step_ticks > STEP_TICKS_MAX * 4 { self.trouble() } else { Walk::Going };
            }
            let feared = if self.fearless { Vec::new() } else { wary::hazards(world) };
            let hazards: Vec<Hazard> = self.hazard.into_iter().chain(feared).collect();
            let ground = Ground::new(world, self.terrain, &hazards);
            let ground = if self.fearless {
                ground.through_caves()
            } else {
                ground.shutting_out(wary::creatures(world).collect())
            };
            let ground = if self.in_the_open { ground.under_the_sky(world) } else { ground };
            let begin = if self.hasty { Search::hasty } else { Search::new };
            self.search = Some(Box::new(begin(ground, world.body.feet(), self.goal)));
        }
        let Some(search) = &mut self.search else { return Walk::NoPath };
        let found = search.tick(&world.grid);
        if found == Found::NotYet {
            return Walk::Going;
        }
        self.search = None;
        self.take_path(found)
    }

    /// Takes the complete path that was found. If there is none, a hasty search through rock follows, and then the
    /// better partial path is taken.
    fn take_path(&mut self, found: Found) -> Walk {
        let steps = match found {
            Found::NotYet => return Walk::Going,
            Found::Path(path) if path.is_empty() => return self.trouble(),
            Found::Path(path) => {
                self.set_out(path);
                return Walk::Going;
            }
            Found::Partial(path) => path,
            Found::Nothing => Vec::new(),
        };
        if !self.hasty && self.terrain != Terrain::Walk {
            self.hasty = true;
            self.fallback = steps;
            return Walk::Going;
        }
        let goal = self.goal;
        let end = |path: &[Movement]| path.last().map_or(Cost::MAX, |step| goal.estimate(step.to));
        let other = std::mem::take(&mut self.fallback);
        let best = if end(&other) < end(&steps) { other } else { steps };
        if end(&best) >= self.nearest {
            return Walk::NoPath;
        }
        self.nearest = end(&best);
        self.set_out(best);
        Walk::Going
    }

    fn set_out(&mut self, path: Vec<Movement>) {
        self.path = path;
        self.next = 0;
        self.step_ticks = 0;
        self.centre_ticks = 0;
        self.hasty = false;
        self.fallback = Vec::new();
    }

    /// Walks the body to the middle of its cell, where the next path begins; false once it is there.
    fn centre(&mut self, world: &mut World) -> bool {
        let cell = footing(world);
        let middle = Place::on(cell);
        let far = world.body.at.distance_flat(middle);
        let firm = Ground::carries(&world.grid, cell.offset(0, -1, 0));
        if !firm || far <= EXACT || self.centre_ticks >= CENTRE_TICKS_MAX {
            return false;
        }
        self.centre_ticks += 1;
        world.body.controls.heading = world.body.at.heading_to(middle);
        true
    }

    fn trouble(&mut self) -> Walk {
        self.troubles += 1;
        self.set_out(Vec::new());
        self.search = None;
        self.digger = None;
        self.step_ticks = 0;
        self.centre_ticks = 0;
        if self.troubles > TROUBLES_MAX { Walk::Stuck } else { Walk::Going }
    }

    fn follow(&mut self, world: &mut World) -> Walk {
        self.skip_ahead(&world.body);
        self.pass_reached(world);
        let Some(step) = self.path.get(self.next).copied() else { return Walk::Going };
        self.step_ticks += 1;
        let feet = world.body.feet();
        let way_off = feet.manhattan(step.to) > step.from.manhattan(step.to).max(2) + 2;
        if self.step_ticks > STEP_TICKS_MAX || (way_off && world.body.on_ground) {
            return self.trouble();
        }
        match self.make_way(world, step) {
            Made::Clear => {}
            Made::Busy => return Walk::Going,
            Made::Blocked => return self.trouble(),
        }
        steer(world, step, self.sprint);
        Walk::Going
    }

    /// Advances past steps of the path that the body has already made, so that no tick is lost.
    fn pass_reached(&mut self, world: &World) {
        let Some(step) = self.path.get(self.next).copied() else { return };
        if !self.reached(&world.body, step) {
            return;
        }
        self.next += 1;
        self.step_ticks = 0;
    }

    /// Skips steps of the path when falling or drifting has brought the body farther along.
    fn skip_ahead(&mut self, body: &Body) {
        if !body.on_ground && !body.in_water {
            return;
        }
        let mut ahead = self.path.iter().enumerate().skip(self.next + 1).take(3);
        if let Some((index, _)) = ahead.rfind(|(_, step)| step.to == body.feet()) {
            self.next = index;
            self.step_ticks = 0;
        }
    }

    fn reached(&self, body: &Body, step: Movement) -> bool {
        if body.feet() != step.to || !(body.on_ground || body.in_water) {
            return false;
        }
        let exact = match self.path.get(self.next + 1).map(|next| next.leg) {
            Some(Leg::Walk | Leg::Diagonal | Leg::Swim) => false,
            Some(Leg::Up | Leg::Down | Leg::DigDown | Leg::Bridge | Leg::Pillar) | None => !body.in_water,
        };
        body.at.distance_flat(Place::on(step.to)) <= if exact { EXACT } else { ROUGH }
    }

    /// Prepares the next step of the path: digs, opens a door or places a block.
    fn make_way(&mut self, world: &mut World, step: Movement) -> Made {
        for cell in needed(step) {
            match Ground::way(&world.grid, cell) {
                Some(Way::Open | Way::Water) => {}
                Some(Way::Door) => {
                    if !hands::open(world, cell) {
                        return Made::Blocked;
                    }
                    self.door = Some((step.to, false));
                    return Made::Busy;
                }
                Some(Way::Solid) if self.terrain != Terrain::Walk => return self.break_open(world, step, cell),
                Some(Way::Solid | Way::Harm) | None => return Made::Blocked,
            }
        }
        let Some(cell) = filled(step) else { return Made::Clear };
        match Ground::way(&world.grid, cell) {
            Some(Way::Solid) => Made::Clear,
            Some(Way::Open | Way::Door) if !world.grid.block(cell).is_some_and(gives_way) => {
                self.break_open(world, step, cell)
            }
            _ if step.leg == Leg::Pillar => pillar(world, step),
            _ => put(world, cell),
        }
    }

    fn break_open(&mut self, world: &mut World, step: Movement, cell: BlockPos) -> Made {
        let block = world.grid.block(cell);
        let wet = world.body.in_water;
        if block.is_none_or(crate::blocks::is_kept) || (!wet && !is_safe_to_dig(&world.grid, cell)) {
            return Made::Blocked;
        }
        if !self.fearless && wary::creatures(world).any(|feet| is_beside(feet, cell)) {
            return Made::Blocked;
        }
        // The body digs a hole under its feet from the middle of the cell, because otherwise it does not fall in.
        let middle = Place::on(step.from);
        if step.leg == Leg::DigDown && world.body.at.distance_flat(middle) > EXACT {
            world.body.controls.heading = world.body.at.heading_to(middle);
            return Made::Busy;
        }
        self.digger = Digger::new(world, cell);
        if self.digger.is_some() { Made::Busy } else { Made::Blocked }
    }
}

/// The cell whose floor carries the body. For a body at an edge this is not the cell of its feet, from which it
/// would fall.
pub(super) fn footing(world: &World) -> BlockPos {
    let (body, feet) = (&world.body, world.body.feet());
    let carries = |cell: &BlockPos| Ground::carries(&world.grid, cell.offset(0, -1, 0));
    if !body.on_ground || carries(&feet) {
        return feet;
    }
    let under = Room::of(body.at, SIZE).blocks().filter(|cell| cell.y == feet.y && carries(cell));
    under.min_by_key(|cell| (body.at.distance_flat(Place::on(*cell)), *cell)).unwrap_or(feet)
}

enum Made {
    Clear,
    Busy,
    Blocked,
}

/// The cells through which a step of a path passes. Upper cells come first, so that falling blocks are noticed.
fn needed(step: Movement) -> Vec<BlockPos> {
    let Movement { from, to, leg } = step;
    let head = |feet: BlockPos| feet.offset(0, 1, 0);
    match leg {
        Leg::Walk | Leg::Bridge | Leg::Swim => vec![head(to), to],
        Leg::Up => vec![from.offset(0, 2, 0), head(to), to],
        Leg::Pillar => vec![from.offset(0, 2, 0)],
        Leg::DigDown => vec![to],
        Leg::Down => (to.y..=from.y + 1).rev().map(|y| BlockPos::new(to.x, y, to.z)).collect(),
        Leg::Diagonal => {
            let (a, b) = (BlockPos::new(to.x, to.y, from.z), BlockPos::new(from.x, to.y, to.z));
            vec![head(to), to, head(a), a, head(b), b]
        }
    }
}

/// The cell in which a step of a path places a block to stand on.
fn filled(step: Movement) -> Option<BlockPos> {
    match step.leg {
        Leg::Bridge => Some(step.to.offset(0, -1, 0)),
        Leg::Pillar => Some(step.from),
        Leg::Walk | Leg::Diagonal | Leg::Up | Leg::Down | Leg::Swim | Leg::DigDown => None,
    }
}

fn put(world: &mut World, at: BlockPos) -> Made {
    let placement = building_block(world).and_then(|item| placing::check(world, item, at).ok());
    match placement {
        Some(placement) => {
            placing::place(world, &placement);
            Made::Busy
        }
        None => Made::Blocked,
    }
}

/// Makes the body jump and place a block below its feet.
fn pillar(world: &mut World, step: Movement) -> Made {
    let middle = Place::on(step.from);
    if world.body.on_ground && world.body.at.distance_flat(middle) > EXACT {
        world.body.controls.heading = world.body.at.heading_to(middle);
        return Made::Busy;
    }
    if world.body.at.y >= i64::from(step.to.y) * MICRO {
        return put(world, step.from);
    }
    world.body.controls.jump = true;
    Made::Busy
}

fn steer(world: &mut World, step: Movement, sprint: bool) {
    let feet = world.body.feet();
    let body = &mut world.body;
    let target = Place::on(step.to);
    let far = body.at.distance_flat(target);
    if far > THERE {
        body.controls.heading = body.at.heading_to(target);
    }
    body.controls.sprint = sprint && matches!(step.leg, Leg::Walk | Leg::Diagonal | Leg::Up);
    if body.in_water {
        body.controls.jump = step.to.y >= feet.y;
    } else {
        body.controls.jump = step.leg == Leg::Up && feet.y < step.to.y && far <= MICRO * 13 / 10;
    }
}
