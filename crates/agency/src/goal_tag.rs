//! What a goal tag asks for: `[GOAL: action target… amount? id=…?]`.

use crate::goal_action::GoalAction;
use crate::{synonyms, target};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::GoalKey;
use vocab::goal_key::GoalKeyError;

/// Most items that one goal can ask for.
pub const AMOUNT_MAX: u32 = 4_096;

/// Longest task id in a goal tag, in bytes. The ids of the agent's own tasks are shorter.
pub const ID_BYTES_MAX: usize = 64;

/// Words before a goal's target that are no part of its name, as in "explore to the north".
const ARTICLES: [&str; 6] = ["a", "an", "the", "some", "to", "more"];

/// A goal as the tag `[GOAL: action target amount id=…]` names it. The target is lower case with underscores.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GoalTag {
    pub action: GoalAction,
    /// The goal's target. Empty only if an action that manages tasks names its task by id alone.
    pub target: String,
    /// How many items the goal asks for, from 1 to [`AMOUNT_MAX`]; 1 if the tag has no amount.
    pub amount: u32,
    /// The id of the task that is to be changed, if the action manages tasks.
    pub target_id: Option<String>,
}

impl GoalTag {
    /// The goal key made of the tag's own words. The key of the resulting task may differ: "gather" and "collect" of
    /// one item become the same task.
    pub fn key(&self) -> Result<GoalKey, GoalKeyError> {
        GoalKey::new(self.action.name(), &self.target)
    }
}

/// Why no goal could be read from a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoalFail {
    /// The text has no goal tag.
    NoTag,
    /// The goal tag has more than 100 characters between its brackets.
    TagTooLong,
    /// The goal tag has no closing bracket or no colon, an invalid id, or a target without letters and digits.
    Malformed,
    UnknownAction,
    NoTarget,
    /// Nothing stands after the colon of the goal tag.
    Empty,
    /// The amount in the goal tag is not from 1 to 4,096.
    BadAmount,
}

impl GoalFail {
    pub const fn name(self) -> &'static str {
        match self {
            GoalFail::NoTag => "no_tag",
            GoalFail::TagTooLong => "tag_too_long",
            GoalFail::Malformed => "malformed",
            GoalFail::UnknownAction => "unknown_action",
            GoalFail::NoTarget => "no_target",
            GoalFail::Empty => "empty",
            GoalFail::BadAmount => "bad_amount",
        }
    }
}

/// Parses the part of a goal tag between `[GOAL` and `]`.
pub fn parse(inner: &str) -> Result<GoalTag, GoalFail> {
    let words = inner.trim_start().strip_prefix(':').ok_or(GoalFail::Malformed)?;
    let mut words: Vec<&str> = words.split([' ', '\t', ',']).filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        return Err(GoalFail::Empty);
    }
    let action = action(&mut words).ok_or(GoalFail::UnknownAction)?;
    let target_id = id(&mut words)?;
    let is_place = matches!(action, GoalAction::Navigate | GoalAction::Explore | GoalAction::Check) && is_place(&words);
    let amount = if is_place { None } else { amount(&mut words)? };
    let articles =
        words.iter().take_while(|word| ARTICLES.iter().any(|article| word.eq_ignore_ascii_case(article))).count();
    words.drain(..articles.min(words.len().saturating_sub(1)));
    let target = target::canonical(&words.join(" "));
    if words.is_empty() && !(action.manages_tasks() && target_id.is_some()) {
        return Err(GoalFail::NoTarget);
    }
    if !words.is_empty() && GoalKey::new(action.name(), &target).is_err() {
        return Err(GoalFail::Malformed);
    }
    Ok(GoalTag { action, target: target::resolve(&target).unwrap_or(target), amount: amount.unwrap_or(1), target_id })
}

/// Removes the action from the front of the tag's words and returns it. An action may have two words, as in "go
/// to".
fn action(words: &mut Vec<&str>) -> Option<GoalAction> {
    let lower = |word: &str| word.trim_matches(|ch: char| !ch.is_ascii_alphanumeric()).to_ascii_lowercase();
    let first = lower(words[0]);
    let two = words.get(1).filter(|word| word.eq_ignore_ascii_case("to"));
    let of_two = two.and_then(|word| synonyms::action(&(first.clone() + "_" + &lower(word))));
    let action = of_two.or_else(|| synonyms::action(&first))?;
    words.drain(..if of_two.is_some() { 2 } else { 1 });
    Some(action)
}

/// Removes `id=…` from the end of the tag's words and returns the id.
fn id(words: &mut Vec<&str>) -> Result<Option<String>, GoalFail> {
    let is_id = |word: &str| word.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("id="));
    let Some(place) = words.iter().position(|word| is_id(word)) else { return Ok(None) };
    let value = &words[place][3..];
    let is_fine = |ch: char| ch.is_ascii_alphanumeric() || "_-.:#".contains(ch);
    if place + 1 < words.len() || value.is_empty() || value.len() > ID_BYTES_MAX || !value.chars().all(is_fine) {
        return Err(GoalFail::Malformed);
    }
    words.pop();
    Ok(Some(value.to_string()))
}

/// Whether the words are three whole numbers, so a block position in the world.
fn is_place(words: &[&str]) -> bool {
    words.len() == 3 && words.iter().all(|word| word.parse::<i32>().is_ok())
}

/// Removes the amount from the end of the tag's words, or from the front as in "collect 8 oak logs", and returns
/// it.
fn amount(words: &mut Vec<&str>) -> Result<Option<u32>, GoalFail> {
    let last = words.last().and_then(|word| number(word));
    let first = words.first().filter(|_| words.len() > 1).and_then(|word| number(word));
    let read = match (first, last) {
        (None, None) => return Ok(None),
        (Some(_), Some(_)) => return Err(GoalFail::Malformed),
        (None, Some(last)) => {
            words.pop();
            last
        }
        (Some(first), None) => {
            words.remove(0);
            first
        }
    };
    (1..=AMOUNT_MAX).contains(&read).then_some(Some(read)).ok_or(GoalFail::BadAmount)
}

/// The value of a word meant as a number: `8`, `x8`, `8x`, `-3`, `2.5`. A number that cannot be an amount gives
/// 0.
fn number(word: &str) -> Option<u32> {
    let digits = word.strip_prefix(['x', 'X']).or_else(|| word.strip_suffix(['x', 'X'])).unwrap_or(word);
    let is_number = digits.bytes().any(|byte| byte.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.'));
    is_number.then(|| digits.parse().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(inner: &str, expected: Result<(&str, &str, u32, Option<&str>), GoalFail>) {
        let tag = parse(inner);
        let tag = tag.as_ref().map(|t| (t.action.name(), t.target.as_str(), t.amount, t.target_id.as_deref()));
        assert_eq!(tag.map_err(|fail| *fail), expected, "{inner:?}");
    }

    #[test]
    fn valid_tags_are_read() {
        for (inner, expected) in [
            (": collect oak_log 8", ("collect", "oak_log", 8, None)),
            (": Collect Oak Logs 8", ("collect", "oak_log", 8, None)),
            (":GET minecraft:oak_log x8", ("collect", "oak_log", 8, None)),
            (" : collect 8 oak_log", ("collect", "oak_log", 8, None)),
            (": collect, oak_log, 8", ("collect", "oak_log", 8, None)),
            (": build basic_shelter", ("build", "basic_shelter", 1, None)),
            (": explore nearby 1", ("explore", "nearby", 1, None)),
            (": go to village", ("navigate", "village", 1, None)),
            (": navigate 100 64 -20", ("navigate", "100_64_-20", 1, None)),
            (": cancel torches id=T3-a", ("cancel", "torch", 1, Some("T3-a"))),
            (": cancel ID=7", ("cancel", "", 1, Some("7"))),
            (": mine stone 4096", ("mine", "stone", 4096, None)),
            (": find the blorp", ("find", "blorp", 1, None)),
            (": explore to the north", ("explore", "north", 1, None)),
            (": craft a wooden sword", ("craft", "wooden_sword", 1, None)),
            (": find the", ("find", "the", 1, None)),
        ] {
            check(inner, Ok(expected));
        }
    }

    #[test]
    fn other_tags_give_a_reason() {
        for (inner, expected) in [
            ("", GoalFail::Malformed),
            ("S", GoalFail::Malformed),
            (" collect oak_log", GoalFail::Malformed),
            (":", GoalFail::Empty),
            (": , ", GoalFail::Empty),
            (": drop oak_log", GoalFail::UnknownAction),
            (": <action> <target>", GoalFail::UnknownAction),
            (": 8", GoalFail::UnknownAction),
            (": collect", GoalFail::NoTarget),
            (": collect 8", GoalFail::NoTarget),
            (": cancel", GoalFail::NoTarget),
            (": collect id=3", GoalFail::NoTarget),
            (": collect oak_log 0", GoalFail::BadAmount),
            (": collect oak_log 4097", GoalFail::BadAmount),
            (": collect oak_log -3", GoalFail::BadAmount),
            (": collect oak_log 2.5", GoalFail::BadAmount),
            (": collect oak_log 99999999999999999999", GoalFail::BadAmount),
            (": collect 3 oak_log 4", GoalFail::Malformed),
            (": cancel x id=", GoalFail::Malformed),
            (": cancel x id=a/b", GoalFail::Malformed),
            (": cancel id=3 x", GoalFail::Malformed),
            (": collect 木", GoalFail::Malformed),
        ] {
            check(inner, Err(expected));
        }
    }

    #[test]
    fn the_longest_id_is_read_and_a_longer_one_is_not() {
        let id = |bytes: usize| parse(&alloc::format!(": cancel x id={}", "7".repeat(bytes))).is_ok();
        assert!(id(ID_BYTES_MAX) && !id(ID_BYTES_MAX + 1));
    }
}
