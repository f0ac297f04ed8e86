//! Thoughts and counters as JSON, and the way in for a thought from outside.

use crate::body::Object;
use crate::fault::Wrong;
use crate::orders::{ask, refused};
use crate::routes::Source;
use crate::show::word;
use crate::wire::{Budget, Counters, Dropped, Noted, Thought, ThoughtGoal, Thoughts};
use crate::words::Words;
use agency::outside::{NAME_CHARS_MAX, TAKEN, WARNED_MAX};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use driver::ReadModel;
use driver::door::Answered;
use mind::effect::CommandAnswer;
use mind::input::Order;
use mind::thinking::{Fate, Recorded};
use serde_json::{Map, Value};

/// Most names of unread fields that are passed to the mind: as many as it would ever warn of.
pub const KEYS_MAX: usize = WARNED_MAX;

pub fn counters(model: &ReadModel) -> Counters {
    let counters = &model.thinking.counters;
    Counters {
        tick: model.tick.0,
        uptime_minutes: counters.uptime_minutes(model.tick),
        counters: counters.named().into_iter().map(|(name, count)| (name.into(), count)).collect(),
        line: counters.line(model.tick),
    }
}

pub fn list(words: &Words, model: &ReadModel) -> Thoughts {
    let used = &model.thinking.budget;
    Thoughts {
        tick: model.tick.0,
        model: (words.model)(&model.thinking),
        budget: Budget {
            calls_this_hour: used.calls_this_hour,
            calls_per_hour: used.calls_per_hour,
            tokens_this_day: used.tokens_this_day,
            tokens_per_day: used.tokens_per_day,
        },
        thoughts: model.thoughts.iter().rev().map(|recorded| thought(words, recorded)).collect(),
    }
}

fn thought(words: &Words, Recorded { thought, fate }: &Recorded) -> Thought {
    let task = match fate {
        Fate::Task { task } | Fate::Joined { task } | Fate::Managed { task, .. } => Some(task.to_string()),
        Fate::Held(_) | Fate::NotItsTask | Fate::Refused(_) => None,
    };
    Thought {
        id: thought.id.0,
        tick: thought.tick.0,
        text: thought.text.clone(),
        source: word(&thought.source),
        goal: thought.goal.as_ref().map(|goal| ThoughtGoal {
            action: goal.tag.action.name().into(),
            target: goal.tag.target.clone(),
            amount: goal.tag.amount,
            target_id: goal.tag.target_id.as_ref().map(ToString::to_string),
            source: word(&goal.source),
        }),
        intent: thought.intent.as_ref().map(word),
        intent_parse: thought.intent_parse.as_ref().map(word),
        novelty: word(&thought.novelty),
        convert_eligible: thought.convert_eligible,
        tags: thought.tags.iter().map(word).collect(),
        fallback: thought.fallback,
        fate: word(fate),
        task,
        became: (words.fate)(fate),
    }
}

/// `POST /v1/thoughts`: records a thought from another program. Its text is read, `convert_eligible` only if the
/// settings allow it, and nothing else.
pub async fn record(
    State(source): State<Source>,
    Object(body): Object<Map<String, Value>>,
) -> Result<Json<Noted>, Wrong> {
    noted(&source, order(body)?).await
}

/// Hands an order to the mind that becomes a thought, and returns the thought.
pub async fn noted(source: &Source, order: Order) -> Result<Json<Noted>, Wrong> {
    let Answered { id, answer } = ask(source, order).await?;
    let said = (source.words.answer)(&answer);
    let answer = match answer {
        CommandAnswer::Thought(answer) => answer,
        CommandAnswer::Refused(why) => return Err(refused(source, &why)),
        _ => {
            let what = format!("the thought was answered with: {said}");
            return Err(Wrong::new(StatusCode::INTERNAL_SERVER_ERROR, "odd_answer", what, "please report this"));
        }
    };
    Ok(Json(Noted {
        command: id.0,
        thought: thought(&source.words, &answer.recorded),
        dropped: answer.dropped.into_iter().map(|field| Dropped { key: field.key, rebuilt: field.rebuilt }).collect(),
        eligibility_ignored: answer.eligibility_ignored,
        said,
    }))
}

fn order(mut body: Map<String, Value>) -> Result<Order, Wrong> {
    let [text, eligible] = TAKEN;
    let bad = |what: &str, way_out: &str| Wrong::new(StatusCode::BAD_REQUEST, "bad_body", what, way_out);
    let text = match body.remove(text) {
        Some(Value::String(text)) if !text.trim().is_empty() => text,
        _ => return Err(bad("a thought needs a text that is not empty", "send {\"text\": \"…\"}")),
    };
    // Other programs write this field in camel case.
    let convert_eligible = match body.remove(eligible).or_else(|| body.remove("convertEligible")) {
        None | Some(Value::Null) => None,
        Some(Value::Bool(eligible)) => Some(eligible),
        Some(_) => return Err(bad("convert_eligible is true or false", "leave it out, or send true or false")),
    };
    let cut = |key: String| key.chars().take(NAME_CHARS_MAX).collect();
    let keys = body.into_iter().map(|(key, _)| cut(key)).take(KEYS_MAX).collect();
    Ok(Order::Thought { text, convert_eligible, keys })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Order, Wrong> {
        order(serde_json::from_str(text).unwrap())
    }

    #[test]
    fn agency_6_1_only_text_and_eligibility_are_read_from_outside() {
        for (body, eligible, unread) in [
            (r#"{"text": "hm"}"#, None, vec![]),
            (r#"{"text": "hm", "convertEligible": true}"#, Some(true), vec![]),
            (r#"{"text": "hm", "convert_eligible": false, "goalKey": "a:b"}"#, Some(false), vec!["goalKey"]),
            (
                r#"{"text": "hm", "novelty": "high", "extractedGoal": {}, "retryCount": 3}"#,
                None,
                vec!["extractedGoal", "novelty", "retryCount"],
            ),
        ] {
            let keys = unread.into_iter().map(String::from).collect();
            let expected = Order::Thought { text: "hm".into(), convert_eligible: eligible, keys };
            assert_eq!(read(body), Ok(expected), "{body}");
        }
        for body in ["{}", r#"{"text": 3}"#, r#"{"text": " "}"#, r#"{"text": "hm", "convert_eligible": "yes"}"#] {
            assert!(read(body).is_err(), "{body}");
        }
    }

    #[test]
    fn the_names_of_unread_fields_are_bounded() {
        let mut body: Map<String, Value> = (0..KEYS_MAX + 9).map(|number| (format!("k{number}"), 1.into())).collect();
        body.insert("text".into(), "hm".into());
        body.insert("a".repeat(9_000), 1.into());
        let Ok(Order::Thought { keys, .. }) = order(body) else { panic!("it is a thought") };
        assert_eq!(keys.len(), KEYS_MAX);
        assert!(keys.iter().all(|key| key.len() <= NAME_CHARS_MAX) && keys[0].starts_with("aaa"));
    }
}
