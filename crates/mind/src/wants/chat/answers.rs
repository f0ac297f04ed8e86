//! Answers to questions, from the state alone.

use super::{Hearing, Line, Wishes};
use crate::agenda::Task;
use crate::goals::check::most;
use crate::wire::speech::{Because, LIST_MAX, Speech};
use crate::wire::status::Doing;
use agency::chat::Question;
use alloc::vec::Vec;
use tasks::TaskId;

impl Wishes {
    pub fn answer(&self, question: Question, line: Line<'_>, hearing: &Hearing<'_, '_>) -> Speech {
        let situation = hearing.situation;
        let doing = || hearing.told.map_or(Doing::Nothing, |told| told.doing.clone());
        let task = || hearing.told.and_then(|told| told.task.clone());
        match question {
            Question::Doing => Speech::Doing { doing: doing(), task: task(), paused: self.paused },
            Question::Why => {
                let current = task().map(|task| task.id).or_else(|| self.last_asked(line));
                Speech::Why { doing: doing(), tasks: chain(hearing, current) }
            }
            Question::Have => {
                let (items, kinds) = (most(situation.bag.iter()), situation.bag.iter().count());
                Speech::Have { more: kinds.saturating_sub(items.len()) as u32, items }
            }
            Question::Remember => Speech::Remember(situation.recall().summary(LIST_MAX)),
            Question::Where => Speech::Where { at: situation.at },
            Question::Plan => plan(hearing),
            Question::Help => Speech::Help,
        }
    }

    /// The task that the speaker asked for last.
    fn last_asked(&self, line: Line<'_>) -> Option<TaskId> {
        self.chat.asked.iter().rev().find(|(_, who)| *who == line.who).map(|(task, _)| *task)
    }
}

/// The task and its parents, with the reason of each, from the task itself to the first one.
fn chain(hearing: &Hearing<'_, '_>, from: Option<TaskId>) -> Vec<Because> {
    let (mut chain, mut next) = (Vec::new(), from);
    while let Some(task) = next.and_then(|id| hearing.agenda.tasks().get(id)).filter(|_| chain.len() < LIST_MAX) {
        chain.push(Because { task: task.id(), key: task.key().clone(), why: task.origin().why().clone() });
        next = task.parent();
    }
    chain
}

fn plan(hearing: &Hearing<'_, '_>) -> Speech {
    let task = hearing.told.and_then(|told| told.task.clone());
    let current = task.as_ref().map(|task| task.id);
    let steps = current.and_then(|id| hearing.agenda.get(id)).map_or(&[][..], |pursuit| &pursuit.work.steps);
    let waiting = hearing.agenda.tasks().open().filter(|task| Some(task.id()) != current && task.parent().is_none());
    let waiting = waiting.take(LIST_MAX).map(|task: &Task| (task.id(), task.key().clone())).collect();
    let more = steps.len().saturating_sub(LIST_MAX) as u32;
    Speech::Plan { task, steps: steps.iter().take(LIST_MAX).cloned().collect(), more, waiting }
}
