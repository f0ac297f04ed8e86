//! The line that a person types in the running screen, and what came of the last ones.

use crate::view::orders::{self, HELP, Typed};
use crate::words;
use driver::Door;
use driver::door::{Pending, Unanswered};
use mind::input::Order;
use std::collections::VecDeque;
use std::time::Duration;

/// Longest line in characters that the user can type at the screen.
const LINE_CHARS_MAX: usize = driver::door::LINE_CHARS_MAX;
/// Most answers shown below the typed line: as many lines as the help has.
const REPLIES_MAX: usize = HELP.len();
/// The speaker's name for lines typed at the screen.
const WHO: &str = "you";

/// What the screen shows of the line being typed and the answers to earlier ones.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shown {
    pub line: String,
    pub replies: VecDeque<String>,
}

/// What the caller must do after the user entered a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entered {
    Nothing,
    Quit,
}

/// The line being typed, and the orders that wait for an answer.
#[derive(Debug)]
pub struct Prompt {
    door: Door,
    pub shown: Shown,
    waiting: Vec<(String, Pending)>,
}

impl Prompt {
    pub fn new(door: Door) -> Prompt {
        Prompt { door, shown: Shown::default(), waiting: Vec::new() }
    }

    pub fn insert(&mut self, letter: char) {
        if self.shown.line.chars().count() < LINE_CHARS_MAX {
            self.shown.line.push(letter);
        }
    }

    pub fn delete(&mut self) {
        self.shown.line.pop();
    }

    pub fn clear(&mut self) {
        self.shown.line.clear();
    }

    /// Hands the typed line to the agent as an order or as chat.
    pub fn enter(&mut self) -> Entered {
        let line = std::mem::take(&mut self.shown.line);
        match orders::parse(&line) {
            Ok(Typed::Nothing) => self.shown.replies.clear(),
            Ok(Typed::Quit) => return Entered::Quit,
            Ok(Typed::Help) => HELP.iter().for_each(|help| self.reply((*help).into())),
            Ok(Typed::Line(text)) => {
                self.reply(format!("{WHO}: {text}"));
                match self.door.order(Order::Line { who: WHO.into(), text, at: None }) {
                    Ok(pending) => self.waiting.push(("agent".into(), pending)),
                    Err(refused) => self.reply(refused.to_string()),
                }
            }
            Ok(Typed::Order(order)) => match self.door.order(order) {
                Ok(pending) => self.waiting.push((line.trim().into(), pending)),
                Err(refused) => self.reply(refused.to_string()),
            },
            Err(wrong) => self.reply(wrong),
        }
        Entered::Nothing
    }

    /// Collects answers of the agent to typed lines. Returns whether there were any.
    pub fn collect(&mut self) -> bool {
        let waiting = std::mem::take(&mut self.waiting);
        let before = waiting.len();
        for (line, pending) in waiting {
            match pending.wait(Duration::ZERO) {
                Ok(answered) => self.reply(format!("{line}: {}", words::answer(&answered.answer))),
                Err(Unanswered::NotYet) => self.waiting.push((line, pending)),
                Err(ended @ Unanswered::Ended) => self.reply(format!("{line}: {ended}")),
            }
        }
        self.waiting.len() < before
    }

    fn reply(&mut self, text: String) {
        if self.shown.replies.len() >= REPLIES_MAX {
            self.shown.replies.pop_front();
        }
        self.shown.replies.push_back(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mind::Config;
    use simulator::{Scripted, Simulation};

    fn enter(prompt: &mut Prompt, line: &str) -> Entered {
        line.chars().for_each(|letter| prompt.insert(letter));
        prompt.enter()
    }

    #[test]
    fn orders_typed_are_answered_by_the_running_agent() {
        let mut simulation = Simulation::new(Config::default(), Scripted::default());
        let mut prompt = Prompt::new(simulation.door());
        for line in ["/goal collect oak_log 5", "/goal dance oak_log", "/pause", "/cancle T1", "hello"] {
            assert_eq!(enter(&mut prompt, line), Entered::Nothing);
        }
        assert!(!prompt.collect(), "nothing is answered before the next tick");
        simulation.run_until(1, |_, _| true);
        assert!(prompt.collect());
        let replies: Vec<&str> = prompt.shown.replies.iter().map(String::as_str).collect();
        assert_eq!(replies.len(), REPLIES_MAX, "only the last ones are kept");
        assert_eq!(replies[0], "/goal collect oak_log 5: taken as T1");
        assert!(replies[1].starts_with("/goal dance oak_log: refused: "), "{}", replies[1]);
        assert_eq!(replies[2], "/pause: done");
        assert_eq!(replies[3], "agent: nothing (paused)", "a greeting is answered with what the agent does");
        assert_eq!(enter(&mut prompt, "/quit"), Entered::Quit);
    }

    #[test]
    fn a_line_is_cut_at_its_bound_and_letters_can_be_deleted() {
        let mut prompt = Prompt::new(Door::new());
        (0..LINE_CHARS_MAX + 5).for_each(|_| prompt.insert('ä'));
        assert_eq!(prompt.shown.line.chars().count(), LINE_CHARS_MAX);
        prompt.delete();
        assert_eq!(prompt.shown.line.chars().count(), LINE_CHARS_MAX - 1);
        prompt.clear();
        assert_eq!(prompt.shown.line, "");
    }
}
