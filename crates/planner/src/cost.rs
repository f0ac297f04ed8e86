//! The objective as an integer: ten times the action cost, plus the makespan in buckets, rounded up.

use crate::plan::Objective;

/// How many buckets (of time) one unit of action cost is worth.
pub const COST_WEIGHT: u64 = 10;

/// How many time buckets these ticks take, rounded up so that nothing is promised early.
pub const fn buckets(ticks: u64, bucket_ticks: u64) -> u64 {
    ticks.div_ceil(bucket_ticks)
}

/// The value of a plan that is reported and compared: cost and length, or the length alone.
pub const fn value(objective: Objective, action_cost: u64, makespan_ticks: u64, bucket_ticks: u64) -> u64 {
    match objective {
        Objective::CostAndTime => {
            action_cost.saturating_mul(COST_WEIGHT).saturating_add(buckets(makespan_ticks, bucket_ticks))
        }
        Objective::Makespan => makespan_ticks,
    }
}

/// A finer value of a plan for the search: it tells plans of equal reported value apart, so that small improvements
/// show.
pub const fn fine(objective: Objective, action_cost: u64, makespan_ticks: u64, bucket_ticks: u64) -> (u64, u64) {
    let value = value(objective, action_cost, makespan_ticks, bucket_ticks);
    match objective {
        Objective::CostAndTime => (value, makespan_ticks),
        Objective::Makespan => (value, action_cost),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_that_has_begun_counts_in_full() {
        for (cost, ticks, expected) in [(1, 12_805, 139), (2, 7_405, 95), (0, 0, 0), (0, 1, 1), (0, 100, 1)] {
            assert_eq!(value(Objective::CostAndTime, cost, ticks, 100), expected, "{cost} {ticks}");
        }
        assert_eq!(value(Objective::Makespan, 9, 927, 100), 927);
    }
}
