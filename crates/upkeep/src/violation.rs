//! Projection: the exact tick at which a metric will reach warn and critical within the horizon.

use crate::drift::Profile;
use crate::metric::{GRAINS_PER_MILLI, MetricRow};
use serde::{Deserialize, Serialize};
use vocab::Name;

/// How far upkeep looks ahead by default, in ticks.
pub const HORIZON_TICKS: u64 = 2_400;
/// The farthest that upkeep may look ahead: half a game day.
pub const HORIZON_TICKS_MAX: u64 = 12_000;

/// When a falling metric reaches a threshold (warn or critical).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Crossing {
    /// The metric is already at or past the threshold.
    Overdue,
    /// The metric reaches the threshold in this many ticks; exactly at the horizon counts.
    In(u64),
    /// The metric does not reach the threshold within the horizon.
    Beyond,
}

impl Crossing {
    pub fn within(self) -> bool {
        self != Crossing::Beyond
    }
}

/// What will happen to one upkeep metric if nothing is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Projection {
    pub metric: Name,
    pub bucket: u8,
    pub bucket_at_horizon: u8,
    pub warn: Crossing,
    pub critical: Crossing,
}

impl Projection {
    /// Whether the metric reaches a threshold within the horizon, so that something has to be done.
    pub fn needs(&self) -> bool {
        self.warn.within() || self.critical.within()
    }
}

/// A metric's goodness (distance from its bad end) in grains after this many ticks of drift, at least 0.
pub fn good_after(good_grains: i64, profile: &Profile, ticks: i64) -> i64 {
    let mut fallen = 0i64;
    for (index, (from, rate)) in profile.iter().enumerate() {
        let to = profile.get(index + 1).map_or(ticks, |next| next.0.min(ticks));
        fallen = fallen.saturating_add(rate.saturating_mul((to - from).max(0)));
    }
    (good_grains - fallen).max(0)
}

/// When a metric that gets worse by this profile reaches the limit.
pub fn crossing(good_grains: i64, limit_grains: i64, profile: &Profile, horizon_ticks: u64) -> Crossing {
    if good_grains <= limit_grains {
        return Crossing::Overdue;
    }
    let horizon = horizon_ticks as i64;
    let mut left = good_grains - limit_grains;
    for (index, (from, rate)) in profile.iter().enumerate() {
        let to = profile.get(index + 1).map_or(i64::MAX, |next| next.0);
        if *from >= horizon {
            break;
        }
        if *rate > 0 {
            let needed = (left + rate - 1) / rate;
            if from.saturating_add(needed) <= to.min(horizon) {
                return Crossing::In((from + needed) as u64);
            }
        }
        left -= rate.saturating_mul((to.min(horizon) - from).max(0));
    }
    Crossing::Beyond
}

/// Projects how one metric gets worse if nothing is done. The horizon is limited to [`HORIZON_TICKS_MAX`].
pub fn project(row: &MetricRow, level: i64, profile: &Profile, horizon_ticks: u64) -> Projection {
    let horizon_ticks = horizon_ticks.min(HORIZON_TICKS_MAX);
    let good = row.good(level) * GRAINS_PER_MILLI;
    let at = |limit: i64| crossing(good, limit * GRAINS_PER_MILLI, profile, horizon_ticks);
    let last = good_after(good, profile, horizon_ticks as i64) / GRAINS_PER_MILLI;
    // `good` turns a level into goodness, and goodness back into a level.
    let level_at_horizon = row.good(last);
    Projection {
        metric: row.id,
        bucket: row.bucket(level),
        bucket_at_horizon: row.bucket(level_at_horizon),
        warn: at(row.warn_good()),
        critical: row.critical_good().map_or(Crossing::Beyond, at),
    }
}
