//! What is wrong with a text that should be JSON, in JSON's own words: readers of a message know objects and lists, not our types.
//!
//! Settings are read by serde as well and have the same words.

/// What is wrong and where, such as `line 3, column 7: missing field `t``.
pub fn told(error: &serde_json::Error) -> String {
    let (place, words) = (place(error.line(), error.column()), words(error));
    if place.is_empty() { words } else { format!("{place}: {words}") }
}

/// Where in a text; counting begins with 1, so that 0 stands for nowhere in particular.
pub fn place(line: usize, column: usize) -> String {
    match (line, column) {
        (0, _) => String::new(),
        (line, 0) => format!("line {line}"),
        (line, column) => format!("line {line}, column {column}"),
    }
}

/// serde's message, without the names of Rust's types and without the place at its end.
pub fn words(error: &serde_json::Error) -> String {
    let message = error.to_string();
    of_message(message.rsplit_once(" at line ").map_or(message.as_str(), |(what, _)| what))
}

/// Letters of a text that a message repeats: enough to recognise it. Whoever sent megabytes does not want them back.
pub const QUOTED_MAX: usize = 200;

/// So much of a text, with a sign where it was cut.
pub fn cut(text: &str) -> String {
    match text.char_indices().nth(QUOTED_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

/// A text without the mark that some editors put before it to say that it is UTF-8.
pub fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// A message of serde's that names no place, without the names of Rust's types.
pub fn of_message(message: &str) -> String {
    if let Some(inside) = message.strip_prefix("EOF while parsing ") {
        return if inside == "a value" {
            "it ends where a value should be".into()
        } else {
            format!("it ends inside {inside}")
        };
    }
    if message == "expected value" || message == "expected ident" {
        return "this is no JSON value, or not one that belongs here".into();
    }
    let Some((found, expected)) = message.rsplit_once(", expected ") else { return cut(message) };
    let word = expected.split(' ').next().unwrap_or_default();
    // A list where an object should be is read field by field, and then said to be too short.
    let found = match found.strip_prefix("invalid length ") {
        Some(length) if word == "struct" || is_list(expected) => format!("invalid type: a list of {length}"),
        _ => found
            .replace("invalid type: map", "invalid type: object")
            .replace("invalid type: sequence", "invalid type: list")
            .replace("unknown variant", "unknown word")
            .replace("` as i128", "`")
            .replace("` as u128", "`"),
    };
    let found = cut(&found);
    format!("{found}, expected {}", plain(word, expected))
}

/// What was expected, in JSON's words.
fn plain(word: &str, expected: &str) -> String {
    let plain = match word {
        "struct" => "an object",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number that is not negative",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        _ => match expected {
            "a map" => "an object",
            "a sequence" => "a list",
            "a boolean" => "true or false",
            "path string" => "a path in quotes",
            list if is_list(list) => {
                return format!("a list of {}", list.rsplit(' ').next().unwrap_or_default());
            }
            other => other,
        },
    };
    plain.into()
}

/// Whether serde means a list of so many: `a tuple of size 2`, `an array of length 3`.
fn is_list(expected: &str) -> bool {
    expected.starts_with("a tuple of size ") || expected.starts_with("an array of length ")
}

#[cfg(test)]
mod tests {
    use super::{QUOTED_MAX, cut, told, unmarked, words};
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct Thing {
        count: u64,
        depth: i32,
        names: Vec<String>,
        sure: bool,
        at: [i64; 3],
        profile: Vec<(i64, f64)>,
        colour: Colour,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Colour {
        Red,
        Green,
    }

    fn check(text: &str, said: &str) {
        assert_eq!(words(&serde_json::from_str::<Thing>(text).unwrap_err()), said, "{text}");
    }

    #[test]
    fn no_type_of_ours_is_named() {
        check("[]", "invalid type: a list of 0, expected an object");
        check("[1]", "invalid type: a list of 1, expected an object");
        check("null", "invalid type: null, expected an object");
        check(r#"{"count": -1}"#, "invalid value: integer `-1`, expected a whole number that is not negative");
        check(r#"{"count": 1.5}"#, "invalid type: floating point `1.5`, expected a whole number that is not negative");
        check(r#"{"depth": "x"}"#, "invalid type: string \"x\", expected a whole number");
        check(r#"{"names": {}}"#, "invalid type: object, expected a list");
        check(r#"{"sure": []}"#, "invalid type: list, expected true or false");
        check(r#"{"names": [3]}"#, "invalid type: integer `3`, expected a string");
        check("{}", "missing field `count`");
        check(
            r#"{"cuont": 1}"#,
            "unknown field `cuont`, expected one of `count`, `depth`, `names`, `sure`, `at`, `profile`, `colour`",
        );
        check(r#"{"at": [1, 2]}"#, "invalid type: a list of 2, expected a list of 3");
        check(r#"{"at": 7}"#, "invalid type: integer `7`, expected a list of 3");
        check(r#"{"profile": [[1]]}"#, "invalid type: a list of 1, expected a list of 2");
        check(r#"{"profile": [[1, "x"]]}"#, "invalid type: string \"x\", expected a number");
        check(r#"{"colour": "blue"}"#, "unknown word `blue`, expected `red` or `green`");
        check(r#"{"colour": 3}"#, "this is no JSON value, or not one that belongs here");
        check("nope", "this is no JSON value, or not one that belongs here");
        check("NaN", "this is no JSON value, or not one that belongs here");
        check("", "it ends where a value should be");
        check("{", "it ends inside an object");
        check("{\"names\": [", "it ends inside a list");
        check("{\"na", "it ends inside a string");
    }

    #[test]
    fn a_long_text_is_not_said_back() {
        let (fits, long) = ("é".repeat(QUOTED_MAX), "é".repeat(QUOTED_MAX + 1));
        assert_eq!((cut(&fits), cut(&long)), (fits.clone(), format!("{fits}…")));
        for text in [format!("\"{long}\""), format!("{{\"{long}\": 1}}"), format!("{{\"colour\": \"{long}\"}}")] {
            let said = words(&serde_json::from_str::<Thing>(&text).unwrap_err());
            assert!(said.contains("é…, expected ") && said.chars().count() < 2 * QUOTED_MAX, "{said}");
        }
    }

    #[test]
    fn the_mark_before_a_text_is_no_part_of_it() {
        for (text, without) in [("\u{feff}{}", "{}"), ("{}", "{}"), ("", "")] {
            assert_eq!(unmarked(text), without);
        }
    }

    #[test]
    fn the_place_is_where_the_text_is_wrong() {
        for (text, said) in [
            (
                "{\n  \"count\": true\n}",
                "line 2, column 15: invalid type: boolean `true`, expected a whole number that is not negative",
            ),
            ("", "line 1: it ends where a value should be"),
        ] {
            assert_eq!(told(&serde_json::from_str::<Thing>(text).unwrap_err()), said, "{text}");
        }
        let nowhere = serde_json::from_value::<Thing>(serde_json::json!({})).unwrap_err();
        assert_eq!(told(&nowhere), "missing field `count`");
    }
}
