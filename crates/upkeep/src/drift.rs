//! How metrics fall by themselves: rates by activity and condition, the day clock, and what was learned from watching.

use crate::metric::{GRAINS_PER_MILLI, MetricRow};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::Name;

/// A row's own rate counts as much as this many watched ticks (two minutes).
const PRIOR_TICKS: i64 = 2_400;
/// Watched ticks beyond which the past counts half: two game days.
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

/// When a drift row applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    Always,
    During(Activity),
    /// While another metric is in its lowest bucket, as health falls while starving.
    WhileEmpty(Name),
}

/// How fast a metric gets worse; the first row of a metric that applies counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DriftRow {
    pub metric: Name,
    pub when: Condition,
    /// Grains per tick towards the bad end.
    pub grains_per_tick: i64,
}

/// Falls watched so far, by metric and activity.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Learned(BTreeMap<(Name, Activity), Watched>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Watched {
    grains: i64,
    ticks: i64,
}

impl Learned {
    /// The goodness fell by so many milli-buckets in so many ticks. A rise is a restore and teaches nothing.
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

    /// The row's rate, corrected by what was watched, rounded up so that nothing is promised to last longer.
    pub fn rate(&self, metric: Name, activity: Activity, row_rate: i64) -> i64 {
        let watched = self.0.get(&(metric, activity)).copied().unwrap_or_default();
        let ticks = PRIOR_TICKS + watched.ticks;
        (row_rate * PRIOR_TICKS).saturating_add(watched.grains).saturating_add(ticks - 1) / ticks
    }
}

/// The rate that applies now; 0 when no row does.
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
        // What starving does is the game's rule, not a habit to be learned.
        Condition::WhileEmpty(_) => row.grains_per_tick,
        _ => learned.rate(metric, activity, row.grains_per_tick),
    })
}

/// A rate from now on that may change at given ticks: `(ticks from now, grains per tick)`.
pub type Profile = Vec<(i64, i64)>;

/// The clock's own profile: nothing falls while night is further away than the range, then a tick each tick.
pub fn night_profile(row: &MetricRow, ticks_to_night: i64) -> Profile {
    let range = row.max - row.min;
    let grains = row.top() * GRAINS_PER_MILLI / range;
    match ticks_to_night - range {
        far if far > 0 => alloc::vec![(0, 0), (far, grains)],
        _ => alloc::vec![(0, grains)],
    }
}
