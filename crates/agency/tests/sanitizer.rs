//! Properties of the sanitizer that hold for any text.

use agency::sanitize::{Sanitized, sanitize};
use proptest::prelude::*;

/// Pieces of text that make or break tags, tokens, fences, quotes, leaks and repetitions when they are joined.
const PIECES: [&str; 64] = [
    "[GOAL: collect oak_log 8]",
    "[GOAL",
    "[goal:",
    "[GO",
    "AL: x]",
    "[ GOAL : mine stone]",
    "GOAL",
    "goal: y]",
    "]",
    "[",
    ":",
    "INTENT: mine",
    "INTENT:",
    "INT",
    "ENT: food",
    "intent : x",
    "**INTENT:** none",
    "INTENT",
    "```",
    "``",
    "`",
    "~~~",
    "```json\n",
    "\"",
    "'",
    "“",
    "”",
    "«",
    "»",
    "<|im_end|>",
    "<|im_",
    "end|>",
    "</s>",
    "[INST]",
    "User: hi\n",
    "Assistant: ",
    "System: x",
    "You are a helpful",
    "as an AI",
    "reply with",
    ". ",
    "! ",
    "health: 20, food: 3",
    "\"x\": 1",
    "{",
    "}",
    "Health: 20",
    "wood ",
    "wood wood wood ",
    "I need wood. ",
    "aaaaaaaaaaaaaaa",
    "\n",
    "\n\n",
    " ",
    "\t",
    "  ",
    "\r\n",
    "\u{a0}",
    "\u{0}",
    "é",
    "\u{301}",
    "木",
    "😀",
    "-",
];

fn soup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => prop::sample::select(PIECES.to_vec()).prop_map(String::from),
        1 => any::<char>().prop_map(String::from),
        1 => "[a-zA-Z0-9 .,:]{1,12}",
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// Searches for `[`, blanks and `goal`, and for `intent`, blanks and a colon, without using the sanitizer's code.
fn has_tag_or_token(text: &str) -> bool {
    let text = text.to_lowercase();
    let blank = |rest: &str| rest.trim_start_matches([' ', '\t']).to_string();
    let tag = text.match_indices('[').any(|(at, _)| blank(&text[at + 1..]).starts_with("goal"));
    tag || text.match_indices("intent").any(|(at, word)| blank(&text[at + word.len()..]).starts_with(':'))
}

fn check(text: &str) -> Sanitized {
    let once = sanitize(text);
    assert!(!has_tag_or_token(&once.text), "{text:?} gives {:?}", once.text);
    let twice = sanitize(&once.text);
    assert_eq!(twice.text, once.text, "{text:?} changes again");
    assert_eq!((&twice.goal, twice.intent), (&None, None), "{text:?}");
    assert!(once.text.split('\n').count() <= text.split('\n').count(), "{text:?} gets more lines");
    assert_eq!(once.goal.is_some(), once.goal_fail.is_none(), "{text:?}");
    once
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn no_tag_or_token_is_left_and_cleaning_twice_changes_nothing(text in soup()) {
        check(&text);
    }

    #[test]
    fn any_text_is_cleaned_without_a_panic(text in any::<String>()) {
        check(&text);
    }
}

#[test]
fn a_control_character_hides_nothing_from_the_passes() {
    let done = check("\0Health: 20");
    assert_eq!((done.text.as_str(), done.flags.state_leak), ("", true));
}

/// The number of sanitizer rounds is bounded. This test shows how deep marks may be nested before a text is given
/// up.
#[test]
fn text_that_needs_too_many_rounds_is_dropped_as_degenerate() {
    // The quotes of one level are visible only once the role around them is gone, and the role only once its quotes
    // are.
    let levels = [("\"", "\""), ("“", "”"), ("«", "»"), ("‘", "’"), ("'", "'"), ("`", "`")];
    let nested = |depth: usize| {
        levels[..depth]
            .iter()
            .fold(String::from("I mine"), |text, (open, close)| format!("Assistant: {open}{text}{close}"))
    };
    let few = check(&nested(4));
    assert_eq!((few.text.as_str(), few.flags.degenerate), ("I mine", false));
    let many = check(&nested(6));
    assert_eq!((many.text.as_str(), many.flags.degenerate), ("", true));
}
