//! People's orders: each is accepted or refused, and answered at once.

use crate::agenda::pursuit::Pursuit;
use crate::agenda::{Added, Agenda, Wanted};
use crate::goals::{At, Explore, Goal, Have, HaveAny, Shelter};
use crate::turn::Turn;
use crate::view::classes::ItemClass;
use crate::view::situation::Situation;
use crate::wants::Wishes;
use crate::wire::effect::{CommandAnswer, Effect, OrderRefusal};
use crate::wire::input::{Command, Order};
use crate::wire::reason::Reason;
use tasks::status::CancelReason;
use tasks::{Lane, Origin, Priority, Status, Who};

/// Most items that a person may ask for in one order.
pub const AMOUNT_MAX: u32 = 4_096;
/// An agent that is told to come stops within this many blocks: close enough to talk.
const COME_WITHIN_BLOCKS: u8 = 2;
/// Shortest and longest walk that a person can ask for, in blocks.
const EXPLORE_BLOCKS: (u32, u32) = (16, 128);

impl Wishes {
    /// Takes people's commands and answers each one.
    pub fn obey(&mut self, commands: &[Command], situation: &Situation<'_>, agenda: &mut Agenda, turn: &mut Turn<'_>) {
        for Command { id, order } in commands {
            let answer = self.carry_out(order, situation, agenda, turn).unwrap_or_else(CommandAnswer::Refused);
            turn.effects.push(Effect::Answer { command: *id, answer });
        }
    }

    fn carry_out(
        &mut self,
        order: &Order,
        situation: &Situation<'_>,
        agenda: &mut Agenda,
        turn: &mut Turn<'_>,
    ) -> Result<CommandAnswer, OrderRefusal> {
        match order {
            Order::Pause | Order::Stop => self.paused = true,
            Order::Resume => self.paused = false,
            Order::Cancel { task } => {
                if !agenda.tasks().is_open(*task) {
                    return Err(OrderRefusal::NoSuchTask { task: *task });
                }
                agenda.cancel(*task, CancelReason::User, Reason::TakenBack, turn);
            }
            Order::Come { to } => {
                self.paused = false;
                let goal = At { place: *to, within: COME_WITHIN_BLOCKS };
                return ask(goal.into(), Priority::Now, situation, agenda, turn);
            }
            Order::Goal { action, target, amount } => {
                let goal = goal(action, target, *amount, situation)?;
                return ask(goal, Priority::High, situation, agenda, turn);
            }
        }
        Ok(CommandAnswer::Done)
    }
}

/// Makes a task of a person's goal, or widens the open task with the same goal.
fn ask(
    goal: Goal,
    priority: Priority,
    situation: &Situation<'_>,
    agenda: &mut Agenda,
    turn: &mut Turn<'_>,
) -> Result<CommandAnswer, OrderRefusal> {
    let is_met = goal.is_met(situation, &Pursuit::default());
    let origin = Origin::new(Who::User, Reason::Ordered, situation.now);
    match agenda.want(Wanted { goal, lane: Lane::Task, priority, origin }, turn) {
        Ok(Added::New(task)) => {
            if is_met {
                agenda.set(task, Status::Done, Reason::Met, turn);
            }
            Ok(CommandAnswer::Taken { task })
        }
        Ok(Added::Joined(task)) => Ok(CommandAnswer::Joined { task }),
        Err(refused) => Err(OrderRefusal::Store(refused)),
    }
}

/// The goal for the words of an order, chosen from closed lists; else the reason for the refusal.
fn goal(action: &str, target: &str, amount: u32, situation: &Situation<'_>) -> Result<Goal, OrderRefusal> {
    if amount == 0 || amount > AMOUNT_MAX {
        return Err(OrderRefusal::BadAmount { max: AMOUNT_MAX });
    }
    match (action, target) {
        ("explore" | "navigate", _) => {
            let (least, most) = EXPLORE_BLOCKS;
            Ok(Explore { blocks: amount.clamp(least, most) as u16 }.into())
        }
        ("build", "basic_shelter") => Ok(Shelter.into()),
        ("collect" | "eat", "food") => {
            let class = ItemClass::Food;
            Ok(HaveAny { class, count: situation.count_class(class) + amount }.into())
        }
        ("collect" | "gather" | "mine" | "craft" | "smelt" | "get", name) => match gamedata::items::named(name) {
            Some(item) => Ok(Have { item, count: situation.bag.count(item) + amount }.into()),
            None => Err(OrderRefusal::UnknownTarget { target: name.into() }),
        },
        _ => Err(OrderRefusal::UnknownAction { action: action.into() }),
    }
}
