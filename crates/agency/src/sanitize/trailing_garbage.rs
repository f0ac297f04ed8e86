//! Pass 7: takes away what a cut-off or confused output ends with: stray symbols, brackets that nothing opened, the
//! beginning of a tag.

use super::continues_with;
use alloc::string::String;

pub fn strip(text: &str) -> Option<String> {
    let trimmed = text.trim_end();
    let mut counts = None;
    let mut end = trimmed.len();
    loop {
        let rest = trimmed[..end].trim_end();
        end = rest.len();
        // Most texts end with a letter or a full stop, for which the brackets need not be counted.
        if counts.is_none() && rest.ends_with(|last: char| last.is_alphanumeric() || matches!(last, '.' | '!' | '?')) {
            match without_tag_start(rest) {
                Some(less) => {
                    end = less;
                    continue;
                }
                None => break,
            }
        }
        let counts = counts.get_or_insert_with(|| Counts::of(rest));
        if let Some(less) = without_tag_start(rest) {
            counts.take(&rest[less..]);
            end = less;
        } else if let Some(last) = rest.chars().next_back().filter(|last| counts.is_garbage(*last)) {
            counts.take(&rest[end - last.len_utf8()..]);
            end -= last.len_utf8();
        } else {
            break;
        }
    }
    (end < trimmed.len()).then(|| String::from(&trimmed[..end]))
}

/// Symbols with which no sentence ends.
const SYMBOLS: &str = "~@#^&*_+={[(<>|\\/-\u{fffd}";

/// How often brackets and quotes occur in a text.
struct Counts {
    quotes: usize,
    backticks: usize,
    /// The number of opening minus closing brackets: round, square, curly.
    open: [isize; 3],
}

impl Counts {
    fn of(text: &str) -> Counts {
        let mut counts = Counts { quotes: 0, backticks: 0, open: [0; 3] };
        counts.add(text, 1);
        counts
    }

    fn take(&mut self, text: &str) {
        self.add(text, -1);
    }

    fn add(&mut self, text: &str, by: isize) {
        for byte in text.bytes() {
            match byte {
                b'"' => self.quotes = self.quotes.wrapping_add_signed(by),
                b'`' => self.backticks = self.backticks.wrapping_add_signed(by),
                b'(' => self.open[0] += by,
                b')' => self.open[0] -= by,
                b'[' => self.open[1] += by,
                b']' => self.open[1] -= by,
                b'{' => self.open[2] += by,
                b'}' => self.open[2] -= by,
                _ => {}
            }
        }
    }

    /// Whether this last character of the counted text is garbage, such as an unmatched bracket.
    fn is_garbage(&self, last: char) -> bool {
        match last {
            '"' => self.quotes % 2 == 1,
            ')' => self.open[0] < 0,
            ']' => self.open[1] < 0,
            '}' => self.open[2] < 0,
            '`' => self.backticks % 2 == 1,
            _ => SYMBOLS.contains(last) || last.is_control(),
        }
    }
}

/// The length of the text without a goal tag or INTENT line that was cut off right after its start: `[GO`,
/// `INTEN`. Only the last few bytes are checked, because this is called after each removed symbol.
fn without_tag_start(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    for begun in ["[", "[g", "[go", "[goa"].map(str::as_bytes) {
        let start = bytes.len().wrapping_sub(begun.len());
        if bytes.get(start..).is_some_and(|tail| tail.eq_ignore_ascii_case(begun)) {
            return Some(start);
        }
    }
    let ends_with = |begun: &&str| {
        bytes.len().checked_sub(begun.len()).is_some_and(|at| continues_with(bytes, at, begun.as_bytes()))
    };
    let begun = ["intent", "inten", "inte", "int"].into_iter().find(ends_with)?;
    let start = text.len() - begun.len();
    let before = text[..start].trim_end_matches([' ', '\t']);
    (before.is_empty() || before.ends_with('\n')).then_some(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn garbage_at_the_end_goes_and_sentences_stay() {
        for (text, expected) in [
            ("I go.", None),
            ("I go", None),
            ("Nice 😀", None),
            ("He said \"no\"", None),
            ("(twice)", None),
            ("I need `oak_log`", None),
            ("I need oak_log`", Some("I need oak_log")),
            ("a [b]", None),
            ("I go. }}}}", Some("I go.")),
            ("I go. [GO", Some("I go.")),
            ("I go.\nINTENT", Some("I go.")),
            ("I go.\nInt", Some("I go.")),
            ("I go. Int", None),
            ("I go. ###\n---", Some("I go.")),
            ("I go.\"", Some("I go.")),
            ("I go) ]", Some("I go")),
            ("I go. ((", Some("I go.")),
            ("a (b) ( c )", None),
            ("\u{fffd}\u{fffd}", Some("")),
            ("****", Some("")),
            ("", None),
        ] {
            assert_eq!(strip(text).as_deref(), expected, "{text:?}");
        }
    }
}
