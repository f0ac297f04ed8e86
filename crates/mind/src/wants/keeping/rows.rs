//! The rows of the upkeep table that the mind can act on, and two of its own: food and health enough to work.

use upkeep::metric::{Asset, MetricRow, Source};
use upkeep::{Operator, Rig};
use vocab::{Name, ToolClass};

/// The upkeep operators for which the mind has goals.
const OPERATORS: [Operator; 17] = [
    Operator::Eat,
    Operator::CookAndEat,
    Operator::GatherFood,
    Operator::Craft(ToolClass::Pickaxe),
    Operator::Craft(ToolClass::Axe),
    Operator::Craft(ToolClass::Shovel),
    Operator::Craft(ToolClass::Sword),
    Operator::CraftSpare(ToolClass::Pickaxe),
    Operator::CraftSpare(ToolClass::Axe),
    Operator::CraftSpare(ToolClass::Sword),
    Operator::CraftTorches,
    Operator::PlaceTorches,
    Operator::GatherFuel,
    Operator::Retreat,
    Operator::DigIn,
    Operator::Sleep,
    Operator::HealUp,
];
/// Upkeep metrics for the food and health below which the drive tick chooses no goal. Low values are not critical, but
/// no work gets done.
pub const FIT: [(&str, &str, Source); 2] =
    [("food_for_work", "food_level", Source::Food), ("health_for_work", "health_level", Source::Health)];
/// The cost of a second in which health or food is too low to work: the same as a second with a low stock.
const UNFIT_COST: i64 = 20;
/// The bucket of food or health that holds 16, below which the drive tick chooses no goal.
const FIT_BUCKET: u8 = 4;
/// The range of the metric for the time until night, in ticks. A fifth of it is half a minute: the agent shelters that
/// long before dark.
const NIGHT_RANGE_TICKS: i64 = 3_000;
/// Ticks that the agent needs to find a shelter site and walk to it, before it digs.
const DIG_IN_LEAD_TICKS: u64 = 340;
/// Ticks of one step of an upkeep plan. A plan has 24 steps of five seconds, and planning takes a tenth of a
/// millisecond.
const STEP_TICKS: u64 = 100;
const TRIES_MAX: u64 = 400;

/// How many torches light the place of the body: one raises the light from bucket 0 to bucket 4 of 5.
const TORCHES: u32 = 1;
const TORCH_LIGHT: i64 = 4_000;

pub fn rig() -> Rig {
    let mut rig = Rig::standard();
    rig.operators.retain(|row| OPERATORS.contains(&row.operator));
    for row in &mut rig.metrics {
        match row.source {
            Source::TimeToNight => row.max = NIGHT_RANGE_TICKS,
            // Raw meat kept for cooking counts as meals too, so the food stock is counted in meals.
            Source::Stock(Asset::Food) => row.source = Source::Stock(Asset::Meals),
            // Darkness does no damage by itself, so light has no critical level, and darkness costs as much as a low
            // stock.
            Source::Light => (row.critical, row.warn_cost_per_second) = (None, UNFIT_COST),
            _ => {}
        }
    }
    for row in &mut rig.operators {
        match row.operator {
            Operator::DigIn => row.lead_ticks = DIG_IN_LEAD_TICKS,
            // The agent sleeps in a bed inside a dug shelter, so sleeping takes as long to prepare as digging in.
            Operator::Sleep => {
                row.lead_ticks = DIG_IN_LEAD_TICKS;
                row.needs.retain(|need| need.asset == Asset::Bed);
            }
            Operator::PlaceTorches => {
                row.needs.iter_mut().for_each(|need| need.count = TORCHES);
                row.restores.iter_mut().for_each(|(_, amount)| *amount = TORCH_LIGHT);
            }
            _ => {}
        }
    }
    for (id, like, source) in FIT {
        let like = Name::new(like);
        let Some(row) = rig.metrics.iter().find(|row| row.id == like).cloned() else { continue };
        let id = Name::new(id);
        let warn_cost_per_second = UNFIT_COST;
        rig.metrics.push(MetricRow { id, source, warn: FIT_BUCKET, critical: None, warn_cost_per_second, ..row });
        let rates: alloc::vec::Vec<_> = rig.drift.iter().filter(|row| row.metric == like).copied().collect();
        rig.drift.extend(rates.into_iter().map(|row| upkeep::drift::DriftRow { metric: id, ..row }));
        for operator in &mut rig.operators {
            let amount = operator.restores.iter().find(|(metric, _)| *metric == like).map(|(_, amount)| *amount);
            operator.restores.extend(amount.map(|amount| (id, amount)));
        }
    }
    rig.metrics.retain(|row| rig.operators.iter().any(|op| op.restores.iter().any(|(metric, _)| *metric == row.id)));
    rig.drift.retain(|row| rig.metrics.iter().any(|metric| metric.id == row.metric));
    rig.step_ticks = Some(STEP_TICKS);
    rig.tries_max = Some(TRIES_MAX);
    rig
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mild_hunger_waits_for_a_break() {
        use upkeep::observation::Observation;
        use upkeep::schedule::TaskBreaks;
        use vocab::Tick;
        for break_in_ticks in [100, 200, 300] {
            for food in 16..=19 {
                let mut keeper = upkeep::Keeper::new(rig()).unwrap();
                let breaks = TaskBreaks::Steps { break_in_ticks, break_ticks: 100, every_ticks: 300 };
                let assets = [(Asset::Food, 9), (Asset::Blocks, 9)];
                let activity = upkeep::drift::Activity::Mining;
                let (food, health, time_of_day) = (Some(food), Some(18), Some(4_000));
                let assets = assets.into_iter().collect();
                let tick = Tick(1_000);
                keeper.observe(&Observation {
                    tick,
                    food,
                    health,
                    time_of_day,
                    breaks,
                    assets,
                    activity,
                    ..Observation::default()
                });
                let decision = keeper.decide();
                assert!(decision.due.is_empty(), "{break_in_ticks} {food:?} {decision:?}");
            }
        }
    }

    #[test]
    fn the_upkeep_rows_are_valid_and_complete() {
        let rig = rig();
        rig.check().expect("the agent's own rows make sense");
        for (id, _, _) in FIT {
            assert!(rig.metric(Name::new(id)).is_some(), "{id}");
        }
        assert_eq!(rig.operators.len(), OPERATORS.len());
    }
}
