//! The driver's tick goes on at the body's pace: over restarts, over a world that was set back, and over one that ran ahead.

mod common;

use common::{Alive, come_back, live, newborn, open, options};
use driver::in_flight::InFlight;
use driver::{Durability, Ended, Go, InlineScribe, Life, ManualClock, NoThinker, replay};
use mind::input::Link;
use mind::{Config, Mind};
use simulator::{Scripted, Simulation};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use store::Archive;
use vocab::Tick;

/// The ticks of the next ten inputs of a life that has lived for a while, when its world's clock then shows `shown`.
fn ticks_after(shown: u64) -> Vec<u64> {
    let mut simulation = Simulation::new(Config::default(), Scripted::default());
    simulation.run(5_000, |_, _| Go::On);
    simulation.body().stage.tick = Tick(shown);
    let mut ticks = Vec::new();
    simulation.run(10, |moment, _| {
        ticks.push(moment.input.tick.0);
        Go::On
    });
    ticks
}

#[test]
fn the_tick_goes_on_from_where_it_was_whatever_the_worlds_clock_does() {
    let from = |first: u64| (0..10).map(|n| first + n * 4).collect::<Vec<_>>();
    for (shown, first) in [
        (20_000, 20_004),         // nothing happened
        (10_000, 20_004),         // restored from a backup of 10,000 ticks before
        (0, 20_004),              // another world
        (30_000, 30_004),         // it ran on for 10,000 ticks
        (u64::MAX - 100, 20_004), // no clock goes so far ahead
    ] {
        assert_eq!(ticks_after(shown), from(first), "the world shows {shown}");
    }
}

fn live_until(dir: &Path, body_tick: u64, until: u64) -> Alive {
    let opened = open(dir, false);
    let mut life = come_back(&opened, false).life;
    life.body.tick = body_tick;
    let scribe = InlineScribe::new(opened.store);
    assert_eq!(live(&mut life, &scribe, options(Durability::Each), until), Ended::Watcher);
    life
}

#[test]
fn a_restart_knows_from_the_journal_how_far_the_two_clocks_are_apart() {
    let dir = tempfile::tempdir().unwrap();
    live_until(dir.path(), 0, 20_000);
    let life = live_until(dir.path(), 10_000, 20_400); // the server was restored from a backup meanwhile
    assert_eq!((life.mind.tick(), life.body.tick), (Tick(20_400), 10_400), "the first input counts as four ticks");
    assert_eq!(life.in_flight.body_tick, Some(Tick(10_400)));
    let life = live_until(dir.path(), 10_500, 21_000); // it went on while the agent was away
    assert_eq!((life.mind.tick(), life.body.tick), (Tick(21_000), 11_000));
    let mut last = Tick(0);
    let replayed = replay(&Archive::open(dir.path()).unwrap(), None, |input, _, _| {
        assert!(input.tick > last, "{last} {}", input.tick);
        last = input.tick;
    });
    assert_eq!((replayed.unwrap().mismatch, last), (None, Tick(21_000)));
}

#[test]
fn a_killed_life_counts_on_from_its_last_record() {
    let dir = tempfile::tempdir().unwrap();
    let opened = open(dir.path(), false);
    let mut life = come_back(&opened, false).life;
    life.body.tick = 5_000;
    let mut store = opened.store;
    let mut records = Vec::new();
    for tick in [5_004, 5_008, 1_004, 1_008] {
        life.body.tick = tick - 4;
        let sensed = life.sense();
        let input = life.input(sensed, vec![]);
        let stepped = life.think(input);
        records.push(stepped.record());
        life.perform(&stepped.effects, true);
    }
    // A life that begins in an old world begins at its own first tick, and a world that goes back costs a mind tick.
    assert_eq!(records.iter().map(|record| record.tick).collect::<Vec<_>>(), [4, 8, 12, 16]);
    store.append(&records, None).unwrap();
    drop(store);
    let mut back = come_back(&open(dir.path(), false), false).life;
    // The new body knows nothing of the open action, so its end is owed to the mind.
    life.owe_ends();
    assert_eq!(back.in_flight, life.in_flight);
    back.body.tick = 1_096;
    let sensed = back.sense();
    assert_eq!(back.input(sensed, vec![]).tick, Tick(108), "92 ticks passed in the world");
}

/// How much of ten senses counts as work to redo, with a clock that each of its two readings moves on by a millisecond.
fn redo_of_ten_senses<B: driver::Body>(body: B) -> Duration {
    let clock = Arc::new(ManualClock::new(Duration::from_millis(1)));
    let mind = Mind::new(Config::default());
    let mut life = Life::new(mind, body, NoThinker::default(), InFlight::default()).with_clock(clock);
    for _ in 0..10 {
        life.sense();
    }
    life.redo
}

#[test]
fn waiting_for_a_body_is_no_work_to_redo() {
    let away = |link: Link| Scripted::default().each_tick(move |stage| stage.link = link.clone());
    let gone = Link::Gone { why: "the server is down".into() };
    for (name, redo, wanted_ms) in [
        ("embedded", redo_of_ten_senses(newborn(true).body), 10),
        ("elsewhere", redo_of_ten_senses(newborn(false).body), 0),
        ("present", redo_of_ten_senses(away(Link::Present)), 10),
        ("waiting", redo_of_ten_senses(away(Link::Waiting)), 0),
        ("gone", redo_of_ten_senses(away(gone)), 0),
    ] {
        assert_eq!(redo, Duration::from_millis(wanted_ms), "{name}");
    }
}
