//! Lists that survive the loss of an element. When an old life is read by a newer program, an element that no longer
//! means anything (an item that is gone, a goal kind that was removed) is left out, and the rest of its list is kept.
//!
//! Bytes of the program's own layout are read strictly: there, such an element is an error.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use serde::de::Visitor;
use serde::{Deserialize, Deserializer};

/// The newtype name by which a reader of old lives recognises an element that may be lost. It then hands the element
/// over as an optional one.
pub const SALVAGED: &str = "Salvaged";

/// An element that may be lost when it is read from an old life.
#[derive(Debug)]
pub struct Salvaged<T>(pub Option<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Salvaged<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Salvaged<T>, D::Error> {
        deserializer.deserialize_newtype_struct(SALVAGED, Element(PhantomData))
    }
}

struct Element<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Element<T> {
    type Value = Salvaged<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an element of a list")
    }

    /// Reads the element strictly, from bytes of the program's own layout.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Salvaged<T>, D::Error> {
        T::deserialize(deserializer).map(|element| Salvaged(Some(element)))
    }

    /// Reads the element from an old life, where it may be lost.
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Salvaged<T>, D::Error> {
        Ok(Salvaged(T::deserialize(deserializer).ok()))
    }
}

/// Reads a list, a set or (as pairs) a map, without the elements that are lost.
pub fn list<'de, D: Deserializer<'de>, T: Deserialize<'de>, C: FromIterator<T>>(
    deserializer: D,
) -> Result<C, D::Error> {
    let elements: Vec<Salvaged<T>> = Vec::deserialize(deserializer)?;
    Ok(elements.into_iter().filter_map(|element| element.0).collect())
}

/// Reads the slots of a container. A slot whose content is lost is empty.
pub fn slots<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<Option<T>>, D::Error> {
    let slots: Vec<Salvaged<Option<T>>> = Vec::deserialize(deserializer)?;
    Ok(slots.into_iter().map(|slot| slot.0.flatten()).collect())
}

/// Reads a map, without the entries that are lost.
pub fn map<'de, D, K, V, C>(deserializer: D) -> Result<C, D::Error>
where
    D: Deserializer<'de>,
    K: Deserialize<'de>,
    V: Deserialize<'de>,
    C: FromIterator<(K, V)>,
{
    struct Entries<K, V, C>(PhantomData<(K, V, C)>);
    impl<'de, K: Deserialize<'de>, V: Deserialize<'de>, C: FromIterator<(K, V)>> Visitor<'de> for Entries<K, V, C> {
        type Value = C;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a map")
        }

        fn visit_map<A: serde::de::MapAccess<'de>>(self, mut entries: A) -> Result<C, A::Error> {
            let mut kept = Vec::new();
            while let Some((key, value)) = entries.next_entry::<Salvaged<K>, Salvaged<V>>()? {
                if let (Some(key), Some(value)) = (key.0, value.0) {
                    kept.push((key, value));
                }
            }
            Ok(kept.into_iter().collect())
        }
    }
    deserializer.deserialize_map(Entries(PhantomData))
}

/// Reads a value, or its default when the saved one is lost.
pub fn value<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(deserializer: D) -> Result<T, D::Error> {
    Salvaged::deserialize(deserializer).map(|value| value.0.unwrap_or_default())
}
