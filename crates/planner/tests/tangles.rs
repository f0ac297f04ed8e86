//! Claims hold for arbitrarily entangled rules: bounds are below every plan, only the best plan is called optimal,
//! and only impossible requests are called impossible.

#[path = "common/brute.rs"]
mod brute;
mod common;
#[path = "common/tangle.rs"]
mod tangle;

use common::{bag, op, problem};
use planner::rule::Draft;
use planner::validate::validate;
use planner::{Limits, Objective, Reason, solve};
use proptest::prelude::*;
use tangle::tangle;

const LIMITS: Limits = Limits { nodes: Some(1_500), seed: 0 };

/// How many random requests each test tries.
const CASES: u32 = 256;

/// Most states that the brute-force search may try.
const STATES_MAX: usize = 20_000;

/// The worst plan value that brute force looks for when no plan is known: twenty actions solve most of these
/// requests.
const WORST: u64 = 200;

fn cost_and_time(cost: u64, ticks: u64, bucket: u64) -> u64 {
    10 * cost + ticks.div_ceil(bucket)
}

fn makespan(_: u64, ticks: u64, _: u64) -> u64 {
    ticks
}

fn claims_hold(draft: &Draft, objective: Objective) -> Result<(), TestCaseError> {
    let problem = problem(draft);
    let measure = if objective == Objective::Makespan { makespan } else { cost_and_time };
    let solved = solve(&problem, objective, LIMITS);
    let known = solved.as_ref().map_or(WORST, |solution| solution.value);
    let Some(best) = brute::best(&problem, measure, known, STATES_MAX) else { return Ok(()) };
    match solved {
        Ok(solution) => {
            prop_assert!(validate(&problem, &solution.plan.steps).is_ok());
            prop_assert!(solution.bound <= best, "bound {} above the optimum {best}", solution.bound);
            prop_assert!(!solution.optimal() || solution.value <= best, "{} is not the best: {best}", solution.value);
        }
        Err(unsolved) => {
            // The planner may miss a plan that fits the horizon only with parallel cooking, but it may not call the
            // request impossible.
            let open = unsolved.reason == Reason::Budget && !draft.processes.is_empty();
            prop_assert!(best > known || open, "{unsolved}, but there is one of {best}");
        }
    }
    Ok(())
}

fn growing(taken: u64, given: u64, stock: u64, wanted: u64) -> Draft {
    Draft {
        bucket_ticks: 100,
        horizon_ticks: 4_000,
        inventory: bag(&[("seed", stock)]),
        goal: bag(&[("seed", wanted)]),
        ops: vec![op("search", 5, &[], &[("seed", 1)]), op("grow", 5, &[("seed", taken)], &[("seed", given)])],
        ..Draft::default()
    }
}

#[test]
fn an_item_is_gathered_once_and_then_multiplied_and_the_bound_allows_for_that() {
    // Gather one more, then multiply two into ten four times: five actions count 50, one bucket of time counts 1.
    for (taken, given, stock, wanted, best) in [(2, 10, 1, 30, 51), (3, 4, 1, 9, 81), (2, 10, 0, 30, 61)] {
        let solution = solve(&problem(&growing(taken, given, stock, wanted)), Objective::CostAndTime, LIMITS);
        let solution = solution.expect("a plan");
        assert!(solution.bound <= best, "{taken} to {given} from {stock}: a bound of {}", solution.bound);
        assert_eq!(solution.value, best, "{taken} to {given} from {stock}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn claims_about_entangled_rules_hold(draft in tangle()) {
        claims_hold(&draft, Objective::CostAndTime)?;
        claims_hold(&draft, Objective::Makespan)?;
    }
}
