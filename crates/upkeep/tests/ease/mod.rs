//! An agent that needs nothing and has everything at hand. Tests take something away from it.
#![allow(dead_code)] // Each test file uses only a part of this module.

use std::collections::BTreeSet;
use upkeep::drift::Activity;
use upkeep::metric::{Asset, MetricRow};
use upkeep::operator::Assets;
use upkeep::schedule::TaskBreaks;
use upkeep::{Decision, Keeper, Observation, Rig};
use vocab::{Name, ThreatLevel, Tick, ToolClass};

/// Plenty of every upkeep asset.
pub fn full_bag() -> Assets {
    [
        (Asset::Food, 16),
        (Asset::RawFood, 8),
        (Asset::FoodSource, 4),
        (Asset::Fuel, 16),
        (Asset::FuelSource, 1),
        (Asset::Furnace, 1),
        (Asset::Table, 1),
        (Asset::Torches, 40),
        (Asset::TorchMaterials, 16),
        (Asset::SpareTool(ToolClass::Pickaxe), 1),
        (Asset::SpareTool(ToolClass::Axe), 1),
        (Asset::SpareTool(ToolClass::Sword), 1),
        (Asset::ToolMaterials(ToolClass::Pickaxe), 4),
        (Asset::ToolMaterials(ToolClass::Axe), 4),
        (Asset::ToolMaterials(ToolClass::Shovel), 4),
        (Asset::ToolMaterials(ToolClass::Sword), 4),
        (Asset::Bed, 1),
        (Asset::Shelter, 1),
        (Asset::Blocks, 64),
    ]
    .into_iter()
    .collect()
}

/// A report of a body that needs nothing: all metrics are good.
pub fn at_ease() -> Observation {
    Observation {
        tick: Tick(1_000),
        food: Some(20),
        health: Some(20),
        tools: [(ToolClass::Pickaxe, 1_000)].into(),
        light: Some(1_000),
        time_of_day: Some(1_000),
        sheltered: false,
        way_ticks: 0,
        assets: full_bag(),
        threat: ThreatLevel::None,
        activity: Activity::Mining,
        breaks: TaskBreaks::Idle,
    }
}

pub fn keeper(horizon_ticks: u64) -> Keeper {
    Keeper::new(Rig { horizon_ticks, ..Rig::standard() }).expect("the standard table is sound")
}

pub fn decide(observation: &Observation, horizon_ticks: u64) -> Decision {
    let mut keeper = keeper(horizon_ticks);
    keeper.observe(observation);
    keeper.decide()
}

pub fn metric(id: &str) -> MetricRow {
    let rig = Rig::standard();
    rig.metrics[rig.metric(Name::new(id)).expect("a standard metric")].clone()
}

/// All metrics that the upkeep plan restores.
pub fn restored(decision: &Decision) -> BTreeSet<Name> {
    let rig = Rig::standard();
    let rows = decision.planned.iter().flat_map(|action| {
        let row = rig.operators.iter().find(|row| row.operator == action.operator).expect("a standard operator");
        row.restores.iter().map(|(metric, _)| *metric).collect::<Vec<_>>()
    });
    rows.collect()
}
