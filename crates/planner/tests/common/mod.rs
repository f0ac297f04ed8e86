//! Requests for tests: small builders, and a random world of recipes.

use planner::Problem;
use planner::rule::{Draft, DraftOp, DraftProcess, DraftSlot, Kind};
use proptest::prelude::*;

pub fn bag(items: &[(&str, u64)]) -> std::collections::BTreeMap<String, u64> {
    items.iter().map(|(name, count)| ((*name).to_string(), *count)).collect()
}

pub fn op(id: &str, ticks: u64, inputs: &[(&str, u64)], outputs: &[(&str, u64)]) -> DraftOp {
    DraftOp {
        id: id.into(),
        kind: if inputs.is_empty() { Kind::Gather } else { Kind::Craft },
        ticks,
        cost: 1,
        inputs: bag(inputs),
        outputs: bag(outputs),
        tools_any: vec![],
        station: None,
        places: None,
    }
}

pub fn place(station: &str) -> DraftOp {
    DraftOp {
        kind: Kind::Place,
        places: Some(station.into()),
        ..op(&format!("place:{station}"), 4, &[(station, 1)], &[])
    }
}

pub fn smelt(input: &str, output: &str, station: &str, ticks: u64) -> DraftProcess {
    DraftProcess {
        id: format!("smelt:{input}>{output}@{station}"),
        station: station.into(),
        input: input.into(),
        output: output.into(),
        ticks_per_item: ticks,
        batch_max: 64,
        fuel_per_item: 200,
        load_ticks: 5,
        load_cost: 1,
    }
}

pub fn slot(id: &str, station: &str, ready_at: u64) -> DraftSlot {
    DraftSlot { id: id.into(), station: station.into(), ready_at }
}

/// Iron and coal in stock, furnaces that become free at these ticks.
pub fn ingots(count: u64, ready: &[u64]) -> Draft {
    Draft {
        bucket_ticks: 100,
        horizon_ticks: 100_000,
        wait_ticks_max: 10_000,
        inventory: bag(&[("raw_iron", 64), ("coal", 64)]),
        goal: bag(&[("iron_ingot", count)]),
        slots: ready.iter().enumerate().map(|(k, at)| slot(&format!("furnace#{k}"), "furnace", *at)).collect(),
        stations_max: bag(&[("furnace", ready.len() as u64)]),
        fuels: bag(&[("coal", 1_600)]),
        ops: vec![],
        processes: vec![smelt("raw_iron", "iron_ingot", "furnace", 200)],
    }
}

pub fn problem(draft: &Draft) -> Problem {
    Problem::new(draft).expect("a good request")
}

/// A little world: two raw things, a craft, one or two cooked things, sometimes a tool and a station to build.
#[derive(Debug, Clone)]
pub struct World {
    pub draft: Draft,
}

prop_compose! {
    pub fn world()(
        ticks in (1u64..30, 1u64..30, 1u64..4),
        stock in (0u64..3, 0u64..3, 0u64..2),
        ready in prop::collection::vec(0u64..300, 0..3),
        build in any::<bool>(),
        tool in any::<bool>(),
        two_fuels in any::<bool>(),
        blast in any::<bool>(),
        per_item in (30u64..120, 30u64..120),
        burn in (100u64..450, 60u64..200),
        goal in (0u64..4, 0u64..3),
        yields in 1u64..4,
        batch in 1u64..5,
    ) -> World {
        let mut dig = op("gather:ore", ticks.0, &[], &[("ore", 1)]);
        let mut ops = vec![
            op("gather:coal", ticks.1, &[], &[("coal", 1)]),
            op("gather:log", ticks.0, &[], &[("log", 1)]),
            op("craft:plank", ticks.2, &[("log", 1)], &[("plank", yields)]),
            op("craft:tool", ticks.2, &[("plank", 2)], &[("tool", 1)]),
            op("craft:gear", ticks.2, &[("bar", 2), ("plank", 1)], &[("gear", 1)]),
        ];
        if tool {
            dig.tools_any = vec!["tool".into()];
        }
        ops.push(dig);
        let mut stations_max = bag(&[("furnace", ready.len() as u64)]);
        if build || ready.is_empty() {
            stations_max = bag(&[("furnace", ready.len() as u64 + 1)]);
            ops.push(op("craft:furnace", ticks.2, &[("ore", 2)], &[("furnace", 1)]));
            ops.push(place("furnace"));
        }
        let mut processes = vec![smelt("ore", "bar", "furnace", per_item.0)];
        let mut slots: Vec<DraftSlot> =
            ready.iter().enumerate().map(|(k, at)| slot(&format!("furnace#{k}"), "furnace", *at)).collect();
        if blast {
            processes.push(smelt("ore", "bar", "blast", per_item.1));
            slots.push(slot("blast#0", "blast", 50));
        }
        for process in &mut processes {
            process.batch_max = batch;
        }
        let mut fuels = bag(&[("coal", burn.0)]);
        if two_fuels {
            fuels.insert("plank".into(), burn.1);
        }
        World { draft: Draft {
            bucket_ticks: 10,
            horizon_ticks: 5_000,
            wait_ticks_max: 250,
            inventory: bag(&[("ore", stock.0), ("coal", stock.1), ("plank", stock.2)]),
            goal: bag(&[("bar", goal.0), ("gear", goal.1.min(1))]),
            slots,
            stations_max,
            fuels,
            ops,
            processes,
        } }
    }
}
