//! A whole run with its crashes, in one thread, repeatable from a seed: killed at seeded points it ends as if never killed.

use agent::Embedded;
use driver::in_flight::InFlight;
use driver::{Door, Durability, Ended, Go, LAYOUT, Life, ManualClock, NoThinker, Options, Run, Scribe, Speed, recover};
use mind::input::Order;
use mind::{Config, Mind};
use simulator::MortalScribe;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use store::{Identity, Limits, Opened, Opening, Store};
use vocab::Dice;
use vocab::{Digest, Tick};

const WORLD: u64 = 5;
/// The length of each simulated life, in ticks.
const LIFE_TICKS: u64 = 6_000;
/// Most mind ticks between two simulated kills.
const BETWEEN_KILLS_MAX: u64 = 250;
/// Simulated time that passes with each reading of the clock: long enough that records must be flushed and states
/// saved within a short life.
const LOOK: Duration = Duration::from_millis(3);

type Alive = Life<Embedded, NoThinker>;

fn open(dir: &Path) -> Opened {
    let identity = Identity { world: "embedded".into(), seed: WORLD, game: "test".into(), layout: LAYOUT };
    let first = || {
        let mind = Mind::new(Config::default());
        Life::new(mind, Embedded::new(WORLD, false), NoThinker::default(), InFlight::default()).state().1
    };
    let epoch = driver::epoch::current();
    let opening = Opening { dir, identity: &identity, epoch: &epoch, limits: Limits::default() };
    Store::open(opening, first, driver::epoch::upgrade).unwrap()
}

fn resume(opened: &Opened) -> (Alive, u64) {
    let body = |world: Option<&[u8]>| Embedded::restore(world.expect("the world is saved with the mind"));
    let clock = Arc::new(ManualClock::new(LOOK));
    let seams: (Arc<dyn driver::Clock>, driver::Voice) = (clock, driver::life::plain);
    let recovered = recover(opened.store.archive(), &opened.newest, seams, NoThinker::default(), body).unwrap();
    (recovered.life, recovered.records)
}

/// Runs a life for this many mind ticks or until its last tick, then kills it if `killed` is set.
fn run(life: &mut Alive, scribe: &MortalScribe, mind_ticks: u64, killed: bool) {
    let options = Options { speed: Speed::Max, durability: Durability::Grouped, stand_safe_max: Duration::ZERO };
    let door = Door::new();
    let mut left = mind_ticks;
    let run = Run { life, scribe, door: &door, options, stop: &AtomicBool::new(false) };
    let ended = run.run(|moment| {
        left -= 1;
        let over = left == 0 || moment.input.tick >= Tick(LIFE_TICKS);
        if over && killed {
            scribe.kill();
        }
        if over { Go::Stop } else { Go::On }
    });
    assert!(!matches!(ended, Ended::Broke(_)), "{ended:?}");
}

/// The history of a life that was killed: where each start resumed, how many records it replayed, and how it
/// ended.
#[derive(Debug, PartialEq, Eq)]
struct Story {
    resumed: Vec<(Tick, u64)>,
    mind: Digest,
    world: Option<Digest>,
}

fn killed_life(seed: u64) -> Story {
    let dir = tempfile::tempdir().unwrap();
    let mut dice = Dice::new(seed);
    let mut resumed = Vec::new();
    loop {
        let opened = open(dir.path());
        let (mut life, records) = resume(&opened);
        resumed.push((life.mind.tick(), records));
        let scribe = MortalScribe::new(opened.store, dice.throw());
        // The last part of the life is not killed, so that every seed ends.
        let last = resumed.len() > 60 || life.mind.tick() >= Tick(LIFE_TICKS - 4 * BETWEEN_KILLS_MAX);
        let mind_ticks = if last { u64::MAX } else { 1 + dice.below(BETWEEN_KILLS_MAX) };
        run(&mut life, &scribe, mind_ticks, !last);
        if last {
            let world = driver::Body::digest(&life.body);
            return Story { resumed, mind: life.mind.digest(), world };
        }
    }
}

fn whole_life() -> (Digest, Option<Digest>) {
    let dir = tempfile::tempdir().unwrap();
    let opened = open(dir.path());
    let (mut life, _) = resume(&opened);
    run(&mut life, &MortalScribe::new(opened.store, 1), u64::MAX, false);
    (life.mind.digest(), driver::Body::digest(&life.body))
}

#[test]
fn a_life_killed_at_seeded_points_ends_like_one_never_killed_and_repeats_exactly() {
    let whole = whole_life();
    for seed in [1, 2] {
        let (first, again) = (killed_life(seed), killed_life(seed));
        assert_eq!(first, again, "seed {seed} gives the same run twice");
        assert_eq!((first.mind, first.world), whole, "seed {seed}: {:?}", first.resumed);
        // Otherwise the kills would prove little: some must have lost everything since the last start, some must have
        // left records to replay.
        let lost = first.resumed.windows(2).filter(|pair| pair[0].0 == pair[1].0).count();
        let replayed = first.resumed.iter().filter(|(_, records)| *records > 0).count();
        assert!(first.resumed.len() > 8 && lost > 0 && replayed > 0, "seed {seed}: {:?}", first.resumed);
    }
}

#[test]
fn an_order_that_was_answered_survives_a_kill() {
    let dir = tempfile::tempdir().unwrap();
    let opened = open(dir.path());
    let (mut life, _) = resume(&opened);
    let (door, scribe) = (Door::new(), MortalScribe::new(opened.store, 3));
    let pending = door.order(Order::Goal { action: "collect".into(), target: "oak_log".into(), amount: 7 }).unwrap();
    let options = Options { speed: Speed::Max, durability: Durability::Grouped, stand_safe_max: Duration::ZERO };
    let run = Run { life: &mut life, scribe: &scribe, door: &door, options, stop: &AtomicBool::new(false) };
    run.run(|_| {
        scribe.kill(); // in the very tick of the answer
        Go::Stop
    });
    let answered = pending.wait(Duration::ZERO).unwrap();
    assert_eq!(scribe.flush(), Ok(()));
    drop(scribe);
    let (back, records) = resume(&open(dir.path()));
    assert_eq!((back.mind.tick(), records), (Tick(4), 1));
    let mind::effect::CommandAnswer::Taken { task } = answered.answer else { panic!("{answered:?}") };
    assert!(back.mind.tasks().get(task).is_some(), "the task it was told is there");
    assert_eq!(back.in_flight.commands_taken, answered.id.0);
}
