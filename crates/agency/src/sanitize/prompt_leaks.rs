//! Pass 3, first half: takes away what belongs to the prompt or the chat template: special tokens, role marks, sentences
//! that give instructions to a model.

use super::{continues_with, push_apart};
use alloc::string::String;

/// Chat template marks that end a turn. Text that a model prints after one is a made-up further turn.
const TURN_ENDS: [&str; 6] = ["<|im_end|>", "<|endoftext|>", "<|eot_id|>", "<|end|>", "</s>", "<end_of_turn>"];

/// Chat template marks that do not end a turn.
const MARKS: [&str; 7] = ["[INST]", "[/INST]", "<<SYS>>", "<</SYS>>", "<s>", "<start_of_turn>", "<bos>"];

/// The role names that chat templates put after the mark that begins a turn.
const ROLES_OF_TURNS: [&str; 3] = ["system\n", "user\n", "assistant\n"];

/// Longest name in bytes inside a template mark `<|…|>`.
const TOKEN_BYTES_MAX: usize = 32;

/// Names of roles that speak to the model. A line that begins with one is removed.
const FOREIGN_ROLES: [&str; 8] =
    ["system:", "user:", "human:", "instruction:", "instructions:", "prompt:", "system prompt:", "input:"];

/// Names that a model puts before its own lines. The name is removed and the rest of the line stays.
const OWN_ROLES: [&str; 9] =
    ["assistant:", "ai:", "bot:", "response:", "answer:", "output:", "thought:", "reply:", "internal thought:"];

/// Lower-case phrases from instructions or from models talking about themselves. A sentence with such a phrase,
/// beginning at the start of a word, is removed. The list is sorted, so that phrases with the same first letter
/// are neighbours.
const PHRASES: [&str; 44] = [
    "ai assistant",
    "allowed actions",
    "answer in one",
    "answer with",
    "as a language model",
    "as an ai",
    "available actions",
    "do not include",
    "do not repeat",
    "end with [goal",
    "end with a goal",
    "goal tag",
    "i am a helpful ai",
    "i am a language model",
    "i am an ai",
    "i am the inner voice",
    "i'm a language model",
    "i'm an ai",
    "output format",
    "previous instructions",
    "reply in",
    "reply with",
    "respond in",
    "respond only",
    "respond with",
    "system prompt",
    "trained by hugging face",
    "valid actions",
    "write a short",
    "write one sentence",
    "you are a helpful",
    "you are a language model",
    "you are a minecraft",
    "you are an ai",
    "you are an autonomous",
    "you are playing minecraft",
    "you are stead",
    "you are the inner voice",
    "you are the mind of",
    "your answer should",
    "your reply should",
    "your response should",
    "your role is to",
    "your task is to",
];

/// Removes chat template marks, and everything after the end of the first turn.
pub fn strip_marks(text: &str) -> Option<String> {
    let ended = end_of_turn(text);
    without_marks(&text[..ended]).or_else(|| (ended < text.len()).then(|| String::from(&text[..ended])))
}

/// Most bytes of a line up to the colon after a role name. Blanks and marks before the name do not count.
const ROLE_BYTES_MAX: usize = 20;

/// Removes role names at the start of lines, and whole lines of roles that speak to the model.
pub fn strip_roles(text: &str) -> Option<String> {
    by_lines(text, |line| {
        if !line.contains(':') {
            return None;
        }
        let words = line.trim_start_matches(|ch: char| ch.is_whitespace() || "#*>-_".contains(ch));
        if !words.bytes().take(ROLE_BYTES_MAX).any(|byte| byte == b':') {
            return None;
        }
        if role(words, &FOREIGN_ROLES).is_some() {
            return Some(String::new());
        }
        role(words, &OWN_ROLES).map(|length| String::from(words[length..].trim_start_matches(['*', '_', ' '])))
    })
}

/// Removes sentences that contain a leaked phrase of the prompt. A line that loses all its text is removed with its line
/// break.
pub fn strip_sentences(text: &str) -> Option<String> {
    let mut leak = leak_at(text, 0)?;
    let mut out = String::with_capacity(text.len());
    let mut kept = 0;
    loop {
        let start = text[kept..leak].rfind('\n').map_or(kept, |end| kept + end + 1);
        let line = start + text[start..].find('\n').map_or(text.len() - start, |end| end + 1);
        out.push_str(&text[kept..start]);
        out.push_str(&without_leaked_sentences(&text[start..line]));
        kept = line;
        match leak_at(text, kept) {
            Some(next) => leak = next,
            None => break,
        }
    }
    out.push_str(&text[kept..]);
    Some(out)
}

/// The index at which the first turn that has words in it ends.
fn end_of_turn(text: &str) -> usize {
    let mut from = 0;
    while let Some(place) = text[from..].find('<') {
        let at = from + place;
        if TURN_ENDS.iter().any(|end| text[at..].starts_with(end)) && has_words(&text[..at]) {
            return at;
        }
        from = at + 1;
    }
    text.len()
}

fn has_words(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_alphanumeric() || byte >= 0x80)
}

fn without_marks(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out: Option<String> = None;
    let (mut kept, mut at) = (0, 0);
    while let Some(place) = bytes[at..].iter().position(|byte| matches!(byte, b'<' | b'[')) {
        at += place;
        let Some(length) = mark(bytes, at) else {
            at += 1;
            continue;
        };
        push_apart(out.get_or_insert_with(|| String::with_capacity(text.len())), &text[kept..at]);
        at += length;
        kept = at;
    }
    if let Some(out) = &mut out {
        push_apart(out, &text[kept..]);
    }
    out
}

/// The length in bytes of the chat template mark that begins at index `at`.
fn mark(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = &bytes[at..];
    if rest.starts_with(b"<|") {
        let name =
            rest[2..].iter().take(TOKEN_BYTES_MAX).take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        let end = rest[2 + name..].starts_with(b"|>").then_some(name + 4)?;
        let role = ROLES_OF_TURNS.iter().find(|role| rest[end..].starts_with(role.as_bytes()));
        return Some(end + role.map_or(0, |role| role.len()));
    }
    TURN_ENDS.iter().chain(&MARKS).find(|mark| rest.starts_with(mark.as_bytes())).map(|mark| mark.len())
}

/// Applies `clean` to each line of a text and joins the results. `None` if no line changes.
fn by_lines(text: &str, clean: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut out: Option<String> = None;
    let mut before = 0;
    for line in text.split_inclusive('\n') {
        if let Some(clean) = clean(line) {
            out.get_or_insert_with(|| String::from(&text[..before])).push_str(&clean);
        } else if let Some(out) = &mut out {
            out.push_str(line);
        }
        before += line.len();
    }
    out
}

/// The line without its sentences that leak the prompt.
fn without_leaked_sentences(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut from = 0;
    while from < line.len() {
        let end = from + sentence(&line.as_bytes()[from..]);
        if leak_at(&line[from..end], 0).is_none() {
            push_apart(&mut out, &line[from..end]);
        }
        from = end;
    }
    out.truncate(out.trim_end().len());
    if has_words(&out) && line.ends_with('\n') {
        out.push('\n');
    }
    out
}

/// The length in bytes of the first sentence, including the blank after it.
fn sentence(bytes: &[u8]) -> usize {
    let ends = |pair: &[u8]| matches!(pair[0], b'.' | b'!' | b'?') && pair[1] == b' ';
    bytes.windows(2).position(ends).map_or(bytes.len(), |end| end + 2)
}

/// The length in bytes of the role name with which a line begins.
fn role(line: &str, roles: &[&str]) -> Option<usize> {
    // Bold marks may stand around the colon: "**User:** hi", "**User**: hi".
    roles.iter().find_map(|role| {
        let name = role.len() - 1;
        let bytes = line.as_bytes();
        let after = continues_with(bytes, 0, &role.as_bytes()[..name]).then_some(name)?;
        let colon = after + bytes[after..].iter().take(2).take_while(|byte| **byte == b'*').count();
        (bytes.get(colon) == Some(&b':')).then_some(colon + 1)
    })
}

/// For each byte: 0 if it is no part of a word, 1 if it is, and from 2 on the number of the letter if a leaked
/// phrase begins with it, in alphabetical order.
const FIRST: [u8; 256] = {
    let mut first = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        first[byte] = (byte as u8).is_ascii_alphanumeric() as u8;
        byte += 1;
    }
    let (mut phrase, mut letters) = (0, 2);
    while phrase < PHRASES.len() {
        let letter = PHRASES[phrase].as_bytes()[0];
        if first[letter as usize] == 1 {
            first[letter as usize] = letters;
            first[letter.to_ascii_uppercase() as usize] = letters;
            letters += 1;
        }
        phrase += 1;
    }
    first
};

/// The number of the first three characters of a phrase, by their low five bits. Those are the same for a letter in upper and
/// lower case.
const fn beginning(bytes: &[u8]) -> usize {
    (bytes[0] as usize & 31) << 10 | (bytes[1] as usize & 31) << 5 | bytes[2] as usize & 31
}

/// The beginnings of all leaked phrases, one bit each.
const BEGINNINGS: [u32; 1024] = {
    let mut beginnings = [0; 1024];
    let mut phrase = 0;
    while phrase < PHRASES.len() {
        let begins = beginning(PHRASES[phrase].as_bytes());
        beginnings[begins >> 5] |= 1 << (begins & 31);
        phrase += 1;
    }
    beginnings
};

/// The byte index of the first leaked phrase that begins at a word of the text, from index `from` on. One lookup decides
/// nearly every byte.
fn leak_at(text: &str, from: usize) -> Option<usize> {
    let bytes = &text.as_bytes()[from..];
    let mut at = 0;
    loop {
        at += bytes.get(at..)?.windows(3).position(|three| {
            let begins = beginning(three);
            BEGINNINGS[begins >> 5] & (1 << (begins & 31)) != 0
        })?;
        let before = at.checked_sub(1).map_or(0, |before| FIRST[usize::from(bytes[before])]);
        if before == 0 && begins_phrase(&bytes[at..], FIRST[usize::from(bytes[at])]) {
            return Some(from + at);
        }
        at += 1;
    }
}

/// For each first letter, numbered as in [`FIRST`]: the index of its first phrase. Its phrases end where those of
/// the next letter begin.
const RANGES: [usize; 33] = {
    let mut ranges = [PHRASES.len(); 33];
    let mut phrase = PHRASES.len();
    while phrase > 0 {
        phrase -= 1;
        ranges[FIRST[PHRASES[phrase].as_bytes()[0] as usize] as usize] = phrase;
    }
    ranges
};

/// Whether a leaked phrase begins here; `kind` is the number of its first letter. Comparing the last letter first
/// rules out most phrases.
fn begins_phrase(rest: &[u8], kind: u8) -> bool {
    if kind < 2 {
        return false;
    }
    PHRASES[RANGES[usize::from(kind)]..RANGES[usize::from(kind) + 1]].iter().any(|phrase| {
        let phrase = phrase.as_bytes();
        let last = phrase.len() - 1;
        rest.get(last).is_some_and(|byte| byte.to_ascii_lowercase() == phrase[last]) && continues_with(rest, 0, phrase)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prompt_text_goes_and_thoughts_stay() {
        for (text, expected) in [
            ("I will mine iron.", None),
            ("You are safe here, I think.", None),
            ("The system works: torches.", None),
            ("Wood next.<|im_end|>\n<|im_start|>user\nHi", Some("Wood next.")),
            ("<|im_start|>assistant\nWood.", Some("Wood.")),
            ("a <|x|> b", Some("a  b")),
            ("[INST] Wood. [/INST]", Some(" Wood. ")),
            ("Assistant: I mine.", Some("I mine.")),
            ("**Thought:** I mine.", Some("I mine.")),
            ("### Response:\nI mine.", Some("\nI mine.")),
            ("System: be brief.\nI mine.", Some("I mine.")),
            ("I mine.\nUser: what now?\nI dig.", Some("I mine.\nI dig.")),
            ("You are a helpful bot. I mine.", Some("I mine.")),
            ("I mine. As an AI language model, I cannot dig.\nNext.", Some("I mine.\nNext.")),
            ("I mine. Respond with one line", Some("I mine.")),
            ("Your task is to survive.\nI mine.", Some("I mine.")),
            ("1 < 2 and a[3]", None),
        ] {
            let passes = [strip_marks, strip_roles, strip_sentences];
            let done =
                passes.iter().fold(None, |done: Option<String>, pass| pass(done.as_deref().unwrap_or(text)).or(done));
            assert_eq!(done.as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn no_role_is_longer_than_the_bytes_that_are_searched_for_its_colon() {
        for role in FOREIGN_ROLES.iter().chain(&OWN_ROLES) {
            let bold = alloc::format!("{}**: hi", role.trim_end_matches(':'));
            assert!(bold.find(':').is_some_and(|colon| colon < ROLE_BYTES_MAX), "{role}");
            assert!(strip_roles(&bold).is_some(), "{role}");
        }
    }

    #[test]
    fn phrases_are_sorted_and_each_is_found() {
        assert!(PHRASES.is_sorted());
        for phrase in PHRASES {
            assert_eq!(leak_at(&alloc::format!("so {} x", phrase.to_uppercase()), 0), Some(3), "{phrase}");
            assert!(leak_at(&alloc::format!("x{phrase}"), 0).is_none() || phrase.contains("goal"), "{phrase}");
        }
    }
}
