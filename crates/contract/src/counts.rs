//! An object of names and counts, each name once: JSON lets a name come twice, and readers differ in which one they mean.

use serde::Deserializer;
use serde::de::{Error, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;

/// For `deserialize_with`.
pub fn once_each<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, u64>, D::Error> {
    from.deserialize_map(Counts)
}

struct Counts;

impl<'de> Visitor<'de> for Counts {
    type Value = BTreeMap<String, u64>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of names and counts")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<BTreeMap<String, u64>, A::Error> {
        let mut counts = BTreeMap::new();
        while let Some((name, count)) = map.next_entry::<String, u64>()? {
            if counts.contains_key(&name) {
                return Err(A::Error::custom(format_args!("`{name}` is there twice; write each name once")));
            }
            counts.insert(name, count);
        }
        Ok(counts)
    }
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
