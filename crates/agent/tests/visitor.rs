//! A person at the terminal in the embedded world: seen as a track, asks in a line of chat, and gets what was asked for.

#[path = "common/living.rs"]
mod living;

use agent::Embedded;
use driver::door::Pending;
use living::{Living, item};
use mind::effect::CommandAnswer;
use mind::input::Order;
use mind::reason::Reason;
use mind::speech::Speech;
use mind::trace::Event;
use simulator::Simulation;
use std::time::Duration;
use tasks::{Note, Status};
use vocab::senses::GameMode;
use vocab::{BlockPos, Name};

const SEED: u64 = 1;
/// What the body carries at the start: enough to make torches at once, and to live through the test.
const STOCK: [(&str, u32); 6] =
    [("coal", 8), ("stick", 8), ("bread", 8), ("stone_pickaxe", 1), ("stone_sword", 1), ("crafting_table", 1)];

fn said(pending: &Pending) -> Vec<Speech> {
    match pending.wait(Duration::ZERO).expect("it is answered").answer {
        CommandAnswer::Said(said) => said,
        other => panic!("{other:?}"),
    }
}

fn say(living: &mut Living, text: &str, at: Option<BlockPos>) -> Vec<Speech> {
    let pending = living.order(Order::Line { who: "alice".into(), text: text.into(), at });
    living.live(4, |_, _| true);
    said(&pending)
}

#[test]
fn agency_bring_me_16_torches_ends_with_16_torches_handed_over() {
    let mut living = Living::new(SEED, &STOCK);
    living.live(40, |_, _| false);
    let near = living.world().body().feet().offset(6, 0, 3);
    let answer = say(&mut living, "bring me 16 torches", Some(near));
    let [Speech::Taken { task, .. }] = answer[..] else { panic!("{answer:?}") };
    let torches = |world: &world::World| {
        let alice = world.visitors().iter().find(|visitor| visitor.name.as_str() == "alice");
        alice.map_or(0, |alice| alice.bag.count(item("torch")))
    };
    living.live(6_000, |world, told| torches(world) >= 16 && told.is_over(task));
    assert_eq!(torches(&living.world()), 16, "{}", living.story());
    let mind = living.mind();
    let done = mind.tasks().get(task).expect("it is still known");
    assert_eq!(done.status(), Status::Done, "{}", living.story());
    assert_eq!(
        done.origin().why(),
        &Reason::Said { by: Name::new("alice"), text: "bring me 16 torches".into() },
        "why it was done can be asked"
    );
    let handed = Reason::HandedOver { item: item("torch"), count: 16, to: Name::new("alice") };
    assert_eq!(done.history().last().map(|change| &change.note), Some(&Note::Because(handed)));
}

#[test]
fn agency_come_here_goes_to_where_the_visitor_was_put() {
    let mut living = Living::new(SEED, &STOCK);
    living.live(40, |_, _| false);
    let there = living.world().body().feet().offset(-14, 0, 4);
    let answer = say(&mut living, "come here", Some(there));
    assert!(matches!(answer[..], [Speech::Coming { .. } | Speech::Met { .. }]), "{answer:?}");
    let stands = living.world().visitors()[0].at.block();
    let came = living.live(1_200, |world, _| world.body().feet().distance_squared(stands) <= 25);
    assert!(came, "{}", living.story());
}

#[test]
fn the_person_at_the_terminal_is_believed_in_as_a_track_near_the_agent() {
    let mut living = Living::new(SEED, &[("bread", 8)]);
    say(&mut living, "where are you?", None);
    let mut seen = false;
    living.live(40, |world, told| {
        let stands = world.visitors()[0].at.block();
        seen = told.tracks.iter().any(|(kind, at)| kind == "player:alice" && at.distance_squared(stands) <= 4);
        seen
    });
    assert!(seen, "{}", living.story());
}

#[test]
fn agency_3_1_no_drive_tick_fires_in_a_world_in_creative_or_spectator_mode() {
    for mode in [GameMode::Creative, GameMode::Spectator] {
        let mut living = Living::new(SEED, &[]);
        living.world().set_mode(mode);
        living.live(800, |_, _| false);
        let drives = living.told.events.iter().filter(|(_, event)| matches!(event, Event::Drive { .. })).count();
        assert_eq!(drives, 0, "{mode:?}");
        living.world().set_mode(GameMode::Survival);
        living.live(40, |_, _| false);
        let drives = living.told.events.iter().filter(|(_, event)| matches!(event, Event::Drive { .. })).count();
        assert!(drives > 0, "and it does in survival mode");
    }
}

#[test]
fn a_visitor_moved_by_a_line_is_in_the_journal_and_comes_back_with_the_world() {
    let life = |lines: &[(u64, &str)]| {
        let mut simulation = Simulation::new(mind::Config::default(), Embedded::new(SEED, false));
        for (ticks, text) in lines {
            let at = simulation.body().world().body().feet().offset(3, 0, 3);
            let order = Order::Line { who: "alice".into(), text: (*text).into(), at: Some(at) };
            simulation.order(order).expect("the door is open");
            simulation.run(*ticks / 4, |_, _| driver::Go::On);
        }
        let digest = simulation.body().world().digest();
        (digest, simulation.mind().digest(), simulation.records())
    };
    let lines = [(40, "come here"), (200, "follow me"), (40, "stop")];
    let (world, mind, records) = life(&lines);
    assert_eq!((world, mind), (life(&lines).0, life(&lines).1), "the same lines give the same world");
    // The recorded inputs alone lead a new mind to the same state.
    let mut replayed = mind::Mind::new(mind::Config::default());
    for record in &records {
        let input = vocab::digest::decode(&record.input).expect("it is an input");
        let effects = replayed.step(&input);
        assert_eq!(driver::life::agreement(record, &effects), driver::life::Agreement::Same);
    }
    assert_eq!(replayed.digest(), mind);
}
