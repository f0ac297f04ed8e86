//! The JSON of `/v1`, as `docs/formats.md` describes it. Server and client share these types.

mod panels;

pub use panels::{
    Bar, Blueprints, BuildNews, Builds, Cause, Deed, Fact, Health, Later, Line, Memory, Metric, News, Past, Plan,
    Sketch, SketchModule, Span, Speed, StepTimes, Talk, Track, Tracks, Trail, Upkeep, UpkeepAction, Why,
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The answer to `GET /v1/status`: what the agent does and why, its health and food.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Status {
    /// The version of stead that is running.
    pub version: String,
    pub seed: u64,
    /// How fast time passes: `1×` is real time.
    pub speed: String,
    pub tick: u64,
    /// The day of the game, counted from one, by sunrises.
    pub day: u64,
    /// The tick of the game's day; `null` before the first tick of a run.
    pub time_of_day: Option<u16>,
    /// The connection to the world: `present`, `waiting` or `gone`.
    pub link: String,
    /// Why the run stands still; `null` while it goes on.
    pub trouble: Option<String>,
    pub paused: bool,
    /// Which part of the mind controls the body: `reflex`, `upkeep`, `task` or `idle`.
    pub controller: Option<String>,
    pub doing: String,
    pub why: String,
    /// The id of the running action, such as `A45`.
    pub action_id: Option<String>,
    /// The progress of the running action.
    pub action: Option<Progress>,
    pub task: Option<Working>,
    /// The agent's health in half hearts; `null` while the world has not reported it.
    pub health: Option<u8>,
    /// The agent's food in half drumsticks; `null` while the world has not reported it.
    pub food: Option<u8>,
    pub at: Option<[i32; 3]>,
    pub bag: BTreeMap<String, u32>,
    /// The game tick at which each milestone was reached.
    pub milestones: BTreeMap<String, u64>,
    pub deaths: u32,
    pub items_seen: u32,
    pub tasks: TaskCounts,
}

/// How much of the running action is done, and its total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Progress {
    pub done: u32,
    pub of: u32,
}

/// The task that controls the agent's body.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Working {
    pub id: String,
    pub key: String,
    pub done: u32,
    pub of: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TaskCounts {
    pub created: u64,
    pub completed: u64,
    pub failed: u64,
    pub cancelled: u64,
    pub open: u64,
}

/// The answer to `GET /v1/tasks`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tasks {
    pub tick: u64,
    /// The tasks that have not ended, oldest first.
    pub open: Vec<Task>,
    /// The last tasks that ended, latest first.
    pub ended: Vec<Task>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Task {
    /// The id of the task, such as `T12`.
    pub id: String,
    pub key: String,
    /// What must be true when the task is done, in words.
    pub goal: String,
    pub origin: Origin,
    /// The priority of the task: `normal`, `high` or `now`.
    pub priority: String,
    /// Which list the task is in: `task` or `upkeep`.
    pub lane: String,
    /// The task for which this task must be done first.
    pub parent: Option<String>,
    /// The status of the task: `pending`, `active`, `blocked`, `done`, `failed` or `cancelled`.
    pub status: String,
    /// For a failed task the class of its stall, for a cancelled one the reason, for a blocked one what it waits for.
    pub detail: Option<String>,
    /// Why the task has this status, in words.
    pub why: String,
    /// The tick at which the task got this status.
    pub changed: u64,
    pub progress: Option<Progress>,
}

/// Who asked for a task, why, and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Origin {
    /// Who asked for the task: `drive`, `upkeep`, `user`, `thought` or `task`.
    pub who: String,
    pub why: String,
    pub tick: u64,
}

/// The answer to `GET /v1/counters`: counts of this session, which is one start of the program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Counters {
    pub tick: u64,
    pub uptime_minutes: u64,
    pub counters: BTreeMap<String, u64>,
    /// The counters as the line that is logged once a minute.
    pub line: String,
}

/// The answer to `GET /v1/thoughts`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Thoughts {
    pub tick: u64,
    /// The state of the language model and its budget, in words.
    pub model: String,
    pub budget: Budget,
    /// The agent's last thoughts, latest first.
    pub thoughts: Vec<Thought>,
}

/// How much of the language model's budget is used, counted in game time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Budget {
    pub calls_this_hour: u32,
    pub calls_per_hour: u32,
    pub tokens_this_day: u64,
    pub tokens_per_day: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Thought {
    pub id: u64,
    pub tick: u64,
    pub text: String,
    /// What caused the thought: `delta`, `snapshot`, `drive`, `heartbeat`, `chat` or `legacy`.
    pub source: String,
    pub goal: Option<ThoughtGoal>,
    pub intent: Option<String>,
    pub intent_parse: Option<String>,
    /// How new the thought is: `low`, `medium` or `high`.
    pub novelty: String,
    pub convert_eligible: bool,
    pub tags: Vec<String>,
    /// Whether the thought is of low novelty, so that a program that wants only new ones can leave it out.
    pub fallback: bool,
    /// What became of the thought: `task`, `joined`, `managed`, `held`, `not_its_task` or `refused`.
    pub fate: String,
    /// The task that the thought became, joined or changed.
    pub task: Option<String>,
    /// What became of the thought, in words.
    pub became: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ThoughtGoal {
    pub action: String,
    pub target: String,
    pub amount: u32,
    pub target_id: Option<String>,
    /// How the goal was found: `drive-tick` or `goal-tag`.
    pub source: String,
}

/// The answer to `POST /v1/thoughts`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Noted {
    pub command: u64,
    pub thought: Thought,
    /// The fields of the sent thought that were not read.
    pub dropped: Vec<Dropped>,
    /// `convert_eligible` was sent, but the settings do not allow it to count.
    pub eligibility_ignored: bool,
    /// The answer in words.
    pub said: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Dropped {
    pub key: String,
    /// Whether the agent computes this field itself.
    pub rebuilt: bool,
}

/// The answer to an order, such as a goal or a line of chat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The number of the order in the agent's journal.
    pub command: u64,
    /// What became of the order: `taken`, `joined`, `managed`, `done`, or `said` for a line of chat.
    pub answer: String,
    pub task: Option<String>,
    /// The answer in words. For a line of chat it is the agent's reply, one sentence a line, and empty if the line
    /// was not for the agent.
    pub said: String,
}

/// The body of any answer with an error status.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Failure {
    pub error: Fault,
}

/// What is wrong with the request, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fault {
    /// A single word for the error, for programs.
    pub code: String,
    pub what: String,
    /// What the user can do about the error.
    #[serde(rename = "do")]
    pub way_out: String,
}

/// The body of `POST /v1/say`: a line of chat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object with who, text and at")]
pub struct Say {
    /// The name of the speaker.
    pub who: String,
    pub text: String,
    /// The block position of the speaker; without it the last known one is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<[i32; 3]>,
}

/// The body of `POST /v1/goal`: a goal for the agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object with action, target and amount")]
pub struct Goal {
    /// One of the sixteen actions, such as `collect`, `craft` or `explore`.
    pub action: String,
    /// A name of the game, such as `oak_log`, or for some actions a place.
    pub target: String,
    /// How many, 1 to 4096.
    #[serde(default = "one")]
    pub amount: u32,
}

/// The body of `POST /v1/builds`: a structure to build.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object with name, blueprint, at and facing")]
pub struct Build {
    /// The name of a blueprint that the agent knows, or of the one that comes along.
    pub name: String,
    /// A packed blueprint in hexadecimal digits, as `stead build FILE` sends it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blueprint: Option<String>,
    /// Where the corner with the smallest x and z shall be, at the height of the feet of somebody who stands there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<[i32; 3]>,
    /// The side that the front looks to: north, east, south or west.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<String>,
}

fn one() -> u32 {
    1
}

/// The body of `POST /v1/cancel`: the task to cancel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object with task")]
pub struct Cancel {
    /// The id of the task, such as `T12`.
    pub task: String,
}
