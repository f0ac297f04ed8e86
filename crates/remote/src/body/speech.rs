//! What the body says: one line at a time, at a pace that no server takes for spam.

use contract::body::Verb;
use skills::agent::CHAT_CHARS_MAX;
use std::collections::VecDeque;
use vocab::Tick;

/// Ticks between two lines. Servers count 20 for each line and take off one a tick, and kick at 200.
const APART_TICKS: u64 = 20;
/// Lines that wait to be said; a chattier agent loses the oldest.
const WAITING_MAX: usize = 8;

#[derive(Debug, Default)]
pub struct Speech {
    waiting: VecDeque<String>,
    said: Option<Tick>,
}

impl Speech {
    pub fn say(&mut self, text: &str) {
        // A line that begins with a slash would be a command.
        let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let line: String = plain.trim_start_matches([' ', '/']).chars().take(CHAT_CHARS_MAX).collect();
        if line.is_empty() {
            return;
        }
        if self.waiting.len() >= WAITING_MAX {
            self.waiting.pop_front();
        }
        self.waiting.push_back(line);
    }

    /// The line that is due.
    pub fn due(&mut self, now: Tick) -> Option<Verb> {
        if self.said.is_some_and(|said| now.since(said) < APART_TICKS) {
            return None;
        }
        let text = self.waiting.pop_front()?;
        self.said = Some(now);
        Some(Verb::Say { text })
    }

    pub fn clear(&mut self) {
        self.waiting.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_said_one_a_second_and_never_a_command() {
        let mut speech = Speech::default();
        for text in ["hello", "/op me", " // kill\nall", "/", ""] {
            speech.say(text);
        }
        let said = |verb: Option<Verb>| match verb {
            Some(Verb::Say { text }) => text,
            _ => "-".into(),
        };
        let heard: Vec<String> = [0, 1, 20, 39, 40, 60].map(|now| said(speech.due(Tick(now)))).to_vec();
        assert_eq!(heard, ["hello", "-", "op me", "-", "kill all", "-"]);
        (0..100).for_each(|line| speech.say(&line.to_string()));
        assert_eq!(said(speech.due(Tick(80))), "92", "the newest are kept");
    }
}
