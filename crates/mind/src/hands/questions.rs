//! Open questions to the body about blocks.

use crate::turn::Turn;
use crate::wire::effect::Effect;
use crate::wire::reason::Why;
use crate::wire::trace::Event;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tasks::TaskId;
use vocab::{BlockPos, Query, QueryId, Tick};

/// Most open questions. A new one replaces the oldest.
pub const OPEN_MAX: usize = 8;
/// A task waits this many ticks for an answer: 3 s.
pub const ANSWER_TICKS_MAX: u64 = 60;

/// A question that a task wants to ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub task: TaskId,
    pub query: Query,
    pub why: Why,
}

/// An open question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    pub id: QueryId,
    pub task: TaskId,
    pub query: Query,
    /// The body's position when it asked.
    pub at: BlockPos,
    pub tick: Tick,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Questions {
    open: Vec<Asked>,
    asked: u64,
}

/// Whether a task still waits for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    None,
    ForAnswer,
    /// No answer came in time; the question is closed.
    InVain,
}

impl Questions {
    /// The number of questions asked so far.
    pub fn asked(&self) -> u64 {
        self.asked
    }

    pub fn ask(&mut self, Question { task, query, why }: Question, turn: &mut Turn<'_>) {
        self.asked += 1;
        let id = QueryId(self.asked);
        turn.trace(Event::Asked { id, task, why });
        turn.effects.push(Effect::Scan { id, query: query.clone() });
        if self.open.len() == OPEN_MAX {
            self.open.remove(0);
        }
        self.open.push(Asked { id, task, query, at: turn.seen.at, tick: turn.now() });
    }

    /// Closes the answered question; `None` when it was not open.
    pub fn answered(&mut self, id: QueryId) -> Option<Asked> {
        let n = self.open.iter().position(|asked| asked.id == id)?;
        Some(self.open.remove(n))
    }

    /// Whether a task waits for an answer.
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
