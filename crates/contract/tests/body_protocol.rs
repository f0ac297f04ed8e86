//! The body protocol: its page, its schema and its reader agree, and a body that lies, floods or breaks off is refused
//! by name.

use contract::body::limits::{CHANGES_MAX, ENTITIES_MAX, FAULTS_MAX, PENDING_MAX, REPORT_BYTES_MAX};
use contract::body::session::Hearing;
use contract::body::{
    Command, Fault, Report, Session, Splitter, encode_command, encode_report, read_command, read_report,
};
use proptest::prelude::*;
use serde_json::{Value, json};

const PAGE: &str = include_str!("../../../docs/body-protocol.md");
const SCHEMA: &str = include_str!("../../../docs/body-protocol.schema.json");

const TICK: &str = r#"{"type":"tick","tick":5,"time_of_day":0,"weather":"clear","at":[8000,64000,8000],"velocity":[0,0,0],
    "yaw":0,"pitch":0,"on_ground":true}"#;
const WORLD: &str = r#"{"type":"world","game":"1.21.4","dimension":"overworld","min_y":-64,"height":384}"#;
const HELLO: &str = r#"{"type":"hello","protocol":"stead-body/1","body":"b","abilities":[]}"#;
const GREETING: &str = r#"{"type":"hello","protocols":["stead-body/1"],"mind":"m","view":8}"#;

/// The lines that the page shows as examples.
fn examples() -> Vec<Value> {
    let blocks = PAGE.split("```jsonl\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.flat_map(str::lines).map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn schema(side: &str) -> jsonschema::Validator {
    let mut schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let all = schema.as_object_mut().unwrap();
    all.remove("anyOf");
    all.insert("$ref".into(), format!("#/$defs/{side}").into());
    jsonschema::validator_for(&schema).unwrap()
}

fn is_report(line: &Value) -> bool {
    read_report(line.to_string().as_bytes()).is_ok()
}

fn is_command(line: &Value) -> bool {
    read_command(line.to_string().as_bytes()).is_ok()
}

#[test]
fn every_line_on_the_page_is_read_and_fits_the_schema() {
    let (reports, commands) = (schema("report"), schema("command"));
    for line in examples() {
        assert!(is_report(&line) || is_command(&line), "{line}");
        assert_eq!(is_report(&line), reports.is_valid(&line), "{line}");
        assert_eq!(is_command(&line), commands.is_valid(&line), "{line}");
    }
}

#[test]
fn the_page_shows_every_type_and_every_verb_and_the_schema_has_no_other() {
    let examples = examples();
    let shown = |name: &str| examples.iter().any(|line| line["type"] == name);
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    for side in ["report", "command"] {
        for line in schema["$defs"][side]["oneOf"].as_array().unwrap() {
            let types = &line["properties"]["type"];
            let names = types["enum"].as_array().cloned().unwrap_or_else(|| vec![types["const"].clone()]);
            for name in names.iter().filter_map(Value::as_str) {
                assert!(shown(name), "{name}");
            }
        }
    }
    for verb in schema["$defs"]["verb"]["properties"].as_object().unwrap().keys() {
        assert!(examples.iter().any(|line| !line["verb"][verb].is_null()), "{verb}");
        let ability = serde_json::from_value::<Command>(json!({"type": "do", "id": 1, "verb": {verb: {}}}));
        assert!(ability.is_ok() || !ability.unwrap_err().to_string().contains("unknown variant"), "{verb}");
    }
}

#[test]
fn lines_survive_writing_and_reading() {
    let (mut reports, mut commands) = (0, 0);
    for line in examples() {
        let text = line.to_string();
        if let Ok(report) = read_report(text.as_bytes()) {
            assert_eq!(read_report(encode_report(&report).trim_ascii_end()), Ok(report));
            reports += 1;
        }
        if let Ok(command) = read_command(text.as_bytes()) {
            assert_eq!(read_command(encode_command(&command).trim_ascii_end()), Ok(command));
            commands += 1;
        }
    }
    assert!(reports > 20 && commands > 20, "{reports} {commands}");
}

#[test]
fn a_column_of_hills_has_at_most_40_kb_on_the_wire() {
    // Eight kinds of blocks mixed below the ground, as in rock with ore; air above.
    let rock = ["stone", "andesite", "diorite", "coal_ore", "iron_ore", "dirt", "gravel", "water[level=0]"];
    let cells: Vec<u16> = (0..4_096_usize).map(|cell| (cell * 31 % 8) as u16).collect();
    let mut bytes = 0;
    for y in -4..20 {
        let palette: Vec<String> = if y < 5 { rock.map(String::from).into() } else { vec!["air".into()] };
        let section = if y < 5 {
            contract::body::section::Section::pack([0, y, 0], palette, &cells)
        } else {
            contract::body::section::Section { at: [0, y, 0], palette, cells: String::new() }
        };
        bytes += encode_report(&Report::Section(section)).len();
    }
    assert!(bytes <= 40_000, "{bytes}");
}

fn fault_of_report(line: &Value) -> &'static str {
    read_report(line.to_string().as_bytes()).map_or_else(|fault| fault.name(), |_| "none")
}

#[test]
fn a_body_that_lies_is_refused_by_name() {
    let tick = |field: &str, value: Value| {
        let mut line: Value = serde_json::from_str(TICK).unwrap();
        line[field] = value;
        line
    };
    let entity = json!({"id": 1, "kind": "cow", "at": [0, 0, 0], "sight": "visible"});
    let change = json!([0, 0, 0, "stone"]);
    let slots = vec![Value::Null; 35];
    let cases = [
        (json!({"type": "ticks"}), "malformed"),
        (json!({"tick": 5}), "malformed"),
        (tick("tick", json!(-1)), "malformed"),
        (tick("tick", json!(1_u64 << 53)), "out_of_range"),
        (tick("at", json!([0, 0])), "malformed"),
        (tick("at", json!([0.5, 0, 0])), "malformed"),
        (tick("at", json!([i64::MAX, 0, 0])), "out_of_range"),
        (tick("velocity", json!([0, 200_000, 0])), "out_of_range"),
        (tick("pitch", json!(90_001)), "out_of_range"),
        (tick("time_of_day", json!(24_000)), "out_of_range"),
        (tick("light", json!([16, 0])), "out_of_range"),
        (tick("mood", json!("good")), "malformed"),
        (json!({"type": "entities", "entities": vec![entity.clone(); ENTITIES_MAX]}), "none"),
        (json!({"type": "entities", "entities": vec![entity; 2_000]}), "too_many"),
        (json!({"type": "blocks", "changes": vec![change.clone(); CHANGES_MAX]}), "none"),
        (json!({"type": "blocks", "changes": vec![change; 100_000]}), "too_many"),
        (json!({"type": "blocks", "changes": [[0, 5_000, 0, "stone"]]}), "out_of_range"),
        (json!({"type": "blocks", "changes": [[0, 0, 0, "stone; drop table"]]}), "bad_name"),
        (json!({"type": "section", "at": [0, 0, 0], "palette": []}), "bad_section"),
        (json!({"type": "section", "at": [0, 0, 0], "palette": ["a", "b"], "cells": "AAAA"}), "bad_section"),
        (
            json!({"type": "world", "game": "1.21.4", "dimension": "overworld", "min_y": -60, "height": 384}),
            "out_of_range",
        ),
        (
            json!({"type": "world", "game": "1.21.4", "dimension": "overworld", "min_y": 0, "height": 65_520}),
            "out_of_range",
        ),
        (
            json!({"type": "inventory", "slots": slots, "armour": [null, null, null, null], "off_hand": null, "held": 0}),
            "out_of_range",
        ),
        (json!({"type": "chat", "text": "a\u{1b}[2Jb"}), "bad_name"),
        (json!({"type": "chat", "text": "x".repeat(1_001)}), "too_many"),
        (json!({"type": "collected", "by": "Ada", "item": "", "count": 1}), "bad_name"),
    ];
    for (line, fault) in cases {
        let shown: String = line.to_string().chars().take(120).collect();
        assert_eq!(fault_of_report(&line), fault, "{shown}");
        assert_eq!(
            schema("report").is_valid(&line),
            fault == "none" || fault == "bad_section" && line["cells"] == "AAAA",
            "{shown}"
        );
    }
}

/// The faults of a session that reads these lines.
fn faults(lines: &[&str]) -> Vec<&'static str> {
    let mut session = Session::new(8);
    lines.iter().filter_map(|line| session.take(line.as_bytes()).err()).map(|fault| fault.name()).collect()
}

#[test]
fn lines_out_of_order_are_refused_by_name_and_the_session_goes_on() {
    let near = r#"{"type":"section","at":[11,0,0],"palette":["air"]}"#;
    let far = r#"{"type":"section","at":[12,0,0],"palette":["air"]}"#;
    let high = r#"{"type":"section","at":[0,20,0],"palette":["air"]}"#;
    let change = r#"{"type":"blocks","changes":[[0,64,0,"air"]]}"#;
    let deep = r#"{"type":"blocks","changes":[[0,-65,0,"air"]]}"#;
    let later = TICK.replace(r#""tick":5"#, r#""tick":6"#);
    assert_eq!(faults(&[TICK]), ["not_greeted"]);
    assert_eq!(faults(&[HELLO, HELLO]), ["greeted_twice"]);
    assert_eq!(faults(&[&HELLO.replace("body/1", "body/2")]), ["version"]);
    assert_eq!(faults(&[HELLO, near]), ["no_world"]);
    assert_eq!(faults(&[HELLO, WORLD, change]), ["no_place"]);
    assert_eq!(
        faults(&[HELLO, WORLD, TICK, near, far, high, change, deep]),
        ["too_far", "outside_world", "outside_world"]
    );
    assert_eq!(faults(&[HELLO, TICK, TICK, &later, TICK]), ["back_in_time", "back_in_time"]);
    assert_eq!(faults(&[HELLO, WORLD, TICK, near, WORLD, near]), ["no_place"]);
}

#[test]
fn an_answer_counts_once_and_only_for_an_id_that_was_sent() {
    let mut session = Session::new(8);
    session.take(HELLO.as_bytes()).unwrap();
    let id = session.begin().unwrap();
    let confirmed = format!(r#"{{"type":"confirmed","id":{id}}}"#);
    let refused = format!(r#"{{"type":"refused","id":{id},"reason":"denied"}}"#);
    assert!(session.take(confirmed.as_bytes()).is_ok());
    assert_eq!(session.take(confirmed.as_bytes()), Err(Fault::UnknownId(id)));
    assert_eq!(session.take(refused.as_bytes()), Err(Fault::UnknownId(id)));
    assert_eq!(session.take(br#"{"type":"confirmed","id":99}"#), Err(Fault::UnknownId(99)));
    for _ in 0..PENDING_MAX {
        assert!(session.begin().is_some());
    }
    assert_eq!((session.begin(), session.pending()), (None, PENDING_MAX));
}

#[test]
fn too_many_refused_lines_end_the_connection() {
    let mut session = Session::new(8);
    session.take(HELLO.as_bytes()).unwrap();
    for _ in 0..FAULTS_MAX {
        assert!(!session.take(b"junk").unwrap_err().is_final());
    }
    let last = session.take(b"junk").unwrap_err();
    assert_eq!((last.name(), last.is_final()), ("too_many_faults", true));
}

#[test]
fn a_body_hears_a_mind_only_in_order() {
    let take = |lines: &[&str]| {
        let mut hearing = Hearing::default();
        lines
            .iter()
            .filter_map(|line| hearing.take(line.as_bytes()).err())
            .map(|fault| fault.name())
            .collect::<Vec<_>>()
    };
    let wake = r#"{"type":"do","id":3,"verb":{"wake":{}}}"#;
    assert_eq!(take(&[wake]), ["not_greeted"]);
    assert_eq!(take(&[&GREETING.replace("body/1", "body/2"), GREETING, GREETING]), ["version", "greeted_twice"]);
    assert_eq!(take(&[GREETING, wake, wake]), ["id_repeated"]);
    let bad = [
        r#"{"type":"do","id":4,"verb":{"fly":{}}}"#,
        r#"{"type":"do","id":4,"verb":{"wake":{},"stop":{}}}"#,
        r#"{"type":"do","id":4,"verb":{"steer":{"forward":2,"strafe":0,"jump":false,"sneak":false,"sprint":false}}}"#,
        r#"{"type":"do","id":4,"verb":{"craft":{"makes":"stick","grid":["oak_planks"],"times":1,"table":null}}}"#,
        r#"{"type":"do","id":4,"verb":{"place":{"at":[0,0,0],"face":"up","cursor":[0,1001,0],"item":"dirt"}}}"#,
        r#"{"type":"hello","protocols":["stead-body/1"],"mind":"m","view":0}"#,
    ];
    let all: Vec<&str> = std::iter::once(GREETING).chain(bad).collect();
    assert_eq!(take(&all), ["malformed", "malformed", "out_of_range", "out_of_range", "out_of_range", "out_of_range"]);
    let commands = schema("command");
    assert!(bad.iter().all(|line| !commands.is_valid(&serde_json::from_str(line).unwrap())));
}

#[test]
fn a_flood_without_line_ends_is_held_within_one_line() {
    let (mut splitter, mut lines) = (Splitter::new(REPORT_BYTES_MAX), Vec::new());
    for _ in 0..400 {
        splitter.feed(&[b'x'; 1 << 12], |line| lines.push(line));
    }
    splitter.feed(format!("\n{HELLO}\n{{\"type\":\"ti").as_bytes(), |line| lines.push(line));
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0], Err(Fault::TooLong { most: REPORT_BYTES_MAX }));
    assert!(read_report(lines[1].as_ref().unwrap()).is_ok());
    assert_eq!(splitter.end().map(|fault| fault.name()), Some("cut"));
}

/// Sets the value at a place found by walking down the line with these numbers.
fn spoil(line: &mut Value, path: &[usize], with: Value) {
    let Some((&step, rest)) = path.split_first() else { return *line = with };
    match line {
        Value::Object(fields) if !fields.is_empty() => {
            let which = step % fields.len();
            spoil(fields.values_mut().nth(which).unwrap(), rest, with);
        }
        Value::Array(items) if !items.is_empty() => {
            let which = step % items.len();
            spoil(&mut items[which], rest, with);
        }
        _ => *line = with,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn what_the_reader_accepts_fits_the_schema(
        which in any::<prop::sample::Index>(),
        path in prop::collection::vec(0_usize..40, 1..5),
        with in prop::sample::select(vec![
            json!(null), json!(0), json!(-1), json!(1), json!(255), json!(100_000), json!(1.5), json!(u64::MAX), json!(true),
            json!(""), json!("air"), json!("Air"), json!("north"), json!([]), json!([0, 0, 0]), json!({}), json!("\u{7}"),
        ]),
    ) {
        let examples = examples();
        let mut line = which.get(&examples).clone();
        spoil(&mut line, &path, with);
        // Compared as it would be written, because serde also takes a list of the fields for an object.
        let text = line.to_string();
        if let Ok(report) = read_report(text.as_bytes()) {
            let written = serde_json::to_value(&report).unwrap();
            prop_assert!(schema("report").is_valid(&written), "{}", line);
        }
        if let Ok(command) = read_command(text.as_bytes()) {
            let written = serde_json::to_value(&command).unwrap();
            prop_assert!(schema("command").is_valid(&written), "{}", line);
        }
    }

    #[test]
    fn no_bytes_break_the_session(parts in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 0..20)) {
        let (mut splitter, mut session) = (Splitter::new(128), Session::new(8));
        for part in &parts {
            splitter.feed(part, |line| { let _ = line.and_then(|line| session.take(&line)); });
        }
    }
}
