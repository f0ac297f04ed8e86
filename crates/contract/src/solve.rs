//! `mc-temporal-v1`: a planning request and its answer as JSON.
//!
//! Unknown fields are refused; those for people and scorers (`description`, `expect`, …) are accepted and ignored.

pub mod temporal;

use crate::counts::once_each;
use crate::plain;
use planner::plan::{Act, Solution, Unsolved};
use planner::rule::{BadRequest, Draft, DraftOp, DraftProcess, DraftSlot, Kind};
use planner::{Objective, Problem, Reason};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The one format there is.
pub const FORMAT: &str = "mc-temporal-v1";
/// Longest request that is read: some hundred thousand rules.
pub const REQUEST_BYTES_MAX: usize = 64 << 20;

/// A request.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
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
    pub bucket_ticks: u64,
    pub horizon_ticks: u64,
    pub max_slot_wait_ticks: u64,
    #[serde(deserialize_with = "once_each")]
    pub inventory: BTreeMap<String, u64>,
    #[serde(deserialize_with = "once_each")]
    pub goal: BTreeMap<String, u64>,
    pub stations: Vec<Station>,
    #[serde(deserialize_with = "once_each")]
    pub max_stations: BTreeMap<String, u64>,
    #[serde(deserialize_with = "once_each")]
    pub fuels: BTreeMap<String, u64>,
    pub ops: Vec<Op>,
    pub processes: Vec<Process>,
}

/// A slot that exists.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Station {
    pub id: String,
    #[serde(rename = "type")]
    pub station: String,
    pub ready_at: u64,
}

/// What the agent does itself.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Op {
    pub id: String,
    pub kind: OpKind,
    pub ticks: u64,
    pub cost: u64,
    #[serde(rename = "in", deserialize_with = "once_each")]
    pub inputs: BTreeMap<String, u64>,
    #[serde(rename = "out", deserialize_with = "once_each")]
    pub outputs: BTreeMap<String, u64>,
    #[serde(default)]
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

/// What a slot does.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Process {
    pub id: String,
    pub station: String,
    #[serde(rename = "in")]
    pub input: String,
    #[serde(rename = "out")]
    pub output: String,
    pub ticks_per_item: u64,
    pub max_batch: u64,
    pub fuel_per_item: u64,
    pub load_ticks: u64,
    pub load_cost: u64,
}

impl Request {
    /// Reads one request. The error says where.
    pub fn parse(text: &str) -> Result<Request, BadRequest> {
        if text.len() > REQUEST_BYTES_MAX {
            let what = format!("longer than {REQUEST_BYTES_MAX} bytes; ask for less at once");
            return Err(BadRequest { at: "request".into(), what });
        }
        let request: Request = serde_json::from_str(text).map_err(|error| BadRequest {
            at: plain::place(error.line(), error.column()),
            what: plain::words(&error),
        })?;
        if request.format != FORMAT {
            let what = format!("{:?} is not {FORMAT:?}", request.format);
            return Err(BadRequest { at: "format".into(), what });
        }
        Ok(request)
    }

    /// The request in the planner's words.
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

/// An answer.
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
        /// The smallest thing that would change it, in words.
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
    pub steps: Vec<Step>,
    pub explored: u64,
    pub digest: String,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Step {
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
            .map(|(seq, step)| Step { seq, start: step.start, end: step.end, act: named(problem, &step.act) })
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

/// Reads, solves and answers one request in either of the two formats: one with `rules` is another bot's ([`temporal`]).
pub fn answer_any(text: &str, objective: Objective, limits: planner::Limits) -> (serde_json::Value, Verdict) {
    let text = plain::unmarked(text);
    let as_json = |value: serde_json::Result<serde_json::Value>| value.unwrap_or(serde_json::Value::Null);
    if text.len() <= REQUEST_BYTES_MAX && temporal::looks_like(text) {
        let response = temporal::answer(text, objective, limits);
        let verdict = match (response.solved, &response.error) {
            (true, _) => Verdict::Solved,
            (false, Some(error)) if error.starts_with(Reason::BadRequest.name()) => Verdict::BadRequest,
            (false, _) => Verdict::Unsolved,
        };
        return (as_json(serde_json::to_value(&response)), verdict);
    }
    let answer = answer(text, objective, limits);
    let verdict = match &answer.outcome {
        Outcome::Solved(_) => Verdict::Solved,
        Outcome::Unsolved { reason, .. } if *reason == Reason::BadRequest.name() => Verdict::BadRequest,
        Outcome::Unsolved { .. } => Verdict::Unsolved,
    };
    (as_json(serde_json::to_value(&answer)), verdict)
}

/// What an answer says, for exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Solved,
    Unsolved,
    BadRequest,
}

/// Reads, solves and answers one request.
pub fn answer(text: &str, objective: Objective, limits: planner::Limits) -> Answer {
    let request = match Request::parse(text) {
        Ok(request) => request,
        Err(bad) => return Answer::bad(id_of(text), &bad),
    };
    let id = request.id.clone();
    let problem = match Problem::new(&request.draft()) {
        Ok(problem) => problem,
        Err(bad) => return Answer::bad(id, &bad),
    };
    match planner::solve(&problem, objective, limits) {
        Ok(solution) => Answer::solved(id, &problem, &solution),
        Err(mut unsolved) => {
            if unsolved.reason == Reason::UnreachableItem {
                unsolved.detail = raw_behind(&problem, unsolved.detail);
            }
            Answer::unsolved(id, &unsolved)
        }
    }
}

/// The raw material behind an item that the request has no rule for, as far as the game's recipes tell: a book that nothing makes is
/// leather that is not there. Of several that are missing it is the first by name.
fn raw_behind(problem: &Problem, item: String) -> String {
    /// Deeper than any chain of the game's recipes.
    const STEPS_MAX: usize = 16;
    let has_rule = |name: &str| {
        let Some(item) = problem.item(name) else { return false };
        problem.ops.iter().any(|op| op.outputs.iter().any(|(output, _)| *output == item))
            || problem.processes.iter().any(|process| process.output == item)
    };
    let at_hand = |name: &str| problem.item(name).is_some_and(|item| problem.stock[item] > 0) || has_rule(name);
    let natural = planner::game::natural_offers();
    let mut current = item;
    for _ in 0..STEPS_MAX {
        let Some(id) = gamedata::items::named(&current) else { break };
        // A missing tool is named itself.
        let tool = gamedata::tools::of(id).is_some();
        if tool || has_rule(&current) || natural.iter().any(|offer| offer.item == id) {
            break;
        }
        let recipes = gamedata::recipes::making(id).iter().filter_map(|&number| gamedata::recipes::get(number));
        let crafted = recipes.map(|recipe| {
            let missing = recipe.ingredients().filter(|cell| !cell.iter().any(|&item| at_hand(name_of(item))));
            missing.filter_map(|cell| cell.first().map(|&item| name_of(item))).min()
        });
        let cooked = gamedata::smelting::making(id).map(|smelt| smelt.inputs.first().map(|&item| name_of(item)));
        let Some(next) = crafted.chain(cooked).flatten().find(|name| *name != current) else { break };
        current = next.to_string();
    }
    current
}

fn name_of(item: vocab::ItemId) -> &'static str {
    gamedata::items::get(item).name
}

/// The id of a request that is otherwise none, so that its answer can be told apart.
fn id_of(text: &str) -> Option<serde_json::Value> {
    if text.len() > REQUEST_BYTES_MAX {
        return None;
    }
    serde_json::from_str::<serde_json::Value>(text).ok()?.get("id").cloned()
}
