//! What upkeep foresees, as lines for people: each metric's course if nothing is done and with the plan, and the plan's actions.
//!
//! Nothing is decided from it.

use crate::drift::Profile;
use crate::keeper::Keeper;
pub use crate::metric::Polarity;
use crate::metric::{GRAINS_PER_MILLI, MetricRow, Source};
use crate::operator::Operator;
pub use crate::violation::Crossing;
use crate::violation::good_after;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{Name, Tick};

/// Most actions of the plan that are shown; a plan of two minutes has a few.
pub const ACTIONS_MAX: usize = 16;

/// A point of a line: ticks from now, and the metric's level in milli-buckets.
pub type Point = (u64, i64);

/// One metric as it stands and as it will go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MetricOutlook {
    pub metric: Name,
    pub polarity: Polarity,
    /// The highest level, and the levels of the two thresholds, in milli-buckets.
    pub top: i64,
    pub warn_at: i64,
    pub critical_at: Option<i64>,
    /// When the metric reaches its thresholds if nothing is done.
    pub warn: Crossing,
    pub critical: Crossing,
    /// The course of the metric if nothing is done.
    pub alone: Vec<Point>,
    /// The course of the metric with the plan's actions; empty when no action restores it.
    pub planned: Vec<Point>,
}

/// An action of the plan: which operator, when, and which metrics it restores.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActionOutlook {
    pub operator: Operator,
    pub at: Tick,
    pub restores: Vec<Name>,
}

/// What upkeep foresees.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Outlook {
    pub now: Tick,
    pub horizon_ticks: u64,
    pub metrics: Vec<MetricOutlook>,
    pub actions: Vec<ActionOutlook>,
    /// Metrics whose value the world has not reported.
    pub unknown: Vec<Name>,
}

impl Keeper {
    /// What is foreseen since the last report; empty before the first one. Stocks of items are left out: they do not drift.
    pub fn outlook(&self) -> Outlook {
        let Some((now, levels, profiles)) = self.state() else { return Outlook::default() };
        let projections = self.projections();
        let horizon_ticks = self.rig().horizon_ticks;
        let mut outlook = Outlook { now, horizon_ticks, ..Outlook::default() };
        let kept: Vec<(Operator, Tick)> = self.planned().take(ACTIONS_MAX).collect();
        for ((row, level), profile) in self.rig().metrics.iter().zip(levels).zip(&profiles) {
            if matches!(row.source, Source::Stock(_)) {
                continue;
            }
            let (Some(level), Some(projection)) = (level, projections.iter().find(|p| p.metric == row.id)) else {
                outlook.unknown.push(row.id);
                continue;
            };
            let jumps: Vec<(u64, i64)> = kept.iter().filter_map(|kept| self.jump(row, kept, now)).collect();
            let line = |jumps: &[(u64, i64)]| line(row, level, profile, jumps, horizon_ticks);
            outlook.metrics.push(MetricOutlook {
                metric: row.id,
                polarity: row.polarity,
                top: row.top(),
                warn_at: row.good(row.warn_good()),
                critical_at: row.critical_good().map(|good| row.good(good)),
                warn: projection.warn,
                critical: projection.critical,
                alone: line(&[]),
                planned: if jumps.is_empty() { Vec::new() } else { line(&jumps) },
            });
        }
        let restored = |operator: Operator| {
            let rows = self.rig().operators.iter().filter(move |row| row.operator == operator);
            rows.flat_map(|row| row.restores.iter().map(|(metric, _)| *metric)).collect()
        };
        let told = kept.iter().map(|(operator, at)| (*operator, *at, restored(*operator)));
        outlook.actions = told.map(|(operator, at, restores)| ActionOutlook { operator, at, restores }).collect();
        outlook
    }

    /// By how much a planned action raises the metric's goodness, and after how many ticks.
    fn jump(&self, metric: &MetricRow, (operator, at): &(Operator, Tick), now: Tick) -> Option<(u64, i64)> {
        let row = self.rig().operators.iter().find(|row| row.operator == *operator)?;
        let (_, amount) = row.restores.iter().find(|(id, _)| *id == metric.id)?;
        Some((at.since(now) + row.duration_ticks + row.lead_ticks, *amount))
    }
}

/// The course of a metric from this level: it gets worse by its profile, and each jump makes it better at once.
fn line(row: &MetricRow, level: i64, profile: &Profile, jumps: &[(u64, i64)], horizon_ticks: u64) -> Vec<Point> {
    let mut corners: Vec<u64> = profile.iter().map(|(from, _)| (*from).max(0) as u64).collect();
    corners.extend(jumps.iter().map(|(at, _)| *at));
    corners.push(horizon_ticks);
    corners.retain(|at| *at > 0 && *at <= horizon_ticks);
    corners.sort_unstable();
    corners.dedup();
    let (mut good, mut last) = (row.good(level) * GRAINS_PER_MILLI, 0);
    let mut points = alloc::vec![(0, level)];
    for at in corners {
        good = good_after(good, &from(profile, last), (at - last) as i64);
        let before = row.good(good / GRAINS_PER_MILLI);
        points.push((at, before));
        let gained: i64 = jumps.iter().filter(|(when, _)| *when == at).map(|(_, amount)| amount).sum();
        good = (good + gained * GRAINS_PER_MILLI).min(row.top() * GRAINS_PER_MILLI);
        let after = row.good(good / GRAINS_PER_MILLI);
        if after != before {
            points.push((at, after));
        }
        last = at;
    }
    points
}

/// A profile as it goes on from this many ticks on.
fn from(profile: &Profile, ticks: u64) -> Profile {
    let ticks = ticks as i64;
    profile.iter().map(|(at, rate)| (at - ticks, *rate)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::Asset;
    use crate::observation::Observation;
    use crate::rig::Rig;

    fn outlook(food: u8, assets: &[(Asset, u32)]) -> Outlook {
        let mut keeper = Keeper::new(Rig::standard()).unwrap();
        let (tick, assets) = (Tick(100), assets.iter().copied().collect());
        let observation = Observation { tick, food: Some(food), health: Some(20), assets, ..Observation::default() };
        keeper.observe(&observation);
        keeper.due();
        keeper.outlook()
    }

    fn metric(outlook: &Outlook, name: &str) -> MetricOutlook {
        outlook.metrics.iter().find(|metric| metric.metric == Name::new(name)).unwrap().clone()
    }

    #[test]
    fn nothing_is_foreseen_before_the_first_report() {
        assert_eq!(Keeper::new(Rig::standard()).unwrap().outlook(), Outlook::default());
    }

    #[test]
    fn food_falls_over_the_horizon_and_a_planned_meal_raises_it_again() {
        let alone = metric(&outlook(9, &[]), "food_level");
        let (first, last) = (alone.alone[0], *alone.alone.last().unwrap());
        assert!(last.0 == crate::violation::HORIZON_TICKS && last.1 < first.1, "{alone:?}");
        assert!(alone.planned.is_empty(), "nothing to eat: {alone:?}");
        let fed = outlook(9, &[(Asset::Food, 5)]);
        let food = metric(&fed, "food_level");
        assert!(fed.actions.iter().any(|action| action.operator == Operator::Eat), "{fed:?}");
        assert!(food.planned.last().unwrap().1 > last.1, "{food:?}");
        assert!(food.planned.iter().all(|(_, level)| (0..=food.top).contains(level)), "{food:?}");
    }

    #[test]
    fn thresholds_are_levels_and_unreported_metrics_are_named() {
        let outlook = outlook(20, &[]);
        let food = metric(&outlook, "food_level");
        assert!(food.critical_at.unwrap() < food.warn_at && food.warn_at < food.top, "{food:?}");
        let threat = metric(&outlook, "threat_exposure");
        assert!(threat.critical_at.unwrap() > threat.warn_at, "more is worse: {threat:?}");
        assert!(!outlook.unknown.is_empty(), "{outlook:?}");
    }
}
