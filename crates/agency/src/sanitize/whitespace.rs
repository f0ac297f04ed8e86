//! Pass 8: one space between words, none at the ends of lines, no empty lines at the ends of the text. Lines stay lines.

use alloc::string::String;

pub fn normalize(text: &str) -> Option<String> {
    if let Some(trimmed) = only_trimmed(text) {
        return (trimmed.len() < text.len()).then(|| String::from(trimmed));
    }
    let mut out = String::with_capacity(text.len());
    for line in text.split('\n') {
        let begin = out.len();
        for word in line.split(is_space_or_control).filter(|word| !word.is_empty()) {
            if out.len() > begin {
                out.push(' ');
            }
            out.push_str(word);
        }
        if !out.is_empty() {
            out.push('\n');
        }
    }
    out.truncate(out.trim_end().len());
    Some(out)
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

/// Whether a text without blanks at its end needs no change of whitespace. ASCII bytes are judged one by one;
/// other characters are decoded.
fn is_normal(text: &str) -> bool {
    let mut before = b'\n';
    for (at, byte) in text.bytes().enumerate() {
        let bad = match byte {
            // Visible ASCII characters, and the later bytes of a multi-byte character.
            b'!'..=b'~' | 0x80..0xc0 => false,
            b' ' => before == b' ' || before == b'\n',
            b'\n' => before == b' ',
            0xc0.. => text[at..].starts_with(is_space_or_control),
            _ => true,
        };
        if bad {
            return false;
        }
        before = byte;
    }
    !text.starts_with('\n')
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
