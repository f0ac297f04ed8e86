//! Pass 5: takes every INTENT token out and reads the label. The last line is where a model is asked to put it; anywhere
//! else it is a slip of the format and is measured as one. Line breaks stay.

use super::{continues_with, is_blank, push_apart};
use crate::intent::{Intent, IntentParse};
use alloc::string::String;

pub struct Found {
    pub text: String,
    pub intent: Option<Intent>,
    pub parse: IntentParse,
}

/// Removes the INTENT tokens from a text and reads the label. `None` if the text has no such token.
pub fn extract(text: &str) -> Option<Found> {
    let mut found: Option<Found> = None;
    let mut kept = 0;
    let mut colons = text.match_indices(':').map(|(place, _)| place);
    while let Some(colon) = colons.by_ref().find(|place| *place >= kept) {
        let Some(start) = before_colon(text.as_bytes(), kept, colon) else { continue };
        let token = Token::read(text, start, colon);
        let found = found.get_or_insert_with(|| Found {
            text: String::with_capacity(text.len()),
            intent: None,
            parse: IntentParse::InlineNoncompliant,
        });
        push_apart(&mut found.text, &text[kept..token.start.max(kept)]);
        if token.is_final_line {
            (found.intent, found.parse) = (token.label, IntentParse::FinalLine);
        } else {
            found.intent = found.intent.or(token.label);
        }
        kept = token.end;
    }
    if let Some(found) = &mut found {
        push_apart(&mut found.text, &text[kept..]);
    }
    found
}

/// Whether a byte marks bold or italic text in Markdown.
fn is_emphasis(byte: u8) -> bool {
    byte == b'*' || byte == b'_'
}

/// The index at which the word INTENT before this colon begins, including emphasis marks before it. Blanks and
/// emphasis marks may stand between the word and the colon.
fn before_colon(bytes: &[u8], from: usize, colon: usize) -> Option<usize> {
    let between = bytes[from..colon].iter().rev().take_while(|byte| is_blank(**byte) || is_emphasis(**byte)).count();
    let start = (colon - between).checked_sub(b"intent".len()).filter(|start| *start >= from)?;
    continues_with(bytes, start, b"intent")
        .then(|| start - bytes[from..start].iter().rev().take_while(|byte| is_emphasis(**byte)).count())
}

/// Widens the range of an INTENT token by its brackets, as in "[INTENT: find iron]": one that opens right before
/// the token and closes in the same line, with no other bracket between.
fn with_brackets(bytes: &[u8], start: usize, end: usize) -> (usize, usize) {
    let opened = start.checked_sub(1).filter(|open| bytes[*open] == b'[');
    let inside = bytes[end..].iter().take_while(|byte| !matches!(byte, b'[' | b']' | b'\n' | b':')).count();
    match (opened, bytes.get(end + inside)) {
        (Some(open), Some(b']')) => (open, end + inside + 1),
        _ => (start, end),
    }
}

/// The length of the rest of a sentence, within its line. Returns 0 if it has a colon, which may belong to the
/// next INTENT token.
fn sentence(bytes: &[u8]) -> usize {
    let line = bytes.iter().take_while(|byte| !matches!(byte, b'\n' | b'[' | b':')).count();
    if bytes.get(line) == Some(&b':') {
        return 0;
    }
    let ends = |pair: &[u8]| matches!(pair[0], b'.' | b'!' | b'?') && is_blank(pair[1]);
    bytes[..line].windows(2).position(ends).map_or(line, |end| end + 1)
}

struct Token {
    /// The byte index at which the INTENT token begins, including its opening bracket.
    start: usize,
    label: Option<Intent>,
    end: usize,
    is_final_line: bool,
}

impl Token {
    fn read(text: &str, start: usize, colon: usize) -> Token {
        let bytes = text.as_bytes();
        let skipped = |from: usize, skip: fn(u8) -> bool| from + bytes[from..].iter().take_while(|b| skip(**b)).count();
        let word = skipped(colon + 1, |byte| is_blank(byte) || is_emphasis(byte));
        let end = skipped(word, |byte| byte.is_ascii_alphanumeric() || byte == b'-');
        // In "INTENT: INTENT: mine" the second word is the next token.
        let next = skipped(end, |byte| is_blank(byte) || is_emphasis(byte));
        if bytes.get(next) == Some(&b':') && bytes[word..end].eq_ignore_ascii_case(b"intent") {
            return Token { start, label: None, end: colon + 1, is_final_line: false };
        }
        let label = Intent::ALL.into_iter().find(|label| text[word..end].eq_ignore_ascii_case(label.name()));
        let end = if word == end { colon + 1 } else { skipped(end, is_emphasis) };
        let (start, mut end) = with_brackets(bytes, start, end);
        let begins_line = bytes[..start].iter().rev().take_while(|byte| is_blank(**byte)).count();
        let begins_line = begins_line == start || bytes[start - begins_line - 1] == b'\n';
        // "INTENT: bring me torches." has no valid label; the whole sentence is removed with the token.
        let mut more = 0;
        if begins_line && label.is_none() && bytes.get(end.wrapping_sub(1)) != Some(&b']') {
            more = sentence(&bytes[end..]);
        }
        let is_one_word = !bytes[end..end + more].iter().any(u8::is_ascii_alphanumeric);
        end += more;
        let rest = &bytes[skipped(end, |byte| byte == b'.')..];
        let ends_text = rest.iter().all(u8::is_ascii_whitespace);
        Token {
            start,
            label,
            end: if ends_text { bytes.len() } else { end },
            is_final_line: begins_line && ends_text && is_one_word,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_taken_out_and_labels_read() {
        use IntentParse::{FinalLine, InlineNoncompliant};
        for (text, expected, intent, parse) in [
            ("Go.\nINTENT: mine", "Go.\n", Some(Intent::Mine), FinalLine),
            ("Go.\nintent:mine.\n\n", "Go.\n", Some(Intent::Mine), FinalLine),
            ("Go.\n  **INTENT:** Mine", "Go.\n  ", Some(Intent::Mine), FinalLine),
            ("Go.\nINTENT: dance", "Go.\n", None, FinalLine),
            ("Go. INTENT: mine", "Go. ", Some(Intent::Mine), InlineNoncompliant),
            ("Go INTENT: mine now", "Go  now", Some(Intent::Mine), InlineNoncompliant),
            ("GoINTENT: mine,now", "Go ,now", Some(Intent::Mine), InlineNoncompliant),
            ("INTENT: mine\nGo.", "\nGo.", Some(Intent::Mine), InlineNoncompliant),
            ("INTENT: dance or INTENT: food x", " or  x", Some(Intent::Food), InlineNoncompliant),
            ("INTENT: food x\nINTENT: dance", " x\n", None, FinalLine),
            ("INTENT: INTENT: mine", " ", Some(Intent::Mine), InlineNoncompliant),
            ("INTINTENT: xENT: mine", "INT : mine", None, InlineNoncompliant),
            ("Go.\nINTENT: bring me torches. Now.\nYes", "Go.\n Now.\nYes", None, InlineNoncompliant),
            ("INTENT:\nmine", "\nmine", None, InlineNoncompliant),
            ("INTENT: gather wood", " wood", Some(Intent::Gather), InlineNoncompliant),
            ("INTENT:", "", None, FinalLine),
            ("Go. [INTENT: find iron 24]\nNow", "Go. \nNow", None, InlineNoncompliant),
            ("Go.\n[INTENT: mine]", "Go.\n", Some(Intent::Mine), FinalLine),
        ] {
            let found = extract(text).unwrap();
            assert_eq!((found.text.as_str(), found.intent, found.parse), (expected, intent, parse), "{text:?}");
        }
        for text in ["", "My intent is to mine", "intentional: no", "at: 3"] {
            assert!(extract(text).is_none(), "{text:?}");
        }
    }
}
