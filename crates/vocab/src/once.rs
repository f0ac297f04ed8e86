//! Reads a JSON object of names and numbers and refuses a name that occurs twice: JSON allows that, but leaves open which
//! number counts.

use alloc::collections::BTreeMap;
use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

/// The words of the error messages for reading an object with unique names.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    /// Says what was expected instead of the value found.
    pub expecting: &'static str,
    /// Says that this name occurs twice, and what to do about it.
    pub twice: fn(&str) -> String,
}

/// Reads a JSON object as a map. A name that occurs twice is an error in the given words.
pub fn each<'de, D, V>(from: D, words: Words) -> Result<BTreeMap<String, V>, D::Error>
where
    D: Deserializer<'de>,
    V: Deserialize<'de>,
{
    from.deserialize_map(Once(words, PhantomData))
}

struct Once<V>(Words, PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for Once<V> {
    type Value = BTreeMap<String, V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.expecting)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut read = BTreeMap::new();
        while let Some((name, number)) = map.next_entry::<String, V>()? {
            if read.contains_key(&name) {
                return Err(A::Error::custom((self.0.twice)(&name)));
            }
            read.insert(name, number);
        }
        Ok(read)
    }
}
