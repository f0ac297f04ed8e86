//! The driver's body over a socket: what it does with a sound body, and what becomes of one that lies, floods, falls silent or breaks off.

mod common;

use common::{Flat, GROUND, Wire, listen};
use contract::body::report::{Blocks, Confirmed, Entities, Entity, LinkState, Sight};
use contract::body::{Fine, Report};
use driver::Body as _;
use mind::input::{Link, Sensed};
use remote::{Body, Source};
use std::time::{Duration, Instant};
use vocab::action::Terrain;
use vocab::outcome::{End, Failure, Refusal};
use vocab::senses::BodyEvent;
use vocab::{Action, ActionId, Answer, BlockPos, Query, QueryId};

const MIND_TICK: u64 = 4;
/// A call may take as long as its ticks last, and a little more on a machine that is busy.
const CALL_MAX: Duration = Duration::from_millis(600);
/// What must happen happens within this time.
const PATIENCE: Duration = Duration::from_secs(30);

fn body(serve: impl FnMut(usize, Wire) + Send + 'static) -> Body {
    Body::new(Source::Address(listen(serve)), "test")
}

fn sound() -> Body {
    body(|_, mut wire| Flat::default().serve(&mut wire))
}

/// One tick of the driver, which must not take long.
#[track_caller]
fn step(body: &mut Body) -> Sensed {
    let began = Instant::now();
    body.advance(MIND_TICK);
    assert!(began.elapsed() < CALL_MAX, "a call took {:?}", began.elapsed());
    body.sense()
}

/// Steps until something shows.
#[track_caller]
fn until<T>(body: &mut Body, mut shows: impl FnMut(&Sensed) -> Option<T>) -> T {
    let began = Instant::now();
    while began.elapsed() < PATIENCE {
        if let Some(found) = shows(&step(body)) {
            return found;
        }
    }
    panic!("it did not happen in {PATIENCE:?}");
}

#[track_caller]
fn present(body: &mut Body) -> Sensed {
    until(body, |sensed| (sensed.link == Link::Present).then(|| sensed.clone()))
}

#[track_caller]
fn waiting(body: &mut Body) {
    until(body, |sensed| (sensed.link == Link::Waiting).then_some(()));
}

#[track_caller]
fn outcome(body: &mut Body, action: &Action) -> vocab::Outcome {
    body.act(ActionId(7), action);
    until(body, |sensed| sensed.outcomes.first().cloned())
}

fn go_to(x: i32, z: i32) -> Action {
    Action::GoTo { to: BlockPos::new(x, GROUND, z), within: 0, terrain: Terrain::Walk }
}

#[test]
fn a_body_walks_digs_and_answers() {
    let mut body = sound();
    let sensed = present(&mut body);
    assert_eq!(sensed.senses.at.block(), BlockPos::new(0, GROUND, 0));
    assert!(sensed.senses.vitals.is_some() && !body.is_in_process() && body.save().is_none());
    assert_eq!(outcome(&mut body, &go_to(6, -3)).end, End::Done);
    let sensed = step(&mut body);
    assert_eq!(sensed.senses.at.block(), BlockPos::new(6, GROUND, -3));

    let hole = BlockPos::new(7, GROUND - 1, -3);
    let dug = outcome(&mut body, &Action::Dig { at: hole });
    assert_eq!((dug.end, dug.receipt.blocks.as_slice()), (End::Done, &[(hole, gamedata::states::AIR)][..]));
    let cobblestone = gamedata::items::find("cobblestone").unwrap();
    until(&mut body, |sensed| (sensed.senses.carried.totals().count(cobblestone) == 1).then_some(()));

    body.ask(QueryId(1), &Query::Region { min: hole, max: hole });
    body.ask(QueryId(2), &Query::Container { at: hole });
    let answers = step(&mut body).answers;
    assert_eq!(answers[0], (QueryId(2), Answer::Unknown), "there is no chest");
    assert!(
        matches!(&answers[1], (QueryId(1), Answer::Region { states, .. }) if states == &[Some(gamedata::states::AIR)])
    );
}

#[test]
fn a_body_that_falls_silent_is_waited_for_and_goes_on() {
    let mut body = body(|_, mut wire| {
        let mut flat = Flat::default();
        wire.greet();
        flat.tell(&mut wire);
        for _ in 0..40 {
            flat.live(&mut wire);
            std::thread::sleep(common::TICK);
        }
        std::thread::sleep(Duration::from_secs(4));
        while flat.live(&mut wire) {
            std::thread::sleep(common::TICK);
        }
    });
    present(&mut body);
    waiting(&mut body);
    body.act(ActionId(1), &go_to(2, 2));
    let refused = until(&mut body, |sensed| sensed.outcomes.first().cloned());
    assert_eq!(refused.end, End::Refused(Refusal::Disconnected));
    present(&mut body);
}

#[test]
fn a_body_that_breaks_off_in_the_middle_of_a_line_is_dialled_again_and_the_gap_is_told() {
    let mut body = body(|number, mut wire| {
        let mut flat = Flat::aged(10_000 + 5_000 * number as u64);
        if number > 0 {
            return flat.serve(&mut wire);
        }
        wire.greet();
        flat.tell(&mut wire);
        for _ in 0..60 {
            flat.live(&mut wire);
            std::thread::sleep(common::TICK);
        }
        wire.raw(b"{\"type\": \"tick\", \"tick\": 90");
    });
    let before = present(&mut body);
    body.act(ActionId(3), &go_to(30, 30));
    let ended = until(&mut body, |sensed| (sensed.link == Link::Waiting).then(|| sensed.clone()));
    assert_eq!(ended.outcomes.first().map(|outcome| outcome.end.clone()), Some(End::Failed(Failure::Disconnected)));
    assert!(ended.senses.events.contains(&BodyEvent::Disconnected), "{:?}", ended.senses.events);
    let back = present(&mut body);
    assert!(back.senses.events.contains(&BodyEvent::Reconnected), "{:?}", back.senses.events);
    let gap = back.senses.tick.since(before.senses.tick);
    assert!((5_000..6_000).contains(&gap), "the world went on for {gap} ticks");
}

#[test]
fn a_body_that_lies_is_left_and_does_no_harm() {
    let mut body = body(|_, mut wire| {
        let mut flat = Flat::default();
        wire.greet();
        flat.tell(&mut wire);
        let lies: [&[u8]; 6] = [
            b"{\"type\": \"confirmed\", \"id\": 4711}\n",
            b"{\"type\": \"section\", \"at\": [0, 900, 0], \"palette\": [\"air\"]}\n",
            b"{\"type\": \"tick\", \"tick\": 0}\n",
            b"{\"type\": \"blocks\", \"changes\": [[0, 64, 0, \"Not A Name\"]]}\n",
            b"no line at all\n",
            b"{\"type\": \"hello\", \"protocol\": \"stead-body/1\", \"body\": \"x\", \"abilities\": []}\n",
        ];
        for lie in lies.iter().cycle() {
            // A block of another game is no lie.
            let strange = vec![(3, GROUND, 3, "create:shaft[axis=x]".into())];
            wire.send(&Report::Blocks(Blocks { changes: strange }));
            if !wire.raw(lie) || !flat.live(&mut wire) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    present(&mut body);
    let at = BlockPos::new(3, GROUND, 3);
    body.ask(QueryId(1), &Query::Region { min: at, max: at });
    let bedrock = gamedata::states::default(gamedata::blocks::find("bedrock").unwrap());
    let answer = step(&mut body).answers;
    assert!(matches!(&answer[0].1, Answer::Region { states, .. } if states == &[Some(bedrock)]), "{answer:?}");
    waiting(&mut body);
}

#[test]
fn a_flood_is_taken_in_within_bounds() {
    let mut body = body(|_, mut wire| {
        let mut flat = Flat::default();
        wire.greet();
        flat.tell(&mut wire);
        let kinds = ["zombie", "cow", "create:golem"];
        let entity = |id: u64| Entity {
            id,
            kind: kinds[id as usize % 3].into(),
            at: Fine([id as i64 * 10, 64_000, 3_000]),
            velocity: None,
            sight: Sight::Visible,
            name: None,
        };
        let entities = Report::Entities(Entities { entities: (0..512).map(entity).collect() });
        let changes = |tick: i32| {
            let cell =
                |n: i32| (n % 32, GROUND + 8 + n / 1_024, n / 32 % 32, ["dirt", "air"][tick as usize % 2].into());
            Report::Blocks(Blocks { changes: (0..4_096).map(cell).collect() })
        };
        for tick in 0.. {
            // 20,000 changes and 2,000 entities in each tick.
            let more = (0..5).all(|_| wire.send(&changes(tick))) && (0..4).all(|_| wire.send(&entities));
            if !more || !flat.live(&mut wire) {
                return;
            }
        }
    });
    present(&mut body);
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(5) {
        body.advance(MIND_TICK);
        let sensed = body.sense();
        assert!(sensed.detections.len() <= 512 && sensed.senses.events.len() <= 256);
    }
}

#[test]
fn a_body_that_never_greets_or_is_not_there_is_waited_for() {
    for mut body in [
        body(|_, _| std::thread::sleep(Duration::from_mins(1))),
        Body::new(Source::Address("127.0.0.1:1".into()), "test"),
    ] {
        for _ in 0..5 {
            assert_eq!(step(&mut body).link, Link::Waiting);
        }
    }
    let mut nowhere = Body::new(Source::Address("no address".into()), "test");
    let why = until(&mut nowhere, |sensed| match &sensed.link {
        Link::Gone { why } => Some(why.clone()),
        _ => None,
    });
    assert!(why.contains("no address"), "{why}");
}

#[test]
fn a_world_that_waits_is_waited_for_and_another_dimension_is_a_gap() {
    let mut body = body(|_, mut wire| {
        let mut flat = Flat::default();
        wire.greet();
        flat.tell(&mut wire);
        let live = |flat: &mut Flat, wire: &mut Wire| {
            for _ in 0..40 {
                flat.live(wire);
                std::thread::sleep(common::TICK);
            }
        };
        live(&mut flat, &mut wire);
        wire.link(LinkState::Waiting);
        std::thread::sleep(Duration::from_secs(1));
        wire.link(LinkState::Present);
        flat.tell(&mut wire);
        live(&mut flat, &mut wire);
        flat.dimension = "the_nether".into();
        flat.tell(&mut wire);
        wire.send(&Report::Confirmed(Confirmed { id: 99 }));
        flat.serve_on(&mut wire);
    });
    let mut gone = 0;
    for _ in 0..2 {
        present(&mut body);
        until(&mut body, |sensed| {
            gone += sensed.senses.events.iter().filter(|event| **event == BodyEvent::Disconnected).count();
            (sensed.senses.events.contains(&BodyEvent::Reconnected)).then_some(())
        });
    }
    assert_eq!(gone, 2);
    present(&mut body);
}
