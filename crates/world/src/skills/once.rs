//! Actions that take one tick. They are checked when submitted and again when executed, so that none is left half done.

use super::{containers, hands, use_item};
use crate::world::World;
use vocab::Action;
use vocab::outcome::Refusal;

/// A checked action of one tick that is ready to execute.
#[derive(Debug, Clone)]
pub(super) enum Deed {
    Hands(hands::Deed),
    Use(use_item::Deed),
    Container(containers::Deed),
}

pub(super) fn check(world: &World, action: &Action) -> Result<(), Refusal> {
    plan(world, action).map(|_| ())
}

pub(super) fn perform(world: &mut World, action: &Action) -> Result<(), Refusal> {
    match plan(world, action)? {
        Deed::Hands(deed) => hands::perform(world, deed),
        Deed::Use(deed) => use_item::perform(world, &deed),
        Deed::Container(deed) => containers::perform(world, &deed),
    }
    Ok(())
}

fn plan(world: &World, action: &Action) -> Result<Deed, Refusal> {
    match action {
        Action::Place { item, at } => hands::place(world, *item, *at).map(Deed::Hands),
        Action::Toggle { at } => hands::toggle(world, *at).map(Deed::Hands),
        Action::Drop { item, count } => hands::drop(world, *item, *count).map(Deed::Hands),
        Action::Equip { item, slot } => hands::equip(world, *item, *slot).map(Deed::Hands),
        Action::LookAt { at } => Ok(Deed::Hands(hands::Deed::Look(*at))),
        Action::Use { item, at } => use_item::plan(world, *item, *at).map(Deed::Use),
        Action::LoadStation { at, input, count, fuel } => {
            containers::load(world, *at, (*input, *count), *fuel).map(Deed::Container)
        }
        Action::TakeOutput { at } => containers::take_output(world, *at).map(Deed::Container),
        Action::Deposit { at, item, count } => containers::deposit(world, *at, *item, *count).map(Deed::Container),
        Action::Withdraw { at, item, count } => containers::withdraw(world, *at, *item, *count).map(Deed::Container),
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
