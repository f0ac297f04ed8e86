//! Who asked for a task, why, and when. Made once; nothing can change it afterwards.

use crate::task::TaskId;
use alloc::string::String;
use serde::{Deserialize, Serialize};
use vocab::Tick;

/// Longest reason kept, in bytes; a reason is a sentence, not a story.
pub const WHY_BYTES_MAX: usize = 200;

/// Who asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The drive tick: nothing better to do.
    Drive,
    /// A need of the body.
    Upkeep,
    /// A person.
    User,
    /// A thought of the language model.
    Thought,
    /// Another task that needs this one done first.
    Task(TaskId),
}

/// Where a task comes from. The fields are private, and there is no way to get one mutably: an origin never changes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Origin {
    who: Who,
    why: String,
    at: Tick,
}

impl Origin {
    /// A reason longer than [`WHY_BYTES_MAX`] is cut at a character's end.
    pub fn new(who: Who, why: impl Into<String>, at: Tick) -> Origin {
        Origin { who, why: cut(why.into(), WHY_BYTES_MAX), at }
    }

    pub fn who(&self) -> Who {
        self.who
    }

    pub fn why(&self) -> &str {
        &self.why
    }

    pub fn at(&self) -> Tick {
        self.at
    }
}

/// Text of at most so many bytes, cut between characters.
pub(crate) fn cut(mut text: String, bytes_max: usize) -> String {
    let mut end = text.len().min(bytes_max);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_cut_between_characters_at_its_bound() {
        for (text, kept) in
            [("x".repeat(199), 199), ("x".repeat(200), 200), ("x".repeat(201), 200), ("é".repeat(150), 200)]
        {
            assert_eq!(Origin::new(Who::Drive, text, Tick(0)).why().len(), kept);
        }
        assert_eq!(Origin::new(Who::Drive, "é".repeat(50) + "x" + &"é".repeat(80), Tick(0)).why().len(), 199);
    }
}
