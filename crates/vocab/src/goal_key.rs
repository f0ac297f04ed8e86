//! The key of a goal: two goals with equal keys are the same goal. Written `action:target` in lower case with underscores;
//! never empty.

use alloc::string::String;
use core::fmt;
use serde::{Deserialize, Serialize};

/// Longest goal key in bytes. A longer one is a mistake.
pub const GOAL_KEY_BYTES_MAX: usize = 96;

/// The canonical name of a goal: equal goals have equal keys. It is never empty.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GoalKey(String);

/// Why a text is not a goal key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GoalKeyError {
    Empty,
    NoTarget,
    TooLong,
}

impl fmt::Display for GoalKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GoalKeyError::Empty => "a goal key needs an action",
            GoalKeyError::NoTarget => "a goal key needs a target after the colon",
            GoalKeyError::TooLong => "a goal key has at most 96 bytes",
        })
    }
}

impl core::error::Error for GoalKeyError {}

impl GoalKey {
    /// Makes a goal key: lower-cases, turns everything but ASCII letters, digits and the signs of numbers into single
    /// underscores, and trims them.
    pub fn new(action: &str, target: &str) -> Result<GoalKey, GoalKeyError> {
        let (action, target) = (canonical(action), canonical(target));
        if action.is_empty() {
            return Err(GoalKeyError::Empty);
        }
        if target.is_empty() {
            return Err(GoalKeyError::NoTarget);
        }
        if action.len() + 1 + target.len() > GOAL_KEY_BYTES_MAX {
            return Err(GoalKeyError::TooLong);
        }
        Ok(GoalKey(action + ":" + &target))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn action(&self) -> &str {
        self.0.split(':').next().unwrap_or("")
    }

    pub fn target(&self) -> &str {
        self.0.split(':').nth(1).unwrap_or("")
    }
}

fn canonical(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    let mut chars = word.chars().peekable();
    while let Some(ch) = chars.next() {
        let is_sign = ch == '-'
            && chars.peek().is_some_and(char::is_ascii_digit)
            && !out.ends_with(|last: char| last.is_ascii_alphanumeric());
        if ch.is_ascii_alphanumeric() || is_sign {
            out.push(ch.to_ascii_lowercase());
        } else if !out.is_empty() && !out.ends_with('_') {
            out.push('_');
        }
    }
    out.truncate(out.trim_end_matches('_').len());
    out
}

impl fmt::Display for GoalKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for GoalKey {
    type Error = GoalKeyError;
    fn try_from(text: String) -> Result<GoalKey, GoalKeyError> {
        let (action, target) = text.split_once(':').unwrap_or((&text, ""));
        GoalKey::new(action, target)
    }
}

impl From<GoalKey> for String {
    fn from(key: GoalKey) -> String {
        key.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn goal_keys_are_canonical() {
        for (action, target, key) in [
            ("collect", "oak_log", "collect:oak_log"),
            ("Collect", "Oak Log", "collect:oak_log"),
            ("  craft ", "--iron--pickaxe--", "craft:iron_pickaxe"),
        ] {
            assert_eq!(GoalKey::new(action, target).map(|k| k.to_string()).as_deref(), Ok(key));
        }
    }

    #[test]
    fn an_empty_goal_key_cannot_be_made() {
        assert_eq!(GoalKey::new("", "oak_log"), Err(GoalKeyError::Empty));
        assert_eq!(GoalKey::new("::", ""), Err(GoalKeyError::Empty));
        assert_eq!(GoalKey::new("collect", " _ "), Err(GoalKeyError::NoTarget));
        assert_eq!(GoalKey::try_from(String::new()), Err(GoalKeyError::Empty));
        assert_eq!(GoalKey::new("collect", &"x".repeat(GOAL_KEY_BYTES_MAX)), Err(GoalKeyError::TooLong));
        let longest = GoalKey::new("c", &"x".repeat(GOAL_KEY_BYTES_MAX - 2));
        assert_eq!(longest.map(|key| key.as_str().len()), Ok(GOAL_KEY_BYTES_MAX));
    }
}
