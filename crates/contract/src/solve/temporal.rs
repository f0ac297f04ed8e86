//! The solve request of other bots: rules with durations, station slots, and times in buckets of 100 ticks.
//!
//! Field names are those of the design document (`currentTickBucket`, `slots[].readyAtBucket`, `durationTicks`,
//! `startBucket`, `endBucket`). Buckets in requests and answers are absolute; the planner counts from now. Ready
//! times in answers are rounded up.

use super::{AnswerKind, Source};
use crate::fields::{counts, list, whole, whole_if_given};
use crate::suggest;
use planner::duration::{
    CRAFT_TICKS, GATHER_TICKS, HORIZON_BUCKETS, LOAD_TICKS, PLACE_TICKS, SMELT_TICKS, WAIT_BUCKETS_MAX, first_tick,
    ready_bucket,
};
use planner::plan::Act;
use planner::rule::{BadRequest, Draft, DraftOp, DraftProcess, DraftSlot, Kind};
use planner::{Limits, Objective, Plan, Problem, Reason, solve};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Burn ticks of the fuels that a smelting rule may list among the items it consumes.
const FUELS: [(&str, u64); 5] =
    [("charcoal", 1_600), ("coal", 1_600), ("oak_log", 300), ("oak_planks", 300), ("stick", 100)];
/// The batch size of a smelting rule without `maxBatchSize`.
const BATCH_MAX: u64 = 64;
/// Burn ticks needed to smelt one item.
const FUEL_TICKS_PER_ITEM: u64 = 200;

/// A planning request in the format of other bots.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, expecting = "an object")]
pub struct SolveRequest {
    #[serde(deserialize_with = "counts")]
    pub inventory: BTreeMap<String, u64>,
    #[serde(deserialize_with = "counts")]
    pub goal: BTreeMap<String, u64>,
    /// Blocks within reach. A crafting table or furnace among them counts as a station.
    #[serde(default, deserialize_with = "list")]
    pub nearby_blocks: Vec<String>,
    #[serde(deserialize_with = "list")]
    pub rules: Vec<Rule>,
    #[serde(default, deserialize_with = "whole_if_given", skip_serializing_if = "Option::is_none")]
    pub max_nodes: Option<u64>,
    /// Accepted in a request and ignored: this planner does not learn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub use_learning: Option<bool>,
    #[serde(default, deserialize_with = "whole")]
    pub current_tick_bucket: u64,
    #[serde(default, deserialize_with = "list")]
    pub slots: Vec<Slot>,
    /// How many stations of a type may exist in total. If missing: the document's default where a rule places the type,
    /// otherwise as many as exist.
    #[serde(default, deserialize_with = "counts")]
    pub max_slots: BTreeMap<String, u64>,
}

/// A station (such as a furnace) and the time bucket from which it is free.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, expecting = "an object")]
pub struct Slot {
    pub id: String,
    #[serde(rename = "type")]
    pub station: String,
    #[serde(deserialize_with = "whole")]
    pub ready_at_bucket: u64,
}

/// A crafting, gathering, placing or smelting rule of the request.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, expecting = "an object")]
pub struct Rule {
    pub action: String,
    pub action_type: ActionType,
    #[serde(deserialize_with = "list")]
    pub produces: Vec<Amount>,
    #[serde(default, deserialize_with = "list")]
    pub consumes: Vec<Amount>,
    /// Items that must be carried for the rule; they are not used up.
    #[serde(default, deserialize_with = "list")]
    pub requires: Vec<Amount>,
    #[serde(default)]
    pub needs_table: bool,
    #[serde(default)]
    pub needs_furnace: bool,
    #[serde(default, deserialize_with = "whole_if_given", skip_serializing_if = "Option::is_none")]
    pub base_cost: Option<u64>,
    #[serde(default, deserialize_with = "whole_if_given", skip_serializing_if = "Option::is_none")]
    pub duration_ticks: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot_type: Option<String>,
    #[serde(default, deserialize_with = "whole_if_given", skip_serializing_if = "Option::is_none")]
    pub max_batch_size: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionType {
    Craft,
    Mine,
    Smelt,
    Place,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Amount {
    pub name: String,
    #[serde(deserialize_with = "whole")]
    pub count: u64,
}

/// The answer to a planning request in the format of other bots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SolveResponse {
    pub solved: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    pub steps: Vec<SolveStep>,
    pub makespan_buckets: u64,
    pub action_cost: u64,
    pub optimal: bool,
}

/// A step of the plan with its absolute time buckets. A step that loads a station ends when its output is ready.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SolveStep {
    pub action: String,
    pub count: u64,
    pub start_bucket: u64,
    pub end_bucket: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot_id: Option<String>,
}

/// Whether the text is a planning request in this format: an object with `rules` and without `format`.
pub fn looks_like(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Peek {
        format: Option<serde::de::IgnoredAny>,
        rules: Option<serde::de::IgnoredAny>,
    }
    serde_json::from_str::<Peek>(text).is_ok_and(|peek| peek.format.is_none() && peek.rules.is_some())
}

fn amounts(list: &[Amount]) -> BTreeMap<String, u64> {
    let mut map = BTreeMap::new();
    for amount in list {
        let held: &mut u64 = map.entry(amount.name.clone()).or_default();
        *held = held.saturating_add(amount.count);
    }
    map
}

fn is_fuel(name: &str) -> bool {
    FUELS.iter().any(|(fuel, _)| *fuel == name)
}

impl Rule {
    fn op(&self) -> DraftOp {
        let (kind, ticks) = match self.action_type {
            ActionType::Mine => (Kind::Gather, GATHER_TICKS),
            ActionType::Place => (Kind::Place, PLACE_TICKS),
            ActionType::Craft | ActionType::Smelt => (Kind::Craft, CRAFT_TICKS),
        };
        let places = self.consumes.first().map(|amount| amount.name.clone());
        DraftOp {
            id: self.action.clone(),
            kind,
            ticks: self.duration_ticks.unwrap_or(ticks),
            cost: self.base_cost.unwrap_or(1),
            inputs: amounts(&self.consumes),
            outputs: if kind == Kind::Place { BTreeMap::new() } else { amounts(&self.produces) },
            tools_any: self.requires.iter().map(|amount| amount.name.clone()).collect(),
            station: self.needs_table.then(|| "crafting_table".into()),
            places: (kind == Kind::Place).then_some(places).flatten(),
        }
    }

    /// Converts a smelting rule for the planner. Its input is the consumed item that is not a fuel.
    fn process(&self) -> Result<DraftProcess, BadRequest> {
        let bad = |what: &str| BadRequest { at: format!("rules[{}]", self.action), what: what.into() };
        let input = self.consumes.iter().find(|amount| !is_fuel(&amount.name)).or(self.consumes.first());
        let input = input.ok_or_else(|| bad("a smelting rule must consume something"))?;
        let output = self.produces.first().ok_or_else(|| bad("a smelting rule must produce something"))?;
        if input.count != 1 || output.count != 1 {
            return Err(bad("a smelting rule turns one item into one item; batches are made by the planner"));
        }
        let burns = self.consumes.iter().any(|amount| is_fuel(&amount.name) && amount.name != input.name);
        Ok(DraftProcess {
            id: self.action.clone(),
            station: self.slot_type.clone().unwrap_or_else(|| "furnace".into()),
            input: input.name.clone(),
            output: output.name.clone(),
            ticks_per_item: self.duration_ticks.unwrap_or(SMELT_TICKS),
            batch_max: self.max_batch_size.unwrap_or(BATCH_MAX),
            fuel_per_item: if burns { FUEL_TICKS_PER_ITEM } else { 0 },
            load_ticks: LOAD_TICKS,
            load_cost: self.base_cost.unwrap_or(1),
        })
    }
}

impl SolveRequest {
    /// Converts the request for the planner, with ticks counted from now.
    pub fn draft(&self) -> Result<Draft, BadRequest> {
        let mut slots: Vec<DraftSlot> = (self.slots.iter())
            .map(|slot| DraftSlot {
                id: slot.id.clone(),
                station: slot.station.clone(),
                // A station that became free in the past is free now.
                ready_at: first_tick(slot.ready_at_bucket.saturating_sub(self.current_tick_bucket)),
            })
            .collect();
        for block in &self.nearby_blocks {
            if !slots.iter().any(|slot| slot.station == *block) && vocab::Station::named(block).is_some() {
                slots.push(DraftSlot { id: format!("{block}#nearby"), station: block.clone(), ready_at: 0 });
            }
        }
        let mut stations_max = self.max_slots.clone();
        for slot in &slots {
            let standing = slots.iter().filter(|other| other.station == slot.station).count() as u64;
            let max = stations_max.entry(slot.station.clone()).or_default();
            *max = (*max).max(standing);
        }
        let is_smelting = |rule: &&Rule| rule.action_type == ActionType::Smelt;
        for rule in self.rules.iter().filter(|rule| rule.action_type == ActionType::Place) {
            if let Some(station) = rule.consumes.first() {
                let limit = default_limit(&station.name);
                let max = stations_max.entry(station.name.clone()).or_insert(limit);
                *max = (*max).max(if self.max_slots.contains_key(&station.name) { 1 } else { limit });
            }
        }
        Ok(Draft {
            bucket_ticks: first_tick(1),
            horizon_ticks: first_tick(HORIZON_BUCKETS),
            wait_ticks_max: first_tick(WAIT_BUCKETS_MAX),
            inventory: self.inventory.clone(),
            goal: self.goal.clone(),
            slots,
            stations_max,
            fuels: FUELS.iter().map(|(name, burn)| ((*name).to_string(), *burn)).collect(),
            ops: self.rules.iter().filter(|rule| !is_smelting(rule)).map(Rule::op).collect(),
            processes: self.rules.iter().filter(is_smelting).map(Rule::process).collect::<Result<_, _>>()?,
        })
    }

    /// Converts the plan's steps for the answer, with absolute time buckets.
    pub fn steps(&self, problem: &Problem, plan: &Plan) -> Vec<SolveStep> {
        let bucket = |ticks: u64| self.current_tick_bucket.saturating_add(ready_bucket(ticks));
        let begun = |ticks: u64| self.current_tick_bucket.saturating_add(ticks / first_tick(1));
        (plan.steps.iter())
            .map(|step| match &step.act {
                Act::Op { op, times } => SolveStep {
                    action: problem.ops[*op].id.clone(),
                    count: *times,
                    start_bucket: begun(step.start),
                    end_bucket: bucket(step.end),
                    slot_id: None,
                },
                Act::Load { process, slot, count, ready, .. } => SolveStep {
                    action: problem.processes[*process].id.clone(),
                    count: *count,
                    start_bucket: begun(step.start),
                    end_bucket: bucket(*ready),
                    slot_id: Some(slot.0.clone()),
                },
            })
            .collect()
    }
}

/// How many stations of a type may exist when the request sets no limit; 1 for a type that the game does not have.
fn default_limit(station: &str) -> u64 {
    vocab::Station::named(station).map_or(1, planner::game::stations_max).max(1)
}

fn unsolved(error: String) -> SolveResponse {
    SolveResponse {
        solved: false,
        error: Some(error),
        steps: vec![],
        makespan_buckets: 0,
        action_cost: 0,
        optimal: false,
    }
}

/// Reads, solves and answers one planning request in the format of other bots.
pub fn answer<'a>(source: impl Into<Source<'a>>, objective: Objective, limits: Limits) -> (SolveResponse, AnswerKind) {
    let bad = |bad: &BadRequest| (unsolved(format!("{}: {bad}", Reason::BadRequest.name())), AnswerKind::BadRequest);
    let request: SolveRequest = match source.into().read() {
        Ok(request) => request,
        Err(error) => return bad(&error),
    };
    let problem = match request.draft().and_then(|draft| Problem::new(&draft)) {
        Ok(problem) => problem,
        Err(error) => return bad(&error),
    };
    let limits = Limits { nodes: limits.nodes.or(request.max_nodes), ..limits };
    match solve(&problem, objective, limits) {
        Err(why) => (unsolved(suggest::with_nearest_names(&problem, why).to_string()), AnswerKind::Unsolved),
        Ok(solution) => {
            let response = SolveResponse {
                solved: true,
                error: None,
                steps: request.steps(&problem, &solution.plan),
                makespan_buckets: ready_bucket(solution.plan.makespan_ticks),
                action_cost: solution.plan.action_cost,
                optimal: solution.optimal(),
            };
            (response, AnswerKind::Solved)
        }
    }
}
