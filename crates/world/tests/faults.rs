//! Injected faults and their effects.

mod common;

use common::{Player, block, item};
use vocab::outcome::{End, Failure, Refusal};
use vocab::senses::BodyEvent;
use vocab::{Action, ActionId, Answer, Query};
use world::World;
use world::faults::{FAULT_TICKS_MAX, Fault};
use world::mobs::Kind;
use world::space::Place;

const WAIT: Action = Action::Wait { ticks: 10 };

fn ends(player: &mut Player, ticks: u64) -> Vec<End> {
    player.world.advance(ticks);
    player.world.outcomes().into_iter().map(|outcome| outcome.end).collect()
}

#[test]
fn a_refuse_fault_denies_one_action_and_not_the_next() {
    let mut player = Player::on_a_floor(1);
    player.world.inject(Fault::Refuse { actions: 1 });
    assert_eq!(player.end(WAIT), End::Failed(Failure::Denied));
    assert_eq!(player.end(WAIT), End::Done);
}

#[test]
fn a_delayed_action_begins_late_and_can_be_cancelled() {
    let mut player = Player::on_a_floor(1);
    player.world.inject(Fault::Delay { actions: 2, ticks: 50 });
    player.begin(WAIT);
    assert_eq!(ends(&mut player, 45), []);
    assert_eq!(ends(&mut player, 20), [End::Done]);
    let id = player.begin(WAIT);
    player.world.cancel(id);
    assert_eq!(ends(&mut player, 1), [End::Cancelled]);
    assert_eq!(ends(&mut player, 100), []);
}

#[test]
fn a_lost_outcome_never_arrives() {
    let mut player = Player::on_a_floor(1);
    player.world.inject(Fault::LoseOutcome { outcomes: 1 });
    player.begin(WAIT);
    assert_eq!(ends(&mut player, 200), []);
    assert_eq!(player.end(WAIT), End::Done);
}

#[test]
fn an_unloaded_chunk_is_unknown_and_returns_with_its_changes() {
    let mut player = Player::on_a_floor(1);
    let at = player.feet().offset(10, 0, 0);
    player.set(at, "chest");
    player.world.inject(Fault::UnloadChunk { at, ticks: 30 });
    assert_eq!(player.world.grid().block(at), None);
    let asked = Query::Region { min: at, max: at };
    let unknown = |answer: Answer| matches!(answer, Answer::Region { states, .. } if states == [None]);
    assert!(unknown(player.world.answer(&asked)));
    player.world.advance(20);
    assert_eq!(player.world.grid().block(at), None, "it stays away");
    player.world.advance(20);
    assert_eq!(player.world.grid().block(at), Some(block("chest")));
}

#[test]
fn an_explosion_breaks_blocks_at_its_place() {
    let mut player = Player::on_a_floor(1);
    let at = player.feet().offset(12, -1, 0);
    player.world.inject(Fault::Explosion { at: at.offset(0, 1, 0), power: 3 });
    assert_eq!(player.world.grid().block(at), Some(block("air")));
}

#[test]
fn a_theft_takes_one_stack() {
    let mut player = Player::on_a_floor(1);
    player.give("bread", 7);
    player.world.inject(Fault::Theft);
    assert_eq!(player.count("bread"), 0);
    player.world.inject(Fault::Theft);
    assert_eq!(player.count("bread"), 0, "there is nothing to steal, and nothing happens");
}

#[test]
fn lag_delays_actions_and_outcomes() {
    let mut player = Player::on_a_floor(1);
    player.begin(WAIT);
    player.world.inject(Fault::Lag { ticks: 100 });
    assert_eq!(ends(&mut player, 90), []);
    assert_eq!(ends(&mut player, 20), [End::Done]);
}

#[test]
fn a_disconnected_body_does_not_act_and_is_not_hurt_until_it_returns() {
    let mut player = Player::on_a_floor(1);
    player.world.skip_to(14_000);
    player.begin(Action::Wait { ticks: 500 });
    player.world.tick();
    player.world.inject(Fault::Disconnect { ticks: 200 });
    assert_eq!(ends(&mut player, 1), [End::Failed(Failure::Disconnected)]);
    let zombie = Place::on(player.feet().offset(1, 0, 0));
    player.world.add_mob(Kind::Zombie, zombie);
    player.begin(WAIT);
    assert_eq!(ends(&mut player, 1), [End::Refused(Refusal::Disconnected)]);
    let senses = player.world.senses();
    assert_eq!((senses.vitals, senses.events), (None, vec![BodyEvent::Disconnected]));
    player.world.advance(150);
    assert_eq!(player.world.senses().events, []);
    player.world.clear_mobs();
    player.world.advance(60);
    let senses = player.world.senses();
    assert_eq!(senses.events, [BodyEvent::Reconnected]);
    assert_eq!(senses.vitals.map(|vitals| vitals.health), Some(20));
    assert_eq!(player.end(WAIT), End::Done);
}

#[test]
fn permuting_ids_gives_the_same_mobs_other_ids() {
    let mut player = Player::on_a_floor(1);
    for dx in [5, 7, 9] {
        let at = Place::on(player.feet().offset(dx, 0, 0));
        player.world.add_mob(Kind::Cow, at);
    }
    let before = player.world.detections();
    player.world.inject(Fault::PermuteIds);
    let after = player.world.detections();
    for (a, b) in before.iter().zip(&after) {
        assert_eq!((a.at, a.kind), (b.at, b.kind));
        assert_ne!(a.engine_id, b.engine_id);
    }
    let mut ids: Vec<_> = after.iter().map(|seen| seen.engine_id).collect();
    ids.dedup();
    assert_eq!(ids.len(), 3);
}

#[test]
fn no_fault_lasts_longer_than_a_minute() {
    let mut player = Player::on_a_floor(1);
    player.world.inject(Fault::Disconnect { ticks: u32::MAX });
    player.world.advance(u64::from(FAULT_TICKS_MAX) - 1);
    assert!(!player.world.is_connected());
    player.world.tick();
    assert!(player.world.is_connected());
}

#[test]
fn equal_seeds_give_equal_storms_and_the_world_survives() {
    let run = |storm: u64| {
        let mut world = World::with_view(17, 3);
        world.give(item("bread"), 64);
        world.storm(storm, 20);
        let mut ended = 0;
        for step in 0..60 {
            world.submit(ActionId(step), Action::Explore { heading: vocab::action::Heading::East, blocks: 8 });
            world.advance(40);
            ended += world.outcomes().len();
        }
        assert!(ended > 10, "{ended} outcomes arrived");
        world.digest()
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

/// Delayed actions, unloaded chunks, lag and the random numbers of further faults are part of the saved world.
#[test]
fn a_world_saved_in_a_storm_continues_identically() {
    let mut world = World::with_view(4, 3);
    world.storm(9, 2);
    let act = |world: &mut World, tick: u64| {
        if tick.is_multiple_of(7) {
            let to = world.body().feet().offset((tick % 13) as i32 - 6, -1, (tick % 11) as i32 - 5);
            world.submit(ActionId(tick), Action::GoTo { to, within: 1, terrain: vocab::action::Terrain::Dig });
        }
        world.tick();
    };
    for tick in 0..400 {
        act(&mut world, tick);
        if tick % 100 == 50 {
            let mut loaded = World::load_bytes(&world.save_bytes()).unwrap();
            let mut kept = world.clone();
            for later in tick + 1..tick + 60 {
                act(&mut loaded, later);
                act(&mut kept, later);
                assert_eq!(loaded.outcomes(), kept.outcomes(), "{later}");
            }
            assert_eq!(loaded.digest(), kept.digest(), "saved at {tick}");
        }
    }
}
