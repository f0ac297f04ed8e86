//! How long a tiny problem can be kept above critical, found by simulating every schedule tick by tick. Costs are ignored.

use std::collections::BTreeSet;
use upkeep::plan::instance::Instance;

/// A step, and the metrics that can be the critical one there.
pub type Lost = (usize, BTreeSet<usize>);

fn at(profile: &[(i64, i64)], tick: i64) -> i64 {
    profile.iter().rev().find(|(from, _)| *from <= tick).unwrap_or(&profile[0]).1
}

/// The latest step at which a metric goes critical, and the metrics that do so in the schedules that last longest,
/// found by trying every schedule; `None` when one schedule keeps all metrics up to the end.
pub fn last_stand(instance: &Instance) -> Option<Lost> {
    fn critical(instance: &Instance, levels: &[i64]) -> BTreeSet<usize> {
        (0..levels.len()).filter(|index| levels[*index] <= instance.metrics[*index].critical).collect()
    }
    /// Simulates some steps with a restore at their end; returns the step at which a metric goes critical, if any.
    fn pass(
        instance: &Instance,
        levels: &mut [i64],
        steps: core::ops::Range<usize>,
        operator: Option<usize>,
    ) -> Option<Lost> {
        let step = instance.step_ticks;
        for k in steps.clone() {
            for (metric, level) in instance.metrics.iter().zip(levels.iter_mut()) {
                let fall: i64 = (0..step).map(|tick| at(&metric.drift, k as i64 * step + tick)).sum();
                *level = (*level - fall).max(0);
                let ends = operator.filter(|_| k + 1 == steps.end);
                let added = ends.and_then(|op| instance.operators[op].restores.get(&metric.id)).copied().unwrap_or(0);
                *level = (*level + added).min(metric.max);
            }
            let lost = critical(instance, levels);
            if !lost.is_empty() {
                return Some((k + 1, lost));
            }
        }
        None
    }
    fn go(instance: &Instance, k: usize, levels: &[i64], stock: &mut [i64]) -> Option<Lost> {
        let steps = (instance.horizon_ticks / instance.step_ticks) as usize;
        if k == steps {
            return None;
        }
        let mut latest = (0, BTreeSet::new());
        for operator in std::iter::once(None).chain((0..stock.len()).map(Some)) {
            let length =
                operator.map_or(1, |op| (instance.operators[op].duration_ticks / instance.step_ticks) as usize);
            let closed = (k..k + length).any(|k| {
                let now = k as i64 * instance.step_ticks;
                instance.forbidden.iter().any(|(from, to)| *from <= now && now < *to)
            });
            if operator.is_some_and(|op| closed || stock[op] == 0) || k + length > steps {
                continue;
            }
            let mut after = levels.to_vec();
            let lost = pass(instance, &mut after, k..k + length, operator).or_else(|| {
                operator.inspect(|op| stock[*op] -= 1);
                let lost = go(instance, k + length, &after, stock);
                operator.inspect(|op| stock[*op] += 1);
                lost
            });
            let (step, metrics) = lost?;
            if step > latest.0 {
                latest = (step, metrics);
            } else if step == latest.0 {
                latest.1.extend(metrics);
            }
        }
        Some(latest)
    }
    let levels: Vec<i64> = instance.metrics.iter().map(|metric| metric.level).collect();
    let lost = critical(instance, &levels);
    if !lost.is_empty() {
        return Some((0, lost));
    }
    go(instance, 0, &levels, &mut instance.operators.iter().map(|op| op.stock).collect::<Vec<_>>())
}
