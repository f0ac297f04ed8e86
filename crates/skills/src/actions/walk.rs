//! Walks to a goal: searches a path over several ticks and follows it. It digs, places blocks and opens doors where allowed, and
//! searches again when the me has changed.

use super::{doors, wary};
use crate::blocks::Way;
use crate::digger::Digger;
use crate::known::gives_way;
use crate::limbs::{Ack, Cells, Click, Dug, Limbs, Pose};
use crate::me::Me;
use crate::measures::SIZE;
use crate::path::ground::{building_block, is_beside, is_safe_to_dig};
use crate::path::{Cost, Found, Goal, Ground, Hazard, Leg, Movement, Search};
use crate::room::Room;
use crate::space::{MICRO, Place};
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
pub(crate) struct Walker {
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
pub(crate) enum Walk {
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

    pub(super) fn terrain(&self) -> Terrain {
        self.terrain
    }

    pub(super) fn tick(&mut self, me: &mut Me<'_, impl Limbs>) -> Walk {
        let feet = me.feet();
        let settled = is_held(me);
        self.close_behind(me, feet);
        if settled && self.digger.is_none() && self.goal.met(me.cells(), feet) {
            return Walk::Arrived;
        }
        if let Some(walk) = self.dig(me) {
            return walk;
        }
        if self.free_the_head(me) {
            return Walk::Going;
        }
        if self.next < self.path.len() {
            return self.follow(me);
        }
        self.look_for_a_path(me, settled)
    }

    fn close_behind(&mut self, me: &mut Me<'_, impl Limbs>, feet: BlockPos) {
        let Some((door, entered)) = &mut self.door else { return };
        *entered |= feet == *door;
        if *entered && feet != *door && (doors::close(me, *door) || feet.manhattan(*door) > DOOR_BEHIND) {
            self.door = None;
        }
    }

    /// Continues to break the block in the way; `None` when none is being broken.
    fn dig(&mut self, me: &mut Me<'_, impl Limbs>) -> Option<Walk> {
        let digger = self.digger.as_mut()?;
        match digger.tick(me) {
            Dug::Going => {}
            Dug::Broken => {
                self.digger = None;
                self.step_ticks = 0;
            }
            Dug::Gone => self.digger = None,
        }
        Some(Walk::Going)
    }

    /// Digs out the block that fell onto the body's head, before anything else. Returns whether there was one. Where the body
    /// stands nothing of a build can be, so fallen sand is dug out there too.
    fn free_the_head(&mut self, me: &mut Me<'_, impl Limbs>) -> bool {
        let head = me.eye().block();
        if !me.cells().is_loaded(head) || !me.cells().is_solid(head) {
            return false;
        }
        let fell = me.cells().block(head).is_some_and(crate::blocks::falls);
        self.digger = if fell { Digger::of_builder(me, head) } else { Digger::new(me, head) };
        self.digger.is_some()
    }

    fn look_for_a_path(&mut self, me: &mut Me<'_, impl Limbs>, settled: bool) -> Walk {
        if self.search.is_none() {
            if !settled || self.centre(me) {
                self.step_ticks += 1;
                return if self.step_ticks > STEP_TICKS_MAX * 4 { self.trouble() } else { Walk::Going };
            }
            let feared = if self.fearless { Vec::new() } else { wary::hazards(me) };
            let hazards: Vec<Hazard> = self.hazard.into_iter().chain(feared).collect();
            let ground = Ground::new(me.inventory(), self.terrain, &hazards).sparing(&me.skills.guarded);
            let ground =
                if self.fearless { ground.through_caves() } else { ground.shutting_out(wary::creatures(me).collect()) };
            let ground = if self.in_the_open { ground.under_the_sky(me.cells(), me.feet()) } else { ground };
            let begin = if self.hasty { Search::hasty } else { Search::new };
            self.search = Some(Box::new(begin(ground, me.feet(), self.goal)));
        }
        let Some(search) = &mut self.search else { return Walk::NoPath };
        let found = search.tick(me.cells());
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
    fn centre(&mut self, me: &mut Me<'_, impl Limbs>) -> bool {
        let cell = footing(me);
        let middle = Place::on(cell);
        let far = me.at().distance_flat(middle);
        let firm = Ground::stand(me.cells(), cell).is_some();
        if !firm || far <= EXACT || self.centre_ticks >= CENTRE_TICKS_MAX {
            return false;
        }
        self.centre_ticks += 1;
        me.head_for(middle);
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

    fn follow(&mut self, me: &mut Me<'_, impl Limbs>) -> Walk {
        self.skip_ahead(&me.pose());
        self.pass_reached(me);
        let Some(step) = self.path.get(self.next).copied() else { return Walk::Going };
        self.step_ticks += 1;
        let feet = me.feet();
        let way_off = feet.manhattan(step.to) > step.from.manhattan(step.to).max(2) + 2;
        if self.step_ticks > STEP_TICKS_MAX || (way_off && me.pose().on_ground) {
            return self.trouble();
        }
        match self.make_way(me, step) {
            Made::Clear => {}
            Made::Busy => return Walk::Going,
            Made::Blocked => return self.trouble(),
        }
        steer(me, step, self.sprint);
        Walk::Going
    }

    /// Advances past steps of the path that the body has already made, so that no tick is lost.
    fn pass_reached(&mut self, me: &Me<'_, impl Limbs>) {
        let Some(step) = self.path.get(self.next).copied() else { return };
        if !self.reached(me, step) {
            return;
        }
        self.next += 1;
        self.step_ticks = 0;
    }

    /// Skips steps of the path when falling or drifting has brought the body farther along.
    fn skip_ahead(&mut self, body: &Pose) {
        if !body.on_ground && !body.in_water {
            return;
        }
        let mut ahead = self.path.iter().enumerate().skip(self.next + 1).take(3);
        if let Some((index, _)) = ahead.rfind(|(_, step)| step.to == body.feet()) {
            self.next = index;
            self.step_ticks = 0;
        }
    }

    fn reached(&self, me: &Me<'_, impl Limbs>, step: Movement) -> bool {
        let body = me.pose();
        if body.feet() != step.to || !is_held(me) {
            return false;
        }
        let exact = match self.path.get(self.next + 1).map(|next| next.leg) {
            Some(Leg::Walk | Leg::Diagonal | Leg::Swim) => false,
            Some(Leg::Up | Leg::Down | Leg::DigDown | Leg::Bridge | Leg::Pillar | Leg::Climb) | None => !body.in_water,
        };
        body.at.distance_flat(Place::on(step.to)) <= if exact { EXACT } else { ROUGH }
    }

    /// Prepares the next step of the path: digs, opens a door or places a block.
    fn make_way(&mut self, me: &mut Me<'_, impl Limbs>, step: Movement) -> Made {
        for cell in needed(step) {
            match Ground::way(me.cells(), cell) {
                Some(Way::Open | Way::Water | Way::Climb) => {}
                Some(Way::Step) if cell == step.to => {}
                Some(Way::Door) => {
                    if !doors::open(me, cell) {
                        return Made::Blocked;
                    }
                    self.door = Some((step.to, false));
                    return Made::Busy;
                }
                Some(Way::Solid | Way::Step | Way::Fence) if self.terrain != Terrain::Walk => {
                    return self.break_open(me, step, cell);
                }
                Some(Way::Solid | Way::Step | Way::Fence | Way::Harm) | None => return Made::Blocked,
            }
        }
        let Some(cell) = filled(step) else { return Made::Clear };
        match Ground::way(me.cells(), cell) {
            // A block that may yet be refused carries nobody.
            Some(Way::Solid) if me.limbs.is_predicted(cell) => Made::Busy,
            Some(Way::Solid) => Made::Clear,
            Some(Way::Open | Way::Door | Way::Step | Way::Climb) if !me.cells().block(cell).is_some_and(gives_way) => {
                self.break_open(me, step, cell)
            }
            _ if step.leg == Leg::Pillar => pillar(me, step),
            _ => put(me, cell),
        }
    }

    fn break_open(&mut self, me: &mut Me<'_, impl Limbs>, step: Movement, cell: BlockPos) -> Made {
        let block = me.cells().block(cell);
        let wet = me.pose().in_water;
        if block.is_none_or(crate::blocks::is_kept) || (!wet && !is_safe_to_dig(me.cells(), cell)) {
            return Made::Blocked;
        }
        if !self.fearless && wary::creatures(me).any(|feet| is_beside(feet, cell)) {
            return Made::Blocked;
        }
        // The body digs a hole under its feet from the middle of the cell, because otherwise it does not fall in.
        let middle = Place::on(step.from);
        if step.leg == Leg::DigDown && me.at().distance_flat(middle) > EXACT {
            me.head_for(middle);
            return Made::Busy;
        }
        self.digger = Digger::new(me, cell);
        if self.digger.is_some() { Made::Busy } else { Made::Blocked }
    }
}

/// The cell whose floor carries the body. For a body at an edge this is not the cell of its feet, from which it
/// would fall.
pub(super) fn footing(me: &Me<'_, impl Limbs>) -> BlockPos {
    let (body, feet) = (me.pose(), me.feet());
    let carries = |cell: &BlockPos| Ground::stand(me.cells(), *cell).is_some();
    if !body.on_ground || carries(&feet) {
        return feet;
    }
    let under = Room::of(body.at, SIZE).blocks().filter(|cell| cell.y == feet.y && carries(cell));
    under.min_by_key(|cell| (body.at.distance_flat(Place::on(*cell)), *cell)).unwrap_or(feet)
}

/// Whether the body can begin a step: it stands, swims, or holds on to a ladder.
fn is_held(me: &Me<'_, impl Limbs>) -> bool {
    let pose = me.pose();
    pose.on_ground || pose.in_water || Ground::way(me.cells(), pose.feet()) == Some(Way::Climb)
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
        Leg::Walk | Leg::Bridge | Leg::Swim | Leg::Climb => vec![head(to), to],
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
        Leg::Walk | Leg::Diagonal | Leg::Up | Leg::Down | Leg::Swim | Leg::DigDown | Leg::Climb => None,
    }
}

fn put(me: &mut Me<'_, impl Limbs>, at: BlockPos) -> Made {
    let Some(item) = building_block(me.inventory()) else { return Made::Blocked };
    match me.click(&Click::Place { item, at }) {
        Ack::Refused(_) => Made::Blocked,
        Ack::Done | Ack::Waits(_) => Made::Busy,
    }
}

/// Makes the body jump and place a block below its feet.
fn pillar(me: &mut Me<'_, impl Limbs>, step: Movement) -> Made {
    let middle = Place::on(step.from);
    if me.pose().on_ground && me.at().distance_flat(middle) > EXACT {
        me.head_for(middle);
        return Made::Busy;
    }
    if me.at().y >= i64::from(step.to.y) * MICRO {
        return put(me, step.from);
    }
    me.limbs.keys().jump = true;
    Made::Busy
}

fn steer(me: &mut Me<'_, impl Limbs>, step: Movement, sprint: bool) {
    let pose = me.pose();
    let target = Place::on(step.to);
    let far = pose.at.distance_flat(target);
    if far > THERE {
        me.head_for(target);
    }
    let feet = pose.feet();
    // A body that goes down on scaffolding sneaks, so that it sinks into it.
    let sinks = step.leg == Leg::Climb && step.to.y < feet.y && Ground::carries(me.cells(), step.to);
    let keys = me.limbs.keys();
    keys.sneak = sinks;
    keys.sprint = sprint && matches!(step.leg, Leg::Walk | Leg::Diagonal | Leg::Up);
    keys.jump = if pose.in_water {
        step.to.y >= feet.y
    } else {
        feet.y < step.to.y && (step.leg == Leg::Climb || (step.leg == Leg::Up && far <= MICRO * 13 / 10))
    };
}
