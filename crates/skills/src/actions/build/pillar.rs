//! A pillar of scaffolding under the body's feet: it goes up block by block with a jump for each, and comes down from the top.

use super::super::Turn;
use super::deed::{Deed, Hands};
use crate::limbs::{Cells, Limbs};
use crate::me::Me;
use crate::space::{MICRO, Place};
use crate::state::Cell;
use gamedata::items;
use serde::{Deserialize, Serialize};
use vocab::build::Pillar;
use vocab::outcome::{Failure, Refusal};
use vocab::{BlockPos, ItemId};

/// The body jumps only this near to the middle of its cell, or it lands beside the pillar.
const EXACT: i64 = 220_000;
/// Most ticks for one block of the pillar, up or down: a jump takes 12, a slow answer 40 more, and it may be tried three times.
const LEVEL_TICKS_MAX: u32 = 240;

/// A body that has fallen counts as standing after so many ticks on the ground.
const STILL_TICKS: u32 = 3;

/// How far the pillar is up.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Raising {
    level: u32,
    ticks: u32,
    deed: Deed,
}

impl Raising {
    pub(super) fn tick(
        &mut self,
        me: &mut Me<'_, impl Limbs>,
        hands: &mut Hands,
        pillar: Pillar,
        item: ItemId,
    ) -> Turn {
        if self.level >= pillar.height {
            return Turn::Done;
        }
        self.ticks += 1;
        if self.ticks > LEVEL_TICKS_MAX {
            return Turn::Failed(Failure::Stuck);
        }
        let cell = pillar.base.offset(0, self.level as i32, 0);
        let (pose, middle) = (me.pose(), Place::on(cell));
        let stands = me.cells().block(cell) == items::get(item).block && !me.limbs.is_predicted(cell);
        if stands && pose.on_ground && pose.feet() == cell.offset(0, 1, 0) {
            *self = Raising { level: self.level + 1, ..Raising::default() };
            return Turn::Going;
        }
        if pose.at.distance_flat(middle) > EXACT {
            me.head_for(middle);
            if pose.on_ground {
                return Turn::Going;
            }
        }
        let held = me.cells().cell(cell);
        let bare = held.is_none_or(|held| held == Cell::AIR || held.props().liquid);
        if pose.on_ground && !stands && !bare && !me.limbs.is_predicted(cell) {
            // Grass, in which the body stands.
            let turn = self.deed.clear(me, cell);
            return if turn == Turn::Done { Turn::Going } else { turn };
        }
        let is_above = pose.at.y >= i64::from(cell.y + 1) * MICRO;
        if stands {
            return Turn::Going; // the body comes down onto the block
        }
        if is_above {
            let turn = self.deed.prop(me, hands, item, (cell, cell.offset(0, -1, 0)));
            return if turn == Turn::Done { Turn::Going } else { turn };
        }
        if !me.limbs.is_predicted(cell) {
            me.limbs.keys().jump = pose.on_ground;
        }
        Turn::Going
    }
}

/// How far the pillar is down.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Lowering {
    ticks: u32,
    /// Ticks that the body has stood since it fell.
    still_ticks: u32,
    deed: Deed,
}

impl Lowering {
    pub(super) fn tick(&mut self, me: &mut Me<'_, impl Limbs>, pillar: Pillar, item: ItemId) -> Turn {
        let block = items::get(item).block;
        let left = |at: &BlockPos| me.cells().block(*at) == block && !me.limbs.is_predicted(*at);
        let cells: Vec<BlockPos> = pillar.cells().filter(left).collect();
        let Some(highest) = cells.last().copied() else { return Turn::Done };
        self.ticks += 1;
        if self.ticks > LEVEL_TICKS_MAX * (pillar.height + 1) {
            return Turn::Failed(Failure::Stuck);
        }
        let pose = me.pose();
        self.still_ticks = if pose.on_ground { self.still_ticks + 1 } else { 0 };
        if self.still_ticks < STILL_TICKS {
            self.deed = Deed::default();
            return Turn::Going; // the body falls onto the next block
        }
        let middle = Place::on(highest);
        let on_top = pillar.is_under(pose.feet());
        if on_top && !self.deed.is_digging() && pose.at.distance_flat(middle) > EXACT {
            me.head_for(middle);
            return Turn::Going;
        }
        match self.deed.clear(me, highest) {
            Turn::Going => Turn::Going,
            Turn::Done => {
                (self.deed, self.still_ticks) = (Deed::default(), 0);
                Turn::Going
            }
            Turn::Refused(Refusal::OutOfReach) => Turn::Failed(Failure::Stuck),
            other => other,
        }
    }
}
