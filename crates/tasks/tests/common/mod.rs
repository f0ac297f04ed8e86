//! A simple goal and reason for the tests, and helpers for a store of them.
#![allow(dead_code, reason = "each test file uses its own part")]

use serde::{Deserialize, Serialize};
use tasks::status::{Note, Status};
use tasks::task::{Lane, Priority};
use tasks::{Goal, Origin, Refused, TaskId, TaskStore, Wanted, Who};
use vocab::{GoalKey, Tick};

/// A test goal whose key comes from its name. Its size is not part of the key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Errand {
    pub name: String,
    pub size: u32,
}

impl Goal for Errand {
    fn key(&self) -> GoalKey {
        GoalKey::new("collect", &self.name).expect("tests name their errands")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Word {
    #[default]
    Because,
    Test,
}

pub type Errands = TaskStore<Errand, Word>;

pub fn errand(name: &str) -> Errand {
    Errand { name: name.into(), size: 1 }
}

pub fn wanted(name: &str, who: Who, at: u64) -> Wanted<Errand, Word> {
    let origin = Origin::new(who, Word::Because, Tick(at));
    Wanted { goal: errand(name), lane: Lane::Task, priority: Priority::Normal, origin }
}

pub fn add(store: &mut Errands, name: &str, at: u64) -> Result<TaskId, Refused> {
    store.add(wanted(name, Who::Drive, at), Tick(at), &mut Vec::new())
}

pub fn child(store: &mut Errands, parent: TaskId, name: &str) -> Result<TaskId, Refused> {
    store.add(wanted(name, Who::Task(parent), 0), Tick(0), &mut Vec::new())
}

pub fn refusal(added: Result<TaskId, Refused>) -> Option<Refused> {
    added.err()
}

/// Changes a task's status, and asserts that the store accepted the change.
pub fn change(store: &mut Errands, id: TaskId, to: Status) {
    assert!(store.set(id, (to, Note::Because(Word::Test)), Tick(9), &mut Vec::new()), "{id} to {to:?}");
}
