//! Pass 2: takes quotation marks away that wrap the whole text.

use alloc::string::String;

/// Opening quotation marks with their closing ones.
const PAIRS: [(char, char); 6] = [('"', '"'), ('\'', '\''), ('`', '`'), ('“', '”'), ('‘', '’'), ('«', '»')];

pub fn strip(text: &str) -> Option<String> {
    let trimmed = text.trim();
    let mut inner = trimmed;
    while let Some(less) = unwrapped(inner) {
        inner = less.trim();
    }
    (inner.len() < trimmed.len()).then(|| String::from(inner))
}

/// The text inside a pair of quotation marks around the whole of it. If there are marks inside too, the outer
/// ones may belong to two quotes, so nothing is removed unless the inside is wrapped as a whole.
fn unwrapped(text: &str) -> Option<&str> {
    let first = text.chars().next()?;
    let (open, close) = *PAIRS.iter().find(|(open, _)| *open == first)?;
    let rest = &text[open.len_utf8()..];
    if let Some(inner) = rest.strip_suffix(close) {
        let wrapped_again = inner.starts_with(open) && inner.ends_with(close) && inner.len() > open.len_utf8();
        return (wrapped_again || !inner.contains([open, close])).then_some(inner);
    }
    // A text that was cut off lacks its closing quotation mark. An apostrophe is left alone, because a text may
    // begin with one ("'tis").
    (matches!(open, '"' | '“') && !rest.contains([open, close])).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_around_the_whole_text_go_and_others_stay() {
        for (text, expected) in [
            ("plain", None),
            ("\"I will mine.\"", Some("I will mine.")),
            ("  \"spaces around\"\n", Some("spaces around")),
            ("\"\"twice\"\"", Some("twice")),
            ("“curly”", Some("curly")),
            ("`code`", Some("code")),
            ("'single'", Some("single")),
            ("\"Yes\" and \"no\"", None),
            ("He said \"no\"", None),
            ("\"cut off", Some("cut off")),
            ("'tis late", None),
            ("\"'both'\"", Some("both")),
            ("\"", Some("")),
            ("\"\"", Some("")),
            ("", None),
        ] {
            assert_eq!(strip(text).as_deref(), expected, "{text:?}");
        }
    }
}
