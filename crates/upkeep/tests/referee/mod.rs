//! A second referee that simulates tick by tick, written from the description of the format alone; and a trial of every
//! schedule of tiny problems.

use upkeep::plan::instance::Instance;
use upkeep::plan::solve::ScheduledAction;

fn at(profile: &[(i64, i64)], tick: i64) -> i64 {
    let mut value = profile[0].1;
    for (start, entry) in profile {
        if *start <= tick {
            value = *entry;
        }
    }
    value
}

/// A schedule's cost, number of interruptions, and number of step boundaries with a warning; `None` when it is not
/// allowed.
pub fn judge(instance: &Instance, actions: &[ScheduledAction]) -> Option<(i64, i64, i64)> {
    let step = instance.step_ticks;
    let steps = (instance.horizon_ticks / step) as usize;
    let mut busy = vec![false; steps];
    let mut cost = 0;
    for (index, action) in actions.iter().enumerate() {
        let op = &instance.operators[action.operator];
        let length = (op.duration_ticks / step) as usize;
        for k in action.start_step..action.start_step + length {
            let now = k as i64 * step;
            let free = busy.get(k) == Some(&false);
            if !free || instance.forbidden.iter().any(|(a, b)| *a <= now && now < *b) {
                return None;
            }
            busy[k] = true;
        }
        let earlier = actions[..index].iter().filter(|other| other.operator == action.operator).count() as i64;
        if earlier + 1 > op.stock {
            return None;
        }
        cost += op.cost_resource + op.cost_risk;
        cost += op.cost_disruption * at(&instance.price, action.start_step as i64 * step);
    }
    let mut runs = 0;
    for k in 0..steps {
        if busy[k] && (k == 0 || !busy[k - 1]) {
            runs += 1;
        }
    }
    cost += runs * instance.intervention_cost;
    let mut warned = 0;
    for metric in &instance.metrics {
        let mut level = metric.level;
        for k in 0..=steps {
            if k > 0 {
                let fall: i64 = (0..step).map(|tick| at(&metric.drift, (k as i64 - 1) * step + tick)).sum();
                level = (level - fall).max(0);
                for action in actions {
                    let op = &instance.operators[action.operator];
                    if action.start_step + (op.duration_ticks / step) as usize == k {
                        level += op.restores.get(&metric.id).copied().unwrap_or(0);
                    }
                }
                level = level.min(metric.max);
            }
            if level <= metric.critical {
                return None;
            }
            if level <= metric.warn {
                warned += 1;
                cost += metric.warn_cost_per_step;
            }
        }
    }
    Some((cost, runs, warned))
}

/// The least cost of any upkeep schedule, found by trying every one.
pub fn least_cost(instance: &Instance) -> Option<i64> {
    fn go(instance: &Instance, step: usize, actions: &mut Vec<ScheduledAction>, best: &mut Option<i64>) {
        let steps = (instance.horizon_ticks / instance.step_ticks) as usize;
        if step >= steps {
            if let Some((cost, ..)) = judge(instance, actions) {
                *best = Some(best.map_or(cost, |least| least.min(cost)));
            }
            return;
        }
        go(instance, step + 1, actions, best);
        for operator in 0..instance.operators.len() {
            let length = (instance.operators[operator].duration_ticks / instance.step_ticks) as usize;
            if step + length <= steps {
                actions.push(ScheduledAction { start_step: step, operator });
                go(instance, step + length, actions, best);
                actions.pop();
            }
        }
    }
    let mut best = None;
    go(instance, 0, &mut Vec::new(), &mut best);
    best
}
