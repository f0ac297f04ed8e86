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
    let mut text = Text { now: String::from(text), quiet: 0, repeats_nothing: false };
    for round in 0..ROUNDS_MAX {
        run(&mut text, &mut done, round == 0);
        if text.is_settled() {
            done.text = text.now;
            return done;
        }
    }
    done.flags.degenerate = true;
    done
}

/// How many steps [`run`] has.
const STEPS: usize = 12;

/// Runs all sanitizer passes once, in the order of the design document.
fn run(text: &mut Text, done: &mut Sanitized, as_printed: bool) {
    let has = contents::Contents::of(&text.now);
    let flags = &mut done.flags;
    flags.code_fence |= text.step(has.fences(), code_fences::strip);
    flags.quotes |= text.step(has.quotes(), wrapping_quotes::strip);
    flags.prompt_leak |= text.step(has.marks(), reasoning::strip);
    flags.prompt_leak |= text.step(has.marks(), prompt_leaks::strip_marks);
    flags.prompt_leak |= text.step(has.colons(), prompt_leaks::strip_roles);
    flags.prompt_leak |= text.step(true, prompt_leaks::strip_sentences);
    flags.state_leak |= text.step(has.values(), state_leaks::strip);
    text.step(has.brackets(), |text| {
        let found = goal_tags::extract(text)?;
        if as_printed {
            (done.goal, done.goal_fail) = match found.goal {
                Ok(goal) => (Some(goal), None),
                Err(fail) => (None, Some(fail)),
            };
        }
        Some(found.text)
    });
    text.step(has.colons(), |text| {
        let found = intents::extract(text)?;
        if as_printed {
            (done.intent, done.intent_parse) = (found.intent, Some(found.parse));
        }
        Some(found.text)
    });
    flags.degenerate |= text.step(!text.repeats_nothing, degeneration::truncate);
    // The last two passes only cut the end off and change blanks. In ASCII, whose blanks and symbols are no parts of words, that
    // makes no new repetition.
    let repeats_nothing = text.now.is_ascii();
    flags.garbage |= text.step(true, trailing_garbage::strip);
    text.step(true, whitespace::normalize);
    text.repeats_nothing = repeats_nothing;
}

/// The text between two sanitizer passes.
struct Text {
    now: String,
    /// How many steps in a row have left the text as it is.
    quiet: usize,
    /// Whether it is known that the text does not repeat itself, so that it need not be read again for that.
    repeats_nothing: bool,
}

impl Text {
    /// Runs a step that returns the new text, or `None` if it changes nothing. A step that is not `needed`, because the text
    /// has none of its characters, counts as run. Returns whether the text changed.
    fn step(&mut self, needed: bool, pass: impl FnOnce(&str) -> Option<String>) -> bool {
        if self.is_settled() {
            return false;
        }
        let new = if needed { pass(&self.now) } else { None };
        let changed = new.is_some();
        self.quiet = if changed { 0 } else { self.quiet + 1 };
        if let Some(new) = new {
            self.now = new;
            self.repeats_nothing = false;
        }
        changed
    }

    /// Whether each step has seen this text and left it as it is, so that further rounds change nothing.
    fn is_settled(&self) -> bool {
        self.quiet >= STEPS
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
