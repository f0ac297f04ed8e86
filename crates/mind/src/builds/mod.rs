//! The builds that the agent has taken on, in a store of their own: keyed by blueprint and site, and part of what lasts.
//!
//! A task of the goal `build` works on one. Its next step comes from here: the leaf asks what the build wants. In each tick one build
//! is advanced by a slice, so that no tick compares a whole structure.

mod chart;
mod labour;
mod project;
mod stages;
mod stations;
mod supplies;

pub use building::Facing;
pub use chart::Span;
pub use project::{Project, Stop, Want};

use crate::agenda::{Agenda, is_runnable};
use crate::goals::{Build, Goal};
use crate::hands::executor::{Ended, Running};
use crate::hands::questions::Asked;
use crate::turn::Turn;
use crate::view::places::Places;
use crate::wire::builds::{BuildNews, Imported};
use crate::wire::effect::{Effect, Publication};
use crate::wire::input::{Command, Order};
use crate::wire::trace::Event;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use building::Blueprint;
use building::build::{BuildEvent, End, Phase};
use building::pack::{Packed, unpack};
use building::stations::StationKind;
use project::Stage;
use serde::{Deserialize, Serialize};
use stages::Scene;
use tasks::{Status, TaskId};
use vocab::build::{GUARDED_MAX, Guarded};
use vocab::{Action, Answer, Bag, BlockPos, ItemId, Query, Tick, salvage};

/// Most builds remembered. A finished or ended one is forgotten first, the oldest before the others.
pub const PROJECTS_MAX: usize = 32;
/// Most blueprints that were handed in and are not begun yet.
pub const IMPORTED_MAX: usize = 4;
/// Longest name of a blueprint, in bytes.
pub const NAME_BYTES_MAX: usize = 48;

/// All builds of a life.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Builds {
    #[serde(deserialize_with = "salvage::list")]
    projects: Vec<Project>,
    /// Blueprints that were handed in, by name, until their build begins.
    #[serde(deserialize_with = "salvage::list")]
    imported: Vec<(String, Packed)>,
    numbers: u32,
    /// The boxes that the body was last told to leave alone; `None` when a session has begun since.
    #[serde(deserialize_with = "salvage::value")]
    guarded: Option<Vec<Guarded>>,
    /// The blueprints that are in use, unpacked.
    #[serde(skip)]
    drawn: Drawn,
}

/// Unpacked blueprints by the number of their build. They follow from what is saved, so all of them are equal.
#[derive(Debug, Clone, Default)]
struct Drawn(Vec<(u32, Box<Blueprint>)>);

impl PartialEq for Drawn {
    fn eq(&self, _: &Drawn) -> bool {
        true
    }
}

impl Eq for Drawn {}

/// What the builds are advanced from in a tick.
#[derive(Debug, Clone, Copy)]
pub struct Now<'a> {
    pub at: BlockPos,
    pub bag: &'a Bag,
    pub free_slots: usize,
    pub running: Option<&'a Running>,
    pub places: &'a Places,
}

impl Builds {
    /// What lasts over a change of the program: everything but the work at hand.
    pub fn carry_over(mut self) -> Builds {
        self.projects.iter_mut().for_each(|project| project.work = project::Work::default());
        Builds { guarded: None, drawn: Drawn::default(), ..self }
    }

    /// Begins a session: every open build starts with a look at the world, and the body is told anew what belongs to builds.
    pub fn begin(&mut self) {
        self.guarded = None;
        for project in &mut self.projects {
            project.work.chart = chart::Chart::default(); // nobody knows what happened meanwhile
            project.work.trusted.clear();
            if project.build.is_some() {
                project.look_again();
            }
        }
    }

    pub fn projects(&self) -> &[Project] {
        &self.projects
    }

    /// Whether a blueprint of this name can be built.
    pub fn knows(&self, name: &str) -> bool {
        building::shipped::packed(name).is_some() || self.plan(name).is_some()
    }

    fn plan(&self, name: &str) -> Option<&Packed> {
        let imported = self.imported.iter().find(|(known, _)| known == name).map(|(_, plan)| plan);
        imported
            .or_else(|| self.projects.iter().rev().find(|project| project.name == name).map(|project| &project.plan))
    }

    /// Keeps the blueprints that orders of this tick bring; what is damaged or too long is refused when the order is answered.
    pub fn receive(&mut self, commands: &[Command]) {
        for command in commands {
            let Order::Build { name, blueprint: Some(bytes), .. } = &command.order else { continue };
            let Ok(blueprint) = unpack(bytes) else { continue };
            self.imported.retain(|(known, _)| known != name);
            if self.imported.len() >= IMPORTED_MAX {
                self.imported.remove(0);
            }
            self.imported.push((name.clone(), Packed::of(&blueprint)));
        }
    }

    /// What a handed-in blueprint turned out to be.
    pub fn imported(name: &str, bytes: &[u8]) -> Imported {
        match unpack(bytes) {
            _ if name.is_empty() || name.len() > NAME_BYTES_MAX => Imported::BadName { max: NAME_BYTES_MAX as u32 },
            Ok(_) => Imported::Taken,
            Err(building::pack::PackError::TooLong(bytes)) => Imported::TooLong { bytes: bytes as u64 },
            Err(building::pack::PackError::Damaged) => Imported::Damaged,
        }
    }

    /// What the build of a task wants now.
    pub fn want(&self, task: TaskId) -> &Want {
        const THINK: &Want = &Want::Think;
        self.of(task).map_or(THINK, |project| &project.work.want)
    }

    pub fn of(&self, task: TaskId) -> Option<&Project> {
        self.projects.iter().find(|project| project.task == Some(task))
    }

    /// What the open builds still take of an item. `own` is left out: its materials are fetched for it.
    pub fn reserved(&self, item: ItemId, own: Option<u32>) -> u32 {
        let open = self.projects.iter().filter(|project| project.task.is_some() && Some(project.number) != own);
        open.map(|project| project.need.count(item)).fold(0, u32::saturating_add)
    }

    /// The nearest bed in a finished house, within this many blocks.
    pub fn bed_near(&self, at: BlockPos, blocks: u64) -> Option<BlockPos> {
        let beds = self.projects.iter().filter(|project| project.is_finished()).filter_map(|project| project.bed);
        beds.filter(|bed| bed.distance_squared(at) <= blocks * blocks)
            .min_by_key(|bed| (bed.distance_squared(at), *bed))
    }

    /// Whether there is a house with a bed, or one is being built.
    pub fn has_home(&self) -> bool {
        let is_home = |project: &Project| project.task.is_some() || (project.is_finished() && project.bed.is_some());
        self.projects.iter().any(is_home)
    }

    /// Whether a cell belongs to a build.
    pub fn guards(&self, at: BlockPos) -> bool {
        self.projects.iter().filter_map(Project::guarded).any(|cells| cells.holds(at))
    }

    /// Takes the answer to a scan.
    pub fn learn(&mut self, asked: &Asked, answer: &Answer) {
        let Query::Region { min, max } = asked.query else { return };
        for project in self.projects.iter_mut().filter(|project| project.task.is_some()) {
            if let Answer::Region { min, max, states } = answer {
                let span = Span { min: *min, max: *max };
                if span.cells() == states.len() as u64 && project.work.chart.span().is_some_and(|own| own.meets(span)) {
                    let rows = (min.y..=max.y).flat_map(|y| (min.z..=max.z).map(move |z| (y, z)));
                    let cells = rows.flat_map(|(y, z)| (min.x..=max.x).map(move |x| BlockPos::new(x, y, z)));
                    // A cell that is out of sight now stays what it was when it was seen in this session.
                    let seen = cells.zip(states).filter(|(_, state)| state.is_some());
                    seen.for_each(|(at, state)| project.work.chart.put(at, *state));
                }
            }
            if project.task == Some(asked.task)
                && let Stage::Viewing(left) | Stage::Looking { left, .. } = &mut project.work.stage
            {
                left.retain(|span| (span.min, span.max) != (min, max));
            }
        }
    }

    /// Takes an ended action: what its receipt shows, and whether it was a visit or a walk of a build.
    pub fn note(&mut self, ended: &Ended, now: Tick) {
        for project in &mut self.projects {
            for (at, state) in &ended.receipt.blocks {
                project.work.chart.put(*at, gamedata::states::numbered(u32::from(state.0)));
            }
            if project.task.is_none() || project.task != ended.running.task {
                continue;
            }
            match &ended.running.action {
                Action::Build { .. } => project.visited(&ended.end, !ended.receipt.blocks.is_empty(), now),
                Action::GoTo { .. } => project.work.arrived = true,
                _ => {}
            }
        }
    }

    /// Gives open tasks their builds, advances the one whose turn it is, and tells the body which cells belong to builds.
    pub fn advance(&mut self, now: Now<'_>, agenda: &mut Agenda, turn: &mut Turn<'_>) {
        self.release(agenda, turn);
        self.attach(agenda, turn.now());
        let turn_of = |project: &Project| {
            let task = agenda.tasks().get(project.task?)?;
            is_runnable(task.status()).then_some((task.status() != Status::Active, task.id(), project.number))
        };
        if let Some((_, task, number)) = self.projects.iter().filter_map(turn_of).min() {
            self.advance_one((task, number), now, agenda, turn);
        }
        let boxes: Vec<Guarded> = self.projects.iter().rev().filter_map(Project::guarded).take(GUARDED_MAX).collect();
        if self.guarded.as_ref() != Some(&boxes) {
            if self.guarded.is_some() || !boxes.is_empty() {
                turn.effects.push(Effect::Guard(boxes.clone()));
            }
            self.guarded = Some(boxes);
        }
    }

    /// Builds whose task has ended have none any more. One that waited for materials has failed with it.
    fn release(&mut self, agenda: &Agenda, turn: &mut Turn<'_>) {
        for project in &mut self.projects {
            let Some(task) = project.task.filter(|task| !agenda.tasks().is_open(*task)) else { continue };
            project.task = None;
            let failed = agenda.tasks().get(task).is_some_and(|task| matches!(task.status(), Status::Failed { .. }));
            let waited = |build: &building::Build| matches!(build.phase, Phase::AwaitingMaterials(_));
            if let Some(build) = project.build.as_mut().filter(|build| waited(build)) {
                let event = if failed { Some(build.end(End::Materials)) } else { None };
                build.phase = if failed { Phase::Ended(End::Materials) } else { Phase::Building };
                tell(project, Some(task), event, turn);
            }
            project.work = project::Work::default();
        }
        let in_use =
            |number: &u32| self.projects.iter().any(|project| project.number == *number && project.task.is_some());
        self.drawn.0.retain(|(number, _)| in_use(number));
    }

    /// Gives each open task of the goal `build` its build: an unfinished one of the same name and site, or a new one.
    fn attach(&mut self, agenda: &Agenda, now: Tick) {
        let _ = now;
        for task in agenda.tasks().open() {
            let Goal::Build(goal) = task.goal() else { continue };
            if self.of(task.id()).is_some() {
                continue;
            }
            let fits = |project: &&mut Project| {
                let same_place = goal.at.is_none() || goal.at == project.at;
                project.task.is_none() && !project.is_finished() && project.name == goal.name && same_place
            };
            if let Some(project) = self.projects.iter_mut().rev().find(fits) {
                if project.is_ended() {
                    project.take_up_again();
                }
                project.task = Some(task.id());
                project.look_again();
                continue;
            }
            self.begin_one(goal, task.id());
        }
    }

    fn begin_one(&mut self, goal: &Build, task: TaskId) {
        if self.projects.len() >= PROJECTS_MAX {
            let over = |project: &Project| project.task.is_none();
            let Some(oldest) = self.projects.iter().position(over) else { return };
            self.projects.remove(oldest);
        }
        let shipped = || building::shipped(&goal.name).map(|blueprint| Packed::of(&blueprint));
        let plan = self.plan(&goal.name).cloned().or_else(shipped).unwrap_or_default();
        self.imported.retain(|(name, _)| *name != goal.name);
        self.numbers += 1;
        self.projects.push(Project {
            number: self.numbers,
            name: goal.name.clone(),
            plan,
            near: goal.near,
            at: goal.at,
            facing: goal.facing,
            task: Some(task),
            ..Project::default()
        });
    }

    fn advance_one(&mut self, (task, number): (TaskId, u32), now: Now<'_>, agenda: &mut Agenda, turn: &mut Turn<'_>) {
        let others: Vec<Guarded> =
            self.projects.iter().filter(|other| other.number != number).filter_map(Project::guarded).collect();
        let Some(project) = self.projects.iter_mut().find(|project| project.number == number) else { return };
        if !self.drawn.0.iter().any(|(drawn, _)| *drawn == number) {
            let Ok(blueprint) = project.plan.open() else {
                project.work.want = Want::Stop(Stop::NoBlueprint);
                return;
            };
            self.drawn.0.push((number, Box::new(blueprint)));
        }
        let Some((_, blueprint)) = self.drawn.0.iter().find(|(drawn, _)| *drawn == number) else { return };
        let visits = now
            .running
            .is_some_and(|running| running.task == Some(task) && matches!(running.action, Action::Build { .. }));
        let stations = stations(now.places, now.at);
        let Now { at, bag, free_slots, .. } = now;
        let scene = Scene { now: turn.now(), at, bag, free_slots, visits, others: &others, stations: &stations };
        let mut events = Vec::new();
        project.work.want = project.advance(blueprint, &scene, &mut events);
        if project.work.want == Want::Finished {
            agenda.pursuit(task).built = true;
        }
        tell(project, Some(task), events, turn);
    }
}

/// Publishes and traces what has happened to a build.
fn tell(project: &Project, task: Option<TaskId>, events: impl IntoIterator<Item = BuildEvent>, turn: &mut Turn<'_>) {
    for event in events {
        let key = project.build.as_ref().map(building::Build::key);
        let site = project.site();
        let news = BuildNews { task, number: project.number, name: project.name.clone(), key, site, event };
        turn.trace(Event::Build(Box::new(news.clone())));
        turn.effects.push(Effect::Publish(Publication::Build(Box::new(news))));
    }
}

/// The stations that the agent remembers, of the kinds that a build uses.
fn stations(places: &Places, at: BlockPos) -> Vec<(StationKind, BlockPos)> {
    let of_kind = |kind: StationKind| {
        let known = vocab::Station::named(kind.name()).map(|station| places.stations(station, at));
        known.into_iter().flatten().map(move |station| (kind, station.at))
    };
    StationKind::ALL.into_iter().flat_map(of_kind).collect()
}
