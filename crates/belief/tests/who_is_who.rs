//! Identities are corrected afterwards by the pace: when entities return in each other's place, or were confused in a crowd.

mod common;

use belief::{Config, Detection};
use common::{Scene, mob};
use vocab::delta::Change;
use vocab::{TrackId, Visibility};

/// A detection of a zombie that strolls back and forth in a lane, by this many thousandths of a block per look.
fn stroller(step: i64, lane: i64, look: i64) -> Detection {
    const LANE: i64 = 6_000;
    let way = (step * look).rem_euclid(2 * LANE);
    mob("zombie", 12_000 + way.min(2 * LANE - way), lane, None)
}

const SLOW: i64 = 172;
const FAST: i64 = 236;

fn without_ids() -> Scene {
    Scene::with(Config { use_ids: false, ..Config::default() })
}

/// The visible track in a lane.
fn in_lane(scene: &Scene, lane: i64) -> TrackId {
    let seen =
        |track: &&belief::Track| track.visibility == Visibility::Visible && (track.motion.at.z - lane).abs() < 700;
    let mut found = scene.bus.tracks().filter(seen);
    let track = found.next().unwrap_or_else(|| panic!("a track in lane {lane}"));
    assert!(found.next().is_none(), "one track in lane {lane} only");
    track.id
}

/// Two zombies with different walking paces are followed for a minute, go out of sight, and return in each other's
/// lane.
#[test]
fn an_entity_that_returns_in_anothers_place_is_recognised_by_its_pace() {
    let mut scene = without_ids();
    for look in 0..300 {
        scene.look(&[stroller(SLOW, 0, look), stroller(FAST, 3_000, look)]);
    }
    let (slow, fast) = (in_lane(&scene, 0), in_lane(&scene, 3_000));
    scene.look_for(20, &[]);
    let mut told = Vec::new();
    for look in 320..440 {
        scene.look(&[stroller(SLOW, 3_000, look), stroller(FAST, 0, look)]);
        told.extend(scene.bus.events().iter().map(|delta| (delta.view.id, delta.change)));
    }
    assert_eq!((in_lane(&scene, 3_000), in_lane(&scene, 0)), (slow, fast));
    assert_eq!(scene.bus.tracks().count(), 2, "no third one is left over");
    assert!(
        told.iter().any(|(id, change)| *id == slow && matches!(change, Change::Moved | Change::Reappeared)),
        "{told:?}"
    );
}

/// Two zombies with different paces stand on one spot for a while, where they cannot be told apart. Then each walks to
/// its own lane, or each to the other's. Following places alone would be right in only one of these cases.
#[test]
fn two_entities_confused_where_they_met_get_their_own_ids_back() {
    for (slow_lane, fast_lane) in [(0, 3_000), (3_000, 0)] {
        meet_and_leave(slow_lane, fast_lane);
    }
}

fn meet_and_leave(slow_lane: i64, fast_lane: i64) {
    let (mut scene, slow, fast, mid_x) = meet(slow_lane, fast_lane);
    for look in 1..=30 {
        let gone = |step: i64, lane: i64| mob("zombie", mid_x + step * look, lane, None);
        scene.look(&[gone(SLOW, slow_lane), gone(FAST, fast_lane)]);
    }
    assert_eq!((in_lane(&scene, slow_lane), in_lane(&scene, fast_lane)), (slow, fast), "slow in lane {slow_lane}");
}

/// Two zombies after they met and went to a lane each, with their track ids and their position along the lanes.
fn meet(slow_lane: i64, fast_lane: i64) -> (Scene, TrackId, TrackId, i64) {
    let mut scene = without_ids();
    for look in 0..300 {
        scene.look(&[stroller(SLOW, 0, look), stroller(FAST, 3_000, look)]);
    }
    let (slow, fast) = (in_lane(&scene, 0), in_lane(&scene, 3_000));
    let [a, b] = [stroller(SLOW, 0, 299), stroller(FAST, 3_000, 299)];
    // Both zombies walk to the middle, stand there, and continue in a lane.
    let (mid_x, mid_z) = (i64::midpoint(a.at.x, b.at.x), 1_500);
    let towards = |from: &Detection, part: i64| {
        mob("zombie", from.at.x + (mid_x - from.at.x) * part / 20, from.at.z + (mid_z - from.at.z) * part / 20, None)
    };
    for part in 1..=20 {
        scene.look(&[towards(&a, part), towards(&b, part)]);
    }
    for look in 0..10 {
        let wobble = (look % 3) * 20;
        scene.look(&[mob("zombie", mid_x + wobble, mid_z, None), mob("zombie", mid_x - wobble, mid_z + 30, None)]);
    }
    for part in 1..=10 {
        let side = |lane: i64| mob("zombie", mid_x, mid_z + (lane - mid_z) * part / 10, None);
        scene.look(&[side(slow_lane), side(fast_lane)]);
    }
    (scene, slow, fast, mid_x)
}

/// Two zombies meet and part, and one goes out of sight before its pace was measured. The pace of the other decides for
/// both.
#[test]
fn an_entity_that_left_under_the_wrong_id_gets_its_own_back_while_out_of_sight() {
    for (slow_lane, fast_lane) in [(0, 3_000), (3_000, 0)] {
        let (mut scene, slow, fast, mid_x) = meet(slow_lane, fast_lane);
        for look in 1..=25 {
            scene.look(&[mob("zombie", mid_x + SLOW * look, slow_lane, None)]);
        }
        assert_eq!(in_lane(&scene, slow_lane), slow, "slow in lane {slow_lane}");
        let gone = scene.bus.track(fast).expect("it is remembered");
        assert!((gone.motion.at.z - fast_lane).abs() < 700, "fast was lost in lane {fast_lane}: {:?}", gone.motion.at);
        assert_ne!(gone.visibility, Visibility::Visible);
    }
}

/// A new zombie appears where one of two lost zombies could have got to in 40 seconds. It is taken for that one until
/// its pace shows that it is neither.
#[test]
fn a_new_entity_mistaken_for_a_lost_one_gets_an_id_of_its_own() {
    let mut scene = without_ids();
    for look in 0..300 {
        scene.look(&[stroller(SLOW, 0, look), stroller(FAST, 3_000, look)]);
    }
    let known = [in_lane(&scene, 0), in_lane(&scene, 3_000)];
    scene.look_for(200, &[]);
    let newcomer = |look: i64| {
        let near = stroller(i64::midpoint(SLOW, FAST), 0, look);
        mob("zombie", near.at.x + 33_000, near.at.z, None)
    };
    scene.look(&[newcomer(0)]);
    scene.look(&[newcomer(1)]);
    assert!(known.contains(&in_lane(&scene, 0)), "it is taken for one of them at first");
    let mut told = Vec::new();
    for look in 2..80 {
        scene.look(&[newcomer(look)]);
        told.extend(scene.bus.events().iter().map(|delta| (delta.view.id, delta.change)));
    }
    let own = in_lane(&scene, 0);
    assert!(!known.contains(&own) && told.contains(&(own, Change::NewThreat)), "{own:?} of {known:?}: {told:?}");
    for id in known {
        let lost = scene.bus.track(id).expect("both are remembered");
        assert_eq!(lost.visibility, Visibility::Lost);
    }
}

/// Zombies with the same walking pace are told apart by place only. Their pace never causes a correction.
#[test]
fn a_pace_that_all_share_changes_no_id() {
    let mut scene = without_ids();
    for look in 0..300 {
        scene.look(&[stroller(200, 0, look), stroller(200, 3_000, look + 7)]);
        assert_eq!(scene.bus.last().revised, 0);
    }
    assert_eq!(scene.bus.tracks().count(), 2);
}

/// The most comparisons of identities made, and the most left out, in one tick with four zombies in sight and none
/// lost.
fn weighed(recognitions_max: usize) -> (u32, u32) {
    let mut config = Config { use_ids: false, ..Config::default() };
    config.budget.recognitions_max = recognitions_max;
    let (mut scene, mut most) = (Scene::with(config), (0, 0));
    for look in 0..300 {
        let spent = scene.look(&[0, 3_000, 6_000, 9_000].map(|lane| stroller(SLOW, lane, look))).last().spent;
        most = (most.0.max(spent.recognitions), most.1.max(spent.recognitions_left_out));
    }
    most
}

/// Each identity check compares all four tracks, and all four are checked when they turn around together.
#[test]
fn identity_checks_keep_to_the_budget_and_count_what_was_left_out() {
    for (recognitions_max, expected) in
        [(3, (0, 16)), (4, (4, 12)), (7, (4, 12)), (8, (8, 8)), (15, (12, 4)), (16, (16, 0)), (4_096, (16, 0))]
    {
        assert_eq!(weighed(recognitions_max), expected, "at most {recognitions_max}");
    }
}
