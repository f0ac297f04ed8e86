//! Fields of a thought that come from outside: which are taken, and which are dropped and named.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// The only fields of a thought from another program that are read. `convert_eligible` counts only if the
/// settings allow it.
pub const TAKEN: [&str; 2] = ["text", "convert_eligible"];
/// Fields of a thought that the agent computes itself. Another program cannot set them.
pub const REBUILT: [&str; 8] =
    ["created_at", "updated_at", "retry_count", "max_retries", "child_task_ids", "tags", "category", "solver"];
/// Most dropped fields that an answer lists.
pub const NAMED_MAX: usize = 16;
/// Longest field name in characters that an answer repeats.
pub const NAME_CHARS_MAX: usize = 64;
/// Most different unread fields that the log warns of in a session. A program that invents more fields gets no
/// further warnings.
pub const WARNED_MAX: usize = 64;

/// A field of a thought from another program that was not read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Dropped {
    pub key: String,
    /// Whether the agent computes this field itself.
    pub rebuilt: bool,
}

/// The fields other than those in [`TAKEN`], each once, at most [`NAMED_MAX`]. Names are compared in
/// `snake_case`.
pub fn dropped<'a>(keys: impl IntoIterator<Item = &'a str>) -> Vec<Dropped> {
    let mut found: Vec<Dropped> = Vec::new();
    for key in keys {
        let key = snake(key);
        if found.len() < NAMED_MAX && !TAKEN.contains(&key.as_str()) && !found.iter().any(|dropped| dropped.key == key)
        {
            found.push(Dropped { rebuilt: REBUILT.contains(&key.as_str()), key });
        }
    }
    found
}

/// The field's name in `snake_case`: `retryCount` and `retry_count` are the same field.
fn snake(key: &str) -> String {
    let mut out = String::new();
    for ch in key.chars().take(NAME_CHARS_MAX) {
        if ch.is_ascii_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(ch.to_ascii_lowercase());
    }
    out
}

/// The unread fields that the log has warned of in this session.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Warned(BTreeSet<String>);

impl Warned {
    /// Whether the log is to warn of this field: true once per field and session.
    pub fn is_new(&mut self, key: &str) -> bool {
        self.0.len() < WARNED_MAX && self.0.insert(key.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_text_and_eligibility_are_taken_and_rebuilt_fields_are_told_apart() {
        let keys = ["text", "convertEligible", "goalKey", "extractedGoal", "novelty", "retryCount", "tags", "goal_key"];
        let found = dropped(keys);
        let names: Vec<(&str, bool)> = found.iter().map(|dropped| (dropped.key.as_str(), dropped.rebuilt)).collect();
        let expected =
            [("goal_key", false), ("extracted_goal", false), ("novelty", false), ("retry_count", true), ("tags", true)];
        assert_eq!(names, expected);
        for key in REBUILT {
            assert_eq!(dropped([key]), [Dropped { key: key.into(), rebuilt: true }]);
        }
    }

    #[test]
    fn an_answer_names_a_bounded_number_of_fields_and_a_session_warns_once_of_each() {
        let keys: Vec<String> = (0..100).map(|number| alloc::format!("k{number}")).collect();
        assert_eq!(dropped(keys.iter().map(String::as_str)).len(), NAMED_MAX);
        assert_eq!(dropped(["x".repeat(1_000).as_str()])[0].key.len(), NAME_CHARS_MAX);
        let mut warned = Warned::default();
        assert!(warned.is_new("a") && !warned.is_new("a") && warned.is_new("b"));
        let more = keys.iter().filter(|key| warned.is_new(key)).count();
        assert_eq!(more, WARNED_MAX - 2);
    }
}
