//! `stead sanitize`: the cleaning of model output alone. Text or JSON lines in, JSON out.

use super::lines::{self, LINE_BYTES_MAX};
use crate::say::{say, tell};
use agency::sanitize::sanitize;
use serde_json::{Map, Value, json};
use std::io::{self, Read};
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Read lines `{"id", "text"}` and print one answer per line, instead of taking all of standard input as one text.
    #[arg(long)]
    jsonl: bool,
}

const BAD_INPUT: u8 = 2;

pub fn run(args: &Args) -> ExitCode {
    let done = if args.jsonl {
        lines::read("stead sanitize", io::stdin().lock(), |line| {
            say!("{}", answer(line.id, &line.text));
            Ok(())
        })
    } else {
        one_text()
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(BAD_INPUT),
        Err(error) => {
            tell!("stead sanitize: standard input cannot be read ({error}); pipe a text into it");
            ExitCode::FAILURE
        }
    }
}

/// Sanitizes all of standard input as one text. Returns false when the input is refused.
fn one_text() -> io::Result<bool> {
    let mut bytes = Vec::new();
    io::stdin().lock().take(LINE_BYTES_MAX as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > LINE_BYTES_MAX {
        tell!("stead sanitize: standard input: longer than {LINE_BYTES_MAX} bytes; send a shorter text");
        return Ok(false);
    }
    match std::str::from_utf8(&bytes) {
        Ok(text) => say!("{}", answer(Value::Null, text)),
        Err(error) => {
            let at = error.valid_up_to();
            tell!("stead sanitize: standard input, byte {at}: not UTF-8; send text in UTF-8");
            return Ok(false);
        }
    }
    Ok(true)
}

/// The JSON for one sanitized text; without an id when there is none.
fn answer(id: Value, text: &str) -> Value {
    let done = sanitize(text);
    let mut answer = Map::new();
    if !id.is_null() {
        answer.insert("id".into(), id);
    }
    let fields = json!({
        "text": done.text,
        "goal": done.goal,
        "goal_fail": done.goal_fail,
        "goal_key": done.goal_key(),
        "intent": done.intent,
        "intent_parse": done.intent_parse,
        "flags": done.flags,
    });
    if let Value::Object(fields) = fields {
        answer.extend(fields);
    }
    Value::Object(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_has_all_fields_of_the_format() {
        let expected = json!({
            "id": "a", "text": "I need wood.", "goal_fail": null, "goal_key": "collect:oak_log",
            "goal": {"action": "collect", "target": "oak_log", "amount": 8, "target_id": null},
            "intent": "gather", "intent_parse": "final_line",
            "flags": {"code_fence": false, "quotes": false, "prompt_leak": false, "state_leak": false, "degenerate": false, "garbage": false},
        });
        assert_eq!(answer("a".into(), "I need wood. [GOAL: get oak logs 8]\nINTENT: gather"), expected);
        let nothing = answer(Value::Null, "\"hm\"");
        assert_eq!(nothing["goal_fail"], "no_tag");
        assert_eq!((&nothing["goal"], &nothing["intent_parse"]), (&Value::Null, &Value::Null));
        assert!(nothing.get("id").is_none() && nothing["flags"]["quotes"] == true);
    }
}
