//! One file per action: how it is checked, and what the body does in each tick of it.
//!
//! Invariant: a refused action changes nothing. An action that has begun always ends, because each one limits its own ticks.

mod attack;
mod build;
mod collect;
mod craft;
mod dig;
mod doors;
mod eat;
pub(crate) mod lamp;
pub(crate) mod mine;
mod once;
mod pick_up;
mod rest;
pub(crate) mod seen;
mod travel;
mod walk;
mod wall_in;
mod wary;

pub use craft::table_for;

use crate::limbs::Limbs;
use crate::me::Me;
use gamedata::{blocks, items, states};
use serde::{Deserialize, Serialize};
use vocab::build::Op;
use vocab::outcome::{Failure, Refusal};
use vocab::{Action, BlockId, ItemId};

/// The state of one running action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Skill {
    /// An action that takes one tick.
    Once(once::Once),
    Travel(travel::Travel),
    Dig(dig::Dig),
    Collect(collect::Collect),
    Mine(mine::Mine),
    PickUp(pick_up::PickUp),
    Craft(craft::Craft),
    Eat(eat::Eat),
    Attack(attack::Attack),
    Shield(rest::Shield),
    WallIn(wall_in::WallIn),
    Sleep(rest::Sleep),
    Wait(rest::Wait),
    Build(Box<build::Build>),
}

/// The result of one tick of a running action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    Going,
    Done,
    Refused(Refusal),
    Failed(Failure),
}

/// Checks whether an action is possible and prepares its state. Changes nothing in the me.
pub(crate) fn prepare(me: &Me<'_, impl Limbs>, action: Action) -> Result<Skill, Refusal> {
    check_ids(&action)?;
    match action {
        Action::GoTo { to, within, terrain } => travel::go_to(me, to, within, terrain).map(Skill::Travel),
        Action::Explore { heading, blocks } => travel::explore(me, heading, blocks).map(Skill::Travel),
        Action::Flee { from, blocks } => travel::flee(me, from, blocks).map(Skill::Travel),
        Action::Dig { at } => dig::Dig::new(me, at).map(Skill::Dig),
        Action::Collect { item, from, count, radius } => {
            collect::Collect::new(me, item, from, count, radius).map(Skill::Collect)
        }
        Action::Mine { item, from, y, heading, blocks } => {
            mine::Mine::new(me, (item, from), y, heading, blocks).map(Skill::Mine)
        }
        Action::PickUp { radius } => pick_up::PickUp::new(me, radius).map(Skill::PickUp),
        Action::Craft { recipe, times, table } => craft::Craft::new(me, recipe, times, table).map(Skill::Craft),
        Action::Eat { item } => eat::Eat::new(me, item).map(Skill::Eat),
        Action::Attack { kind, near } => attack::Attack::new(me, kind, near).map(Skill::Attack),
        Action::Shield { ticks } => rest::Shield::new(me, ticks).map(Skill::Shield),
        Action::WallIn { from } => wall_in::WallIn::new(me, from).map(Skill::WallIn),
        Action::Sleep { bed } => rest::Sleep::new(me, bed).map(Skill::Sleep),
        Action::Wait { ticks } => rest::Wait::new(ticks).map(Skill::Wait),
        Action::Build { visit, scaffold } => {
            build::Build::new(me, visit, scaffold).map(|skill| Skill::Build(Box::new(skill)))
        }
        once @ (Action::Place { .. }
        | Action::Use { .. }
        | Action::Toggle { .. }
        | Action::LoadStation { .. }
        | Action::TakeOutput { .. }
        | Action::Deposit { .. }
        | Action::Withdraw { .. }
        | Action::Drop { .. }
        | Action::Equip { .. }
        | Action::LookAt { .. }) => once::Once::new(me, once).map(Skill::Once),
    }
}

impl Skill {
    pub(crate) fn tick(&mut self, me: &mut Me<'_, impl Limbs>) -> Turn {
        match self {
            Skill::Once(skill) => skill.tick(me),
            Skill::Travel(skill) => skill.tick(me),
            Skill::Dig(skill) => skill.tick(me),
            Skill::Collect(skill) => skill.tick(me),
            Skill::Mine(skill) => skill.tick(me),
            Skill::PickUp(skill) => skill.tick(me),
            Skill::Craft(skill) => skill.tick(me),
            Skill::Eat(skill) => skill.tick(me),
            Skill::Attack(skill) => skill.tick(me),
            Skill::Shield(skill) => skill.tick(me),
            Skill::WallIn(skill) => skill.tick(me),
            Skill::Sleep(skill) => skill.tick(me),
            Skill::Wait(skill) => skill.tick(),
            Skill::Build(skill) => skill.tick(me),
        }
    }

    pub(crate) fn progress(&self, limbs: &impl Limbs) -> (u32, u32) {
        match self {
            Skill::Once(_) => (0, 1),
            Skill::Travel(skill) => skill.progress(limbs),
            Skill::Dig(skill) => skill.progress(limbs),
            Skill::Collect(skill) => skill.progress(limbs),
            Skill::Mine(skill) => skill.progress(),
            Skill::PickUp(skill) => skill.progress(),
            Skill::Craft(skill) => skill.progress(),
            Skill::Eat(skill) => skill.progress(),
            Skill::Attack(skill) => skill.progress(),
            Skill::Shield(skill) => skill.progress(),
            Skill::WallIn(skill) => skill.progress(limbs),
            Skill::Sleep(skill) => skill.progress(limbs),
            Skill::Wait(skill) => skill.progress(),
            Skill::Build(skill) => skill.progress(),
        }
    }
}

/// Refuses an action with block or item ids that are in no table, before anything looks them up.
fn check_ids(action: &Action) -> Result<(), Refusal> {
    let item = |item: ItemId| usize::from(item.0) < items::all().len();
    let block = |block: &BlockId| usize::from(block.0) < blocks::all().len();
    let known = match action {
        Action::Collect { item: wanted, from, .. } | Action::Mine { item: wanted, from, .. } => {
            item(*wanted) && from.iter().all(block)
        }
        Action::LoadStation { input, fuel, .. } => item(*input) && fuel.is_none_or(|(fuel, _)| item(fuel)),
        Action::Place { item: named, .. }
        | Action::Use { item: named, .. }
        | Action::Deposit { item: named, .. }
        | Action::Withdraw { item: named, .. }
        | Action::Drop { item: named, .. }
        | Action::Equip { item: named, .. }
        | Action::Eat { item: named } => item(*named),
        Action::Build { visit, scaffold } => {
            let state = |op: &Op| match op {
                Op::Place { state, .. } | Op::Work { state, .. } => states::numbered(u32::from(state.0)).is_some(),
                Op::Break { .. } | Op::Scaffold { .. } | Op::Unscaffold { .. } => true,
            };
            visit.ops.iter().all(state) && scaffold.is_none_or(item)
        }
        Action::GoTo { .. }
        | Action::Explore { .. }
        | Action::Dig { .. }
        | Action::PickUp { .. }
        | Action::Toggle { .. }
        | Action::Craft { .. }
        | Action::TakeOutput { .. }
        | Action::Attack { .. }
        | Action::Shield { .. }
        | Action::Flee { .. }
        | Action::WallIn { .. }
        | Action::Sleep { .. }
        | Action::Wait { .. }
        | Action::LookAt { .. } => true,
    };
    if known { Ok(()) } else { Err(Refusal::BadRequest) }
}
