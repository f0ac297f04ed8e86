//! The checks of the entity belief document, sections 2b (drift) and 9 (pivots), as far as belief alone can prove them. Those
//! about the stream are in `contract/tests`, those about reflexes in `reflex/tests`.

mod common;

use belief::{Bus, Config, Detection};
use common::{BODY, Scene, changes, messy_walk, mob};
use proptest::prelude::*;
use std::collections::BTreeSet;
use vocab::delta::{Change, DELTAS_MAX};
use vocab::digest::encode;
use vocab::hazard::HAZARD_REGIONS_MAX;
use vocab::{Dice, Digest, ThreatLevel, Tick, TrackId, Visibility};

/// Everything that a belief bus emits for these detections, as bytes, and its digest at the end.
fn emitted(looks: &[Vec<Detection>]) -> (Vec<u8>, Digest) {
    let mut bus = Bus::new(Config::default());
    let mut bytes = Vec::new();
    for (look, t) in looks.iter().zip(1u64..) {
        bus.ingest(Tick(t * 4), BODY, look).unwrap();
        bytes.extend(encode(bus.events()));
        if let Some(emission) = bus.emit() {
            bytes.extend(encode(emission));
        }
    }
    (bytes, bus.digest())
}

// --- Tests of section 2b of the design document: what makes tracks drift from the truth ---

#[test]
fn rig_i_ext_drift_1_hazards_and_views_come_from_the_single_track_set() {
    let mut scene = Scene::new();
    scene.look_for(3, &[mob("zombie", 3_000, 0, None), mob("cow", 5_000, 0, None)]);
    let hostile: Vec<TrackId> = scene.bus.tracks().filter(|t| t.threat != ThreatLevel::None).map(|t| t.id).collect();
    assert_eq!(hostile, [scene.only("zombie")]);
    assert_eq!(scene.bus.hazards().regions().len(), 1);
    let told: Vec<TrackId> = scene.bus.emit().unwrap().snapshot.as_ref().unwrap().tracks.iter().map(|v| v.id).collect();
    assert_eq!(told, scene.bus.tracks().map(|track| track.id).collect::<Vec<_>>());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn rig_i_ext_drift_2_the_order_of_detections_has_no_effect(seed in any::<u64>()) {
        let looks = messy_walk(20, 60, seed);
        let mut dice = Dice::new(seed ^ 1);
        let shuffled: Vec<Vec<Detection>> = looks.iter().map(|look| {
            let mut look = look.clone();
            for last in (1..look.len()).rev() {
                look.swap(last, dice.below(last as u64 + 1) as usize);
            }
            look
        }).collect();
        prop_assert_eq!(emitted(&looks), emitted(&shuffled));
    }
}

#[test]
fn rig_i_ext_drift_3_ids_are_a_hint_that_motion_and_kind_overrule() {
    let walk = |t: i64, swapped: bool, ids: bool| {
        let id = |own: u64, other: u64| ids.then_some(if swapped { other } else { own });
        [mob("zombie", -4_000 + t * 200, 2_000, id(1, 2)), mob("cow", 4_000 - t * 200, 4_000, id(2, 1))]
    };
    for ids in [true, false] {
        let mut scene = Scene::new();
        for t in 0..10 {
            scene.look(&walk(t, false, ids));
        }
        let (zombie, cow) = (scene.only("zombie"), scene.only("cow"));
        for t in 10..20 {
            scene.look(&walk(t, true, ids));
        }
        assert_eq!((scene.only("zombie"), scene.only("cow")), (zombie, cow), "numbers swapped for two seconds");
    }
}

#[test]
fn rig_i_ext_drift_3_a_reused_id_out_of_reach_is_another_entity() {
    let mut scene = Scene::new();
    scene.look_for(5, &[mob("zombie", 2_000, 0, Some(7))]);
    let first = scene.only("zombie");
    scene.look_for(10, &[]);
    scene.look_for(3, &[mob("zombie", 2_000, 60_000, Some(7))]);
    let ids: Vec<TrackId> = scene.bus.tracks().map(|track| track.id).collect();
    assert_eq!(ids.len(), 2, "a zombie does not run sixty blocks in two seconds: {ids:?}");
    assert!(ids.contains(&first));
}

#[test]
fn rig_i_ext_drift_3_an_id_does_not_overrule_a_contradicting_kind() {
    let mut scene = Scene::new();
    scene.look_for(20, &[mob("zombie", 2_000, 0, Some(7))]);
    let zombie = scene.only("zombie");
    scene.look_for(20, &[]);
    scene.look_for(3, &[mob("sheep", 2_000, 500, Some(7))]);
    assert_ne!(scene.only("sheep"), zombie);
}

#[test]
fn rig_i_ext_drift_3_crossing_paths_and_three_seconds_of_occlusion_keep_identities() {
    for use_ids in [true, false] {
        let mut scene = Scene::with(Config { use_ids, ..Config::default() });
        let walk =
            |t: i64| [mob("zombie", -6_000 + t * 200, 5_000, Some(1)), mob("husk", 6_000 - t * 200, 5_300, Some(2))];
        for t in 0..60 {
            scene.look(&walk(t));
            if t == 5 {
                assert_eq!(scene.bus.tracks().count(), 2);
            }
        }
        assert_eq!((scene.only("zombie"), scene.only("husk")), (TrackId(0), TrackId(1)), "crossed, ids {use_ids}");
        scene.look_for(15, &[]);
        scene.look_for(3, &[mob("zombie", 5_800 + 600, 5_000, None), mob("husk", -5_800 - 600, 5_300, None)]);
        assert_eq!((scene.only("zombie"), scene.only("husk")), (TrackId(0), TrackId(1)), "occluded, ids {use_ids}");
    }
}

#[test]
fn rig_i_ext_drift_3_confused_tracks_are_corrected_by_kind() {
    let mut scene = Scene::new();
    scene.look_for(10, &[mob("zombie", 3_000, 5_000, None), mob("husk", 3_600, 5_000, None)]);
    let before = (scene.only("zombie"), scene.only("husk"));
    // Between two looks the husk and the zombie exchange places, as server lag can make it appear.
    scene.look_for(8, &[mob("husk", 3_000, 5_000, None), mob("zombie", 3_600, 5_000, None)]);
    assert_eq!((scene.only("zombie"), scene.only("husk")), before);
}

#[test]
fn rig_i_ext_drift_4_a_snapshot_is_sent_on_connect_every_five_seconds_and_on_request() {
    let mut scene = Scene::new();
    let mut at = Vec::new();
    for _ in 0..60 {
        scene.look(&[mob("zombie", 10_000, 0, None)]);
        if scene.t == 45 {
            scene.bus.request_snapshot();
        }
        let t = scene.t;
        if scene.bus.emit().is_some_and(|emission| emission.snapshot.is_some()) {
            at.push(t);
        }
    }
    assert_eq!(at, [1, 26, 45]);
}

#[test]
fn rig_i_ext_drift_4_an_overflowing_queue_is_replaced_by_a_snapshot() {
    let mut scene = Scene::with(Config::with_cap(128));
    scene.look(&[]);
    scene.bus.emit();
    let crowd: Vec<Detection> = (0..20).map(|i| mob("zombie", i * 1_500 - 15_000, 9_000, None)).collect();
    scene.look_for(5, &crowd);
    let emission = scene.bus.emit().unwrap();
    assert!(emission.snapshot.is_none() && emission.deltas.len() == 20, "twenty fit");
    let more: Vec<Detection> = (0..48).map(|i| mob("cow", i * 1_200 - 29_000, -9_000, None)).collect();
    let all: Vec<Detection> = crowd.iter().chain(&more).copied().collect();
    scene.look_for(5, &all);
    let emission = scene.bus.emit().unwrap();
    assert!(emission.deltas.len() <= DELTAS_MAX);
    assert!(emission.deltas.is_empty(), "forty-eight do not");
    assert!(emission.snapshot.as_ref().unwrap().tracks.len() > DELTAS_MAX);
}

#[test]
fn rig_i_ext_drift_5_hazards_are_few_coarse_and_sorted_and_do_not_change_with_small_movements() {
    let mut scene = Scene::new();
    let crowd: Vec<Detection> =
        (0..30).map(|i| mob("zombie", (i % 6) * 4_000 - 10_000, (i / 6) * 4_000 - 8_000, None)).collect();
    scene.look_for(3, &crowd);
    let regions = scene.bus.hazards().regions().to_vec();
    assert_eq!(regions.len(), HAZARD_REGIONS_MAX);
    assert!(regions.is_sorted());
    let mut dice = Dice::new(1);
    let mut summaries = BTreeSet::new();
    let mut calm = Scene::new();
    for _ in 0..500 {
        calm.look(&[mob("zombie", 6_000 + dice.between(-200, 200), 6_000 + dice.between(-200, 200), None)]);
        summaries.insert(encode(calm.bus.hazards()));
    }
    assert!(summaries.len() <= 2, "nothing, then one region: {}", summaries.len());
}

#[test]
fn rig_i_ext_drift_6_after_its_birth_a_track_is_silent_until_it_leaves_a_band() {
    let mut scene = Scene::new();
    let mut dice = Dice::new(3);
    let mut told = Vec::new();
    scene.look(&[mob("cow", 10_000, 0, None), mob("zombie", 0, 12_010, None)]);
    for _ in 0..300 {
        // The mob stands next to the edge of a distance bucket (10 blocks) and of a threat level (12 blocks).
        let edge = |at: i64, dice: &mut Dice| at + dice.between(-20, 20);
        let (x, z) = (edge(10_000, &mut dice), edge(12_000, &mut dice));
        scene.look(&[mob("cow", x, 0, None), mob("zombie", 0, z, None)]);
        told.extend(changes(&scene.bus));
    }
    told.sort_unstable();
    assert_eq!(told, [Change::NewThreat, Change::NewTrack]);
    told.clear();
    for _ in 0..6 {
        scene.look(&[mob("cow", 10_000, 0, None), mob("zombie", 0, 11_600, None)]);
        told.extend(changes(&scene.bus));
    }
    assert_eq!(told, [Change::ThreatRaised], "the band was left");
}

#[test]
fn rig_i_ext_drift_6_in_its_first_three_ticks_a_track_reports_only_its_birth() {
    let mut scene = Scene::new();
    scene.look_for(2, &[mob("zombie", 14_000, 0, None)]);
    assert_eq!(changes(&scene.bus), [Change::NewThreat]);
    for x in [13_600, 13_200] {
        scene.look(&[mob("zombie", x, 0, None)]);
        assert!(scene.bus.events().is_empty(), "warming up at {x}");
    }
}

#[test]
fn rig_i_ext_drift_8_preventability_is_recorded_and_changes_nothing() {
    use belief::preventability::assess;
    use vocab::senses::{BodyEvent, Harm};
    let mut scene = Scene::new();
    scene.look_for(6, &[mob("skeleton", 9_000, 0, None)]);
    scene.look_for(4, &[]);
    let before = scene.bus.digest();
    let event = BodyEvent::Hurt { half_hearts: 4, cause: Harm::Arrow, from: None };
    let report = assess(&scene.bus, BODY, &event).unwrap();
    let culprit = report.culprit.expect("the skeleton was known");
    assert_eq!((culprit.kind.as_str(), culprit.visibility), ("skeleton", Visibility::Inferred));
    assert_eq!((culprit.ticks_since_seen, culprit.sure > 5_000), (16, true));
    assert_eq!((report.hazard_worst, report.died), (ThreatLevel::Medium, false));
    let fall = assess(&scene.bus, BODY, &BodyEvent::Died { cause: Harm::Fall }).unwrap();
    assert!(fall.died && fall.culprit.is_none(), "nobody is to blame for a fall");
    assert_eq!(assess(&scene.bus, BODY, &BodyEvent::WokeUp), None);
    assert_eq!(scene.bus.digest(), before);
}

// --- Tests of section 9 of the design document: its pivots ---

#[test]
fn rig_i_ext_pivot_1_belief_updates_every_tick_and_emits_once_a_second() {
    let mut scene = Scene::new();
    let mut emissions = 0;
    for t in 0..40 {
        let x = 16_000 - t * 350;
        scene.look(&[mob("zombie", x, 0, None)]);
        let track = &scene.bus.everything()[0];
        assert!((track.at(scene.bus.now()).x - x).abs() < 400, "belief is at most one step behind");
        emissions += u32::from(scene.bus.emit().is_some());
    }
    assert!((2..=9).contains(&emissions), "eight seconds: {emissions}");
}

#[test]
fn rig_i_ext_pivot_2_noise_within_a_bucket_maps_to_the_same_view_and_no_deltas() {
    let mut scene = Scene::new();
    scene.look_for(5, &[mob("zombie", 10_000, 0, None)]);
    let mut dice = Dice::new(9);
    for _ in 0..1_000 {
        scene.look(&[mob("zombie", 10_000 + dice.between(-20, 20), dice.between(-20, 20), None)]);
        assert!(scene.bus.events().is_empty());
    }
}

#[test]
fn rig_i_ext_pivot_3_a_replay_gives_the_same_ids_and_the_same_delta_bytes() {
    let looks = messy_walk(40, 300, 11);
    assert_eq!(emitted(&looks), emitted(&looks));
}

#[test]
fn rig_i_ext_pivot_3_a_restored_bus_continues_like_the_original() {
    let looks = messy_walk(30, 120, 5);
    let mut bus = Bus::new(Config::default());
    let mut other: Option<Bus> = None;
    for (look, t) in looks.iter().zip(1u64..) {
        bus.ingest(Tick(t * 4), BODY, look).unwrap();
        if let Some(other) = &mut other {
            other.ingest(Tick(t * 4), BODY, look).unwrap();
            assert_eq!((other.digest(), other.events()), (bus.digest(), bus.events()));
        }
        assert_eq!(other.as_mut().and_then(Bus::emit).cloned(), other.as_ref().and(bus.emit().cloned()));
        if t == 60 {
            let bytes = encode(&bus);
            other = Some(vocab::digest::decode(&bytes).unwrap());
        }
    }
}

#[test]
fn rig_i_ext_pivot_7_an_active_sense_request_changes_no_belief() {
    let mut scene = Scene::new();
    scene.look_for(6, &[mob("zombie", 5_000, 0, None)]);
    assert_eq!(scene.bus.sense_request(), None);
    scene.look(&[]);
    assert_eq!(scene.bus.sense_request(), None, "one missed look may be noise");
    scene.look(&[]);
    let request = scene.bus.sense_request().expect("a high threat went out of sight");
    assert_eq!(
        (request.track, request.threat, request.visibility),
        (TrackId(0), ThreatLevel::High, Visibility::Inferred)
    );
    assert_eq!(request.action().verb(), "look_at");
    scene.look(&[]);
    assert_eq!(scene.bus.sense_request(), None, "asked for once");
    scene.look_for(12, &[]);
    let request = scene.bus.sense_request().expect("and once more when it is lost");
    assert_eq!((request.threat, request.visibility), (ThreatLevel::High, Visibility::Lost));
    let mut calm = Scene::new();
    calm.look_for(6, &[mob("cow", 5_000, 0, None)]);
    calm.look_for(6, &[]);
    assert_eq!(calm.bus.sense_request(), None, "a cow is worth no look");
}

#[test]
fn rig_i_ext_pivot_8_hazards_are_in_no_digest() {
    let mut scene = Scene::new();
    scene.look_for(5, &[mob("creeper", 3_000, 0, None)]);
    assert!(!scene.bus.hazards().regions().is_empty());
    let mut json = serde_json::to_value(&scene.bus).unwrap();
    json["hazards"] = serde_json::to_value(vocab::HazardSummary::EMPTY).unwrap();
    let without: Bus = serde_json::from_value(json).unwrap();
    assert!(without.hazards().regions().is_empty());
    assert_eq!(without.digest(), scene.bus.digest());
}

#[test]
fn rig_i_ext_pivot_8_provenance_is_in_no_digest() {
    let mut scene = Scene::new();
    scene.look_for(5, &[mob("creeper", 3_000, 0, None)]);
    let mut json = serde_json::to_value(&scene.bus).unwrap();
    json["set"]["tracks"][0]["provenance"]["reports"] = 4_000_000.into();
    let other: Bus = serde_json::from_value(json).unwrap();
    assert_eq!(other.digest(), scene.bus.digest());
}
