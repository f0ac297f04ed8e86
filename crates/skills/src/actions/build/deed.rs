//! One cell of a builder's work, tick by tick: it is broken, filled or worked until the world shows it so.

use super::super::Turn;
use crate::aim::{self, Target, Want};
use crate::digger::{self, Digger};
use crate::known::{gives_way, props};
use crate::limbs::{Ack, Cells, Click, Dug, Limbs, Look, Ticket, Verdict};
use crate::me::Me;
use crate::state::Cell;
use gamedata::handwork::{next_step, second_half, worked_with};
use gamedata::states::Kind;
use gamedata::{blocks, states, tools};
use serde::{Deserialize, Serialize};
use vocab::build::Half;
use vocab::outcome::{Failure, Refusal};
use vocab::{BlockPos, ItemId, StateId};

/// A player clicks once in this many ticks; servers kick bodies that are faster.
const CLICK_TICKS: u32 = 4;
/// Most ticks of one cell: digging ore by hand takes 300, and sand may fall into the cell ten times.
const TICKS_MAX: u32 = 1_200;
/// A click or a dig that the world did not take is tried again this often: a busy server loses one now and then.
const MISSES_MAX: u8 = 3;
/// After so many clicks a cell that is not as wanted never will be.
const CLICKS_MAX: u8 = 16;
/// So long the body waits for a creature or an item to get out of a cell.
const OCCUPIED_TICKS_MAX: u32 = 60;
/// After a block below sand or gravel is broken, the body waits so long for it to fall.
const FALL_TICKS: u32 = 8;

/// When the hands may click next. One for a whole visit, because they rest between cells too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Hands {
    rest_ticks: u32,
}

impl Hands {
    pub(super) fn tick(&mut self) {
        self.rest_ticks = self.rest_ticks.saturating_sub(1);
    }
}

/// The work on one cell so far.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Deed {
    digger: Option<Digger>,
    /// A click that the world has not answered.
    waits: Option<Ticket>,
    ticks: u32,
    misses: u8,
    /// Clicks so far. Some states take several: a double slab, four candles, eight layers of snow.
    clicks: u8,
    /// Ticks that the body still waits for what falls.
    settle_ticks: u32,
}

/// What is to be in a cell, and how it is clicked.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    pub at: BlockPos,
    pub state: StateId,
    pub against: BlockPos,
    pub half: Option<Half>,
}

impl Wanted {
    /// The next click for the cell that holds this now.
    pub(super) fn target(&self, held: StateId) -> Option<(ItemId, Target)> {
        let (item, next) = next_step(self.state, held)?;
        Some((item, Target { at: self.at, want: Want::State(next), against: self.against, half: self.half }))
    }
}

impl Deed {
    /// Whether the hands are breaking a block.
    pub(super) fn is_digging(&self) -> bool {
        self.digger.is_some()
    }

    fn is_over(&mut self) -> bool {
        self.ticks += 1;
        self.ticks > TICKS_MAX
    }

    /// Notes that the world did not take a click or a dig.
    fn miss(&mut self, why: Turn) -> Turn {
        self.misses += 1;
        if self.misses >= MISSES_MAX { why } else { Turn::Going }
    }

    /// Breaks what is in a cell, until the cell is free.
    pub(super) fn clear(&mut self, me: &mut Me<'_, impl Limbs>, at: BlockPos) -> Turn {
        if self.is_over() {
            return Turn::Failed(Failure::TimedOut);
        }
        if let Some(digger) = &mut self.digger {
            match digger.tick(me) {
                Dug::Going => return Turn::Going,
                Dug::Broken => {
                    let above = me.cells().block(at.offset(0, 1, 0));
                    self.settle_ticks = if above.is_some_and(crate::blocks::falls) { FALL_TICKS } else { 0 };
                }
                Dug::Gone => {
                    self.digger = None;
                    return self.miss(Turn::Failed(Failure::Denied));
                }
            }
            self.digger = None;
        }
        if self.settle_ticks > 0 {
            self.settle_ticks -= 1;
            return Turn::Going;
        }
        match me.cells().block(at) {
            None => return Turn::Refused(Refusal::NotLoaded),
            Some(block) if block == Cell::AIR.block() || props(block).liquid => return Turn::Done,
            Some(_) => {}
        }
        if let Err(refusal) = digger::reachable(me, at) {
            return Turn::Refused(refusal);
        }
        self.digger = Digger::of_builder(me, at);
        Turn::Going
    }

    /// Clicks a cell full, until it holds the wanted state.
    pub(super) fn fill(&mut self, me: &mut Me<'_, impl Limbs>, hands: &mut Hands, wanted: &Wanted) -> Turn {
        if let Some(turn) = self.before_click(me) {
            return turn;
        }
        let Wanted { at, state, .. } = *wanted;
        let Some(held) = me.cells().cell(at).map(Cell::state) else { return Turn::Refused(Refusal::NotLoaded) };
        if is_built(me.cells(), at, state) {
            return Turn::Done;
        }
        if let Some(turn) = self.make_room(me, at, state) {
            return turn;
        }
        let Some((item, target)) = wanted.target(held) else { return Turn::Refused(Refusal::BadRequest) };
        if states::kind_of(state) == Kind::Liquid {
            return self.use_on(me, hands, item, at);
        }
        self.put(me, hands, item, &target)
    }

    /// Puts up a block of scaffolding, in whatever state.
    pub(super) fn prop(
        &mut self,
        me: &mut Me<'_, impl Limbs>,
        hands: &mut Hands,
        item: ItemId,
        (at, against): (BlockPos, BlockPos),
    ) -> Turn {
        if let Some(turn) = self.before_click(me) {
            return turn;
        }
        let Some(block) = gamedata::items::get(item).block else { return Turn::Refused(Refusal::BadRequest) };
        if me.cells().block(at) == Some(block) {
            return Turn::Done;
        }
        if let Some(turn) = self.make_room(me, at, states::default(block)) {
            return turn;
        }
        self.put(me, hands, item, &Target { at, want: Want::Block(block), against, half: None })
    }

    /// Works the ground in a cell with a tool, until it is as wanted.
    pub(super) fn work(
        &mut self,
        me: &mut Me<'_, impl Limbs>,
        hands: &mut Hands,
        (at, state): (BlockPos, StateId),
    ) -> Turn {
        if let Some(turn) = self.before_click(me) {
            return turn;
        }
        if is_built(me.cells(), at, state) {
            return Turn::Done;
        }
        // Ground is worked only where nothing stands on it, not even grass.
        if let Some(turn) = self.make_room(me, at.offset(0, 1, 0), states::default(Cell::AIR.block())) {
            return turn;
        }
        let Some(class) = worked_with(state) else { return Turn::Refused(Refusal::BadRequest) };
        let carried = me.inventory().carried();
        let is_one = |item: &ItemId| tools::of(*item).is_some_and(|tool| tool.class == class);
        // The cheapest tool does as well as any.
        let found = carried.slots.iter().flatten().map(|stack| stack.item).filter(is_one);
        let Some(tool) = found.min_by_key(|item| (tools::of(*item).map(|tool| tool.tier), *item)) else {
            return Turn::Refused(Refusal::MissingItem);
        };
        self.use_on(me, hands, tool, at)
    }

    /// Uses a tool or a bucket on a cell.
    fn use_on(&mut self, me: &mut Me<'_, impl Limbs>, hands: &mut Hands, item: ItemId, at: BlockPos) -> Turn {
        if hands.rest_ticks > 0 {
            return Turn::Going;
        }
        if !me.limbs.hold(Some(item)) {
            return Turn::Refused(Refusal::MissingItem);
        }
        self.click(me, hands, &Click::UseOn { item, at })
    }

    /// What the last click has come to; `None` when the next one may be made.
    fn before_click(&mut self, me: &mut Me<'_, impl Limbs>) -> Option<Turn> {
        if self.is_over() {
            return Some(Turn::Failed(Failure::TimedOut));
        }
        let ticket = self.waits?;
        let verdict = me.limbs.verdict(ticket);
        if verdict != Verdict::Waits {
            self.waits = None;
        }
        match verdict {
            Verdict::Waits => Some(Turn::Going),
            Verdict::Confirmed => None,
            Verdict::Refused(refusal) => Some(self.miss(Turn::Refused(refusal))),
            Verdict::Silent => Some(self.miss(Turn::Failed(Failure::Denied))),
        }
    }

    /// Breaks grass and the like, which stands in the line of sight to the face behind it. What does not give way stays: the plan is
    /// of another world.
    fn make_room(&mut self, me: &mut Me<'_, impl Limbs>, at: BlockPos, wanted: StateId) -> Option<Turn> {
        let held = me.cells().block(at)?;
        let stays = held == states::block(wanted) || props(held).liquid || held == Cell::AIR.block();
        let pot = states::kind(held) == Kind::FlowerPot && states::kind_of(wanted) == Kind::FlowerPot;
        if self.digger.is_none() && (stays || pot) {
            return None;
        }
        if !gives_way(held) || !blocks::get(held).diggable {
            return Some(Turn::Refused(Refusal::Occupied));
        }
        let turn = self.clear(me, at);
        Some(if turn == Turn::Done { Turn::Going } else { turn })
    }

    fn put(&mut self, me: &mut Me<'_, impl Limbs>, hands: &mut Hands, item: ItemId, target: &Target) -> Turn {
        if hands.rest_ticks > 0 {
            return Turn::Going;
        }
        if !me.limbs.hold(Some(item)) {
            return Turn::Refused(Refusal::MissingItem);
        }
        match aim::spot(me.cells(), me.eye(), item, target) {
            Err(refusal) => Turn::Refused(refusal),
            Ok(spot) => {
                me.limbs.look(Look::Place(spot.place()));
                self.click(me, hands, &Click::PlaceAt { item, spot })
            }
        }
    }

    fn click(&mut self, me: &mut Me<'_, impl Limbs>, hands: &mut Hands, click: &Click) -> Turn {
        hands.rest_ticks = CLICK_TICKS;
        self.clicks += 1;
        if self.clicks > CLICKS_MAX {
            return Turn::Failed(Failure::Denied);
        }
        match me.limbs.click(click) {
            Ack::Done => {}
            Ack::Waits(ticket) => self.waits = Some(ticket),
            Ack::Refused(Refusal::Occupied) if self.ticks < OCCUPIED_TICKS_MAX => {}
            Ack::Refused(refusal) => return Turn::Refused(refusal),
        }
        Turn::Going
    }
}

/// Whether a cell holds the wanted state, and its second cell the other half.
fn is_built(cells: &impl Cells, at: BlockPos, wanted: StateId) -> bool {
    let state = |at: BlockPos| cells.cell(at).map(Cell::state);
    let whole = second_half(wanted, at)
        .is_none_or(|other| state(other).is_some_and(|other| states::block(other) == states::block(wanted)));
    whole && state(at).is_some_and(|held| Want::State(wanted).is_met_by(held))
}
