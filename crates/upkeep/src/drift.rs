//! How metrics get worse by themselves: rates by activity and condition, the approach of night, and rates learned by
//! observation.

use crate::metric::{GRAINS_PER_MILLI, MetricRow};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::Name;

/// The rate in the table weighs as much as this many observed ticks (two minutes).
const PRIOR_TICKS: i64 = 2_400;
/// After this many observed ticks (two game days), older observations count half.
const MEMORY_TICKS: i64 = 48_000;

/// What the body is doing.
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

/// When a row applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    Always,
    During(Activity),
    /// While another metric is in its lowest bucket: health falls while food is empty.
    WhileEmpty(Name),
}

/// How fast a metric gets worse. The first row of a metric that applies is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DriftRow {
    pub metric: Name,
    pub when: Condition,
    /// Grains per tick towards the bad end.
    pub grains_per_tick: i64,
}

/// Observed falls, by metric and activity.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Learned(BTreeMap<(Name, Activity), Watched>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Watched {
    grains: i64,
    ticks: i64,
}

impl Learned {
    /// Records that the goodness fell by this much in this many ticks. A rise means that something restored it, so it is
    /// ignored.
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

    /// The rate of the row, corrected by observation. It is rounded up, so that no metric is expected to last too long.
    pub fn rate(&self, metric: Name, activity: Activity, row_rate: i64) -> i64 {
        let watched = self.0.get(&(metric, activity)).copied().unwrap_or_default();
        let ticks = PRIOR_TICKS + watched.ticks;
        (row_rate * PRIOR_TICKS).saturating_add(watched.grains).saturating_add(ticks - 1) / ticks
    }
}

/// The rate that applies now; 0 when no row applies.
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

/// A rate that changes over time: `(ticks from now, grains per tick)`.
pub type Profile = Vec<(i64, i64)>;

/// The profile of time to night: constant while night is farther away than the metric's range, then falling one tick per tick.
pub fn night_profile(row: &MetricRow, ticks_to_night: i64) -> Profile {
    let range = row.max - row.min;
    let grains = row.top() * GRAINS_PER_MILLI / range;
    match ticks_to_night - range {
        far if far > 0 => alloc::vec![(0, 0), (far, grains)],
        _ => alloc::vec![(0, grains)],
    }
}
