//! Content dedup: whether a text says the same as a recent thought. Integers alone, linear in the length of the text.

use crate::goal_tag::GoalTag;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::Tick;

/// How many recent thoughts a new one is compared with. The time window is as long as this many thoughts take, so
/// either bound can be reached.
pub const LOOK_BACK_MAX: usize = 8;
/// How many different words of a thought are compared; the longest thought has about this many.
pub const WORDS_MAX: usize = 48;
/// Two thoughts are similar when they share at least this percentage of their different words.
pub const SIMILAR_PERCENT: usize = 70;

/// How far back, in ticks, thoughts are compared: as long as [`LOOK_BACK_MAX`] thoughts take at this interval.
/// With a shorter window that count would never be reached; a longer one could never be filled.
pub const fn window_ticks(interval_ticks: u64) -> u64 {
    interval_ticks.saturating_mul(LOOK_BACK_MAX as u64)
}

/// The content of a thought for comparison: sorted hashes of its different words, and its goal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    words: Vec<u32>,
    goal: Option<u32>,
}

impl Content {
    pub fn of(text: &str, goal: Option<&GoalTag>) -> Content {
        let split = text.split(|ch: char| !ch.is_alphanumeric() && ch != '_');
        let mut words: Vec<u32> = Vec::new();
        for word in split.filter(|word| !word.is_empty()) {
            let hash = hash(word.chars().flat_map(char::to_lowercase));
            if let Err(place) = words.binary_search(&hash) {
                words.insert(place, hash);
            }
            if words.len() == WORDS_MAX {
                break;
            }
        }
        let goal = goal.map(|tag| hash(tag.action.name().chars().chain(" ".chars()).chain(tag.target.chars())));
        Content { words, goal }
    }

    /// Whether two thoughts say the same: they name the same goal or none, and share most of their words.
    pub fn is_similar(&self, other: &Content) -> bool {
        if self.goal != other.goal {
            return false;
        }
        let (mut shared, mut left, mut right) = (0, 0, 0);
        while left < self.words.len() && right < other.words.len() {
            match self.words[left].cmp(&other.words[right]) {
                core::cmp::Ordering::Less => left += 1,
                core::cmp::Ordering::Greater => right += 1,
                core::cmp::Ordering::Equal => {
                    (shared, left, right) = (shared + 1, left + 1, right + 1);
                }
            }
        }
        let all = self.words.len() + other.words.len() - shared;
        shared * 100 >= all * SIMILAR_PERCENT
    }
}

/// FNV-1a hash of a word. It is the same in every compiler version, and good enough for a few dozen words.
fn hash(chars: impl Iterator<Item = char>) -> u32 {
    chars.fold(0x811c_9dc5, |hash, ch| (hash ^ ch as u32).wrapping_mul(0x0100_0193))
}

/// The contents of the most recent thoughts that were new, each with its tick.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Recent(VecDeque<(Tick, Content)>);

impl Recent {
    /// Whether a recent thought says the same as this one.
    pub fn has_similar(&self, content: &Content, now: Tick, interval_ticks: u64) -> bool {
        let window = window_ticks(interval_ticks);
        self.0.iter().any(|(tick, other)| now.since(*tick) < window && other.is_similar(content))
    }

    /// Remembers a new thought. Repetitions are not remembered, so that a thought that is repeated all the time
    /// counts as new again once the window has passed.
    pub fn note(&mut self, content: Content, now: Tick) {
        if self.0.len() == LOOK_BACK_MAX {
            self.0.pop_front();
        }
        self.0.push_back((now, content));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal_action::GoalAction;
    use alloc::format;
    use alloc::string::String;

    fn content(text: &str) -> Content {
        Content::of(text, None)
    }

    #[test]
    fn texts_are_similar_when_they_share_most_of_their_words() {
        for (one, other, similar) in [
            ("I should get more wood.", "i should get more WOOD!", true),
            ("I should get more wood.", "I should get some more wood.", true),
            ("I should get more wood.", "wood more get should I", true),
            ("I should get more wood.", "There is a zombie near me.", false),
            ("I should get more wood.", "I should get more food.", false),
            ("", "", true),
            ("", "word", false),
            ("Ich gehe über die Brücke", "ich gehe ÜBER die BRÜCKE", true),
        ] {
            assert_eq!(content(one).is_similar(&content(other)), similar, "{one:?} {other:?}");
        }
    }

    #[test]
    fn the_same_words_with_another_goal_are_new() {
        let tag =
            |target: &str| GoalTag { action: GoalAction::Collect, target: target.into(), amount: 8, target_id: None };
        let of = |tag: Option<&GoalTag>| Content::of("I need this.", tag);
        assert!(of(Some(&tag("oak_log"))).is_similar(&of(Some(&tag("oak_log")))));
        assert!(!of(Some(&tag("oak_log"))).is_similar(&of(Some(&tag("coal")))));
        assert!(!of(Some(&tag("oak_log"))).is_similar(&of(None)));
    }

    #[test]
    fn a_thought_is_compared_with_the_last_eight_within_the_time_that_eight_thoughts_take() {
        let interval = 1_200;
        let mut recent = Recent::default();
        recent.note(content("the very first thought"), Tick(0));
        let again = content("the very first thought");
        assert!(recent.has_similar(&again, Tick(window_ticks(interval) - 1), interval));
        assert!(!recent.has_similar(&again, Tick(window_ticks(interval)), interval), "too long ago");
        for number in 1..LOOK_BACK_MAX as u64 {
            recent.note(content(&format!("number{number}")), Tick(number * interval));
        }
        let last = Tick((LOOK_BACK_MAX as u64 - 1) * interval);
        assert!(recent.has_similar(&again, last, interval), "eight thoughts fit into the window");
        recent.note(content("one more"), last);
        assert!(!recent.has_similar(&again, last, interval), "eight thoughts came since");
    }

    #[test]
    fn only_so_many_words_are_compared() {
        let words: Vec<String> = (0..10_000).map(|number| format!("w{number}")).collect();
        let text = words.join(" ");
        assert_eq!(content(&text).words.len(), WORDS_MAX);
    }
}
