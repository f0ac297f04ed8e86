//! Rig J (invariant maintenance): its pivots, certification gates and rules as tests, and the decisions about its contradictions.

use std::collections::BTreeSet;
use upkeep::drift::{Activity, Condition, DriftRow, Learned, NIGHT_FROM, NIGHT_TO, night_profile, ticks_to_night};
use upkeep::keeper::SWITCH_COST;
use upkeep::metric::{Asset, CanonicalState, GRAINS_PER_MILLI, MetricRow, ToolClass};
use upkeep::operator::Assets;
use upkeep::rig::{GRAINS_PER_TICK_MAX, HORIZON_TICKS_MIN};
use upkeep::schedule::Work;
use upkeep::violation::{Crossing, HORIZON_TICKS, HORIZON_TICKS_MAX, crossing, good_after, project};
use upkeep::{Decision, Keeper, Observation, Rig, Threat};
use vocab::{Name, Tick};

/// Everything at hand.
fn full_bag() -> Assets {
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

/// A body that needs nothing.
fn at_ease() -> Observation {
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
        threat: Threat::None,
        activity: Activity::Mining,
        work: Work::Idle,
    }
}

fn keeper(horizon_ticks: u64) -> Keeper {
    Keeper::new(Rig { horizon_ticks, ..Rig::standard() }).expect("the standard table is sound")
}

fn decide(observation: &Observation, horizon_ticks: u64) -> Decision {
    let mut keeper = keeper(horizon_ticks);
    keeper.observe(observation);
    keeper.decide()
}

fn metric(id: &str) -> MetricRow {
    let rig = Rig::standard();
    rig.metrics[rig.metric(Name::new(id)).expect("a standard metric")].clone()
}

/// Restored metrics of everything scheduled.
fn restored(decision: &Decision) -> BTreeSet<Name> {
    let rig = Rig::standard();
    let rows = decision.scheduled.iter().flat_map(|action| {
        let row = rig.operators.iter().find(|row| row.id == action.operator).expect("a standard operator");
        row.restores.iter().map(|(metric, _)| *metric).collect::<Vec<_>>()
    });
    rows.collect()
}

// --- pivots ---

#[test]
fn pivot_1_metric_state_has_only_bucket_values() {
    let mut keeper = keeper(HORIZON_TICKS);
    let digests: BTreeSet<_> = [8, 9, 10, 11]
        .map(|food| {
            keeper.observe(&Observation { food: Some(food), ..at_ease() });
            let state = keeper.canonical().unwrap();
            assert!(state.buckets().iter().all(|(_, bucket)| *bucket < 5), "{state:?}");
            assert!(state.buckets().contains(&(Name::new("food_level"), 2)), "{state:?}");
            state.digest()
        })
        .into();
    assert_eq!(digests.len(), 1, "raw values of one bucket are one state");
    keeper.observe(&Observation { food: Some(12), ..at_ease() });
    assert!(!digests.contains(&keeper.canonical().unwrap().digest()), "the next bucket is another state");
}

#[test]
fn pivot_1_buckets_have_equal_width_and_the_top_is_no_bucket_of_its_own() {
    let food = metric("food_level");
    let buckets: Vec<u8> = (0..=20).map(|raw| food.bucket(food.level(raw))).collect();
    assert_eq!(buckets, [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4]);
    let night = metric("time_to_night");
    for (ticks, bucket) in [(0, 0), (2_399, 0), (2_400, 1), (9_599, 3), (9_600, 4), (12_000, 4), (99_999, 4), (-5, 0)] {
        assert_eq!(night.bucket(night.level(ticks)), bucket, "{ticks}");
    }
}

#[test]
fn pivot_2_the_same_vector_and_ticks_give_the_identical_projection() {
    for food in 0..=20 {
        for threat in [Threat::None, Threat::High] {
            let observation = Observation { food: Some(food), threat, ..at_ease() };
            assert_eq!(decide(&observation, HORIZON_TICKS), decide(&observation, HORIZON_TICKS));
        }
    }
    // The seed's rates: a bucket of food in 1,000 ticks, of a tool in 2,000, of the day in 2,400.
    let profile = vec![(0, 120)];
    assert_eq!(good_after(3_000 * GRAINS_PER_MILLI, &profile, 1_000), 2_000 * GRAINS_PER_MILLI);
    assert_eq!(night_profile(&metric("time_to_night"), 12_000), [(0, 50)]);
}

#[test]
fn pivot_3_the_invariant_state_excludes_hazard_and_threat_is_a_derived_input() {
    let mut keeper = keeper(HORIZON_TICKS);
    let states: BTreeSet<CanonicalState> = [Threat::None, Threat::Low, Threat::Medium, Threat::High, Threat::Critical]
        .map(|threat| {
            keeper.observe(&Observation { threat, ..at_ease() });
            keeper.canonical().unwrap()
        })
        .into();
    assert_eq!(states.len(), 1, "no threat level changes the canonical state");
    let state = states.first().unwrap();
    assert!(state.buckets().iter().all(|(id, _)| id.as_str() != "threat_exposure"));
    assert!(!decide(&Observation { threat: Threat::High, ..at_ease() }, HORIZON_TICKS).scheduled.is_empty());
}

#[test]
fn pivot_4_no_projection_goes_beyond_the_maximal_horizon() {
    let food = metric("food_level");
    // Food falls from the top to warn in exactly 12,001 ticks, or in 12,000.
    let level = 5_000;
    let needed = (level - 2_000) * GRAINS_PER_MILLI;
    let slow = vec![(0, 0), (1, needed / 12_000)];
    assert_eq!(project(&food, level, &slow, u64::MAX).warn, Crossing::Beyond);
    let exact = vec![(0, needed / 12_000)];
    assert_eq!(project(&food, level, &exact, u64::MAX).warn, Crossing::In(12_000));
    for horizon_ticks in [0, HORIZON_TICKS_MIN - 1, HORIZON_TICKS_MAX + 1, u64::MAX] {
        let refusal = Keeper::new(Rig { horizon_ticks, ..Rig::standard() }).unwrap_err();
        assert_eq!(refusal.row, "horizon_ticks", "{refusal}");
    }
    for horizon_ticks in [HORIZON_TICKS_MIN, HORIZON_TICKS_MAX] {
        assert!(Keeper::new(Rig { horizon_ticks, ..Rig::standard() }).is_ok());
    }
}

// --- certification gates ---

#[test]
fn gate_proactivity_maintenance_is_scheduled_before_violations_occur() {
    // Bucket 3, as the seed has it: warn is hit in exactly 1,000 ticks, which is the horizon.
    let observation = Observation { food: Some(12), ..at_ease() };
    let decision = decide(&observation, 1_000);
    let food = decision.projections.iter().find(|p| p.metric.as_str() == "food_level").unwrap();
    assert_eq!((food.bucket, food.warn, food.critical), (3, Crossing::In(1_000), Crossing::Beyond));
    let eat = decision.scheduled.iter().find(|action| action.operator.as_str() == "eat").expect("eat is scheduled");
    assert!(eat.at.since(observation.tick) < 1_000, "{eat:?}");
    assert!(decision.due.is_empty(), "nothing is due yet");
}

#[test]
fn gate_disruption_minimisation_maintenance_is_batched() {
    // Food 2.25 buckets and a tool at 1.1: both near warn.
    let observation = Observation { food: Some(9), tools: [(ToolClass::Pickaxe, 220)].into(), ..at_ease() };
    let decision = decide(&observation, 1_000);
    let times: Vec<u64> = decision.scheduled.iter().map(|action| action.at.0).collect();
    assert_eq!(restored(&decision).len(), 2, "{}", decision.explanation);
    let spread = times.iter().max().unwrap() - times.iter().min().unwrap();
    assert!(spread < 200, "{times:?}");
}

#[test]
fn gate_explanation_every_action_has_its_reason_and_projection() {
    let decision = decide(&Observation { food: Some(9), ..at_ease() }, 1_000);
    assert!(decision.explanation.contains("food_level"), "{}", decision.explanation);
    assert!(decision.explanation.contains("warn threshold"), "{}", decision.explanation);
    for action in &decision.scheduled {
        assert!(action.reason.contains(action.prevents.metric.as_str()), "{action:?}");
        assert!(action.prevents.needs());
        assert!(action.beat.contains("next best") && action.beat_by.is_some_and(|margin| margin >= 0), "{action:?}");
        assert!(action.resource + action.disruption + action.risk > 0);
        assert!(action.goal.as_str().starts_with("upkeep:"));
    }
    assert_eq!(decide(&at_ease(), 1_000).explanation, "No maintenance needed within horizon.");
}

#[test]
fn done_proactive_deterministic_bounded_and_coupled_to_hazards_only_through_the_summary() {
    let observation = Observation { food: Some(9), threat: Threat::High, ..at_ease() };
    let decision = decide(&observation, HORIZON_TICKS);
    assert_eq!(decision, decide(&observation, HORIZON_TICKS));
    assert!(restored(&decision).contains(&Name::new("threat_exposure")));
    let end = observation.tick + HORIZON_TICKS;
    assert!(decision.scheduled.iter().all(|action| action.at < end));
}

// --- section 10 ---

#[test]
fn do_bucket_threat_with_the_same_quantization_as_other_metrics() {
    let threat = metric("threat_exposure");
    let buckets = [Threat::None, Threat::Low, Threat::Medium, Threat::High, Threat::Critical]
        .map(|level| threat.bucket(threat.level(level.exposure())));
    assert_eq!(buckets, [0, 1, 2, 3, 4]);
}

#[test]
fn do_treat_threat_as_not_drifting() {
    for threat in [Threat::Medium, Threat::High] {
        let decision = decide(&Observation { threat, ..at_ease() }, HORIZON_TICKS_MAX);
        let projection = decision.projections.iter().find(|p| p.metric.as_str() == "threat_exposure").unwrap();
        assert_eq!(projection.bucket, projection.bucket_at_horizon);
    }
    let mut rig = Rig::standard();
    rig.drift.push(DriftRow { metric: Name::new("threat_exposure"), when: Condition::Always, grains_per_tick: 1 });
    let refusal = rig.check().unwrap_err();
    assert!(refusal.reason.contains("does not drift"), "{refusal}");
}

#[test]
fn do_include_retreat_as_an_operator_for_threat() {
    let decision = decide(&Observation { threat: Threat::High, ..at_ease() }, HORIZON_TICKS);
    assert_eq!(decision.due.len(), 1, "{}", decision.explanation);
    assert_eq!(decision.due[0].goal.as_str(), "upkeep:retreat");
    assert!(decide(&Observation { threat: Threat::Medium, ..at_ease() }, HORIZON_TICKS).scheduled.is_empty());
}

#[test]
fn do_not_trigger_reflexes_only_goals_are_handed_out() {
    // The decision has no way to carry an action: everything due is a goal key of upkeep's own.
    let decision = decide(&Observation { threat: Threat::Critical, food: Some(1), ..at_ease() }, HORIZON_TICKS);
    assert!(!decision.due.is_empty());
    assert!(decision.due.iter().all(|due| due.goal.action() == "upkeep" && !due.reason.is_empty()));
}

// --- the walk over all states ---

/// Raw values in the middle of each bucket.
const FOOD: [u8; 5] = [2, 6, 10, 14, 18];
const TOOL: [u16; 5] = [100, 300, 500, 700, 900];
const THREATS: [Threat; 5] = [Threat::None, Threat::Low, Threat::Medium, Threat::High, Threat::Critical];

#[test]
fn every_one_of_the_625_states_is_scheduled_exactly_where_it_needs_it() {
    let mut scheduled_states = 0;
    for state in 0..625usize {
        let (food, tool, night, threat) = (state % 5, state / 5 % 5, state / 25 % 5, state / 125);
        let ticks_left = 1_200 + 2_400 * night as u64;
        let observation = Observation {
            food: Some(FOOD[food]),
            tools: [(ToolClass::Pickaxe, TOOL[tool])].into(),
            time_of_day: Some((NIGHT_FROM - ticks_left.min(NIGHT_FROM)) as u16),
            threat: THREATS[threat],
            ..at_ease()
        };
        let horizon = HORIZON_TICKS as i64;
        // By hand, from the seed's rates: levels in milli-buckets at the horizon against warn.
        let food_left = i64::from(FOOD[food]) * 250 - horizon;
        let tool_left = i64::from(TOOL[tool]) * 5 - horizon / 2;
        let needs: BTreeSet<Name> = [
            ("food_level", food_left <= 2_000),
            ("tool_durability_pickaxe", tool_left <= 1_000),
            ("time_to_night", ticks_left as i64 - horizon <= 2_400),
            ("threat_exposure", threat >= 3),
            // Starving hurts: with an empty stomach health falls 375 grains a tick, 3 buckets in 960 ticks.
            ("health_level", food == 0),
        ]
        .into_iter()
        .filter(|(_, needed)| *needed)
        .map(|(id, _)| Name::new(id))
        .collect();
        let decision = decide(&observation, HORIZON_TICKS);
        let restored = restored(&decision);
        for need in &needs {
            assert!(restored.contains(need), "state {state}: {need} is left alone: {}", decision.explanation);
        }
        assert_eq!(needs.is_empty(), decision.scheduled.is_empty(), "state {state}: {}", decision.explanation);
        for action in &decision.scheduled {
            assert!(needs.contains(&action.prevents.metric), "state {state}: {action:?}");
        }
        scheduled_states += usize::from(!decision.scheduled.is_empty());
    }
    assert!(scheduled_states > 500, "{scheduled_states}");
}

// --- decisions about the contradictions ---

#[test]
fn overdue_is_scheduled_now_and_never_skipped() {
    for food in 0..=4 {
        let decision = decide(&Observation { food: Some(food), ..at_ease() }, HORIZON_TICKS);
        let projection = decision.projections.iter().find(|p| p.metric.as_str() == "food_level").unwrap();
        assert_eq!((projection.warn, projection.critical), (Crossing::Overdue, Crossing::Overdue), "food {food}");
        assert_eq!(decision.due.first().map(|due| due.goal.as_str()), Some("upkeep:eat"), "{}", decision.explanation);
    }
}

#[test]
fn a_boundary_hit_exactly_at_the_horizon_counts() {
    let profile = vec![(0, 100)];
    for (horizon, expected) in [(999, Crossing::Beyond), (1_000, Crossing::In(1_000)), (1_001, Crossing::In(1_000))] {
        assert_eq!(crossing(150_000, 50_000, &profile, horizon), expected, "horizon {horizon}");
    }
    // A rate that changes on the way, and a rest that takes part of a tick.
    assert_eq!(crossing(1_000, 0, &vec![(0, 1), (100, 9)], 2_400), Crossing::In(200));
    assert_eq!(crossing(1_001, 0, &vec![(0, 1), (100, 9)], 2_400), Crossing::In(201));
    assert_eq!(crossing(5, 5, &vec![(0, 0)], 2_400), Crossing::Overdue);
}

#[test]
fn night_wraps_around_and_shelter_satisfies_it_until_dawn() {
    for (time, ticks) in [
        (0, NIGHT_FROM),
        (NIGHT_FROM - 1, 1),
        (NIGHT_FROM, 0),
        (NIGHT_TO - 1, 0),
        (NIGHT_TO, 24_000 - NIGHT_TO + NIGHT_FROM),
        (23_999, NIGHT_FROM + 1),
    ] {
        assert_eq!(ticks_to_night(time), ticks, "time {time}");
    }
    let dusk = Observation { time_of_day: Some(12_000), ..at_ease() };
    assert!(restored(&decide(&dusk, HORIZON_TICKS)).contains(&Name::new("time_to_night")));
    for time_of_day in [12_000, 13_000, 18_000, 23_000] {
        let sheltered = Observation { time_of_day: Some(time_of_day), sheltered: true, ..dusk.clone() };
        assert!(
            decide(&sheltered, HORIZON_TICKS_MAX)
                .scheduled
                .iter()
                .all(|a| a.prevents.metric.as_str() != "time_to_night")
        );
    }
    // Once is enough, even over the longest horizon.
    let decision = decide(&dusk, HORIZON_TICKS_MAX);
    let nights = decision.scheduled.iter().filter(|action| action.prevents.metric.as_str() == "time_to_night").count();
    assert_eq!(nights, 1, "{}", decision.explanation);
}

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
fn rates_are_learned_from_what_was_watched_in_whole_numbers() {
    let (food, activity) = (Name::new("food_level"), Activity::Mining);
    let mut learned = Learned::default();
    assert_eq!(learned.rate(food, activity, 120), 120);
    // Watched for as long as the row's own rate counts: half of each, and a restore teaches nothing.
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
fn the_keeper_foresees_hunger_sooner_after_it_watched_it() {
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
fn unknown_vitals_are_told_and_never_taken_for_good() {
    let decision = decide(&Observation { food: None, health: None, ..at_ease() }, HORIZON_TICKS);
    assert!(decision.unknown.contains(&Name::new("food_level")));
    assert!(decision.unknown.contains(&Name::new("health_level")));
    assert!(decision.projections.iter().all(|p| p.metric.as_str() != "food_level"));
}

// --- arbitration and the receding horizon ---

#[test]
fn upkeep_prefers_the_break_of_the_task_to_its_work() {
    // Food warns in 750 ticks; the task has a break in 300.
    let work = Work::Busy { break_in_ticks: Some(300), break_ticks: 100 };
    let observation = Observation { food: Some(11), work, ..at_ease() };
    let decision = decide(&observation, HORIZON_TICKS);
    let eat = &decision.scheduled[0];
    assert!((300..400).contains(&eat.at.since(observation.tick)), "{eat:?}");
    assert!(decision.due.is_empty());
    // At the break it is taken, and nothing is preempted.
    let at_break = Observation { work: Work::Break { ticks: 40 }, ..observation };
    let decision = decide(&at_break, HORIZON_TICKS);
    assert_eq!(
        decision.due.iter().map(|due| (due.goal.as_str(), due.preempts)).collect::<Vec<_>>(),
        [("upkeep:eat", false)]
    );
}

#[test]
fn upkeep_preempts_only_when_waiting_costs_more_than_the_disruption() {
    // A break comes in 3 seconds: at 200 a second past warn, hunger can wait no longer than that is worth.
    let soon = Work::Busy { break_in_ticks: Some(20), break_ticks: 100 };
    let late = Work::Busy { break_in_ticks: Some(600), break_ticks: 100 };
    let hungry = |work: Work| decide(&Observation { food: Some(8), work, ..at_ease() }, HORIZON_TICKS);
    assert!(hungry(soon).due.is_empty(), "{}", hungry(soon).explanation);
    let decision = hungry(late);
    assert_eq!(
        decision.due.iter().map(|due| (due.goal.as_str(), due.preempts)).collect::<Vec<_>>(),
        [("upkeep:eat", true)]
    );
    assert!(decision.due[0].waiting_costs.is_none_or(|cost| cost > 0), "{:?}", decision.due);
}

#[test]
fn a_stock_interrupts_nobody_and_is_filled_up_at_the_break() {
    let mut observation = at_ease();
    observation.assets.set(Asset::Torches, 0);
    for (work, due) in [
        (Work::Busy { break_in_ticks: None, break_ticks: 0 }, false),
        (Work::Steps { break_in_ticks: 300, break_ticks: 100, every_ticks: 300 }, false),
        (Work::Steps { break_in_ticks: 0, break_ticks: 100, every_ticks: 300 }, true),
        (Work::Break { ticks: 100 }, true),
        (Work::Idle, true),
    ] {
        let decision = decide(&Observation { work, ..observation.clone() }, HORIZON_TICKS);
        assert_eq!(decision.due.iter().any(|due| due.goal.as_str() == "upkeep:craft_torches"), due, "{work:?}");
    }
}

#[test]
fn the_way_to_where_the_night_can_be_spent_is_set_out_on_in_time() {
    let at = |way_ticks: u64| {
        let time_of_day = Some((NIGHT_FROM - 4_000) as u16);
        let observation = Observation { time_of_day, way_ticks, ..at_ease() };
        let decision = decide(&observation, HORIZON_TICKS);
        let shelter = decision.scheduled.iter().find(|action| action.prevents.metric.as_str() == "time_to_night");
        shelter.unwrap_or_else(|| panic!("{decision:?}")).at
    };
    let (near, far) = (at(0), at(600));
    assert!(near.since(far) >= 500, "{near} with nowhere to go, {far} with a way of 600 ticks");
}

#[test]
fn the_plan_does_not_flap_when_a_change_is_not_worth_it() {
    let mut keeper = keeper(HORIZON_TICKS);
    let mut observation = Observation { food: Some(10), tools: [(ToolClass::Pickaxe, 300)].into(), ..at_ease() };
    keeper.observe(&observation);
    let first: Vec<_> = keeper.decide().scheduled.iter().map(|action| (action.operator, action.at)).collect();
    assert!(!first.is_empty() && first.iter().all(|(_, at)| *at > observation.tick + 100));
    for second in 1..=5 {
        observation.tick = Tick(1_000 + 20 * second);
        keeper.observe(&observation);
        let now: Vec<_> = keeper.decide().scheduled.iter().map(|action| (action.operator, action.at)).collect();
        assert_eq!(now, first, "second {second}");
    }
    // A surprise worth more than the switching cost changes it at once.
    const { assert!(SWITCH_COST < 200, "one second past warn is worth a change") };
    observation.tick = Tick(1_120);
    observation.food = Some(4);
    keeper.observe(&observation);
    assert_eq!(keeper.decide().due.first().map(|due| due.goal.as_str()), Some("upkeep:eat"));
}

#[test]
fn work_with_a_break_every_so_often_is_broken_off_at_the_last_break_before_the_warning() {
    // Food warns in 1,250 ticks; there is a break now and every 300 ticks: the last before that begins at 1,200.
    let work = Work::Steps { break_in_ticks: 0, break_ticks: 40, every_ticks: 300 };
    let observation = Observation { food: Some(13), work, ..at_ease() };
    let decision = decide(&observation, HORIZON_TICKS);
    let eat = &decision.scheduled[0];
    let after = eat.at.since(observation.tick);
    assert!(after > 0 && after % 300 < 40, "in a later break: {eat:?}");
    assert!(decision.due.is_empty());
    // Far from a break and past warn: at once, and that preempts.
    let work = Work::Steps { break_in_ticks: 280, break_ticks: 40, every_ticks: 300 };
    let due = decide(&Observation { food: Some(8), work, ..at_ease() }, HORIZON_TICKS).due;
    assert_eq!(due.iter().map(|due| (due.goal.as_str(), due.preempts)).collect::<Vec<_>>(), [("upkeep:eat", true)]);
}

#[test]
fn what_is_due_is_the_same_without_the_reasons_for_people() {
    for food in 0..=20 {
        for health in [20, 9] {
            let observation = Observation { food: Some(food), health: Some(health), ..at_ease() };
            let (mut told, mut lean) = (keeper(HORIZON_TICKS), keeper(HORIZON_TICKS));
            told.observe(&observation);
            lean.observe(&observation);
            let decision = told.decide();
            let (due, unmet) = lean.due();
            assert_eq!(
                due.iter().map(|due| (&due.goal, &due.reason)).collect::<Vec<_>>(),
                decision.due.iter().map(|due| (&due.goal, &due.reason)).collect::<Vec<_>>(),
                "food {food}, health {health}"
            );
            assert_eq!(unmet, decision.unmet);
            assert_eq!(lean.projections(), decision.projections);
            assert_eq!(lean, told, "and the plan that is kept is the same");
        }
    }
}

#[test]
fn a_small_effort_and_long_steps_still_keep_everything_up() {
    let rig = || Rig { step_ticks: Some(100), tries_max: Some(400), ..Rig::standard() };
    let mut keeper = Keeper::new(rig()).unwrap();
    keeper.observe(&Observation { food: Some(8), time_of_day: Some(11_900), ..at_ease() });
    let decision = keeper.decide();
    assert!(decision.unmet.is_empty(), "{}", decision.explanation);
    for goal in ["upkeep:eat", "upkeep:dig_in"] {
        assert!(decision.scheduled.iter().any(|action| action.goal.as_str() == goal), "{}", decision.explanation);
    }
    for step_ticks in [0, 19, HORIZON_TICKS + 1] {
        let refusal = Keeper::new(Rig { step_ticks: Some(step_ticks), ..rig() }).unwrap_err();
        assert_eq!(refusal.row, "step_ticks");
    }
}

#[test]
fn a_goal_stays_due_until_its_effect_is_seen() {
    let mut keeper = keeper(HORIZON_TICKS);
    let mut observation = Observation { food: Some(7), ..at_ease() };
    for second in 0..4 {
        observation.tick = Tick(1_000 + 20 * second);
        keeper.observe(&observation);
        assert_eq!(keeper.decide().due.iter().map(|due| due.goal.as_str()).collect::<Vec<_>>(), ["upkeep:eat"]);
    }
    keeper.observe(&Observation { tick: Tick(1_080), food: Some(20), ..observation });
    assert!(keeper.decide().due.is_empty());
}

#[test]
fn a_keeper_comes_back_from_its_bytes_and_goes_on_identically() {
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

// --- no applicable operator, and bad tables ---

#[test]
fn without_an_applicable_operator_the_need_is_unmet_with_what_is_missing_and_a_goal_to_get_it() {
    for (empty, observation, metric, goal) in [
        (Asset::Food, Observation { food: Some(7), ..at_ease() }, "food_level", "upkeep:gather_food"),
        (Asset::Torches, Observation { light: Some(300), ..at_ease() }, "light_coverage", "upkeep:craft_torches"),
        (
            Asset::Shelter,
            Observation { time_of_day: Some(12_500), ..at_ease() },
            "time_to_night",
            "upkeep:find_shelter",
        ),
    ] {
        let mut bare = Observation { assets: Assets::default(), ..observation };
        // Stocks are full as far as they go, so that they are no need of their own.
        for (asset, count) in [(Asset::Torches, 40), (Asset::Food, 16), (Asset::Fuel, 16)] {
            bare.assets.set(asset, if asset == empty { 0 } else { count });
        }
        bare.assets.set(Asset::SpareTool(ToolClass::Pickaxe), 1);
        let decision = decide(&bare, HORIZON_TICKS);
        let unmet = decision.unmet.iter().find(|need| need.metric.as_str() == metric);
        let unmet = unmet.unwrap_or_else(|| panic!("{metric}: {decision:?}"));
        assert_eq!(unmet.goal.as_str(), goal, "{unmet:?}");
        assert!(!unmet.missing.is_empty());
    }
}

#[test]
fn what_can_be_kept_up_is_kept_up_even_if_something_else_cannot() {
    let mut observation = Observation { food: Some(7), tools: [(ToolClass::Pickaxe, 150)].into(), ..at_ease() };
    for asset in [Asset::Food, Asset::RawFood, Asset::FoodSource] {
        observation.assets.set(asset, 0);
    }
    let decision = decide(&observation, HORIZON_TICKS);
    assert!(decision.unmet.iter().any(|need| need.metric.as_str() == "food_level"));
    assert!(restored(&decision).contains(&Name::new("tool_durability_pickaxe")), "{}", decision.explanation);
}

#[test]
fn stocks_are_refilled_before_they_are_empty() {
    let mut observation = at_ease();
    observation.assets.set(Asset::Torches, 4);
    let decision = decide(&observation, HORIZON_TICKS);
    assert_eq!(decision.scheduled.iter().map(|a| a.goal.as_str()).collect::<Vec<_>>(), ["upkeep:craft_torches"]);
}

#[test]
fn a_table_that_makes_no_sense_is_refused_with_the_row_and_the_reason() {
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
        (|rig| rig.operators[0].restores[0].0 = Name::new("mood"), "operators[0] \"eat\"", "no metric"),
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
