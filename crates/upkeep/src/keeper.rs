//! The keeper: takes reports, learns rates, plans again every second, and says which operators to start.
//!
//! It never acts itself. It changes its plan only when that saves more than a small switching cost, so it does not flip between
//! two plans.

use crate::advice::{Due, PlannedAction, UnmetNeed, due_now, planned_actions, unmet_needs, waiting_costs};
use crate::drift::{Learned, Profile, night_profile, rate};
use crate::metric::{CanonicalState, Source};
use crate::observation::Observation;
use crate::operator::Operator;
use crate::plan::evaluate::evaluate;
use crate::plan::instance::Refusal;
use crate::plan::solve::ScheduledAction;
use crate::rig::Rig;
use crate::schedule::{Framed, PlanInputs, Planned, TaskBreaks, schedule};
use crate::violation::Projection;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{Name, Tick};

/// Watches all upkeep metrics (food, health, tools and so on) of one table and decides what to do to keep them up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keeper {
    rig: Rig,
    learned: Learned,
    last: Option<Observation>,
    kept: Vec<KeptAction>,
}

/// An action of the current upkeep plan, with its start in game ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct KeptAction {
    operator: Operator,
    start: Tick,
}

/// What upkeep wants to do now and later.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Decision {
    /// The upkeep operators to start now.
    pub due: Vec<Due>,
    /// The whole upkeep plan in order of time, including what is due now.
    pub planned: Vec<PlannedAction>,
    /// Metrics that cannot be kept above critical, and which asset to get first for each.
    pub unmet: Vec<UnmetNeed>,
    pub projections: Vec<Projection>,
    /// Metrics whose current value was not reported.
    pub unknown: Vec<Name>,
    /// The total cost of the upkeep plan.
    pub cost: i64,
}

impl Keeper {
    /// Fails if the table of metrics and operators is invalid; the error names the row and the reason.
    pub fn new(rig: Rig) -> Result<Keeper, Refusal> {
        rig.check()?;
        Ok(Keeper { rig, learned: Learned::default(), last: None, kept: Vec::new() })
    }

    /// A keeper with another table that knows what this one has learned about drift rates. Fails if the table is
    /// invalid.
    pub fn with_rig(&self, rig: Rig) -> Result<Keeper, Refusal> {
        Ok(Keeper { learned: self.learned.clone(), ..Keeper::new(rig)? })
    }

    pub fn rig(&self) -> &Rig {
        &self.rig
    }

    /// Takes a report of the body's state and learns drift rates from what fell since the last report.
    pub fn observe(&mut self, observation: &Observation) {
        if let Some(last) = &self.last
            && observation.tick > last.tick
            && observation.activity == last.activity
        {
            let ticks = observation.tick.since(last.tick);
            for row in &self.rig.metrics {
                // Time to night and threat are known exactly, so nothing is learned about them.
                if matches!(row.source, Source::TimeToNight | Source::Threat) {
                    continue;
                }
                if let (Some(before), Some(now)) = (last.raw(row.source), observation.raw(row.source)) {
                    let fall = row.good(row.level(before)) - row.good(row.level(now));
                    self.learned.watch(row.id, observation.activity, fall, ticks);
                }
            }
        }
        self.last = Some(observation.clone());
    }

    /// The upkeep state in the form that is compared and hashed: the bucket of each known metric except those that come
    /// from hazards. `None` before the first report of the metrics.
    pub fn canonical(&self) -> Option<CanonicalState> {
        let last = self.last.as_ref()?;
        let levels = self.rig.metrics.iter().filter_map(|row| Some((row, row.level(last.raw(row.source)?))));
        Some(CanonicalState::new(levels))
    }

    /// Plans from the last report, with all reasons. Returns an empty decision before the first report.
    pub fn decide(&mut self) -> Decision {
        let Some(last) = self.last.clone() else { return Decision::default() };
        let levels = self.levels(&last);
        let unknown = self.rig.metrics.iter().zip(&levels).filter(|(_, level)| level.is_none());
        let mut decision = Decision { unknown: unknown.map(|(row, _)| row.id).collect(), ..Decision::default() };
        let (projections, planned) = self.plan(&last, &levels);
        if let Some(planned) = planned {
            self.tell(&mut decision, &planned, &projections, &last);
        }
        decision.projections = projections;
        decision
    }

    /// As [`Keeper::decide`], but returns only what is due and what is unmet, without the reasons that are for people.
    /// Cheap enough to call every second.
    pub fn due(&mut self) -> (Vec<Due>, Vec<UnmetNeed>) {
        let Some(last) = self.last.clone() else { return (Vec::new(), Vec::new()) };
        let levels = self.levels(&last);
        let (projections, Some(planned)) = self.plan(&last, &levels) else { return (Vec::new(), Vec::new()) };
        (due_now(&self.rig, &planned, &projections, &last), unmet_needs(&self.rig, &planned, &projections, &last))
    }

    /// For each metric with a known value: what will happen to it if nothing is done.
    pub fn projections(&self) -> Vec<Projection> {
        let Some(last) = &self.last else { return Vec::new() };
        let levels = self.levels(last);
        self.inputs(last, &levels, &self.profiles(last, &levels)).projections()
    }

    /// The time of the last report, each metric's level in it, and how each gets worse from there.
    pub(crate) fn state(&self) -> Option<(Tick, Vec<Option<i64>>, Vec<Profile>)> {
        let last = self.last.as_ref()?;
        let levels = self.levels(last);
        let profiles = self.profiles(last, &levels);
        Some((last.tick, levels, profiles))
    }

    /// The actions of the current plan, in order of time.
    pub(crate) fn planned(&self) -> impl Iterator<Item = (Operator, Tick)> {
        self.kept.iter().map(|kept| (kept.operator, kept.start))
    }

    fn levels(&self, last: &Observation) -> Vec<Option<i64>> {
        self.rig.metrics.iter().map(|row| last.raw(row.source).map(|raw| row.level(raw))).collect()
    }

    fn inputs<'a>(
        &'a self,
        last: &'a Observation,
        levels: &'a [Option<i64>],
        profiles: &'a [Profile],
    ) -> PlanInputs<'a> {
        let horizon_ticks = self.rig.horizon_ticks;
        let (breaks, way_ticks) = (last.breaks, last.way_ticks);
        PlanInputs { rig: &self.rig, levels, profiles, assets: &last.assets, breaks, way_ticks, horizon_ticks }
    }

    /// Makes an upkeep plan and stores it as the current one. The previous plan is kept unless the new one is clearly
    /// cheaper.
    fn plan(&mut self, last: &Observation, levels: &[Option<i64>]) -> (Vec<Projection>, Option<Planned>) {
        let profiles = self.profiles(last, levels);
        let inputs = self.inputs(last, levels, &profiles);
        let projections = inputs.projections();
        let planned = inputs.frame(&projections).map(|framed| {
            // An empty plan is a plan too: it is preferred to a new one like any other.
            let kept = self.kept_in(&framed, last.tick);
            let mut planned = schedule(framed, kept.as_deref(), self.rig.tries_max);
            take_the_break(&mut planned, last.breaks);
            planned
        });
        self.kept = planned.as_ref().map_or_else(Vec::new, |planned| kept_actions(&self.rig, planned, last.tick));
        (projections, planned)
    }

    fn tell(&self, decision: &mut Decision, planned: &Planned, projections: &[Projection], last: &Observation) {
        decision.planned = planned_actions(&self.rig, planned, projections, last.tick);
        decision.unmet = unmet_needs(&self.rig, planned, projections, last);
        decision.cost = planned.schedule.as_ref().map_or(0, |schedule| schedule.tally.cost);
        decision.due = due_now(&self.rig, planned, projections, last);
        for due in &mut decision.due {
            let index = decision.planned.iter().position(|action| action.operator == due.operator);
            let schedule = planned.schedule.as_ref();
            due.waiting_costs =
                schedule.zip(index).and_then(|(s, index)| waiting_costs(&planned.framed.instance, s, index));
        }
    }

    /// For each metric, the rate at which it gets worse from now on.
    fn profiles(&self, last: &Observation, levels: &[Option<i64>]) -> Vec<Profile> {
        let empty = |id: Name| {
            let index = self.rig.metric(id);
            index
                .and_then(|index| levels[index].map(|level| self.rig.metrics[index].bucket(level) == 0))
                .unwrap_or(false)
        };
        let rows = self.rig.metrics.iter();
        rows.map(|row| match row.source {
            Source::TimeToNight if last.sheltered => alloc::vec![(0, 0)],
            Source::TimeToNight => night_profile(row, last.raw(row.source).unwrap_or(0)),
            Source::Threat => alloc::vec![(0, 0)],
            _ => alloc::vec![(0, rate(&self.rig.drift, row.id, last.activity, &empty, &self.learned))],
        })
        .collect()
    }

    /// The current plan with its starts counted in steps from now; `None` when one of its operators is no longer
    /// possible.
    fn kept_in(&self, framed: &Framed, now: Tick) -> Option<Vec<ScheduledAction>> {
        let step_ticks = framed.instance.step_ticks as u64;
        let mut actions = Vec::new();
        for kept in &self.kept {
            let operator =
                framed.operators.iter().position(|index| self.rig.operators[*index].operator == kept.operator)?;
            actions.push(ScheduledAction { start_step: kept.start.since(now).div_ceil(step_ticks) as usize, operator });
        }
        actions.sort_unstable();
        Some(actions)
    }
}

/// Moves upkeep actions that are planned within the task's current break to the beginning of the break if that costs
/// nothing, because the break may end early.
fn take_the_break(planned: &mut Planned, breaks: TaskBreaks) {
    let (TaskBreaks::Break { ticks } | TaskBreaks::Steps { break_in_ticks: 0, break_ticks: ticks, .. }) = breaks else {
        return;
    };
    let Some(schedule) = &mut planned.schedule else { return };
    let instance = &planned.framed.instance;
    let Some(first) = schedule.actions.first().map(|action| action.start_step) else { return };
    if first as u64 * instance.step_ticks as u64 >= ticks {
        return;
    }
    let mut actions = schedule.actions.clone();
    let mut end = first;
    for action in &mut actions {
        if action.start_step != end {
            break;
        }
        end += (instance.operators[action.operator].duration_ticks / instance.step_ticks) as usize;
        action.start_step -= first;
    }
    if let Ok(tally) = evaluate(instance, &actions)
        && tally.cost <= schedule.tally.cost
    {
        (schedule.actions, schedule.tally) = (actions, tally);
    }
}

fn kept_actions(rig: &Rig, planned: &Planned, now: Tick) -> Vec<KeptAction> {
    let Some(schedule) = &planned.schedule else { return Vec::new() };
    let step_ticks = planned.framed.instance.step_ticks as u64;
    let operator = |action: &ScheduledAction| rig.operators[planned.framed.operators[action.operator]].operator;
    let start = |action: &ScheduledAction| now + action.start_step as u64 * step_ticks;
    schedule.actions.iter().map(|action| KeptAction { operator: operator(action), start: start(action) }).collect()
}
