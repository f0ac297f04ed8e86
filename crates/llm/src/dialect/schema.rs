//! The JSON shape that a reply can be held to, and its way back to the tags that every other reply has.

use serde_json::{Value, json};

/// The labels that an intent can have, as the agency document lists them. The mind checks them again.
const INTENTS: [&str; 8] = ["none", "explore", "gather", "craft", "shelter", "food", "mine", "navigate"];

/// The JSON schema of a reply in the form that Gemini accepts.
pub fn plain() -> Value {
    json!({
        "type": "object",
        "properties": {
            "thought": {"type": "string"},
            "goal": {"type": "string", "description": "action, target and amount, such as: collect oak_log 8; empty for none"},
            "intent": {"type": "string", "enum": INTENTS},
        },
        "required": ["thought", "goal", "intent"],
    })
}

/// The JSON schema of a reply in the form that OpenAI accepts: no fields beyond the named ones.
pub fn strict() -> Value {
    let mut schema = plain();
    schema["additionalProperties"] = json!(false);
    schema
}

/// Turns a JSON reply that follows the schema into text with GOAL and INTENT tags. Any other reply stays as it
/// is: some servers break their own schema, and the text may contain the tags anyway.
pub fn as_tags(text: &str) -> String {
    let Ok(Value::Object(reply)) = serde_json::from_str(text) else { return text.into() };
    let field = |name: &str| reply.get(name).and_then(Value::as_str).map(str::trim).filter(|word| !word.is_empty());
    let Some(thought) = field("thought") else { return text.into() };
    let goal = field("goal").map(|goal| format!(" [GOAL: {goal}]")).unwrap_or_default();
    let intent = field("intent").map(|intent| format!("\nINTENT: {intent}")).unwrap_or_default();
    format!("{thought}{goal}{intent}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_of_the_shape_gets_tags_and_any_other_stays() {
        for (text, expected) in [
            (
                r#"{"thought": "Wood first.", "goal": "collect oak_log 8", "intent": "gather"}"#,
                "Wood first. [GOAL: collect oak_log 8]\nINTENT: gather",
            ),
            (r#"{"thought": "Dark.", "goal": "", "intent": "none"}"#, "Dark.\nINTENT: none"),
            (r#"{"thought": "Dark."}"#, "Dark."),
            (r#"{"goal": "collect oak_log 8"}"#, r#"{"goal": "collect oak_log 8"}"#),
            (r#"{"thought": 3}"#, r#"{"thought": 3}"#),
            ("Dark. [GOAL: explore north]", "Dark. [GOAL: explore north]"),
            ("", ""),
        ] {
            assert_eq!(as_tags(text), expected, "{text}");
        }
    }
}
