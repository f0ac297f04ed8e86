//! The agency soak in short: three hours with a model that prints junk, three with one that asks for what can be done, and one
//! with none. `cargo xtask bench agency` runs the same for a day.

use mind::thinking::Thinking;
use simulator::soak::{GOOD_GOALS, HOUR_TICKS, Soaked, soak, thinking};
use simulator::{StubModel, soak::growth_percent};

const HOURS: u64 = 3;

fn holds(soaked: &Soaked) {
    assert_eq!(soaked.duplicates, 0, "two open tasks with one key: {soaked:?}");
    assert_eq!(soaked.ineligible, 0, "a task of a thought that was not eligible: {soaked:?}");
    assert_eq!(soaked.unknown_actions, 0, "{soaked:?}");
    assert_eq!(soaked.unexplained, 0, "a task that is neither over nor classed: {soaked:?}");
    assert_eq!(soaked.deaths, 0, "{soaked:?}");
    let limit = u64::from(Thinking::default().limits.calls_per_hour);
    assert!(soaked.calls_per_hour_max <= limit, "{} calls in an hour", soaked.calls_per_hour_max);
    assert!(growth_percent(soaked) <= 10, "thoughts grow after the first hour: {:?}", soaked.bytes);
}

#[test]
fn agency_soak_a_model_that_prints_junk_does_no_harm() {
    let soaked = soak(thinking(), StubModel::junk(), HOURS * HOUR_TICKS);
    holds(&soaked);
    let counters = soaked.counters;
    assert!(counters.llm_calls > 20 && counters.content_suppressions > 0 && counters.drive_ticks > 5, "{soaked:?}");
    assert!(soaked.model_changes < counters.llm_calls, "told once per change: {soaked:?}");
}

#[test]
fn agency_soak_the_goals_of_a_model_that_answers_well_are_done() {
    let soaked = soak(thinking(), StubModel::asking(GOOD_GOALS), HOURS * HOUR_TICKS);
    holds(&soaked);
    assert!(soaked.from_thoughts >= 10, "{soaked:?}");
    assert_eq!(soaked.failed, 0, "{soaked:?}");
    assert!(soaked.undone.is_empty(), "{soaked:?}");
    let open = soaked.from_thoughts - soaked.done;
    assert!(open <= GOOD_GOALS.len() as u64, "all but the last of each are done: {soaked:?}");
}

#[test]
fn agency_soak_without_a_model_nothing_is_missing() {
    let soaked = soak(Thinking::default(), StubModel::junk(), HOUR_TICKS);
    holds(&soaked);
    assert_eq!((soaked.counters.llm_calls, soaked.from_thoughts), (0, 0));
    assert!(soaked.drive_tasks > 5, "{soaked:?}");
}
