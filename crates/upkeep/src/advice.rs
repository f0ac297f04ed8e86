//! The plan as data for others: what to do now, what later and why, and which metrics cannot be kept up.

use crate::metric::{Asset, Source};
use crate::observation::Observation;
use crate::operator::Operator;
use crate::plan::evaluate::evaluate;
use crate::plan::explain::{Alternative, reason};
use crate::plan::instance::{Instance, InstanceMetric};
use crate::plan::missing::{Missing, TRIES_MAX, missing_alone};
use crate::plan::solve::{Schedule, ScheduledAction};
use crate::rig::Rig;
use crate::schedule::Planned;
use crate::violation::Projection;
use alloc::string::ToString;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{Name, Tick};

/// To find what postponing an upkeep action costs, starts up to this many steps later are compared.
const WAITED_STEPS_MAX: usize = 30;

/// Why an upkeep action is in the plan: what would happen to a metric such as food without it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Foreseen {
    pub projection: Projection,
    /// The game tick that the projection counts from.
    pub now: Tick,
}

/// An upkeep operator (such as eating) to start now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Due {
    pub operator: Operator,
    pub reason: Foreseen,
    /// Whether this upkeep action interrupts a task that is at work.
    pub preempts: bool,
    /// How much more the plan costs if this action starts at the best later step; `None` when waiting lets a metric go
    /// critical.
    pub waiting_costs: Option<i64>,
}

/// One action of the upkeep plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedAction {
    pub operator: Operator,
    pub at: Tick,
    pub reason: Foreseen,
    pub resource: i64,
    pub disruption: i64,
    pub risk: i64,
    /// The next best alternative to this action; `None` when every alternative lets a metric go critical.
    pub beat: Option<Beaten>,
}

/// The next best alternative to a planned upkeep action, and how much more it costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beaten {
    pub alternative: Instead,
    pub margin: i64,
}

/// What could be done instead of a planned upkeep action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Instead {
    LeaveOut,
    /// Instead of the planned action: the same operator, started at this other tick.
    At(Tick),
    Operator(Operator),
}

/// An upkeep metric (such as food) that cannot be kept above critical with the assets at hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnmetNeed {
    pub metric: Name,
    pub lack: Lack,
    /// The asset to get first so that the metric can be kept up; `None` when no asset would help.
    pub get: Option<Asset>,
}

/// What is lacking to keep an upkeep metric above critical.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lack {
    /// The operator that lacks the fewest assets, and the assets it lacks.
    Assets {
        operator: Operator,
        assets: Vec<Asset>,
    },
    NoOperator,
    /// All assets are there, but no schedule keeps the metric up; this is what would have to be different.
    Plan(Missing),
}

/// Every action of the upkeep plan with its reasons, in order of time.
pub fn planned_actions(rig: &Rig, planned: &Planned, projections: &[Projection], now: Tick) -> Vec<PlannedAction> {
    let Some(schedule) = &planned.schedule else { return Vec::new() };
    let instance = &planned.framed.instance;
    let operator = |index: usize| rig.operators[planned.framed.operators[index]].operator;
    let tick = |step: usize| now + (step as i64 * instance.step_ticks) as u64;
    let told = (0..schedule.actions.len()).filter_map(|index| {
        let reason = reason(instance, schedule, index);
        let row = &rig.operators[planned.framed.operators[reason.action.operator]];
        let restored = || row.restores.iter().find(|(id, _)| projections.iter().any(|p| p.metric == *id && p.needs()));
        let metric = match reason.prevents {
            Some(prevented) => rig.metrics[planned.framed.metrics[prevented.metric]].id,
            None => restored()?.0,
        };
        let projection = *projections.iter().find(|projection| projection.metric == metric)?;
        let beat = reason.beat.map(|(alternative, margin)| {
            let alternative = match alternative {
                Alternative::LeftOut => Instead::LeaveOut,
                Alternative::Moved { start_step } => Instead::At(tick(start_step)),
                Alternative::Instead { operator: other } => Instead::Operator(operator(other)),
            };
            Beaten { alternative, margin }
        });
        Some(PlannedAction {
            operator: row.operator,
            at: tick(reason.action.start_step),
            reason: Foreseen { projection, now },
            resource: reason.resource,
            disruption: reason.disruption,
            risk: reason.risk,
            beat,
        })
    });
    told.collect()
}

/// The upkeep operators to start now. Their `waiting_costs` are not computed here.
pub fn due_now(rig: &Rig, planned: &Planned, projections: &[Projection], last: &Observation) -> Vec<Due> {
    let Some(schedule) = &planned.schedule else { return Vec::new() };
    let preempts = !last.breaks.is_break();
    let mut due: Vec<Due> = Vec::new();
    let mut end = 0;
    for action in &schedule.actions {
        // Actions that follow without a gap belong to the same interruption, so they are due with it.
        if action.start_step != end {
            break;
        }
        let row = &rig.operators[planned.framed.operators[action.operator]];
        end += (planned.framed.instance.operators[action.operator].duration_ticks / planned.framed.instance.step_ticks)
            as usize;
        let needy = |id: &Name| projections.iter().find(|p| p.metric == *id && p.needs());
        let Some(projection) = row.restores.iter().find_map(|(id, _)| needy(id)).copied() else { continue };
        // The same operator twice in a row is handed out once: the next plan sees whether more is needed.
        if due.iter().all(|other| other.operator != row.operator) {
            let reason = Foreseen { projection, now: last.tick };
            due.push(Due { operator: row.operator, reason, preempts, waiting_costs: None });
        }
    }
    due
}

/// How much more the plan costs if one of its actions starts later, at the cheapest later step.
pub fn waiting_costs(instance: &Instance, schedule: &Schedule, index: usize) -> Option<i64> {
    let later = |steps: usize| {
        let mut actions: Vec<ScheduledAction> = schedule.actions.clone();
        actions[index].start_step += steps;
        evaluate(instance, &actions).ok().map(|tally| tally.cost - schedule.tally.cost)
    };
    (1..=WAITED_STEPS_MAX).filter_map(later).min()
}

/// What would have to be different to keep up a metric that the plan gave up. `strict` is the metric's row before going
/// critical was allowed at a cost.
fn missing_in_plan(rig: &Rig, planned: &Planned, strict: &InstanceMetric) -> Missing {
    let mut instance = planned.framed.instance.clone();
    let metric =
        instance.metrics.iter().position(|row| row.id == strict.id).expect("a metric that was given up is planned");
    instance.metrics[metric] = strict.clone();
    missing_alone(&instance, metric, rig.tries_max.unwrap_or(TRIES_MAX))
}

/// Metrics that the plan gave up, and metrics below their thresholds that no operator restores with the assets at hand.
pub fn unmet_needs(rig: &Rig, planned: &Planned, projections: &[Projection], last: &Observation) -> Vec<UnmetNeed> {
    let mut needs = Vec::new();
    for index in planned.framed.metrics.iter().chain(&planned.framed.left_out) {
        let row = &rig.metrics[*index];
        let lost = planned.unmet.iter().find(|(metric, _)| metric == index);
        let id = row.id.to_string();
        let helped = planned.framed.instance.operators.iter().any(|operator| operator.restores.contains_key(&id));
        if (lost.is_none() && helped) || projections.iter().all(|projection| projection.metric != row.id) {
            continue;
        }
        let helpers = rig.operators.iter().filter(|operator| operator.restores.iter().any(|(m, _)| *m == row.id));
        let nearest = helpers
            .map(|operator| (operator, operator.missing(&last.assets)))
            .filter(|(_, missing)| !missing.is_empty())
            .min_by_key(|(row, missing)| (missing.len(), row.resource + row.disruption + row.risk));
        let (lack, get) = match (nearest, lost) {
            (Some((row, assets)), _) => {
                let first = assets.first().copied();
                (Lack::Assets { operator: row.operator, assets }, first)
            }
            (None, Some((_, strict))) => (Lack::Plan(missing_in_plan(rig, planned, strict)), None),
            (None, None) => (Lack::NoOperator, None),
        };
        // For a metric that counts a stock of an asset which no operator fills, that asset itself is what to get.
        let get = match row.source {
            Source::Stock(asset) if !helped => Some(asset),
            _ => get,
        };
        needs.push(UnmetNeed { metric: row.id, lack, get });
    }
    needs
}
