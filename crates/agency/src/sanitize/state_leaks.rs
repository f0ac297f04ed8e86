//! Pass 3, second half: takes away lines that only repeat raw state, such as `health: 20, food: 18` or a JSON object.

use super::{continues_with, is_blank};
use alloc::string::String;

/// Lower-case names of the state values that a prompt lists, such as health.
const KEYS: [&str; 22] = [
    "health",
    "food",
    "hunger",
    "saturation",
    "position",
    "pos",
    "inventory",
    "biome",
    "dimension",
    "hostiles",
    "xp",
    "experience",
    "weather",
    "time",
    "tick",
    "vitals",
    "oxygen",
    "armor",
    "armour",
    "light",
    "tasks",
    "location",
];

/// The letters with which names of values and headings end, one bit for each value of their low five bits.
const LAST_LETTERS: u32 = {
    let (mut letters, mut at) = (0, 0);
    while at < KEYS.len() + HEADINGS.len() {
        let (name, colon) = if at < KEYS.len() { (KEYS[at], 0) } else { (HEADINGS[at - KEYS.len()], 1) };
        letters |= 1_u32 << (name.as_bytes()[name.len() - 1 - colon] & 31);
        at += 1;
    }
    letters
};

/// A line with at least this many state values is a dump of the prompt's state and not a sentence.
const VALUES_MIN: usize = 2;

/// Headings of lines in the prompt that are not names of values.
const HEADINGS: [&str; 10] = [
    "creatures:",
    "task:",
    "event:",
    "events:",
    "blocks:",
    "stations:",
    "memory:",
    "schedule:",
    "inventory:",
    "nearby:",
];

/// If at least this many lines begin with a heading, they are an echo of the prompt.
const HEADINGS_MIN: usize = 2;

pub fn strip(text: &str) -> Option<String> {
    if !has_key(text) {
        return None;
    }
    let echoes = text.split('\n').filter(|line| is_heading(line)).count() >= HEADINGS_MIN;
    let leaks = |line: &str| {
        is_object(line) || values(line) >= VALUES_MIN || is_one_value(line) || (echoes && is_heading(line))
    };
    if !text.split('\n').any(leaks) {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        // Lines with only brackets are the rest of a JSON object that spans several lines.
        let brackets = line.trim().bytes().all(|byte| b"{}[](),;".contains(&byte)) && !line.trim().is_empty();
        if !leaks(line) && !brackets {
            out.push_str(line);
        }
    }
    Some(out)
}

/// Whether some `:` or `=` stands shortly after a quote, a key or a heading. If not, no line can leak state; this
/// is so for most texts.
fn has_key(text: &str) -> bool {
    let bytes = text.as_bytes();
    text.match_indices(':').chain(text.match_indices('=')).any(|(at, _)| {
        let between =
            bytes[..at].iter().rev().take_while(|byte| is_blank(**byte) || matches!(byte, b'*' | b'_')).count();
        let end = at - between;
        if end == 0 || !(bytes[end - 1].is_ascii_alphabetic() || bytes[end - 1] == b'"') {
            return false;
        }
        let ends = |name: &str| {
            let name = name.trim_end_matches(':').as_bytes();
            end.checked_sub(name.len()).is_some_and(|start| continues_with(bytes, start, name))
        };
        bytes[end - 1] == b'"'
            || LAST_LETTERS & (1 << (bytes[end - 1] & 31)) != 0 && KEYS.iter().chain(&HEADINGS).any(|name| ends(name))
    })
}

/// Whether a line is a JSON object or a member of one.
fn is_object(line: &str) -> bool {
    let line = line.trim();
    let line = line.strip_suffix(',').unwrap_or(line);
    let object = line.starts_with('{') && line.contains("\":");
    let member = || {
        let rest = line.strip_prefix('"')?;
        let end = rest.find('"')?;
        rest[end + 1..].trim_start().starts_with(':').then_some(())
    };
    object || member().is_some()
}

/// Whether a line begins like a line of the prompt: `Food: 17 of 20`, `Creatures: none`.
fn is_heading(line: &str) -> bool {
    let words = line.trim_start_matches(|ch: char| ch.is_whitespace() || "#*>-_".contains(ch)).as_bytes();
    HEADINGS.iter().any(|heading| continues_with(words, 0, heading.as_bytes())) || value_at(words, 0).is_some()
}

/// How many `key: value` pairs with the name of a state value a line has.
fn values(line: &str) -> usize {
    let bytes = line.as_bytes();
    if !bytes.iter().any(|byte| matches!(byte, b':' | b'=')) {
        return 0;
    }
    let begins_word = |at: usize| bytes[at].is_ascii_alphabetic() && !(at > 0 && bytes[at - 1].is_ascii_alphanumeric());
    (0..bytes.len()).filter(|at| begins_word(*at) && value_at(bytes, *at).is_some()).count()
}

/// Whether a line is a single state value and nothing else: `Health: 20/20`.
fn is_one_value(line: &str) -> bool {
    let words = line.trim_start_matches(|ch: char| ch.is_whitespace() || "#*>-_".contains(ch));
    let at = line.len() - words.len();
    let rest = value_at(line.as_bytes(), at).map(|value| &line.as_bytes()[value..]);
    rest.is_some_and(|rest| !rest.iter().any(u8::is_ascii_alphabetic))
}

/// If a `key: value` pair begins at index `at`, the index at which its value begins. A value is a number, a list,
/// an object or a quoted text.
fn value_at(bytes: &[u8], at: usize) -> Option<usize> {
    let first = bytes.get(at)?.to_ascii_lowercase();
    let key = KEYS.iter().find(|key| key.as_bytes()[0] == first && continues_with(bytes, at, key.as_bytes()))?;
    let is_between = |byte: u8| is_blank(byte) || matches!(byte, b'"' | b'*' | b'_');
    let skipped = |from: usize| from + bytes[from..].iter().take(4).take_while(|byte| is_between(**byte)).count();
    let sign = skipped(at + key.len());
    if !matches!(bytes.get(sign), Some(b':' | b'=')) {
        return None;
    }
    let value = skipped(sign + 1);
    let begins =
        bytes.get(value).is_some_and(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'(' | b'[' | b'{'));
    begins.then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_state_goes_and_sentences_stay() {
        for (text, expected) in [
            ("Food: I should eat.", None),
            ("My health is 20.", None),
            ("I have time: 5 minutes should do.", None),
            ("health: 20, food: 18, position: (1, 64, 2)\nI mine.", Some("I mine.")),
            ("I mine. health=20 food=20", Some("")),
            ("Health: 20/20\nFood: 18\nI mine.", Some("I mine.")),
            ("{\"health\": 20}\nI mine.", Some("I mine.")),
            ("{\n  \"health\": 20,\n  \"name\": \"x\"\n}\nI mine.", Some("I mine.")),
            ("Health: 3 of 20\nInventory: nothing\nTask: collect wood\nI mine.", Some("I mine.")),
            ("Task: mine coal.", None),
            ("{\"log\": { \"name\": \"cut", Some("")),
            ("**Inventory:** [oak_log]", None),
            ("", None),
        ] {
            assert_eq!(strip(text).as_deref(), expected, "{text:?}");
        }
    }
}
