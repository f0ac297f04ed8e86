//! Random tiny requests with entangled rules: rules that multiply or shrink an item, change nothing, make several
//! items, or form cycles.

use crate::common::{bag, slot};
use planner::rule::{Draft, DraftOp, DraftProcess, Kind};
use proptest::prelude::*;

const ITEMS: [&str; 4] = ["a", "b", "c", "f"];

fn item() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&ITEMS[..])
}

/// A random operation: (inputs, outputs, ticks, cost, tool); an item may be both input and output.
fn rule() -> impl Strategy<Value = DraftOp> {
    let some = |least: usize| prop::collection::vec((item(), 1u64..5), least..3);
    let tool = prop::option::weighted(0.2, item());
    (some(0), some(1), prop::sample::select(&[1u64, 5][..]), 1u64..4, tool).prop_map(
        |(inputs, outputs, ticks, cost, tool)| DraftOp {
            id: String::new(),
            kind: if inputs.is_empty() { Kind::Gather } else { Kind::Craft },
            ticks,
            cost,
            inputs: bag(&inputs),
            outputs: bag(&outputs),
            tools_any: tool.into_iter().map(String::from).collect(),
            station: None,
            places: None,
        },
    )
}

fn process() -> impl Strategy<Value = DraftProcess> {
    (item(), item(), 1u64..4, prop::sample::select(&[0u64, 5, 10][..])).prop_map(|(input, output, batch_max, fuel)| {
        DraftProcess {
            id: String::new(),
            station: "oven".into(),
            input: input.into(),
            output: output.into(),
            ticks_per_item: 10,
            batch_max,
            fuel_per_item: fuel,
            load_ticks: 1,
            load_cost: 1,
        }
    })
}

prop_compose! {
    /// A random request: rules of every kind over four items, some of each in stock.
    pub fn tangle()(
        mut ops in prop::collection::vec(rule(), 1..5),
        mut processes in prop::collection::vec(process(), 0..3),
        // Most of these requests have only operations of the agent, without cooking.
        cooking in prop::bool::weighted(0.4),
        stock in prop::collection::vec(0u64..4, ITEMS.len()),
        goal in prop::collection::vec((item(), 1u64..9), 1..3),
    ) -> Draft {
        ops.iter_mut().enumerate().for_each(|(index, op)| op.id = format!("op{index}"));
        processes.iter_mut().enumerate().for_each(|(index, process)| process.id = format!("cook{index}"));
        if !cooking {
            processes.clear();
        }
        let stock: Vec<(&str, u64)> = ITEMS.into_iter().zip(stock).collect();
        Draft {
            bucket_ticks: 10,
            horizon_ticks: 60,
            wait_ticks_max: 100,
            inventory: bag(&stock),
            goal: bag(&goal),
            slots: vec![slot("oven#0", "oven", 0)],
            stations_max: bag(&[("oven", 1)]),
            fuels: bag(&[("f", 10)]),
            ops,
            processes,
        }
    }
}
