//! How each API wants to be asked, and what it answers: one file per API, data only.

mod anthropic;
mod gemini;
mod openai;
mod schema;

use crate::settings::{Provider, Settings};
use serde_json::Value;

/// An HTTP request to a model server before it is sent. The caller adds the key, in the header that `key_header`
/// names.
#[derive(Debug, PartialEq)]
pub(crate) struct Asked {
    pub url: String,
    pub headers: &'static [(&'static str, &'static str)],
    pub body: Value,
}

/// A model's reply with the number of tokens it used; `None` when the server does not report it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Answered {
    pub text: String,
    pub tokens: Option<u64>,
}

/// The HTTP header that carries the key, and the text before the key in it.
pub(crate) fn key_header(provider: Provider) -> (&'static str, &'static str) {
    match provider {
        Provider::OpenAi => ("authorization", "Bearer "),
        Provider::Anthropic => ("x-api-key", ""),
        Provider::Gemini => ("x-goog-api-key", ""),
    }
}

pub(crate) fn request(settings: &Settings, prompt: &str, tokens_max: u32) -> Asked {
    match settings.provider {
        Provider::OpenAi => openai::request(settings, prompt, tokens_max),
        Provider::Anthropic => anthropic::request(settings, prompt, tokens_max),
        Provider::Gemini => gemini::request(settings, prompt, tokens_max),
    }
}

/// Reads the JSON of a model's reply; `None` when it has another shape.
pub(crate) fn answer(settings: &Settings, body: &Value) -> Option<Answered> {
    let answered = match settings.provider {
        Provider::OpenAi => openai::answer(body),
        Provider::Anthropic => anthropic::answer(body),
        Provider::Gemini => gemini::answer(body),
    }?;
    if settings.json_schema {
        return Some(Answered { text: schema::as_tags(&answered.text), ..answered });
    }
    Some(answered)
}

/// The sum of the input and output tokens in a reply; `None` when a count is missing or both are zero.
fn total(body: &Value, counts: [&str; 2]) -> Option<u64> {
    let [one, two] = counts.map(|count| body.pointer(count).and_then(Value::as_u64));
    one?.checked_add(two?).filter(|sum| *sum > 0)
}

/// All text parts of a JSON list, joined in order; `None` when it is no list.
fn joined(parts: &Value) -> Option<String> {
    Some(parts.as_array()?.iter().filter_map(|part| part["text"].as_str()).collect())
}
