//! The standard table: the six metrics and the rates of the design document, and the stocks and operators that restore them.

use crate::drift::{Activity, Condition, DriftRow};
use crate::metric::{Asset, MetricRow, Polarity, Source};
use crate::operator::{Need, Operator, OperatorRow};
use crate::rig::Rig;
use crate::violation::HORIZON_TICKS;
use Asset::{
    Bed, Blocks, Food, FoodSource, Fuel, FuelSource, Furnace, RawFood, Shelter, SpareTool, Table, ToolMaterials,
    TorchMaterials, Torches,
};
use Operator::{
    CookAndEat, Craft, CraftAndPlaceTorches, CraftSpare, CraftTorches, DigIn, Eat, GatherFood, GatherFuel, HealUp,
    HuntAndEat, PlaceTorches, Replace, Retreat, SeekShelter, Sleep,
};
use ToolClass::{Axe, Pickaxe, Shovel, Sword};
use alloc::vec::Vec;
use vocab::{Name, ToolClass};

/// Cost of one interruption of the current task by upkeep: as much as two and a half meals.
const INTERVENTION_COST: i64 = 250;
/// Cost of each second that a metric is beyond warn: two such seconds cost as much as a meal.
const WARN_COST: i64 = 200;
/// Cost of each second in which a stock of items is low. It is small because nothing is harmed yet.
const STOCK_WARN_COST: i64 = 20;

/// A row of the metric table: id, source, range, warn, critical. All metrics have five buckets, and low is bad for all
/// except threat.
type MetricCells = (&'static str, Source, i64, u8, Option<u8>);

const METRICS: [MetricCells; 15] = [
    ("food_level", Source::Food, 20, 2, Some(1)),
    ("health_level", Source::Health, 20, 2, Some(1)),
    ("tool_durability_pickaxe", Source::Tool(Pickaxe), 1_000, 1, Some(0)),
    ("tool_durability_axe", Source::Tool(Axe), 1_000, 1, Some(0)),
    ("tool_durability_shovel", Source::Tool(Shovel), 1_000, 1, Some(0)),
    ("tool_durability_sword", Source::Tool(Sword), 1_000, 1, Some(0)),
    ("light_coverage", Source::Light, 1_000, 2, Some(1)),
    ("threat_exposure", Source::Threat, 1_000, 3, Some(4)),
    ("time_to_night", Source::TimeToNight, 12_000, 1, Some(0)),
    ("food_in_bag", Source::Stock(Food), 20, 1, None),
    ("torches_in_bag", Source::Stock(Torches), 40, 1, None),
    ("spare_pickaxe", Source::Stock(SpareTool(Pickaxe)), 1, 1, None),
    ("spare_axe", Source::Stock(SpareTool(Axe)), 1, 1, None),
    ("spare_sword", Source::Stock(SpareTool(Sword)), 1, 1, None),
    ("fuel_in_bag", Source::Stock(Fuel), 20, 1, None),
];

/// The drift table: metric, condition, grains per tick. 120 grains are 0.001 buckets. The first row that applies is
/// used.
const DRIFT: [(&str, Condition, i64); 14] = [
    // Sprinting costs a food point in about 143 ticks and fighting in about 170; at rest food hardly falls.
    ("food_level", Condition::During(Activity::Sprinting), 210),
    ("food_level", Condition::During(Activity::Fighting), 180),
    ("food_level", Condition::During(Activity::Sleeping), 10),
    ("food_level", Condition::During(Activity::Idle), 30),
    ("food_level", Condition::Always, 120),
    ("tool_durability_pickaxe", Condition::During(Activity::Mining), 60),
    ("tool_durability_shovel", Condition::During(Activity::Mining), 30),
    ("tool_durability_axe", Condition::During(Activity::Building), 30),
    ("tool_durability_sword", Condition::During(Activity::Fighting), 60),
    // Less of the surroundings is lit as the body moves on into the dark.
    ("light_coverage", Condition::During(Activity::Exploring), 60),
    ("light_coverage", Condition::During(Activity::Mining), 30),
    ("light_coverage", Condition::Always, 0),
    ("food_in_bag", Condition::Always, 0),
    ("torches_in_bag", Condition::Always, 0),
];

/// An asset that an operator needs: which, how many, and whether it is used up.
type NeedCells = (Asset, u32, bool);
/// A row of the operator table: operator, restored metrics, ticks of duration and of lead time, needs, and the costs:
/// resource, disruption, risk.
type OperatorCells = (Operator, &'static [(&'static str, i64)], (u64, u64), &'static [NeedCells], (i64, i64, i64));

const OPERATORS: [OperatorCells; 21] = [
    (Eat, &[("food_level", 2_000)], (32, 0), &[(Food, 1, true)], (100, 100, 0)),
    (
        CookAndEat,
        &[("food_level", 3_000)],
        (232, 0),
        &[(RawFood, 1, true), (Fuel, 1, true), (Furnace, 1, false)],
        (100, 250, 0),
    ),
    (HuntAndEat, &[("food_level", 2_000)], (300, 100), &[(FoodSource, 1, true)], (0, 500, 150)),
    (GatherFood, &[("food_in_bag", 3_000)], (400, 200), &[(FoodSource, 1, true)], (0, 500, 100)),
    (Replace(Pickaxe), &[("tool_durability_pickaxe", 5_000)], (10, 0), &[(SpareTool(Pickaxe), 1, true)], (200, 50, 0)),
    (
        Craft(Pickaxe),
        &[("tool_durability_pickaxe", 4_000)],
        (60, 0),
        &[(ToolMaterials(Pickaxe), 1, true)],
        (300, 300, 0),
    ),
    (Craft(Axe), &[("tool_durability_axe", 4_000)], (60, 0), &[(ToolMaterials(Axe), 1, true)], (300, 300, 0)),
    (Craft(Shovel), &[("tool_durability_shovel", 4_000)], (60, 0), &[(ToolMaterials(Shovel), 1, true)], (300, 300, 0)),
    (Craft(Sword), &[("tool_durability_sword", 4_000)], (60, 0), &[(ToolMaterials(Sword), 1, true)], (300, 300, 0)),
    (
        CraftSpare(Pickaxe),
        &[("spare_pickaxe", 5_000)],
        (60, 0),
        &[(ToolMaterials(Pickaxe), 1, true), (Table, 1, false)],
        (300, 150, 0),
    ),
    (
        CraftSpare(Axe),
        &[("spare_axe", 5_000)],
        (60, 0),
        &[(ToolMaterials(Axe), 1, true), (Table, 1, false)],
        (300, 150, 0),
    ),
    (
        CraftSpare(Sword),
        &[("spare_sword", 5_000)],
        (60, 0),
        &[(ToolMaterials(Sword), 1, true), (Table, 1, false)],
        (300, 150, 0),
    ),
    (PlaceTorches, &[("light_coverage", 2_000)], (20, 0), &[(Torches, 4, true)], (200, 200, 100)),
    (CraftAndPlaceTorches, &[("light_coverage", 2_000)], (40, 0), &[(TorchMaterials, 1, true)], (250, 250, 100)),
    (CraftTorches, &[("torches_in_bag", 2_000)], (20, 0), &[(TorchMaterials, 4, true)], (100, 100, 0)),
    (GatherFuel, &[("fuel_in_bag", 3_000)], (300, 100), &[(FuelSource, 1, false)], (0, 400, 50)),
    (Retreat, &[("threat_exposure", 4_000)], (40, 60), &[], (0, 500, 100)),
    (SeekShelter, &[("time_to_night", 5_000)], (20, 200), &[(Shelter, 1, false)], (0, 400, 200)),
    (DigIn, &[("time_to_night", 5_000)], (60, 0), &[(Blocks, 3, true)], (50, 550, 250)),
    (Sleep, &[("time_to_night", 5_000)], (120, 0), &[(Bed, 1, false), (Shelter, 1, false)], (0, 350, 100)),
    (HealUp, &[("health_level", 1_000)], (320, 0), &[(Food, 1, true)], (100, 250, 0)),
];

/// How fast health falls while starving: a health point in 80 ticks, as in the game.
const STARVING_GRAINS_PER_TICK: i64 = 375;

impl Rig {
    /// The standard tables of metrics, drift and operators, with the default horizon.
    pub fn standard() -> Rig {
        let metrics = METRICS.iter().map(|(id, source, max, warn, critical)| MetricRow {
            id: Name::new(id),
            source: *source,
            min: 0,
            max: *max,
            buckets: 5,
            polarity: if *source == Source::Threat { Polarity::HighIsBad } else { Polarity::LowIsBad },
            warn: *warn,
            critical: *critical,
            warn_cost_per_second: if critical.is_some() { WARN_COST } else { STOCK_WARN_COST },
        });
        let drift = DRIFT.iter().map(|(metric, when, rate)| DriftRow {
            metric: Name::new(metric),
            when: *when,
            grains_per_tick: *rate,
        });
        let starving = DriftRow {
            metric: Name::new("health_level"),
            when: Condition::WhileEmpty(Name::new("food_level")),
            grains_per_tick: STARVING_GRAINS_PER_TICK,
        };
        Rig {
            metrics: metrics.collect(),
            drift: core::iter::once(starving).chain(drift).collect(),
            operators: OPERATORS.iter().map(operator).collect(),
            intervention_cost: INTERVENTION_COST,
            horizon_ticks: HORIZON_TICKS,
            step_ticks: None,
            tries_max: None,
        }
    }
}

fn operator((operator, restores, (duration_ticks, lead_ticks), needs, costs): &OperatorCells) -> OperatorRow {
    let needs: Vec<Need> = needs
        .iter()
        .map(|(asset, count, consumed)| Need { asset: *asset, count: *count, consumed: *consumed })
        .collect();
    OperatorRow {
        operator: *operator,
        restores: restores.iter().map(|(metric, amount)| (Name::new(metric), *amount)).collect(),
        duration_ticks: *duration_ticks,
        lead_ticks: *lead_ticks,
        needs,
        resource: costs.0,
        disruption: costs.1,
        risk: costs.2,
    }
}
