//! Reads a line sentence by sentence and puts together what it means.

use super::clause::{self, Clause, Heard, Meaning};
use super::phrases::{self, CHATTER, CONDITIONS, NEGATIONS, SUBJECTS};
use super::verbs::{self, Verb, verb};
use super::words::{Sentence, begins, sentences};
use super::{Control, Understood, controls, goals, nouns, questions};
use crate::goal_tag::AMOUNT_MAX;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The name of the agent in chat if the settings give none.
pub const DEFAULT_NAME: &str = "stead";

/// The longest line of chat in characters that the game lets a player type.
pub const LINE_CHARS_MAX: usize = 256;

/// Words after "bring" that refer to things named before.
const HANDED: [&str; 10] = ["them", "it", "everything", "those", "all", "to", "me", "here", "over", "back"];

/// Suggestions offered when an unclear line is not similar to anything known.
const COULD_BE: [&str; 3] = [
    "get, craft, mine, smelt or build something, as in \"get 20 oak logs\"",
    "come, follow me, stop, pause, resume or cancel",
    "ask what I am doing, why, what I have or where I am",
];

/// Reads a line of chat for an agent with the default name.
pub fn understand(line: &str) -> Understood {
    understand_as(line, DEFAULT_NAME)
}

/// Reads a line of chat for an agent with this name.
pub fn understand_as(line: &str, name: &str) -> Understood {
    let mut reader = Reader { name: name.to_lowercase(), ..Reader::default() };
    if line.chars().nth(LINE_CHARS_MAX).is_some() {
        return Understood { unsure: Some(could_be()), ..Understood::default() };
    }
    for (number, sentence) in sentences(line).into_iter().enumerate() {
        if reader.is_for_another(number, &sentence) {
            return Understood::default();
        }
        reader.read(sentence);
    }
    reader.finish()
}

fn could_be() -> Vec<String> {
    COULD_BE.iter().map(ToString::to_string).collect()
}

#[derive(Default)]
struct Reader {
    name: String,
    out: Understood,
    /// Suggestions of what the unclear parts of the line could mean.
    unclear: Vec<String>,
    is_unclear: bool,
    /// The line says the agent's name, and something in it was not understood.
    addressed: bool,
    /// The sentence says what comes after something else, with the word "then".
    afterwards: bool,
    greeted: bool,
    chatter: bool,
    /// A part of the line was negated or conditional, so nothing in the line is carried out.
    refused: bool,
    /// The verb of the previous clause, for lists such as "get wood and stone".
    heard: Option<Heard>,
}

impl Reader {
    /// Whether a line is spoken to someone else: it begins with a name that is not the agent's.
    fn is_for_another(&mut self, number: usize, sentence: &Sentence) -> bool {
        let first = sentence.words[0].as_str();
        if let Some(called) = first.strip_prefix('@') {
            return number == 0 && called != self.name;
        }
        let mut rest = sentence.words.clone();
        while phrases::without_opening(&mut rest) {}
        let [called] = &rest[..] else { return false };
        number == 0
            && sentence.calls
            && *called != self.name
            && verb(called).is_none()
            && controls::control(&rest).is_none()
            && questions::question(&rest, true).is_none()
            && !CHATTER.contains(&called.as_str())
            && !nouns::is_word(called)
            && !is_polite(called)
            && verbs::misspelt(called).is_none()
    }

    fn read(&mut self, sentence: Sentence) {
        let mut words = sentence.words;
        self.afterwards = words.iter().any(|word| word == "then");
        self.chatter |= words.iter().any(|word| CHATTER.contains(&word.as_str()));
        words.retain(|word| !CHATTER.contains(&word.as_str()));
        let polite = phrases::without_politeness(&mut words);
        let (mut requested, mut asks) = (polite, sentence.asks);
        loop {
            if words.first().is_some_and(|word| word.trim_start_matches('@') == self.name) {
                words.remove(0);
                self.addressed = true;
            } else if phrases::without_request(&mut words) {
                requested = true;
            } else if phrases::without_telling(&mut words) {
                asks = true;
            } else if controls::control(&words).is_none() && phrases::without_opening(&mut words) {
                self.greeted = true;
            } else {
                break;
            }
        }
        if words.len() > 1 && words.last() == Some(&self.name) {
            words.pop();
            self.addressed = true;
        }
        if words.is_empty() {
            return;
        }
        if controls::control(&words).is_none() {
            phrases::with_plain_end(&mut words);
        }
        let first_is_verb = verb(&words[0]).is_some() || words[0] == "do";
        let control = controls::control(&words);
        let question = if control.is_some() { None } else { questions::question(&words, asks) };
        if let Some(question) = question.filter(|_| verb(&words[0]).is_none() || words[0] == "check") {
            self.out.question = self.out.question.or(Some(question));
            self.heard = None;
            return;
        }
        let for_agent = first_is_verb || requested || self.addressed || self.heard.is_some();
        let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
        if control.is_none() && has(&NEGATIONS) {
            self.refused |= for_agent && !is_statement(&words);
            return;
        }
        if control.is_none() && has(&CONDITIONS) {
            let begins_so = CONDITIONS.contains(&words[0].as_str()) && words.iter().any(|word| verb(word).is_some());
            self.refused |= (for_agent && !is_statement(&words)) || begins_so;
            return;
        }
        let asking = asks || ["what", "which", "how", "where"].contains(&words[0].as_str());
        let asked_you = asking && words.iter().any(|word| word == "you" || word == "your");
        for segment in words.split(|word| matches!(word.as_str(), "and" | "then" | "plus")) {
            self.segment(segment, requested || asked_you);
        }
    }

    fn segment(&mut self, words: &[String], requested: bool) {
        let mut words = words.to_vec();
        while words.len() > 1 && (phrases::without_opening(&mut words) || phrases::without_request(&mut words)) {}
        if words.is_empty() {
            return;
        }
        if self.hands_over(&words) || self.counts(&words) {
            return;
        }
        let clause =
            Clause { words, requested: requested || self.addressed, before: self.heard, chatter: self.chatter };
        match clause.meaning() {
            Meaning::Nothing => self.heard = None,
            // "Get 3 sticks, then stop": the agent stops by itself once the sticks are there.
            Meaning::Control(Control::Stop | Control::Pause) if self.afterwards && !self.out.wishes.is_empty() => {}
            Meaning::Control(control) => {
                // "Stop and come here": the order to come replaces the order to stop.
                self.out.control = Some(match self.out.control {
                    Some(Control::Come | Control::Follow) if control == Control::Stop => Control::Stop,
                    _ => control,
                });
                self.heard = None;
            }
            Meaning::Wishes(wishes, heard) => {
                self.out.wishes.extend(wishes);
                self.heard = Some(heard);
            }
            Meaning::Unclear(could_be) => {
                self.is_unclear = true;
                self.unclear.extend(could_be);
            }
        }
    }

    /// "Make 2 chests and bring them to me": the things of the earlier wishes are to be handed to the speaker.
    fn hands_over(&mut self, words: &[String]) -> bool {
        let [first, rest @ ..] = words else { return false };
        let is_rest = |word: &String| HANDED.contains(&word.as_str());
        let named = rest.iter().any(|word| matches!(word.as_str(), "them" | "it" | "everything" | "those"));
        let hands =
            verb(first) == Some(Verb::Bring) && named && rest.iter().all(is_rest) && !self.out.wishes.is_empty();
        if hands {
            for wish in &mut self.out.wishes {
                wish.for_speaker |= goals::can_be_handed(wish.action);
            }
        }
        hands
    }

    /// "Make torches, 16 of them": the amount of the wish before, which named none. Where it named one, nothing of the line is
    /// done, because one of the two is meant otherwise.
    fn counts(&mut self, words: &[String]) -> bool {
        let Some(amount) = clause::bare_amount(words).filter(|_| self.heard.is_some()) else { return false };
        let Some(wish) = self.out.wishes.last_mut() else { return false };
        if wish.amount == 1 && (1..=AMOUNT_MAX).contains(&amount) {
            wish.amount = amount;
        } else {
            self.refused = true;
        }
        true
    }

    fn finish(self) -> Understood {
        let mut out = self.out;
        let empty = out.wishes.is_empty() && out.control.is_none() && out.question.is_none();
        if self.refused {
            return Understood { unsure: Some(could_be()), ..Understood::default() };
        }
        let quiet = self.chatter || (self.greeted && !self.is_unclear);
        if (self.is_unclear && !(self.chatter && empty)) || (self.addressed && empty && !quiet) {
            let could = if self.unclear.is_empty() { could_be() } else { self.unclear };
            out.unsure = Some(could);
        }
        out
    }
}

/// Whether a sentence is a statement such as "I built a house".
fn is_statement(words: &[String]) -> bool {
    SUBJECTS.contains(&words[0].as_str()) && !begins(words, "i need") && !begins(words, "i want")
}

/// Whether a word that stands alone before a comma is politeness and not a name.
fn is_polite(word: &str) -> bool {
    ["please", "thanks", "now", "quick", "good", "listen", "look", "done", "right", "fine", "there", "here", "help"]
        .contains(&word)
}

/// The verb of a clause also applies to the things listed after it.
impl Heard {
    pub fn of(verb: Verb, for_speaker: bool) -> Heard {
        Heard { verb, for_speaker }
    }
}
