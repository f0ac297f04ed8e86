//! Cuts a line of chat into sentences of plain lower-case words: short forms are written out, marks are gone.

use super::verbs::is_gerund;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// From this many equal letters in a row on, a word is drawn out: no word of English has three.
const DRAWN_OUT_LETTERS: usize = 3;

/// A part of a line of chat, up to a mark such as a comma or a full stop.
#[derive(Debug, Default)]
pub struct Sentence {
    pub words: Vec<String>,
    /// The sentence ends with a comma or a colon, as a name does when it is used to address someone.
    pub calls: bool,
    /// The sentence ends with a question mark.
    pub asks: bool,
}

/// Short forms and common misspellings in chat, with the words that replace them. An empty text drops the word.
const SHORT: [(&str, &str); 100] = [
    ("u", "you"),
    ("ya", "you"),
    ("yu", "you"),
    ("r", "are"),
    ("ur", "your"),
    ("yr", "your"),
    ("pls", "please"),
    ("plz", "please"),
    ("plss", "please"),
    ("plox", "please"),
    ("pleas", "please"),
    ("pleaase", "please"),
    ("plase", "please"),
    ("wat", "what"),
    ("wut", "what"),
    ("wht", "what"),
    ("waht", "what"),
    ("whats", "what is"),
    ("wheres", "where is"),
    ("whos", "who is"),
    ("hows", "how is"),
    ("im", "i am"),
    ("ive", "i have"),
    ("ill", "i will"),
    ("id", "i would"),
    ("youre", "you are"),
    ("youve", "you have"),
    ("lets", "let us"),
    ("dont", "do not"),
    ("dnt", "do not"),
    ("cant", "can not"),
    ("cannot", "can not"),
    ("wont", "will not"),
    ("didnt", "did not"),
    ("doesnt", "does not"),
    ("isnt", "is not"),
    ("shouldnt", "should not"),
    ("havent", "have not"),
    ("couldnt", "could not"),
    ("wouldnt", "would not"),
    ("arent", "are not"),
    ("gimme", "give me"),
    ("gimmie", "give me"),
    ("gib", "give"),
    ("giv", "give"),
    ("brng", "bring"),
    ("lemme", "let me"),
    ("gonna", "going to"),
    ("wanna", "want to"),
    ("gotta", "have to"),
    ("sum", "some"),
    ("smth", "something"),
    ("wyd", "what are you doing"),
    ("wya", "where are you"),
    ("whatcha", "what are you"),
    ("nvm", "never mind"),
    ("nevermind", "never mind"),
    ("thx", "thanks"),
    ("ty", "thanks"),
    ("tysm", "thanks"),
    ("tyvm", "thanks"),
    ("n", "and"),
    ("nd", "and"),
    ("rn", "now"),
    ("inv", "inventory"),
    ("coords", "coordinates"),
    ("cords", "coordinates"),
    ("coord", "coordinates"),
    ("k", "ok"),
    ("okay", "ok"),
    ("cmere", "come here"),
    ("cmon", "come on"),
    ("comeon", "come on"),
    ("b4", "before"),
    ("abt", "about"),
    ("cuz", "because"),
    ("bc", "because"),
    ("goto", "go to"),
    ("hm", "hmm"),
    ("doin", "doing"),
    ("goin", "going"),
    ("urself", "yourself"),
    ("tho", "though"),
    ("bcs", "because"),
    ("tmr", "tomorrow"),
    ("whyd", "why did"),
    ("whered", "where did"),
    ("howd", "how did"),
    ("ima", "i will"),
    ("imma", "i will"),
    ("theres", "there is"),
    ("thats", "that is"),
    ("hes", "he is"),
    ("shes", "she is"),
    ("its", "it is"),
    ("wasnt", "was not"),
    ("aint", "is not"),
    ("neednt", "need not"),
    ("mustnt", "must not"),
    ("hasnt", "has not"),
];

/// Names that contain "and", "to" or an article. Their words are joined first; otherwise the name would be split
/// there or lose the article.
const JOINED: [(&[&str], &str); 7] = [
    (&["flint", "and", "steel"], "flint_and_steel"),
    (&["flint", "steel"], "flint_and_steel"),
    (&["carrot", "on", "a", "stick"], "carrot_on_a_stick"),
    (&["wall", "with", "a", "gate"], "wall_with_gate"),
    (&["wall", "with", "gate"], "wall_with_gate"),
    (&["something", "to", "eat"], "food"),
    (&["anything", "to", "eat"], "food"),
];

/// The sentences of a line of chat, without empty ones.
pub fn sentences(line: &str) -> Vec<Sentence> {
    let mut cutter = Cutter::default();
    let line = line.trim().trim_start_matches(['/', '!', '.']);
    let mut chars = line.chars().peekable();
    while let Some(ch) = chars.next() {
        let next = chars.peek().copied();
        let next_is_digit = next.is_some_and(|next| next.is_ascii_digit());
        match ch {
            '\'' | '’' | '`' => {}
            '-' if next_is_digit && cutter.word.is_empty() => cutter.word.push('-'),
            '.' if next_is_digit && cutter.in_number() => cutter.word.push('.'),
            ',' if cutter.groups_thousands(&chars) => {}
            ',' if cutter.in_number() && number_follows(chars.clone()) => cutter.end_word(),
            '@' if cutter.word.is_empty() => cutter.word.push('@'),
            '&' | '+' => {
                cutter.end_word();
                cutter.word.push_str("and");
                cutter.end_word();
            }
            ':' if cutter.word == "minecraft" => cutter.word.clear(),
            ',' | ':' | '?' | '.' | ';' | '!' | '\n' => cutter.end_sentence(ch),
            _ if ch.is_alphanumeric() => cutter.word.extend(ch.to_lowercase()),
            _ => cutter.end_word(),
        }
    }
    cutter.end_sentence('.');
    cutter.sentences
}

/// Whether a number follows the comma, as in "10, 64, -3".
fn number_follows(mut rest: core::iter::Peekable<core::str::Chars<'_>>) -> bool {
    while rest.next_if_eq(&' ').is_some() {}
    let _ = rest.next_if_eq(&'-');
    rest.next().is_some_and(|ch| ch.is_ascii_digit())
}

#[derive(Default)]
struct Cutter {
    sentences: Vec<Sentence>,
    words: Vec<String>,
    word: String,
}

impl Cutter {
    fn in_number(&self) -> bool {
        self.word.ends_with(|last: char| last.is_ascii_digit())
    }

    /// Whether a comma stands inside one number, as in "1,000 dirt", and not between coordinates: three digits and no further
    /// comma follow, and no number stands before it.
    fn groups_thousands(&self, rest: &core::iter::Peekable<core::str::Chars<'_>>) -> bool {
        let is_digit = |ch: &char| ch.is_ascii_digit();
        let (first, after) = (rest.clone().take_while(is_digit).count(), rest.clone().find(|ch| !is_digit(ch)));
        let is_number = |word: &String| word.ends_with(|last: char| last.is_ascii_digit());
        let short = self.word.len() <= 3 && self.word.bytes().all(|byte| byte.is_ascii_digit());
        self.in_number() && short && first == 3 && after != Some(',') && !self.words.last().is_some_and(is_number)
    }

    fn end_word(&mut self) {
        let mut word = not_drawn_out(&core::mem::take(&mut self.word));
        if word.is_empty() {
            return;
        }
        if word.ends_with("in") && is_gerund(&format!("{word}g")) {
            word.push('g');
        }
        match SHORT.iter().find(|(short, _)| *short == word) {
            Some((_, long)) => self.words.extend(long.split(' ').map(String::from)),
            None => self.words.push(word),
        }
    }

    fn end_sentence(&mut self, mark: char) {
        self.end_word();
        let mut words = core::mem::take(&mut self.words);
        if words.is_empty() {
            if let Some(last) = self.sentences.last_mut().filter(|_| mark == '?') {
                last.asks = true;
            }
            return;
        }
        // "Y did you stop" asks why; "x 10 y 64" does not.
        if words[0] == "y"
            && words.get(1).is_some_and(|word| !word.starts_with(|ch: char| ch == '-' || ch.is_numeric()))
        {
            words[0] = "why".into();
        }
        for (parts, joined) in JOINED {
            while let Some(at) = find(&words, parts) {
                words.splice(at..at + parts.len(), [String::from(joined)]);
            }
        }
        self.sentences.push(Sentence { words, calls: matches!(mark, ',' | ':'), asks: mark == '?' });
    }
}

/// The word without letters that are drawn out, as in "stoooop" and "pleeease".
fn not_drawn_out(word: &str) -> String {
    let mut plain = String::with_capacity(word.len());
    let mut chars = word.chars().peekable();
    while let Some(ch) = chars.next() {
        let mut equal = 1;
        while chars.next_if_eq(&ch).is_some() {
            equal += 1;
        }
        let kept = if equal >= DRAWN_OUT_LETTERS && ch.is_alphabetic() { 1 } else { equal };
        plain.extend(core::iter::repeat_n(ch, kept));
    }
    plain
}

/// The index at which these words stand next to each other in `words`.
pub fn find<T: AsRef<str>>(words: &[T], row: &[&str]) -> Option<usize> {
    words.windows(row.len()).position(|window| window.iter().zip(row).all(|(word, wanted)| word.as_ref() == *wanted))
}

/// Whether the words begin with this phrase, which is written with spaces.
pub fn begins(words: &[String], row: &str) -> bool {
    let count = row.split(' ').count();
    words.len() >= count && words.iter().zip(row.split(' ')).all(|(word, wanted)| word == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn lines_become_sentences_of_plain_words() {
        let check = |line: &str, expected: &[&str]| {
            let found: Vec<String> = sentences(line).iter().map(|sentence| sentence.words.join(" ")).collect();
            assert_eq!(found, expected.iter().map(ToString::to_string).collect::<Vec<_>>(), "{line:?}");
        };
        check("Don't STOP!", &["do not stop"]);
        check("go to 10, 64, -3 pls", &["go to 10 64 -3 please"]);
        check("get wood, stone & iron.", &["get wood", "stone and iron"]);
        check("minecraft:oak_log x3", &["oak log x3"]);
        check("what r u doing??", &["what are you doing"]);
        check("flint and steel", &["flint_and_steel"]);
        check("STOOOP pleeease", &["stop please"]);
        check("whatcha doin, y r u diggin", &["what are you doing", "why are you digging"]);
        check("go to x 10 y 64 z 3000", &["go to x 10 y 64 z 3000"]);
        check("/stop", &["stop"]);
        check("  ... ", &[]);
        check("Äpfel 木", &["äpfel 木"]);
    }
}
