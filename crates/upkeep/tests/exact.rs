//! The scheduler compared with a trial of every schedule (for tiny problems), with a second referee, and with the reference
//! instances.

mod referee;

use proptest::prelude::*;
use referee::{judge, least_cost};
use std::collections::BTreeMap;
use upkeep::plan::ascend::Ascent;
use upkeep::plan::evaluate::evaluate;
use upkeep::plan::instance::{FORMAT, Instance, InstanceMetric, InstanceOperator};
use upkeep::plan::problem::Problem;
use upkeep::plan::solve::{Effort, PlanResult, Schedule, cheaper, plan, plan_with};
use upkeep::plan::split::Bound;

const METRICS: [&str; 3] = ["food", "tool", "light"];

fn profile(values: impl Strategy<Value = i64> + Clone, ticks: i64) -> impl Strategy<Value = Vec<(i64, i64)>> {
    (values.clone(), prop::option::of((0..ticks, values)))
        .prop_map(|(first, second)| std::iter::once((0, first)).chain(second).collect())
}

prop_compose! {
    fn metric(ticks: i64)(
        critical in 0i64..4,
        above in 0i64..5,
        room in 0i64..14,
        level in 0i64..24,
        drift in profile(0i64..4, ticks),
        warn_cost_per_step in 0i64..9,
    ) -> InstanceMetric {
        let warn = critical + above;
        let max = (warn + room).max(1);
        InstanceMetric { id: String::new(), level: level.min(max), max, warn, critical, drift, warn_cost_per_step }
    }
}

prop_compose! {
    fn operator(step: i64, metrics: usize)(
        first in 0..metrics,
        second in prop::option::of(0..metrics),
        amounts in (1i64..16, 1i64..16),
        steps in 1i64..4,
        odd in 0..step,
        costs in (0i64..12, 0i64..6, 0i64..4),
        stock in prop_oneof![2 => Just(99i64), 1 => 0i64..3],
    ) -> InstanceOperator {
        let mut restores = BTreeMap::from([(METRICS[first].to_string(), amounts.0)]);
        if let Some(second) = second {
            restores.insert(METRICS[second].into(), amounts.1);
        }
        let (cost_resource, cost_disruption, cost_risk) = costs;
        let duration_ticks = steps * step + odd;
        InstanceOperator { id: String::new(), restores, duration_ticks, cost_resource, cost_disruption, cost_risk, stock }
    }
}

fn instance() -> impl Strategy<Value = Instance> {
    (1i64..4, 1i64..8, 1usize..4).prop_flat_map(|(step_ticks, steps, metrics)| {
        let ticks = step_ticks * steps;
        (
            prop::collection::vec(metric(ticks), metrics),
            prop::collection::vec(operator(step_ticks, metrics), 0..4),
            profile(0i64..4, ticks),
            prop::collection::vec((0..ticks, 0i64..3), 0..2),
            0i64..20,
            0..step_ticks,
        )
            .prop_map(move |(mut metrics, mut operators, price, forbidden, intervention_cost, odd)| {
                for (index, metric) in metrics.iter_mut().enumerate() {
                    metric.id = METRICS[index].into();
                }
                for (index, operator) in operators.iter_mut().enumerate() {
                    operator.id = format!("op{index}");
                }
                Instance {
                    format: FORMAT.into(),
                    step_ticks,
                    horizon_ticks: ticks + odd,
                    intervention_cost,
                    price,
                    forbidden: forbidden.into_iter().map(|(from, length)| (from, from + length)).collect(),
                    metrics,
                    operators,
                    ..Instance::default()
                }
            })
    })
}

fn scheduled(result: PlanResult) -> Schedule {
    match result {
        PlanResult::Scheduled(schedule) => schedule,
        other => panic!("no schedule: {other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn the_schedule_costs_as_little_as_the_best_of_all_schedules(instance in instance()) {
        let least = least_cost(&instance);
        match plan(&instance).expect("the generator makes valid instances") {
            PlanResult::Scheduled(schedule) => {
                prop_assert_eq!(Some(schedule.tally.cost), least);
                prop_assert!(schedule.optimal());
                let tally = schedule.tally;
                let judged = judge(&instance, &schedule.actions);
                prop_assert_eq!(judged, Some((tally.cost, tally.interruptions, tally.warn_steps)));
            }
            PlanResult::Unmet(unmet) => {
                prop_assert_eq!(least, None);
                prop_assert!(unmet.metric < instance.metrics.len());
                let steps = (instance.horizon_ticks / instance.step_ticks) as usize;
                prop_assert!(unmet.at_step <= steps);
            }
            PlanResult::Undecided { .. } => prop_assert!(false, "tiny problems are decided"),
        }
    }

    #[test]
    fn a_cheaper_schedule_is_found_whenever_there_is_one(instance in instance(), more in -30i64..30) {
        if let Some(least) = least_cost(&instance) {
            let than = least + more;
            let found = cheaper(&instance, Effort::for_steps(8), than).unwrap();
            prop_assert_eq!(found.map(|schedule| schedule.tally.cost), (least < than).then_some(least));
        }
    }

    #[test]
    fn the_lower_bound_is_valid_even_with_very_few_tries(instance in instance(), tries_max in 0u64..40) {
        let least = least_cost(&instance);
        match plan_with(&instance, Effort { tries_max }).unwrap() {
            PlanResult::Scheduled(schedule) => {
                let least = least.expect("a schedule was found");
                prop_assert!(schedule.bound <= least && least <= schedule.tally.cost);
                prop_assert!(judge(&instance, &schedule.actions).is_some());
            }
            PlanResult::Unmet(_) => prop_assert_eq!(least, None),
            PlanResult::Undecided { bound, .. } => prop_assert!(least.is_none_or(|least| bound <= least)),
        }
    }

    #[test]
    fn the_lower_bound_is_valid_however_costs_are_split_among_the_metrics(instance in instance(), sweeps in 0usize..6) {
        if let Some(least) = least_cost(&instance) {
            let problem = Problem::new(&instance).unwrap();
            let bound = Bound::new(&problem);
            for known in [None, Some(least)] {
                // The lower bound must hold whether only scarce stocks or all stocks are counted.
                let every: Vec<usize> = (0..problem.ops.len()).collect();
                for scarce in [problem.scarce(), every] {
                    let mut ascent = Ascent::new(&problem, &scarce, &bound);
                    ascent.climb(known, sweeps);
                    let raised = ascent.best.root;
                    prop_assert!(bound.root <= raised && raised <= least, "{} {raised} {least}", bound.root);
                }
            }
            prop_assert_eq!((least - problem.constant) % problem.grain(), 0);
        }
    }

    #[test]
    fn the_same_instance_gives_the_same_result(instance in instance()) {
        prop_assert_eq!(plan(&instance), plan(&instance));
    }

    #[test]
    fn both_referees_agree(instance in instance(), picks in prop::collection::vec((0usize..9, 0usize..4), 0..5)) {
        let actions: Vec<_> = picks.into_iter()
            .filter(|(_, operator)| *operator < instance.operators.len())
            .map(|(start_step, operator)| upkeep::plan::solve::ScheduledAction { start_step, operator })
            .collect();
        let tally = evaluate(&instance, &actions).ok();
        let tally = tally.map(|tally| (tally.cost, tally.interruptions, tally.warn_steps));
        prop_assert_eq!(tally, judge(&instance, &actions));
    }
}

fn fixture(name: &str) -> Instance {
    let path = format!("{}/../../fixtures/upkeep/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).expect("the fixture is there")).expect("it is well formed")
}

#[test]
fn the_reference_optima_are_reached_and_proven() {
    for (name, cost) in [
        ("M01_seed_food", 450),
        ("M02_seed_batch", 1_050),
        ("M03_seed_all6", 4_150),
        ("M05_fast_drift", 2_250),
        ("M07_h2400", 5_000),
    ] {
        let instance = fixture(name);
        let schedule = scheduled(plan(&instance).unwrap());
        assert_eq!((schedule.tally.cost, schedule.optimal()), (cost, true), "{name}");
        assert_eq!(judge(&instance, &schedule.actions).map(|judged| judged.0), Some(cost), "{name}");
    }
}

#[test]
fn the_schedule_of_a_day_costs_less_than_half_of_the_greedy_one() {
    let instance = fixture("M10_day24000");
    let schedule = scheduled(plan(&instance).unwrap());
    assert!(schedule.tally.cost * 2 < 66_750, "{}", schedule.tally.cost);
    assert!(schedule.bound <= schedule.tally.cost);
    assert_eq!(judge(&instance, &schedule.actions).map(|judged| judged.0), Some(schedule.tally.cost));
}

#[test]
fn without_stock_the_lost_metric_the_step_and_the_missing_stock_are_reported() {
    let result = plan(&fixture("MN1_infeasible_stock")).unwrap();
    let PlanResult::Unmet(unmet) = result else { panic!("{result:?}") };
    assert_eq!((unmet.metric, unmet.at_step), (0, 50));
    assert_eq!(unmet.to_string(), "more of eat_food (0 in stock)");
    assert_eq!(unmet.missing.short_of(), [0]);
}

#[test]
fn a_metric_that_is_lost_alone_is_reported_even_among_many_others_over_a_day() {
    let mut day = fixture("M10_day24000");
    let torches = day.operators.iter_mut().find(|op| op.id == "place_torches").expect("the day has torches");
    torches.stock = 1;
    let light = day.metrics.iter().position(|metric| metric.id == "light_coverage").expect("the day has light");
    let row = &day.metrics[light];
    // Torches are placed once, at the best moment. After that, the light metric has only its initial level and this one
    // restore to lose.
    let lasts = row.level + 24_000 - row.critical;
    let rate = |tick: i64| row.drift.iter().take_while(|(from, _)| *from <= tick).last().expect("a rate").1;
    let fallen = (0..day.horizon_ticks).scan(0, |fallen, tick| {
        *fallen += rate(tick);
        Some(*fallen)
    });
    let lost_tick = fallen.take_while(|fallen| *fallen < lasts).count() as i64 + 1;
    let result = plan(&day).unwrap();
    let PlanResult::Unmet(unmet) = result else { panic!("{result:?}") };
    let lost_step = (lost_tick as u64).div_ceil(day.step_ticks as u64) as usize;
    assert_eq!((unmet.metric, unmet.at_step), (light, lost_step));
    assert_eq!(unmet.to_string(), "more of place_torches (1 in stock)");
}

#[test]
fn an_unsolvable_problem_is_recognised_also_when_all_costs_have_a_common_divisor() {
    let metric = |id: &str, warn: i64, rate: i64| InstanceMetric {
        id: id.to_owned(),
        level: 4,
        max: 4,
        warn,
        critical: 0,
        drift: vec![(0, rate)],
        warn_cost_per_step: 6,
    };
    let operator = |id: &str, metric: &str, amount: i64, duration_ticks: i64| InstanceOperator {
        id: id.to_owned(),
        restores: BTreeMap::from([(metric.to_owned(), amount)]),
        duration_ticks,
        cost_resource: 4,
        cost_disruption: 2,
        cost_risk: 0,
        stock: 99,
    };
    let instance = Instance {
        format: FORMAT.to_owned(),
        step_ticks: 1,
        horizon_ticks: 4,
        intervention_cost: 12,
        price: vec![(0, 1)],
        metrics: vec![metric("food", 0, 1), metric("tool", 2, 2)],
        operators: vec![operator("mend", "tool", 3, 1), operator("eat", "food", 1, 2)],
        ..Instance::default()
    };
    assert_eq!(least_cost(&instance), None);
    let result = plan(&instance).unwrap();
    let PlanResult::Unmet(unmet) = result else { panic!("{result:?}") };
    assert_eq!((unmet.metric, unmet.at_step), (1, 4));
}

#[test]
fn actions_that_cost_nothing_are_still_scheduled() {
    let metric = InstanceMetric {
        id: "food".to_owned(),
        level: 3,
        max: 3,
        warn: 0,
        critical: 0,
        drift: vec![(0, 1)],
        warn_cost_per_step: 0,
    };
    let eat = InstanceOperator {
        id: "eat".to_owned(),
        restores: BTreeMap::from([("food".to_owned(), 1)]),
        duration_ticks: 1,
        cost_resource: 0,
        cost_disruption: 0,
        cost_risk: 0,
        stock: 99,
    };
    for (intervention_cost, horizon_ticks) in [(0, 6), (5, 6), (0, 40), (5, 40)] {
        let instance = Instance {
            format: FORMAT.to_owned(),
            step_ticks: 1,
            horizon_ticks,
            intervention_cost,
            price: vec![(0, 1)],
            metrics: vec![metric.clone()],
            operators: vec![eat.clone()],
            ..Instance::default()
        };
        let schedule = scheduled(plan(&instance).unwrap());
        assert_eq!((schedule.tally.cost, schedule.optimal()), (intervention_cost, true), "{horizon_ticks} ticks");
    }
}

#[test]
fn stocks_that_seemed_sufficient_are_counted_once_a_schedule_overdraws_them() {
    let metric = |id: &str, level: i64, warn: i64, drift: Vec<(i64, i64)>| InstanceMetric {
        id: id.to_owned(),
        level,
        max: 10,
        warn,
        critical: 0,
        drift,
        warn_cost_per_step: 0,
    };
    let operator = |id: String, metric: &str, cost_resource: i64, stock: i64| InstanceOperator {
        id,
        restores: BTreeMap::from([(metric.to_owned(), 10)]),
        duration_ticks: 1,
        cost_resource,
        cost_disruption: 0,
        cost_risk: 0,
        stock,
    };
    // Food goes critical at steps 5 and 16 unless eating ends there. Filling the ten steps between with actions is
    // cheaper than a second interruption.
    let gone = vec![(0, 0), (5, 99), (6, 0), (16, 99), (17, 0)];
    let mut operators = vec![operator("eat".to_owned(), "food", 1, 2)];
    operators.extend((1..=6).map(|cost| operator(format!("fill{cost}"), "spare", cost, 2)));
    let instance = Instance {
        format: FORMAT.to_owned(),
        step_ticks: 1,
        horizon_ticks: 20,
        intervention_cost: 1_000,
        price: vec![(0, 1)],
        metrics: vec![metric("food", 10, 0, gone), metric("spare", 10, 9, vec![(0, 0), (19, 1)])],
        operators,
        ..Instance::default()
    };
    let schedule = scheduled(plan(&instance).unwrap());
    let fillers = 2 * (1 + 2 + 3 + 4 + 5);
    assert_eq!((schedule.tally.cost, schedule.optimal()), (1_000 + 2 + fillers, true));
}
