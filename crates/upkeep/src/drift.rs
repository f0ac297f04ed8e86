//! How metrics get worse by themselves: rates by activity and condition, the approach of night, and rates learned by
//! observation.

use crate::metric::{GRAINS_PER_MILLI, MetricRow};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::Name;

/// A metric's drift rate from the table weighs as much as this many ticks of observation (two minutes).
const PRIOR_TICKS: i64 = 2_400;
/// After this many observed ticks (two game days), older observations of a drift rate count half.
const MEMORY_TICKS: i64 = 48_000;

/// What the agent's body is doing; metrics such as food fall faster during some activities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Activity {
    #[default]
    Idle,
    Walking,
    Sprinting,
    Exploring,
    Mining,
    Building,
    Fighting,
    Sleeping,
}

/// When a row of the drift table applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    Always,
    During(Activity),
    /// Applies while another metric is in its lowest bucket: health falls while food is empty.
    WhileEmpty(Name),
}

/// How fast an upkeep metric gets worse. Of all rows of a metric, the first one that applies is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DriftRow {
    pub metric: Name,
    pub when: Condition,
    /// How fast the metric moves towards its bad end, in grains (a 120th of a milli-bucket) per tick.
    pub grains_per_tick: i64,
}

/// How much each metric was seen to fall, by metric and activity.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Learned(BTreeMap<(Name, Activity), Watched>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Watched {
    grains: i64,
    ticks: i64,
}

impl Learned {
    /// Records that a metric got worse by `fall_milli` milli-buckets in this many ticks. A rise is ignored, because
    /// something restored the metric.
    pub fn watch(&mut self, metric: Name, activity: Activity, fall_milli: i64, ticks: u64) {
        if fall_milli < 0 || ticks == 0 {
            return;
        }
        let watched = self.0.entry((metric, activity)).or_default();
        watched.grains = watched.grains.saturating_add(fall_milli.saturating_mul(GRAINS_PER_MILLI));
        watched.ticks = watched.ticks.saturating_add(ticks.min(MEMORY_TICKS as u64) as i64);
        if watched.ticks > MEMORY_TICKS {
            (watched.grains, watched.ticks) = (watched.grains / 2, watched.ticks / 2);
        }
    }

    /// A metric's drift rate: that of the table, corrected by observation. It is rounded up, so that no metric is
    /// expected to last too long.
    pub fn rate(&self, metric: Name, activity: Activity, row_rate: i64) -> i64 {
        let watched = self.0.get(&(metric, activity)).copied().unwrap_or_default();
        let ticks = PRIOR_TICKS + watched.ticks;
        (row_rate * PRIOR_TICKS).saturating_add(watched.grains).saturating_add(ticks - 1) / ticks
    }
}

/// The rate at which a metric gets worse now; 0 when no row of the drift table applies.
pub fn rate(
    rows: &[DriftRow],
    metric: Name,
    activity: Activity,
    empty: &dyn Fn(Name) -> bool,
    learned: &Learned,
) -> i64 {
    let applies = |row: &&DriftRow| {
        row.metric == metric
            && match row.when {
                Condition::Always => true,
                Condition::During(during) => during == activity,
                Condition::WhileEmpty(other) => empty(other),
            }
    };
    rows.iter().find(applies).map_or(0, |row| match row.when {
        // Starvation is a fixed rule of the game, so its rate is not learned.
        Condition::WhileEmpty(_) => row.grains_per_tick,
        _ => learned.rate(metric, activity, row.grains_per_tick),
    })
}

/// A drift rate that changes over time: entries `(ticks from now, grains per tick)`.
pub type Profile = Vec<(i64, i64)>;

/// The drift of the metric "time to night": 0 while night is farther away than the metric's range, then one tick per
/// tick.
pub fn night_profile(row: &MetricRow, ticks_to_night: i64) -> Profile {
    let range = row.max - row.min;
    let grains = row.top() * GRAINS_PER_MILLI / range;
    match ticks_to_night - range {
        far if far > 0 => alloc::vec![(0, 0), (far, grains)],
        _ => alloc::vec![(0, grains)],
    }
}
