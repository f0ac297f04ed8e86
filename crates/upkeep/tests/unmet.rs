//! What is reported about unsolvable problems, compared with a trial of every schedule; and that it is found quickly.

mod last_stand;

use last_stand::last_stand;
use proptest::prelude::*;
use std::collections::BTreeMap;
use upkeep::plan::alone::{FINE, lost_alone, lost_between};
use upkeep::plan::instance::{
    FORMAT, Instance, InstanceMetric, InstanceOperator, METRICS_MAX, OPERATORS_MAX, STEPS_MAX,
};
use upkeep::plan::missing::{Changes, Missing};
use upkeep::plan::problem::Problem;
use upkeep::plan::solve::{Effort, PlanResult, plan, plan_with};
use upkeep::plan::unmet::Unmet;

fn metric(id: usize, level: i64, rate: i64) -> InstanceMetric {
    let (max, warn, critical) = (20, 19, 3);
    InstanceMetric { id: format!("m{id}"), level, max, warn, critical, drift: vec![(0, rate)], warn_cost_per_step: 1 }
}

fn operator(id: usize, restores: &[(usize, i64)], duration_ticks: i64, stock: i64) -> InstanceOperator {
    InstanceOperator {
        id: format!("o{id}"),
        restores: restores.iter().map(|(metric, amount)| (format!("m{metric}"), *amount)).collect(),
        duration_ticks,
        cost_resource: 1,
        cost_disruption: 1,
        cost_risk: 0,
        stock,
    }
}

fn instance(metrics: Vec<InstanceMetric>, operators: Vec<InstanceOperator>, horizon_ticks: i64) -> Instance {
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
        let mut metrics: Vec<InstanceMetric> =
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

prop_compose! {
    /// Generates hard cases: levels right at their thresholds, changing rates, actions as long as the horizon or
    /// longer, and empty stocks.
    fn on_edge()(
        horizon_ticks in 1i64..7,
        rows in prop::collection::vec(
            (5i64..60, 0i64..20, 0i64..20, 0usize..4, prop::collection::vec((1i64..7, 0i64..40), 0..3), 0i64..12), 1..4),
        operators in prop::collection::vec(
            (prop::collection::btree_map(0usize..3, prop::sample::select(vec![1i64, 5, 20, 1_000]), 1..4), 0usize..6, 0i64..4), 1..4),
        forbidden in prop::collection::vec((0i64..7, 1i64..3), 0..3),
    ) -> Instance {
        let metrics: Vec<InstanceMetric> = rows.into_iter().enumerate().map(|(id, (max, critical, above, edge, changes, rate))| {
            let critical = critical.min(max / 3);
            let warn = (critical + above).min(max);
            let level = [critical + 1, warn, warn + 1, max][edge].min(max);
            let mut drift = vec![(0, rate)];
            drift.extend(changes);
            drift.sort_unstable();
            InstanceMetric { level, max, warn, critical, drift, ..metric(id, 0, 0) }
        }).collect();
        let operators = operators.into_iter().enumerate().filter_map(|(id, (mut restores, length, stock))| {
            restores.retain(|restored, _| *restored < metrics.len());
            let steps = [1, 1, 2, 3, horizon_ticks, horizon_ticks + 1][length];
            let restores: Vec<(usize, i64)> = restores.into_iter().collect();
            (!restores.is_empty()).then(|| operator(id, &restores, steps, stock))
        }).collect();
        let mut instance = instance(metrics, operators, horizon_ticks);
        instance.forbidden = forbidden.into_iter().map(|(from, length)| (from, from + length)).collect();
        instance
    }
}

fn unmet(result: PlanResult) -> Unmet {
    match result {
        PlanResult::Unmet(unmet) => unmet,
        other => panic!("not unmet: {other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, ..ProptestConfig::default() })]

    #[test]
    fn a_single_metric_lasts_as_long_as_in_the_best_of_all_schedules(instance in scanty(1)) {
        let problem = Problem::new(&instance).unwrap();
        if problem.metrics.is_empty() {
            return Ok(());
        }
        let truth = last_stand(&instance).map(|(step, _)| step);
        let (earliest, latest, _) = lost_between(&problem, 0, FINE);
        prop_assert_eq!((earliest, latest), (truth, truth));
    }

    #[test]
    fn with_few_computed_levels_the_true_step_is_within_the_reported_range(instance in scanty(1), levels in 1usize..40) {
        let problem = Problem::new(&instance).unwrap();
        if problem.metrics.is_empty() {
            return Ok(());
        }
        let truth = last_stand(&instance).map_or(usize::MAX, |(step, _)| step);
        let (earliest, latest, _) = lost_between(&problem, 0, levels);
        prop_assert!(earliest.unwrap_or(usize::MAX) <= truth && truth <= latest.unwrap_or(usize::MAX));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, ..ProptestConfig::default() })]

    #[test]
    fn the_reported_metric_and_step_are_those_of_the_longest_lasting_schedule(
        instance in prop_oneof![scanty(2), scanty(3), on_edge()],
    ) {
        if let PlanResult::Unmet(unmet) = plan(&instance).unwrap() {
            let (step, metrics) = last_stand(&instance).expect("it is lost");
            prop_assert_eq!((unmet.at_step, unmet.exact), (step, true));
            prop_assert!(metrics.contains(&unmet.metric), "{} is not of {metrics:?}", unmet.metric);
        }
    }
}

/// The scheduling problem with unlimited stock of the operators in `ample`, nothing forbidden if `allowed`, and every
/// action one step long if `quick`.
fn easier(instance: &Instance, ample: &[usize], allowed: bool, quick: bool) -> Instance {
    let mut easier = instance.clone();
    for op in ample {
        easier.operators[*op].stock = 99;
    }
    if allowed {
        easier.forbidden.clear();
    }
    if quick {
        easier.operators.iter_mut().for_each(|op| op.duration_ticks = op.duration_ticks.min(instance.step_ticks));
    }
    easier
}

/// The scheduling problem in which only one metric falls.
fn alone(instance: &Instance, metric: usize) -> Instance {
    let mut alone = instance.clone();
    let others = alone.metrics.iter_mut().enumerate().filter(|(index, _)| *index != metric);
    others.for_each(|(_, row)| (row.level, row.critical, row.drift) = (row.max, 0, vec![(0, 0)]));
    alone
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn the_named_changes_are_enough_and_all_of_them_are_needed(instance in prop_oneof![scanty(1), scanty(2), on_edge()]) {
        let PlanResult::Unmet(Unmet { metric, missing, .. }) = plan(&instance).unwrap() else { return Ok(()) };
        let short_of = missing.short_of();
        let is_kept_up = |instance: &Instance| last_stand(instance).is_none();
        let every: Vec<usize> = (0..instance.operators.len()).collect();
        let possible = is_kept_up(&easier(&instance, &every, true, true));
        let problem = if possible { instance.clone() } else { alone(&instance, metric) };
        let with = |ample: &[usize], allowed, quick| is_kept_up(&easier(&problem, ample, allowed, quick));
        let changes = if let Missing::Changes(changes) = &missing { changes.clone() } else { Changes::default() };
        let (allowed, quick) = (changes.fewer_forbidden_steps, !changes.quicker.is_empty());
        if short_of.is_empty() && !allowed && !quick {
            // Here no change helps, or the metric could be saved alone but not together with the others.
            prop_assert!(!possible, "{}", missing);
            let beside = matches!(missing, Missing::TimeBesideOthers { .. });
            prop_assert_eq!((with(&[], false, false), with(&every, true, true)), (beside, beside), "{}", missing);
            return Ok(());
        }
        prop_assert!(with(&short_of, allowed, quick), "{}", missing);
        prop_assert_eq!(changes.enough_only_for.is_some(), !possible, "{}", missing);
        for op in &short_of {
            let fewer: Vec<usize> = short_of.iter().copied().filter(|other| other != op).collect();
            prop_assert!(!with(&fewer, allowed, quick), "{} without {}", missing, op);
        }
        prop_assert!(!allowed || !with(&short_of, false, quick), "{}", missing);
        prop_assert!(!quick || !with(&short_of, allowed, false), "{}", missing);
        // More stock is suggested before fewer forbidden steps, and these before quicker actions.
        prop_assert!(!(allowed || quick) || !with(&every, false, false), "{}", missing);
        prop_assert!(!quick || !with(&[], true, false), "{}", missing);
    }
}

#[test]
fn the_named_change_would_really_help() {
    let row = |level: i64| InstanceMetric { max: 100, warn: 20, critical: 5, ..metric(0, level, 5) };
    let closed = |from: i64, to: i64, instance: Instance| Instance { forbidden: vec![(from, to)], ..instance };
    let one = |restored: i64, steps: i64, stock: i64| {
        instance(vec![row(50)], vec![operator(0, &[(0, restored)], steps, stock)], 20)
    };
    let two = |stock: i64| {
        let [eat, mend] = [0, 1].map(|id| operator(id, &[(id, 50)], 1, if id == 0 { 0 } else { stock }));
        instance(vec![row(50), InstanceMetric { id: "m1".into(), ..row(50) }], vec![eat, mend], 20)
    };
    let without = |mut instance: Instance, operator: usize| {
        instance.operators.remove(operator);
        instance
    };
    for (instance, expected) in [
        (one(50, 1, 0), "more of o0 (0 in stock)"),
        (closed(0, 20, one(50, 1, 9)), "fewer forbidden steps"),
        (closed(0, 20, one(50, 1, 999)), "fewer forbidden steps"),
        (closed(0, 20, one(50, 1, 0)), "more of o0 (0 in stock), and fewer forbidden steps"),
        (closed(15, 20, one(50, 1, 0)), "more of o0 (0 in stock)"),
        (one(50, 12, 9), "time: o0 cannot be done early and often enough"),
        (one(2, 1, 9), "m0 falls faster than o0 can restore it"),
        (instance(vec![row(50)], vec![], 20), "no operator restores m0"),
        (
            instance(vec![row(5)], vec![operator(0, &[(0, 50)], 1, 9)], 20),
            "m0 is critical already, before any action can end",
        ),
        (two(9), "more of o0 (0 in stock)"),
        (without(two(9), 1), "more of o0 (0 in stock); that is enough for m0, not for all"),
        (two(0), "more of o0 (0 in stock), o1 (0 in stock)"),
        (torn(2, 20, 9), "time: o1 cannot be done in addition to what the other metrics need"),
    ] {
        assert_eq!(unmet(plan(&instance).unwrap()).to_string(), expected);
    }
}

#[test]
fn of_many_alternative_operators_one_is_named_and_of_many_needed_ones_all() {
    let row = |id: usize| InstanceMetric { max: 100, warn: 20, ..metric(id, 50, 5) };
    let any = (0..OPERATORS_MAX).map(|id| operator(id, &[(0, 50)], 1, 0)).collect();
    assert_eq!(unmet(plan(&instance(vec![row(0)], any, 20)).unwrap()).missing.short_of(), [0]);
    // After four operators with too little stock were determined one by one, all remaining candidates are named. The
    // first of them is not needed.
    for (needed, named) in [(3, 1..4), (4, 1..5), (5, 0..6)] {
        let useless = operator(0, &[(0, 1)], 1, 0);
        let operators = std::iter::once(useless).chain((0..needed).map(|id| operator(id + 1, &[(id, 50)], 1, 0)));
        let told = unmet(plan(&instance((0..needed).map(row).collect(), operators.collect(), 20)).unwrap());
        assert_eq!(told.missing.short_of(), named.collect::<Vec<_>>(), "{told}");
    }
}

#[test]
fn a_metric_is_lost_earlier_if_others_need_the_same_time() {
    // Alone, metric m1 lasts to the end, but it needs an operator at the time when m0 needs it.
    let row = |id: usize, level: i64, critical: i64, drift: Vec<(i64, i64)>| InstanceMetric {
        level,
        max: 200,
        warn: critical,
        critical,
        drift,
        ..metric(id, 0, 0)
    };
    let two = instance(
        vec![row(0, 1, 0, vec![(0, 0), (1, 1)]), row(1, 92, 0, vec![(0, 5), (3, 39), (4, 60), (6, 0)])],
        vec![operator(0, &[(0, 1), (1, 100)], 6, 1), operator(1, &[(0, 100), (1, 1)], 1, 1)],
        6,
    );
    // Alone, metric m0 lasts until step 5. But m1 needs an operator at step 2, and m2 needs the same one at step 4.
    let three = instance(
        vec![
            row(0, 190, 0, vec![(0, 50), (3, 58), (4, 60)]),
            row(1, 17, 0, vec![(0, 10), (3, 12), (4, 15)]),
            row(2, 13, 12, vec![(0, 0), (3, 42), (4, 15)]),
        ],
        vec![operator(0, &[(0, 25), (1, 100), (2, 25)], 2, 1)],
        6,
    );
    for (instance, together) in [(two, (5, 1)), (three, (4, 2))] {
        let alone = lost_alone(&Problem::new(&instance).unwrap()).expect("one is lost by itself");
        assert!(alone.exact && alone.at_step > together.0, "{alone:?}");
        let told = unmet(plan(&instance).unwrap());
        assert_eq!(((told.at_step, told.metric), told.exact), (together, true), "{told}");
    }
}

/// A problem in which every operator has another amount and duration, and little stock: far more combinations of use
/// counts than can be told apart.
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
fn one_metric_with_the_most_allowed_scarce_operators_is_solved_with_one_try() {
    // The 127 uses in stock add about 474,000 in all: too little for 4,800 steps at a fall of 120 a step, more than
    // enough at 20.
    let lost = unmet(plan_with(&many_scarce(64, 3_000, 120, 4_800), Effort { tries_max: 1 }).unwrap());
    assert!(!lost.exact && lost.at_step < 4_800, "{lost:?}");
    let result = plan_with(&many_scarce(64, 3_000, 20, 4_800), Effort { tries_max: 1 }).unwrap();
    assert!(matches!(result, PlanResult::Undecided { tried: 1, .. }), "{result:?}");
}

#[test]
fn if_operators_had_to_be_merged_the_step_is_reported_as_inexact() {
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
        assert_eq!(told.to_string().contains("it may be lost earlier"), !exact, "{told}");
    }
}

#[test]
fn too_many_uses_of_one_operator_still_give_a_range_of_steps() {
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

/// A problem with two metrics that fall to 0 in the same step, each with operators that would restore it just then.
fn torn(operators: usize, horizon_ticks: i64, fall_tick: i64) -> Instance {
    let row = |id: usize| {
        let drift = vec![(0, 1), (fall_tick, 2_000), (fall_tick + 1, 0)];
        InstanceMetric { max: 1_000, warn: 5, drift, ..metric(id, 900, 0) }
    };
    let operators = (0..operators).map(|id| operator(id, &[(id % 2, 400 + 7 * id as i64)], 1 + (id / 2) as i64, 9));
    instance(vec![row(0), row(1)], operators.collect(), horizon_ticks)
}

#[test]
fn if_two_metrics_need_the_same_step_the_loss_is_exact_unless_the_search_is_cut_short() {
    for (operators, horizon_ticks, fall_tick, expected) in
        [(2, 20, 9, (10, true)), (8, 40, 39, (40, true)), (2, 60, 50, (51, true)), (4, 800, 600, (800, false))]
    {
        let told = unmet(plan(&torn(operators, horizon_ticks, fall_tick)).unwrap());
        assert_eq!((told.at_step, told.exact), expected, "{operators} operators, {fall_tick} of {horizon_ticks} ticks");
    }
}

#[test]
fn the_largest_allowed_problem_ends_after_one_try() {
    let metrics = (0..METRICS_MAX).map(|id| {
        let drift = vec![(0, 1 + id as i64 % 5), (24_000, 2)];
        InstanceMetric { level: 700_000, max: 1_000_000, warn: 600_000, drift, ..metric(id, 0, 0) }
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
    let result = plan_with(&largest, Effort { tries_max: 1 }).unwrap();
    assert!(matches!(result, PlanResult::Scheduled(_) | PlanResult::Undecided { tried: 1, .. }), "{result:?}");
}
