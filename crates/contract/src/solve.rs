//! `mc-temporal-v1`: planning requests and answers as JSON.
//!
//! Unknown fields are refused, except those for people and scorers (`description`, `expect`, …), which are ignored.

mod raw;
pub mod temporal;

use crate::fields::{counts, list, whole};
use crate::{plain, suggest};
use planner::plan::{Act, Solution, Unsolved};
use planner::rule::{BadRequest, Draft, DraftOp, DraftProcess, DraftSlot, Kind};
use planner::{Objective, Problem, Reason};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The only supported format of planning requests.
pub const FORMAT: &str = "mc-temporal-v1";
/// The longest planning request that is read: enough for some hundred thousand rules.
pub const REQUEST_BYTES_MAX: usize = 64 << 20;

/// The text of a planning request, and where it comes from.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    pub text: &'a str,
    /// The input line on which the request's text begins, counted from 1. Line numbers in errors count from there.
    pub first_line: usize,
}

impl<'a> From<&'a str> for Source<'a> {
    fn from(text: &'a str) -> Source<'a> {
        Source { text, first_line: 1 }
    }
}

impl Source<'_> {
    fn read<T: DeserializeOwned>(self) -> Result<T, BadRequest> {
        plain::read_object(self.text.as_bytes()).map_err(|mut misread| {
            if misread.line > 0 {
                misread.line += self.first_line.saturating_sub(1);
            }
            BadRequest { at: misread.at(), what: misread.what }
        })
    }
}

/// A planning request as it is sent in JSON.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
#[expect(dead_code, reason = "fields for people and scorers are accepted and ignored")]
pub struct Request {
    pub format: String,
    #[serde(default)]
    pub id: Option<serde_json::Value>,
    #[serde(default)]
    description: IgnoredAny,
    #[serde(default)]
    data: IgnoredAny,
    #[serde(default)]
    items: IgnoredAny,
    #[serde(default)]
    op_topo_order: IgnoredAny,
    #[serde(default)]
    expect: IgnoredAny,
    #[serde(deserialize_with = "whole")]
    pub bucket_ticks: u64,
    #[serde(deserialize_with = "whole")]
    pub horizon_ticks: u64,
    #[serde(deserialize_with = "whole")]
    pub max_slot_wait_ticks: u64,
    #[serde(deserialize_with = "counts")]
    pub inventory: BTreeMap<String, u64>,
    #[serde(deserialize_with = "counts")]
    pub goal: BTreeMap<String, u64>,
    #[serde(deserialize_with = "list")]
    pub stations: Vec<Station>,
    #[serde(deserialize_with = "counts")]
    pub max_stations: BTreeMap<String, u64>,
    #[serde(deserialize_with = "counts")]
    pub fuels: BTreeMap<String, u64>,
    #[serde(deserialize_with = "list")]
    pub ops: Vec<Op>,
    #[serde(deserialize_with = "list")]
    pub processes: Vec<Process>,
}

/// An existing station (such as a furnace) in a planning request.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Station {
    pub id: String,
    #[serde(rename = "type")]
    pub station: String,
    #[serde(deserialize_with = "whole")]
    pub ready_at: u64,
}

/// An operation that the agent itself does (craft, gather, place), in a planning request.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Op {
    pub id: String,
    pub kind: OpKind,
    #[serde(deserialize_with = "whole")]
    pub ticks: u64,
    #[serde(deserialize_with = "whole")]
    pub cost: u64,
    #[serde(rename = "in", deserialize_with = "counts")]
    pub inputs: BTreeMap<String, u64>,
    #[serde(rename = "out", deserialize_with = "counts")]
    pub outputs: BTreeMap<String, u64>,
    #[serde(default, deserialize_with = "list")]
    pub tools_any: Vec<String>,
    #[serde(default)]
    pub station: Option<String>,
    #[serde(default)]
    pub places: Option<String>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpKind {
    Craft,
    Gather,
    Place,
}

/// What a station does once loaded, in a planning request.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Process {
    pub id: String,
    pub station: String,
    #[serde(rename = "in")]
    pub input: String,
    #[serde(rename = "out")]
    pub output: String,
    #[serde(deserialize_with = "whole")]
    pub ticks_per_item: u64,
    #[serde(deserialize_with = "whole")]
    pub max_batch: u64,
    #[serde(deserialize_with = "whole")]
    pub fuel_per_item: u64,
    #[serde(deserialize_with = "whole")]
    pub load_ticks: u64,
    #[serde(deserialize_with = "whole")]
    pub load_cost: u64,
}

impl Request {
    /// Reads one planning request.
    pub fn parse<'a>(source: impl Into<Source<'a>>) -> Result<Request, BadRequest> {
        let source = source.into();
        if source.text.len() > REQUEST_BYTES_MAX {
            let what = format!("longer than {REQUEST_BYTES_MAX} bytes; send a smaller request");
            return Err(BadRequest { at: "request".into(), what });
        }
        let request: Request = source.read()?;
        if request.format != FORMAT {
            let what = format!("{:?} is not supported; write {FORMAT:?}", request.format);
            return Err(BadRequest { at: "format".into(), what });
        }
        Ok(request)
    }

    /// Converts the JSON request for the planner.
    pub fn draft(self) -> Draft {
        Draft {
            bucket_ticks: self.bucket_ticks,
            horizon_ticks: self.horizon_ticks,
            wait_ticks_max: self.max_slot_wait_ticks,
            inventory: self.inventory,
            goal: self.goal,
            slots: (self.stations.into_iter())
                .map(|slot| DraftSlot { id: slot.id, station: slot.station, ready_at: slot.ready_at })
                .collect(),
            stations_max: self.max_stations,
            fuels: self.fuels,
            ops: self.ops.into_iter().map(Op::draft).collect(),
            processes: self.processes.into_iter().map(Process::draft).collect(),
        }
    }
}

impl Op {
    fn draft(self) -> DraftOp {
        DraftOp {
            id: self.id,
            kind: match self.kind {
                OpKind::Craft => Kind::Craft,
                OpKind::Gather => Kind::Gather,
                OpKind::Place => Kind::Place,
            },
            ticks: self.ticks,
            cost: self.cost,
            inputs: self.inputs,
            outputs: self.outputs,
            tools_any: self.tools_any,
            station: self.station,
            places: self.places,
        }
    }
}

impl Process {
    fn draft(self) -> DraftProcess {
        DraftProcess {
            id: self.id,
            station: self.station,
            input: self.input,
            output: self.output,
            ticks_per_item: self.ticks_per_item,
            batch_max: self.max_batch,
            fuel_per_item: self.fuel_per_item,
            load_ticks: self.load_ticks,
            load_cost: self.load_cost,
        }
    }
}

/// The planner's answer to a request, as JSON.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<serde_json::Value>,
    #[serde(flatten)]
    pub outcome: Outcome,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum Outcome {
    Solved(Solved),
    Unsolved {
        reason: &'static str,
        detail: String,
        /// The smallest change that would make the request solvable, in words.
        #[serde(skip_serializing_if = "String::is_empty")]
        way_out: String,
    },
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Solved {
    pub optimal: bool,
    pub objective: u64,
    pub bound: u64,
    pub action_cost: u64,
    pub makespan_ticks: u64,
    pub steps: Vec<AnswerStep>,
    pub explored: u64,
    pub digest: String,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AnswerStep {
    pub seq: usize,
    pub start: u64,
    pub end: u64,
    #[serde(flatten)]
    pub act: StepAct,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum StepAct {
    Op { op: String, n: u64 },
    Load { process: String, slot: String, n: u64, fuel: Option<String>, fuel_n: u64, ready: u64 },
}

impl Answer {
    pub fn solved(id: Option<serde_json::Value>, problem: &Problem, solution: &Solution) -> Answer {
        let steps = (solution.plan.steps.iter().enumerate())
            .map(|(seq, step)| AnswerStep { seq, start: step.start, end: step.end, act: named(problem, &step.act) })
            .collect();
        Answer {
            id,
            outcome: Outcome::Solved(Solved {
                optimal: solution.optimal(),
                objective: solution.value,
                bound: solution.bound,
                action_cost: solution.plan.action_cost,
                makespan_ticks: solution.plan.makespan_ticks,
                steps,
                explored: solution.explored,
                digest: solution.plan.digest(problem).to_string(),
            }),
        }
    }

    pub fn unsolved(id: Option<serde_json::Value>, unsolved: &Unsolved) -> Answer {
        let (reason, way_out) = (unsolved.reason.name(), unsolved.way_out.clone());
        Answer { id, outcome: Outcome::Unsolved { reason, detail: unsolved.detail.clone(), way_out } }
    }

    pub fn bad(id: Option<serde_json::Value>, bad: &BadRequest) -> Answer {
        let (reason, detail) = (Reason::BadRequest.name(), bad.to_string());
        Answer { id, outcome: Outcome::Unsolved { reason, detail, way_out: String::new() } }
    }
}

fn named(problem: &Problem, act: &Act) -> StepAct {
    match act {
        Act::Op { op, times } => StepAct::Op { op: problem.ops[*op].id.clone(), n: *times },
        Act::Load { process, slot, count, fuel, fuel_count, ready } => StepAct::Load {
            process: problem.processes[*process].id.clone(),
            slot: slot.0.clone(),
            n: *count,
            fuel: fuel.map(|item| problem.items[item].clone()),
            fuel_n: *fuel_count,
            ready: *ready,
        },
    }
}

/// Reads, solves and answers one planning request in either format: a request with `rules` has the format of other bots
/// ([`temporal`]).
pub fn answer_any<'a>(
    source: impl Into<Source<'a>>,
    objective: Objective,
    limits: planner::Limits,
) -> (serde_json::Value, AnswerKind) {
    let mut source = source.into();
    source.text = plain::unmarked(source.text);
    let as_json = |value: serde_json::Result<serde_json::Value>| value.unwrap_or(serde_json::Value::Null);
    if source.text.len() <= REQUEST_BYTES_MAX && temporal::looks_like(source.text) {
        let (response, kind) = temporal::answer(source, objective, limits);
        return (as_json(serde_json::to_value(&response)), kind);
    }
    let (answer, kind) = answer_with_kind(source, objective, limits);
    (as_json(serde_json::to_value(&answer)), kind)
}

/// How a planning request was answered, for exit codes; worse kinds are greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AnswerKind {
    Solved,
    Unsolved,
    BadRequest,
}

/// Reads, solves and answers one planning request.
pub fn answer<'a>(source: impl Into<Source<'a>>, objective: Objective, limits: planner::Limits) -> Answer {
    answer_with_kind(source.into(), objective, limits).0
}

fn answer_with_kind(source: Source<'_>, objective: Objective, limits: planner::Limits) -> (Answer, AnswerKind) {
    let request = match Request::parse(source) {
        Ok(request) => request,
        Err(bad) => return (Answer::bad(id_of(source.text), &bad), AnswerKind::BadRequest),
    };
    let id = request.id.clone();
    let problem = match Problem::new(&request.draft()) {
        Ok(problem) => problem,
        Err(bad) => return (Answer::bad(id, &bad), AnswerKind::BadRequest),
    };
    match planner::solve(&problem, objective, limits) {
        Ok(solution) => (Answer::solved(id, &problem, &solution), AnswerKind::Solved),
        Err(unsolved) => {
            let mut unsolved = suggest::with_nearest_names(&problem, unsolved);
            if unsolved.reason == Reason::UnreachableItem {
                unsolved.detail = raw::raw_behind(&problem, unsolved.detail);
            }
            (Answer::unsolved(id, &unsolved), AnswerKind::Unsolved)
        }
    }
}

/// The `id` field of an invalid planning request, if it can be read, so that its answer can be matched.
fn id_of(text: &str) -> Option<serde_json::Value> {
    if text.len() > REQUEST_BYTES_MAX {
        return None;
    }
    serde_json::from_str::<serde_json::Value>(text).ok()?.get("id").cloned()
}
