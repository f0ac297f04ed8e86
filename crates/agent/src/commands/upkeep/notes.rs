//! Notes on numbers of an instance that are rounded, because actions start at whole steps only.
//!
//! Refusing such instances would exclude those written for other schedulers. Accepting them silently would suggest ticks that
//! are not planned.

use upkeep::plan::instance::Instance;

/// One sentence for each number in an upkeep instance that is not a multiple of the planning step. The instance
/// is valid.
pub fn notes(instance: &Instance) -> Vec<String> {
    let step = instance.step_ticks;
    let whole = |ticks: i64| ticks % step == 0;
    let mut notes = Vec::new();
    if !whole(instance.horizon_ticks) {
        let (horizon, steps) = (instance.horizon_ticks, instance.horizon_ticks / step);
        notes.push(format!(
            "horizon_ticks {horizon} is not a multiple of step_ticks {step}: {steps} steps planned, up to tick {}",
            steps * step
        ));
    }
    for (index, operator) in instance.operators.iter().enumerate().filter(|(_, row)| !whole(row.duration_ticks)) {
        let (id, ticks) = (&operator.id, operator.duration_ticks);
        notes.push(format!(
            "operators[{index}] {id:?}: duration_ticks {ticks} is not a multiple of step_ticks {step}: it counts as {} ticks",
            ticks / step * step
        ));
    }
    for (index, &(from, to)) in instance.forbidden.iter().enumerate() {
        if whole(from) && whole(to) {
            continue;
        }
        // A planning step is forbidden if it starts inside the interval.
        let begins = |ticks: i64| (ticks + step - 1) / step * step;
        let closed = match (begins(from), begins(to)) {
            (first, end) if first == end => "no step begins in it, so it forbids nothing".into(),
            (first, end) => format!("the steps that begin in it are closed, ticks {first} to {end}"),
        };
        notes.push(format!("forbidden[{index}]: {from} to {to} are not multiples of step_ticks {step}: {closed}"));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use upkeep::plan::instance::InstanceOperator;

    fn check(horizon_ticks: i64, duration_ticks: i64, forbidden: (i64, i64), said: &[&str]) {
        let operator = InstanceOperator { id: "eat".into(), duration_ticks, ..InstanceOperator::default() };
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
    fn each_number_that_is_not_a_multiple_of_the_step_is_noted() {
        check(600, 40, (0, 20), &[]);
        check(600, 40, (20, 20), &[]);
        let horizon = "horizon_ticks 619 is not a multiple of step_ticks 20: 30 steps planned, up to tick 600";
        check(619, 40, (0, 20), &[horizon]);
        let operator =
            "operators[0] \"eat\": duration_ticks 59 is not a multiple of step_ticks 20: it counts as 40 ticks";
        check(619, 59, (0, 20), &[horizon, operator]);
        let forbidden = "forbidden[0]: 21 to 61 are not multiples of step_ticks 20: \
                         the steps that begin in it are closed, ticks 40 to 80";
        check(600, 40, (21, 61), &[forbidden]);
        let nothing = "forbidden[0]: 21 to 39 are not multiples of step_ticks 20: \
                       no step begins in it, so it forbids nothing";
        check(600, 40, (21, 39), &[nothing]);
    }
}
