//! Rig J (invariant maintenance): the checks of its design document as tests, and our decisions where the document contradicts
//! itself.

mod ease;

use ease::{at_ease, decide, keeper, metric, restored};
use std::collections::BTreeSet;
use upkeep::drift::{Condition, DriftRow, night_profile};
use upkeep::metric::{CanonicalState, GRAINS_PER_MILLI};
use upkeep::observation::exposure;
use upkeep::rig::HORIZON_TICKS_MIN;
use upkeep::violation::{Crossing, HORIZON_TICKS, HORIZON_TICKS_MAX, crossing, good_after, project};
use upkeep::{Keeper, Observation, Operator, Rig};
use vocab::day::{NIGHT_FROM, NIGHT_TO, ticks_to_night};
use vocab::hazard::HazardRegion;
use vocab::{BlockPos, HazardSummary, Name, ThreatLevel, ToolClass};

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
fn pivot_1_buckets_have_equal_width_and_the_maximum_is_in_the_top_bucket() {
    let food = metric("food_level");
    let buckets: Vec<u8> = (0..=20).map(|raw| food.bucket(food.level(raw))).collect();
    assert_eq!(buckets, [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4]);
    let night = metric("time_to_night");
    for (ticks, bucket) in [(0, 0), (2_399, 0), (2_400, 1), (9_599, 3), (9_600, 4), (12_000, 4), (99_999, 4), (-5, 0)] {
        assert_eq!(night.bucket(night.level(ticks)), bucket, "{ticks}");
    }
}

/// When food reaches warn while mining and its bucket at the horizon, computed one tick at a time with the document's
/// rate of 0.001 buckets per tick.
fn food_tick_by_tick(food: u8, horizon_ticks: u64) -> (Crossing, u8) {
    const WARN_MILLI: i64 = 2_000;
    let mut milli = i64::from(food) * 250;
    let mut warn = if milli <= WARN_MILLI { Crossing::Overdue } else { Crossing::Beyond };
    for tick in 1..=horizon_ticks {
        milli = (milli - 1).max(0);
        if warn == Crossing::Beyond && milli <= WARN_MILLI {
            warn = Crossing::In(tick);
        }
    }
    (warn, (milli / 1_000).min(4) as u8)
}

#[test]
fn pivot_2_the_same_vector_and_ticks_give_the_identical_projection() {
    for food in 0..=20 {
        for horizon_ticks in [200, 600, HORIZON_TICKS, HORIZON_TICKS_MAX] {
            let vector = Observation { food: Some(food), ..at_ease() };
            let mut fresh = keeper(horizon_ticks);
            fresh.observe(&vector);
            // This keeper saw other values before and has a plan for them. Its projections must still be the same as
            // those of a new one.
            let mut busy = keeper(horizon_ticks);
            let (threat, time_of_day) = (ThreatLevel::Critical, Some(12_500));
            busy.observe(&Observation { food: Some(20 - food), threat, time_of_day, ..at_ease() });
            assert!(!busy.decide().planned.is_empty());
            busy.observe(&vector);
            assert_eq!(busy.projections(), fresh.projections(), "food {food}, {horizon_ticks} ticks");
            let projections = fresh.projections();
            let projected = projections.iter().find(|p| p.metric.as_str() == "food_level").unwrap();
            let expected = food_tick_by_tick(food, horizon_ticks);
            assert_eq!((projected.warn, projected.bucket_at_horizon), expected, "food {food}, {horizon_ticks} ticks");
        }
    }
}

#[test]
fn pivot_2_the_rates_of_the_document_are_whole_numbers_of_grains() {
    // By the document, food loses a bucket in 1,000 ticks, a tool in 2,000, the day in 2,400.
    for (grains_per_tick, ticks) in [(120, 1_000), (60, 2_000), (50, 2_400)] {
        let left = good_after(3_000 * GRAINS_PER_MILLI, &vec![(0, grains_per_tick)], ticks);
        assert_eq!(left, 2_000 * GRAINS_PER_MILLI, "{grains_per_tick} grains a tick");
    }
    assert_eq!(night_profile(&metric("time_to_night"), 12_000), [(0, 50)]);
}

#[test]
fn pivot_3_the_invariant_state_excludes_hazard_and_threat_is_a_derived_input() {
    let mut keeper = keeper(HORIZON_TICKS);
    let states: BTreeSet<CanonicalState> = ThreatLevel::ALL
        .map(|threat| {
            keeper.observe(&Observation { threat, ..at_ease() });
            keeper.canonical().unwrap()
        })
        .into();
    assert_eq!(states.len(), 1, "no threat level changes the canonical state");
    let state = states.first().unwrap();
    assert!(state.buckets().iter().all(|(id, _)| id.as_str() != "threat_exposure"));
    assert!(!decide(&Observation { threat: ThreatLevel::High, ..at_ease() }, HORIZON_TICKS).planned.is_empty());
}

#[test]
fn pivot_4_no_projection_goes_beyond_the_maximal_horizon() {
    let food = metric("food_level");
    // Food falls from the top to warn in 12,001 ticks, which is beyond the longest horizon, and in 12,000 ticks, which is not.
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

// --- Tests of the certification gates that the design document lists ---

#[test]
fn gate_proactivity_maintenance_is_scheduled_before_violations_occur() {
    // Food in bucket 3, as in the document: it reaches warn in exactly 1,000 ticks, which is the horizon.
    let observation = Observation { food: Some(12), ..at_ease() };
    let decision = decide(&observation, 1_000);
    let food = decision.projections.iter().find(|p| p.metric.as_str() == "food_level").unwrap();
    assert_eq!((food.bucket, food.warn, food.critical), (3, Crossing::In(1_000), Crossing::Beyond));
    let eat = decision.planned.iter().find(|action| action.operator == Operator::Eat).expect("eat is scheduled");
    assert!(eat.at.since(observation.tick) < 1_000, "{eat:?}");
    assert!(decision.due.is_empty(), "nothing is due yet");
}

#[test]
fn gate_disruption_minimisation_maintenance_is_batched() {
    // Food at 2.25 buckets and a tool at 1.1 buckets: both are near warn.
    let observation = Observation { food: Some(9), tools: [(ToolClass::Pickaxe, 220)].into(), ..at_ease() };
    let decision = decide(&observation, 1_000);
    let times: Vec<u64> = decision.planned.iter().map(|action| action.at.0).collect();
    assert_eq!(restored(&decision).len(), 2, "{decision}");
    let spread = times.iter().max().unwrap() - times.iter().min().unwrap();
    assert!(spread < 200, "{times:?}");
}

#[test]
fn gate_explanation_every_action_has_its_reason_and_projection() {
    let decision = decide(&Observation { food: Some(9), ..at_ease() }, 1_000);
    let words = decision.to_string();
    assert!(words.contains("food_level") && words.contains("warn threshold"), "{words}");
    let food = decision.projections.iter().find(|p| p.metric.as_str() == "food_level").unwrap();
    assert_eq!(decision.planned.len(), 1, "{words}");
    for action in &decision.planned {
        assert_eq!(action.reason.projection, *food);
        assert!(action.reason.projection.needs());
        assert!(action.beat.is_some_and(|beaten| beaten.margin >= 0), "{action:?}");
        assert!(action.resource + action.disruption + action.risk > 0);
    }
    assert_eq!(decide(&at_ease(), 1_000).to_string(), "No maintenance needed within horizon.");
}

/// A hazard summary with one region for each threat level, inserted in that order.
fn hazards(levels: &[ThreatLevel]) -> HazardSummary {
    let mut summary = HazardSummary::EMPTY;
    for (place, level) in levels.iter().enumerate() {
        let centre = BlockPos::new(20 * place as i32, 64, 0);
        summary.insert(HazardRegion { centre, radius: 4, level: *level, entities: 1 });
    }
    summary
}

#[test]
fn boundary_threat_reaches_the_plan_only_as_the_worst_level_of_the_hazard_summary() {
    use ThreatLevel::{Critical, High, Low, Medium, None};
    let hungry = Observation { food: Some(9), ..at_ease() };
    let calm = decide(&hungry, HORIZON_TICKS);
    for (levels, retreats) in [
        (&[][..], false),
        (&[None, Low], false),
        (&[Medium, Low, Low], false),
        (&[Low, High, Medium], true),
        (&[Low, Low, Low, Critical], true),
    ] {
        let threat = hazards(levels).worst();
        assert_eq!(threat, levels.iter().copied().max().unwrap_or(None), "{levels:?}");
        let decision = decide(&Observation { threat, ..hungry.clone() }, HORIZON_TICKS);
        let mut metrics = restored(&decision);
        assert_eq!(metrics.remove(&Name::new("threat_exposure")), retreats, "{levels:?}: {decision}");
        assert_eq!(metrics, restored(&calm), "{levels:?}: the other metrics are cared for as without a threat");
        let due: Vec<Operator> = decision.due.iter().map(|due| due.operator).collect();
        assert_eq!(due.contains(&Operator::Retreat), retreats, "{levels:?}: {decision}");
    }
}

#[test]
fn boundary_every_action_starts_before_its_metric_warns_and_ends_within_the_horizon() {
    let rig = Rig::standard();
    for horizon_ticks in [600, 1_000, HORIZON_TICKS, HORIZON_TICKS_MAX] {
        for food in 9..=20 {
            let observation = Observation { food: Some(food), ..at_ease() };
            let decision = decide(&observation, horizon_ticks);
            for action in &decision.planned {
                let row = rig.operators.iter().find(|row| row.operator == action.operator).unwrap();
                let start = action.at.since(observation.tick);
                let end = start + row.duration_ticks + row.lead_ticks;
                assert!(end <= horizon_ticks, "food {food}, {horizon_ticks} ticks: {decision}");
            }
            let first = |metric: &str| decision.planned.iter().find(|a| a.reason.projection.metric.as_str() == metric);
            if let Some(eat) = first("food_level") {
                let Crossing::In(warn) = eat.reason.projection.warn else {
                    panic!("food {food} is above warn: {eat:?}")
                };
                assert!(eat.at.since(observation.tick) < warn, "food {food}, {horizon_ticks} ticks: {decision}");
            }
        }
    }
}

// --- Tests of section 10 of the design document ---

#[test]
fn do_bucket_threat_with_the_same_quantization_as_other_metrics() {
    let threat = metric("threat_exposure");
    let buckets = ThreatLevel::ALL.map(|level| threat.bucket(threat.level(exposure(level))));
    assert_eq!(buckets, [0, 1, 2, 3, 4]);
}

#[test]
fn do_treat_threat_as_not_drifting() {
    for threat in [ThreatLevel::Medium, ThreatLevel::High] {
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
    let decision = decide(&Observation { threat: ThreatLevel::High, ..at_ease() }, HORIZON_TICKS);
    assert_eq!(decision.due.len(), 1, "{decision}");
    assert_eq!(decision.due[0].operator, Operator::Retreat);
    assert!(decide(&Observation { threat: ThreatLevel::Medium, ..at_ease() }, HORIZON_TICKS).planned.is_empty());
}

#[test]
fn do_not_trigger_reflexes_a_threat_alone_asks_for_a_retreat_at_most() {
    for threat in ThreatLevel::ALL {
        let asked = if threat >= ThreatLevel::High { vec![Operator::Retreat] } else { vec![] };
        let decision = decide(&Observation { threat, ..at_ease() }, HORIZON_TICKS);
        assert_eq!(decision.due.iter().map(|due| due.operator).collect::<Vec<_>>(), asked, "{threat:?}: {decision}");
        // Damage lowers health and not the threat metric. Upkeep restores health and leaves the attacker to the reflexes.
        let hurt = decide(&Observation { threat, health: Some(5), ..at_ease() }, HORIZON_TICKS);
        let due: BTreeSet<Operator> = hurt.due.iter().map(|due| due.operator).collect();
        let care: BTreeSet<Operator> = asked.into_iter().chain([Operator::HealUp]).collect();
        assert!(due.is_subset(&care) && !due.is_empty(), "{threat:?}: {hurt}");
    }
}

// --- Tests of all combinations of metric buckets ---

/// Observed values in the middle of each of a metric's five buckets.
const FOOD: [u8; 5] = [2, 6, 10, 14, 18];
const TOOL: [u16; 5] = [100, 300, 500, 700, 900];

#[test]
fn in_each_of_625_states_exactly_the_metrics_in_need_are_restored() {
    let mut scheduled_states = 0;
    for state in 0..625usize {
        let (food, tool, night, threat) = (state % 5, state / 5 % 5, state / 25 % 5, state / 125);
        let ticks_left = 1_200 + 2_400 * night as u64;
        let observation = Observation {
            food: Some(FOOD[food]),
            tools: [(ToolClass::Pickaxe, TOOL[tool])].into(),
            time_of_day: Some((NIGHT_FROM - ticks_left.min(NIGHT_FROM)) as u16),
            threat: ThreatLevel::ALL[threat],
            ..at_ease()
        };
        let horizon = HORIZON_TICKS as i64;
        // Expected values computed by hand from the document's rates: the metrics' levels at the horizon, in
        // milli-buckets, compared with warn.
        let food_left = i64::from(FOOD[food]) * 250 - horizon;
        let tool_left = i64::from(TOOL[tool]) * 5 - horizon / 2;
        let needs: BTreeSet<Name> = [
            ("food_level", food_left <= 2_000),
            ("tool_durability_pickaxe", tool_left <= 1_000),
            ("time_to_night", ticks_left as i64 - horizon <= 2_400),
            ("threat_exposure", threat >= 3),
            // With food in its lowest bucket health falls by 375 grains a tick, which is 3 buckets in 960 ticks.
            ("health_level", food == 0),
        ]
        .into_iter()
        .filter(|(_, needed)| *needed)
        .map(|(id, _)| Name::new(id))
        .collect();
        let decision = decide(&observation, HORIZON_TICKS);
        let restored = restored(&decision);
        for need in &needs {
            assert!(restored.contains(need), "state {state}: {need} is left alone: {decision}");
        }
        assert_eq!(needs.is_empty(), decision.planned.is_empty(), "state {state}: {decision}");
        for action in &decision.planned {
            assert!(needs.contains(&action.reason.projection.metric), "state {state}: {action:?}");
        }
        scheduled_states += usize::from(!decision.planned.is_empty());
    }
    assert!(scheduled_states > 500, "{scheduled_states}");
}

// --- Tests of our decisions where the design document contradicts itself ---

#[test]
fn an_overdue_metric_is_restored_at_once() {
    for food in 0..=4 {
        let decision = decide(&Observation { food: Some(food), ..at_ease() }, HORIZON_TICKS);
        let projection = decision.projections.iter().find(|p| p.metric.as_str() == "food_level").unwrap();
        assert_eq!((projection.warn, projection.critical), (Crossing::Overdue, Crossing::Overdue), "food {food}");
        assert_eq!(decision.due.first().map(|due| due.operator), Some(Operator::Eat), "{decision}");
    }
}

#[test]
fn a_threshold_reached_exactly_at_the_horizon_counts() {
    let profile = vec![(0, 100)];
    for (horizon, expected) in [(999, Crossing::Beyond), (1_000, Crossing::In(1_000)), (1_001, Crossing::In(1_000))] {
        assert_eq!(crossing(150_000, 50_000, &profile, horizon), expected, "horizon {horizon}");
    }
    // The metric's drift rate changes before it reaches the limit, and it reaches the limit within a tick.
    assert_eq!(crossing(1_000, 0, &vec![(0, 1), (100, 9)], 2_400), Crossing::In(200));
    assert_eq!(crossing(1_001, 0, &vec![(0, 1), (100, 9)], 2_400), Crossing::In(201));
    assert_eq!(crossing(5, 5, &vec![(0, 0)], 2_400), Crossing::Overdue);
}

#[test]
fn the_night_spans_midnight_and_one_shelter_lasts_until_dawn() {
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
                .planned
                .iter()
                .all(|a| a.reason.projection.metric.as_str() != "time_to_night")
        );
    }
    // Seeking shelter once is enough, even over the longest horizon.
    let decision = decide(&dusk, HORIZON_TICKS_MAX);
    let nights =
        decision.planned.iter().filter(|action| action.reason.projection.metric.as_str() == "time_to_night").count();
    assert_eq!(nights, 1, "{decision}");
}
