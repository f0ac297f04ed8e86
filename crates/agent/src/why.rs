//! The chain of reasons behind an action or a task: collected while a journal is replayed, told from the thing to its root.

use crate::view::news::snake;
use crate::view::text::{count, item_name, times};
use mind::Trace;
use mind::trace::Event;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use tasks::{Origin, TaskId, TaskStore, Who};
use vocab::outcome::End;
use vocab::{Action, ActionId, BlockPos, FinePos, Tick};

/// Reasons in one chain at most: a chain that is longer goes round in circles.
const CHAIN_MAX: usize = 64;

/// What is asked about.
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

/// What is known of one task or action.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Fact {
    at: Tick,
    what: String,
    why: String,
    /// The next link of the chain.
    because_of: Option<Subject>,
    /// What happened to it since.
    then: Vec<(Tick, String)>,
    /// Lines of the story that are not kept; counted from 1, because the line that says so takes one's place too.
    left_out: u64,
}

/// Lines of a fact's later story that are told; the first and the last ones matter.
const STORY_MAX: usize = 12;

/// Every task and action of a replay, with its reasons.
#[derive(Debug, Default)]
pub struct Reasons(BTreeMap<Subject, Fact>);

impl Reasons {
    pub fn take(&mut self, Trace { tick, event }: &Trace) {
        match event {
            Event::TaskCreated { task, key, origin, parent } => {
                let because_of = parent.map(Subject::Task).or(asker(origin));
                let why = format!("{} ({})", origin.why(), who(origin));
                self.know(Subject::Task(*task), *tick, format!("task {key}"), why, because_of);
            }
            Event::ActionStarted { id, action, controller, task, retry_of, way, why } => {
                let by = format!("{} by {}", describe(action), snake(controller));
                let retried = retry_of.map(|id| format!("; instead of A{}, {way}", id.0)).unwrap_or_default();
                let because_of = task.map(Subject::Task);
                self.know(Subject::Action(*id), *tick, by, format!("{why}{retried}"), because_of);
            }
            Event::TaskChanged { task, from, to, note } => {
                self.tell(Subject::Task(*task), *tick, format!("{} → {}: {note}", snake(from), snake(to)));
            }
            Event::Planned { task, steps, makespan_ticks, why } => {
                let ticks = makespan_ticks.map(|ticks| format!("; {}", count(ticks, "tick"))).unwrap_or_default();
                self.tell(Subject::Task(*task), *tick, format!("planned ({why}{ticks}): {}", steps.join(", then ")));
            }
            Event::GaveUp { task, step, class } => {
                self.tell(Subject::Task(*task), *tick, format!("gave up {step}: {}", words(class)));
            }
            Event::ActionEnded { id, end, verdict, note } => {
                let note = if note.is_empty() { String::new() } else { format!(": {note}") };
                self.tell(Subject::Action(*id), *tick, format!("{}, {}{note}", ended(end), words(verdict)));
            }
            // Comes after everything that ended with the body in that tick.
            Event::Died { cause } => {
                let now = |(_, fact): &(&Subject, &Fact)| fact.then.last().is_some_and(|(at, _)| at == tick);
                let ended: Vec<Subject> = self.0.iter().filter(now).map(|(subject, _)| *subject).collect();
                for subject in ended {
                    self.tell(subject, *tick, format!("the body died: {}", words(cause)));
                }
            }
            Event::ActionCancelled { id, why } => self.tell(Subject::Action(*id), *tick, format!("cancelled: {why}")),
            _ => {}
        }
    }

    /// Adds the tasks that were made before the journal that is kept begins.
    pub fn remember(&mut self, tasks: &TaskStore) {
        for task in tasks.iter() {
            let subject = Subject::Task(task.id());
            if !self.0.contains_key(&subject) {
                let origin = task.origin();
                let because_of = task.parent().map(Subject::Task).or(asker(origin));
                let why = format!("{} ({})", origin.why(), who(origin));
                self.know(subject, origin.at(), format!("task {}", task.key()), why, because_of);
                for change in task.history() {
                    self.tell(subject, change.at, format!("→ {}: {}", snake(&change.to), change.note));
                }
            }
        }
    }

    fn know(&mut self, subject: Subject, at: Tick, what: String, why: String, because_of: Option<Subject>) {
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

    /// The chain, from the thing asked about to its root; empty when nothing is known of it.
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

    /// The first and last numbers known, to say what could have been asked for.
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

/// One reason in a chain.
#[derive(Debug)]
pub struct Link<'a> {
    subject: Subject,
    fact: &'a Fact,
}

impl Link<'_> {
    pub fn json(&self) -> serde_json::Value {
        let then: Vec<_> =
            self.fact.then.iter().map(|(at, text)| serde_json::json!({"tick": at.0, "text": text})).collect();
        let Fact { at, what, why, .. } = self.fact;
        serde_json::json!({"subject": self.subject.to_string(), "tick": at.0, "what": what, "why": why, "then": then})
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

fn asker(origin: &Origin) -> Option<Subject> {
    match origin.who() {
        Who::Task(task) => Some(Subject::Task(task)),
        _ => None,
    }
}

fn who(origin: &Origin) -> String {
    match origin.who() {
        Who::Task(task) => format!("for T{}", task.0),
        other => snake(&other),
    }
}

/// The name of a unit value, as people write it.
fn words<T: serde::Serialize>(value: &T) -> String {
    snake(value).replace('_', " ")
}

/// An action's end in words.
fn ended(end: &End) -> String {
    match end {
        End::Refused(refusal) => format!("refused ({})", words(refusal)),
        End::Failed(failure) => format!("failed ({})", words(failure)),
        End::Done | End::Cancelled => words(end),
    }
}

/// An action in words that a person can check against the game.
fn describe(action: &Action) -> String {
    let place = |at: &BlockPos| format!("{} {} {}", at.x, at.y, at.z);
    let near = |at: &FinePos| place(&at.block());
    match action {
        Action::GoTo { to, .. } => format!("go to {}", place(to)),
        Action::Explore { heading, blocks } => format!("explore {blocks} blocks to the {}", words(heading)),
        Action::Dig { at } => format!("dig at {}", place(at)),
        Action::Collect { item, count, .. } => format!("collect {count} {}", item_name(*item)),
        Action::Mine { item, y, .. } => format!("mine for {} at height {y}", item_name(*item)),
        Action::PickUp { radius } => format!("pick up what lies within {radius} blocks"),
        Action::Place { item, at } => format!("place {} at {}", item_name(*item), place(at)),
        Action::Use { item, at } => format!("use {} at {}", item_name(*item), place(at)),
        Action::Toggle { at } => format!("open or close what is at {}", place(at)),
        Action::Craft { recipe, times: crafts, .. } => {
            let output = gamedata::recipes::all().get(usize::from(*recipe)).map(|recipe| item_name(recipe.output));
            format!("craft {} {}", output.unwrap_or("something unknown"), times(u64::from(*crafts)))
        }
        Action::LoadStation { at, input, count, fuel } => {
            let fuel = fuel.map(|(item, count)| format!(" and {count} {}", item_name(item))).unwrap_or_default();
            format!("load {count} {}{fuel} at {}", item_name(*input), place(at))
        }
        Action::TakeOutput { at } => format!("take what is ready at {}", place(at)),
        Action::Deposit { at, item, count } => format!("put {count} {} into {}", item_name(*item), place(at)),
        Action::Withdraw { at, item, count } => format!("take {count} {} out of {}", item_name(*item), place(at)),
        Action::Drop { item, count } => format!("drop {count} {}", item_name(*item)),
        Action::Eat { item } | Action::Equip { item, .. } => format!("{} {}", action.verb(), item_name(*item)),
        Action::Attack { near: at } => format!("attack what is near {}", near(at)),
        Action::Shield { ticks } => format!("hold up the shield for {}", count(u64::from(*ticks), "tick")),
        Action::Flee { from, blocks } => format!("flee {blocks} blocks from {}", near(from)),
        Action::WallIn { from } => format!("wall in, first towards {}", near(from)),
        Action::Sleep { bed } => format!("sleep in the bed at {}", place(bed)),
        Action::Wait { ticks } => format!("wait {}", count(u64::from(*ticks), "tick")),
        Action::LookAt { at } => format!("look at {}", near(at)),
        Action::Chat { text } => format!("say {text:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vocab::outcome::{Failure, Refusal};

    #[test]
    fn subjects_are_named_by_a_letter_and_a_number() {
        assert_eq!("T12".parse(), Ok(Subject::Task(TaskId(12))));
        assert_eq!("a3".parse(), Ok(Subject::Action(ActionId(3))));
        for text in ["", "12", "T", "Tx", "B1", "é1", "T-1"] {
            assert!(text.parse::<Subject>().unwrap_err().contains("neither a task (T12)"), "{text}");
        }
    }

    fn created(task: u64, why: &str, parent: Option<u64>) -> Trace {
        let event = Event::TaskCreated {
            task: TaskId(task),
            key: vocab::GoalKey::new("collect", "oak_log").unwrap(),
            origin: Origin::new(Who::Drive, why, Tick(4)),
            parent: parent.map(TaskId),
        };
        Trace { tick: Tick(4), event }
    }

    #[test]
    fn a_chain_goes_from_the_action_over_its_task_to_the_root() {
        let mut reasons = Reasons::default();
        reasons.take(&created(1, "no wood", None));
        reasons.take(&created(2, "planks need logs", Some(1)));
        let event = Event::ActionStarted {
            id: ActionId(9),
            action: vocab::Action::Wait { ticks: 1 },
            controller: mind::Controller::Task,
            task: Some(TaskId(2)),
            retry_of: None,
            way: String::new(),
            why: "next step".into(),
        };
        reasons.take(&Trace { tick: Tick(8), event });
        let told: Vec<String> = reasons.chain(Subject::Action(ActionId(9))).iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), 3);
        assert!(
            told[0].starts_with("A9     tick 8       wait 1 tick by task\n       because      next step"),
            "{}",
            told[0]
        );
        assert!(told[2].contains("no wood (drive)"), "{}", told[2]);
        assert!(reasons.chain(Subject::Task(TaskId(7))).is_empty());
    }

    #[test]
    fn what_ended_with_the_body_says_what_killed_it() {
        let mut reasons = Reasons::default();
        reasons.take(&created(1, "no wood", None));
        reasons.take(&created(2, "night falls", None));
        let dropped = Event::TaskChanged {
            task: TaskId(2),
            from: tasks::Status::Active,
            to: tasks::Status::Cancelled { why: tasks::status::CancelReason::Moot },
            note: "the body died".into(),
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
        reasons.take(&created(2, "no wood", None));
        assert_eq!(reasons.known(), "tasks T2 to T2");
        reasons.know(Subject::Action(ActionId(7)), Tick(4), String::new(), String::new(), None);
        reasons.know(Subject::Action(ActionId(9)), Tick(4), String::new(), String::new(), None);
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
    fn actions_are_told_in_words_with_the_place_and_the_things() {
        let item = |name: &str| gamedata::items::named(name).unwrap();
        let (at, fine) = (BlockPos::new(1, 64, -3), FinePos::new(-1_500, 64_200, 3_999));
        for (action, said) in [
            (
                Action::LoadStation { at, input: item("raw_iron"), count: 2, fuel: Some((item("coal"), 1)) },
                "load 2 raw_iron and 1 coal at 1 64 -3",
            ),
            (Action::LoadStation { at, input: item("beef"), count: 1, fuel: None }, "load 1 beef at 1 64 -3"),
            (Action::TakeOutput { at }, "take what is ready at 1 64 -3"),
            (Action::PickUp { radius: 8 }, "pick up what lies within 8 blocks"),
            (Action::Attack { near: fine }, "attack what is near -2 64 3"),
            (Action::Flee { from: fine, blocks: 12 }, "flee 12 blocks from -2 64 3"),
            (
                Action::Explore { heading: vocab::action::Heading::NorthEast, blocks: 64 },
                "explore 64 blocks to the north east",
            ),
            (Action::Eat { item: item("bread") }, "eat bread"),
            (Action::Chat { text: "hello".into() }, "say \"hello\""),
        ] {
            assert_eq!(describe(&action), said);
        }
    }

    #[test]
    fn a_circle_of_reasons_ends_at_the_bound() {
        let mut reasons = Reasons::default();
        reasons.take(&created(1, "a", Some(2)));
        reasons.take(&created(2, "b", Some(1)));
        assert_eq!(reasons.chain(Subject::Task(TaskId(1))).len(), CHAIN_MAX);
    }

    #[test]
    fn a_long_story_keeps_its_beginning_and_its_end() {
        let mut reasons = Reasons::default();
        reasons.take(&created(1, "a", None));
        (0..100).for_each(|n| reasons.tell(Subject::Task(TaskId(1)), Tick(n), format!("{n}")));
        let fact = &reasons.0[&Subject::Task(TaskId(1))];
        assert_eq!(fact.then.len(), STORY_MAX);
        assert_eq!((fact.then[0].0, fact.then[STORY_MAX - 1].0), (Tick(0), Tick(99)));
    }
}
