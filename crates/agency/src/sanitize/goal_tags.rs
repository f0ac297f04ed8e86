//! Pass 4: takes every goal tag out, valid or not, closed or not, and reads the first valid one.
//!
//! A tag begins with `[GOAL` in any case. It ends at the bracket that closes it; without one it ends where its line ends
//! or the next tag begins. Each character is looked at a fixed number of times.

use super::{continues_with, is_blank, push_apart};
use crate::goal_tag::{GoalFail, GoalTag, parse};
use alloc::string::String;

/// Most characters between the brackets of a goal tag, without `GOAL`. Longer text in brackets is prose.
pub const INNER_CHARS_MAX: usize = 100;

/// How many goal tags are parsed in search of a valid one. Further tags are only removed: a text with so many bad
/// tags is noise.
const TAGS_READ_MAX: usize = 64;

/// The text without its goal tags, and the first valid goal or why there is none.
pub struct Found {
    pub text: String,
    pub goal: Result<GoalTag, GoalFail>,
}

/// Removes the goal tags from a text and reads the goal. `None` if the text has no tag.
pub fn extract(text: &str) -> Option<Found> {
    let bytes = text.as_bytes();
    let mut found: Option<Found> = None;
    let (mut kept, mut at, mut read) = (0, 0, 0);
    while let Some(open) = next_bracket(bytes, at) {
        // Removing a tag can join the bracket before it with the word after it into a new tag: "[[GOAL: x]GOAL: y]".
        let Some(inner) = after_goal(bytes, open) else {
            at = open + 1;
            continue;
        };
        let tag = Tag::read(text, inner);
        let found =
            found.get_or_insert_with(|| Found { text: String::with_capacity(text.len()), goal: Err(GoalFail::NoTag) });
        push_apart(&mut found.text, &text[kept..open]);
        read += 1;
        if found.goal.is_err() && read <= TAGS_READ_MAX {
            match (tag.goal(), &found.goal) {
                (Ok(goal), _) => found.goal = Ok(goal),
                (Err(fail), Err(GoalFail::NoTag)) => found.goal = Err(fail),
                (Err(_), _) => {}
            }
        }
        kept = without_joined(&mut found.text, text, tag.end);
        at = kept;
    }
    if let Some(found) = &mut found {
        push_apart(&mut found.text, &text[kept..]);
    }
    found
}

fn next_bracket(bytes: &[u8], from: usize) -> Option<usize> {
    bytes[from..].iter().position(|byte| *byte == b'[').map(|place| from + place)
}

/// The index right after `[GOAL`. Blanks may stand between the bracket and the word.
fn after_goal(bytes: &[u8], open: usize) -> Option<usize> {
    let word = open + 1 + bytes[open + 1..].iter().take_while(|byte| is_blank(**byte)).count();
    continues_with(bytes, word, b"goal").then_some(word + b"goal".len())
}

/// Removes brackets at the end of `out` that would form a new goal tag with the following text. Returns the index
/// at which the text continues.
fn without_joined(out: &mut String, text: &str, mut end: usize) -> usize {
    let bytes = text.as_bytes();
    loop {
        let word = end + bytes[end..].iter().take_while(|byte| is_blank(**byte)).count();
        // This is checked first, so that the blanks before many tags are not scanned for each of them.
        if !continues_with(bytes, word, b"goal") {
            return end;
        }
        let before = out.trim_end_matches([' ', '\t']).len();
        if !out[..before].ends_with('[') {
            return end;
        }
        out.truncate(before - 1);
        end = Tag::read(text, word + b"goal".len()).end;
    }
}

/// The part of a goal tag between its brackets.
struct Tag<'a> {
    inner: &'a str,
    closed: bool,
    end: usize,
}

impl<'a> Tag<'a> {
    /// Reads a goal tag whose inside begins at `from`.
    fn read(text: &'a str, from: usize) -> Tag<'a> {
        let bytes = text.as_bytes();
        let (mut depth, mut first_close, mut at) = (1_usize, None, from);
        while at < bytes.len() && bytes[at] != b'\n' {
            match bytes[at] {
                b'[' if after_goal(bytes, at).is_some() => break,
                b'[' => depth += 1,
                b']' => {
                    depth -= 1;
                    if depth == 0 {
                        return Tag { inner: &text[from..at], closed: true, end: at + 1 };
                    }
                    first_close = first_close.or(Some(at));
                }
                _ => {}
            }
            at += 1;
        }
        match first_close {
            Some(close) => Tag { inner: &text[from..close], closed: true, end: close + 1 },
            None => Tag { inner: &text[from..at], closed: false, end: at },
        }
    }

    fn goal(&self) -> Result<GoalTag, GoalFail> {
        if self.inner.chars().nth(INNER_CHARS_MAX).is_some() {
            return Err(GoalFail::TagTooLong);
        }
        if self.closed { parse(self.inner) } else { Err(GoalFail::Malformed) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal_action::GoalAction;

    fn stripped(text: &str) -> Option<String> {
        extract(text).map(|found| found.text)
    }

    #[test]
    fn only_the_tag_is_taken_out() {
        for (text, expected) in [
            ("no tag [here]", None),
            ("I need wood. [GOAL: collect oak_log 8]", Some("I need wood. ")),
            ("a [goal: mine stone 3] b", Some("a  b")),
            ("a[GOAL: mine stone]b", Some("a b")),
            ("one\n[GOAL: mine stone]\ntwo", Some("one\n\ntwo")),
            ("[GOAL: a b][GOAL: c d]", Some("")),
            ("[ GOAL : collect oak_log ] go", Some(" go")),
            ("[GOAL: collect [oak_log] 3] go", Some(" go")),
            ("[GOAL: collect [oak_log 3] go", Some(" go")),
            ("cut [GOAL: collect oak", Some("cut ")),
            ("cut [GOAL: collect oak\nnext", Some("cut \nnext")),
            ("[GOALS] and [goalkeeper]", Some(" and ")),
            ("[GO[GOAL: a b]AL: c d]", Some("[GO AL: c d]")),
            ("[[GOAL: a b]GOAL: c d] e", Some(" e")),
            ("[[ [GOAL: a b] GOAL: c d]GOAL: e f] g", Some(" g")),
            ("[GOAL", Some("")),
            ("ä[GOAL: ö ü]ß", Some("ä ß")),
        ] {
            assert_eq!(stripped(text).as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn the_first_valid_tag_wins_and_without_one_the_first_reason() {
        let goal = |text: &str| extract(text).unwrap().goal.map(|goal| (goal.action, goal.target, goal.amount));
        let stone = (GoalAction::Mine, String::from("stone"), 3);
        assert_eq!(goal("[GOAL: dance x] [GOAL: mine stone 3] [GOAL: mine dirt]"), Ok(stone.clone()));
        assert_eq!(goal("[GOAL: mine [GOAL: mine stone 3]"), Ok(stone));
        assert_eq!(goal("[GOAL: dance x] [GOAL: mine]"), Err(GoalFail::UnknownAction));
    }

    #[test]
    fn a_valid_tag_counts_behind_63_bad_ones_and_not_behind_64() {
        let goal = |bad: usize| extract(&("[GOAL: x]".repeat(bad) + "[GOAL: mine stone]")).unwrap();
        assert!(goal(TAGS_READ_MAX - 1).goal.is_ok());
        let many = goal(TAGS_READ_MAX);
        assert_eq!((many.goal, many.text.trim()), (Err(GoalFail::UnknownAction), ""));
    }

    #[test]
    fn a_tag_of_100_characters_is_read_and_one_of_101_is_too_long() {
        let tag = |chars: usize| {
            let inner = alloc::format!("{:<chars$}", ": mine stone");
            extract(&alloc::format!("[GOAL{inner}]")).unwrap().goal.map(|goal| goal.target)
        };
        assert_eq!(tag(INNER_CHARS_MAX), Ok("stone".into()));
        assert_eq!(tag(INNER_CHARS_MAX + 1), Err(GoalFail::TagTooLong));
        let unclosed = alloc::format!("[GOAL: {}", "x".repeat(INNER_CHARS_MAX));
        assert_eq!(extract(&unclosed).unwrap().goal, Err(GoalFail::TagTooLong));
        assert_eq!(extract("[GOAL: mine stone").unwrap().goal, Err(GoalFail::Malformed));
    }
}
