//! What the sanitizer makes of 336 real outputs of a small model, as a snapshot that was read by eye.

use agency::sanitize::sanitize;
use serde_json::{Value, json};

const CORPUS: &str = include_str!("../../../fixtures/agency/smollm2.jsonl");
/// The issue asks for at least this many real model outputs in the corpus.
const OUTPUTS_MIN: usize = 200;

fn outputs() -> impl Iterator<Item = (String, String)> {
    CORPUS.lines().map(|line| {
        let output: Value = serde_json::from_str(line).unwrap();
        (output["id"].as_str().unwrap().into(), output["text"].as_str().unwrap().into())
    })
}

/// One line for a model output: its id, what the sanitizer found, and the cleaned text.
fn shown(id: &str, text: &str) -> String {
    let done = sanitize(text);
    let flags = serde_json::to_value(done.flags).unwrap();
    let set: Vec<String> =
        (flags.as_object().unwrap().iter()).filter(|(_, set)| **set == true).map(|(name, _)| name.clone()).collect();
    let goal = match (&done.goal, done.goal_fail) {
        (Some(goal), _) => format!("{} {} {}", goal.action.name(), goal.target, goal.amount),
        (None, fail) => fail.map_or("", agency::GoalFail::name).into(),
    };
    let intent = done.intent_parse.map_or(String::new(), |parse| format!(" {}", json!([done.intent, parse])));
    format!("{id} [{}] {goal}{intent} {}\n", set.join(" "), json!(done.text))
}

#[test]
fn the_results_on_real_outputs_are_golden() {
    assert!(outputs().count() >= OUTPUTS_MIN);
    let all: String = outputs().map(|(id, text)| shown(&id, &text)).collect();
    insta::assert_snapshot!("smollm2", all);
}

#[test]
fn real_outputs_are_settled_after_one_cleaning_and_rarely_lost() {
    for (id, text) in outputs() {
        let once = sanitize(&text);
        assert_eq!(sanitize(&once.text).text, once.text, "{id}");
        assert!(!once.text.to_lowercase().contains("[goal") && !once.text.contains("INTENT:"), "{id}");
    }
}
