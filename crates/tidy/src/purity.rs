//! Finds what pure code may not contain: floats, clocks, unordered maps, IO, the standard library.

/// Words that code of the pure crates may not contain, and why.
const IMPURE: [(&str, &str); 9] = [
    ("f32", "floats differ between machines"),
    ("f64", "floats differ between machines"),
    ("HashMap", "its order decides nothing twice the same way"),
    ("HashSet", "its order decides nothing twice the same way"),
    ("Instant", "time comes in with the input"),
    ("SystemTime", "time comes in with the input"),
    ("std", "pure crates are no_std"),
    ("println", "pure crates emit traces"),
    ("thread_rng", "no randomness in the mind"),
];

/// Words in a file that pure code may not contain, with their lines. Comments and strings do not count.
pub fn impurities(text: &str) -> Vec<(usize, &'static str, &'static str)> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let code = code_of(line);
        for (word, reason) in IMPURE {
            if words(&code).any(|found| found == word) {
                found.push((index + 1, word, reason));
            }
        }
        if holds_float_literal(&code) {
            found.push((index + 1, "1.0", "floats differ between machines"));
        }
    }
    found
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|ch: char| !ch.is_alphanumeric() && ch != '_').filter(|word| !word.is_empty())
}

/// Whether the code contains a float literal: `1.5`, but not `pair.0.1` or `0..9`.
fn holds_float_literal(code: &str) -> bool {
    let bytes = code.as_bytes();
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.';
    (1..bytes.len().saturating_sub(1)).any(|point| {
        if bytes[point] != b'.' || !bytes[point - 1].is_ascii_digit() || !bytes[point + 1].is_ascii_digit() {
            return false;
        }
        let mut start = point;
        while start > 0 && (bytes[start - 1].is_ascii_digit() || bytes[start - 1] == b'_') {
            start -= 1;
        }
        bytes[start].is_ascii_digit() && (start == 0 || !word(bytes[start - 1]))
    })
}

/// A line of code without its comment and without the text of strings.
pub fn code_of(line: &str) -> String {
    let mut code = String::with_capacity(line.len());
    let (mut quoted, mut escaped) = (false, false);
    let mut chars = line.chars().peekable();
    while let Some(ch) = chars.next() {
        match ch {
            _ if escaped => escaped = false,
            '\'' if !quoted && chars.peek() == Some(&'"') => {
                chars.next(); // The character literal '"' does not begin a string.
            }
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '/' if !quoted && chars.peek() == Some(&'/') => break,
            _ if !quoted => code.push(ch),
            _ => {}
        }
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impure_words_are_found_in_code_but_not_in_comments_or_strings() {
        for (line, count) in [
            ("let x: f64 = 1.0;", 2),
            ("// an f64 would be wrong", 0),
            ("let s = \"HashMap\"; // Instant", 0),
            ("use std::collections::HashMap;", 2),
            ("let instant_read = 1;", 0),
            ("let x = 1.5 * 2;", 1),
            ("let x = pair.0.1 + list[0..9].len();", 0),
            ("let q = '\"'; type F = f64;", 1),
            ("let s = \"a\\\"\"; let m: HashSet<u8>;", 1),
        ] {
            assert_eq!(impurities(line).len(), count, "{line}");
        }
    }
}
