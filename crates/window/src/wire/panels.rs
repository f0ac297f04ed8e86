//! The JSON of what only the page shows: plan, upkeep, creatures, memory, talk, trail, health.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The answer to `GET /v1/plan`: the temporal plan that the agent follows, with times in game ticks.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Plan {
    pub tick: u64,
    /// The task whose plan it is; `null` while there is no temporal plan.
    pub task: Option<String>,
    pub key: Option<String>,
    /// The tick at which the plan was made, and how long it was to take then.
    pub made: u64,
    pub makespan_ticks: u64,
    /// Who does something: first the agent, then each station.
    pub lanes: Vec<String>,
    /// What was done already, oldest first.
    pub past: Vec<Bar>,
    /// What is left, in order of its start.
    pub ahead: Vec<Bar>,
    /// How many further steps are left out.
    pub more: u32,
}

/// One row of the plan's chart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Bar {
    /// The number of its lane.
    pub lane: u32,
    pub what: String,
    /// The kind of step, such as `gather` or `smelt`; `makes` for the work of a station.
    pub kind: String,
    /// The item that it is about, if there is one.
    pub item: Option<String>,
    pub start: u64,
    pub end: u64,
    /// How much later it may end without the plan ending later; 0 on the critical path.
    pub slack: u64,
}

/// The answer to `GET /v1/upkeep`: what upkeep foresees of each metric.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Upkeep {
    /// The tick from which the courses count.
    pub tick: u64,
    pub horizon_ticks: u64,
    pub metrics: Vec<Metric>,
    /// What upkeep plans to do, in order of time.
    pub actions: Vec<UpkeepAction>,
    /// Metrics that the world has not reported.
    pub unknown: Vec<String>,
}

/// One metric and its course. Levels are in thousandths of a bucket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Metric {
    pub id: String,
    /// Whether a high level is the bad one.
    pub high_is_bad: bool,
    pub top: i64,
    pub warn_at: i64,
    pub critical_at: Option<i64>,
    /// Ticks until the thresholds are reached if nothing is done: 0 for overdue, `null` for not within the horizon.
    pub warn_in: Option<u64>,
    pub critical_in: Option<u64>,
    /// Points of ticks from now and level: if nothing is done, and with the plan (empty if it changes nothing).
    pub alone: Vec<(u64, i64)>,
    pub planned: Vec<(u64, i64)>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UpkeepAction {
    pub operator: String,
    /// The tick at which it is to begin.
    pub at: u64,
    pub restores: Vec<String>,
}

/// The answer to `GET /v1/tracks`: the creatures that the agent believes to be around it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Tracks {
    pub tick: u64,
    pub tracks: Vec<Track>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Track {
    pub id: String,
    pub kind: String,
    /// How sure the kind is, in tenths.
    pub sure: u8,
    pub at: [i32; 3],
    /// `visible`, `inferred` or `lost`.
    pub visibility: String,
    /// `none`, `low`, `medium`, `high` or `critical`.
    pub threat: String,
}

/// The answer to `GET /v1/memory`: what the agent remembers, the most useful first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Memory {
    pub tick: u64,
    pub facts: Vec<Fact>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fact {
    /// `home`, `station`, `chest`, `vein`, `field`, `death`, `person` or `day`.
    pub kind: String,
    pub at: Option<[i32; 3]>,
    /// The fact in words.
    pub what: String,
}

/// The answer to `GET /v1/talk`: what was said, and what happened.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Talk {
    pub tick: u64,
    /// The conversation, oldest line first.
    pub lines: Vec<Line>,
    /// Events of the agent's life, oldest first.
    pub news: Vec<News>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Line {
    pub tick: u64,
    /// Who said it; `null` for the agent.
    pub who: Option<String>,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct News {
    pub number: u64,
    pub tick: u64,
    pub day: u64,
    pub time_of_day: u16,
    /// The kind of event, such as `milestone`, `died` or `task_changed`.
    pub kind: String,
    pub text: String,
}

/// The answer to `GET /v1/trail`: where the agent has been lately, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Trail {
    pub tick: u64,
    /// Places as `[x, y, z]`.
    pub places: Vec<[i32; 3]>,
}

/// The answer to `GET /v1/builds`: what happened to builds lately, oldest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Builds {
    pub tick: u64,
    pub events: Vec<BuildNews>,
}

/// Something that happened to a build.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct BuildNews {
    pub tick: u64,
    /// The task that works on the build, such as `T12`.
    pub task: Option<String>,
    /// The number of the build.
    pub number: u32,
    /// The blueprint.
    pub name: String,
    /// Blueprint and site; `null` before the site is signed.
    pub build: Option<String>,
    /// `started`, `build_checkpoint`, `repaired`, `blocked`, `awaits_materials`, `resumed`, `finished` or `ended`.
    pub event: String,
    /// The fields of the event.
    pub about: serde_json::Value,
}

/// The answer to `GET /v1/health`: how the program is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Health {
    pub tick: u64,
    /// How long the mind's steps of this run took.
    pub mind_step: StepTimes,
    /// Bytes of the journal on the disk; `null` if it cannot be read.
    pub journal_bytes: Option<u64>,
    /// Pages and programs that listen to the stream of events.
    pub streams: u64,
    pub uptime_minutes: u64,
    pub counters: BTreeMap<String, u64>,
}

/// A histogram of step lengths in microseconds: `counts` has one number more than `bounds_us`, for what took longer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct StepTimes {
    pub bounds_us: Vec<u64>,
    pub counts: Vec<u64>,
    pub sum_us: u64,
    /// The bounds of the buckets that hold the median and the 99th percentile; `null` beyond the last bound.
    pub p50_us: Option<u64>,
    pub p99_us: Option<u64>,
}

/// The body of `POST /v1/speed`, and its answer: how fast time passes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object with speed")]
pub struct Speed {
    /// A whole number from 1 (real time) to 1000, or `max`.
    pub speed: String,
}

/// The answer to `GET /v1/span`: the ticks that the journal can show, for `GET /v1/past`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Span {
    /// `null` while nothing of the past can be shown.
    pub from: Option<u64>,
    pub to: Option<u64>,
}

/// The answer to `GET /v1/past?tick=N`: everything that the page shows, as it was at that tick.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Past {
    pub status: super::Status,
    pub tasks: super::Tasks,
    pub thoughts: super::Thoughts,
    pub plan: Plan,
    pub upkeep: Upkeep,
    pub tracks: Tracks,
    pub memory: Memory,
    pub talk: Talk,
    pub trail: Trail,
    pub builds: Builds,
    pub health: Health,
}

/// The answer to `GET /v1/blueprints`: what can be built, sent structures first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Blueprints {
    pub blueprints: Vec<Sketch>,
}

/// A structure that can be built; also the answer to `POST /v1/blueprints`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Sketch {
    pub name: String,
    pub about: String,
    /// Width (x), height (y) and length (z).
    pub size: [u32; 3],
    /// How many of the lowest layers lie in the ground.
    pub sunk: u32,
    /// The side of the entrance, as drawn.
    pub front: String,
    pub blocks: u64,
    /// How long placing takes with all materials at hand, in minutes of the game.
    pub minutes: u64,
    pub modules: Vec<SketchModule>,
    /// Cells of each block.
    pub materials: BTreeMap<String, u64>,
    /// Blocks that are left out because nobody can place them, or the game does not have them.
    pub left_out: BTreeMap<String, u64>,
    /// Whether somebody has sent it; sent ones are forgotten when the program ends.
    pub sent: bool,
}

/// A part of a structure that is built and verified by itself.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct SketchModule {
    pub id: String,
    /// The kind of module: `site`, `foundation`, `walls`, `features` or `roof`.
    pub kind: String,
    pub cells: u64,
    /// The modules that have to stand before.
    pub after: Vec<String>,
}

/// The answer to `GET /v1/why?of=T12`: why a task or an action came to be.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Why {
    /// The task or action that was asked about.
    pub subject: String,
    /// The ticks of the journal that were looked through.
    pub from: u64,
    pub to: u64,
    /// From the thing asked about to its first cause.
    pub chain: Vec<Cause>,
    /// The last actions done for a task, latest first; empty for an action.
    pub actions: Vec<Deed>,
}

/// A task or an action in a chain of reasons.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Cause {
    /// A task (`T12`) or an action (`A45`).
    pub subject: String,
    /// The tick at which it began.
    pub tick: u64,
    pub what: String,
    pub why: String,
    /// What became of it since, oldest first.
    pub then: Vec<Later>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Later {
    pub tick: u64,
    pub text: String,
}

/// An action done for a task.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Deed {
    /// The id of the action, such as `A45`.
    pub id: String,
    pub tick: u64,
    pub what: String,
}
