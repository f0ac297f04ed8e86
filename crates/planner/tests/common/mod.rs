//! Small builders of requests for the tests.

use planner::Problem;
use planner::rule::{Draft, DraftOp, DraftProcess, DraftSlot, Kind};

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

#[allow(dead_code, reason = "not every test file places or cooks")]
pub fn place(station: &str) -> DraftOp {
    DraftOp {
        kind: Kind::Place,
        places: Some(station.into()),
        ..op(&format!("place:{station}"), 4, &[(station, 1)], &[])
    }
}

#[allow(dead_code, reason = "not every test file places or cooks")]
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

pub fn problem(draft: &Draft) -> Problem {
    Problem::new(draft).expect("a good request")
}
