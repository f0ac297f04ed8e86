//! Open questions to the body about blocks.

use crate::turn::Turn;
use crate::wire::effect::Effect;
use crate::wire::reason::Why;
use crate::wire::trace::Event;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tasks::TaskId;
use vocab::{BlockPos, Query, QueryId, Tick};

/// Most questions to the world that are open at once. A new one replaces the oldest.
pub const OPEN_MAX: usize = 8;
/// A task waits at most this many ticks for the answer to its question: 3 s.
pub const ANSWER_TICKS_MAX: u64 = 60;

/// The task id of questions that no task asked: ids of tasks begin at one.
const NOBODY: TaskId = TaskId(0);

/// A question about the world that a task wants to ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub task: TaskId,
    pub query: Query,
    pub why: Why,
}

/// A question about the world that was asked and not yet answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    pub id: QueryId,
    pub task: TaskId,
    pub query: Query,
    /// The body's position when the question was asked.
    pub at: BlockPos,
    pub tick: Tick,
}

impl Asked {
    /// Whether a task asked the question; otherwise it was asked to remember landmarks.
    pub fn is_for_task(&self) -> bool {
        self.task != NOBODY
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Questions {
    open: Vec<Asked>,
    asked: u64,
}

/// Whether a task still waits for the answer to its question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    None,
    ForAnswer,
    /// The task's question got no answer in time and is closed.
    InVain,
}

impl Questions {
    /// The number of questions to the world asked so far.
    pub fn asked(&self) -> u64 {
        self.asked
    }

    pub fn ask(&mut self, Question { task, query, why }: Question, turn: &mut Turn<'_>) {
        turn.trace(Event::Asked { id: QueryId(self.asked + 1), task, why });
        self.send(task, query, turn);
    }

    /// Asks about landmarks to remember. No task waits for the answer.
    pub fn look_about(&mut self, query: Query, turn: &mut Turn<'_>) {
        self.send(NOBODY, query, turn);
    }

    fn send(&mut self, task: TaskId, query: Query, turn: &mut Turn<'_>) {
        self.asked += 1;
        let id = QueryId(self.asked);
        turn.effects.push(Effect::Scan { id, query: query.clone() });
        if self.open.len() == OPEN_MAX {
            self.open.remove(0);
        }
        self.open.push(Asked { id, task, query, at: turn.seen.at, tick: turn.now() });
    }

    /// Closes the question that was answered and returns it; `None` when no such question was open.
    pub fn answered(&mut self, id: QueryId) -> Option<Asked> {
        let n = self.open.iter().position(|asked| asked.id == id)?;
        Some(self.open.remove(n))
    }

    /// Whether this task waits for an answer; a question that is too old is closed.
    pub fn wait(&mut self, task: TaskId, now: Tick) -> Wait {
        let Some(n) = self.open.iter().position(|asked| asked.task == task) else { return Wait::None };
        if now.since(self.open[n].tick) <= ANSWER_TICKS_MAX {
            return Wait::ForAnswer;
        }
        self.open.remove(n);
        Wait::InVain
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turn::Seen;
    use crate::view::journey::Counters;
    use vocab::Bag;

    fn ask(questions: &mut Questions, task: u64, now: u64) {
        let (bag, mut counters, mut effects) = (Bag::new(), Counters::default(), Vec::new());
        let at = BlockPos::new(0, 64, 0);
        let seen = Seen { now: Tick(now), at, bag: &bag, bag_is_known: true, progress: None };
        let mut turn = Turn::new(seen, Tick(now), &mut counters, &mut effects);
        let question = Question { task: TaskId(task), query: Query::Container { at }, why: Why::BeThere };
        questions.ask(question, &mut turn);
    }

    #[test]
    fn a_task_waits_for_its_own_answer_for_three_seconds() {
        let mut questions = Questions::default();
        ask(&mut questions, 1, 100);
        assert_eq!(questions.wait(TaskId(2), Tick(100)), Wait::None);
        assert_eq!(questions.wait(TaskId(1), Tick(100 + ANSWER_TICKS_MAX)), Wait::ForAnswer);
        assert_eq!(questions.wait(TaskId(1), Tick(101 + ANSWER_TICKS_MAX)), Wait::InVain);
        assert_eq!(questions.wait(TaskId(1), Tick(101 + ANSWER_TICKS_MAX)), Wait::None);
    }

    #[test]
    fn a_new_question_replaces_the_oldest_when_too_many_are_open() {
        let mut questions = Questions::default();
        for task in 0..=OPEN_MAX as u64 {
            ask(&mut questions, task, 0);
        }
        assert_eq!(questions.open.len(), OPEN_MAX);
        assert!(questions.answered(QueryId(1)).is_none(), "dropped");
        assert!(questions.answered(QueryId(2)).is_some());
    }
}
