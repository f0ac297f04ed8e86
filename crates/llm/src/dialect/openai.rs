//! OpenAI's chat completions, which most servers speak.

use super::{Answered, Asked, joined, schema, total};
use crate::settings::Settings;
use serde_json::{Value, json};

pub fn request(settings: &Settings, prompt: &str, tokens_max: u32) -> Asked {
    let mut body = json!({
        "model": settings.model,
        "messages": [{"role": "user", "content": prompt}],
        "stream": false,
    });
    // OpenAI's reasoning models refuse the old name of the token limit; other servers do not all know the new name.
    let limit = if settings.host() == "api.openai.com" { "max_completion_tokens" } else { "max_tokens" };
    body[limit] = json!(tokens_max);
    if settings.json_schema {
        body["response_format"] = json!({"type": "json_schema", "json_schema": {"name": "thought", "strict": true, "schema": schema::strict()}});
    }
    Asked { url: format!("{}/chat/completions", settings.base_url), headers: &[], body }
}

pub fn answer(body: &Value) -> Option<Answered> {
    let message = body.pointer("/choices/0/message")?;
    let text = match &message["content"] {
        Value::String(text) => text.clone(),
        // The reply has no text if the model only reasoned or wanted to call a tool.
        Value::Null => String::new(),
        parts => joined(parts)?,
    };
    Some(Answered { text, tokens: total(body, ["/usage/prompt_tokens", "/usage/completion_tokens"]) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Provider;

    #[test]
    fn the_request_names_model_prompt_and_limit() {
        for (url, limit) in [("http://127.0.0.1:1", "max_tokens"), ("", "max_completion_tokens")] {
            let settings = Settings::new(Provider::OpenAi, url, "m", None).unwrap();
            let asked = request(&settings, "hello", 40);
            assert!(asked.url.ends_with("/v1/chat/completions"), "{}", asked.url);
            let messages = json!([{"role": "user", "content": "hello"}]);
            assert_eq!(asked.body, json!({"model": "m", "messages": messages, "stream": false, limit: 40}));
        }
    }

    #[test]
    fn replies_are_read_and_other_shapes_are_not() {
        let answered = |text: &str, tokens| Some(Answered { text: text.into(), tokens });
        for (body, expected) in [
            (
                json!({"choices": [{"message": {"content": "hi"}}], "usage": {"prompt_tokens": 7, "completion_tokens": 2}}),
                answered("hi", Some(9)),
            ),
            (json!({"choices": [{"message": {"content": "hi"}}]}), answered("hi", None)),
            (
                json!({"choices": [{"message": {"content": "hi"}}], "usage": {"prompt_tokens": -1, "completion_tokens": 2}}),
                answered("hi", None),
            ),
            (
                json!({"choices": [{"message": {"content": "hi"}}], "usage": {"prompt_tokens": 0, "completion_tokens": 0}}),
                answered("hi", None),
            ),
            (json!({"choices": [{"message": {"content": null}}]}), answered("", None)),
            (json!({"choices": [{"message": {"content": [{"type": "text", "text": "hi"}]}}]}), answered("hi", None)),
            (json!({"choices": []}), None),
            (json!({"choices": [{"message": {"content": 3}}]}), None),
            (json!({}), None),
            (json!([]), None),
        ] {
            assert_eq!(answer(&body), expected, "{body}");
        }
    }
}
