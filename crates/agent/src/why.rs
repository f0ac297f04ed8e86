//! The chain of reasons behind an action or a task: collected while a journal is replayed, told from the thing to its root.

use crate::view::text::count;
use crate::words::{self, describe, ended, reason, snake, spaced};
use mind::reason::Reason;
use mind::trace::Event;
use mind::{Tasks, Trace};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use tasks::{Origin, TaskId, Who};
use vocab::{ActionId, Tick};
use window::wire::{Cause, Deed, Later};

/// Most reasons in one chain of causes: a longer chain must be a loop.
const CHAIN_MAX: usize = 64;

/// The task or action whose reasons are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    Task(TaskId),
    Action(ActionId),
}

impl FromStr for Subject {
    type Err = String;
    fn from_str(text: &str) -> Result<Subject, String> {
        let wrong = || format!("\"{text}\" names neither a task (T12) nor an action (A345)");
        let number = |digits: &str| digits.parse::<u64>().map_err(|_| wrong());
        match text.split_at_checked(1) {
            Some(("T" | "t", digits)) => Ok(Subject::Task(TaskId(number(digits)?))),
            Some(("A" | "a", digits)) => Ok(Subject::Action(ActionId(number(digits)?))),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self {
            Subject::Task(id) => format!("T{}", id.0),
            Subject::Action(id) => format!("A{}", id.0),
        })
    }
}

/// What the journal says about one task or action.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Fact {
    at: Tick,
    what: String,
    why: String,
    /// The task or action that caused this one.
    because_of: Option<Subject>,
    /// What happened to the task or action later, with the tick of each event.
    then: Vec<(Tick, String)>,
    /// How many lines of the task's later history were not kept. It starts at 1, because the line that reports the
    /// gap replaces one too.
    left_out: u64,
}

/// Most lines of a task's later history that are shown; the first and the last ones matter.
const STORY_MAX: usize = 12;

/// Every task and action of a replay, with its reasons.
#[derive(Debug, Default)]
pub struct Reasons(BTreeMap<Subject, Fact>);

impl Reasons {
    pub fn take(&mut self, Trace { tick, event }: &Trace) {
        match event {
            Event::TaskCreated { task, key, origin, parent, .. } => {
                let because_of = parent.map(Subject::Task).or(asker(origin));
                let why = format!("{} ({})", reason(origin.why()), who(origin));
                self.know(Subject::Task(*task), *tick, (format!("task {key}"), why), because_of);
            }
            Event::ActionStarted { id, action, controller, task, retry_of, way, why } => {
                let by = format!("{} by {}", describe(action), snake(controller));
                let retried = retry_of.map(|id| format!("; instead of A{}, way {way}", id.0)).unwrap_or_default();
                let because_of = task.map(Subject::Task);
                self.know(Subject::Action(*id), *tick, (by, format!("{}{retried}", reason(why))), because_of);
            }
            Event::TaskChanged { task, from, to, note, .. } => {
                let note = words::note(note);
                self.tell(Subject::Task(*task), *tick, format!("{} → {}: {note}", snake(from), snake(to)));
            }
            Event::Planned { task, steps, makespan_ticks, why } => {
                let steps = steps.iter().map(ToString::to_string).collect::<Vec<_>>().join(", then ");
                let ticks = makespan_ticks.map(|ticks| format!("; {}", count(ticks, "tick"))).unwrap_or_default();
                self.tell(Subject::Task(*task), *tick, format!("planned ({}{ticks}): {steps}", reason(why)));
            }
            Event::GaveUp { task, step, class } => {
                self.tell(
                    Subject::Task(*task),
                    *tick,
                    format!("gave up {}: {}", step.as_ref().map_or("it".into(), ToString::to_string), spaced(class)),
                );
            }
            Event::ActionEnded { id, end, evidence, receipt } => {
                let note = words::receipt(receipt);
                let note = if note.is_empty() { note } else { format!(": {note}") };
                self.tell(Subject::Action(*id), *tick, format!("{}, {}{note}", ended(end), spaced(evidence)));
            }
            // The death is recorded after everything that ended with the body in that tick.
            Event::Died { cause } => {
                let now = |(_, fact): &(&Subject, &Fact)| fact.then.last().is_some_and(|(at, _)| at == tick);
                let ended: Vec<Subject> = self.0.iter().filter(now).map(|(subject, _)| *subject).collect();
                for subject in ended {
                    self.tell(subject, *tick, format!("the body died: {}", spaced(cause)));
                }
            }
            Event::ActionCancelled { id, why } => {
                self.tell(Subject::Action(*id), *tick, format!("cancelled: {}", reason(why)));
            }
            _ => {}
        }
    }

    /// Adds the tasks that were made before the first journal record that is still kept.
    pub fn remember(&mut self, tasks: &Tasks) {
        for task in tasks.iter() {
            let subject = Subject::Task(task.id());
            if !self.0.contains_key(&subject) {
                let origin = task.origin();
                let because_of = task.parent().map(Subject::Task).or(asker(origin));
                let why = format!("{} ({})", reason(origin.why()), who(origin));
                self.know(subject, origin.at(), (format!("task {}", task.key()), why), because_of);
                for change in task.history() {
                    self.tell(subject, change.at, format!("→ {}: {}", snake(&change.to), words::note(&change.note)));
                }
            }
        }
    }

    fn know(&mut self, subject: Subject, at: Tick, (what, why): (String, String), because_of: Option<Subject>) {
        self.0.entry(subject).or_insert(Fact { at, what, why, because_of, then: Vec::new(), left_out: 1 });
    }

    fn tell(&mut self, subject: Subject, at: Tick, text: String) {
        if let Some(fact) = self.0.get_mut(&subject) {
            if fact.then.len() >= STORY_MAX {
                fact.left_out += 1;
                let gap = format!("… {} more in between", fact.left_out);
                let (at, _) = fact.then.remove(STORY_MAX / 2);
                fact.then[STORY_MAX / 2 - 1] = (at, gap);
            }
            fact.then.push((at, text));
        }
    }

    /// The chain of reasons, from the task or action asked about to its first cause; empty when it is unknown.
    pub fn chain(&self, from: Subject) -> Vec<Link<'_>> {
        let mut chain = Vec::new();
        let mut next = Some(from);
        while let Some(subject) = next
            && let Some(fact) = self.0.get(&subject)
            && chain.len() < CHAIN_MAX
        {
            chain.push(Link { subject, fact });
            next = fact.because_of;
        }
        chain
    }

    /// The last actions that were done for a task, latest first.
    pub fn deeds(&self, task: TaskId, most: usize) -> Vec<Deed> {
        let done = self.0.iter().rev().filter(|(subject, fact)| {
            matches!(subject, Subject::Action(_)) && fact.because_of == Some(Subject::Task(task))
        });
        done.take(most)
            .map(|(subject, fact)| Deed { id: subject.to_string(), tick: fact.at.0, what: fact.what.clone() })
            .collect()
    }

    /// The tick at which something began, if it is known.
    pub fn began(&self, subject: Subject) -> Option<Tick> {
        self.0.get(&subject).map(|fact| fact.at)
    }

    /// The first and last known task and action numbers in words, for the message about an unknown one.
    pub fn known(&self) -> String {
        let span = |what: &str, of: fn(&Subject) -> bool| {
            let mut subjects = self.0.keys().filter(|subject| of(subject));
            let first = subjects.next()?;
            let last = subjects.next_back().unwrap_or(first);
            Some(format!("{what} {first} to {last}"))
        };
        let tasks = span("tasks", |subject| matches!(subject, Subject::Task(_)));
        let actions = span("actions", |subject| matches!(subject, Subject::Action(_)));
        let known: Vec<String> = tasks.into_iter().chain(actions).collect();
        if known.is_empty() { "nothing".into() } else { known.join(" and ") }
    }
}

/// One reason in a chain of causes.
#[derive(Debug)]
pub struct Link<'a> {
    subject: Subject,
    fact: &'a Fact,
}

impl Link<'_> {
    /// The reason as the API and `--json` have it.
    pub fn cause(&self) -> Cause {
        let Fact { at, what, why, then, .. } = self.fact;
        let then = then.iter().map(|(at, text)| Later { tick: at.0, text: text.clone() });
        let subject = self.subject.to_string();
        Cause { subject, tick: at.0, what: what.clone(), why: why.clone(), then: then.collect() }
    }
}

impl fmt::Display for Link<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fact { at, what, why, then, .. } = self.fact;
        writeln!(f, "{:<6} tick {:<7} {what}", self.subject, at.0)?;
        writeln!(f, "       because      {why}")?;
        then.iter().try_for_each(|(at, text)| writeln!(f, "       tick {:<7} {text}", at.0))
    }
}

fn asker(origin: &Origin<Reason>) -> Option<Subject> {
    match origin.who() {
        Who::Task(task) => Some(Subject::Task(task)),
        _ => None,
    }
}

fn who(origin: &Origin<Reason>) -> String {
    match origin.who() {
        Who::Task(task) => format!("for T{}", task.0),
        other => snake(&other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mind::Rule;
    use vocab::outcome::{End, Failure, Refusal};

    #[test]
    fn subjects_are_named_by_a_letter_and_a_number() {
        assert_eq!("T12".parse(), Ok(Subject::Task(TaskId(12))));
        assert_eq!("a3".parse(), Ok(Subject::Action(ActionId(3))));
        for text in ["", "12", "T", "Tx", "B1", "é1", "T-1"] {
            assert!(text.parse::<Subject>().unwrap_err().contains("neither a task (T12)"), "{text}");
        }
    }

    fn created(task: u64, rule: Rule, parent: Option<u64>) -> Trace {
        let event = Event::TaskCreated {
            task: TaskId(task),
            key: vocab::GoalKey::new("collect", "oak_log").unwrap(),
            goal: mind::goals::Explore { blocks: 1 }.into(),
            lane: tasks::Lane::Task,
            priority: tasks::Priority::Normal,
            origin: Origin::new(Who::Drive, Reason::Drive(rule), Tick(4)),
            parent: parent.map(TaskId),
        };
        Trace { tick: Tick(4), event }
    }

    #[test]
    fn a_chain_goes_from_the_action_over_its_task_to_the_root() {
        let mut reasons = Reasons::default();
        reasons.take(&created(1, Rule::NoLogs, None));
        reasons.take(&created(2, Rule::FewLogs, Some(1)));
        let event = Event::ActionStarted {
            id: ActionId(9),
            action: vocab::Action::Wait { ticks: 1 },
            controller: mind::Controller::Task,
            task: Some(TaskId(2)),
            retry_of: None,
            way: 1,
            why: Reason::Turn,
        };
        reasons.take(&Trace { tick: Tick(8), event });
        let told: Vec<String> = reasons.chain(Subject::Action(ActionId(9))).iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), 3);
        assert!(
            told[0].starts_with("A9     tick 8       wait 1 tick by task\n       because      its turn"),
            "{}",
            told[0]
        );
        assert!(told[2].contains("no logs (drive)"), "{}", told[2]);
        assert!(reasons.chain(Subject::Task(TaskId(7))).is_empty());
    }

    #[test]
    fn what_ended_with_the_body_says_what_killed_it() {
        let mut reasons = Reasons::default();
        reasons.take(&created(1, Rule::NoLogs, None));
        reasons.take(&created(2, Rule::NightWithoutShelter, None));
        let dropped = Event::TaskChanged {
            task: TaskId(2),
            key: vocab::GoalKey::new("collect", "oak_log").unwrap(),
            from: tasks::Status::Active,
            to: tasks::Status::Cancelled { why: tasks::status::CancelReason::Moot },
            note: tasks::Note::Because(Reason::BodyDied),
        };
        reasons.take(&Trace { tick: Tick(8), event: dropped });
        reasons.take(&Trace { tick: Tick(8), event: Event::Died { cause: vocab::senses::Harm::Fall } });
        let told = |task: u64| reasons.chain(Subject::Task(TaskId(task)))[0].to_string();
        let end = "tick 8       active → cancelled: the body died\n       tick 8       the body died: fall\n";
        assert!(told(2).ends_with(end), "{}", told(2));
        assert!(!told(1).contains("died"), "{}", told(1));
    }

    #[test]
    fn an_end_is_told_in_words_and_what_could_be_asked_by_kind() {
        let mut reasons = Reasons::default();
        assert_eq!(reasons.known(), "nothing");
        reasons.take(&created(2, Rule::NoLogs, None));
        assert_eq!(reasons.known(), "tasks T2 to T2");
        reasons.know(Subject::Action(ActionId(7)), Tick(4), Default::default(), None);
        reasons.know(Subject::Action(ActionId(9)), Tick(4), Default::default(), None);
        assert_eq!(reasons.known(), "tasks T2 to T2 and actions A7 to A9");
        for (end, words) in [
            (End::Done, "done"),
            (End::Cancelled, "cancelled"),
            (End::Failed(Failure::NoPath), "failed (no path)"),
            (End::Refused(Refusal::MissingItem), "refused (missing item)"),
        ] {
            assert_eq!(ended(&end), words);
        }
    }

    #[test]
    fn a_circle_of_reasons_ends_at_the_bound() {
        let mut reasons = Reasons::default();
        reasons.take(&created(1, Rule::NoLogs, Some(2)));
        reasons.take(&created(2, Rule::FewLogs, Some(1)));
        assert_eq!(reasons.chain(Subject::Task(TaskId(1))).len(), CHAIN_MAX);
    }

    #[test]
    fn a_long_story_keeps_its_beginning_and_its_end() {
        let mut reasons = Reasons::default();
        reasons.take(&created(1, Rule::NoLogs, None));
        (0..100).for_each(|n| reasons.tell(Subject::Task(TaskId(1)), Tick(n), format!("{n}")));
        let fact = &reasons.0[&Subject::Task(TaskId(1))];
        assert_eq!(fact.then.len(), STORY_MAX);
        assert_eq!((fact.then[0].0, fact.then[STORY_MAX - 1].0), (Tick(0), Tick(99)));
    }
}
