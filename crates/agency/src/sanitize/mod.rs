//! Cleans what a model printed: eight passes in a fixed order, one file each.
//!
//! Invariants: linear time on any input; the text never contains a goal tag or an INTENT token; lines are never added;
//! cleaning twice gives the same text as cleaning once. A goal or an intent counts only when it stood in the text as
//! printed: what appears when parts are taken out is stripped and gives nothing.

mod code_fences;
mod contents;
mod degeneration;
mod goal_tags;
mod intents;
mod prompt_leaks;
mod reasoning;
mod state_leaks;
mod trailing_garbage;
mod whitespace;
mod wrapping_quotes;

pub use goal_tags::INNER_CHARS_MAX;

use crate::goal_tag::{GoalFail, GoalTag};
use crate::intent::{Intent, IntentParse};
use alloc::string::String;
use serde::{Deserialize, Serialize};
use vocab::GoalKey;

/// How often all sanitizer passes are repeated at most, until the text no longer changes. Real model output
/// settles in the second or third round; text that needs more is dropped as degenerate, so that the work stays
/// linear.
const ROUNDS_MAX: usize = 6;

/// A model's reply after cleaning, and what was taken out of it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sanitized {
    pub text: String,
    /// The goal of the first valid goal tag in the reply.
    pub goal: Option<GoalTag>,
    /// Why the reply has no goal; `None` when it has one.
    pub goal_fail: Option<GoalFail>,
    pub intent: Option<Intent>,
    /// How the intent was found; `None` when the reply has no INTENT token at all.
    pub intent_parse: Option<IntentParse>,
    pub flags: Flags,
}

/// What else the sanitizer found in the reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Flags {
    pub code_fence: bool,
    pub quotes: bool,
    pub prompt_leak: bool,
    pub state_leak: bool,
    pub degenerate: bool,
    pub garbage: bool,
}

impl Sanitized {
    /// The key of the reply's goal. Every goal has one, because a goal without a key is refused by the parser; the
    /// exception is an action that manages a task named by id alone.
    pub fn goal_key(&self) -> Option<GoalKey> {
        self.goal.as_ref().and_then(|goal| goal.key().ok())
    }
}

/// Cleans one reply of a language model.
pub fn sanitize(text: &str) -> Sanitized {
    let mut done = Sanitized { goal_fail: Some(GoalFail::NoTag), ..Sanitized::default() };
    let mut text = Text { text: String::from(text), changed: false };
    for round in 0..ROUNDS_MAX {
        text.changed = false;
        run(&mut text, &mut done, round == 0);
        if !text.changed {
            done.text = text.text;
            return done;
        }
    }
    done.flags.degenerate = true;
    done
}

/// Runs all sanitizer passes once, in the order of the design document.
fn run(text: &mut Text, done: &mut Sanitized, as_printed: bool) {
    let has = contents::Contents::of(&text.text);
    let flags = &mut done.flags;
    flags.code_fence |= has.fences() && text.replace(code_fences::strip);
    flags.quotes |= has.quotes() && text.replace(wrapping_quotes::strip);
    flags.prompt_leak |= has.marks() && text.replace(reasoning::strip);
    flags.prompt_leak |= has.marks() && text.replace(prompt_leaks::strip_marks);
    flags.prompt_leak |= has.colons() && text.replace(prompt_leaks::strip_roles);
    flags.prompt_leak |= text.replace(prompt_leaks::strip_sentences);
    flags.state_leak |= has.values() && text.replace(state_leaks::strip);
    if let Some(found) = has.brackets().then(|| goal_tags::extract(&text.text)).flatten() {
        text.set(found.text);
        if as_printed {
            (done.goal, done.goal_fail) = match found.goal {
                Ok(goal) => (Some(goal), None),
                Err(fail) => (None, Some(fail)),
            };
        }
    }
    if let Some(found) = has.colons().then(|| intents::extract(&text.text)).flatten() {
        text.set(found.text);
        if as_printed {
            (done.intent, done.intent_parse) = (found.intent, Some(found.parse));
        }
    }
    flags.degenerate |= text.replace(degeneration::truncate);
    flags.garbage |= text.replace(trailing_garbage::strip);
    // No pass depends on blanks at the end, so a text that would only lose these is finished.
    match whitespace::only_trimmed(&text.text).filter(|_| !text.changed) {
        Some(trimmed) => text.text.truncate(trimmed.len()),
        None => {
            text.replace(whitespace::normalize);
        }
    }
}

/// The text between two sanitizer passes, and whether a pass of this round changed it.
struct Text {
    text: String,
    changed: bool,
}

impl Text {
    /// Runs a sanitizer pass that returns the new text, or `None` if it changes nothing. Returns whether the text
    /// changed.
    fn replace(&mut self, pass: fn(&str) -> Option<String>) -> bool {
        let new = pass(&self.text);
        let changed = new.is_some();
        if let Some(new) = new {
            self.set(new);
        }
        changed
    }

    fn set(&mut self, new: String) {
        self.text = new;
        self.changed = true;
    }
}

/// Whether a byte is a space or a tab.
fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// Appends the text that follows a removed part. A space is put between, so that both sides do not join into a
/// new word or tag.
fn push_apart(out: &mut String, next: &str) {
    let left = out.chars().next_back().is_some_and(|last| !last.is_whitespace());
    let right = next.chars().next().is_some_and(|first| !first.is_whitespace());
    if left && right {
        out.push(' ');
    }
    out.push_str(next);
}

/// Whether the bytes from index `at` are these ASCII letters, ignoring case.
fn continues_with(bytes: &[u8], at: usize, lower: &[u8]) -> bool {
    bytes.get(at..at + lower.len()).is_some_and(|part| part.eq_ignore_ascii_case(lower))
}
