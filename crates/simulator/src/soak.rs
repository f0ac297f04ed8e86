//! The agency soak: a life of hours on a scripted body with a stub of a language model, and the figures that it must meet.

use crate::block;
use crate::scripted::Scripted;
use crate::simulation::Simulation;
use crate::stage::{Stage, seen};
use crate::stub_model::StubModel;
use driver::Go;
use mind::effect::Publication;
use mind::thinking::{Counters, Fate, Thinking};
use mind::trace::Event;
use mind::{Config, Effect, Mind};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use tasks::{Status, TaskId, Who, stall};
use vocab::digest::encode;
use vocab::senses::GameMode;
use vocab::tick::TICKS_PER_MIND_TICK;

pub const HOUR_TICKS: u64 = 72_000;
/// In a soak test the body loses half a drumstick every this many game ticks.
const HUNGER_TICKS: u64 = 1_200;
/// Every this many game ticks the wood of a soak test is planted anew and far blocks are forgotten, so that the stage
/// stays small.
const GARDEN_TICKS: u64 = 400;
const GARDEN_BLOCKS: u64 = 40;

/// What a soak test measured. Everything that must not happen is counted.
#[derive(Debug, Default)]
pub struct Soaked {
    pub ticks: u64,
    pub counters: Counters,
    /// How many tasks were made while another one with the same goal key was open.
    pub duplicates: u64,
    /// How many tasks came from thoughts that were not eligible, or whose thought is not known.
    pub ineligible: u64,
    /// How many tasks came from thoughts whose goal key begins with a word that is no action and no need of the body.
    pub unknown_actions: u64,
    /// How many tasks neither ended nor made progress nor have a stall class.
    pub unexplained: u64,
    /// The most calls of the language model in any span of an hour.
    pub calls_per_hour_max: u64,
    /// The size in bytes of the encoded mind, and of its thoughts, after each hour.
    pub bytes: Vec<(u64, u64)>,
    /// How many tasks came from thoughts of the language model, and how they ended.
    pub from_thoughts: u64,
    pub done: u64,
    pub failed: u64,
    /// Goals that thoughts named and that were not done, counted by goal and how it ended.
    pub undone: BTreeMap<String, u64>,
    pub deaths: u32,
    pub drive_tasks: u64,
    /// How many changes in the state of the language model were traced.
    pub model_changes: u64,
    pub broadcast: u64,
    /// Ended tasks by stall class, and open ones that are stalled at the end of the soak test.
    pub stalls: BTreeMap<String, u64>,
}

/// Goals (in words) that the body of a soak test can do.
pub const GOOD_GOALS: &[&str] = &[
    "collect dirt 4",
    "craft stick 4",
    "explore nearby 32",
    "collect birch_log 2",
    "craft birch_planks 4",
    "mine cobblestone 3",
];

/// By how many percent the encoded thoughts grew after the first hour of a soak test.
pub fn growth_percent(soaked: &Soaked) -> u64 {
    let Some(((_, first), later)) = soaked.bytes.split_first() else { return 0 };
    let most = later.iter().map(|(_, thoughts)| *thoughts).max().unwrap_or(*first);
    most.saturating_sub(*first) * 100 / first.max(&1)
}

/// Settings of thinking for a soak test with a language model.
pub fn thinking() -> Thinking {
    Thinking { model: true, ..Thinking::default() }
}

/// A body for soak tests: it can do every action, in a wood that never ends, with ore below and a cow always in sight. It
/// becomes hungry. Diamonds are among the ore: without any, the agent would search for them for the whole soak far below
/// the garden, and its furnace there and the goals of the model above would take turns calling it back.
pub fn garden() -> Scripted {
    let mut cows = 0;
    Scripted::new(Stage::default().with_wood_and_ore()).with_all_rules().each_tick(move |stage| {
        if stage.tick.0 % HUNGER_TICKS == HUNGER_TICKS - TICKS_PER_MIND_TICK
            && let Some(vitals) = stage.vitals.as_mut().filter(|vitals| vitals.mode == GameMode::Survival)
        {
            vitals.food = vitals.food.saturating_sub(1);
        }
        if stage.tick.0 % GARDEN_TICKS == 0 {
            plant(stage);
        }
        let near = stage.at;
        stage.creatures.retain(|creature| creature.at.block().distance_squared(near) <= 24 * 24);
        if stage.creatures.is_empty() {
            cows += 1;
            stage.creatures.push(seen("cow", near.offset(9, 0, 2), 1_000 + cows));
        }
    })
}

/// Forgets blocks of the stage that are far from the body, and plants trees and ore around it.
fn plant(stage: &mut Stage) {
    let at = stage.at;
    let is_near = |place: vocab::BlockPos| {
        let (x, z) = (u64::from(place.x.abs_diff(at.x)), u64::from(place.z.abs_diff(at.z)));
        x.max(z) <= GARDEN_BLOCKS
    };
    stage.cells.retain(|place, _| is_near(*place));
    let (x, z) = (at.x.div_euclid(12) * 12, at.z.div_euclid(12) * 12);
    for (x, z) in [(x - 12, z), (x + 12, z), (x, z - 12), (x, z + 12)] {
        let tree = [64, 65, 66].map(|y| (3, 4, y, "birch_log"));
        let ore = [(0, 0, 58, "coal_ore"), (1, 0, 57, "iron_ore"), (2, 0, 56, "diamond_ore")];
        for (dx, dz, y, name) in tree.into_iter().chain(ore) {
            stage.cells.insert(vocab::BlockPos::new(x + dx, y, z + dz), block(name));
        }
    }
}

/// Runs an agent for this many game ticks with this language model, and returns what was counted.
pub fn soak(settings: Thinking, model: StubModel, ticks: u64) -> Soaked {
    soak_on(garden(), settings, model, ticks)
}

/// Runs an agent on this body for this many game ticks with this language model, and returns what was counted.
pub fn soak_on(body: Scripted, settings: Thinking, model: StubModel, ticks: u64) -> Soaked {
    let mind = Mind::new(Config { thinking: settings, ..Config::default() });
    let mut simulation = Simulation::with_thinker(mind, body, model).forgetting();
    let mut watch = Watch::default();
    let mut left = ticks;
    while left > 0 {
        let part = left.min(HOUR_TICKS);
        left -= part;
        simulation.run(part / TICKS_PER_MIND_TICK, |moment, body| {
            watch.take(moment.input.tick.0, moment.effects);
            body.acted.clear();
            body.cancelled.clear();
            Go::On
        });
        let mind = simulation.mind();
        watch.soaked.bytes.push((encode(mind).len() as u64, encode(mind.thoughts()).len() as u64));
    }
    watch.finish(simulation.mind())
}

#[derive(Debug, Default)]
struct Watch {
    soaked: Soaked,
    open: BTreeMap<TaskId, String>,
    /// Open tasks that came from thoughts, with their goal keys.
    of_thoughts: BTreeMap<TaskId, String>,
    /// Tasks that came from thoughts or drive ticks in this tick and whose thought was not traced yet: the task is made
    /// before its thought is traced.
    waiting: BTreeSet<TaskId>,
    calls: VecDeque<u64>,
}

impl Watch {
    fn take(&mut self, tick: u64, effects: &[Effect]) {
        for effect in effects {
            match effect {
                Effect::Think { .. } => {
                    self.calls.push_back(tick);
                    while self.calls.front().is_some_and(|first| tick - first >= HOUR_TICKS) {
                        self.calls.pop_front();
                    }
                    self.soaked.calls_per_hour_max = self.soaked.calls_per_hour_max.max(self.calls.len() as u64);
                }
                Effect::Publish(Publication::Thought(_)) => self.soaked.broadcast += 1,
                Effect::Trace(trace) => self.note(&trace.event),
                _ => {}
            }
        }
        // Every task that came from a thought was named by its thought in the same tick; those left over count as
        // ineligible.
        self.soaked.ineligible += self.waiting.len() as u64;
        self.waiting.clear();
    }

    fn note(&mut self, event: &Event) {
        let soaked = &mut self.soaked;
        match event {
            Event::TaskCreated { task, key, origin, .. } => {
                soaked.duplicates += u64::from(self.open.values().any(|open| open == key.as_str()));
                self.open.insert(*task, key.to_string());
                match origin.who() {
                    Who::Thought => {
                        soaked.from_thoughts += 1;
                        let known = agency::GoalAction::named(key.action()).is_some() || key.action() == "upkeep";
                        soaked.unknown_actions += u64::from(!known || key.target().is_empty());
                        self.of_thoughts.insert(*task, key.to_string());
                        self.waiting.insert(*task);
                    }
                    Who::Drive => {
                        soaked.drive_tasks += 1;
                        self.waiting.insert(*task);
                    }
                    _ => {}
                }
            }
            Event::Thought(recorded) => {
                if let Fate::Task { task } = recorded.fate
                    && self.waiting.remove(&task)
                {
                    soaked.ineligible += u64::from(!recorded.thought.convert_eligible || recorded.thought.fallback);
                }
            }
            Event::TaskChanged { task, to, .. } if to.is_final() => {
                self.open.remove(task);
                if let Some(key) = self.of_thoughts.remove(task) {
                    if *to != Status::Done {
                        *soaked.undone.entry(format!("{key} {to:?}")).or_default() += 1;
                    }
                    soaked.done += u64::from(*to == Status::Done);
                    soaked.failed += u64::from(matches!(to, Status::Failed { .. }));
                }
            }
            Event::Model { .. } => soaked.model_changes += 1,
            Event::Died { .. } => soaked.deaths += 1,
            _ => {}
        }
    }

    fn finish(mut self, mind: &Mind) -> Soaked {
        let report = mind.report();
        self.soaked.ticks = mind.tick().0;
        self.soaked.counters = report.agency;
        self.soaked.stalls = report.stalls;
        for task in mind.tasks().iter() {
            let progresses =
                mind.tick().since(task.progress().changed_at) <= tasks::store::STUCK_TICKS || task.progress().done > 0;
            let class = stall::class_of(task, mind.tick(), true);
            let explained = task.status().is_final() || class.is_some() || progresses;
            self.soaked.unexplained += u64::from(!explained);
        }
        for (class, count) in report.stalled {
            *self.soaked.stalls.entry(class).or_default() += count;
        }
        self.soaked
    }
}
