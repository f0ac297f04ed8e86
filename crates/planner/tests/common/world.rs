//! Random small requests that look like the game.

use crate::common::{bag, op, place, slot, smelt};
use planner::rule::{Draft, DraftSlot};
use proptest::prelude::*;

/// A random request: two raw items, a craft, one or two cooked items, sometimes a tool and a station to build.
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
        char_and_carried in (any::<bool>(), any::<bool>(), any::<bool>()),
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
        let (charcoal, carried, no_coal) = char_and_carried;
        let mut fuels = bag(&[("coal", burn.0)]);
        if two_fuels {
            fuels.insert("plank".into(), burn.1);
        }
        if charcoal {
            processes.push(smelt("log", "charcoal", "furnace", per_item.0));
            fuels.insert("charcoal".into(), burn.0);
            if no_coal && two_fuels {
                ops.retain(|op| op.id != "gather:coal");
            }
        }
        let mut inventory = bag(&[("ore", stock.0), ("coal", stock.1), ("plank", stock.2)]);
        if carried {
            inventory.insert("tool".into(), 1);
        }
        World { draft: Draft {
            bucket_ticks: 10,
            horizon_ticks: 5_000,
            wait_ticks_max: 250,
            inventory,
            goal: bag(&[("bar", goal.0), ("gear", goal.1.min(1))]),
            slots,
            stations_max,
            fuels,
            ops,
            processes,
        } }
    }
}
