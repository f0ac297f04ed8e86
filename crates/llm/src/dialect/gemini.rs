//! Gemini's `generateContent`. The key goes into a header: in the address, proxies and logs would see it.

use super::{Answered, Asked, joined, schema};
use crate::settings::Settings;
use serde_json::{Value, json};

pub fn request(settings: &Settings, prompt: &str, tokens_max: u32) -> Asked {
    let mut generation = json!({"maxOutputTokens": tokens_max});
    if settings.json_schema {
        generation["responseMimeType"] = json!("application/json");
        generation["responseSchema"] = schema::plain();
    }
    Asked {
        url: format!("{}/v1beta/models/{}:generateContent", settings.base_url, settings.model),
        headers: &[],
        body: json!({"contents": [{"role": "user", "parts": [{"text": prompt}]}], "generationConfig": generation}),
    }
}

pub fn answer(body: &Value) -> Option<Answered> {
    let first = body.pointer("/candidates/0")?;
    // A candidate without parts in Gemini's reply was blocked, or cut off before its first word.
    let text = joined(&first["content"]["parts"]).unwrap_or_default();
    let tokens = body.pointer("/usageMetadata/totalTokenCount").and_then(Value::as_u64).filter(|sum| *sum > 0);
    Some(Answered { text, tokens })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Provider;

    #[test]
    fn the_request_names_model_prompt_and_limit() {
        let settings = Settings::new(Provider::Gemini, "", "models/gemini-2.0-flash", None).unwrap();
        let asked = request(&settings, "hello", 40);
        let host = "https://generativelanguage.googleapis.com";
        assert_eq!(asked.url, format!("{host}/v1beta/models/gemini-2.0-flash:generateContent"));
        let contents = json!([{"role": "user", "parts": [{"text": "hello"}]}]);
        assert_eq!(asked.body, json!({"contents": contents, "generationConfig": {"maxOutputTokens": 40}}));
    }

    #[test]
    fn replies_are_read_and_other_shapes_are_not() {
        let answered = |text: &str, tokens| Some(Answered { text: text.into(), tokens });
        for (body, expected) in [
            (
                json!({"candidates": [{"content": {"parts": [{"text": "h"}, {"text": "i"}]}}], "usageMetadata": {"totalTokenCount": 9}}),
                answered("hi", Some(9)),
            ),
            (json!({"candidates": [{"finishReason": "SAFETY"}]}), answered("", None)),
            (json!({"candidates": []}), None),
            (json!({"promptFeedback": {"blockReason": "SAFETY"}}), None),
        ] {
            assert_eq!(answer(&body), expected, "{body}");
        }
    }
}
