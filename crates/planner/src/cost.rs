//! The objective, in integers. Action cost counts ten times, time counts in buckets rounded up.

use crate::plan::Objective;

/// What one unit of action cost weighs against one bucket of time.
pub const COST_WEIGHT: u64 = 10;

/// Buckets until `ticks` has surely passed: rounded up, so that nothing is promised early.
pub const fn buckets(ticks: u64, bucket_ticks: u64) -> u64 {
    ticks.div_ceil(bucket_ticks)
}

/// The number that is reported and compared.
pub const fn value(objective: Objective, action_cost: u64, makespan_ticks: u64, bucket_ticks: u64) -> u64 {
    match objective {
        Objective::CostAndTime => {
            action_cost.saturating_mul(COST_WEIGHT).saturating_add(buckets(makespan_ticks, bucket_ticks))
        }
        Objective::Makespan => makespan_ticks,
    }
}

/// A finer measure for the search: equal values are told apart by what they leave, so that small steps show.
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
    fn a_begun_bucket_counts_whole() {
        for (cost, ticks, expected) in [(1, 12_805, 139), (2, 7_405, 95), (0, 0, 0), (0, 1, 1), (0, 100, 1)] {
            assert_eq!(value(Objective::CostAndTime, cost, ticks, 100), expected, "{cost} {ticks}");
        }
        assert_eq!(value(Objective::Makespan, 9, 927, 100), 927);
    }
}
