//! `stead upkeep plan`: schedules for programs and people, honest refusals, exit codes.

mod common;

use common::stead;
use serde_json::Value;
use std::path::Path;

fn fixture(name: &str) -> String {
    format!("{}/../../fixtures/upkeep/{name}.json", env!("CARGO_MANIFEST_DIR"))
}

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_schedule_is_printed_with_cost_bound_and_reasons() {
    let json: Value = stead(here(), &["upkeep", "plan", &fixture("M02_seed_batch")]).json();
    assert_eq!((&json["status"], &json["optimal"]), (&"scheduled".into(), &true.into()));
    assert_eq!((&json["cost"], &json["bound"], &json["interruptions"]), (&1_050.into(), &1_050.into(), &1.into()));
    let actions = json["actions"].as_array().unwrap();
    assert_eq!(actions.len(), 2);
    for action in actions {
        assert_eq!(action["start_tick"].as_u64().unwrap(), 20 * action["start_step"].as_u64().unwrap());
        assert!(action["why"].as_str().unwrap().contains("warn threshold"), "{action}");
    }
}

#[test]
fn what_cannot_be_kept_up_is_an_honest_no() {
    let said = stead(here(), &["upkeep", "plan", &fixture("MN1_infeasible_stock")]);
    assert_eq!(said.code, Some(3));
    let json: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(
        (&json["status"], &json["metric"], &json["at_step"]),
        (&"unmet".into(), &"food_level".into(), &50.into())
    );
    assert!(json["missing"].as_str().unwrap().contains("eat_food"));
}

#[test]
fn explained_every_action_says_why_what_it_costs_and_what_it_beat() {
    let said = stead(here(), &["upkeep", "plan", "--explain", &fixture("M05_fast_drift")]);
    assert_eq!(said.code, Some(0));
    for word in ["why", "costs", "beat"] {
        assert_eq!(said.out.lines().filter(|line| line.trim_start().starts_with(word)).count(), 3, "{}", said.out);
    }
    assert!(said.out.contains("proven least"), "{}", said.out);
}

#[test]
fn what_is_not_decided_within_the_tries_is_an_answer_too() {
    let file = fixture("M05_fast_drift");
    let said = stead(here(), &["upkeep", "plan", "--tries", "1", &file]);
    said.refused(1, &["undecided: 1 tries found no schedule", "give more than 1 with --tries"]);
    let (json, solved) = (said.json(), stead(here(), &["upkeep", "plan", &file]).json());
    assert_eq!((&json["status"], &json["tried"]), (&"undecided".into(), &1.into()));
    assert!(json["bound"].as_i64().unwrap() <= solved["cost"].as_i64().unwrap(), "{json} {solved}");
    let said = stead(here(), &["upkeep", "plan", "--tries", "1", "--explain", &file]);
    said.refused(1, &["undecided"]);
    assert_eq!(said.out, "", "it is said once");
}

#[test]
fn numbers_that_do_not_count_as_written_are_told_and_change_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let sound = std::fs::read_to_string(fixture("M01_seed_food")).unwrap();
    std::fs::write(dir.path().join("x.json"), sound.replace(": 600,", ": 619,")).unwrap();
    let mut json = stead(dir.path(), &["upkeep", "plan", "x.json"]).json();
    let notes = json.as_object_mut().unwrap().remove("notes").unwrap();
    assert!(notes[0].as_str().unwrap().starts_with("horizon_ticks 619 is not a multiple of step_ticks 20"), "{notes}");
    assert_eq!(json, stead(here(), &["upkeep", "plan", &fixture("M01_seed_food")]).json());
    let told = stead(dir.path(), &["upkeep", "plan", "--explain", "x.json"]).out;
    assert!(told.ends_with(&format!("note: {}\n", notes[0].as_str().unwrap())), "{told}");
}

#[test]
fn bad_input_names_the_file_the_row_and_the_reason() {
    let dir = tempfile::tempdir().unwrap();
    let sound = std::fs::read_to_string(fixture("M01_seed_food")).unwrap();
    for (from, to, words) in [
        ("\"stock\": 99", "\"stock\": -1", ["x.json: operators[0] \"eat_food\"", "stock is -1"]),
        ("\"stock\": 99", "\"stock\": 99, \"hue\": 1", ["x.json: line 42, column", "unknown field `hue`"]),
        ("\"stock\": 99", "\"stock\": \"99\"", ["x.json: line 42, column", "string \"99\", expected i64;"]),
        ("\"drift\": [", "\"drift\": [[0],", ["x.json: line", "invalid length 1, expected a tuple of size 2;"]),
        ("mc-maint-v1", "mc-maint-v9", ["x.json: format", "must be \"mc-maint-v1\""]),
        ("{", "", ["x.json: line 2", "docs/formats.md"]),
    ] {
        std::fs::write(dir.path().join("x.json"), sound.replacen(from, to, 1)).unwrap();
        stead(dir.path(), &["upkeep", "plan", "x.json"]).refused(2, &words);
    }
    stead(dir.path(), &["upkeep", "plan", "none.json"]).refused(2, &["none.json: cannot be read"]);
    stead(dir.path(), &["upkeep", "plan", "-"]).refused(2, &["standard input: line 1: the JSON text ends too early"]);
    std::fs::write(dir.path().join("x.json"), sound.replacen("eat_food", &"x".repeat(10_000), 1)).unwrap();
    let said = stead(dir.path(), &["upkeep", "plan", "x.json"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    std::fs::write(dir.path().join("x.json"), format!("\u{feff}{sound}")).unwrap();
    assert_eq!(
        stead(dir.path(), &["upkeep", "plan", "x.json"]).code,
        Some(0),
        "a mark before the text is no part of it"
    );
    std::fs::write(dir.path().join("x.json"), sound.replace("eat_food", &"x".repeat(10_000)).replace("99", "-1"))
        .unwrap();
    let said = stead(dir.path(), &["upkeep", "plan", "x.json"]);
    said.refused(2, &["x.json: operators[0] \"xxx"]);
    assert!(said.err.len() < 500, "what was sent is not said back: {}", said.err);
}
