//! The read model: what screen, page and metrics show of a running agent. Readers never touch the mind.
//!
//! It starts from what the recovered mind reports and is then kept up to date by inputs and effects alone. Everything in it is
//! bounded, so that a copy for another thread stays small.

mod news;
mod plan;
mod step_times;
mod task;
mod trail;

use crate::days::Days;
use crate::life::Moment;
use mind::build_news::BuildNews;
use mind::effect::{CommandAnswer, Publication};
use mind::input::{CommandId, Heard, Link, Order};
use mind::keeping::Outlook;
use mind::memory::Fact;
use mind::reason::Reason;
use mind::report::{MILESTONES, Report};
use mind::speech::Speech;
use mind::status::Status;
use mind::thinking::{Counters, Recorded, ThinkingStatus};
use mind::trace::Event;
use mind::{Effect, Mind, Trace};
pub use news::{EVERYDAY_MAX, Item, News, WEIGHTY_MAX};
pub use plan::{PAST_MAX, PastStep, Plan};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
pub use step_times::{BOUNDS_US, StepTimes};
pub use task::{ENDED_MAX, Ended, ShownTask};
use tasks::{Note, TaskId};
pub use trail::{TRAIL_MAX, Trail};
use vocab::delta::{Change, Emission};
use vocab::snapshot::TrackView;
use vocab::track_id::TrackId;
use vocab::{ActionId, Bag, BlockPos, Name, Senses, Tick};

/// Most lines of conversation kept for the screen: more than it shows.
pub const TALK_MAX: usize = 32;

/// Most thoughts kept for the screen: as many new ones as the mind keeps.
pub const THOUGHTS_MAX: usize = mind::thoughts::HISTORY_MAX;

/// One line of the conversation between people and the agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Talk {
    Heard(Heard),
    Said { to: Option<Name>, speech: Box<Speech> },
    Answered { command: CommandId, answer: CommandAnswer },
}

/// Totals over the agent's life, which only grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    pub tasks_created: u64,
    pub tasks_completed: u64,
    pub tasks_failed: u64,
    pub tasks_cancelled: u64,
    pub deaths: u32,
    /// How many different items the agent ever carried.
    pub items_seen: u32,
    pub actions: u64,
    /// How many mind ticks this run has lasted.
    pub mind_ticks: u64,
}

/// Most news of builds that are kept: more than one module brings, and a listener looks four times a second.
pub const BUILD_NEWS_MAX: usize = 64;

/// Everything that the screen and the page show of the agent, as of the last mind tick.
#[derive(Debug, Clone, Default)]
pub struct ReadModel {
    pub tick: Tick,
    pub link: Link,
    /// The body's vitals, bag, position and time of day; `None` before the first tick of this run.
    pub senses: Option<Senses>,
    pub days: Days,
    /// What the agent does and why, as last published.
    pub status: Option<Status>,
    /// The action that the body does; `None` before the first one of this run and between two.
    pub action: Option<ActionId>,
    /// The open tasks: at most as many as the mind allows.
    pub open: BTreeMap<TaskId, ShownTask>,
    /// The last [`ENDED_MAX`] tasks that ended, done or not.
    pub ended: Ended,
    pub counts: Counts,
    /// The tick at which each of [`MILESTONES`] was reached.
    pub milestones: BTreeMap<&'static str, Tick>,
    pub news: News,
    pub talk: VecDeque<(Tick, Talk)>,
    /// The agent's last thoughts, oldest first.
    pub thoughts: VecDeque<Recorded>,
    /// The state of the language model, the counters of this session and the budget.
    pub thinking: ThinkingStatus,
    /// The counters of thinking as of the last log line about them, which is due once a minute.
    pub counted: Option<(Tick, Counters)>,
    /// The creatures that belief holds around the agent, as last published.
    pub tracks: BTreeMap<TrackId, TrackView>,
    /// The plan that the agent follows, with the steps that it has done.
    pub plan: Plan,
    /// What upkeep foresees, as last published.
    pub outlook: Outlook,
    /// What the agent remembers, as last published.
    pub memory: Vec<Fact>,
    /// What happened to builds, oldest first, at most [`BUILD_NEWS_MAX`].
    pub builds: VecDeque<(Tick, BuildNews)>,
    /// Where the agent has been lately.
    pub trail: Trail,
    /// How long the mind's steps of this run took.
    pub step_times: StepTimes,
    /// Why inputs cannot be written to the disk at the moment, if they cannot.
    pub trouble: Option<String>,
}

impl ReadModel {
    /// The read model of an agent that has just been recovered or begun. `days` counts the nights slept through so far.
    pub fn new(mind: &Mind, days: Days) -> ReadModel {
        let report = mind.report();
        let open = mind.tasks().open().map(|task| (task.id(), ShownTask::of(task)));
        let ended = mind.tasks().iter().filter(|task| !task.is_open());
        let mut ended: Vec<(TaskId, ShownTask)> = ended.map(|task| (task.id(), ShownTask::of(task))).collect();
        ended.sort_by_key(|(id, task)| (task.changed, *id));
        let mut last = Ended::default();
        for (id, task) in ended {
            last.push(id, task);
        }
        let reached = MILESTONES.into_iter().filter_map(|name| Some((name, (*report.milestones.get(name)?)?)));
        ReadModel {
            tick: report.tick,
            days,
            status: mind.told().cloned(),
            open: open.collect(),
            ended: last,
            milestones: reached.collect(),
            counts: Counts::of(&report),
            thoughts: mind.thoughts().history().into_iter().rev().take(THOUGHTS_MAX).rev().cloned().collect(),
            thinking: mind.thoughts().status(report.tick),
            outlook: mind.outlook(),
            memory: mind.facts(mind.told().map_or(BlockPos::new(0, 0, 0), |told| told.at)),
            ..ReadModel::default()
        }
    }

    /// Updates the read model with one mind tick.
    pub fn take(&mut self, moment: &Moment<'_>) {
        let input = moment.input;
        self.trouble = moment.trouble.map(String::from);
        if self.trouble.is_some() {
            return; // this input comes again once it is written and its effects are performed
        }
        self.tick = input.tick;
        self.link.clone_from(&input.link);
        self.days.take(input.tick, &input.senses);
        self.senses = Some(input.senses.clone());
        if input.link == Link::Present {
            self.trail.take(input.tick, input.senses.at.block());
        }
        self.step_times.add(moment.took);
        self.counts.mind_ticks += 1;
        for heard in &input.heard {
            self.talk(Talk::Heard(heard.clone()));
        }
        for command in &input.commands {
            if let Order::Line { who, text, .. } = &command.order {
                self.talk(Talk::Heard(Heard { who: who.clone(), text: text.clone() }));
            }
        }
        for effect in moment.effects {
            match effect {
                Effect::Act { .. } => self.counts.actions += 1,
                Effect::Say { to, speech } => self.talk(Talk::Said { to: *to, speech: Box::new(speech.clone()) }),
                Effect::Answer { command, answer } => {
                    self.talk(Talk::Answered { command: *command, answer: answer.clone() });
                }
                Effect::Publish(Publication::Status(status)) => self.show(status),
                Effect::Publish(Publication::Belief(emission)) => self.believe(emission),
                Effect::Publish(Publication::Thinking(thinking)) => self.thinking = *thinking,
                Effect::Publish(Publication::Plan(plan)) => self.plan.follow(plan.clone(), input.tick),
                Effect::Publish(Publication::Upkeep(outlook)) => self.outlook = outlook.clone(),
                Effect::Publish(Publication::Build(news)) => {
                    if self.builds.len() >= BUILD_NEWS_MAX {
                        self.builds.pop_front();
                    }
                    self.builds.push_back((self.tick, (**news).clone()));
                }
                Effect::Publish(Publication::Memory(facts)) => self.memory.clone_from(facts),
                Effect::Publish(Publication::Thought(recorded)) => {
                    if self.thoughts.len() >= THOUGHTS_MAX {
                        self.thoughts.pop_front();
                    }
                    self.thoughts.push_back(recorded.clone());
                }
                Effect::Trace(trace) => self.note(trace, &input.senses),
                _ => {}
            }
        }
    }

    fn show(&mut self, status: &Status) {
        if let Some(task) = &status.task
            && let Some(shown) = self.open.get_mut(&task.id)
        {
            shown.progress = Some((task.done, task.of));
        }
        self.status = Some(status.clone());
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
            Event::TaskCreated { task, key, .. } => {
                self.counts.tasks_created += 1;
                about = Some(key.to_string());
                self.open.extend(ShownTask::made(&trace.event, trace.tick).map(|made| (*task, made)));
            }
            Event::TaskWidened { task, goal } => {
                if let Some(open) = self.open.get_mut(task) {
                    open.goal = goal.clone();
                }
            }
            Event::TaskRaised { task, lane, priority } => {
                if let Some(open) = self.open.get_mut(task) {
                    (open.lane, open.priority) = (*lane, *priority);
                }
            }
            Event::TaskChanged { task, to, note, .. } => {
                about = key(self, *task);
                self.change(*task, *to, note, &senses.carried.totals());
            }
            Event::GaveUp { task, .. } | Event::Shaken { task: Some(task), .. } => about = key(self, *task),
            Event::Milestone { name, .. } => {
                self.counts.items_seen += 1;
                if let Some(name) = MILESTONES.into_iter().find(|milestone| milestone == name) {
                    self.milestones.entry(name).or_insert(trace.tick);
                }
            }
            Event::ActionStarted { id, .. } => self.action = Some(*id),
            Event::ActionEnded { id, .. } | Event::ActionCancelled { id, .. } if self.action == Some(*id) => {
                self.action = None;
            }
            Event::Died { .. } => self.counts.deaths += 1,
            Event::Agency { counters } => self.counted = Some((trace.tick, *counters)),
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

    fn change(&mut self, task: TaskId, to: tasks::Status, note: &Note<Reason>, bag: &Bag) {
        match to {
            tasks::Status::Done => self.counts.tasks_completed += 1,
            tasks::Status::Failed { .. } => self.counts.tasks_failed += 1,
            tasks::Status::Cancelled { .. } => self.counts.tasks_cancelled += 1,
            _ => {}
        }
        let Some(shown) = self.open.get_mut(&task) else { return };
        (shown.status, shown.changed) = (to, self.tick);
        shown.note.clone_from(note);
        if to.is_final()
            && let Some(mut shown) = self.open.remove(&task)
        {
            shown.progress = shown.progress(bag);
            self.ended.push(task, shown);
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

/// The read model, where other threads can read it. Clones show the same model.
#[derive(Debug, Clone)]
pub struct Board(Arc<Mutex<ReadModel>>);

impl Board {
    pub fn new(model: ReadModel) -> Board {
        Board(Arc::new(Mutex::new(model)))
    }

    fn model(&self) -> MutexGuard<'_, ReadModel> {
        // A reader that panicked has not changed the read model.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Updates the shared read model with one mind tick.
    pub fn take(&self, moment: &Moment<'_>) {
        self.model().take(moment);
    }

    /// A copy of the read model, for a reader that takes its time.
    pub fn snapshot(&self) -> ReadModel {
        self.model().clone()
    }

    /// Reads the shared model without copying it. The run waits meanwhile, so `read` must be short.
    pub fn read<T>(&self, read: impl FnOnce(&ReadModel) -> T) -> T {
        read(&self.model())
    }
}
