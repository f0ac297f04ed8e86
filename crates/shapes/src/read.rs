//! Reads bytes by the shape that was kept with them into types that may have changed since.

mod source;

use crate::palette::{Palettes, Translation};
use crate::shape::Shapes;
use serde::de::DeserializeOwned;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use thiserror::Error;

/// Most kinds of losses that are told apart. Further ones are counted together.
pub const LOSSES_MAX: usize = 32;
/// Deepest nesting of values that is read. A description that was tampered with could nest forever.
const DEPTH_MAX: u32 = 256;

/// Why bytes could not be read by their shape.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReadError {
    #[error("it ends too early")]
    Short,
    #[error("it has {0} bytes too many")]
    Long(usize),
    #[error("it has {0}")]
    Malformed(&'static str),
    #[error("{0}")]
    Unfit(String),
}

thread_local! {
    /// The last error that a type raised while it was read: serde has no other way to tell the reader why an element
    /// was lost.
    static RAISED: RefCell<Option<String>> = const { RefCell::new(None) };
}

impl serde::de::Error for ReadError {
    fn custom<T: fmt::Display>(message: T) -> ReadError {
        let text = message.to_string();
        RAISED.with_borrow_mut(|raised| *raised = Some(text.clone()));
        ReadError::Unfit(text)
    }
}

/// Something in the old data that today's program cannot keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// The fields that lead to it, such as `agenda.tasks`.
    pub place: String,
    /// Why it is lost.
    pub why: String,
    pub count: u64,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {} ({})", self.count, self.place, self.why)
    }
}

/// Reads a value from the bytes of an older program, by their shape and the names of that time. What is lost is
/// returned beside it.
pub fn read<T: DeserializeOwned>(
    bytes: &[u8],
    shapes: &Shapes,
    (then, today): (&Palettes, &Palettes),
) -> Result<(T, Vec<Loss>), ReadError> {
    let mut tables = BTreeMap::new();
    for (table, old) in then {
        if let Some(today) = today.get(table) {
            tables.insert(table.as_str(), Translation::new(old, today));
        }
    }
    let mut reader = Reader { bytes, at: 0, shapes, tables, depth: 0, place: Vec::new(), lost: BTreeMap::new() };
    let value = T::deserialize(source::At { reader: &mut reader, shape: &shapes.root })?;
    let left = bytes.len() - reader.at;
    if left > 0 {
        return Err(ReadError::Long(left));
    }
    let losses = reader.lost.into_iter().map(|((place, why), count)| Loss { place, why, count }).collect();
    Ok((value, losses))
}

/// The bytes, how far they were read, and what was lost so far.
#[derive(Debug)]
pub(crate) struct Reader<'de> {
    pub(crate) bytes: &'de [u8],
    pub(crate) at: usize,
    pub(crate) shapes: &'de Shapes,
    tables: BTreeMap<&'de str, Translation>,
    depth: u32,
    place: Vec<&'de str>,
    lost: BTreeMap<(String, String), u64>,
}

impl Reader<'_> {
    /// Reads something one level deeper, up to the limit.
    pub(crate) fn deeper<R>(&mut self, read: impl FnOnce(&mut Self) -> Result<R, ReadError>) -> Result<R, ReadError> {
        if self.depth >= DEPTH_MAX {
            return Err(ReadError::Malformed("values nested without an end"));
        }
        self.depth += 1;
        let done = read(self);
        self.depth -= 1;
        done
    }

    fn lose(&mut self, why: String) {
        let place = self.place.join(".");
        let key = if self.lost.len() < LOSSES_MAX { (place, why) } else { ("other places".into(), "various".into()) };
        *self.lost.entry(key).or_default() += 1;
    }

    /// The number that means today what this row of a table meant.
    fn translated(&mut self, table: &str, number: u64) -> Result<u64, ReadError> {
        let Some(translation) = self.tables.get(table) else { return Ok(number) };
        match translation.number(number) {
            None => Err(serde::de::Error::custom(format_args!("row {number} of {table}, which had no such row"))),
            Some(Ok(number)) => Ok(number),
            Some(Err((gone, Some(instead)))) => {
                let why = format!("{} is gone", gone.name);
                self.lose(why);
                Ok(instead)
            }
            Some(Err((gone, None))) => Err(serde::de::Error::custom(format_args!("{} is gone", gone.name))),
        }
    }
}
