//! Invalid instances are refused with the row and the reason, and no input makes the scheduler panic.

use proptest::prelude::*;
use upkeep::plan::instance::{Instance, LEVEL_MAX, METRICS_MAX, NUMBER_MAX, OPERATORS_MAX, PRICE_MAX, STEPS_MAX};
use upkeep::plan::solve::{Effort, plan, plan_with};

const SOUND: &str = r#"{
    "format": "mc-maint-v1", "id": "x", "description": "y", "unit": 12000, "step_ticks": 20, "horizon_ticks": 600,
    "intervention_cost": 250, "price": [[0, 1]], "forbidden": [], "expect": {"anything": [1, 2]},
    "metrics": [{"id": "food", "level": 30000, "max": 48000, "warn": 24000, "critical": 12000, "drift": [[0, 12]],
        "warn_cost_per_step": 200}],
    "operators": [{"id": "eat", "restores": {"food": 24000}, "duration_ticks": 40, "cost_resource": 100,
        "cost_disruption": 100, "cost_risk": 0, "stock": 99}]
}"#;

fn sound() -> Instance {
    serde_json::from_str(SOUND).expect("it is well formed")
}

#[test]
fn a_valid_instance_is_planned() {
    assert!(plan(&sound()).is_ok());
}

#[test]
fn unknown_and_missing_fields_are_refused() {
    for (from, to, reason) in [
        ("\"stock\": 99", "\"stock\": 99, \"colour\": 1", "unknown field `colour`"),
        ("\"unit\": 12000", "\"unit\": 12000, \"speed\": 1", "unknown field `speed`"),
        ("\"warn_cost_per_step\": 200", "\"warn_cost_per_step\": 200, \"name\": \"f\"", "unknown field `name`"),
        ("\"step_ticks\": 20, ", "", "missing field `step_ticks`"),
        ("\"level\": 30000", "\"level\": 30000.5", "invalid type: floating point"),
        (
            "\"food\": 24000",
            "\"food\": 24000, \"food\": 1",
            "restores \"food\" twice; write each metric once at line 6",
        ),
        ("\"food\": 24000", "\"food\": 24000, \"f\\u006fod\": 1", "restores \"food\" twice"),
        ("{\"food\": 24000}", "[]", "expected an object of metrics and amounts"),
        ("\"level\": 30000", "\"level\": 99999999999999999999", "invalid"),
    ] {
        let text = SOUND.replace(from, to);
        let error = serde_json::from_str::<Instance>(&text).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn every_invalid_row_is_named_with_the_reason() {
    type Spoil = fn(&mut Instance);
    let cases: [(Spoil, &str, &str); 28] = [
        (|i| i.format = "mc-maint-v2".into(), "format", "must be \"mc-maint-v1\""),
        (|i| i.step_ticks = 0, "step_ticks", "must be 1"),
        (|i| i.horizon_ticks = -20, "horizon_ticks", "must be 0"),
        (|i| i.horizon_ticks = 19, "horizon_ticks", "number of steps is 0"),
        (|i| i.horizon_ticks = i64::MAX, "horizon_ticks", "must be 0"),
        (|i| i.horizon_ticks = 20 * (STEPS_MAX as i64 + 1), "horizon_ticks", "number of steps"),
        (|i| i.intervention_cost = -1, "intervention_cost", "is -1"),
        (|i| i.price.clear(), "price", "is empty"),
        (|i| i.price[0].1 = PRICE_MAX + 1, "price[0]", "factor"),
        (|i| i.price.push((-5, 1)), "price[1]", "from_tick is -5"),
        (|i| i.price = vec![(40, 1), (20, 2)], "price[1]", "before the entry above"),
        (|i| i.forbidden = vec![(40, 20)], "forbidden[0]", "to is 20"),
        (|i| i.metrics.clear(), "metrics", "their number is 0"),
        (|i| i.metrics = vec![i.metrics[0].clone(); METRICS_MAX + 1], "metrics", "their number"),
        (|i| i.metrics.push(i.metrics[0].clone()), "metrics[1] \"food\"", "already taken"),
        (|i| i.metrics[0].max = LEVEL_MAX + 1, "metrics[0] \"food\"", "max"),
        (|i| i.metrics[0].level = 48_001, "metrics[0] \"food\"", "level is 48001"),
        (|i| i.metrics[0].warn = 48_001, "metrics[0] \"food\"", "warn is 48001"),
        (|i| i.metrics[0].critical = 24_001, "metrics[0] \"food\"", "critical is 24001"),
        (|i| i.metrics[0].drift[0].1 = -1, "metrics[0] \"food\" drift[0]", "rate is -1"),
        (|i| i.metrics[0].drift[0].1 = NUMBER_MAX + 1, "metrics[0] \"food\" drift[0]", "rate is"),
        (|i| i.operators = vec![i.operators[0].clone(); OPERATORS_MAX + 1], "operators", "their number"),
        (|i| i.operators[0].restores.clear(), "operators[0] \"eat\"", "restores nothing"),
        (|i| i.operators[0].restores = [("food".into(), 0)].into(), "operators[0] \"eat\"", "is 0, must be 1"),
        (|i| i.operators[0].restores = [("mood".into(), 5)].into(), "operators[0] \"eat\"", "not a metric"),
        (|i| i.operators[0].duration_ticks = 19, "operators[0] \"eat\"", "duration_ticks is 19"),
        (|i| i.operators[0].cost_risk = -3, "operators[0] \"eat\"", "cost_risk is -3"),
        (|i| i.operators[0].stock = -1, "operators[0] \"eat\"", "stock is -1"),
    ];
    for (spoil, row, reason) in cases {
        let mut instance = sound();
        spoil(&mut instance);
        let refusal = plan(&instance).unwrap_err();
        assert_eq!(refusal.row, row);
        assert!(refusal.reason.contains(reason), "{refusal}");
    }
}

#[test]
fn the_largest_numbers_allowed_neither_overflow_nor_panic() {
    let mut instance = sound();
    instance.step_ticks = NUMBER_MAX / STEPS_MAX as i64;
    instance.horizon_ticks = instance.step_ticks * 40;
    instance.intervention_cost = NUMBER_MAX;
    instance.price = vec![(0, PRICE_MAX)];
    let metric = &mut instance.metrics[0];
    (metric.level, metric.max, metric.warn, metric.critical) = (LEVEL_MAX, LEVEL_MAX, LEVEL_MAX, 0);
    metric.warn_cost_per_step = NUMBER_MAX;
    for rate in [0, 1, NUMBER_MAX] {
        instance.metrics[0].drift = vec![(0, rate)];
        let op = &mut instance.operators[0];
        op.restores = [("food".into(), LEVEL_MAX)].into();
        (op.cost_resource, op.cost_disruption, op.cost_risk) = (NUMBER_MAX, NUMBER_MAX, NUMBER_MAX);
        op.duration_ticks = instance.step_ticks;
        op.stock = NUMBER_MAX;
        assert!(plan(&instance).is_ok());
    }
}

fn number() -> impl Strategy<Value = i64> {
    prop_oneof![4 => -2i64..60, 2 => 0i64..50_000, 1 => any::<i64>()]
}

fn json() -> impl Strategy<Value = String> {
    let profile = || prop::collection::vec((number(), number()), 0..4);
    let metric = (0usize..3, prop::collection::vec(number(), 5), profile());
    let operator = (prop::collection::vec((0usize..3, number()), 0..3), prop::collection::vec(number(), 5));
    (
        prop::collection::vec(number(), 3),
        profile(),
        profile(),
        prop::collection::vec(metric, 0..4),
        prop::collection::vec(operator, 0..4),
    )
        .prop_map(|(head, price, forbidden, metrics, operators)| {
            let metrics: Vec<_> = metrics.into_iter().map(|(id, n, drift)| serde_json::json!({
                "id": format!("m{id}"), "level": n[0], "max": n[1], "warn": n[2], "critical": n[3], "drift": drift,
                "warn_cost_per_step": n[4],
            })).collect();
            let operators: Vec<_> = operators
                .into_iter()
                .enumerate()
                .map(|(id, (restores, n))| {
                    let restores: std::collections::BTreeMap<String, i64> =
                        restores.into_iter().map(|(metric, amount)| (format!("m{metric}"), amount)).collect();
                    serde_json::json!({
                        "id": format!("o{id}"), "restores": restores, "duration_ticks": n[0], "cost_resource": n[1],
                        "cost_disruption": n[2], "cost_risk": n[3], "stock": n[4],
                    })
                })
                .collect();
            serde_json::json!({
                "format": "mc-maint-v1", "step_ticks": head[0], "horizon_ticks": head[1], "intervention_cost": head[2],
                "price": price, "forbidden": forbidden, "metrics": metrics, "operators": operators,
            })
            .to_string()
        })
}

proptest! {
    #[test]
    fn no_instance_makes_the_scheduler_panic(text in json()) {
        if let Ok(instance) = serde_json::from_str::<Instance>(&text) {
            let _ = plan_with(&instance, Effort { tries_max: 2_000 });
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(cut in 0usize..600, with in "[\\[\\]{}\",:0-9a-z-]{0,8}") {
        let cut = cut.min(SOUND.len());
        let text = format!("{}{with}{}", &SOUND[..cut], &SOUND[(cut + with.len()).min(SOUND.len())..]);
        if let Ok(instance) = serde_json::from_str::<Instance>(&text) {
            let _ = plan_with(&instance, Effort { tries_max: 2_000 });
        }
    }
}
