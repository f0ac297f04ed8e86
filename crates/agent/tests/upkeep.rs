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
fn bad_input_names_the_file_the_row_and_the_reason() {
    let dir = tempfile::tempdir().unwrap();
    let sound = std::fs::read_to_string(fixture("M01_seed_food")).unwrap();
    for (from, to, words) in [
        ("\"stock\": 99", "\"stock\": -1", ["x.json: operators[0] \"eat_food\"", "stock is -1"]),
        ("\"stock\": 99", "\"stock\": 99, \"hue\": 1", ["x.json: unknown field `hue`", "line"]),
        ("mc-maint-v1", "mc-maint-v9", ["x.json: format", "must be \"mc-maint-v1\""]),
        ("{", "", ["x.json:", "line 2"]),
    ] {
        std::fs::write(dir.path().join("x.json"), sound.replacen(from, to, 1)).unwrap();
        stead(dir.path(), &["upkeep", "plan", "x.json"]).refused(2, &words);
    }
    stead(dir.path(), &["upkeep", "plan", "none.json"]).refused(2, &["none.json"]);
}
