//! What of an instance does not count as it is written, because decisions are made at whole steps.
//!
//! Refusing such instances would shut out those that were written for other schedulers; taking them without a word would let
//! somebody believe in ticks that are not planned.

use upkeep::plan::instance::Instance;

/// One sentence for each number that is no multiple of the step, of an instance that passed its check.
pub fn notes(instance: &Instance) -> Vec<String> {
    let step = instance.step_ticks;
    let whole = |ticks: i64| ticks % step == 0;
    let mut notes = Vec::new();
    if !whole(instance.horizon_ticks) {
        let (horizon, steps) = (instance.horizon_ticks, instance.horizon_ticks / step);
        notes.push(format!(
            "horizon_ticks {horizon} is no multiple of step_ticks {step}: planned are {steps} steps, up to tick {}",
            steps * step
        ));
    }
    for (index, operator) in instance.operators.iter().enumerate().filter(|(_, row)| !whole(row.duration_ticks)) {
        let (id, ticks) = (&operator.id, operator.duration_ticks);
        notes.push(format!(
            "operators[{index}] {id:?}: duration_ticks {ticks} is no multiple of step_ticks {step}: it counts as {} ticks",
            ticks / step * step
        ));
    }
    for (index, &(from, to)) in instance.forbidden.iter().enumerate() {
        if whole(from) && whole(to) {
            continue;
        }
        // A step is closed when it begins inside.
        let begins = |ticks: i64| (ticks + step - 1) / step * step;
        let closed = match (begins(from), begins(to)) {
            (first, end) if first == end => "no step begins in it, so it forbids nothing".into(),
            (first, end) => format!("the steps that begin in it are closed, ticks {first} to {end}"),
        };
        notes.push(format!("forbidden[{index}]: {from} to {to} are no multiples of step_ticks {step}: {closed}"));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use upkeep::plan::instance::OperatorRow;

    fn check(horizon_ticks: i64, duration_ticks: i64, forbidden: (i64, i64), said: &[&str]) {
        let operator = OperatorRow { id: "eat".into(), duration_ticks, ..OperatorRow::default() };
        let instance = Instance {
            step_ticks: 20,
            horizon_ticks,
            forbidden: vec![forbidden],
            operators: vec![operator],
            ..Instance::default()
        };
        assert_eq!(notes(&instance), said);
    }

    #[test]
    fn each_number_between_two_steps_is_told() {
        check(600, 40, (0, 20), &[]);
        check(600, 40, (20, 20), &[]);
        let horizon = "horizon_ticks 619 is no multiple of step_ticks 20: planned are 30 steps, up to tick 600";
        check(619, 40, (0, 20), &[horizon]);
        let operator = "operators[0] \"eat\": duration_ticks 59 is no multiple of step_ticks 20: it counts as 40 ticks";
        check(619, 59, (0, 20), &[horizon, operator]);
        let forbidden = "forbidden[0]: 21 to 61 are no multiples of step_ticks 20: \
                         the steps that begin in it are closed, ticks 40 to 80";
        check(600, 40, (21, 61), &[forbidden]);
        let nothing = "forbidden[0]: 21 to 39 are no multiples of step_ticks 20: \
                       no step begins in it, so it forbids nothing";
        check(600, 40, (21, 39), &[nothing]);
    }
}
