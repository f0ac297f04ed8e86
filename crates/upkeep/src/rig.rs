//! The whole table: metrics, drift and operators, checked when loaded. A new metric is a new row.

use crate::drift::{Condition, DriftRow};
use crate::metric::{BUCKETS_MAX, MILLI_PER_BUCKET, MetricRow, Polarity, Source};
use crate::operator::OperatorRow;
use crate::plan::instance::{METRICS_MAX, NUMBER_MAX, OPERATORS_MAX, Refusal};
use crate::violation::HORIZON_TICKS_MAX;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::Name;

/// Fastest drift of a metric: a whole bucket per tick. A higher rate is probably in the wrong unit.
pub const GRAINS_PER_TICK_MAX: i64 = 120_000;
/// Shortest planning horizon: one second, the length of a step.
pub const HORIZON_TICKS_MIN: u64 = 20;

/// Upkeep's tables (metrics, drift rates, operators) and settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rig {
    pub metrics: Vec<MetricRow>,
    pub drift: Vec<DriftRow>,
    pub operators: Vec<OperatorRow>,
    /// Cost of each interruption: a run of actions without a gap counts once.
    pub intervention_cost: i64,
    pub horizon_ticks: u64,
    /// Ticks per planning step; actions start at steps only. `None` chooses by the horizon.
    #[serde(default)]
    pub step_ticks: Option<u64>,
    /// Most actions tried for one upkeep plan; `None` is the default for its length.
    #[serde(default)]
    pub tries_max: Option<u64>,
}

fn refuse<T>(row: &str, reason: String) -> Result<T, Refusal> {
    Err(Refusal { row: row.into(), reason })
}

fn cost(row: &str, name: &str, value: i64) -> Result<(), Refusal> {
    if (0..=NUMBER_MAX).contains(&value) {
        return Ok(());
    }
    refuse(row, format!("{name} is {value}, must be 0 to {NUMBER_MAX}"))
}

impl Rig {
    /// Checks every row of the tables. The error names the first invalid row and the reason.
    pub fn check(&self) -> Result<(), Refusal> {
        if !(HORIZON_TICKS_MIN..=HORIZON_TICKS_MAX).contains(&self.horizon_ticks) {
            let (ticks, least) = (self.horizon_ticks, HORIZON_TICKS_MIN);
            return refuse("horizon_ticks", format!("is {ticks}, must be {least} to {HORIZON_TICKS_MAX}"));
        }
        if self.step_ticks.is_some_and(|ticks| !(HORIZON_TICKS_MIN..=self.horizon_ticks).contains(&ticks)) {
            let most = self.horizon_ticks;
            return refuse("step_ticks", format!("must be {HORIZON_TICKS_MIN} to the horizon of {most}"));
        }
        cost("intervention_cost", "it", self.intervention_cost)?;
        if self.metrics.is_empty() || self.metrics.len() > METRICS_MAX {
            return refuse("metrics", format!("there are {}, must be 1 to {METRICS_MAX}", self.metrics.len()));
        }
        if self.operators.len() > OPERATORS_MAX {
            return refuse("operators", format!("there are {}, at most {OPERATORS_MAX}", self.operators.len()));
        }
        for (index, metric) in self.metrics.iter().enumerate() {
            let row = format!("metrics[{index}] {:?}", metric.id);
            if self.metrics[..index].iter().any(|other| other.id == metric.id) {
                return refuse(&row, "this id is already taken".into());
            }
            check_metric(&row, metric)?;
        }
        for (index, drift) in self.drift.iter().enumerate() {
            self.check_drift(&format!("drift[{index}] {:?}", drift.metric), drift)?;
        }
        for (index, operator) in self.operators.iter().enumerate() {
            let row = format!("operators[{index}] {:?}", operator.operator.word());
            if self.operators[..index].iter().any(|other| other.operator == operator.operator) {
                return refuse(&row, "this operator has a row already".into());
            }
            self.check_operator(&row, operator)?;
        }
        Ok(())
    }

    pub fn metric(&self, id: Name) -> Option<usize> {
        self.metrics.iter().position(|metric| metric.id == id)
    }

    fn check_drift(&self, row: &str, drift: &DriftRow) -> Result<(), Refusal> {
        let Some(metric) = self.metric(drift.metric) else {
            return refuse(row, "there is no such metric".into());
        };
        if let Condition::WhileEmpty(other) = drift.when
            && self.metric(other).is_none()
        {
            return refuse(row, format!("depends on {other:?}, which is not a metric"));
        }
        match self.metrics[metric].source {
            Source::Threat => {
                return refuse(row, "threat comes from the hazard summary alone and does not drift".into());
            }
            Source::TimeToNight => {
                return refuse(row, "time to night follows the time of day; remove this rate".into());
            }
            _ => {}
        }
        if !(0..=GRAINS_PER_TICK_MAX).contains(&drift.grains_per_tick) {
            let rate = drift.grains_per_tick;
            return refuse(row, format!("the rate is {rate}, must be 0 to {GRAINS_PER_TICK_MAX} grains per tick"));
        }
        Ok(())
    }

    fn check_operator(&self, row: &str, operator: &OperatorRow) -> Result<(), Refusal> {
        if operator.restores.is_empty() {
            return refuse(row, "restores nothing; name a metric and an amount, or drop the row".into());
        }
        for (metric, amount) in &operator.restores {
            let Some(index) = self.metric(*metric) else {
                return refuse(row, format!("restores {metric:?}, which is not a metric"));
            };
            let top = self.metrics[index].top();
            if !(1..=top).contains(amount) {
                return refuse(row, format!("restores {amount} of {metric:?}, must be 1 to {top} milli-buckets"));
            }
        }
        let busy_ticks = operator.duration_ticks.saturating_add(operator.lead_ticks);
        if !(1..=HORIZON_TICKS_MAX).contains(&busy_ticks) {
            return refuse(row, format!("takes {busy_ticks} ticks in all, must be 1 to {HORIZON_TICKS_MAX}"));
        }
        if operator.needs.iter().any(|need| need.count == 0) {
            return refuse(row, "needs 0 of something; drop that need".into());
        }
        cost(row, "resource", operator.resource)?;
        cost(row, "disruption", operator.disruption)?;
        cost(row, "risk", operator.risk)
    }
}

fn check_metric(row: &str, metric: &MetricRow) -> Result<(), Refusal> {
    let (min, max, buckets) = (metric.min, metric.max, metric.buckets);
    if !(1..=BUCKETS_MAX).contains(&buckets) {
        return refuse(row, format!("has {buckets} buckets, must be 1 to {BUCKETS_MAX}"));
    }
    if min >= max || max.checked_sub(min).is_none_or(|range| range > NUMBER_MAX) {
        return refuse(row, format!("the range {min} to {max} is empty or wider than {NUMBER_MAX}"));
    }
    if metric.source == Source::TimeToNight && i64::from(buckets) * MILLI_PER_BUCKET * 120 % (max - min) != 0 {
        return refuse(row, format!("a tick of the range {min} to {max} is not a whole number of grains"));
    }
    if metric.warn > buckets {
        return refuse(row, format!("warn is {}, outside its {buckets} buckets", metric.warn));
    }
    if let Some(critical) = metric.critical {
        let ordered = match metric.polarity {
            Polarity::LowIsBad => critical <= metric.warn,
            Polarity::HighIsBad => critical >= metric.warn,
        };
        if critical > buckets || !ordered {
            let warn = metric.warn;
            return refuse(
                row,
                format!("critical is {critical}: outside its {buckets} buckets or before warn ({warn})"),
            );
        }
    }
    cost(row, "warn_cost_per_second", metric.warn_cost_per_second)
}
