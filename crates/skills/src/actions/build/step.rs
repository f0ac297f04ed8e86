//! Steps of a builder: to the middle of its stand, and aside to where an op can be done from.

use super::super::walk::{Walk, Walker};
use super::deed::Wanted;
use super::walk_to;
use crate::aim::{self, Target, Want};
use crate::blocks::Way;
use crate::boxes;
use crate::limbs::{Cells, Limbs};
use crate::me::Me;
use crate::measures::{EYE_HEIGHT, REACH, SIZE, nearest_point};
use crate::path::Ground;
use crate::room::Room;
use crate::space::Place;
use crate::state::Cell;
use gamedata::items;
use serde::{Deserialize, Serialize};
use vocab::action::Terrain;
use vocab::build::{Op, Visit};
use vocab::{BlockPos, ItemId};

/// The body has arrived this near to its place. Looks turn with the place of the eyes, and one push moves the body by twice this.
const THERE: i64 = 110_000;
/// Ticks between two pushes, in which the body comes to rest.
const PUSH_TICKS: u32 = 6;
/// Most ticks of a step, after which the body works from where it is.
const TICKS_MAX: u32 = 120;
/// How far aside the body leans within its cell: it does not stand over an edge, and touches no wall beside the cell.
const LEAN: i64 = 190_000;
/// How far from the stand the body goes for one op, in blocks.
const ASIDE_BLOCKS: i32 = 2;

/// A step to a place, exactly.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Step {
    to: Place,
    walker: Option<Box<Walker>>,
    ticks: u32,
}

impl Step {
    pub(super) fn to(to: Place) -> Step {
        Step { to, walker: Some(Box::new(walk_to(to.block(), Terrain::Walk))), ticks: PUSH_TICKS / 2 }
    }

    /// Steps on; returns whether the body is there, or comes no nearer.
    pub(super) fn tick(&mut self, me: &mut Me<'_, impl Limbs>) -> bool {
        self.ticks += 1;
        if self.ticks > TICKS_MAX {
            return true;
        }
        if let Some(walker) = &mut self.walker {
            match walker.tick(me) {
                Walk::Going => return false,
                Walk::Arrived => self.walker = None,
                Walk::NoPath | Walk::Stuck => return true,
            }
        }
        // Pushes of one tick: a body that runs overshoots.
        if self.ticks.is_multiple_of(PUSH_TICKS) {
            if me.at().distance_flat(self.to) <= THERE {
                return true;
            }
            me.head_for(self.to);
        }
        false
    }
}

/// A place from which an op can be done: leaning in the stand's cell, or in a cell beside it. The nearest to the body that was not
/// tried.
pub(super) fn place_for(
    me: &Me<'_, impl Limbs>,
    visit: &Visit,
    (op, scaffold): (Op, Option<ItemId>),
    tried: &[Place],
) -> Option<Place> {
    let middle = Place::on(visit.stand);
    let sides = [-LEAN, 0, LEAN];
    let leaning = sides.into_iter().flat_map(|x| sides.map(|z| middle + Place::new(x, 0, z)));
    let on_pillar = visit.pillar.is_some_and(|pillar| pillar.top() == visit.stand);
    let aside = -ASIDE_BLOCKS..=ASIDE_BLOCKS;
    let beside = aside.clone().flat_map(|x| aside.clone().map(move |z| (x, z)));
    let beside = beside.flat_map(|(x, z)| [0, 1, -1].map(|y| visit.stand.offset(x, y, z)));
    let beside = beside.filter(|cell| !on_pillar && *cell != visit.stand && stands(me.cells(), *cell)).map(Place::on);
    let mut places: Vec<Place> = leaning.chain(beside).filter(|place| !tried.contains(place)).collect();
    places.sort_by_key(|place| (me.at().distance(*place), *place));
    places.into_iter().find(|place| is_free(me.cells(), *place) && works(me.cells(), *place, op, scaffold))
}

/// Whether an op can be done by a body that stands at a place.
fn works(cells: &impl Cells, at: Place, op: Op, scaffold: Option<ItemId>) -> bool {
    let eyes = at.up(EYE_HEIGHT);
    let body = Room::of(at, SIZE);
    let outside = |cell: BlockPos| !Room::of_block(cell).overlaps(body);
    let clicked = match op {
        Op::Break { at } | Op::Unscaffold { at } | Op::Work { at, .. } => {
            return eyes.distance(nearest_point(at, eyes)) <= REACH && outside(at);
        }
        Op::Place { at, state, against, half } => {
            cells.cell(at).and_then(|held| Wanted { at, state, against, half }.target(held.state()))
        }
        Op::Scaffold { at, against } => scaffold.and_then(|item| {
            let want = Want::Block(items::get(item).block?);
            Some((item, Target { at, want, against, half: None }))
        }),
    };
    let Some((item, target)) = clicked else { return false };
    outside(target.at) && aim::spot(cells, eyes, item, &target).is_ok()
}

/// Whether a body can stand with its feet in a cell.
fn stands(cells: &impl Cells, feet: BlockPos) -> bool {
    let open = |at: BlockPos| Ground::way(cells, at) == Some(Way::Open);
    open(feet) && open(feet.offset(0, 1, 0)) && Ground::carries(cells, feet.offset(0, -1, 0))
}

/// Whether a body fits at a place.
fn is_free(cells: &impl Cells, at: Place) -> bool {
    let body = Room::of(at, SIZE);
    let meets = |at: BlockPos| {
        let cell: Option<Cell> = cells.cell(at);
        cell.is_none_or(|cell| boxes::rooms(cell, at).any(|room| room.overlaps(body)))
    };
    !body.blocks().any(meets)
}
