//! A key that cannot be printed by accident.

use std::fmt;

/// The shortest key that is searched for in replies. Local servers accept any word as a key ("none", "ollama"),
/// and such a word in a reply is no leak; the keys of hosted services are longer than this.
pub const ECHO_CHARS_MIN: usize = 16;

/// The API key of a model server. Its `Debug` output does not show the key, and it has no `Display`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Makes a secret of the key without the white space around it; files and environment variables often end with a
    /// line break.
    pub fn new(key: &str) -> Secret {
        Secret(key.trim().to_string())
    }

    /// Whether the key can be sent in an HTTP header: it is not empty and has only visible ASCII characters.
    pub fn is_sendable(&self) -> bool {
        !self.0.is_empty() && self.0.bytes().all(|byte| byte.is_ascii_graphic())
    }

    /// The key in plain text. Only for the header of the request.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether the text contains this key.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        self.0.len() >= ECHO_CHARS_MIN && text.contains(&self.0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_output_does_not_depend_on_the_key() {
        let shown = |key: &str| format!("{:?} {:#?}", Secret::new(key), Some(Secret::new(key)));
        assert_eq!(shown("sk-0123456789abcdef"), shown("x"));
        assert!(!shown("sk-0123456789abcdef").contains("0123"));
    }

    #[test]
    fn a_key_with_a_line_break_inside_or_nothing_in_it_cannot_be_sent() {
        for (key, sendable) in
            [("sk-abc\n", true), ("", false), ("  ", false), ("a b", false), ("a\nb", false), ("kéy", false)]
        {
            assert_eq!(Secret::new(key).is_sendable(), sendable, "{key:?}");
        }
    }

    #[test]
    fn an_echo_is_found_from_the_shortest_key_on() {
        let (shortest, short) = ("k".repeat(ECHO_CHARS_MIN), "k".repeat(ECHO_CHARS_MIN - 1));
        for (key, found) in [(&shortest, true), (&short, false)] {
            assert_eq!(Secret::new(key).is_in(&format!("your key is {key}.")), found, "{key}");
        }
        assert!(!Secret::new(&shortest).is_in("nothing of it"));
    }
}
