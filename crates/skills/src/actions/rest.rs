//! Waits, holds up a shield, sleeps.

use super::once::answered;
use super::{Turn, wary};
use crate::limbs::{Ack, Click, Limbs, Look, Ticket};
use crate::me::Me;
use crate::measures::SLEEP_TICKS;
use gamedata::items;
use serde::{Deserialize, Serialize};
use vocab::action::EquipSlot;
use vocab::outcome::{Failure, Refusal};
use vocab::{BlockPos, ItemId};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Wait {
    ticks: u16,
    waited: u16,
}

impl Wait {
    pub(super) fn new(ticks: u16) -> Result<Wait, Refusal> {
        if ticks == 0 { Err(Refusal::BadRequest) } else { Ok(Wait { ticks, waited: 0 }) }
    }

    pub(super) fn tick(&mut self) -> Turn {
        self.waited += 1;
        if self.waited >= self.ticks { Turn::Done } else { Turn::Going }
    }

    pub(super) fn progress(&self) -> (u32, u32) {
        (u32::from(self.waited), u32::from(self.ticks))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Shield {
    ticks: u16,
    held: u16,
}

fn shield() -> Option<ItemId> {
    items::named("shield")
}

/// Holds up a carried shield for this tick; false when the body has none.
pub(super) fn raise_shield(me: &mut Me<'_, impl Limbs>) -> bool {
    let Some(item) = shield() else { return false };
    let in_hand = me.inventory().off_hand().is_some_and(|stack| stack.item == item);
    let equip = Click::Equip { item, slot: EquipSlot::OffHand };
    if !in_hand && (me.inventory().count(item) == 0 || matches!(me.click(&equip), Ack::Refused(_))) {
        return false;
    }
    me.limbs.keys().shield = true;
    true
}

impl Shield {
    pub(super) fn new(me: &Me<'_, impl Limbs>, ticks: u16) -> Result<Shield, Refusal> {
        if ticks == 0 {
            return Err(Refusal::BadRequest);
        }
        let carried = shield().is_some_and(|shield| me.inventory().count(shield) > 0);
        if carried { Ok(Shield { ticks, held: 0 }) } else { Err(Refusal::MissingItem) }
    }

    pub(super) fn tick(&mut self, me: &mut Me<'_, impl Limbs>) -> Turn {
        if let Some(worst) = wary::worst(me) {
            me.limbs.look(Look::Creature(worst));
        }
        if !raise_shield(me) {
            return Turn::Failed(Failure::ToolBroke);
        }
        self.held += 1;
        if self.held >= self.ticks { Turn::Done } else { Turn::Going }
    }

    pub(super) fn progress(&self) -> (u32, u32) {
        (u32::from(self.held), u32::from(self.ticks))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sleep {
    bed: BlockPos,
    lying: bool,
    /// Getting into the bed, while the world has not answered.
    waits: Option<Ticket>,
}

impl Sleep {
    pub(super) fn new(me: &Me<'_, impl Limbs>, bed: BlockPos) -> Result<Sleep, Refusal> {
        me.would(&Click::Sleep { bed }).map(|()| Sleep { bed, lying: false, waits: None })
    }

    pub(super) fn tick(&mut self, me: &mut Me<'_, impl Limbs>) -> Turn {
        if !self.lying {
            return self.lie_down(me);
        }
        match me.pose().asleep_ticks {
            Some(_) => Turn::Going,
            None if me.limbs.is_night() => Turn::Failed(Failure::Interrupted),
            None => Turn::Done,
        }
    }

    fn lie_down(&mut self, me: &mut Me<'_, impl Limbs>) -> Turn {
        let lies = match self.waits {
            Some(ticket) => answered(me, ticket),
            None => match me.click(&Click::Sleep { bed: self.bed }) {
                Ack::Refused(refusal) => Turn::Refused(refusal),
                Ack::Done => Turn::Done,
                Ack::Waits(ticket) => {
                    self.waits = Some(ticket);
                    Turn::Going
                }
            },
        };
        if lies != Turn::Done {
            return lies;
        }
        self.lying = true;
        Turn::Going
    }

    pub(super) fn progress(&self, limbs: &impl Limbs) -> (u32, u32) {
        (limbs.pose().asleep_ticks.filter(|_| self.lying).unwrap_or(0), SLEEP_TICKS)
    }
}
