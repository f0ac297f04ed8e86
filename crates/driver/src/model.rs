//! The read model: what screen, page and metrics show of a running agent. Readers never touch the mind.
//!
//! It starts from what the recovered mind reports and is then kept up to date by inputs and effects alone. Everything in it is
//! bounded, so that a copy for another thread stays small.

mod news;

use crate::days::Days;
use crate::life::Moment;
use mind::effect::{CommandAnswer, Publication};
use mind::input::{CommandId, Heard, Link};
use mind::reason::Reason;
use mind::report::{MILESTONES, Report};
use mind::status::Status;
use mind::trace::Event;
use mind::{Effect, Mind, Trace};
pub use news::{EVERYDAY_MAX, Item, News, WEIGHTY_MAX};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tasks::TaskId;
use vocab::delta::{Change, Emission};
use vocab::snapshot::TrackView;
use vocab::track_id::TrackId;
use vocab::{Senses, Tick};

/// Lines of conversation kept: more than a screen shows.
pub const TALK_MAX: usize = 32;

/// A task that is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenTask {
    pub key: String,
    pub why: Reason,
    pub status: tasks::Status,
    pub since: Tick,
}

/// One line of the conversation with people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Talk {
    Heard(Heard),
    Said(String),
    Answered { command: CommandId, answer: CommandAnswer },
}

/// Numbers that only grow over a life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    pub tasks_created: u64,
    pub tasks_completed: u64,
    pub tasks_failed: u64,
    pub tasks_cancelled: u64,
    pub deaths: u32,
    /// Different items ever carried.
    pub items_seen: u32,
    pub actions: u64,
    /// Mind ticks of this run.
    pub mind_ticks: u64,
}

/// Everything that is shown, as of the last mind tick.
#[derive(Debug, Clone, Default)]
pub struct ReadModel {
    pub tick: Tick,
    pub link: Link,
    /// Vitals, bag, place and time of day; `None` before the first tick of this run.
    pub senses: Option<Senses>,
    pub days: Days,
    /// What the agent does and why.
    pub status: Option<Status>,
    /// At most as many as the mind allows to be open.
    pub open: BTreeMap<TaskId, OpenTask>,
    pub counts: Counts,
    /// The tick at which each of [`MILESTONES`] was reached.
    pub milestones: BTreeMap<&'static str, Tick>,
    pub news: News,
    pub talk: VecDeque<(Tick, Talk)>,
    /// What is believed to be around, as last emitted.
    pub tracks: BTreeMap<TrackId, TrackView>,
    /// Set while inputs cannot be made durable.
    pub trouble: Option<String>,
}

impl ReadModel {
    /// The model of a life that has just been recovered or begun. `days` counts the nights slept through so far.
    pub fn new(mind: &Mind, days: Days) -> ReadModel {
        let report = mind.report();
        let open = mind.tasks().open().map(|task| {
            let (key, why) = (task.key().to_string(), task.origin().why().clone());
            (task.id(), OpenTask { key, why, status: task.status(), since: task.origin().at() })
        });
        let reached = MILESTONES.into_iter().filter_map(|name| Some((name, (*report.milestones.get(name)?)?)));
        ReadModel {
            tick: report.tick,
            days,
            status: mind.told().cloned(),
            open: open.collect(),
            milestones: reached.collect(),
            counts: Counts::of(&report),
            ..ReadModel::default()
        }
    }

    /// Takes in one mind tick.
    pub fn take(&mut self, moment: &Moment<'_>) {
        let input = moment.input;
        self.trouble = moment.trouble.map(String::from);
        if self.trouble.is_some() {
            return; // time stands still, and this input comes again when its effects are performed
        }
        self.tick = input.tick;
        self.link.clone_from(&input.link);
        self.days.take(&input.senses);
        self.senses = Some(input.senses.clone());
        self.counts.mind_ticks += 1;
        for heard in &input.heard {
            self.talk(Talk::Heard(heard.clone()));
        }
        for effect in moment.effects {
            match effect {
                Effect::Act { .. } => self.counts.actions += 1,
                Effect::Say { text } => self.talk(Talk::Said(text.clone())),
                Effect::Answer { command, answer } => {
                    self.talk(Talk::Answered { command: *command, answer: answer.clone() });
                }
                Effect::Publish(Publication::Status(status)) => self.status = Some(status.clone()),
                Effect::Publish(Publication::Belief(emission)) => self.believe(emission),
                Effect::Trace(trace) => self.note(trace, &input.senses),
                _ => {}
            }
        }
    }

    fn talk(&mut self, talk: Talk) {
        if self.talk.len() >= TALK_MAX {
            self.talk.pop_front();
        }
        self.talk.push_back((self.tick, talk));
    }

    fn believe(&mut self, emission: &Emission) {
        if let Some(snapshot) = &emission.snapshot {
            self.tracks = snapshot.tracks.iter().map(|view| (view.id, *view)).collect();
        }
        for delta in &emission.deltas {
            match delta.change {
                Change::Evicted => drop(self.tracks.remove(&delta.view.id)),
                _ => drop(self.tracks.insert(delta.view.id, delta.view)),
            }
        }
    }

    fn note(&mut self, trace: &Trace, senses: &Senses) {
        let key = |model: &ReadModel, task: TaskId| model.open.get(&task).map(|task| task.key.clone());
        let mut about = None;
        match &trace.event {
            Event::TaskCreated { task, key, origin, .. } => {
                self.counts.tasks_created += 1;
                let (key, why) = (key.to_string(), origin.why().clone());
                about = Some(key.clone());
                self.open.insert(*task, OpenTask { key, why, status: tasks::Status::Pending, since: trace.tick });
            }
            Event::TaskChanged { task, to, .. } => {
                about = key(self, *task);
                self.change(*task, *to);
            }
            Event::GaveUp { task, .. } => about = key(self, *task),
            Event::Milestone { name, .. } => {
                self.counts.items_seen += 1;
                if let Some(name) = MILESTONES.into_iter().find(|milestone| milestone == name) {
                    self.milestones.entry(name).or_insert(trace.tick);
                }
            }
            Event::Died { .. } => self.counts.deaths += 1,
            _ => {}
        }
        let (day, time_of_day) = (self.days.at(trace.tick), senses.surroundings.time_of_day);
        self.news.take(trace, |number| Item {
            number,
            tick: trace.tick,
            day,
            time_of_day,
            about,
            event: trace.event.clone(),
        });
    }

    fn change(&mut self, task: TaskId, to: tasks::Status) {
        match to {
            tasks::Status::Done => self.counts.tasks_completed += 1,
            tasks::Status::Failed { .. } => self.counts.tasks_failed += 1,
            tasks::Status::Cancelled { .. } => self.counts.tasks_cancelled += 1,
            _ => {}
        }
        if to.is_final() {
            self.open.remove(&task);
        } else if let Some(open) = self.open.get_mut(&task) {
            open.status = to;
        }
    }
}

impl Counts {
    fn of(report: &Report) -> Counts {
        Counts {
            tasks_created: report.tasks.created,
            tasks_completed: report.tasks.completed,
            tasks_failed: report.tasks.failed,
            tasks_cancelled: report.tasks.cancelled,
            deaths: report.deaths,
            items_seen: report.items_seen,
            actions: report.counters.get("actions").copied().unwrap_or_default(),
            mind_ticks: 0,
        }
    }
}

/// The model, where other threads can read it. Clones show the same model.
#[derive(Debug, Clone)]
pub struct Board(Arc<Mutex<ReadModel>>);

impl Board {
    pub fn new(model: ReadModel) -> Board {
        Board(Arc::new(Mutex::new(model)))
    }

    fn model(&self) -> MutexGuard<'_, ReadModel> {
        // A reader that panicked has changed nothing.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in one mind tick.
    pub fn take(&self, moment: &Moment<'_>) {
        self.model().take(moment);
    }

    /// A copy, for a reader that takes its time.
    pub fn snapshot(&self) -> ReadModel {
        self.model().clone()
    }

    /// Reads without copying. The run waits meanwhile, so `read` must be short.
    pub fn read<T>(&self, read: impl FnOnce(&ReadModel) -> T) -> T {
        read(&self.model())
    }
}
