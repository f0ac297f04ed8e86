//! Visitors stand where they are put, are seen, take what is thrown to them, and cannot be attacked.

use vocab::item::Stack;
use vocab::outcome::{End, Refusal};
use vocab::senses::{BodyEvent, GameMode, Harm};
use vocab::{Action, ActionId, ItemId, Name};
use world::World;
use world::space::Place;
use world::visitors::VISITORS_MAX;

const SEED: u64 = 1;

fn world() -> World {
    let mut world = World::with_view(SEED, 3);
    world.set_spawning(false);
    world.clear_mobs();
    world
}

fn torch() -> ItemId {
    gamedata::items::named("torch").unwrap()
}

#[test]
fn a_visitor_without_a_place_stands_near_the_body_and_is_detected_by_name() {
    let mut world = world();
    world.visit("alice", None);
    let alice = &world.visitors()[0];
    assert!(alice.at.block().distance_squared(world.body().feet()) <= 16, "{:?}", alice.at.block());
    let kinds: Vec<String> = world.detections().iter().map(|seen| seen.kind.to_string()).collect();
    assert_eq!(kinds, ["player:alice"]);
    let before = world.visitors()[0].at;
    world.visit("alice", None);
    assert_eq!(world.visitors()[0].at, before, "who has a place keeps it");
    let there = world.body().feet().offset(5, -60, 5);
    world.visit("alice", Some(there));
    let stands = world.visitors()[0].at.block();
    assert!(stands.y >= there.y && (stands.x, stands.z) == (there.x, there.z), "out of the rock: {stands:?}");
}

#[test]
fn a_visitor_cannot_be_attacked() {
    let mut world = world();
    world.visit("alice", None);
    let near = world.visitors()[0].at.fine();
    world.submit(ActionId(1), Action::Attack { kind: Name::new("player:alice"), near });
    world.tick();
    let ends: Vec<End> = world.outcomes().into_iter().map(|outcome| outcome.end).collect();
    assert_eq!(ends, [End::Refused(Refusal::Spared)]);
}

#[test]
fn a_visitor_takes_what_is_thrown_to_it_and_the_body_is_told_and_leaves_what_falls_from_blocks() {
    let mut world = world();
    world.advance(40);
    world.visit("alice", None);
    let (alice, stack) = (world.visitors()[0].at, Stack { item: torch(), count: 3, wear: 0 });
    world.drop_stack(alice, Place::ZERO, stack);
    world.advance(60);
    assert_eq!(world.visitors()[0].bag.count(torch()), 0, "not hers");
    assert_eq!(world.give(torch(), 16), 0);
    world.senses();
    world.submit(ActionId(1), Action::LookAt { at: alice.fine() });
    world.tick();
    world.submit(ActionId(2), Action::Drop { item: torch(), count: 16 });
    world.advance(60);
    assert_eq!(world.visitors()[0].bag.count(torch()), 16);
    let told = BodyEvent::Collected { by: Name::new("alice"), item: torch(), count: 16 };
    assert!(world.senses().events.contains(&told));
    let saved = World::load_bytes(&world.save_bytes()).unwrap();
    assert_eq!(saved.visitors(), world.visitors(), "and it is saved with the world");
}

#[test]
fn the_number_of_visitors_is_bounded() {
    let mut world = world();
    for number in 0..VISITORS_MAX + 2 {
        world.visit(&format!("p{number}"), None);
    }
    assert_eq!(world.visitors().len(), VISITORS_MAX);
    assert_eq!(world.visitors()[0].name.as_str(), "p2", "the first two have left");
    world.visit("", None);
    assert_eq!(world.visitors().len(), VISITORS_MAX, "nobody has no name");
}

#[test]
fn in_creative_and_spectator_mode_nothing_hurts_the_body() {
    for (mode, hurts) in [
        (GameMode::Survival, true),
        (GameMode::Adventure, true),
        (GameMode::Creative, false),
        (GameMode::Spectator, false),
    ] {
        let mut world = world();
        world.set_mode(mode);
        assert_eq!(world.hurt_body(3_000, Harm::Melee, None), hurts, "{mode:?}");
        assert_eq!(world.senses().vitals.map(|vitals| vitals.mode), Some(mode));
    }
}
