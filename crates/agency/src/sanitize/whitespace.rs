//! Pass 8: one space between words, none at the ends of lines, no empty lines at the ends of the text. Lines stay lines.

use alloc::string::String;

pub fn normalize(text: &str) -> Option<String> {
    if let Some(trimmed) = only_trimmed(text) {
        return (trimmed.len() < text.len()).then(|| String::from(trimmed));
    }
    let mut out = String::with_capacity(text.len());
    for line in text.split('\n') {
        push_normal(&mut out, line);
        if !out.is_empty() {
            out.push('\n');
        }
    }
    out.truncate(out.trim_end().len());
    Some(out)
}

/// Appends a line with one space between its words. Most lines are normal already and need not be taken apart.
fn push_normal(out: &mut String, line: &str) {
    if let Some(line) = only_trimmed(line) {
        return out.push_str(line);
    }
    let begin = out.len();
    for word in line.split(is_space_or_control).filter(|word| !word.is_empty()) {
        if out.len() > begin {
            out.push(' ');
        }
        out.push_str(word);
    }
}

/// The text without whitespace at its end, if nothing else in it must be changed; otherwise `None`.
pub fn only_trimmed(text: &str) -> Option<&str> {
    let trimmed = text.trim_end_matches([' ', '\n']);
    is_normal(trimmed).then_some(trimmed)
}

/// Whether a character is whitespace or a control character. Control characters could hide text in terminals and
/// logs.
fn is_space_or_control(ch: char) -> bool {
    ch.is_whitespace() || ch.is_control()
}

/// Whether a text without blanks at its end needs no change of whitespace. Pairs of bytes decide all but characters beyond
/// ASCII, without a branch for each, so that the compiler can take many at a time.
fn is_normal(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_bad = |before: u8, byte: u8| {
        let blank = byte == b' ' && (before == b' ' || before == b'\n');
        let end = byte == b'\n' && before == b' ';
        let control = (byte < b' ' && byte != b'\n') || byte == 0x7f;
        blank || end || control
    };
    let first = bytes.first().is_none_or(|first| !is_bad(b'\n', *first) && *first != b'\n');
    let rest = !bytes.iter().zip(bytes.iter().skip(1)).fold(false, |bad, (before, byte)| bad | is_bad(*before, *byte));
    first && rest && (text.is_ascii() || !text.contains(|ch: char| !ch.is_ascii() && is_space_or_control(ch)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whitespace_is_normalised_within_lines_only() {
        for (text, expected) in [
            ("a b\n\nc", None),
            ("", None),
            ("  a \t b  \n  c  ", Some("a b\nc")),
            ("a\n\n\nb", None),
            ("\n \na\n\n", Some("a")),
            ("a\r\nb\rc", Some("a\nb c")),
            ("a\u{a0}\u{2003}b\u{2028}c", Some("a b c")),
            ("a\u{7}b\u{0}", Some("a b")),
            (" ", Some("")),
            ("äö  ü", Some("äö ü")),
        ] {
            assert_eq!(normalize(text).as_deref(), expected, "{text:?}");
        }
    }
}
