//! What is said of a problem that nothing solves, against every schedule there is; and that it is said soon.

mod last_stand;

use last_stand::last_stand;
use proptest::prelude::*;
use std::collections::BTreeMap;
use upkeep::plan::alone::{FINE, lost_alone, lost_between};
use upkeep::plan::instance::{FORMAT, Instance, METRICS_MAX, MetricRow, OPERATORS_MAX, OperatorRow, STEPS_MAX};
use upkeep::plan::problem::Problem;
use upkeep::plan::solve::{Effort, Verdict, plan, plan_with};
use upkeep::plan::unmet::Unmet;

fn metric(id: usize, level: i64, rate: i64) -> MetricRow {
    let (max, warn, critical) = (20, 19, 3);
    MetricRow { id: format!("m{id}"), level, max, warn, critical, drift: vec![(0, rate)], warn_cost_per_step: 1 }
}

fn operator(id: usize, restores: &[(usize, i64)], duration_ticks: i64, stock: i64) -> OperatorRow {
    OperatorRow {
        id: format!("o{id}"),
        restores: restores.iter().map(|(metric, amount)| (format!("m{metric}"), *amount)).collect(),
        duration_ticks,
        cost_resource: 1,
        cost_disruption: 1,
        cost_risk: 0,
        stock,
    }
}

fn instance(metrics: Vec<MetricRow>, operators: Vec<OperatorRow>, horizon_ticks: i64) -> Instance {
    Instance {
        format: FORMAT.into(),
        step_ticks: 1,
        horizon_ticks,
        intervention_cost: 1,
        price: vec![(0, 1)],
        metrics,
        operators,
        ..Instance::default()
    }
}

prop_compose! {
    fn scanty(metrics: usize)(
        rows in prop::collection::vec((4i64..20, 1i64..6), metrics),
        operators in prop::collection::vec((0..metrics, 1i64..12, prop::option::of((0..metrics, 1i64..12)), 1i64..4, 1i64..4), 0..5),
        horizon_ticks in 1i64..8,
        change in prop::option::of((0i64..8, 0i64..9)),
        forbidden in prop::option::of((0i64..8, 1i64..4)),
    ) -> Instance {
        let mut metrics: Vec<MetricRow> =
            rows.iter().enumerate().map(|(id, (level, rate))| metric(id, *level, *rate)).collect();
        metrics[0].drift.extend(change);
        let operators = operators.iter().enumerate().map(|(id, (first, amount, second, steps, stock))| {
            let mut restores = BTreeMap::from([(*first, *amount)]);
            restores.extend(*second);
            operator(id, &restores.into_iter().collect::<Vec<_>>(), *steps, *stock)
        });
        let mut instance = instance(metrics, operators.collect(), horizon_ticks);
        instance.forbidden.extend(forbidden.map(|(from, length)| (from, from + length)));
        instance
    }
}

/// The instance with one metric and what restores it.
fn alone(instance: &Instance, metric: usize) -> Instance {
    let mut one = instance.clone();
    one.metrics = vec![instance.metrics[metric].clone()];
    for op in &mut one.operators {
        op.restores.retain(|id, _| *id == instance.metrics[metric].id);
    }
    one.operators.retain(|op| !op.restores.is_empty());
    one
}

fn unmet(verdict: Verdict) -> Unmet {
    match verdict {
        Verdict::Unmet(unmet) => unmet,
        other => panic!("not unmet: {other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, ..ProptestConfig::default() })]

    #[test]
    fn alone_a_metric_lasts_as_long_as_in_the_longest_of_all_schedules(instance in scanty(1)) {
        let problem = Problem::new(&instance).unwrap();
        if problem.metrics.is_empty() {
            return Ok(());
        }
        let truth = last_stand(&instance);
        let (earliest, latest, _) = lost_between(&problem, 0, FINE);
        prop_assert_eq!((earliest, latest), (truth, truth));
    }

    #[test]
    fn however_few_levels_are_computed_the_truth_is_between(instance in scanty(1), levels in 1usize..40) {
        let problem = Problem::new(&instance).unwrap();
        if problem.metrics.is_empty() {
            return Ok(());
        }
        let truth = last_stand(&instance).unwrap_or(usize::MAX);
        let (earliest, latest, _) = lost_between(&problem, 0, levels);
        prop_assert!(earliest.unwrap_or(usize::MAX) <= truth && truth <= latest.unwrap_or(usize::MAX));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn the_step_told_is_the_last_stand_of_the_metric_alone_or_else_of_all(instance in scanty(2)) {
        if let Verdict::Unmet(unmet) = plan(&instance).unwrap() {
            let alone: Vec<Option<usize>> = (0..2).map(|metric| last_stand(&alone(&instance, metric))).collect();
            let first = alone.iter().flatten().min();
            prop_assert!(unmet.exact);
            prop_assert_eq!(Some(unmet.at_step), first.copied().or(last_stand(&instance)));
            prop_assert!(first.is_none() || alone[unmet.metric] == first.copied());
        }
    }
}

/// Every operator another amount and duration, none of which can be used often: far more counts than can be told apart.
fn many_scarce(operators: usize, level: i64, rate: i64, horizon_ticks: i64) -> Instance {
    let mut row = metric(0, level, rate);
    (row.max, row.warn) = (100_000, 2_000);
    let operators = (0..operators).map(|id| {
        let kind = id as i64;
        operator(id, &[(0, 700 + 97 * kind)], 1 + kind % 5, 1 + kind % 3)
    });
    instance(vec![row], operators.collect(), horizon_ticks)
}

#[test]
fn one_metric_with_as_many_scarce_operators_as_are_allowed_is_decided_with_hardly_a_try() {
    // 127 uses add 474,000 or so in all: too little for 4,800 steps at a rate of 120, ample at 20.
    let lost = unmet(plan_with(&many_scarce(64, 3_000, 120, 4_800), Effort { tries_max: 1 }).unwrap());
    assert!(!lost.exact && lost.at_step < 4_800, "{lost:?}");
    let verdict = plan_with(&many_scarce(64, 3_000, 20, 4_800), Effort { tries_max: 1 }).unwrap();
    assert!(matches!(verdict, Verdict::Undecided { tried: 1, .. }), "{verdict:?}");
}

#[test]
fn where_not_all_counts_are_told_apart_it_is_said_that_the_step_is_not_exact() {
    for (operators, exact) in [(2, true), (4, true), (20, false)] {
        let instance = many_scarce(operators, 3_000, 200, 1_200);
        let problem = Problem::new(&instance).unwrap();
        let (earliest, latest, computed) = lost_between(&problem, 0, FINE);
        assert!(computed <= 2 * FINE);
        assert_eq!(earliest == latest, exact, "{operators} operators: {earliest:?} to {latest:?}");
        let loss = lost_alone(&problem).expect("there is not nearly enough");
        assert_eq!((loss.exact, Some(loss.at_step)), (exact, latest));
        let told = unmet(plan(&instance).unwrap());
        assert_eq!((told.exact, told.at_step), (exact, loss.at_step));
        assert_eq!(told.missing.contains("perhaps it is lost before that step"), !exact, "{}", told.missing);
    }
}

#[test]
fn more_uses_of_one_operator_than_can_be_told_apart_still_give_a_range() {
    let mut instance = many_scarce(1, 3_000, 100, 4_800);
    instance.operators[0].restores = [("m0".into(), 101)].into();
    for stock in [100, 2_000, 4_790] {
        instance.operators[0].stock = stock;
        let problem = Problem::new(&instance).unwrap();
        let step = |lost: Option<usize>| lost.unwrap_or(usize::MAX);
        let (earliest, latest, _) = lost_between(&problem, 0, FINE);
        assert_eq!(earliest, latest, "{stock}");
        let truth = step(latest);
        let (earliest, latest, _) = lost_between(&problem, 0, 20);
        assert!(step(earliest) < truth && truth <= step(latest), "{earliest:?} to {latest:?}, really {truth}");
    }
}

/// Two metrics that fall to nothing in the same step, each with operators of its own that would restore it just then.
fn torn(operators: usize, horizon_ticks: i64, fall_tick: i64) -> Instance {
    let row = |id: usize| {
        let drift = vec![(0, 1), (fall_tick, 2_000), (fall_tick + 1, 0)];
        MetricRow { max: 1_000, warn: 5, drift, ..metric(id, 900, 0) }
    };
    let operators = (0..operators).map(|id| operator(id, &[(id % 2, 400 + 7 * id as i64)], 1 + (id / 2) as i64, 9));
    instance(vec![row(0), row(1)], operators.collect(), horizon_ticks)
}

#[test]
fn where_two_metrics_need_the_same_step_the_step_is_exact_unless_too_many_ways_lead_there() {
    for (operators, horizon_ticks, fall_tick, expected) in
        [(2, 20, 9, (10, true)), (8, 40, 39, (40, true)), (2, 60, 50, (51, true)), (4, 800, 600, (800, false))]
    {
        let told = unmet(plan(&torn(operators, horizon_ticks, fall_tick)).unwrap());
        assert_eq!((told.at_step, told.exact), expected, "{operators} operators, {fall_tick} of {horizon_ticks} ticks");
    }
}

#[test]
fn the_largest_problem_allowed_ends_with_one_try() {
    let metrics = (0..METRICS_MAX).map(|id| {
        let drift = vec![(0, 1 + id as i64 % 5), (24_000, 2)];
        MetricRow { level: 700_000, max: 1_000_000, warn: 600_000, drift, ..metric(id, 0, 0) }
    });
    let operators = (0..OPERATORS_MAX).map(|id| {
        let restores: Vec<(usize, i64)> = (0..METRICS_MAX)
            .filter(|metric| (metric + id) % 7 < 4)
            .map(|metric| (metric, 5_000 + 977 * id as i64))
            .collect();
        operator(id, &restores, 20 * (1 + id as i64 % 40), 1 + id as i64 % 3)
    });
    let mut largest = instance(metrics.collect(), operators.collect(), 20 * STEPS_MAX as i64);
    largest.step_ticks = 20;
    let verdict = plan_with(&largest, Effort { tries_max: 1 }).unwrap();
    assert!(matches!(verdict, Verdict::Scheduled(_) | Verdict::Undecided { tried: 1, .. }), "{verdict:?}");
}
