//! The certification gates of the entity belief document (section 3.5) that belief alone can prove.

mod common;

use belief::{Config, Detection};
use common::{Scene, changes, mob};
use vocab::delta::Change;
use vocab::{ThreatLevel, TrackId};

#[test]
fn certification_every_end_and_every_return_of_a_track_is_reported() {
    use Change::{Evicted, Inferred, Lost, NewThreat, Reappeared};
    let mut scene = Scene::new();
    let mut told = Vec::new();
    let zombie = [mob("zombie", 14_500, 0, None)];
    for (ticks, look) in [(8, &zombie[..]), (30, &[][..]), (8, &zombie[..]), (320, &[][..])] {
        for _ in 0..ticks {
            scene.look(look);
            told.extend(changes(&scene.bus));
        }
    }
    assert_eq!(told, [NewThreat, Inferred, Lost, Reappeared, Inferred, Lost, Evicted]);
    assert_eq!(scene.bus.tracks().count(), 0, "forgotten after a minute");
}

#[test]
fn certification_the_cap_holds_and_the_least_valuable_tracks_are_evicted_first() {
    let mut scene = Scene::with(Config::with_cap(8));
    let crowd: Vec<Detection> = (0..20).map(|i| mob("cow", i * 1_500 + 2_000, 0, None)).collect();
    for _ in 0..30 {
        scene.look(&crowd);
        assert!(scene.bus.tracks().count() <= 8);
    }
    let mut with_creeper = crowd.clone();
    with_creeper.push(mob("creeper", 0, 20_000, None));
    scene.look_for(5, &with_creeper);
    scene.only("creeper");
    assert_eq!(scene.bus.tracks().count(), 8);
}

#[test]
fn certification_decay_increases_uncertainty_and_drifts_to_unknown_within_limits() {
    let mut scene = Scene::new();
    scene.look_for(10, &[mob("zombie", 5_000, 0, None)]);
    let state = |scene: &Scene| {
        let track = scene.bus.tracks().next().expect("still held");
        (track.uncertainty, track.class.top().1)
    };
    let mut before = state(&scene);
    for _ in 0..299 {
        scene.look(&[]);
        let now = state(&scene);
        assert!(now.0 >= before.0 && now.1 <= before.1);
        before = now;
    }
    assert!(before.0 <= belief::track::UNCERTAINTY_MAX);
    assert!((4_000..6_000).contains(&before.1), "{}", before.1);
    assert_eq!(scene.only("zombie"), TrackId(0));
}

#[test]
fn certification_only_hostile_entities_are_reported_as_new_threats() {
    for (kind, change) in [("zombie", Change::NewThreat), ("cow", Change::NewTrack), ("modded_beast", Change::NewTrack)]
    {
        let mut scene = Scene::new();
        scene.look_for(2, &[mob(kind, 5_000, 0, None)]);
        assert_eq!(changes(&scene.bus), [change], "{kind}");
        assert_eq!(scene.bus.events()[0].view.kind.as_str(), kind);
    }
}

#[test]
fn certification_every_track_has_a_threat_level_and_a_score_that_falls_with_distance_and_time() {
    let mut scene = Scene::new();
    let (near, far, tame) =
        (mob("zombie", 3_000, 0, None), mob("zombie", -30_000, 0, None), mob("cow", 0, 3_000, None));
    scene.look_for(5, &[near, far, tame]);
    let worth = |scene: &Scene| -> Vec<(ThreatLevel, u32)> {
        scene.bus.tracks().map(|track| (track.threat, scene.bus.score(track))).collect()
    };
    let mut seen = worth(&scene);
    seen.sort_unstable();
    let [cow, far, near] = &seen[..] else { panic!("three tracks: {seen:?}") };
    assert_eq!((cow.0, far.0, near.0), (ThreatLevel::None, ThreatLevel::Low, ThreatLevel::Critical));
    assert!(near.1 > far.1 && near.1 > cow.1, "{seen:?}");
    scene.look_for(10, &[]);
    assert!(worth(&scene).iter().map(|(_, score)| score).max() < Some(&near.1), "unseen, everything is worth less");
}
