//! Builds what one visit of a building plan says: walks to its stand, puts up its pillar, does its ops in their order at hand speed,
//! and takes the pillar down again.
//!
//! Each cell is looked at after it was clicked: it counts as done when the world shows the wanted state. The first cell that cannot be done
//! ends the visit; scaffolding comes down all the same. The body breaks and fills no cell that is not in the visit.

mod deed;
mod pillar;
mod step;

use super::Turn;
use super::walk::{Walk, Walker};
use crate::blocks::Way;
use crate::limbs::{Cells, Limbs};
use crate::me::Me;
use crate::path::{Goal, Ground};
use crate::space::Place;
use deed::{Deed, Hands, Wanted};
use gamedata::items;
use pillar::{Lowering, Raising};
use serde::{Deserialize, Serialize};
use step::Step;
use vocab::action::Terrain;
use vocab::build::{Op, VISIT_OPS_MAX, Visit};
use vocab::outcome::{Failure, Refusal};
use vocab::{BlockPos, ItemId};

/// Highest pillar of a visit: a stack of scaffolding less what ops put up beside it.
const PILLAR_MAX: u32 = 48;
/// Most ticks of all walks of a visit together, besides the way to it: up and down again beside a building.
const WALK_TICKS_MAX: u32 = 1_200;
/// Most ticks of the way to the visit, for each block of it; the same as for any walk.
const WAY_TICKS_PER_BLOCK: u32 = 200;
/// A way that is longer than this, in blocks, leads from elsewhere to the site.
const FAR_BLOCKS: u64 = 24;
/// Most steps aside for one op.
const STEPS_MAX: usize = 6;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Build {
    visit: Visit,
    scaffold: Option<ItemId>,
    now: Doing,
    /// How many ops are done.
    done: usize,
    hands: Hands,
    walk_ticks: u32,
    walk_ticks_max: u32,
    /// Why the visit ends before its last op.
    ended: Option<End>,
    /// Blocks of scaffolding beside the pillar that stand now.
    helpers: Vec<BlockPos>,
    /// Where the body has stepped to for the next op, because it could not be done from where it stood.
    stepped: Vec<Place>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum End {
    Refused(Refusal),
    Failed(Failure),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Doing {
    /// The body walks to the stand, or to the foot of the pillar.
    Coming(Box<Walker>),
    Raising(Raising),
    /// The body walks from the top of the pillar to the stand.
    Crossing(Box<Walker>),
    /// The body goes to the place from which it works, exactly.
    Stepping(Step),
    Working(Deed),
    /// The body takes scaffolding away that the ops left.
    Tidying(Deed),
    /// The body walks back to the top of the pillar.
    Returning(Box<Walker>),
    Lowering(Lowering),
}

impl Build {
    pub(super) fn new(me: &Me<'_, impl Limbs>, visit: Visit, scaffold: Option<ItemId>) -> Result<Build, Refusal> {
        let high = visit.pillar.map_or(0, |pillar| pillar.height);
        let helps = visit.ops.iter().any(|op| matches!(op, Op::Scaffold { .. }));
        if visit.ops.is_empty() || visit.ops.len() > VISIT_OPS_MAX || high > PILLAR_MAX {
            return Err(Refusal::BadRequest);
        }
        if high > 0 || helps {
            let item = scaffold.ok_or(Refusal::MissingItem)?;
            if items::get(item)
                .block
                .is_none_or(|block| !crate::known::props(block).solid || crate::blocks::falls(block))
            {
                return Err(Refusal::BadRequest);
            }
            if me.inventory().count(item) < high + u32::from(helps) {
                return Err(Refusal::MissingItem);
            }
        }
        let first = first(&visit);
        let far = me.feet().manhattan(first).min(super::travel::BLOCKS_MAX) as u32;
        Ok(Build {
            now: Doing::Coming(Box::new(walk_to(feet_at(me, first), Terrain::Walk))),
            visit,
            scaffold,
            done: 0,
            hands: Hands::default(),
            walk_ticks: 0,
            walk_ticks_max: WALK_TICKS_MAX + far * WAY_TICKS_PER_BLOCK,
            ended: None,
            helpers: Vec::new(),
            stepped: Vec::new(),
        })
    }

    pub(super) fn progress(&self) -> (u32, u32) {
        (self.done as u32, self.visit.ops.len() as u32)
    }

    pub(super) fn tick(&mut self, me: &mut Me<'_, impl Limbs>) -> Turn {
        self.hands.tick();
        match std::mem::replace(&mut self.now, Doing::Working(Deed::default())) {
            Doing::Coming(walker) => self.come(me, walker),
            Doing::Raising(raising) => self.raise(me, raising),
            Doing::Crossing(walker) => self.cross(me, walker),
            Doing::Stepping(step) => self.step(me, step),
            Doing::Working(deed) => self.work(me, deed),
            Doing::Tidying(deed) => self.tidy(me, deed),
            Doing::Returning(walker) => self.go_back(me, walker),
            Doing::Lowering(lowering) => self.lower(me, lowering),
        }
    }

    /// Walks on; `None` while the body is still under way.
    fn walk(&mut self, me: &mut Me<'_, impl Limbs>, walker: &mut Walker) -> Option<Result<(), Failure>> {
        self.walk_ticks += 1;
        if self.walk_ticks > self.walk_ticks_max {
            return Some(Err(Failure::TimedOut));
        }
        match walker.tick(me) {
            Walk::Going => None,
            Walk::Arrived => Some(Ok(())),
            Walk::NoPath => Some(Err(Failure::NoPath)),
            Walk::Stuck => Some(Err(Failure::Stuck)),
        }
    }

    fn come(&mut self, me: &mut Me<'_, impl Limbs>, mut walker: Box<Walker>) -> Turn {
        match self.walk(me, &mut walker) {
            None => self.now = Doing::Coming(walker),
            Some(Ok(())) if self.visit.pillar.is_some() => self.now = Doing::Raising(Raising::default()),
            Some(Ok(())) => self.now = self.to_stand(me),
            // The way there may lead through rock. The visit itself never does. Blocks are placed on the way only from afar: those beside
            // a structure would lead up where no way leads down again.
            Some(Err(Failure::NoPath)) if walker.terrain() == Terrain::Walk => {
                let first = feet_at(me, first(&self.visit));
                let far = me.feet().manhattan(first) > FAR_BLOCKS;
                let terrain = if far { Terrain::DigAndPlace } else { Terrain::Dig };
                self.now = Doing::Coming(Box::new(walk_to(first, terrain)));
            }
            Some(Err(failure)) => return Turn::Failed(failure),
        }
        Turn::Going
    }

    /// The last step to the stand.
    fn to_stand(&self, me: &Me<'_, impl Limbs>) -> Doing {
        Doing::Stepping(Step::to(Place::on(feet_at(me, self.visit.stand))))
    }

    fn raise(&mut self, me: &mut Me<'_, impl Limbs>, mut raising: Raising) -> Turn {
        let (Some(pillar), Some(item)) = (self.visit.pillar, self.scaffold) else {
            return Turn::Refused(Refusal::BadRequest);
        };
        match raising.tick(me, &mut self.hands, pillar, item) {
            Turn::Going => self.now = Doing::Raising(raising),
            Turn::Done if pillar.top() == self.visit.stand => self.now = self.to_stand(me),
            Turn::Done => self.now = Doing::Crossing(Box::new(walk_to(feet_at(me, self.visit.stand), Terrain::Walk))),
            Turn::Refused(refusal) => return self.leave(me, End::Refused(refusal)),
            Turn::Failed(failure) => return self.leave(me, End::Failed(failure)),
        }
        Turn::Going
    }

    fn cross(&mut self, me: &mut Me<'_, impl Limbs>, mut walker: Box<Walker>) -> Turn {
        match self.walk(me, &mut walker) {
            None => self.now = Doing::Crossing(walker),
            Some(Ok(())) => self.now = self.to_stand(me),
            Some(Err(failure)) => return self.leave(me, End::Failed(failure)),
        }
        Turn::Going
    }

    fn step(&mut self, me: &mut Me<'_, impl Limbs>, mut step: Step) -> Turn {
        let is_there = step.tick(me);
        self.now = if is_there { Doing::Working(Deed::default()) } else { Doing::Stepping(step) };
        Turn::Going
    }

    fn work(&mut self, me: &mut Me<'_, impl Limbs>, mut deed: Deed) -> Turn {
        let Some(op) = self.visit.ops.get(self.done).copied() else { return self.leave_done(me) };
        let (hands, block) = (&mut self.hands, self.scaffold);
        let turn = match (op, block) {
            (Op::Place { at, state, against, half }, _) => deed.fill(me, hands, &Wanted { at, state, against, half }),
            (Op::Work { at, state }, _) => deed.work(me, hands, (at, state)),
            (Op::Scaffold { at, against }, Some(item)) => deed.prop(me, hands, item, (at, against)),
            (Op::Scaffold { .. }, None) => Turn::Refused(Refusal::MissingItem),
            (Op::Unscaffold { at }, _) if !self.is_scaffold(me, at) => Turn::Done,
            (Op::Break { at } | Op::Unscaffold { at }, _) => deed.clear(me, at),
        };
        match turn {
            Turn::Going => {
                self.now = Doing::Working(deed);
                Turn::Going
            }
            Turn::Done => {
                self.note_done(op);
                self.now = Doing::Working(Deed::default());
                Turn::Going
            }
            Turn::Refused(refusal) if is_for_want_of_place(refusal) => self.step_aside(me, op, refusal),
            Turn::Refused(refusal) => self.leave(me, End::Refused(refusal)),
            Turn::Failed(failure) => self.leave(me, End::Failed(failure)),
        }
    }

    /// Goes to another place near the stand from which the op can be done; the plan stands in the middle of its cells exactly, and no
    /// body does. Without such a place the visit ends.
    fn step_aside(&mut self, me: &mut Me<'_, impl Limbs>, op: Op, refusal: Refusal) -> Turn {
        let next = if self.stepped.len() < STEPS_MAX {
            step::place_for(me, &self.visit, (op, self.scaffold), &self.stepped)
        } else {
            None
        };
        let Some(to) = next else { return self.leave(me, End::Refused(refusal)) };
        self.stepped.push(to);
        self.now = Doing::Stepping(Step::to(to));
        Turn::Going
    }

    fn note_done(&mut self, op: Op) {
        self.done += 1;
        self.stepped.clear();
        match op {
            Op::Scaffold { at, .. } => self.helpers.push(at),
            Op::Unscaffold { at } => self.helpers.retain(|helper| *helper != at),
            Op::Break { .. } | Op::Place { .. } | Op::Work { .. } => {}
        }
    }

    /// Whether a cell holds scaffolding, which alone is taken away again.
    fn is_scaffold(&self, me: &Me<'_, impl Limbs>, at: BlockPos) -> bool {
        let block = self.scaffold.and_then(|item| items::get(item).block);
        block.is_some() && me.cells().block(at) == block
    }

    fn leave_done(&mut self, me: &mut Me<'_, impl Limbs>) -> Turn {
        self.tidy(me, Deed::default())
    }

    /// Ends the visit early, but not before its scaffolding is away.
    fn leave(&mut self, me: &mut Me<'_, impl Limbs>, end: End) -> Turn {
        self.ended.get_or_insert(end);
        self.tidy(me, Deed::default())
    }

    /// Takes scaffolding away that no op has taken away, and then the pillar. What is out of reach stays.
    fn tidy(&mut self, me: &mut Me<'_, impl Limbs>, mut deed: Deed) -> Turn {
        let Some(helper) = self.helpers.last().copied() else { return self.begin_return(me) };
        let turn = if self.is_scaffold(me, helper) { deed.clear(me, helper) } else { Turn::Done };
        self.now = Doing::Tidying(if turn == Turn::Going { deed } else { Deed::default() });
        if turn != Turn::Going {
            self.helpers.pop();
        }
        Turn::Going
    }

    fn begin_return(&mut self, me: &Me<'_, impl Limbs>) -> Turn {
        let stands = |at| self.is_scaffold(me, at);
        let Some(pillar) = self.visit.pillar.filter(|pillar| pillar.cells().any(stands)) else { return self.end(me) };
        self.now = if pillar.is_under(me.feet()) {
            Doing::Lowering(Lowering::default())
        } else {
            Doing::Returning(Box::new(walk_to(pillar.top(), Terrain::Walk)))
        };
        Turn::Going
    }

    fn go_back(&mut self, me: &mut Me<'_, impl Limbs>, mut walker: Box<Walker>) -> Turn {
        match self.walk(me, &mut walker) {
            None => self.now = Doing::Returning(walker),
            Some(Ok(())) => self.now = Doing::Lowering(Lowering::default()),
            Some(Err(failure)) => {
                self.ended.get_or_insert(End::Failed(failure));
                return self.end(me);
            }
        }
        Turn::Going
    }

    fn lower(&mut self, me: &mut Me<'_, impl Limbs>, mut lowering: Lowering) -> Turn {
        let (Some(pillar), Some(item)) = (self.visit.pillar, self.scaffold) else { return self.end(me) };
        match lowering.tick(me, pillar, item) {
            Turn::Going => {
                self.now = Doing::Lowering(lowering);
                return Turn::Going;
            }
            Turn::Done => {}
            Turn::Refused(refusal) => drop(self.ended.get_or_insert(End::Refused(refusal))),
            Turn::Failed(failure) => drop(self.ended.get_or_insert(End::Failed(failure))),
        }
        self.end(me)
    }

    /// How the action ends. After a change a refusal is a failure, so that the receipt is told.
    fn end(&self, me: &Me<'_, impl Limbs>) -> Turn {
        match self.ended {
            None => Turn::Done,
            Some(End::Refused(refusal)) if me.skills.has_changed() => Turn::Failed(Failure::Refused(refusal)),
            Some(End::Refused(refusal)) => Turn::Refused(refusal),
            Some(End::Failed(failure)) => Turn::Failed(failure),
        }
    }
}

fn walk_to(to: BlockPos, terrain: Terrain) -> Walker {
    Walker::new(Goal::Near { to, within: 0 }, terrain, false)
}

/// The cell of a body's feet at a stand: plans have it above the block that carries it, and on a slab or a bed a body stands in that
/// block's own cell.
fn feet_at(me: &Me<'_, impl Limbs>, stand: BlockPos) -> BlockPos {
    let below = stand.offset(0, -1, 0);
    if Ground::way(me.cells(), below) == Some(Way::Step) { below } else { stand }
}

/// Where a visit begins.
fn first(visit: &Visit) -> BlockPos {
    visit.pillar.map_or(visit.stand, |pillar| pillar.base)
}

/// Whether another place to stand may help against a refusal.
fn is_for_want_of_place(refusal: Refusal) -> bool {
    matches!(refusal, Refusal::OutOfReach | Refusal::OutOfSight | Refusal::WrongState | Refusal::Occupied)
}
