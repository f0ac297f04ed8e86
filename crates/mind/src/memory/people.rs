//! People: when each was last heard, what was agreed with them, and where they stood.

use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tasks::TaskId;
use vocab::{BlockPos, GoalKey, Tick};

/// Most people remembered. Of those without an open agreement the one heard longest ago is forgotten first.
pub const PEOPLE_MAX: usize = 16;
/// Most agreements remembered per person. The one that ended longest ago is forgotten first, then the oldest.
pub const AGREEMENTS_MAX: usize = 8;
/// Most characters of a person's name that are kept: the game allows 16, other worlds may allow more.
pub const WHO_CHARS_MAX: usize = 32;

/// How the agent's agreement with a person ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// The agreement was kept: its task was done.
    Kept,
    /// The agreement was broken: its task failed.
    Broken,
    /// The agreement was called off: its task was cancelled.
    CalledOff,
}

/// A task that the agent has undertaken for a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreement {
    pub task: TaskId,
    pub goal: GoalKey,
    pub made: Tick,
    /// How and when the agreement ended; `None` while it is open.
    pub ended: Option<(End, Tick)>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    pub who: String,
    pub last_heard: Tick,
    /// How many lines the agent heard from this person.
    pub lines: u32,
    /// What the agent has undertaken for this person, oldest first.
    pub agreements: Vec<Agreement>,
    /// Where this person was last seen, or said to be.
    #[serde(default)]
    pub stood: Option<BlockPos>,
}

impl Person {
    pub fn owed(&self) -> impl Iterator<Item = &Agreement> {
        self.agreements.iter().filter(|agreement| agreement.ended.is_none())
    }
}

/// The people that the agent remembers.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct People(Vec<Person>);

impl People {
    /// Records that a person said a line to the agent.
    pub fn heard(&mut self, who: &str, now: Tick) {
        let person = self.person(who, now);
        person.last_heard = now;
        person.lines = person.lines.saturating_add(1);
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Records where a person stands; people whom the agent has nothing to do with are not remembered for that.
    pub fn stood(&mut self, who: &str, at: BlockPos) {
        if let Some(person) = self.0.iter_mut().find(|person| person.who == cut(who)) {
            person.stood = Some(at);
        }
    }

    /// Records that the agent has undertaken a task for a person.
    pub fn agreed(&mut self, who: &str, task: TaskId, goal: GoalKey, now: Tick) {
        let agreements = &mut self.person(who, now).agreements;
        if agreements.iter().any(|known| known.task == task && known.ended.is_none()) {
            return;
        }
        if agreements.len() == AGREEMENTS_MAX {
            let age = |n: &usize| agreements[*n].ended.map_or((1, Tick(0)), |(_, at)| (0, at));
            let oldest = (0..AGREEMENTS_MAX).min_by_key(age).unwrap_or(0);
            agreements.remove(oldest);
        }
        agreements.push(Agreement { task, goal, made: now, ended: None });
    }

    /// Records how the agreements about this task ended.
    pub fn settled(&mut self, task: TaskId, end: End, now: Tick) {
        for agreement in self.0.iter_mut().flat_map(|person| &mut person.agreements) {
            if agreement.task == task && agreement.ended.is_none() {
                agreement.ended = Some((end, now));
            }
        }
    }

    /// What the agent remembers of a person.
    pub fn get(&self, who: &str) -> Option<&Person> {
        self.0.iter().find(|person| person.who == cut(who))
    }

    /// The people that the agent remembers, the one heard last first.
    pub fn newest(&self) -> Vec<&Person> {
        let mut people: Vec<&Person> = self.0.iter().collect();
        people.sort_by(|a, b| (b.last_heard, &a.who).cmp(&(a.last_heard, &b.who)));
        people
    }

    fn person(&mut self, who: &str, now: Tick) -> &mut Person {
        let who = cut(who);
        let n = self.0.iter().position(|person| person.who == who).unwrap_or_else(|| {
            if self.0.len() == PEOPLE_MAX {
                let use_of = |n: &usize| (self.0[*n].owed().next().is_some(), self.0[*n].last_heard, *n);
                let least = (0..PEOPLE_MAX).min_by_key(use_of).unwrap_or(0);
                self.0.remove(least);
            }
            self.0.push(Person { who: who.into(), last_heard: now, lines: 0, agreements: Vec::new(), stood: None });
            self.0.len() - 1
        });
        &mut self.0[n]
    }
}

/// The part of a person's name that is kept.
fn cut(who: &str) -> &str {
    who.char_indices().nth(WHO_CHARS_MAX).map_or(who, |(end, _)| &who[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    fn key(target: &str) -> GoalKey {
        GoalKey::new("collect", target).unwrap()
    }

    #[test]
    fn an_agreement_ends_with_its_task() {
        let mut people = People::default();
        people.heard("Ada", Tick(5));
        people.agreed("Ada", TaskId(3), key("torch"), Tick(6));
        people.agreed("Ada", TaskId(3), key("torch"), Tick(7));
        assert_eq!(people.get("Ada").unwrap().owed().count(), 1, "the same task is one agreement");
        people.settled(TaskId(3), End::Kept, Tick(90));
        let ada = people.get("Ada").unwrap();
        assert_eq!((ada.lines, ada.agreements[0].ended), (1, Some((End::Kept, Tick(90)))));
        assert_eq!((people.get("Ben"), ada.owed().count()), (None, 0));
    }

    #[test]
    fn the_person_heard_longest_ago_is_forgotten_first_unless_something_is_owed() {
        let mut people = People::default();
        people.agreed("creditor", TaskId(1), key("torch"), Tick(0));
        for n in 0..PEOPLE_MAX as u64 {
            people.heard(&format!("guest_{n}"), Tick(10 + n));
        }
        assert_eq!(people.newest().len(), PEOPLE_MAX);
        assert!(people.get("creditor").is_some() && people.get("guest_0").is_none());
        let long = "x".repeat(WHO_CHARS_MAX + 9);
        people.heard(&long, Tick(99));
        assert_eq!(people.get(&long).unwrap().who.len(), WHO_CHARS_MAX);
    }

    #[test]
    fn the_agreement_that_ended_longest_ago_is_forgotten_first() {
        let mut people = People::default();
        for n in 0..AGREEMENTS_MAX as u64 {
            people.agreed("Ada", TaskId(n), key(&format!("thing_{n}")), Tick(n));
        }
        people.settled(TaskId(4), End::Broken, Tick(50));
        people.settled(TaskId(6), End::Kept, Tick(40));
        people.agreed("Ada", TaskId(90), key("more"), Tick(60));
        let kept: Vec<u64> = people.get("Ada").unwrap().agreements.iter().map(|known| known.task.0).collect();
        assert_eq!(kept, [0, 1, 2, 3, 4, 5, 7, 90]);
    }
}
