//! Turns projections into a schedule: selects the metrics and operators that matter now and hands them to the exact scheduler.

use crate::drift::Profile;
use crate::metric::{GRAINS_PER_MILLI, Source};
use crate::operator::Assets;
use crate::plan::evaluate::evaluate;
use crate::plan::instance::{FORMAT, Instance, InstanceMetric, InstanceOperator};
use crate::plan::solve::{Decided, Effort, Schedule, ScheduledAction, cheaper, decide};
use crate::plan::unmet;
use crate::rig::Rig;
use crate::violation::{Crossing, HORIZON_TICKS_MAX, Projection, project};
use alloc::string::ToString;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Up to this planning horizon a step is one second, beyond it five seconds, so that a plan has at most 120 steps.
const FINE_HORIZON_TICKS: u64 = 2_400;
const FINE_STEP_TICKS: u64 = 20;
const COARSE_STEP_TICKS: u64 = 100;
/// After the horizon no metric falls and no action is possible, but metrics beyond warn still cost for this long.
/// Otherwise a plan would skip actions that are needed right at the end of the horizon.
const TAIL_TICKS: u64 = 600;
/// A second in which a metric is beyond critical costs this many times as much as one beyond warn.
const CRITICAL_FACTOR: i64 = 5;
/// A shelter protects through the night and the next day, longer than any horizon. So the metric `time_to_night` may
/// rise to this many times its range.
const NIGHT_RANGES: i64 = 3;
/// An upkeep action costs this many times as much while a task is at work as in a break of the task.
const WORK_PRICE: i64 = 3;
const BREAK_PRICE: i64 = 1;

/// A new upkeep plan replaces the current one only if it is cheaper by more than this: the cost of half a meal.
pub const SWITCH_COST: i64 = 100;

/// When upkeep can interrupt the current task cheaply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum TaskBreaks {
    /// There is no task, or it can be interrupted at any time.
    #[default]
    Idle,
    /// The task has a break for about this many ticks: it is between two steps, or waits for a furnace.
    Break { ticks: u64 },
    /// The task is working. Its next break starts in about this many ticks, if known, and lasts about this long.
    Busy { break_in_ticks: Option<u64>, break_ticks: u64 },
    /// The task is working and has a break at regular intervals. The next one starts in this many ticks; 0 means now.
    Steps { break_in_ticks: u64, break_ticks: u64, every_ticks: u64 },
}

impl TaskBreaks {
    /// Whether an upkeep action that starts now interrupts no work.
    pub fn is_break(self) -> bool {
        matches!(self, TaskBreaks::Idle | TaskBreaks::Break { .. } | TaskBreaks::Steps { break_in_ticks: 0, .. })
    }

    /// The price of disrupting the task over time, up to the horizon: `(ticks from now, factor)`.
    fn price(self, horizon_ticks: u64) -> Vec<(i64, i64)> {
        match self {
            TaskBreaks::Idle => alloc::vec![(0, BREAK_PRICE)],
            TaskBreaks::Break { ticks } => {
                alloc::vec![(0, BREAK_PRICE), (ticks.clamp(1, u64::from(u32::MAX) / 4) as i64, WORK_PRICE)]
            }
            TaskBreaks::Busy { break_in_ticks: None, .. } => alloc::vec![(0, WORK_PRICE)],
            TaskBreaks::Busy { break_in_ticks: Some(from), break_ticks } => {
                let from = from.min(u64::from(u32::MAX) / 4) as i64;
                let to = from + break_ticks.clamp(1, u64::from(u32::MAX) / 4) as i64;
                alloc::vec![(0, WORK_PRICE), (from, BREAK_PRICE), (to, WORK_PRICE)]
            }
            TaskBreaks::Steps { break_in_ticks, break_ticks, every_ticks } => {
                let every = every_ticks.clamp(FINE_STEP_TICKS, HORIZON_TICKS_MAX);
                let length = break_ticks.clamp(1, every);
                let starts = (break_in_ticks..horizon_ticks).step_by(every as usize);
                let breaks = starts.flat_map(|from| [(from as i64, BREAK_PRICE), ((from + length) as i64, WORK_PRICE)]);
                core::iter::once((0, WORK_PRICE)).chain(breaks).collect()
            }
        }
    }
}

/// Everything that an upkeep plan depends on.
#[derive(Debug, Clone, Copy)]
pub struct PlanInputs<'a> {
    pub rig: &'a Rig,
    /// The metrics' levels in the order of the table; `None` when unknown or not applicable.
    pub levels: &'a [Option<i64>],
    pub profiles: &'a [Profile],
    pub assets: &'a Assets,
    pub breaks: TaskBreaks,
    /// Ticks to walk to a place where the night can be spent, in addition to the time the operators take.
    pub way_ticks: u64,
    pub horizon_ticks: u64,
}

/// The scheduling problem made from upkeep's tables, and which table rows its rows stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Framed {
    pub instance: Instance,
    pub metrics: Vec<usize>,
    /// Metrics that will fall below a threshold but that no operator restores with the assets at hand.
    pub left_out: Vec<usize>,
    pub operators: Vec<usize>,
}

/// An upkeep schedule, and the metrics that it gives up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planned {
    pub framed: Framed,
    pub schedule: Option<Schedule>,
    /// Metrics that cannot be kept above critical, with their rows before going critical was allowed at a cost.
    pub unmet: Vec<(usize, InstanceMetric)>,
}

impl PlanInputs<'_> {
    pub fn step_ticks(&self) -> u64 {
        let by_horizon = if self.horizon_ticks <= FINE_HORIZON_TICKS { FINE_STEP_TICKS } else { COARSE_STEP_TICKS };
        self.rig.step_ticks.unwrap_or(by_horizon)
    }

    /// For each metric with a known level: what will happen to it if nothing is done.
    pub fn projections(&self) -> Vec<Projection> {
        let rows = self.rig.metrics.iter().zip(self.levels).zip(self.profiles);
        let known = rows.filter_map(|((row, level), profile)| level.map(|level| (row, level, profile)));
        known.map(|(row, level, profile)| project(row, level, profile, self.horizon_ticks)).collect()
    }

    /// Builds the scheduling problem of all metrics that will fall below a threshold; `None` when none does.
    pub fn frame(&self, projections: &[Projection]) -> Option<Framed> {
        let needy = |index: &usize| {
            let id = self.rig.metrics[*index].id;
            projections.iter().any(|projection| projection.metric == id && projection.needs())
        };
        // A low stock of items alone never interrupts a task: it waits for a break.
        let may_wait = |index: &usize| !self.breaks.is_break() && self.rig.metrics[*index].critical.is_none();
        let needed: Vec<usize> = (0..self.rig.metrics.len()).filter(|index| !may_wait(index) && needy(index)).collect();
        if needed.is_empty() {
            return None;
        }
        let (metrics, left_out): (Vec<usize>, Vec<usize>) =
            needed.into_iter().partition(|index| self.is_worth_planning(*index));
        let step = self.step_ticks();
        let horizon = (self.horizon_ticks / step * step) as i64;
        let tail = (TAIL_TICKS.div_ceil(step) * step) as i64;
        let mut instance = Instance {
            format: FORMAT.into(),
            step_ticks: step as i64,
            horizon_ticks: horizon + tail,
            intervention_cost: self.rig.intervention_cost,
            price: self.breaks.price(self.horizon_ticks),
            forbidden: alloc::vec![(horizon, horizon + tail)],
            metrics: metrics.iter().map(|index| self.metric(*index, horizon)).collect(),
            ..Instance::default()
        };
        for (place, index) in metrics.iter().enumerate() {
            let critical = self.rig.metrics[*index].critical_good();
            let overdue = (projections.iter())
                .any(|p| p.metric == self.rig.metrics[*index].id && p.critical == Crossing::Overdue);
            if critical.is_none() {
                relax(&mut instance.metrics[place], horizon, 1);
            } else if overdue {
                relax(&mut instance.metrics[place], horizon, CRITICAL_FACTOR);
            }
        }
        let operators: Vec<usize> =
            (0..self.rig.operators.len()).filter(|index| self.helps(*index, &metrics)).collect();
        instance.operators = operators.iter().map(|index| self.operator(*index, &metrics)).collect();
        Some(Framed { instance, metrics, left_out, operators })
    }

    /// Whether any operator at hand restores the metric. Without one the metric would only slow down the search.
    fn is_worth_planning(&self, metric: usize) -> bool {
        (0..self.rig.operators.len()).any(|operator| self.helps(operator, &[metric]))
    }

    fn helps(&self, operator: usize, metrics: &[usize]) -> bool {
        let row = &self.rig.operators[operator];
        let helps = row.restores.iter().any(|(id, _)| metrics.iter().any(|m| self.rig.metrics[*m].id == *id));
        helps && row.uses(self.assets) > 0
    }

    fn metric(&self, index: usize, horizon: i64) -> InstanceMetric {
        let row = &self.rig.metrics[index];
        let level = self.levels[index].unwrap_or(0);
        let ranges = if row.source == Source::TimeToNight { NIGHT_RANGES } else { 1 };
        let mut drift: Vec<(i64, i64)> =
            self.profiles[index].iter().copied().filter(|(from, _)| *from < horizon).collect();
        drift.push((horizon, 0));
        InstanceMetric {
            id: row.id.to_string(),
            level: row.good(level) * GRAINS_PER_MILLI,
            max: row.top() * GRAINS_PER_MILLI * ranges,
            warn: row.warn_good() * GRAINS_PER_MILLI,
            critical: row.critical_good().unwrap_or(0) * GRAINS_PER_MILLI,
            drift,
            warn_cost_per_step: row.warn_cost_per_second * self.step_ticks() as i64 / FINE_STEP_TICKS as i64,
        }
    }

    fn operator(&self, index: usize, metrics: &[usize]) -> InstanceOperator {
        let row = &self.rig.operators[index];
        let restores = row.restores.iter().filter_map(|(id, amount)| {
            let metric = metrics.iter().find(|metric| self.rig.metrics[**metric].id == *id)?;
            let ranges = if self.rig.metrics[*metric].source == Source::TimeToNight { NIGHT_RANGES } else { 1 };
            Some((id.to_string(), amount * GRAINS_PER_MILLI * ranges))
        });
        let step = self.step_ticks();
        let for_the_night = |(id, _): &(vocab::Name, i64)| {
            self.rig.metric(*id).is_some_and(|metric| self.rig.metrics[metric].source == Source::TimeToNight)
        };
        let way_ticks = if row.restores.iter().any(for_the_night) { self.way_ticks } else { 0 };
        let busy_ticks = (row.duration_ticks + row.lead_ticks + way_ticks).min(HORIZON_TICKS_MAX);
        InstanceOperator {
            id: row.operator.to_string(),
            restores: restores.collect(),
            duration_ticks: (busy_ticks.div_ceil(step) * step) as i64,
            cost_resource: row.resource,
            cost_disruption: row.disruption,
            cost_risk: row.risk,
            stock: i64::from(row.uses(self.assets)),
        }
    }
}

/// Allows a metric to be below critical at a cost, because it is there already or nothing can prevent it.
fn relax(metric: &mut InstanceMetric, horizon: i64, factor: i64) {
    let mut fall = 1;
    for (index, (from, rate)) in metric.drift.iter().enumerate() {
        let to = metric.drift.get(index + 1).map_or(horizon, |next| next.0);
        fall += rate * (to - from).max(0);
    }
    metric.level += fall;
    metric.max += fall;
    metric.warn += fall;
    metric.critical = 0;
    metric.warn_cost_per_step *= factor;
}

/// Plans an upkeep schedule. A metric that cannot be kept above critical is reported, and being critical becomes a cost
/// for it, so that the other metrics still get a plan. The current plan is kept unless another one is cheaper by more
/// than [`SWITCH_COST`].
pub fn schedule(mut framed: Framed, kept: Option<&[ScheduledAction]>, tries_max: Option<u64>) -> Planned {
    let mut unmet = Vec::new();
    if framed.metrics.is_empty() {
        return Planned { framed, schedule: None, unmet };
    }
    let steps = (framed.instance.horizon_ticks / framed.instance.step_ticks) as usize;
    let effort = tries_max.map_or_else(|| Effort::for_steps(steps), |tries_max| Effort { tries_max });
    let horizon = framed.instance.forbidden.first().map_or(framed.instance.horizon_ticks, |tail| tail.0);
    let mut strict: Vec<usize> = (0..framed.metrics.len()).collect();
    loop {
        if let Some(schedule) = kept.and_then(|kept| keep_or_better(&framed.instance, kept, effort)) {
            return Planned { framed, schedule: Some(schedule), unmet };
        }
        let given_up = match decide(&framed.instance, effort) {
            Ok(Decided::Scheduled(schedule)) => return Planned { framed, schedule: Some(schedule), unmet },
            Ok(Decided::Lost(problem, alone)) => {
                let metric = unmet::given_up(&problem, alone);
                unmet.push((framed.metrics[metric], framed.instance.metrics[metric].clone()));
                metric
            }
            // The search was undecided within the allowed effort. Giving up a metric makes the problem easier, which is
            // better than no plan.
            Ok(Decided::Undecided { .. }) | Err(_) => strict.first().copied().unwrap_or(0),
        };
        if !strict.contains(&given_up) {
            return Planned { framed, schedule: None, unmet };
        }
        strict.retain(|metric| *metric != given_up);
        relax(&mut framed.instance.metrics[given_up], horizon, CRITICAL_FACTOR);
    }
}

/// The current upkeep plan, or a new one that is worth switching to; `None` when the current plan is no longer valid.
fn keep_or_better(instance: &Instance, kept: &[ScheduledAction], effort: Effort) -> Option<Schedule> {
    let tally = evaluate(instance, kept).ok()?;
    let worth_it = cheaper(instance, effort, tally.cost.saturating_sub(SWITCH_COST)).ok()?;
    Some(worth_it.unwrap_or_else(|| Schedule { actions: kept.to_vec(), tally, bound: 0, tried: 0 }))
}
