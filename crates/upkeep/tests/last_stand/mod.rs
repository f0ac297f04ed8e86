//! How long a tiny problem can be kept up at all: every schedule there is, tick by tick, costs aside.

use upkeep::plan::instance::Instance;

fn at(profile: &[(i64, i64)], tick: i64) -> i64 {
    profile.iter().rev().find(|(from, _)| *from <= tick).unwrap_or(&profile[0]).1
}

/// The latest step at which something goes critical, by trying every schedule; `None` when one keeps all up to the end.
pub fn last_stand(instance: &Instance) -> Option<usize> {
    /// Falls through some steps and restores at their end; says where something goes critical.
    fn pass(
        instance: &Instance,
        levels: &mut [i64],
        steps: core::ops::Range<usize>,
        operator: Option<usize>,
    ) -> Option<usize> {
        let step = instance.step_ticks;
        for k in steps.clone() {
            for (metric, level) in instance.metrics.iter().zip(levels.iter_mut()) {
                let fall: i64 = (0..step).map(|tick| at(&metric.drift, k as i64 * step + tick)).sum();
                *level = (*level - fall).max(0);
                let ends = operator.filter(|_| k + 1 == steps.end);
                let added = ends.and_then(|op| instance.operators[op].restores.get(&metric.id)).copied().unwrap_or(0);
                *level = (*level + added).min(metric.max);
            }
            if instance.metrics.iter().zip(levels.iter()).any(|(metric, level)| *level <= metric.critical) {
                return Some(k + 1);
            }
        }
        None
    }
    fn go(instance: &Instance, k: usize, levels: &[i64], stock: &mut [i64]) -> Option<usize> {
        let steps = (instance.horizon_ticks / instance.step_ticks) as usize;
        if k == steps {
            return None;
        }
        let mut latest = 0;
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
            latest = latest.max(lost?);
        }
        Some(latest)
    }
    let levels: Vec<i64> = instance.metrics.iter().map(|metric| metric.level).collect();
    if instance.metrics.iter().any(|metric| metric.level <= metric.critical) {
        return Some(0);
    }
    go(instance, 0, &levels, &mut instance.operators.iter().map(|op| op.stock).collect::<Vec<_>>())
}
