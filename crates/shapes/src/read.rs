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
/// Values that are read for each byte at most, and in all at least: structs around structs take no bytes, but only so
/// many lie around each other. A description that was tampered with could ask for endless values of no bytes.
const VALUES_A_BYTE_MAX: u64 = 64;
const VALUES_MIN: u64 = 1 << 16;

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
    #[error("{error}, in {place}")]
    At { place: String, error: Box<ReadError> },
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
    let values_left = VALUES_MIN + VALUES_A_BYTE_MAX * bytes.len() as u64;
    let (place, lost) = (Vec::new(), BTreeMap::new());
    let mut reader = Reader { bytes, at: 0, shapes, tables, depth: 0, values_left, place, lost };
    let value = T::deserialize(source::At { reader: &mut reader, shape: &shapes.root });
    let value = value.map_err(|error| match reader.place.join(".") {
        place if place.is_empty() => error,
        place => ReadError::At { place, error: Box::new(error) },
    })?;
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
    values_left: u64,
    place: Vec<&'de str>,
    lost: BTreeMap<(String, String), u64>,
}

impl Reader<'_> {
    /// Reads something one level deeper, up to the limit.
    pub(crate) fn deeper<R>(&mut self, read: impl FnOnce(&mut Self) -> Result<R, ReadError>) -> Result<R, ReadError> {
        if self.depth >= DEPTH_MAX {
            return Err(ReadError::Malformed("values nested without an end"));
        }
        self.count()?;
        self.depth += 1;
        let done = read(self);
        self.depth -= 1;
        done
    }

    /// Counts a value that is about to be read.
    pub(crate) fn count(&mut self) -> Result<(), ReadError> {
        self.values_left = self.values_left.checked_sub(1).ok_or(ReadError::Malformed("values without an end"))?;
        Ok(())
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
