//! People's orders: each is accepted or refused, and answered at once.

use super::actions::GO_WITHIN_BLOCKS;
use super::chat::{Hearing, Line};
use super::wish::{self, Ask};
use crate::agenda::Wanted;
use crate::builds::Builds;
use crate::goals::{At, Build};
use crate::wants::Wishes;
use crate::wire::builds::Imported;
use crate::wire::effect::{CommandAnswer, Effect, OrderRefusal};
use crate::wire::input::{Command, Order};
use crate::wire::reason::Reason;
use agency::{GoalAction, GoalTag};
use alloc::string::String;
use alloc::vec::Vec;
use tasks::status::CancelReason;
use tasks::{Lane, Origin, Priority, Who};
use vocab::Name;

/// Most names on the chat allow-list: more is a mistake in the settings.
pub const ALLOW_MAX: usize = 64;

impl Wishes {
    /// Takes people's commands and answers each one.
    pub fn obey(&mut self, commands: &[Command], allow: &mut Vec<String>, hearing: &mut Hearing<'_, '_>) {
        for Command { id, order } in commands.iter().filter(|command| !command.order.is_about_thoughts()) {
            if let Order::Allow { names } = order {
                *allow = names.iter().take(ALLOW_MAX).cloned().collect();
            }
            let answer = self.carry_out(order, hearing).unwrap_or_else(CommandAnswer::Refused);
            hearing.turn.effects.push(Effect::Answer { command: *id, answer });
        }
    }

    fn carry_out(&mut self, order: &Order, hearing: &mut Hearing<'_, '_>) -> Result<CommandAnswer, OrderRefusal> {
        if let Order::Line { who, text, at } = order {
            let who = Name::new(who);
            if at.is_some() || hearing.situation.believed_person(who).is_none() {
                hearing.turn.effects.push(Effect::Visitor { who, at: *at });
            }
            let line = Line { who, text, at: *at, direct: true };
            return Ok(CommandAnswer::Said(self.hear(line, hearing)));
        }
        let Hearing { situation, agenda, turn, .. } = hearing;
        match order {
            // Orders about thoughts are answered in the module `thoughts`.
            Order::Thought { .. }
            | Order::Process { .. }
            | Order::ResetCounters
            | Order::Line { .. }
            | Order::Allow { .. } => {}
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
                let goal = At { place: *to, within: GO_WITHIN_BLOCKS }.into();
                let origin = Origin::new(Who::User, Reason::Ordered, situation.now);
                let wanted = Wanted { goal, lane: Lane::Task, priority: Priority::Now, origin };
                return wish::pursue(wanted, situation, agenda, turn);
            }
            Order::Build { name, blueprint, at, facing } => {
                if let Some(what) = blueprint
                    .as_ref()
                    .map(|bytes| Builds::imported(name, bytes))
                    .filter(|what| *what != Imported::Taken)
                {
                    return Err(OrderRefusal::BadBlueprint { name: name.clone(), what });
                }
                if !situation.builds.knows(name) {
                    return Err(OrderRefusal::CannotBuild { target: name.clone() });
                }
                let goal = Build { name: name.clone(), near: situation.at, at: *at, facing: *facing }.into();
                let origin = Origin::new(Who::User, Reason::Ordered, situation.now);
                let wanted = Wanted { goal, lane: Lane::Task, priority: Priority::High, origin };
                return wish::pursue(wanted, situation, agenda, turn);
            }
            Order::Goal { action, target, amount } => {
                let unknown = || OrderRefusal::UnknownAction { action: action.clone() };
                let named = GoalAction::named(action).ok_or_else(unknown)?;
                let tag = GoalTag { action: named, target: target.clone(), amount: *amount, target_id: None };
                let (who, why, priority) = (Who::User, Reason::Ordered, Priority::High);
                let ask = Ask { tag, who, why, priority, deliver_to: None, at: None };
                return self.ask(&ask, situation, agenda, turn);
            }
        }
        Ok(CommandAnswer::Done)
    }
}
