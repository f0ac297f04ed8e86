//! Anthropic's messages.

use super::{Answered, Asked, joined, total};
use crate::settings::Settings;
use serde_json::{Value, json};

/// Builds the HTTP request for Anthropic's API. It has no plain field for a schema, so `json_schema` changes
/// nothing here.
pub fn request(settings: &Settings, prompt: &str, tokens_max: u32) -> Asked {
    let messages = json!([{"role": "user", "content": prompt}]);
    Asked {
        url: format!("{}/v1/messages", settings.base_url),
        headers: &[("anthropic-version", "2023-06-01")],
        body: json!({"model": settings.model, "max_tokens": tokens_max, "messages": messages, "stream": false}),
    }
}

pub fn answer(body: &Value) -> Option<Answered> {
    let text = joined(&body["content"])?;
    Some(Answered { text, tokens: total(body, ["/usage/input_tokens", "/usage/output_tokens"]) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Provider;

    #[test]
    fn the_request_names_model_prompt_and_limit() {
        let settings = Settings::new(Provider::Anthropic, "", "claude", None).unwrap();
        let asked = request(&settings, "hello", 40);
        assert_eq!(asked.url, "https://api.anthropic.com/v1/messages");
        let messages = json!([{"role": "user", "content": "hello"}]);
        assert_eq!(asked.body, json!({"model": "claude", "max_tokens": 40, "messages": messages, "stream": false}));
    }

    #[test]
    fn replies_are_read_and_other_shapes_are_not() {
        let answered = |text: &str, tokens| Some(Answered { text: text.into(), tokens });
        for (body, expected) in [
            (
                json!({"content": [{"type": "text", "text": "hi"}], "usage": {"input_tokens": 7, "output_tokens": 2}}),
                answered("hi", Some(9)),
            ),
            (
                json!({"content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "hi"}]}),
                answered("hi", None),
            ),
            (json!({"content": []}), answered("", None)),
            (json!({"type": "error"}), None),
        ] {
            assert_eq!(answer(&body), expected, "{body}");
        }
    }
}
