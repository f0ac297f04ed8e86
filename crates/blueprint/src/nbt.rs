//! Walks over NBT data before they are parsed: checks lengths, depth and the number of tags, and tells the root's keys.
//!
//! The parser behind it recurses and allocates as the data say. After this walk it cannot be made to overflow the stack,
//! and [`Bounded`] and [`Count`] keep what it holds small.

use crate::Fault;
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// The game itself refuses deeper nesting.
pub(crate) const DEPTH_MAX: usize = 512;
/// Most tags in a file. A structure block file with 400,000 blocks has 5 million. An empty compound takes one byte, so a
/// file within the other bounds could have 64 million.
pub(crate) const TAGS_MAX: u64 = 12_000_000;

/// The root of NBT data: its name and the names and types of what is in it.
#[derive(Debug)]
pub(crate) struct Root {
    pub(crate) keys: Vec<(String, u8)>,
}

impl Root {
    pub(crate) fn has(&self, name: &str) -> bool {
        self.keys.iter().any(|(key, _)| key == name)
    }

    pub(crate) fn is(&self, name: &str, tag: u8) -> bool {
        self.keys.iter().any(|(key, found)| key == name && *found == tag)
    }
}

pub(crate) const TAG_LIST: u8 = 9;
pub(crate) const TAG_COMPOUND: u8 = 10;
/// Most keys of the root that are remembered; the formats have 12.
const ROOT_KEYS_MAX: usize = 64;

/// Bytes of a number of this type; `None` for types without a fixed length.
fn width(tag: u8) -> Option<usize> {
    [None, Some(1), Some(2), Some(4), Some(8), Some(4), Some(8)].get(usize::from(tag)).copied().flatten()
}

enum Open {
    Compound,
    List { tag: u8, left: usize },
}

struct Walk<'a> {
    bytes: &'a [u8],
    at: usize,
    tags: u64,
    open: Vec<Open>,
}

impl<'a> Walk<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Fault> {
        let end = self.at.checked_add(count).filter(|end| *end <= self.bytes.len());
        let end = end.ok_or(Fault::Nbt { at: self.at, what: "the data end too early" })?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, Fault> {
        Ok(self.take(1)?[0])
    }

    fn length(&mut self) -> Result<usize, Fault> {
        let at = self.at;
        let bytes = self.take(4)?.try_into().expect("four bytes were taken");
        usize::try_from(i32::from_be_bytes(bytes)).map_err(|_| Fault::Nbt { at, what: "a negative length" })
    }

    fn text(&mut self) -> Result<&'a [u8], Fault> {
        let bytes = self.take(2)?.try_into().expect("two bytes were taken");
        self.take(usize::from(u16::from_be_bytes(bytes)))
    }

    fn count(&mut self, tags: usize) -> Result<(), Fault> {
        self.tags += tags as u64;
        if self.tags > TAGS_MAX { Err(Fault::TooManyTags) } else { Ok(()) }
    }

    fn array(&mut self, width: usize) -> Result<(), Fault> {
        let length = self.length()?;
        self.take(length.saturating_mul(width)).map(drop)
    }

    fn enter(&mut self, open: Open) -> Result<(), Fault> {
        if self.open.len() == DEPTH_MAX {
            return Err(Fault::TooDeep);
        }
        self.open.push(open);
        Ok(())
    }

    fn value(&mut self, tag: u8) -> Result<(), Fault> {
        self.count(1)?;
        match tag {
            7 => self.array(1),
            11 => self.array(4),
            12 => self.array(8),
            8 => self.text().map(drop),
            TAG_LIST => self.list(),
            TAG_COMPOUND => self.enter(Open::Compound),
            _ => {
                let width = width(tag).ok_or(Fault::Nbt { at: self.at, what: "a tag of no known type" })?;
                self.take(width).map(drop)
            }
        }
    }

    fn list(&mut self) -> Result<(), Fault> {
        let tag = self.byte()?;
        let length = self.length()?;
        match width(tag) {
            Some(width) => {
                self.count(length)?;
                self.take(length.saturating_mul(width)).map(drop)
            }
            None if length == 0 => Ok(()),
            None => self.enter(Open::List { tag, left: length }),
        }
    }
}

/// Checks that data are NBT within the bounds.
pub(crate) fn walk(bytes: &[u8]) -> Result<Root, Fault> {
    let mut walk = Walk { bytes, at: 0, tags: 0, open: Vec::new() };
    if walk.byte()? != TAG_COMPOUND {
        return Err(Fault::NotAStructure);
    }
    walk.text()?;
    walk.enter(Open::Compound)?;
    let mut keys = Vec::new();
    while let Some(open) = walk.open.last_mut() {
        let tag = match open {
            Open::List { left: 0, .. } => {
                walk.open.pop();
                continue;
            }
            Open::List { tag, left } => {
                *left -= 1;
                *tag
            }
            Open::Compound => {
                let tag = walk.byte()?;
                if tag == 0 {
                    walk.open.pop();
                    continue;
                }
                let name = walk.text()?;
                if walk.open.len() == 1 && keys.len() < ROOT_KEYS_MAX {
                    keys.push((String::from_utf8_lossy(name).into_owned(), tag));
                }
                tag
            }
        };
        walk.value(tag)?;
    }
    Ok(Root { keys })
}

/// The number of elements of a list, which are not kept.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Count(pub(crate) u32);

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Count, D::Error> {
        struct Counting;
        impl<'de> Visitor<'de> for Counting {
            type Value = Count;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Count, A::Error> {
                let mut count = 0_u32;
                while list.next_element::<IgnoredAny>()?.is_some() {
                    count = count.saturating_add(1);
                }
                Ok(Count(count))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Count, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Count(0))
            }
        }
        deserializer.deserialize_any(Counting)
    }
}

/// A list with at most `MAX` elements; one more is an error.
#[derive(Debug)]
pub(crate) struct Bounded<T, const MAX: usize>(pub(crate) Vec<T>);

impl<T, const MAX: usize> Default for Bounded<T, MAX> {
    fn default() -> Self {
        Bounded(Vec::new())
    }
}

struct BoundedVisitor<T, const MAX: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const MAX: usize> Visitor<'de> for BoundedVisitor<T, MAX> {
    type Value = Bounded<T, MAX>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {MAX} elements")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut kept = Vec::new();
        while let Some(element) = list.next_element()? {
            if kept.len() == MAX {
                return Err(A::Error::custom(format_args!("a list has more than {MAX} elements")));
            }
            kept.push(element);
        }
        Ok(Bounded(kept))
    }
}

impl<'de, T: Deserialize<'de>, const MAX: usize> Deserialize<'de> for Bounded<T, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(BoundedVisitor(PhantomData))
    }
}

/// The entries of a compound in the order of the file, at most `MAX`; one more is an error.
#[derive(Debug)]
pub(crate) struct Entries<T, const MAX: usize>(pub(crate) Vec<(String, T)>);

impl<T, const MAX: usize> Default for Entries<T, MAX> {
    fn default() -> Self {
        Entries(Vec::new())
    }
}

struct EntriesVisitor<T, const MAX: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const MAX: usize> Visitor<'de> for EntriesVisitor<T, MAX> {
    type Value = Entries<T, MAX>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a compound of at most {MAX} entries")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut kept = Vec::new();
        while let Some(entry) = map.next_entry()? {
            if kept.len() == MAX {
                return Err(A::Error::custom(format_args!("a compound has more than {MAX} entries")));
            }
            kept.push(entry);
        }
        Ok(Entries(kept))
    }
}

impl<'de, T: Deserialize<'de>, const MAX: usize> Deserialize<'de> for Entries<T, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor(PhantomData))
    }
}
