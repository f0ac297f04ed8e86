//! The micro plan: how to build the next module from what stands now, as visits with many cells each.
//!
//! A visit is one place to stand, or the top of a pillar of scaffolding that goes up before and comes down after it, and the
//! cells that are broken and placed from there. Every cell can be reached, seen, clicked and is held when its turn comes,
//! and the builder can always walk out. The plan is thrown away at the checkpoint, and is made anew from the difference to
//! the world; it never goes on "from step N".

mod order;
mod stand;

use crate::area::{Area, Marks};
use crate::state::{self, Hold};
use crate::verify::Difference;
use crate::witness::{Cells, Found, Witness, compare};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use gamedata::states;
use order::Pending;
use serde::{Deserialize, Serialize};
use stand::Place;
use vocab::{BlockPos, StateId};

pub use vocab::build::{Op, Pillar, VISIT_OPS_MAX, Visit};

/// Cells around the box in which the builder walks and puts up its scaffolding.
pub const MARGIN: i32 = 4;
/// Cells above the box: a pillar to its top and the body on it.
const HEADROOM: i32 = 4;
/// Cells below the ground's surface that are looked at: what a step down may lead to.
const DEPTH: i32 = 8;
/// How far above the surface the ground around may begin. What is higher is a hill to climb down from.
const RISE: i32 = 4;
/// Most pairs of a stand and a cell that turn out to be useless before the plan is given up: each takes a search for ways.
pub const REFUSED_MAX: usize = 4_096;
/// Highest pillar of scaffolding. A stack of 64 blocks is what a builder carries for it.
pub const PILLAR_MAX: i32 = 48;

/// Most cells beside which something is taken out.
const OPENED_MAX: usize = 32;

/// How far a micro plan is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// Call again.
    More,
    /// The plan is complete; these cells could not be seen and are not in it.
    Complete { unknown: Vec<BlockPos> },
    /// These cells can be neither reached, clicked nor held by anything in the plan.
    Infeasible { cells: Vec<BlockPos> },
    /// The site is larger than can be searched at once.
    TooLarge,
}

/// Which cells may be placed now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Order {
    /// Only cells with nothing below them that is still to be placed.
    FromBelow,
    Any,
}

/// What the next step does. A visit takes three of them, so that each stays short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Phase {
    Loading(usize),
    Choosing,
    Filling(Place, Order),
    Leaving(Visit, BlockPos, Vec<(BlockPos, u16)>),
}

/// A micro plan in the making. Each call of [`Micro::step`] does a bounded piece of work.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Micro {
    area: Area,
    phase: Phase,
    pending: Pending,
    unknown: Vec<BlockPos>,
    here: BlockPos,
    /// Everywhere that can be walked to, where it is known.
    reach: Option<Marks>,
    /// Heights at which the ground outside is, from which every walk begins.
    ground: (i32, i32),
    pub visits: Vec<Visit>,
    /// Stands and cells that some visit from there could not do: a body was refused, or it would have walled itself in.
    refused: BTreeSet<(BlockPos, BlockPos)>,
    /// Set when what stands has been opened up once, for cells that nothing else leads to.
    opened: bool,
}

impl core::fmt::Debug for Micro {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Micro").field("visits", &self.visits).finish_non_exhaustive()
    }
}

impl Micro {
    /// Begins a plan for the differences of one module. `None` when the site is too large.
    pub fn new(witness: &Witness<'_>, differences: &[Difference], here: BlockPos) -> Option<Micro> {
        let (min, max) = witness.site.bounds(witness.blueprint);
        let surface = min.y + witness.blueprint.sunk as i32;
        let low = differences.iter().map(|difference| difference.at.y).min().unwrap_or(min.y).min(surface);
        let high = differences.iter().map(|difference| difference.at.y).max().unwrap_or(max.y).min(max.y);
        let area = Area::new(
            BlockPos::new(min.x - MARGIN, low - DEPTH, min.z - MARGIN),
            BlockPos::new(max.x + MARGIN, high + HEADROOM, max.z + MARGIN),
        )?;
        let mut unknown = Vec::new();
        let mut pending = Pending::default();
        let off: BTreeSet<BlockPos> = differences.iter().map(|difference| difference.at).collect();
        for difference in differences {
            pending.break_other_half(witness, difference, &off);
            match compare(difference.wanted, difference.found) {
                Found::Matched => {}
                Found::Unknown => unknown.push(difference.at),
                Found::Wrong if state::is_worked_from(difference.wanted, difference.found) => {
                    pending.add_work(difference);
                }
                Found::Wrong => {
                    pending.add_break(difference.at);
                    pending.add_place(witness, difference);
                }
                Found::Missing => pending.add_place(witness, difference),
            }
        }
        Some(Micro {
            area,
            phase: Phase::Loading(0),
            pending,
            unknown,
            here,
            reach: None,
            ground: (surface - DEPTH, surface + RISE),
            visits: Vec::new(),
            refused: BTreeSet::new(),
            opened: false,
        })
    }

    /// These cells are not tried from these stands: a body could not do them from there.
    pub fn refuse(&mut self, pairs: impl IntoIterator<Item = (BlockPos, BlockPos)>) {
        self.refused.extend(pairs);
    }

    /// Does a piece of the work: takes up to `cells` cells from the world, or does a third of one visit.
    pub fn step(&mut self, world: &impl Cells, cells: usize) -> Progress {
        match core::mem::replace(&mut self.phase, Phase::Choosing) {
            Phase::Loading(from) => {
                let next = self.area.load(world, from, cells);
                if next < self.area.len() {
                    self.phase = Phase::Loading(next);
                }
                Progress::More
            }
            Phase::Choosing => self.choose(),
            Phase::Filling(place, order) => {
                let mut visit = Visit { pillar: place.pillar, stand: place.stand, ops: Vec::new() };
                let undo = self.fill(&mut visit, order);
                self.phase = Phase::Leaving(visit, place.aim, undo);
                Progress::More
            }
            Phase::Leaving(visit, aim, undo) => self.leave(visit, aim, undo),
        }
    }

    /// Plans the whole module at once.
    pub fn whole(
        witness: &Witness<'_>,
        differences: &[Difference],
        (world, here): (&impl Cells, BlockPos),
    ) -> (Vec<Visit>, Progress) {
        let Some(mut micro) = Micro::new(witness, differences, here) else { return (Vec::new(), Progress::TooLarge) };
        loop {
            match micro.step(world, usize::MAX) {
                Progress::More => {}
                Progress::Infeasible { cells } if micro.open_up(witness, &cells) => {}
                end => return (micro.visits, end),
            }
        }
    }

    /// Takes out what stands beside cells that nothing leads to, such as a floor beside a hole under a wall, and puts it back after
    /// them. Returns whether there is anything to take out; asked once in a plan.
    pub fn open_up(&mut self, witness: &Witness<'_>, cells: &[BlockPos]) -> bool {
        if core::mem::replace(&mut self.opened, true) {
            return false;
        }
        let mut found = false;
        for at in cells.iter().take(OPENED_MAX) {
            let above = at.offset(0, 1, 0);
            let beside = vocab::position::BESIDE.iter().map(|(dx, dz)| at.offset(*dx, 0, *dz));
            let open: Vec<BlockPos> = beside.filter(|beside| self.area.is_free(beside.offset(0, 1, 0))).collect();
            for beside in open.into_iter().chain([above]).filter(|at| self.area.holds(*at)).collect::<Vec<_>>() {
                // Ground that the structure leaves as it is, is filled again too.
                let wanted = witness.expected_at(beside).unwrap_or_else(order::scaffold);
                if !state::is_full(wanted) || self.pending.is_to_place(beside) {
                    continue;
                }
                self.pending.add_break(beside);
                self.pending.add_place(witness, &Difference { at: beside, wanted, found: Some(states::AIR) });
                found = true;
            }
        }
        (self.phase, self.reach) = (Phase::Choosing, None);
        self.refused.retain(|(_, at)| !cells.contains(at));
        found
    }

    /// Whether an op has to wait: for the cell below it, which it would bury, and for cells beside and one lower that nothing leads to
    /// but from above. A hole of two blocks cannot be filled.
    fn waits(&self, op: &Op) -> bool {
        let Op::Place { at, .. } = op else { return false };
        if self.pending.waits_for_below(op) {
            return true;
        }
        let closed = |at: BlockPos| self.pending.is_to_place(at) || !self.area.is_free(at);
        vocab::position::BESIDE.iter().map(|(dx, dz)| at.offset(*dx, -1, *dz)).any(|low| {
            self.pending.is_to_place(low)
                && vocab::position::BESIDE.iter().all(|(dx, dz)| closed(low.offset(*dx, 0, *dz)))
        })
    }

    /// Chooses the stand of the next visit.
    fn choose(&mut self) -> Progress {
        if self.pending.is_empty() {
            return Progress::Complete { unknown: core::mem::take(&mut self.unknown) };
        }
        if self.refused.len() > REFUSED_MAX {
            return Progress::Infeasible { cells: self.pending.places() };
        }
        let reach = self.reach.take().unwrap_or_else(|| self.ways());
        // A cell with one below it that is still to be placed waits, so that nothing gets buried unfinished.
        for order in [Order::FromBelow, Order::Any] {
            if let Some(place) = self.next_place(&reach, order) {
                self.phase = Phase::Filling(place, order);
                return Progress::More;
            }
        }
        let Some((place, ops)) = self.helped_place(&reach) else {
            return Progress::Infeasible { cells: self.pending.places() };
        };
        let undo = ops.iter().flat_map(|op| self.apply(op)).collect();
        let visit = Visit { pillar: place.pillar, stand: place.stand, ops };
        self.phase = Phase::Leaving(visit, place.aim, undo);
        Progress::More
    }

    /// Ends a visit: what would wall the builder in is taken back.
    fn leave(&mut self, mut visit: Visit, aim: BlockPos, undo: Vec<(BlockPos, u16)>) -> Progress {
        self.keep_way_out(&mut visit, undo);
        if visit.ops.is_empty() {
            self.refused.insert((visit.stand, aim));
        } else {
            self.here = visit.pillar.map_or(visit.stand, |pillar| pillar.base);
            self.visits.push(visit);
        }
        Progress::More
    }

    /// Everywhere that can be walked to: from the ground around the site, and from where the builder is.
    fn ways(&self) -> Marks {
        let rim = self.area.rim(self.ground.0, self.ground.1);
        self.area.flood(rim.into_iter().chain(self.visits.is_empty().then_some(self.here)))
    }

    /// Does everything that can be done from the visit's stand; returns what the cells held before.
    fn fill(&mut self, visit: &mut Visit, order: Order) -> Vec<(BlockPos, u16)> {
        let mut undo = Vec::new();
        let scaffold: Vec<(BlockPos, u16)> =
            visit.pillar.iter().flat_map(Pillar::cells).map(|at| (at, self.area.saved(at))).collect();
        for (at, _) in &scaffold {
            self.area.set(*at, order::scaffold());
        }
        let mut near = self.pending.near(visit.stand);
        near.retain(|op| {
            let inside = visit.pillar.is_some_and(|pillar| pillar.cells().any(|cell| cell == op.at()));
            !inside && !self.refused.contains(&(visit.stand, op.at()))
        });
        loop {
            let before = visit.ops.len();
            // What is placed may hold what could not be placed before, so the rest is tried again until nothing more fits.
            near.retain(|op| {
                let may = visit.ops.len() < VISIT_OPS_MAX && (order == Order::Any || !self.waits(op));
                let Some(op) = may.then(|| stand::click(&self.area, visit.stand, *op)).flatten() else { return true };
                undo.extend(self.apply(&op));
                visit.ops.push(op);
                false
            });
            if visit.ops.len() == before || visit.ops.len() == VISIT_OPS_MAX {
                break;
            }
        }
        for (at, saved) in scaffold {
            self.area.restore(at, saved);
        }
        undo
    }

    /// Does an op in the search; returns what the cells held before.
    fn apply(&mut self, op: &Op) -> Vec<(BlockPos, u16)> {
        let mut undo = Vec::new();
        for (at, state) in order::effect(op) {
            undo.push((at, self.area.saved(at)));
            self.area.set(at, state);
        }
        self.pending.done(op);
        undo
    }

    /// Takes ops back, the last first, until the builder can walk away from where the visit ends.
    fn keep_way_out(&mut self, visit: &mut Visit, mut undo: Vec<(BlockPos, u16)>) {
        let end = visit.pillar.map_or(visit.stand, |pillar| pillar.base);
        loop {
            let reach = self.ways();
            let free = reach.has(&self.area, end);
            self.reach = Some(reach);
            if free {
                return;
            }
            let Some(op) = visit.ops.pop() else { return };
            for _ in order::effect(&op) {
                if let Some((at, saved)) = undo.pop() {
                    self.area.restore(at, saved);
                }
            }
            self.pending.again(&op);
            self.refused.insert((visit.stand, op.at()));
        }
    }
}

/// Whether a cell is held when its turn comes: by the neighbour that has to hold it, or by any.
fn is_held(area: &Area, at: BlockPos, wanted: StateId) -> bool {
    match state::hold(wanted) {
        Hold::Any | Hold::Poured => true, // the click needs a neighbour anyway
        _ => state::held_by(wanted, at).is_some_and(|holder| area.holds(holder)),
    }
}
