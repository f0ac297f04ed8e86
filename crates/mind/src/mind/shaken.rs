//! A step of the mind after the program broke on its input: takes in what must not be lost, and drops the task at hand.
//!
//! Invariant: nothing here plans, wishes, believes or reads a text, because one of these broke. What people and the language
//! model sent with this input is refused or lost, and what the body reports of its requests is taken as an end.

use super::{Mind, NEWS_MAX};
use crate::agenda::is_runnable;
use crate::hands::answers;
use crate::hands::arbiter::Controller;
use crate::turn::Turn;
use crate::wire::effect::{CommandAnswer, Effect, OrderRefusal};
use crate::wire::input::{Input, Shaken};
use crate::wire::reason::Reason;
use crate::wire::trace::Event;
use core::cmp::Reverse;
use tasks::{Lane, StallClass, Status, TaskId};
use vocab::Answer;
use vocab::senses::BodyEvent;

impl Mind {
    /// Whether an action of the body runs, as far as the mind knows.
    pub fn is_acting(&self) -> bool {
        self.hands.executor.running().is_some()
    }

    /// Steps the mind with an input that broke the program.
    pub(super) fn shaken(&mut self, shaken: &Shaken, input: &Input, turn: &mut Turn<'_>) {
        if input.link != self.link {
            self.link = input.link.clone();
            turn.trace(Event::Link { to: input.link.clone() });
        }
        for outcome in input.outcomes.iter().take(NEWS_MAX) {
            self.hands.executor.outcome(outcome, turn);
        }
        for event in input.senses.events.iter().take(NEWS_MAX) {
            match event {
                BodyEvent::Died { cause } => self.died(*cause, turn),
                BodyEvent::Respawned => {
                    self.journey.dead = false;
                    turn.trace(Event::Respawned);
                }
                BodyEvent::Collected { by, item, count } => self.agenda.collected(*by, *item, u32::from(*count)),
                _ => {}
            }
        }
        let task = self.at_hand();
        turn.trace(Event::Shaken { place: shaken.place.clone(), what: shaken.what.clone(), task });
        let why = || Reason::Shaken { place: shaken.place.clone() };
        self.hands.executor.cancel(why(), turn);
        if let Some(event) = self.arbiter.hand_over(Controller::Idle, why()) {
            turn.trace(event);
        }
        if let Some(task) = task {
            self.agenda.fail(task, StallClass::Shaken, why(), turn);
        }
        for (id, _) in input.answers.iter().take(NEWS_MAX) {
            if let Some(asked) = self.hands.questions.answered(*id) {
                answers::note(&asked, &Answer::Unknown, &mut self.view, &mut self.agenda, turn.now());
            }
        }
        self.thoughts.lose(&input.replies, turn);
        for command in &input.commands {
            let answer = CommandAnswer::Refused(OrderRefusal::Shaken);
            turn.effects.push(Effect::Answer { command: command.id, answer });
        }
    }

    /// The task at hand: that of the running action, or else the one that would get the body next.
    fn at_hand(&self) -> Option<TaskId> {
        let tasks = self.agenda.tasks();
        let running = self.hands.executor.running().and_then(|running| running.task);
        if let Some(id) = running.filter(|id| tasks.is_open(*id)) {
            return Some(id);
        }
        let next = tasks.open().filter(|task| is_runnable(task.status())).min_by_key(|task| {
            (task.status() != Status::Active, task.lane() != Lane::Upkeep, Reverse(task.priority()), task.id())
        });
        next.map(tasks::Task::id)
    }
}
