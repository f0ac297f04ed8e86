//! The real small model over HTTP: a prompt in, a reply with its tokens out.

mod common;

use driver::Thinker;
use driver::thinker::ThoughtId;
use llm::{LlmThinker, Provider, Settings};
use simulator::RealModel;
use std::time::Duration;

const TOKENS_MAX: u32 = 24;

/// Time limit of a call to the real model, which has one thread and shares it with all other tests of the
/// machine. No assertion depends on it.
const TIMEOUT: Duration = Duration::from_secs(100);

fn thinker(model: &RealModel, json_schema: bool) -> LlmThinker {
    let usual = Settings::new(Provider::OpenAi, model.base_url(), "smollm2", None).unwrap();
    LlmThinker::start(Settings { timeout: TIMEOUT, json_schema, ..usual }).unwrap()
}

#[test]
fn a_real_model_answers_with_text_and_tokens() {
    let model = RealModel::start().unwrap();
    let mut thinker = thinker(&model, false);
    let prompt =
        "Health: 20 of 20\nFood: 8 of 20\nTime: evening\nInventory: 3 oak_log\n\nWhat do you do next, in one sentence?";
    thinker.begin(ThoughtId(1), prompt, TOKENS_MAX);
    let replies = common::collect(&mut thinker, 1);
    assert_eq!(replies[0].id, ThoughtId(1));
    let thought = replies[0].result.as_ref().unwrap();
    assert!(!thought.text.trim().is_empty());
    // The prompt has some 40 tokens; the reply has from one token up to its limit.
    assert!((20..=100 + TOKENS_MAX).contains(&thought.tokens), "{thought:?}");
}

#[test]
fn a_real_model_can_be_held_to_the_schema() {
    let model = RealModel::start().unwrap();
    let mut thinker = thinker(&model, true);
    thinker.begin(ThoughtId(1), "You are hungry and it is night. Think one short thought as JSON.", 120);
    let replies = common::collect(&mut thinker, 1);
    let text = &replies[0].result.as_ref().unwrap().text;
    // A complete reply has its intent as the last line; a reply that was cut off stays as it is.
    assert!(text.contains("\nINTENT: ") || text.trim_start().starts_with('{'), "{text}");
}
