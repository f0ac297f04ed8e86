//! Generated instances: six metrics, 2,400 ticks, drift and price that change on the way. How many are solved within 1 %.

use figures::{Asked, Sheet};
use upkeep::plan::instance::{FORMAT, Instance, InstanceMetric, InstanceOperator};
use upkeep::plan::solve::{PlanResult, plan};
use vocab::Dice;

const HORIZON_TICKS: i64 = 2_400;
const STEP_TICKS: i64 = 20;
const SEED: u64 = 42;
/// How many generated scheduling problems that have a schedule are measured; those without one are thrown away.
const INSTANCES: usize = 42;
/// A schedule counts as close when its cost is at most this much above its own lower bound, in percent.
const CLOSE_PERCENT: i64 = 1;
/// Percentage of the generated problems whose schedules have to be close to their lower bound.
const CLOSE_ASKED_PERCENT: f64 = 80.0;

/// The highest level of every generated metric: four buckets of 12,000.
const LEVEL_MAX: i64 = 48_000;
/// A generated metric: id, warn, critical, and the slowest rate of fall per tick.
const METRICS: [(&str, i64, i64, i64); 6] = [
    ("food_level", 24_000, 12_000, 6),
    ("health_level", 24_000, 12_000, 4),
    ("tool_durability", 12_000, 0, 6),
    ("light_coverage", 24_000, 12_000, 4),
    ("safety", 12_000, 0, 4),
    ("time_to_night", 12_000, 0, 3),
];
/// The fastest rate at which a generated metric falls, as a multiple of the slowest.
const RATE_FACTOR_MAX: i64 = 8;
/// One generated operator in this many has a stock of a few uses only.
const SCARCE_ONE_IN: u64 = 3;
const SCARCE_STOCK: (i64, i64) = (2, 5);
const AMPLE_STOCK: i64 = 99;
const WARN_COST_PER_STEP: i64 = 200;
const INTERVENTION_COST: i64 = 250;

/// A generated operator: id, restored metrics, ticks, and the costs: resource, disruption, risk.
type Row = (&'static str, &'static [(&'static str, i64)], i64, (i64, i64, i64));

const OPERATORS: [Row; 8] = [
    ("eat_food", &[("food_level", 24_000)], 40, (100, 100, 0)),
    ("repair_tool", &[("tool_durability", 48_000)], 60, (300, 300, 0)),
    ("place_torches", &[("light_coverage", 24_000)], 20, (200, 200, 100)),
    ("retreat_to_safety", &[("safety", 48_000)], 100, (0, 500, 100)),
    ("seek_shelter", &[("time_to_night", 48_000)], 80, (0, 400, 200)),
    ("rest_and_heal", &[("health_level", 24_000)], 120, (50, 250, 0)),
    (
        "go_home",
        &[("food_level", 24_000), ("tool_durability", 24_000), ("safety", 48_000), ("time_to_night", 48_000)],
        200,
        (150, 800, 100),
    ),
    ("eat_golden", &[("food_level", 24_000), ("health_level", 48_000)], 40, (900, 100, 0)),
];

/// A random value over time that changes at intervals; the interval is a multiple of 100 ticks.
fn profile(dice: &mut Dice, every: (i64, i64), mut value: impl FnMut(&mut Dice) -> i64) -> Vec<(i64, i64)> {
    let mut entries = Vec::new();
    let mut tick = 0;
    while tick < HORIZON_TICKS {
        entries.push((tick, value(dice)));
        tick += 100 * dice.between(every.0, every.1);
    }
    entries
}

fn instance(dice: &mut Dice) -> Instance {
    let metrics = METRICS.map(|(id, warn, critical, slowest)| InstanceMetric {
        id: id.into(),
        level: dice.between(warn + 1_000, LEVEL_MAX),
        max: LEVEL_MAX,
        warn,
        critical,
        drift: profile(dice, (6, 16), |dice| slowest * dice.between(1, RATE_FACTOR_MAX)),
        warn_cost_per_step: WARN_COST_PER_STEP,
    });
    let operators = OPERATORS.map(|(id, restores, duration_ticks, (cost_resource, cost_disruption, cost_risk))| {
        let restores = restores.iter().map(|(metric, amount)| ((*metric).into(), *amount)).collect();
        let scarce = dice.below(SCARCE_ONE_IN) == 0;
        let stock = if scarce { dice.between(SCARCE_STOCK.0, SCARCE_STOCK.1) } else { AMPLE_STOCK };
        InstanceOperator { id: id.into(), restores, duration_ticks, cost_resource, cost_disruption, cost_risk, stock }
    });
    Instance {
        format: FORMAT.into(),
        step_ticks: STEP_TICKS,
        horizon_ticks: HORIZON_TICKS,
        intervention_cost: INTERVENTION_COST,
        price: profile(dice, (2, 6), |dice| dice.between(1, 5)),
        metrics: metrics.into(),
        operators: operators.into(),
        ..Instance::default()
    }
}

pub fn figures(sheet: &mut Sheet) {
    let mut dice = Dice::new(SEED);
    let (mut solved, mut close, mut proven) = (0, 0, 0);
    while solved < INSTANCES {
        match plan(&instance(&mut dice)).expect("generated instances pass the check") {
            PlanResult::Scheduled(schedule) => {
                solved += 1;
                proven += usize::from(schedule.optimal());
                let gap = schedule.tally.cost - schedule.bound;
                close += usize::from(100 * gap <= CLOSE_PERCENT * schedule.tally.cost);
            }
            PlanResult::Unmet(_) => {}
            PlanResult::Undecided { .. } => solved += 1,
        }
    }
    let percent = |count: usize| 100.0 * count as f64 / INSTANCES as f64;
    let what = format!("{INSTANCES} generated, 2,400 ticks, six metrics: within 1 % of the bound");
    sheet.figure(&what, "%", Asked::AtLeast(CLOSE_ASKED_PERCENT), percent(close));
    sheet.figure("  of these proven optimal", "%", Asked::Told, percent(proven));
}
