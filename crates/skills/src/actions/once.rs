//! Actions that take one tick. They are checked when submitted and again when executed, so that none is left half done.

use super::Turn;
use crate::limbs::{Ack, Click, Limbs, Look, Transfer};
use crate::me::Me;
use crate::space::Place;
use vocab::Action;
use vocab::outcome::Refusal;

pub(super) fn check(me: &Me<'_, impl Limbs>, action: &Action) -> Result<(), Refusal> {
    click(action).map_or(Ok(()), |click| me.limbs.would(&click))
}

pub(super) fn tick(me: &mut Me<'_, impl Limbs>, action: &Action) -> Turn {
    if let Action::LookAt { at } = action {
        me.limbs.look(Look::Place(Place::from_fine(*at)));
    }
    match click(action).map(|click| me.limbs.click(&click)) {
        Some(Ack::Refused(refusal)) => Turn::Refused(refusal),
        Some(Ack::Done | Ack::Waits(_)) | None => Turn::Done,
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
