//! Where to stand for a cell: on the ground, on what is built, or on a pillar; and which face to click from there.

use super::order::REACH;
use super::{Micro, Op, Order, PILLAR_MAX, Pillar, VISIT_OPS_MAX, is_held, order};
use crate::aim::{self, click_point};
use crate::area::{Area, Marks};
use crate::state;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{BlockPos, StateId};

/// Height of the eyes above the feet, in thousandths of a block.
const EYES: i64 = 1_620;
/// How much lower the eyes are above a slab.
const LOWER: i64 = 500;
/// How far an arm reaches from the eyes, in thousandths of a block.
const ARM: i64 = 4_500;
/// A look is checked in this many steps a block.
const STEPS_PER_BLOCK: i64 = 6;
/// Stands that are compared for one visit, and pillars of which each so-manieth is.
const STANDS_TRIED: usize = 6;
const PILLARS_SKIPPED: usize = 8;
/// What a block of way, a level of a pillar up and down, and a visit by itself cost, in ticks.
const BLOCK_TICKS: u64 = 5;
const LEVEL_TICKS: u64 = 22;
const VISIT_TICKS: u64 = 8;
/// Most places that a walk from the top of a pillar is searched through.
const WALK_MAX: usize = 4_096;

/// Where a visit stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Place {
    pub stand: BlockPos,
    pub pillar: Option<Pillar>,
    /// The cell that it was chosen for.
    pub aim: BlockPos,
}

/// The op with the face that is clicked, if it can be done from this stand.
pub(super) fn click(area: &Area, stand: BlockPos, op: Op) -> Option<Op> {
    match op {
        Op::Break { at } => {
            let own = at == stand.offset(0, -1, 0); // what carries the builder stays
            let middle = (i64::from(at.x) * 1_000 + 500, i64::from(at.y) * 1_000 + 500, i64::from(at.z) * 1_000 + 500);
            (!own && sees(area, stand, (at, middle))).then_some(op)
        }
        Op::Place { at, state, .. } => {
            let (neighbour, half) = face(area, stand, at, state)?;
            Some(Op::Place { at, state, against: at.neighbours()[neighbour], half })
        }
        Op::Work { at, .. } => {
            let top = (i64::from(at.x) * 1_000 + 500, i64::from(at.y) * 1_000 + 1_010, i64::from(at.z) * 1_000 + 500);
            let above = at.offset(0, 1, 0);
            (area.is_free(above) && sees(area, stand, (above, top))).then_some(op)
        }
        Op::Scaffold { .. } | Op::Unscaffold { .. } => Some(op),
    }
}

/// The neighbour to click on for a state, seen from a stand.
fn face(area: &Area, stand: BlockPos, at: BlockPos, wanted: StateId) -> Option<(usize, Option<aim::Half>)> {
    let body = [stand, stand.offset(0, 1, 0)];
    let second = state::second_half(wanted, at);
    let in_the_way = body.contains(&at) || second.is_some_and(|second| body.contains(&second) || !area.is_free(second));
    if in_the_way || !area.is_free(at) || !is_held(area, at, wanted) {
        return None;
    }
    let aim = aim::against(wanted);
    (0..6).filter(|neighbour| aim.against[*neighbour]).find_map(|neighbour| {
        let clicked = at.neighbours()[neighbour];
        let holder = state::held_by(wanted, at) == Some(clicked);
        if !(area.is_firm(clicked) || holder && area.holds(clicked)) || !is_before(area, stand, at, neighbour) {
            return None;
        }
        let half = aim.half.filter(|_| neighbour > aim::UP);
        let has_half = match half {
            Some(aim::Half::Upper) => area.has_upper_sides(clicked),
            Some(aim::Half::Lower) => area.has_lower_sides(clicked),
            None => true,
        };
        if !has_half {
            return None;
        }
        let point = click_point(at, neighbour, half);
        let eyes = (i64::from(stand.x) * 1_000 + 500, i64::from(stand.z) * 1_000 + 500);
        let looks = aim.look.is_none_or(|look| aim::look(eyes, (point.0, point.2)) == Some(look));
        (looks && sees(area, stand, (at, point))).then_some((neighbour, half))
    })
}

/// The eyes of a body at a stand, in thousandths of a block.
fn eyes(area: &Area, stand: BlockPos) -> (i64, i64, i64) {
    let lower = if area.is_low(stand) { LOWER } else { 0 };
    let (x, y, z) = (i64::from(stand.x), i64::from(stand.y), i64::from(stand.z));
    (x * 1_000 + 500, y * 1_000 + EYES - lower, z * 1_000 + 500)
}

/// Whether the eyes above a stand are on the side of a face from which it can be clicked: on that of the cell that is filled.
fn is_before(area: &Area, stand: BlockPos, at: BlockPos, neighbour: usize) -> bool {
    let eyes = eyes(area, stand);
    let (low, high) = (at, at.offset(1, 1, 1));
    match neighbour {
        aim::DOWN => eyes.1 > i64::from(low.y) * 1_000,
        aim::UP => eyes.1 < i64::from(high.y) * 1_000,
        2 => eyes.2 > i64::from(low.z) * 1_000,
        3 => eyes.2 < i64::from(high.z) * 1_000,
        4 => eyes.0 > i64::from(low.x) * 1_000,
        _ => eyes.0 < i64::from(high.x) * 1_000,
    }
}

/// Whether the eyes above a stand see a point in a cell, within an arm's reach.
fn sees(area: &Area, stand: BlockPos, (target, point): (BlockPos, (i64, i64, i64))) -> bool {
    let eyes = eyes(area, stand);
    let (dx, dy, dz) = (point.0 - eyes.0, point.1 - eyes.1, point.2 - eyes.2);
    if dx * dx + dy * dy + dz * dz > ARM * ARM {
        return false;
    }
    let steps = (dx.abs() + dy.abs() + dz.abs()) * STEPS_PER_BLOCK / 1_000 + 1;
    // A builder in a doorway has the open door around it.
    let own = [stand, stand.offset(0, 1, 0)];
    let clear = |cell: BlockPos| cell == target || own.contains(&cell) || area.is_clear(cell);
    let cell = |step: i64| {
        let on = |from: i64, way: i64| (from + way * step / steps).div_euclid(1_000) as i32;
        BlockPos::new(on(eyes.0, dx), on(eyes.1, dy), on(eyes.2, dz))
    };
    // No body stands so exactly that it looks through between two blocks that touch at an edge.
    (1..=steps).all(|step| clear(cell(step)) && corners(cell(step - 1), cell(step)).all(clear))
}

/// The cells beside a step from one cell to another that crosses an edge or a corner: one for each coordinate that changes.
fn corners(from: BlockPos, to: BlockPos) -> impl Iterator<Item = BlockPos> {
    let beside = [BlockPos { x: to.x, ..from }, BlockPos { y: to.y, ..from }, BlockPos { z: to.z, ..from }];
    beside.into_iter().filter(move |cell| *cell != from && *cell != to)
}

/// The places from which a cell is within reach, nearest to the builder first.
fn around(at: BlockPos, here: BlockPos) -> Vec<BlockPos> {
    let mut places = Vec::new();
    for dy in -REACH..=3 {
        for dx in -REACH..=REACH {
            for dz in -REACH..=REACH {
                let stand = at.offset(dx, dy, dz);
                let eyes = (i64::from(dx), i64::from(dy) + 1, i64::from(dz));
                if eyes.0 * eyes.0 + eyes.1 * eyes.1 + eyes.2 * eyes.2 <= 25 {
                    places.push((stand.manhattan(here), stand));
                }
            }
        }
    }
    places.sort_unstable();
    places.into_iter().map(|(_, stand)| stand).collect()
}

impl Micro {
    /// The stand of the next visit: one that can be walked to, else the top of a pillar, else one that such a top leads to.
    pub(super) fn next_place(&self, reach: &Marks, order: Order) -> Option<Place> {
        let fits = |at: BlockPos, wanted: Option<StateId>| match wanted {
            None => true,
            Some(wanted) => {
                let aim = aim::against(wanted);
                let op = Op::Place { at, state: wanted, against: at, half: None };
                let turn = order == Order::Any || !self.waits(&op);
                turn && is_held(&self.area, at, wanted)
                    && (0..6).any(|side| aim.against[side] && self.area.holds(at.neighbours()[side]))
            }
        };
        let candidates = self.pending.candidates(self.here, fits);
        let works = |stand: BlockPos, op: &Op| {
            !self.refused.contains(&(stand, op.at())) && click(&self.area, stand, *op).is_some()
        };
        for op in &candidates {
            let stands = around(op.at(), self.here)
                .into_iter()
                .filter(|stand| self.is_reached(*stand, reach) && works(*stand, op));
            let places = stands.take(STANDS_TRIED).map(|stand| Place { stand, pillar: None, aim: op.at() }).collect();
            if let Some(place) = self.best(places, order) {
                return Some(place);
            }
        }
        candidates
            .iter()
            .find_map(|op| self.best(self.pillars_for(op, reach), order))
            .or_else(|| candidates.iter().find_map(|op| self.walk_from_pillar(op, reach)))
    }

    /// Whether a builder can walk to a place and work from there.
    fn is_reached(&self, stand: BlockPos, reach: &Marks) -> bool {
        reach.has(&self.area, stand) && self.area.rests(stand)
    }

    /// A stand and three ops for a cell that has nothing to click on: scaffolding beside it, the cell, and the scaffolding
    /// away again.
    pub(super) fn helped_place(&mut self, reach: &Marks) -> Option<(Place, Vec<Op>)> {
        let fits = |at: BlockPos, wanted: Option<StateId>| wanted.is_some_and(|wanted| is_held(&self.area, at, wanted));
        for op in self.pending.candidates(self.here, fits) {
            let Op::Place { at, state: wanted, .. } = op else { continue };
            let aim = aim::against(wanted);
            let helpers = (0..6).filter(|side| aim.against[*side]).map(|side| at.neighbours()[side]);
            let helpers: Vec<BlockPos> = helpers.filter(|helper| self.area.is_free(*helper)).collect();
            for stand in around(at, self.here) {
                let walked = self.is_reached(stand, reach);
                let pillar = if walked { None } else { self.column(stand, reach) };
                let free = walked || pillar.is_some();
                if !free
                    || self.refused.contains(&(stand, at))
                    || pillar.is_some_and(|one| one.cells().any(|cell| cell == at))
                {
                    continue;
                }
                if let Some(ops) = helpers.iter().find_map(|helper| self.helped(stand, (*helper, pillar), op)) {
                    return Some((Place { stand, pillar, aim: at }, ops));
                }
            }
        }
        None
    }

    /// The three ops, if they can be done from this stand.
    fn helped(&mut self, stand: BlockPos, (helper, pillar): (BlockPos, Option<Pillar>), op: Op) -> Option<Vec<Op>> {
        if pillar.is_some_and(|pillar| pillar.cells().any(|cell| cell == helper)) {
            return None;
        }
        let block = Op::Place { at: helper, state: order::scaffold(), against: helper, half: None };
        let Op::Place { against, .. } = click(&self.area, stand, block)? else { return None };
        let saved = self.area.saved(helper);
        self.area.set(helper, order::scaffold());
        let placed = click(&self.area, stand, op);
        self.area.restore(helper, saved);
        Some(alloc::vec![Op::Scaffold { at: helper, against }, placed?, Op::Unscaffold { at: helper }])
    }

    /// Pillars in empty columns, with tops from which the op can be done: a few of different heights and places.
    fn pillars_for(&self, op: &Op, reach: &Marks) -> Vec<Place> {
        let places = around(op.at(), self.here).into_iter().filter_map(|top| {
            if self.refused.contains(&(top, op.at())) || click(&self.area, top, *op).is_none() {
                return None;
            }
            let pillar = self.column(top, reach)?;
            let free = !pillar.cells().any(|cell| cell == op.at());
            free.then_some(Place { stand: top, pillar: Some(pillar), aim: op.at() })
        });
        let all: Vec<Place> = places.take(STANDS_TRIED * PILLARS_SKIPPED).collect();
        let every = all.len().div_ceil(STANDS_TRIED).max(1);
        all.into_iter().step_by(every).collect()
    }

    /// Of some places the one at which the time for each cell is the least.
    fn best(&self, places: Vec<Place>, order: Order) -> Option<Place> {
        if places.len() <= 1 {
            return places.into_iter().next();
        }
        let cost = |place: &Place| {
            let near = self.pending.near(place.stand);
            let may = |op: &&Op| order == Order::Any || !self.waits(op);
            let can = |op: &&Op| {
                !self.refused.contains(&(place.stand, op.at())) && click(&self.area, place.stand, **op).is_some()
            };
            let cells = near.iter().filter(may).filter(can).take(VISIT_OPS_MAX).count().max(1) as u64;
            let way = place.pillar.map_or(place.stand, |pillar| pillar.base).manhattan(self.here) * BLOCK_TICKS;
            let pillar = place.pillar.map_or(0, |pillar| u64::from(pillar.height) * LEVEL_TICKS);
            (VISIT_TICKS + way + pillar) * 1_000 / cells
        };
        places.into_iter().min_by_key(cost)
    }

    /// The pillar that lifts a builder to this place, from a stand below that can be walked to.
    fn column(&self, top: BlockPos, reach: &Marks) -> Option<Pillar> {
        if !self.area.is_free(top) || !self.area.is_free(top.offset(0, 1, 0)) {
            return None;
        }
        for height in 1..=PILLAR_MAX {
            let base = top.offset(0, -height, 0);
            if !self.area.is_free(base) {
                return None;
            }
            if self.is_reached(base, reach) {
                return Some(Pillar { base, height: height as u32 });
            }
        }
        None
    }

    /// A stand that cannot be walked to from the ground, but from the top of a pillar beside what is built.
    fn walk_from_pillar(&self, op: &Op, reach: &Marks) -> Option<Place> {
        let works = |stand: &BlockPos| {
            self.area.rests(*stand)
                && !reach.has(&self.area, *stand)
                && !self.refused.contains(&(*stand, op.at()))
                && click(&self.area, *stand, *op).is_some()
        };
        let stand = around(op.at(), self.here).into_iter().find(works)?;
        let island = self.area.flood([stand]);
        for near in island.places(&self.area).take(WALK_MAX) {
            for (dx, dz) in vocab::position::BESIDE {
                let top = near.offset(dx, 0, dz);
                let Some(pillar) = self.column(top, reach) else { continue };
                if !pillar.cells().any(|cell| cell == op.at()) && top != op.at() {
                    return Some(Place { stand, pillar: Some(pillar), aim: op.at() });
                }
            }
        }
        None
    }
}
