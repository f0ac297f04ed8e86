//! Bad input is refused or limited and reported in the trace. It never causes a panic or more tracks than the cap.

mod common;

use belief::attention::Budget;
use belief::evidence::{COORDINATE_MAX, RANGE_MAX};
use belief::{Bus, Config, Detection, IngestError, Sight};
use common::{BODY, Scene, mob};
use proptest::prelude::*;
use vocab::{FinePos, Name, Tick};

#[test]
fn a_tick_that_is_not_later_is_refused_and_changes_nothing() {
    let mut scene = Scene::new();
    scene.look_for(5, &[mob("zombie", 5_000, 0, None)]);
    let before = scene.bus.digest();
    for tick in [Tick(20), Tick(19), Tick(0)] {
        let refused = scene.bus.ingest(tick, BODY, &[mob("cow", 0, 0, None)]);
        assert_eq!(refused, Err(IngestError::TickNotAfter { last: Tick(20), given: tick }));
    }
    assert_eq!(scene.bus.digest(), before);
}

#[test]
fn skipped_ticks_are_counted_and_tracks_still_age() {
    let mut scene = Scene::new();
    scene.look_for(5, &[mob("zombie", 5_000, 0, None)]);
    let skipped = scene.bus.ingest(Tick(20 + 100), BODY, &[]).unwrap();
    assert_eq!(skipped.skipped_ticks, 96);
    assert_eq!(scene.bus.tracks().next().unwrap().visibility, vocab::Visibility::Lost);
    scene.bus.ingest(Tick(u64::MAX), BODY, &[]).unwrap();
    assert_eq!(scene.bus.tracks().count(), 0);
}

#[test]
fn a_body_outside_the_world_is_refused() {
    let at = FinePos::new(COORDINATE_MAX + 1, 0, 0);
    assert_eq!(Bus::new(Config::default()).ingest(Tick(1), at, &[]), Err(IngestError::BodyOutOfWorld { at }));
}

#[test]
fn distant_places_and_impossible_velocities_are_refused_and_counted() {
    let mut bus = Bus::new(Config::default());
    let far = |x: i64| Detection { at: FinePos::new(x, 64_000, 0), ..mob("cow", 0, 0, None) };
    let fast = Detection { velocity: Some(FinePos::new(i64::MAX, 0, i64::MIN)), ..mob("cow", 3_000, 0, None) };
    let ingested = bus.ingest(Tick(1), BODY, &[far(RANGE_MAX), far(RANGE_MAX + 1), far(i64::MIN), fast]).unwrap();
    assert_eq!((ingested.refused.out_of_range, ingested.refused.absurd_velocities), (2, 1));
    assert_eq!(ingested.born, 2);
}

#[test]
fn duplicates_are_dropped_and_counted() {
    let mut bus = Bus::new(Config::default());
    let ingested = bus.ingest(Tick(1), BODY, &[mob("cow", 1_000, 0, Some(1)); 5]).unwrap();
    assert_eq!((ingested.refused.duplicates, ingested.born), (4, 1));
}

#[test]
fn of_ten_thousand_detections_only_the_budget_is_examined_and_dangerous_ones_come_first() {
    let mut scene = Scene::new();
    let mut crowd: Vec<Detection> =
        (0..9_999).map(|i| mob("cow", i % 100 * 300, i / 100 * 300 - 15_000, None)).collect();
    crowd.push(mob("creeper", -30_000, 0, None));
    for _ in 0..4 {
        scene.look(&crowd);
        let spent = scene.bus.last().spent;
        assert_eq!(spent.detections as usize, Budget::for_cap(64).detections_max);
        assert_eq!(spent.detections_left_out, 10_000 - spent.detections);
        assert!(scene.bus.tracks().count() <= 64);
        assert!(scene.bus.everything().len() <= 64 + 16);
    }
    scene.only("creeper");
}

#[test]
fn a_crowd_in_one_place_is_compared_within_the_budget() {
    let mut scene = Scene::new();
    for t in 0..20 {
        let crowd: Vec<Detection> = (0..200).map(|i| mob("zombie", 3_000 + i, t, Some(i as u64))).collect();
        scene.look(&crowd);
        let spent = scene.bus.last().spent;
        let tracks = scene.bus.everything().len();
        assert!(spent.candidates as usize <= tracks * Budget::for_cap(64).candidates_per_track_max);
        assert!(t == 0 || spent.candidates_left_out > 0, "and the trace says so");
    }
}

#[test]
fn recognition_keeps_to_its_budget_and_the_trace_counts_what_was_left_out() {
    let mut config = Config::default();
    config.budget.recognitions_max = 5;
    let mut bus = Bus::new(config);
    let herd = |x: i64| -> Vec<Detection> { (0..4).map(|i| mob("cow", x, i * 3_000, None)).collect() };
    let mut look = |tick: u64, detections: &[Detection]| bus.ingest(Tick(tick), BODY, detections).unwrap().spent;
    for tick in 1..5 {
        look(tick * 4, &herd(0));
    }
    // Four lost and four new tracks give sixteen pairs to compare.
    let spent = look(80, &herd(4_000));
    assert_eq!((spent.recognitions, spent.recognitions_left_out), (5, 11));
}

#[test]
fn of_more_new_entities_than_fit_the_nearest_become_tracks() {
    let crowd: Vec<Detection> = (0..150).map(|i| mob("zombie", 30_000 - i * 200, (i % 7) * 300, None)).collect();
    let mut scene = Scene::new();
    scene.look_for(2, &crowd);
    let nearest = crowd.iter().min_by_key(|zombie| zombie.at.distance_squared(BODY)).unwrap();
    assert!(scene.bus.tracks().any(|track| track.motion.at.within(nearest.at, 500)), "the nearest is there at once");
}

#[test]
fn a_body_that_teleports_far_away_drops_its_tracks() {
    let mut scene = Scene::new();
    scene.look_for(5, &[mob("zombie", 5_000, 0, None)]);
    for body in [FinePos::new(COORDINATE_MAX, 0, -COORDINATE_MAX), FinePos::new(-COORDINATE_MAX, 0, COORDINATE_MAX)] {
        scene.t += 1;
        scene.bus.ingest(Tick(scene.t * 4), body, &[Detection { at: body, ..mob("zombie", 0, 0, None) }]).unwrap();
    }
    assert!(scene.bus.everything().len() <= 1);
}

#[test]
fn unknown_kinds_keep_their_names_and_an_empty_name_is_unknown() {
    let mut scene = Scene::new();
    scene.look_for(4, &[mob("modded_beast", 5_000, 0, None), mob("", -5_000, 0, None)]);
    scene.only("modded_beast");
    scene.only("unknown");
}

fn coordinate() -> impl Strategy<Value = i64> {
    prop_oneof![-40_000i64..40_000, any::<i64>(), Just(i64::MAX), Just(i64::MIN), Just(0)]
}

fn place() -> impl Strategy<Value = FinePos> {
    (coordinate(), coordinate(), coordinate()).prop_map(|(x, y, z)| FinePos::new(x, y, z))
}

fn detection() -> impl Strategy<Value = Detection> {
    let kind = prop_oneof![Just("zombie".to_string()), Just("cow".into()), Just("unknown".into()), ".{0,40}"];
    let sight = prop_oneof![Just(Sight::Visible), Just(Sight::Occluded), Just(Sight::Unknown)];
    (place(), kind, sight, prop::option::of(any::<u64>()), prop::option::of(place())).prop_map(
        |(at, kind, sight, engine_id, velocity)| Detection { at, kind: Name::new(&kind), sight, engine_id, velocity },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn ingest_never_panics_and_never_exceeds_the_cap(
        ticks in prop::collection::vec((any::<u16>(), place(), prop::collection::vec(detection(), 0..40)), 1..25),
        cap in 1usize..12,
    ) {
        let mut bus = Bus::new(Config::with_cap(cap));
        let mut tick = 0u64;
        for (step, body, detections) in ticks {
            tick += u64::from(step % 60);
            let _ = bus.ingest(Tick(tick), body, &detections);
            prop_assert!(bus.tracks().count() <= cap);
            prop_assert!(bus.hazards().regions().len() <= 8);
            let _ = bus.emit();
        }
    }
}
