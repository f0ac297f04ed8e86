//! The keeper beyond what its design document asks: drift, breaks, stocks, unmet needs, and invalid tables.

mod ease;

use ease::{at_ease, decide, keeper, restored};
use upkeep::drift::{Activity, Learned};
use upkeep::metric::Asset;
use upkeep::operator::Assets;
use upkeep::rig::GRAINS_PER_TICK_MAX;
use upkeep::schedule::SWITCH_COST;
use upkeep::schedule::TaskBreaks;
use upkeep::violation::{Crossing, HORIZON_TICKS, HORIZON_TICKS_MAX};
use upkeep::{Keeper, Observation, Operator, Rig};
use vocab::day::NIGHT_FROM;
use vocab::{Name, Tick, ToolClass};

#[test]
fn drift_depends_on_the_activity_and_on_conditions() {
    let warn_in = |activity: Activity, food: u8, id: &str| {
        let decision = decide(&Observation { activity, food: Some(food), ..at_ease() }, HORIZON_TICKS_MAX);
        decision.projections.iter().find(|p| p.metric.as_str() == id).unwrap().warn
    };
    assert_eq!(warn_in(Activity::Mining, 20, "food_level"), Crossing::In(3_000));
    assert_eq!(warn_in(Activity::Sprinting, 20, "food_level"), Crossing::In(1_715));
    assert_eq!(warn_in(Activity::Mining, 20, "tool_durability_pickaxe"), Crossing::In(8_000));
    assert_eq!(warn_in(Activity::Walking, 20, "tool_durability_pickaxe"), Crossing::Beyond);
    assert_eq!(warn_in(Activity::Walking, 20, "health_level"), Crossing::Beyond);
    assert_eq!(warn_in(Activity::Walking, 2, "health_level"), Crossing::In(960));
}

#[test]
fn rates_are_learned_from_observed_falls() {
    let (food, activity) = (Name::new("food_level"), Activity::Mining);
    let mut learned = Learned::default();
    assert_eq!(learned.rate(food, activity, 120), 120);
    // The observed drift weighs as much as the rate in the table, so the learned rate is the mean. A rise of the metric
    // is ignored.
    learned.watch(food, activity, 2_400 * 2, 2_400);
    learned.watch(food, activity, -1_000, 100);
    assert_eq!(learned.rate(food, activity, 120), 180);
    assert_eq!(learned.rate(food, Activity::Idle, 120), 120);
    for _ in 0..200 {
        learned.watch(food, activity, 2_400 * 2, 2_400);
    }
    let settled = learned.rate(food, activity, 120);
    assert!((230..=240).contains(&settled), "{settled}");
}

#[test]
fn after_observing_fast_hunger_the_keeper_expects_the_warning_sooner() {
    let mut keeper = keeper(HORIZON_TICKS_MAX);
    let warn = |keeper: &mut Keeper| {
        keeper.decide().projections.iter().find(|p| p.metric.as_str() == "food_level").unwrap().warn
    };
    let mut observation = at_ease();
    keeper.observe(&observation);
    let before = warn(&mut keeper);
    for food in [19, 18, 17, 16] {
        observation.tick = observation.tick + 100;
        observation.food = Some(food);
        keeper.observe(&observation);
    }
    observation = Observation { tick: observation.tick + 1, food: Some(20), ..observation };
    keeper.observe(&observation);
    assert!(warn(&mut keeper) < before);
}

#[test]
fn unknown_vitals_are_reported_and_never_count_as_good() {
    let decision = decide(&Observation { food: None, health: None, ..at_ease() }, HORIZON_TICKS);
    assert!(decision.unknown.contains(&Name::new("food_level")));
    assert!(decision.unknown.contains(&Name::new("health_level")));
    assert!(decision.projections.iter().all(|p| p.metric.as_str() != "food_level"));
}

// --- Tests of when upkeep interrupts a task, and of replanning as time passes ---

#[test]
fn upkeep_waits_for_the_break_of_a_task() {
    // Food warns in 750 ticks; the task has a break in 300.
    let breaks = TaskBreaks::Busy { break_in_ticks: Some(300), break_ticks: 100 };
    let observation = Observation { food: Some(11), breaks, ..at_ease() };
    let decision = decide(&observation, HORIZON_TICKS);
    let eat = &decision.planned[0];
    assert!((300..400).contains(&eat.at.since(observation.tick)), "{eat:?}");
    assert!(decision.due.is_empty());
    // During the task's break eating starts, and it interrupts nothing.
    let at_break = Observation { breaks: TaskBreaks::Break { ticks: 40 }, ..observation };
    let decision = decide(&at_break, HORIZON_TICKS);
    assert_eq!(
        decision.due.iter().map(|due| (due.operator, due.preempts)).collect::<Vec<_>>(),
        [(Operator::Eat, false)]
    );
}

#[test]
fn upkeep_interrupts_a_task_only_if_waiting_costs_more() {
    // Eating waits for a break that comes in one second, but not for one in 30 seconds: the cost beyond warn (200 a
    // second) is too high.
    let soon = TaskBreaks::Busy { break_in_ticks: Some(20), break_ticks: 100 };
    let late = TaskBreaks::Busy { break_in_ticks: Some(600), break_ticks: 100 };
    let hungry = |breaks: TaskBreaks| decide(&Observation { food: Some(8), breaks, ..at_ease() }, HORIZON_TICKS);
    assert!(hungry(soon).due.is_empty(), "{}", hungry(soon));
    let decision = hungry(late);
    assert_eq!(
        decision.due.iter().map(|due| (due.operator, due.preempts)).collect::<Vec<_>>(),
        [(Operator::Eat, true)]
    );
    assert!(decision.due[0].waiting_costs.is_none_or(|cost| cost > 0), "{:?}", decision.due);
}

#[test]
fn stage_3_a_task_is_interrupted_exactly_when_waiting_for_its_break_costs_more() {
    // Food is at warn, which costs 200 a second. The disruption by eating counts three times during work and once in
    // the break.
    const WARN_COST_PER_SECOND: i64 = 200;
    for disruption in [50, 150, 350, 950] {
        let mut rig = Rig { horizon_ticks: 1_000, ..Rig::standard() };
        rig.operators.retain(|row| row.operator == Operator::Eat);
        rig.operators[0].disruption = disruption;
        for seconds_to_break in 1..=12 {
            let mut keeper = Keeper::new(rig.clone()).unwrap();
            let break_in_ticks = Some(20 * seconds_to_break as u64);
            let breaks = TaskBreaks::Busy { break_in_ticks, break_ticks: 100 };
            keeper.observe(&Observation { food: Some(8), breaks, ..at_ease() });
            let decision = keeper.decide();
            let interrupts = decision.due.iter().any(|due| due.operator == Operator::Eat && due.preempts);
            let waiting = WARN_COST_PER_SECOND * seconds_to_break;
            let expected = waiting > 2 * disruption;
            assert_eq!(interrupts, expected, "disruption {disruption}, break in {seconds_to_break} s: {decision}");
            if let Some(due) = decision.due.first() {
                assert!(due.waiting_costs.is_some_and(|cost| cost > 0), "{due:?}");
            }
        }
    }
}

#[test]
fn a_low_stock_never_interrupts_a_task_and_is_refilled_in_its_break() {
    let mut observation = at_ease();
    observation.assets.set(Asset::Torches, 0);
    for (breaks, due) in [
        (TaskBreaks::Busy { break_in_ticks: None, break_ticks: 0 }, false),
        (TaskBreaks::Steps { break_in_ticks: 300, break_ticks: 100, every_ticks: 300 }, false),
        (TaskBreaks::Steps { break_in_ticks: 0, break_ticks: 100, every_ticks: 300 }, true),
        (TaskBreaks::Break { ticks: 100 }, true),
        (TaskBreaks::Idle, true),
    ] {
        let decision = decide(&Observation { breaks, ..observation.clone() }, HORIZON_TICKS);
        assert_eq!(decision.due.iter().any(|due| due.operator == Operator::CraftTorches), due, "{breaks:?}");
    }
}

#[test]
fn a_long_walk_to_shelter_starts_earlier() {
    let at = |way_ticks: u64| {
        let time_of_day = Some((NIGHT_FROM - 4_000) as u16);
        let observation = Observation { time_of_day, way_ticks, ..at_ease() };
        let decision = decide(&observation, HORIZON_TICKS);
        let shelter =
            decision.planned.iter().find(|action| action.reason.projection.metric.as_str() == "time_to_night");
        shelter.unwrap_or_else(|| panic!("{decision:?}")).at
    };
    let (near, far) = (at(0), at(600));
    assert!(near.since(far) >= 500, "{near} with nowhere to go, {far} with a way of 600 ticks");
}

#[test]
fn the_plan_stays_the_same_unless_a_change_saves_more_than_the_switching_cost() {
    let mut keeper = keeper(HORIZON_TICKS);
    let mut observation = Observation { food: Some(10), tools: [(ToolClass::Pickaxe, 300)].into(), ..at_ease() };
    keeper.observe(&observation);
    let first: Vec<_> = keeper.decide().planned.iter().map(|action| (action.operator, action.at)).collect();
    assert!(!first.is_empty() && first.iter().all(|(_, at)| *at > observation.tick + 100));
    for second in 1..=5 {
        observation.tick = Tick(1_000 + 20 * second);
        keeper.observe(&observation);
        let now: Vec<_> = keeper.decide().planned.iter().map(|action| (action.operator, action.at)).collect();
        assert_eq!(now, first, "second {second}");
    }
    // A change of plan that saves more than the switching cost is made at once.
    const { assert!(SWITCH_COST < 200, "one second past warn is worth a change") };
    observation.tick = Tick(1_120);
    observation.food = Some(4);
    keeper.observe(&observation);
    assert_eq!(keeper.decide().due.first().map(|due| due.operator), Some(Operator::Eat));
}

#[test]
fn with_regular_breaks_upkeep_uses_the_last_break_before_the_warning() {
    // Food warns in 1,250 ticks. The task has a break now and every 300 ticks; the last one before the warning starts
    // at 1,200.
    let breaks = TaskBreaks::Steps { break_in_ticks: 0, break_ticks: 40, every_ticks: 300 };
    let observation = Observation { food: Some(13), breaks, ..at_ease() };
    let decision = decide(&observation, HORIZON_TICKS);
    let eat = &decision.planned[0];
    let after = eat.at.since(observation.tick);
    assert!(after > 0 && after % 300 < 40, "in a later break: {eat:?}");
    assert!(decision.due.is_empty());
    // Food is beyond warn and the next break is far: eat at once, which interrupts the task.
    let breaks = TaskBreaks::Steps { break_in_ticks: 280, break_ticks: 40, every_ticks: 300 };
    let due = decide(&Observation { food: Some(8), breaks, ..at_ease() }, HORIZON_TICKS).due;
    assert_eq!(due.iter().map(|due| (due.operator, due.preempts)).collect::<Vec<_>>(), [(Operator::Eat, true)]);
}

#[test]
fn due_and_decide_agree_on_what_is_due() {
    for food in 0..=20 {
        for health in [20, 9] {
            let observation = Observation { food: Some(food), health: Some(health), ..at_ease() };
            let (mut told, mut lean) = (keeper(HORIZON_TICKS), keeper(HORIZON_TICKS));
            told.observe(&observation);
            lean.observe(&observation);
            let decision = told.decide();
            let (due, unmet) = lean.due();
            assert_eq!(
                due.iter().map(|due| (due.operator, due.reason)).collect::<Vec<_>>(),
                decision.due.iter().map(|due| (due.operator, due.reason)).collect::<Vec<_>>(),
                "food {food}, health {health}"
            );
            assert_eq!(unmet, decision.unmet);
            assert_eq!(lean.projections(), decision.projections);
            assert_eq!(lean, told, "and the plan that is kept is the same");
        }
    }
}

#[test]
fn a_small_effort_and_long_steps_still_meet_every_need() {
    let rig = || Rig { step_ticks: Some(100), tries_max: Some(400), ..Rig::standard() };
    let mut keeper = Keeper::new(rig()).unwrap();
    keeper.observe(&Observation { food: Some(8), time_of_day: Some(11_900), ..at_ease() });
    let decision = keeper.decide();
    assert!(decision.unmet.is_empty(), "{decision}");
    for operator in [Operator::Eat, Operator::DigIn] {
        assert!(decision.planned.iter().any(|action| action.operator == operator), "{decision}");
    }
    for step_ticks in [0, 19, HORIZON_TICKS + 1] {
        let refusal = Keeper::new(Rig { step_ticks: Some(step_ticks), ..rig() }).unwrap_err();
        assert_eq!(refusal.row, "step_ticks");
    }
}

#[test]
fn an_operator_stays_due_until_its_effect_is_observed() {
    let mut keeper = keeper(HORIZON_TICKS);
    let mut observation = Observation { food: Some(7), ..at_ease() };
    for second in 0..4 {
        observation.tick = Tick(1_000 + 20 * second);
        keeper.observe(&observation);
        assert_eq!(keeper.decide().due.iter().map(|due| due.operator).collect::<Vec<_>>(), [Operator::Eat]);
    }
    keeper.observe(&Observation { tick: Tick(1_080), food: Some(20), ..observation });
    assert!(keeper.decide().due.is_empty());
}

#[test]
fn a_restored_keeper_continues_identically() {
    let mut keeper = keeper(HORIZON_TICKS);
    keeper.observe(&Observation { food: Some(9), ..at_ease() });
    keeper.decide();
    let mut back: Keeper = vocab::digest::decode(&vocab::digest::encode(&keeper)).expect("it was just encoded");
    assert_eq!(back, keeper);
    let next = Observation { tick: Tick(1_020), food: Some(8), ..at_ease() };
    keeper.observe(&next);
    back.observe(&next);
    assert_eq!(back.decide(), keeper.decide());
}

// --- Tests of metrics that no operator restores, and of invalid tables ---

#[test]
fn a_need_without_the_necessary_assets_is_unmet_and_names_the_asset_to_get() {
    for (empty, observation, metric, words) in [
        (Asset::Food, Observation { food: Some(7), ..at_ease() }, "food_level", "eat needs food"),
        (
            Asset::Torches,
            Observation { light: Some(300), ..at_ease() },
            "light_coverage",
            "place_torches needs torches",
        ),
        (
            Asset::Shelter,
            Observation { time_of_day: Some(12_500), ..at_ease() },
            "time_to_night",
            "seek_shelter needs a known shelter within reach",
        ),
    ] {
        let mut bare = Observation { assets: Assets::default(), ..observation };
        // The other stocks are full, so that upkeep does nothing for them.
        for (asset, count) in [(Asset::Torches, 40), (Asset::Food, 16), (Asset::Fuel, 16)] {
            bare.assets.set(asset, if asset == empty { 0 } else { count });
        }
        bare.assets.set(Asset::SpareTool(ToolClass::Pickaxe), 1);
        let decision = decide(&bare, HORIZON_TICKS);
        let unmet = decision.unmet.iter().find(|need| need.metric.as_str() == metric);
        let unmet = unmet.unwrap_or_else(|| panic!("{metric}: {decision:?}"));
        assert_eq!((unmet.get, unmet.to_string().as_str()), (Some(empty), words), "{unmet:?}");
    }
}

#[test]
fn if_only_the_walk_is_too_long_time_is_named_as_missing() {
    let far = Observation { time_of_day: Some(12_500), way_ticks: 2_000, ..at_ease() };
    let decision = decide(&far, HORIZON_TICKS);
    let night = decision.unmet.iter().find(|need| need.metric.as_str() == "time_to_night");
    let night = night.unwrap_or_else(|| panic!("{decision:?}"));
    assert_eq!(night.to_string(), "time: seek_shelter, dig_in, sleep cannot be done early and often enough");
}

#[test]
fn other_metrics_are_still_restored_if_one_cannot_be() {
    let mut observation = Observation { food: Some(7), tools: [(ToolClass::Pickaxe, 150)].into(), ..at_ease() };
    for asset in [Asset::Food, Asset::RawFood, Asset::FoodSource] {
        observation.assets.set(asset, 0);
    }
    let decision = decide(&observation, HORIZON_TICKS);
    assert!(decision.unmet.iter().any(|need| need.metric.as_str() == "food_level"));
    assert!(restored(&decision).contains(&Name::new("tool_durability_pickaxe")), "{decision}");
}

#[test]
fn a_stock_is_refilled_before_it_is_empty() {
    let mut observation = at_ease();
    observation.assets.set(Asset::Torches, 4);
    let decision = decide(&observation, HORIZON_TICKS);
    assert_eq!(decision.planned.iter().map(|a| a.operator).collect::<Vec<_>>(), [Operator::CraftTorches]);
}

#[test]
fn an_invalid_table_is_refused_with_the_row_and_the_reason() {
    type Spoil = fn(&mut Rig);
    let cases: [(Spoil, &str, &str); 10] = [
        (|rig| rig.operators[0].restores.clear(), "operators[0] \"eat\"", "restores nothing"),
        (|rig| rig.operators[0].restores[0].1 = 0, "operators[0] \"eat\"", "must be 1 to"),
        (|rig| rig.drift[1].grains_per_tick = -1, "drift[1] \"food_level\"", "the rate is -1"),
        (|rig| rig.drift[1].grains_per_tick = GRAINS_PER_TICK_MAX + 1, "drift[1] \"food_level\"", "the rate is"),
        (|rig| rig.drift[1].grains_per_tick = i64::MAX, "drift[1] \"food_level\"", "the rate is"),
        (|rig| rig.metrics[0].warn = 6, "metrics[0] \"food_level\"", "warn is 6"),
        (|rig| rig.metrics[0].critical = Some(3), "metrics[0] \"food_level\"", "critical is 3"),
        (|rig| rig.metrics[7].critical = Some(2), "metrics[7] \"threat_exposure\"", "critical is 2"),
        (|rig| rig.metrics[0].max = 0, "metrics[0] \"food_level\"", "is empty"),
        (|rig| rig.operators[0].restores[0].0 = Name::new("mood"), "operators[0] \"eat\"", "not a metric"),
    ];
    for (spoil, row, reason) in cases {
        let mut rig = Rig::standard();
        spoil(&mut rig);
        let refusal = Keeper::new(rig).unwrap_err();
        assert_eq!(refusal.row, row);
        assert!(refusal.reason.contains(reason), "{refusal}");
    }
    assert_eq!(Rig::standard().check(), Ok(()));
}
