//! Reads JSON written by people or other programs, and reports what is wrong with it and where.
//!
//! The types that are read describe in their own `expecting` what they want, so that no message names a Rust type.

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::error::Category;
use std::fmt;

/// Why a JSON or TOML text could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misread {
    /// The line of the error, counted from 1; 0 when unknown.
    pub line: usize,
    /// The column of the error, counted from 1; 0 when unknown.
    pub column: usize,
    /// The field that could not be read, such as `ops[3].ticks`; empty when it is the whole text.
    pub path: String,
    pub what: String,
}

impl Misread {
    fn of(error: &serde_json::Error) -> Misread {
        Misread { line: error.line(), column: error.column(), path: String::new(), what: words(error) }
    }

    /// Where the error in a text is, such as `line 3, column 7, in ops[3].ticks`.
    pub fn at(&self) -> String {
        let place = place(self.line, self.column);
        match (place.is_empty(), self.path.is_empty()) {
            (_, true) => place,
            (true, false) => self.path.clone(),
            (false, false) => format!("{place}, in {}", self.path),
        }
    }
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at() {
            at if at.is_empty() => f.write_str(&self.what),
            at => write!(f, "{at}: {}", self.what),
        }
    }
}

impl std::error::Error for Misread {}

/// Reads one JSON object and skips a byte-order mark before it. A list is refused, even if serde would accept it for
/// the fields.
pub fn read_object<T: DeserializeOwned>(text: &[u8]) -> Result<T, Misread> {
    let text = text.strip_prefix(BYTE_ORDER_MARK.as_bytes()).unwrap_or(text);
    if let Some(misread) = not_an_object(text) {
        return Err(misread);
    }
    serde_json::from_slice(text).map_err(|error| {
        let mut misread = Misread::of(&error);
        if error.classify() == Category::Data {
            misread.path = path_to_error::<T>(text);
        }
        misread
    })
}

/// The error for valid JSON that is not an object.
fn not_an_object(text: &[u8]) -> Option<Misread> {
    let start = text.iter().position(|byte| !byte.is_ascii_whitespace()).filter(|&start| text[start] != b'{')?;
    let found = match serde_json::from_slice::<Value>(text).ok()? {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => return None,
    };
    let line_start = text[..start].iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let line = text[..start].split(|&byte| byte == b'\n').count();
    let what = format!("expected an object, found {found}");
    Some(Misread { line, column: 1 + start - line_start, path: String::new(), what })
}

/// The path of the field at which reading JSON fails. This reads the text a second time: most texts are valid, and
/// tracking the path takes time.
fn path_to_error<T: DeserializeOwned>(text: &[u8]) -> String {
    let read: Result<T, _> = serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_slice(text));
    let path = read.err().map(|error| error.path().to_string());
    path.filter(|path| path != ".").unwrap_or_default()
}

/// A JSON error and its place, such as `line 3, column 7: missing field `t``.
pub fn told(error: &serde_json::Error) -> String {
    Misread::of(error).to_string()
}

/// A place in a text, in words. Lines and columns are counted from 1; 0 means unknown.
pub fn place(line: usize, column: usize) -> String {
    match (line, column) {
        (0, _) => String::new(),
        (line, 0) => format!("line {line}"),
        (line, column) => format!("line {line}, column {column}"),
    }
}

/// serde's message without the place at its end, because callers print the place first.
pub fn words(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let at_the_end = format!(" at line {} column {}", error.line(), error.column());
    let what = cut(message.strip_suffix(&at_the_end).unwrap_or(&message));
    match error.classify() {
        Category::Syntax => format!("not valid JSON here: {what}"),
        Category::Eof => "the JSON text ends too early".into(),
        Category::Data | Category::Io => what,
    }
}

/// How many characters of a long text a message quotes, from its beginning and from its end.
pub const QUOTED_MAX: usize = 200;

/// The text, without its middle if it is too long for a message.
pub fn cut(text: &str) -> String {
    let length = text.chars().count();
    if length <= 2 * QUOTED_MAX {
        return text.into();
    }
    let head: String = text.chars().take(QUOTED_MAX).collect();
    let tail: String = text.chars().skip(length - QUOTED_MAX).collect();
    format!("{head}…{tail}")
}

/// Some editors put this at the beginning of a file to mark it as UTF-8.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The text without a byte-order mark.
pub fn unmarked(text: &str) -> &str {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::{list, whole};
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields, expecting = "an object with a count")]
    #[expect(dead_code, reason = "only read")]
    struct Thing {
        #[serde(deserialize_with = "whole")]
        count: u64,
        #[serde(default, deserialize_with = "list")]
        parts: Vec<Part>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields, expecting = "an object with a colour")]
    #[expect(dead_code, reason = "only read")]
    struct Part {
        colour: Colour,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Colour {
        Red,
        Green,
    }

    fn said(text: &str) -> String {
        read_object::<Thing>(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn the_message_has_the_place_the_field_and_what_is_wrong() {
        let cases = [
            "",
            "nope",
            "[]",
            "[1]",
            "null",
            "\n  7",
            "{",
            "{\"cou",
            "{}",
            "{\n  \"count\": true\n}",
            r#"{"count": -1}"#,
            r#"{"count": 1.5}"#,
            r#"{"cuont": 1}"#,
            r#"{"count": 1, "parts": {}}"#,
            r#"{"count": 1, "parts": [3]}"#,
            r#"{"count": 1, "parts": [{"colour": "red"}, {"colour": "blue"}]}"#,
            r#"{"count": 1, "parts": [{"colour": 3}]}"#,
            r#"{"count": 1, "parts": [{}]}"#,
            r#"{"count": 1} x"#,
        ];
        let told: Vec<String> = cases.iter().map(|text| format!("{text:?}\n    {}", said(text))).collect();
        insta::assert_snapshot!(told.join("\n"));
    }

    #[test]
    fn a_long_text_is_cut_in_the_middle() {
        let (fits, long) = ("é".repeat(2 * QUOTED_MAX), "é".repeat(2 * QUOTED_MAX + 1));
        assert_eq!(cut(&fits), fits);
        assert_eq!(cut(&long), format!("{0}…{0}", "é".repeat(QUOTED_MAX)));
        for text in [format!("{{\"{long}\": 1}}"), format!("{{\"count\": \"{long}\"}}")] {
            let said = said(&text);
            assert!(said.contains("éé…éé") && said.contains("expected"), "{said}");
        }
    }

    #[test]
    fn a_byte_order_mark_is_skipped() {
        for (text, without) in [("\u{feff}{}", "{}"), ("{}", "{}"), ("", "")] {
            assert_eq!(unmarked(text), without);
        }
        assert_eq!(read_object::<Thing>("\u{feff}{\"count\": 3}".as_bytes()).unwrap().count, 3);
    }

    #[test]
    fn an_error_without_a_place_is_told_without_one() {
        let nowhere = serde_json::from_value::<Thing>(serde_json::json!({})).unwrap_err();
        assert_eq!(told(&nowhere), "missing field `count`");
    }
}
