//! Minds that lie, flood, hang, break off, or speak another version: a named refusal or a bounded loss, never a panic or an endless
//! wait, and the next mind finds a body that stands still.

mod common;

use common::mind::Mind;
use common::{Served, platform};
use contract::body::limits::{BEHIND_TICKS_MAX, COMMAND_BYTES_MAX, PENDING_MAX};
use contract::body::report::Reason;
use contract::body::{Fault, Report, Verb};
use proptest::prelude::*;
use puppet::Puppet;
use puppet::serve::Keep;
use remote::{Connection, LinkState};
use serde_json::Value;
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use vocab::Tick;
use world::World;

const HELLO: &str = r#"{"type":"hello","protocols":["stead-body/1"],"mind":"m","view":2}"#;
/// As long as any answer may take here.
const PATIENCE: Duration = Duration::from_secs(10);

fn dial(address: SocketAddr) -> (TcpStream, BufReader<TcpStream>) {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let reader = BufReader::new(stream.try_clone().unwrap());
    (stream, reader)
}

fn say(stream: &mut TcpStream, line: &str) {
    // The body may have closed already; what it said before still counts.
    let _ = stream.write_all(format!("{line}\n").as_bytes());
}

/// Reads lines until one fits, or the body closes.
fn until(reader: &mut BufReader<TcpStream>, fits: impl Fn(&Value) -> bool) -> Option<Value> {
    let began = Instant::now();
    let mut line = String::new();
    while began.elapsed() < PATIENCE {
        line.clear();
        match reader.read_line(&mut line) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::ConnectionReset => return None,
            Err(error) => panic!("no line in time: {error}"),
        }
        let value: Value = serde_json::from_str(&line).unwrap();
        if fits(&value) {
            return Some(value);
        }
    }
    panic!("no such line in time");
}

fn ended_with(reader: &mut BufReader<TcpStream>) -> (String, String) {
    let bye = until(reader, |line| line["type"] == "bye").expect("a last line");
    (bye["reason"].as_str().unwrap().into(), bye["why"].as_str().unwrap_or_default().into())
}

#[test]
fn a_bad_greeting_is_answered_by_name() {
    let served = Served::new(World::with_view(1, 2), 0, "1");
    for (line, reason, why) in [
        (
            r#"{"type":"hello","protocols":["stead-body/9"],"mind":"m","view":2}"#,
            "version",
            "this body speaks stead-body/1",
        ),
        (r#"{"type":"ack","tick":1}"#, "broken", "the first line must be \"hello\""),
        (r#"{"type":"do","id":1,"verb":{"stop":{}}}"#, "broken", "the first line must be \"hello\""),
    ] {
        let (mut stream, mut reader) = dial(served.address);
        say(&mut stream, line);
        assert_eq!(ended_with(&mut reader), (reason.into(), why.into()), "{line}");
        assert!(until(&mut reader, |_| true).is_none(), "and closes");
    }
}

#[test]
fn a_second_mind_is_sent_away_and_the_first_one_stays() {
    let served = Served::new(World::with_view(1, 2), 0, "1");
    let (mut first, mut lines) = dial(served.address);
    say(&mut first, HELLO);
    until(&mut lines, |line| line["type"] == "tick").unwrap();
    for _ in 0..3 {
        let (mut second, mut reader) = dial(served.address);
        say(&mut second, HELLO);
        assert_eq!(ended_with(&mut reader), ("busy".into(), "another mind is here".into()));
    }
    say(&mut first, r#"{"type":"do","id":1,"verb":{"stop":{}}}"#);
    until(&mut lines, |line| line["type"] == "confirmed").unwrap();
}

#[test]
fn bad_lines_are_refused_one_by_one_and_too_many_end_the_connection() {
    let served = Served::new(World::with_view(1, 2), 0, "1");
    let (mut stream, mut lines) = dial(served.address);
    say(&mut stream, HELLO);
    let long = format!(r#"{{"type":"bye","why":"{}"}}"#, "x".repeat(COMMAND_BYTES_MAX));
    for (number, (line, fault)) in [
        ("junk", "malformed"),
        (r#"{"type":"do","id":1,"verb":{"fly":{}}}"#, "malformed"),
        (r#"{"type":"do","id":1,"verb":{"steer":{"forward":2,"strafe":0,"jump":false,"sneak":false,"sprint":false}}}"#, "out_of_range"),
        (r#"{"type":"do","id":1,"verb":{"hold":{"item":"NO NAME"}}}"#, "bad_name"),
        (r#"{"type":"do","id":7,"verb":{"stop":{}}}"#, ""),
        (r#"{"type":"do","id":7,"verb":{"stop":{}}}"#, "id_repeated"),
        (r#"{"type":"do","id":6,"verb":{"stop":{}}}"#, "id_repeated"),
        (HELLO, "greeted_twice"),
        (&long, "too_long"),
    ]
    .into_iter()
    .enumerate()
    {
        say(&mut stream, line);
        if fault.is_empty() {
            continue;
        }
        let misread = until(&mut lines, |line| line["type"] == "misread").unwrap();
        assert_eq!((&misread["fault"], &misread["line"]), (&Value::from(fault), &Value::from(number + 2)), "{misread}");
    }
    for _ in 0..2_000 {
        say(&mut stream, "junk");
    }
    assert_eq!(ended_with(&mut lines).0, "faults");
    // The next mind is served.
    let (mut next, mut lines) = dial(served.address);
    say(&mut next, HELLO);
    until(&mut lines, |line| line["type"] == "tick").unwrap();
}

#[test]
fn a_mind_that_is_killed_in_the_middle_of_a_line_leaves_a_body_that_stands_still() {
    let served = Served::new(platform(), 0, "1");
    let walk =
        r#"{"type":"do","id":1,"verb":{"steer":{"forward":1,"strafe":0,"jump":false,"sneak":false,"sprint":true}}}"#;
    let (mut stream, mut lines) = dial(served.address);
    say(&mut stream, HELLO);
    until(&mut lines, |line| line["type"] == "tick").unwrap();
    say(&mut stream, walk);
    until(&mut lines, |line| line["type"] == "confirmed").unwrap();
    stream.write_all(br#"{"type":"do","id":2,"ve"#).unwrap();
    drop((stream, lines));
    let mut places = Vec::new();
    for _ in 0..2 {
        std::thread::sleep(Duration::from_millis(700));
        let mut link = Connection::open(&served.source(), "test", 2).unwrap();
        let began = Instant::now();
        let tick = loop {
            assert!(began.elapsed() < PATIENCE, "{:?}", link.state());
            let ticks = link.take().into_iter().find_map(|report| match report {
                Report::Tick(tick) => Some(tick),
                _ => None,
            });
            if let Some(tick) = ticks {
                break tick;
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        assert_eq!((link.state(), tick.tick), (&LinkState::Present, 1), "a new connection counts anew");
        places.push(tick.at);
        drop(link);
    }
    assert_eq!(places[0], places[1], "it keeps its place");
}

#[test]
fn no_more_than_64_verbs_are_open_and_each_is_answered_once() {
    let mut puppet = Puppet::new(platform(), 0);
    puppet.arrive();
    puppet.hear(Ok(HELLO.into()));
    for id in 1..=200 {
        puppet.hear(Ok(format!(r#"{{"type":"do","id":{id},"verb":{{"look":{{"yaw":0,"pitch":0}}}}}}"#).into_bytes()));
    }
    puppet.tick();
    let lines = String::from_utf8(puppet.take_lines()).unwrap();
    let answers = |kind: &str| lines.lines().filter(|line| line.starts_with(&format!(r#"{{"type":"{kind}""#))).count();
    assert_eq!((answers("confirmed"), answers("refused")), (PENDING_MAX, 200 - PENDING_MAX));
    assert_eq!(lines.matches("too_many").count(), 200 - PENDING_MAX);
}

#[test]
fn a_mind_that_acknowledges_nothing_gets_a_tick_a_second_and_everything_afterwards() {
    let mut mind = Mind::new(platform(), 0);
    mind.pass(60);
    mind.acks = false;
    mind.pass(BEHIND_TICKS_MAX as u32 + 1);
    let heard = mind.reports.len();
    // The world goes on, and the mind is not told.
    let at = mind.puppet.world().body().feet().offset(3, -1, -3);
    mind.world().set_cell(at, common::block("air"));
    let (one, other) = (mind.begin(Verb::Stop {}), mind.begin(Verb::Stop {}));
    mind.pass(100);
    let told: Vec<&Report> = mind.reports[heard..].iter().collect();
    assert!(told.len() <= 6 && told.iter().all(|report| matches!(report, Report::Tick(_))), "{} lines", told.len());
    let heard = mind.reports.len();
    mind.acks = true;
    mind.pass(40);
    assert_eq!((mind.answer(one), mind.answer(other)), (Some(Ok(())), Some(Ok(()))));
    let column = [at.x.div_euclid(16), at.z.div_euclid(16)];
    let again = mind.reports[heard..].iter().filter(|report| match report {
        Report::Section(section) => [section.at[0], section.at[2]] == column,
        _ => false,
    });
    assert_eq!(again.count(), 24, "the column that changed is sent anew");
}

#[test]
fn a_mind_that_acknowledges_nothing_and_asks_for_ever_more_is_sent_away() {
    let mut mind = Mind::new(platform(), 0);
    mind.acks = false;
    mind.pass(BEHIND_TICKS_MAX as u32 + 5);
    for id in 1..5_000 {
        mind.say(&format!(r#"{{"type":"do","id":{id},"verb":{{"stop":{{}}}}}}"#));
    }
    let lines = String::from_utf8(mind.puppet.take_lines()).unwrap();
    assert!(lines.contains(r#"{"type":"bye","reason":"broken","why":"too many answers wait"#), "{lines}");
    assert!(mind.puppet.over().is_some());
}

#[test]
fn everything_is_told_again_when_it_is_asked_for() {
    let mut mind = Mind::new(platform(), 0);
    mind.pass(30);
    let heard = mind.reports.len();
    mind.say(r#"{"type":"resend"}"#);
    mind.pass(30);
    let kinds = |wanted: fn(&Report) -> bool| mind.reports[heard..].iter().filter(|report| wanted(report)).count();
    assert_eq!(kinds(|report| matches!(report, Report::World(_))), 1);
    assert_eq!(kinds(|report| matches!(report, Report::Inventory(_))), 1);
    assert_eq!(kinds(|report| matches!(report, Report::Effects(_))), 1);
    let columns = mind.puppet.world().grid().loaded().len();
    assert_eq!(kinds(|report| matches!(report, Report::Section(_))), columns * 24);
}

#[test]
fn a_world_that_is_kept_comes_back_as_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("body.world");
    let mut world = platform();
    let hole = world.body().feet().offset(0, -1, -2);
    world.set_cell(hole, common::block("air"));
    let served = Served::kept(world, 0, "1", Some(Keep::new(path.clone(), Tick(0))));
    let (mut stream, mut lines) = dial(served.address);
    say(&mut stream, HELLO);
    say(&mut stream, r#"{"type":"do","id":1,"verb":{"toss":{"item":"coal","count":1}}}"#);
    until(&mut lines, |line| line["type"] == "confirmed").unwrap();
    served.stop();
    assert_eq!(ended_with(&mut lines), ("done".into(), "the body ends".into()));
    let back = World::load(&path).unwrap();
    let coal = gamedata::items::named("coal").unwrap();
    assert_eq!(back.body().inventory.count(coal), 3);
    assert_eq!(back.grid().cell(hole), Some(common::block("air")));
}

/// A line that a mind might send: sound, nearly sound, or none at all.
fn line() -> impl Strategy<Value = String> {
    let number = prop_oneof![-3_i64..4, Just(i64::MAX), Just(30_000_000), -70_i64..330];
    let cell = [number.clone(), number.clone(), number.clone()].prop_map(|[x, y, z]| format!("[{x},{y},{z}]"));
    let item = prop::sample::select(vec!["dirt", "cobblestone", "water_bucket", "bread", "shield", "x:y", "NO", ""]);
    let face = prop::sample::select(vec!["up", "down", "north", "east", "nowhere"]);
    let verb = (0..20_u8, cell, item, face, number).prop_map(|(verb, cell, item, face, number)| match verb {
        0 => format!(r#"{{"steer":{{"forward":{number},"strafe":1,"jump":true,"sneak":false,"sprint":true}}}}"#),
        1 => format!(r#"{{"look":{{"yaw":{number},"pitch":0}}}}"#),
        2 => format!(r#"{{"hold":{{"item":"{item}"}}}}"#),
        3 => format!(r#"{{"dig_start":{{"at":{cell},"face":"{face}"}}}}"#),
        4 => r#"{"dig_stop":{}}"#.into(),
        5 => format!(r#"{{"place":{{"at":{cell},"face":"{face}","cursor":[0,1000,500],"item":"{item}"}}}}"#),
        6 => format!(r#"{{"use_on":{{"at":{cell},"face":"{face}","cursor":[0,1000,500]}}}}"#),
        7 => r#"{"use_item":{"hand":"main"}}"#.into(),
        8 => r#"{"release":{}}"#.into(),
        9 => format!(r#"{{"strike":{{"kind":"cow","near":{cell}}}}}"#),
        10 => {
            format!(r#"{{"craft":{{"makes":"stick","grid":["{item}",null,"{item}",null],"times":3,"table":{cell}}}}}"#)
        }
        11 => format!(r#"{{"open":{{"at":{cell}}}}}"#),
        12 => format!(r#"{{"transfer":{{"at":{cell},"item":"{item}","count":65535,"slot":"fuel","way":"in"}}}}"#),
        13 => format!(r#"{{"toss":{{"item":"{item}","count":2}}}}"#),
        14 => format!(r#"{{"equip":{{"item":"{item}","slot":"off_hand"}}}}"#),
        15 => format!(r#"{{"sleep":{{"bed":{cell}}}}}"#),
        16 => r#"{"wake":{}}"#.into(),
        17 => format!(r#"{{"say":{{"text":"{item}"}}}}"#),
        18 => r#"{"respawn":{}}"#.into(),
        _ => r#"{"stop":{}}"#.into(),
    });
    let command = (0_u64..40, verb).prop_map(|(id, verb)| format!(r#"{{"type":"do","id":{id},"verb":{verb}}}"#));
    prop_oneof![
        12 => command.clone(),
        2 => (command, 0_usize..200).prop_map(|(line, end)| line.chars().take(end).collect()),
        1 => prop::sample::select(vec![HELLO.to_string(), r#"{"type":"resend"}"#.into(), r#"{"type":"ack","tick":9}"#.into(), "[]".into()]),
        1 => "\\PC{0,60}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever a mind says, the body's own lines keep to the protocol (the other side checks each), and the body goes on.
    #[test]
    fn whatever_a_mind_says_the_body_keeps_to_the_protocol(
        lines in prop::collection::vec((line(), 0_u32..4), 1..60),
        latency_ticks in 0_u64..4,
        break_off in any::<bool>(),
    ) {
        let mut puppet = Puppet::new(platform(), latency_ticks);
        puppet.arrive();
        puppet.hear(Ok(HELLO.into()));
        for (line, ticks) in &lines {
            puppet.hear(Ok(line.clone().into_bytes()));
            (0..*ticks).for_each(|_| puppet.tick());
            for line in puppet.take_lines().split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
                prop_assert!(contract::body::read_report(line).is_ok(), "{}", String::from_utf8_lossy(line));
            }
        }
        if break_off {
            puppet.hear(Err(Fault::Cut { bytes: 3 }));
            prop_assert!(puppet.over().is_some());
        }
        puppet.leave();
        let still = puppet.world().body().at();
        (0..60).for_each(|_| puppet.tick());
        prop_assert!(puppet.world().body().at().distance_flat(still) < 1_500_000, "it walks on without a mind");
        // The next mind finds a body that obeys.
        puppet.arrive();
        puppet.hear(Ok(HELLO.into()));
        puppet.hear(Ok(r#"{"type":"do","id":1,"verb":{"stop":{}}}"#.into()));
        (0..=latency_ticks).for_each(|_| puppet.tick());
        let lines = String::from_utf8(puppet.take_lines()).unwrap();
        let confirmed = r#"{"type":"confirmed","id":1}"#;
        prop_assert!(lines.contains(confirmed), "{}", lines);
    }
}

#[test]
fn answers_that_are_late_name_the_reason() {
    let mut mind = Mind::new(platform(), 2);
    let id = mind.begin(serde_json::from_str(r#"{"open":{"at":[0,0,0]}}"#).unwrap());
    mind.pass(2);
    assert_eq!(mind.answer(id), None, "it is on its way");
    mind.pass(1);
    assert!(matches!(mind.answer(id), Some(Err(Reason::NotLoaded | Reason::OutOfReach))));
}
