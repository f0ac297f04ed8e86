//! An object of names and counts, each name once.

use serde::Deserializer;
use std::collections::BTreeMap;
use vocab::once::{Words, each};

const WORDS: Words = Words {
    expecting: "an object of names and counts",
    twice: |name| format!("`{name}` is there twice; write each name once"),
};

/// For `deserialize_with`.
pub fn once_each<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, u64>, D::Error> {
    each(from, WORDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<&[(&str, u64)], &str>) {
        let read = once_each(&mut serde_json::Deserializer::from_str(text));
        match (read, expected) {
            (Ok(read), Ok(expected)) => {
                let read: Vec<(&str, u64)> = read.iter().map(|(name, count)| (name.as_str(), *count)).collect();
                assert_eq!(read, expected, "{text}");
            }
            (Err(error), Err(says)) => assert!(error.to_string().starts_with(says), "{text}: {error}"),
            (read, _) => panic!("{text}: {read:?}"),
        }
    }

    #[test]
    fn each_name_comes_once() {
        check("{}", Ok(&[]));
        check(r#"{"b": 2, "a": 0}"#, Ok(&[("a", 0), ("b", 2)]));
        check(r#"{"a": 1, "b": 2, "a": 1}"#, Err("`a` is there twice"));
        check(r#"{"a": 1, "\u0061": 1}"#, Err("`a` is there twice"));
        check(r#"{"a": -1}"#, Err("invalid value: integer `-1`"));
        check("[]", Err("invalid type: sequence, expected an object of names and counts"));
    }
}
