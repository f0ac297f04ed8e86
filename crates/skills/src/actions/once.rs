//! Actions that take one tick. They are checked when submitted and again when executed, so that none is left half done.

use super::Turn;
use crate::limbs::{Ack, Click, Limbs, Look, Ticket, Transfer, Verdict};
use crate::me::Me;
use crate::space::Place;
use serde::{Deserialize, Serialize};
use vocab::Action;
use vocab::outcome::{Failure, Refusal};

/// An action of one click, and the click once it waits for the world's answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Once {
    action: Action,
    waits: Option<Ticket>,
}

impl Once {
    pub(super) fn new(me: &Me<'_, impl Limbs>, action: Action) -> Result<Once, Refusal> {
        click(&action).map_or(Ok(()), |click| me.would(&click))?;
        Ok(Once { action, waits: None })
    }

    pub(super) fn tick(&mut self, me: &mut Me<'_, impl Limbs>) -> Turn {
        if let Some(ticket) = self.waits {
            return answered(me, ticket);
        }
        if let Action::LookAt { at } = self.action {
            me.limbs.look(Look::Place(Place::from_fine(at)));
        }
        match click(&self.action).map(|click| me.click(&click)) {
            Some(Ack::Refused(refusal)) => Turn::Refused(refusal),
            Some(Ack::Waits(ticket)) => {
                self.waits = Some(ticket);
                Turn::Going
            }
            Some(Ack::Done) | None => Turn::Done,
        }
    }
}

/// What the world's answer to its only click means for an action.
pub(super) fn answered(me: &mut Me<'_, impl Limbs>, ticket: Ticket) -> Turn {
    match me.limbs.verdict(ticket) {
        Verdict::Waits => Turn::Going,
        Verdict::Confirmed => Turn::Done,
        Verdict::Refused(refusal) => Turn::Refused(refusal),
        Verdict::Silent => Turn::Failed(Failure::Denied),
    }
}

/// The click that does an action of one tick; `None` for a look.
fn click(action: &Action) -> Option<Click> {
    let transfer = |at, what| Some(Click::Transfer { at, what });
    match *action {
        Action::LookAt { .. } => None,
        Action::Place { item, at } => Some(Click::Place { item, at }),
        Action::Toggle { at } => Some(Click::Toggle { at }),
        Action::Drop { item, count } => Some(Click::Toss { item, count }),
        Action::Equip { item, slot } => Some(Click::Equip { item, slot }),
        Action::Use { item, at } => Some(Click::UseOn { item, at }),
        Action::LoadStation { at, input, count, fuel } => transfer(at, Transfer::Load { input: (input, count), fuel }),
        Action::TakeOutput { at } => transfer(at, Transfer::TakeOutput),
        Action::Deposit { at, item, count } => transfer(at, Transfer::Deposit { item, count }),
        Action::Withdraw { at, item, count } => transfer(at, Transfer::Withdraw { item, count }),
        Action::GoTo { .. }
        | Action::Explore { .. }
        | Action::Dig { .. }
        | Action::Collect { .. }
        | Action::Build { .. }
        | Action::Mine { .. }
        | Action::PickUp { .. }
        | Action::Craft { .. }
        | Action::Eat { .. }
        | Action::Attack { .. }
        | Action::Shield { .. }
        | Action::Flee { .. }
        | Action::WallIn { .. }
        | Action::Sleep { .. }
        | Action::Wait { .. } => unreachable!("{} takes more than a tick", action.verb()),
    }
}
