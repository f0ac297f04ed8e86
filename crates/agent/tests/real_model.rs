//! The whole agent thinks with a real small model over HTTP for a few minutes of game time.

mod common;

use common::stead;
use serde_json::Value;
use simulator::RealModel;
use std::fs;
use tempfile::tempdir;

/// Length of the run in ticks: five minutes of game time, ten times as fast as real time, so half a minute, in
/// which the model answers several times.
const TICKS: &str = "6000";
const SPEED: &str = "10";
/// Model calls per hour in this run. It is small enough to be used up, so that the test sees the limit being
/// kept.
const CALLS_PER_HOUR: u64 = 4;
const TOKENS_PER_DAY: u64 = 20_000;
/// Lines that are in every prompt. A thought that contains one repeats the prompt.
const PROMPT_LINES: [&str; 3] = ["You are the inner voice", "SITUATION", "[GOAL"];

#[test]
fn agency_the_agent_thinks_with_a_real_model_within_its_budget_and_repeats_no_prompt() {
    let model = RealModel::start().unwrap();
    let dir = tempdir().unwrap();
    let settings = format!(
        "[llm]\nprovider = \"openai\"\nbase_url = \"{}\"\nmodel = \"smollm2\"\n\n\
         [thoughts]\ninterval_ticks = 200\nheartbeat_ticks = 600\ncalls_per_hour = {CALLS_PER_HOUR}\ntokens_per_day = {TOKENS_PER_DAY}\n",
        model.base_url()
    );
    fs::write(dir.path().join("stead.toml"), settings).unwrap();
    let said = stead(dir.path(), &["run", "--headless", "--speed", SPEED, "--ticks", TICKS, "--data", "d", "--json"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let life = said.json();
    assert_eq!(life["alive"], true);
    let (calls, tokens) = (life["llm"]["calls"].as_u64().unwrap(), life["llm"]["tokens"].as_u64().unwrap());
    assert!((1..=CALLS_PER_HOUR).contains(&calls), "{calls} calls");
    assert!((1..=TOKENS_PER_DAY).contains(&tokens), "{tokens} tokens");

    // The journal contains what the agent thought, and what became of it.
    let trace = stead(dir.path(), &["replay", "d", "--trace", "0", "--until", TICKS]);
    assert_eq!(trace.code, Some(0), "{}", trace.err);
    let thoughts = thoughts(&trace.out);
    assert!(thoughts.iter().any(|thought| thought["source"] != "drive"), "none came from the model: {thoughts:?}");
    for thought in &thoughts {
        let text = thought["text"].as_str().unwrap_or_default();
        for line in PROMPT_LINES {
            assert!(!text.contains(line), "{line:?} in {text:?}");
        }
        assert!(!text.to_uppercase().contains("INTENT:"), "{text:?}");
    }
}

/// All recorded thoughts in the lines of a replay trace, at any depth of the JSON.
fn thoughts(trace: &str) -> Vec<Value> {
    let mut found = Vec::new();
    for line in trace.lines() {
        collect(&serde_json::from_str(line).unwrap(), &mut found);
    }
    found
}

fn collect(value: &Value, found: &mut Vec<Value>) {
    match value {
        Value::Object(fields) => {
            if fields.contains_key("novelty") && fields.contains_key("text") {
                found.push(value.clone());
            }
            fields.values().for_each(|value| collect(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, found)),
        _ => {}
    }
}
