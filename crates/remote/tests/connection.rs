//! The connection against bodies that lie, flood, hang, break off, or speak another version: a state with a name, and
//! never an endless wait.

use contract::body::{Report, Verb};
use remote::{Connection, LinkState, Source};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::{Duration, Instant};

const HELLO: &str = r#"{"type":"hello","protocol":"stead-body/1","body":"b","abilities":["look"]}"#;
const PRESENT: &str = r#"{"type":"link","state":"present"}"#;

/// A body that takes one connection and does this with it after the mind's greeting.
fn body(does: impl FnOnce(BufReader<TcpStream>, TcpStream) + Send + 'static) -> (Source, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let thread = spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        let mut greeting = String::new();
        reader.read_line(&mut greeting).unwrap();
        assert!(greeting.contains(r#""protocols":["stead-body/1"]"#), "{greeting}");
        does(reader, stream);
    });
    (Source::Address(address), thread)
}

fn tick(number: u64) -> String {
    format!(
        r#"{{"type":"tick","tick":{number},"time_of_day":0,"weather":"clear","at":[0,64000,0],"velocity":[0,0,0],"yaw":0,"pitch":0,"on_ground":true}}"#
    )
}

fn say(stream: &mut TcpStream, lines: &[&str]) {
    for line in lines {
        let _ = stream.write_all(format!("{line}\n").as_bytes());
    }
}

/// Takes in reports until this holds, for five seconds at most.
fn until(link: &mut Connection, mut holds: impl FnMut(&Connection, &[Report]) -> bool) -> Vec<Report> {
    let (begun, mut all) = (Instant::now(), Vec::new());
    loop {
        all.extend(link.take());
        if holds(link, &all) {
            return all;
        }
        assert!(begun.elapsed() < Duration::from_secs(5), "{:?} after {} reports", link.state(), all.len());
        sleep(Duration::from_millis(2));
    }
}

fn gone(state: &LinkState) -> Option<&str> {
    if let LinkState::Gone { why } = state { Some(why) } else { None }
}

#[test]
fn a_sound_body_is_greeted_heard_acknowledged_and_told_what_to_do() {
    let (source, thread) = body(|mut reader, mut stream| {
        say(&mut stream, &[HELLO, PRESENT, &tick(1), &tick(2)]);
        let mut lines = Vec::new();
        while lines.iter().filter(|line: &&String| line.contains("\"do\"") || line.contains("\"tick\":2")).count() < 2 {
            let mut line = String::new();
            if reader.read_line(&mut line).unwrap() == 0 {
                break;
            }
            lines.push(line);
        }
        assert!(lines.iter().any(|line| line.trim() == r#"{"type":"do","id":1,"verb":{"wake":{}}}"#), "{lines:?}");
        say(&mut stream, &[r#"{"type":"confirmed","id":1}"#, r#"{"type":"bye","reason":"done","why":"enough"}"#]);
    });
    let mut link = Connection::open(&source, "test", 4).unwrap();
    assert_eq!(*link.state(), LinkState::Connecting);
    until(&mut link, |link, _| *link.state() == LinkState::Present);
    assert_eq!(link.act(Verb::Wake {}), Some(1));
    let reports = until(&mut link, |link, _| link.is_over());
    assert!(reports.iter().any(|report| matches!(report, Report::Confirmed(confirmed) if confirmed.id == 1)));
    assert_eq!(gone(link.state()), Some("the body said goodbye: enough"));
    assert_eq!(link.act(Verb::Wake {}), None);
    thread.join().unwrap();
}

#[test]
fn refused_lines_are_told_to_the_body_and_lost_blocks_are_asked_for_again() {
    let (source, thread) = body(|reader, mut stream| {
        say(&mut stream, &[HELLO, "junk", &tick(5), &tick(4), r#"{"type":"confirmed","id":7}"#]);
        let mut faults = Vec::new();
        for line in reader.lines().map_while(Result::ok) {
            faults.extend(
                ["malformed", "resend", "back_in_time", "unknown_id"].into_iter().filter(|name| line.contains(name)),
            );
            if faults.len() == 4 {
                break;
            }
        }
        assert_eq!(faults, ["malformed", "resend", "back_in_time", "unknown_id"]);
    });
    let mut link = Connection::open(&source, "test", 4).unwrap();
    until(&mut link, |link, _| link.faults() == 3);
    assert!(!link.is_over());
    thread.join().unwrap();
}

#[test]
fn another_version_a_missing_greeting_and_a_broken_line_end_the_connection_by_name() {
    let cases: [(&str, &str); 4] = [
        (
            r#"{"type":"hello","protocol":"stead-body/2","body":"b","abilities":[]}"#,
            "the other side speaks \"stead-body/2\"",
        ),
        (PRESENT, "the first line must be \"hello\""),
        (r#"{"type":"bye","reason":"busy"}"#, "the body said goodbye: busy"),
        ("", "the body ended the connection"),
    ];
    for (line, why) in cases {
        let (source, thread) = body(move |_, mut stream| say(&mut stream, &[line]));
        let mut link = Connection::open(&source, "test", 4).unwrap();
        until(&mut link, |link, _| link.is_over());
        assert!(gone(link.state()).is_some_and(|told| told.starts_with(why)), "{line}: {:?}", link.state());
        thread.join().unwrap();
    }
    let (source, thread) = body(|_, mut stream| {
        say(&mut stream, &[HELLO]);
        stream.write_all(br#"{"type":"ti"#).unwrap();
    });
    let mut link = Connection::open(&source, "test", 4).unwrap();
    until(&mut link, |link, _| link.is_over());
    assert!(gone(link.state()).is_some_and(|why| why.contains("middle of a line")), "{:?}", link.state());
    thread.join().unwrap();
}

#[test]
fn a_flood_of_junk_ends_the_connection_and_one_of_ticks_does_not() {
    let (source, thread) = body(|reader, mut stream| {
        say(&mut stream, &[HELLO]);
        for _ in 0..2_000 {
            say(&mut stream, &["junk"]);
        }
        // A stream that is closed with something unread in it would lose what it has sent.
        assert!(reader.lines().map_while(Result::ok).any(|line| line.contains(r#""reason":"faults""#)));
    });
    let mut link = Connection::open(&source, "test", 4).unwrap();
    until(&mut link, |link, _| link.is_over());
    assert!(gone(link.state()).is_some_and(|why| why.contains("refused")), "{:?}", link.state());
    drop(link);
    thread.join().unwrap();

    let (source, thread) = body(|reader, mut stream| {
        say(&mut stream, &[HELLO, PRESENT]);
        for number in 1..=20_000 {
            say(&mut stream, &[&tick(number)]);
        }
        say(&mut stream, &[r#"{"type":"bye","reason":"done"}"#]);
        assert!(reader.lines().map_while(Result::ok).any(|line| line == r#"{"type":"ack","tick":20000}"#));
    });
    let mut link = Connection::open(&source, "test", 4).unwrap();
    let reports = until(&mut link, |link, _| link.is_over());
    assert_eq!(reports.iter().filter(|report| matches!(report, Report::Tick(_))).count(), 20_000);
    drop(link);
    thread.join().unwrap();
}

#[test]
fn a_body_without_ticks_is_silent_and_present_again_with_the_next() {
    let (source, thread) = body(|_, mut stream| {
        say(&mut stream, &[HELLO, PRESENT, &tick(1)]);
        sleep(Duration::from_millis(1_500));
        say(&mut stream, &[&tick(2)]);
        sleep(Duration::from_millis(300));
        say(
            &mut stream,
            &[r#"{"type":"link","state":"waiting","cause":"restarting","why":"Server closed","retry_ms":2000}"#],
        );
        sleep(Duration::from_millis(300));
    });
    let mut link = Connection::open(&source, "test", 4).unwrap();
    until(&mut link, |link, _| *link.state() == LinkState::Present);
    until(&mut link, |link, _| matches!(link.state(), LinkState::Silent { ticks } if *ticks >= 20));
    until(&mut link, |link, _| *link.state() == LinkState::Present);
    until(&mut link, |link, _| *link.state() == LinkState::Waiting { why: "Server closed".into() });
    thread.join().unwrap();
}

#[test]
fn no_more_than_64_verbs_wait_for_their_answer() {
    let (source, thread) = body(|_, mut stream| {
        say(&mut stream, &[HELLO, PRESENT]);
        sleep(Duration::from_millis(500));
        say(&mut stream, &[r#"{"type":"confirmed","id":5}"#]);
        sleep(Duration::from_millis(500));
    });
    let mut link = Connection::open(&source, "test", 4).unwrap();
    until(&mut link, |link, _| *link.state() == LinkState::Present);
    for id in 1..=64 {
        assert_eq!(link.act(Verb::Wake {}), Some(id));
    }
    assert_eq!(link.act(Verb::Wake {}), None);
    until(&mut link, |_, reports| reports.iter().any(|report| matches!(report, Report::Confirmed(_))));
    assert_eq!(link.act(Verb::Wake {}), Some(65));
    drop(link);
    thread.join().unwrap();
}

#[test]
fn what_cannot_be_reached_or_started_is_said() {
    let refused = |source: Source| Connection::open(&source, "test", 4).unwrap_err().to_string();
    assert!(refused(Source::Address("127.0.0.1:1".into())).starts_with("no body listens at 127.0.0.1:1"));
    assert_eq!(refused(Source::Address("nowhere".into())), "\"nowhere\" is no address; write HOST:PORT");
    assert_eq!(refused(Source::Command("  ".into())), "the command that starts the body is empty");
    assert!(
        refused(Source::Command("no-such-body --now".into()))
            .starts_with("cannot start the body with `no-such-body --now`")
    );
}

#[test]
fn a_child_that_ends_is_gone_and_one_that_hangs_is_ended_with_the_connection() {
    let mut link = Connection::open(&Source::Command("true".into()), "test", 4).unwrap();
    until(&mut link, |link, _| link.is_over());
    let begun = Instant::now();
    drop(Connection::open(&Source::Command("sleep 60".into()), "test", 4).unwrap());
    assert!(begun.elapsed() < Duration::from_secs(10));
}
