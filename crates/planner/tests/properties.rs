//! Properties of every request: plans pass the referee, bounds hold, and having more of anything never hurts.

#[path = "common/brute.rs"]
mod brute;
mod common;
#[path = "common/world.rs"]
mod world;

use common::problem;
use planner::validate::validate;
use planner::{Limits, Objective, Reason, solve};
use proptest::prelude::*;
use world::{World, world};

const LIMITS: Limits = Limits { nodes: Some(1_500), seed: 0 };

/// How many random requests each test tries.
const CASES: u32 = 64;

/// Most states that the brute-force search may try: more would take seconds in a debug build.
const STATES_MAX: usize = 60_000;

fn cost_and_time(cost: u64, ticks: u64, bucket: u64) -> u64 {
    10 * cost + ticks.div_ceil(bucket)
}

fn makespan(_: u64, ticks: u64, _: u64) -> u64 {
    ticks
}

fn agrees_with_brute_force(world: &World, objective: Objective) -> Result<(), TestCaseError> {
    let problem = problem(&world.draft);
    let Ok(solution) = solve(&problem, objective, LIMITS) else { return Ok(()) };
    let measure = if objective == Objective::Makespan { makespan } else { cost_and_time };
    let Some(best) = brute::best(&problem, measure, solution.value, STATES_MAX) else { return Ok(()) };
    prop_assert!(solution.bound <= best, "bound {} above the optimum {best}", solution.bound);
    if best > solution.value {
        // Brute force only looks at plans that hold a few of each item at a time, and this plan holds more.
        return Ok(());
    }
    prop_assert!(!solution.optimal() || best == solution.value);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn every_plan_is_valid_and_the_same_request_gives_it_again(world in world()) {
        let problem = problem(&world.draft);
        for objective in [Objective::CostAndTime, Objective::Makespan] {
            let first = solve(&problem, objective, LIMITS);
            if let Ok(solution) = &first {
                let verdict = validate(&problem, &solution.plan.steps).expect("valid");
                prop_assert_eq!(verdict.makespan_ticks, solution.plan.makespan_ticks);
                prop_assert!(solution.bound <= solution.value);
            }
            prop_assert_eq!(first, solve(&problem, objective, LIMITS));
        }
    }

    #[test]
    fn bounds_hold_and_plans_called_optimal_are_optimal(world in world()) {
        agrees_with_brute_force(&world, Objective::CostAndTime)?;
        agrees_with_brute_force(&world, Objective::Makespan)?;
    }

    #[test]
    fn more_stock_or_another_furnace_never_makes_a_plan_worse(world in world(), item in 0usize..4, furnace in any::<bool>()) {
        let before = solve(&problem(&world.draft), Objective::CostAndTime, LIMITS);
        let mut richer = world.draft.clone();
        if furnace {
            richer.slots.push(common::slot("one more", "furnace", 0));
            *richer.stations_max.entry("furnace".into()).or_default() += 1;
        } else {
            *richer.inventory.entry(["ore", "coal", "plank", "bar"][item].into()).or_default() += 1;
        }
        let after = solve(&problem(&richer), Objective::CostAndTime, LIMITS);
        if let (Ok(before), Ok(after)) = (&before, &after)
            && before.optimal() && after.optimal()
        {
            prop_assert!(after.value <= before.value, "{} became {}", before.value, after.value);
        }
        prop_assert!(before.is_err() || after.is_ok(), "solved before, not any more: {:?}", after);
    }

    #[test]
    fn an_impossible_request_gets_a_reason(world in world()) {
        let mut draft = world.draft;
        draft.goal.insert("philosophers_stone".into(), 1);
        let unsolved = solve(&problem(&draft), Objective::CostAndTime, LIMITS).expect_err("nothing makes it");
        prop_assert_eq!(unsolved.reason, Reason::UnreachableItem);
        prop_assert_eq!(unsolved.detail, "philosophers_stone");
    }
}
