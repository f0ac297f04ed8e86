//! Pass 1: takes the marks of code fences away and keeps what stands between them.

use super::{is_blank, push_apart};
use alloc::string::String;

/// Fewest backticks or tildes that make a code fence.
const MARKS_MIN: usize = 3;

pub fn strip(text: &str) -> Option<String> {
    if !text.contains("```") && !text.contains("~~~") {
        return None;
    }
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    let (mut kept, mut at) = (0, 0);
    while at < bytes.len() {
        let mark = bytes[at];
        if mark != b'`' && mark != b'~' {
            at += 1;
            continue;
        }
        let run = bytes[at..].iter().take_while(|byte| **byte == mark).count();
        if run >= MARKS_MIN {
            push_apart(&mut out, &text[kept..at]);
            kept = after(bytes, at + run, out.is_empty() || out.ends_with('\n'));
            at = kept;
        } else {
            at += run;
        }
    }
    push_apart(&mut out, &text[kept..]);
    Some(out)
}

/// The index at which the text continues after a code fence. After a fence at the start of a line, a language
/// name is skipped, and so is the line break if nothing else stands on that line.
fn after(bytes: &[u8], end: usize, begins_line: bool) -> usize {
    if !begins_line {
        return end;
    }
    let language = bytes[end..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"_+-".contains(byte)).count();
    let blanks = bytes[end + language..].iter().take_while(|byte| is_blank(**byte) || **byte == b'\r').count();
    match bytes.get(end + language + blanks) {
        None => end + language + blanks,
        Some(b'\n') => end + language + blanks + 1,
        Some(_) => end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_go_and_their_content_stays() {
        for (text, expected) in [
            ("no fence, `code` and ~~gone~~", None),
            ("```\nI go.\n```", Some("I go.\n")),
            ("```json\n{\"a\": 1}\n```\nDone.", Some("{\"a\": 1}\nDone.")),
            ("a\n```\nb\n```\nc", Some("a\nb\nc")),
            ("see ```this``` here", Some("see this here")),
            ("```I will mine.```", Some("I will mine.")),
            ("a```````b", Some("a b")),
            ("~~~\nx\n~~~", Some("x\n")),
            ("```rust", Some("")),
            ("``` ä ```", Some(" ä ")),
        ] {
            assert_eq!(strip(text).as_deref(), expected, "{text:?}");
        }
    }
}
