//! The file format of upkeep problems (`mc-maint-v1`), and the reasons why one is refused.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use serde::{Deserialize, Deserializer, Serialize};
use vocab::once::{Words, each};

/// The only supported format of a scheduling problem.
pub const FORMAT: &str = "mc-maint-v1";
/// Most steps in a scheduling problem: four game days in steps of a second. Step numbers fit 16 bits.
pub const STEPS_MAX: u64 = 4_800;
/// Most metrics in a scheduling problem: twice as many as the standard table has.
pub const METRICS_MAX: usize = 32;
/// Most operators in a scheduling problem: three times as many as the standard table has.
pub const OPERATORS_MAX: usize = 64;
/// Largest metric level or restored amount: the sum of two fits 32 bits.
pub const LEVEL_MAX: i64 = 1_000_000_000;
/// Largest single cost or tick number in a scheduling problem.
pub const NUMBER_MAX: i64 = 1_000_000_000;
/// Largest price factor: even with [`NUMBER_MAX`] as disruption in every step the sum fits 64 bits.
pub const PRICE_MAX: i64 = 1_000;

/// One upkeep scheduling problem: metrics that fall over time, and operators that restore them. Higher levels are
/// better.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instance {
    pub format: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// How many level units make a bucket; used in messages only.
    #[serde(default)]
    pub unit: i64,
    pub step_ticks: i64,
    pub horizon_ticks: i64,
    pub intervention_cost: i64,
    /// Factors for the disruption cost over time: `[from_tick, factor]`, ascending.
    pub price: Vec<(i64, i64)>,
    /// Times in which no action may take place: `[from, to)` in ticks.
    #[serde(default)]
    pub forbidden: Vec<(i64, i64)>,
    pub metrics: Vec<InstanceMetric>,
    pub operators: Vec<InstanceOperator>,
    /// Expected values for a program that scores planners. Any content is accepted and ignored.
    #[serde(default, skip_serializing)]
    pub expect: Ignored,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InstanceMetric {
    pub id: String,
    pub level: i64,
    pub max: i64,
    pub warn: i64,
    pub critical: i64,
    /// How fast the metric falls over time: `[from_tick, fall per tick]`, ascending.
    pub drift: Vec<(i64, i64)>,
    pub warn_cost_per_step: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InstanceOperator {
    pub id: String,
    #[serde(deserialize_with = "once_each")]
    pub restores: BTreeMap<String, i64>,
    pub duration_ticks: i64,
    pub cost_resource: i64,
    pub cost_disruption: i64,
    pub cost_risk: i64,
    pub stock: i64,
}

/// Reads a map and refuses a key that occurs twice. The JSON reader adds the line number to the message.
fn once_each<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, i64>, D::Error> {
    let twice = |metric: &str| format!("restores {metric:?} twice; write each metric once");
    each(from, Words { expecting: "an object of metrics and amounts", twice })
}

/// A JSON field of any content, which is ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ignored;

impl<'de> Deserialize<'de> for Ignored {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ignored, D::Error> {
        serde::de::IgnoredAny::deserialize(deserializer).map(|_| Ignored)
    }
}

/// Why a scheduling problem is refused: the row of the table and the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Names the bad row, such as `metrics[2] "food_level"`.
    pub row: String,
    pub reason: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.row, self.reason)
    }
}

impl core::error::Error for Refusal {}

/// Names the table row that an error is about. It is formatted only if there is an error, because a plan is made every
/// second.
#[derive(Clone, Copy)]
enum Row<'a> {
    Named(&'a str),
    /// A row of a list, such as `metrics[2] "food_level"`.
    Listed(&'a str, usize, &'a str),
    /// An entry of a row or list, such as `forbidden[1]`, or `metrics[2] "food_level" drift[3]`.
    Entry(&'a dyn fmt::Display, usize),
    Part(&'a dyn fmt::Display, &'a str),
}

impl fmt::Display for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Row::Named(name) => f.write_str(name),
            Row::Listed(list, index, id) => write!(f, "{list}[{index}] {id:?}"),
            Row::Entry(of, index) => write!(f, "{of}[{index}]"),
            Row::Part(of, part) => write!(f, "{of} {part}"),
        }
    }
}

fn refuse<T>(row: Row<'_>, reason: String) -> Result<T, Refusal> {
    Err(Refusal { row: format!("{row}"), reason })
}

fn within(row: Row<'_>, name: impl fmt::Display, value: i64, least: i64, most: i64) -> Result<(), Refusal> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    refuse(row, format!("{name} is {value}, must be {least} to {most}"))
}

impl Instance {
    /// Checks everything in the scheduling problem that planning relies on.
    pub fn check(&self) -> Result<(), Refusal> {
        if self.format != FORMAT {
            return refuse(Row::Named("format"), format!("is {:?}, must be {FORMAT:?}", self.format));
        }
        let named =
            |name: &'static str, of: &'static str, value, least, most| within(Row::Named(name), of, value, least, most);
        named("step_ticks", "it", self.step_ticks, 1, NUMBER_MAX)?;
        named("horizon_ticks", "it", self.horizon_ticks, 0, NUMBER_MAX)?;
        let steps = self.horizon_ticks / self.step_ticks;
        named("horizon_ticks", "the number of steps", steps, 1, STEPS_MAX as i64)?;
        named("intervention_cost", "it", self.intervention_cost, 0, NUMBER_MAX)?;
        named("metrics", "their number", self.metrics.len() as i64, 1, METRICS_MAX as i64)?;
        named("operators", "their number", self.operators.len() as i64, 0, OPERATORS_MAX as i64)?;
        profile(Row::Named("price"), "factor", PRICE_MAX, &self.price)?;
        for (index, (from, to)) in self.forbidden.iter().enumerate() {
            let row = Row::Entry(&"forbidden", index);
            within(row, "from", *from, 0, NUMBER_MAX)?;
            within(row, "to", *to, *from, NUMBER_MAX)?;
        }
        for (index, metric) in self.metrics.iter().enumerate() {
            let row = Row::Listed("metrics", index, &metric.id);
            if self.metrics[..index].iter().any(|other| other.id == metric.id) {
                return refuse(row, "this id is already taken; give it another".into());
            }
            metric.check(row)?;
        }
        for (index, operator) in self.operators.iter().enumerate() {
            let row = Row::Listed("operators", index, &operator.id);
            if self.operators[..index].iter().any(|other| other.id == operator.id) {
                return refuse(row, "this id is already taken; give it another".into());
            }
            operator.check(row, self.step_ticks)?;
            if let Some(unknown) = operator.restores.keys().find(|id| self.metrics.iter().all(|m| m.id != **id)) {
                return refuse(row, format!("restores {unknown:?}, which is not a metric of this instance"));
            }
        }
        Ok(())
    }
}

impl InstanceMetric {
    fn check(&self, row: Row<'_>) -> Result<(), Refusal> {
        within(row, "max", self.max, 1, LEVEL_MAX)?;
        within(row, "level", self.level, 0, self.max)?;
        within(row, "warn", self.warn, 0, self.max)?;
        within(row, "critical", self.critical, 0, self.warn)?;
        within(row, "warn_cost_per_step", self.warn_cost_per_step, 0, NUMBER_MAX)?;
        profile(Row::Part(&row, "drift"), "rate", NUMBER_MAX, &self.drift)
    }
}

impl InstanceOperator {
    fn check(&self, row: Row<'_>, step_ticks: i64) -> Result<(), Refusal> {
        if self.restores.is_empty() {
            return refuse(row, "restores nothing; name a metric and an amount, or drop the operator".into());
        }
        for (metric, amount) in &self.restores {
            within(row, format_args!("the amount for {metric:?}"), *amount, 1, LEVEL_MAX)?;
        }
        within(row, "duration_ticks", self.duration_ticks, step_ticks, NUMBER_MAX)?;
        within(row, "cost_resource", self.cost_resource, 0, NUMBER_MAX)?;
        within(row, "cost_disruption", self.cost_disruption, 0, NUMBER_MAX)?;
        within(row, "cost_risk", self.cost_risk, 0, NUMBER_MAX)?;
        within(row, "stock", self.stock, 0, NUMBER_MAX)
    }
}

fn profile(row: Row<'_>, name: &str, most: i64, entries: &[(i64, i64)]) -> Result<(), Refusal> {
    if entries.is_empty() {
        return refuse(row, format!("is empty; give at least [[0, {name}]]"));
    }
    for (index, (from, value)) in entries.iter().enumerate() {
        let row = Row::Entry(&row, index);
        within(row, "from_tick", *from, 0, NUMBER_MAX)?;
        within(row, name, *value, 0, most)?;
        if index > 0 && entries[index - 1].0 > *from {
            return refuse(row, format!("starts at {from}, before the entry above it"));
        }
    }
    Ok(())
}

/// The value at a tick of a list `(from_tick, value)`; before the first entry it is the first entry's value.
pub fn profile_at(entries: &[(i64, i64)], tick: i64) -> i64 {
    let after = entries.partition_point(|(from, _)| *from <= tick);
    entries[after.saturating_sub(1)].1
}
