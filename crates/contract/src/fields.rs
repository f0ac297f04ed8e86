//! Readers for JSON fields, for `deserialize_with`. They state in plain words what they expect, and refuse duplicate
//! names.

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Unexpected, Visitor};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use vocab::once::{Words, each};

const COUNTS: Words = Words {
    expecting: "an object of names and counts",
    twice: |name| format!("`{name}` occurs twice; write each name once"),
};

/// Reads an object of names and counts. JSON allows a name twice; here that is an error, because it is unclear which
/// count is meant.
pub fn counts<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, u64>, D::Error> {
    let counts: BTreeMap<String, Whole> = each(from, COUNTS)?;
    Ok(counts.into_iter().map(|(name, Whole(count))| (name, count)).collect())
}

/// Reads a whole number that is not negative.
pub fn whole<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    Whole::deserialize(from).map(|Whole(number)| number)
}

/// As [`whole`], for a field that may be `null` or, with `default`, missing.
pub fn whole_if_given<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    let number: Option<Whole> = Option::deserialize(from)?;
    Ok(number.map(|Whole(number)| number))
}

/// Reads a JSON list.
pub fn list<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Vec<T>, D::Error> {
    from.deserialize_seq(List(PhantomData))
}

struct Whole(u64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Whole, D::Error> {
        from.deserialize_u64(WholeNumber)
    }
}

struct WholeNumber;

impl Visitor<'_> for WholeNumber {
    type Value = Whole;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number that is not negative")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Whole, E> {
        Ok(Whole(number))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Whole, E> {
        let not_negative = u64::try_from(number);
        not_negative.map(Whole).map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
    }

    /// The TOML reader passes whole numbers beyond 64 bits this way.
    fn visit_i128<E: Error>(self, number: i128) -> Result<Whole, E> {
        let fits = u64::try_from(number);
        fits.map(Whole).map_err(|_| E::invalid_value(Unexpected::Other(&format!("integer `{number}`")), &self))
    }
}

struct List<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for List<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<T>, A::Error> {
        let mut read = Vec::new();
        while let Some(item) = items.next_element()? {
            read.push(item);
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<&[(&str, u64)], &str>) {
        let read = counts(&mut serde_json::Deserializer::from_str(text));
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
    fn counts_have_each_name_once() {
        check("{}", Ok(&[]));
        check(r#"{"b": 2, "a": 0}"#, Ok(&[("a", 0), ("b", 2)]));
        check(r#"{"a": 1, "b": 2, "a": 1}"#, Err("`a` occurs twice"));
        check(r#"{"a": 1, "\u0061": 1}"#, Err("`a` occurs twice"));
        check(r#"{"a": -1}"#, Err("invalid value: integer `-1`, expected a whole number that is not negative"));
        check("[]", Err("invalid type: sequence, expected an object of names and counts"));
    }

    #[test]
    fn a_number_that_may_be_missing_is_read_or_refused_like_any_other() {
        let read = |text: &str| whole_if_given(&mut serde_json::Deserializer::from_str(text));
        assert_eq!(read("null").unwrap(), None);
        assert_eq!(read("18446744073709551615").unwrap(), Some(u64::MAX));
        assert!(read("-1").is_err() && read("1.5").is_err() && read("\"1\"").is_err());
    }
}
