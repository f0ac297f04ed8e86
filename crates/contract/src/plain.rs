//! What is wrong with a text that should be JSON, in JSON's own words: readers of a message know objects and lists, not our types.

/// serde's message, without the names of Rust's types and without the place at its end.
pub fn words(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(what, _)| what);
    let Some((found, expected)) = message.rsplit_once(", expected ") else { return message.into() };
    let word = expected.split(' ').next().unwrap_or_default();
    let plain = match word {
        "struct" => "an object",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number that is not negative",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        _ => match expected {
            "a map" => "an object",
            "a sequence" => "a list",
            "a boolean" => "true or false",
            other => other,
        },
    };
    // A list where an object should be is read field by field, and then said to be too short.
    let found = match found.strip_prefix("invalid length ") {
        Some(length) if word == "struct" => format!("invalid type: a list of {length}"),
        _ => found
            .replace("invalid type: map", "invalid type: object")
            .replace("invalid type: sequence", "invalid type: list"),
    };
    format!("{found}, expected {plain}")
}

#[cfg(test)]
mod tests {
    use super::words;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct Thing {
        count: u64,
        depth: i32,
        names: Vec<String>,
        sure: bool,
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
        check(r#"{"cuont": 1}"#, "unknown field `cuont`, expected one of `count`, `depth`, `names`, `sure`");
        check("{", "EOF while parsing an object");
    }
}
