//! `stead track` as a bot uses it: evidence in, one line a mind tick; versioned envelopes out, and nothing else.

mod common;

use common::{Said, command};
use contract::stream::{Applied, Envelope, REQUEST_VERSION, StreamCursor, decode};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::Stdio;

/// Mind ticks in a second.
const PER_SECOND: u64 = 5;
/// Mind ticks between two snapshots.
const PER_SNAPSHOT: u64 = 25;
/// An engine id that occurs nowhere else, so that the test can search the output for it.
const FIRST_ENGINE_ID: u64 = 987_654_300;

/// A minute of detections: a crowd of cows that stand still, and a zombie that walks past them.
fn evidence(crowd: u64, mind_ticks: u64) -> String {
    let line = |t: u64| {
        let standing = (0..crowd).map(|index| {
            let (x, z) = (4 * (index % 8) as i64 - 14, 4 * (index / 8) as i64 + 6);
            format!("[{x}.5,64,{z}.5,\"cow\",{}]", FIRST_ENGINE_ID + 1 + index)
        });
        let walker = format!("[{:.1},64,-4.5,\"zombie\",{FIRST_ENGINE_ID}]", 20.0 - 0.2 * t as f64);
        let detections: Vec<String> = standing.chain([walker]).collect();
        format!("{{\"t\":{t},\"bot\":[0.5,64,0.5],\"d\":[{}]}}\n", detections.join(","))
    };
    (1..=mind_ticks).map(line).collect()
}

fn track(args: &[&str], input: &str) -> Said {
    let dir = tempfile::tempdir().unwrap();
    let mut child = command(dir.path(), &[&["track"], args].concat()).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_string();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let said = Said::of(child.wait_with_output().unwrap());
    writer.join().unwrap().unwrap();
    assert_eq!(said.code, Some(0), "{}", said.err);
    said
}

fn envelopes(said: &Said) -> Vec<Envelope> {
    said.out.lines().map(|line| decode(line.as_bytes()).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

#[test]
fn rig_i_ext_3_5_forty_entities_give_one_versioned_envelope_a_second_and_no_message_per_entity() {
    let mind_ticks = 300;
    let said = track(&["--envelopes", "--start", "1"], &evidence(40, mind_ticks));
    let sent = envelopes(&said);
    assert!(said.out.lines().all(|line| line.contains(REQUEST_VERSION)), "every message names its version");
    assert!(!said.out.contains("9876543"), "engine ids are raw evidence and stay inside");
    let most = mind_ticks / PER_SECOND + 1;
    assert!(sent.len() as u64 <= most, "{} envelopes in {mind_ticks} mind ticks", sent.len());
    assert!(sent[0].snapshot.is_some(), "a consumer that connects gets a snapshot first");
    let snapshots = sent.iter().filter(|envelope| envelope.snapshot.is_some()).count() as u64;
    assert_eq!(snapshots, 1 + mind_ticks / PER_SNAPSHOT, "and then one every five seconds");
    // Only the zombie moves: between snapshots there are no events about the forty cows that stand still.
    let events: usize = sent[1..].iter().map(|envelope| envelope.events.len()).sum();
    assert!((1..=60).contains(&events), "{events} events in a minute with one walker");
}

#[test]
fn rig_i_ext_3_5_a_consumer_that_takes_each_version_as_named_ends_with_the_tracks_of_the_bus() {
    let evidence = evidence(12, 200);
    let sent = envelopes(&track(&["--envelopes", "--start", "1"], &evidence));
    let mut consumer = StreamCursor::new();
    for envelope in &sent {
        assert_eq!(consumer.apply(envelope), Applied::Applied, "{envelope:?}");
    }
    let held: BTreeMap<String, String> =
        consumer.view().map(|view| (view.id.to_string(), view.kind.to_string())).collect();
    let said = track(&[], &evidence);
    let last: serde_json::Value = serde_json::from_str(said.out.lines().last().unwrap()).unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_string();
    let tracks = last["tracks"].as_array().unwrap().iter().map(|row| (text(&row[0]), text(&row[1])));
    assert_eq!(held, tracks.collect(), "the same ids and kinds");
    assert_eq!(held.len(), 13, "twelve cows and the zombie");
    // The former format, one message per entity, is refused with an error that names it.
    let envelope = String::from_utf8(contract::stream::encode(&sent[0])).unwrap();
    let legacy = envelope.replace(REQUEST_VERSION, "legacy_observation");
    let error = decode(legacy.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("legacy_observation"), "{error}");
}
