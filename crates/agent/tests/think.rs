//! `stead think --dry-run` on the real program: the prompt, what would become of a reply, and bad input.

mod common;

use common::{live, stead};
use serde_json::{Value, json};

fn becomes(dir: &std::path::Path, reply: &str, more: &[&str]) -> Value {
    std::fs::write(dir.join("reply.txt"), reply).unwrap();
    let said = stead(dir, &[&["think", "--dry-run", "--json", "--reply", "reply.txt"], more].concat());
    assert_eq!(said.code, Some(0), "{}", said.err);
    said.json()["reply"].clone()
}

#[test]
fn the_prompt_of_a_fresh_world_is_printed_and_nothing_is_written() {
    let dir = tempfile::tempdir().unwrap();
    let said = stead(dir.path(), &["think", "--dry-run"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    for part in ["SITUATION", "Health: good. Food: good.", "Time: morning.", "FORMAT", "one short thought"] {
        assert!(said.out.contains(part), "{part:?} is not in {}", said.out);
    }
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0, "no file was made");
    let json = stead(dir.path(), &["think", "--dry-run", "--json"]).json();
    assert_eq!((json["prompt"].as_str().unwrap().trim(), &json["reply"]), (said.out.trim(), &Value::Null));
}

#[test]
fn a_reply_is_shown_with_its_goal_its_novelty_and_what_becomes_of_it() {
    let dir = tempfile::tempdir().unwrap();
    let told = becomes(dir.path(), "Wood is needed. [GOAL: collect birch_log 5]\nINTENT: gather", &[]);
    assert_eq!(told["text"], "Wood is needed.");
    assert_eq!(told["goal"], json!({"action": "collect", "target": "birch_log", "amount": 5, "target_id": null}));
    assert_eq!((&told["intent"], &told["intent_parse"]), (&json!("gather"), &json!("final_line")));
    assert_eq!((&told["novelty"], &told["convert_eligible"]), (&json!("high"), &json!(true)));
    assert!(told["fate"]["task"]["task"].is_u64(), "{told}");

    let told = becomes(dir.path(), "[GOAL: fly moon 1]", &[]);
    assert_eq!(
        (&told["goal"], &told["goal_fail"], &told["fate"]),
        (&Value::Null, &json!("unknown_action"), &Value::Null)
    );
    let told = becomes(dir.path(), "Let us fly. [GOAL: craft flying_carpet 1]", &[]);
    assert!(told["fate"]["refused"]["unknown_target"].is_object(), "{told}");
    let told = becomes(dir.path(), "I am calm.\nINTENT: explore", &[]);
    assert_eq!((&told["convert_eligible"], &told["fate"]), (&json!(true), &json!({"held": "no_goal"})));
}

#[test]
fn the_prompt_of_a_data_directory_tells_what_the_agent_is_doing() {
    let dir = tempfile::tempdir().unwrap();
    let before = live(dir.path(), 2_000);
    let said = stead(dir.path(), &["think", "--dry-run", "--data", "d"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.out.contains("Doing: ") && said.out.contains("Thought before: "), "{}", said.out);
    let told = becomes(dir.path(), "More dirt. [GOAL: collect dirt 2]", &["--data", "d"]);
    assert!(told["fate"]["task"].is_object(), "{told}");
    let after = live(dir.path(), 2_000);
    assert_eq!(after["mind_digest"], before["mind_digest"], "the life is as it was");
}

#[test]
fn bad_input_is_named() {
    let dir = tempfile::tempdir().unwrap();
    stead(dir.path(), &["think"]).refused(2, &["--dry-run"]);
    stead(dir.path(), &["think", "--dry-run", "--reply", "missing.txt"]).refused(2, &["missing.txt"]);
    stead(dir.path(), &["think", "--dry-run", "--data", "nowhere"]).refused(2, &["nowhere"]);
    stead(dir.path(), &["think", "--dry-run", "--data", "d", "--seed", "1"]).refused(2, &["--seed"]);
}
