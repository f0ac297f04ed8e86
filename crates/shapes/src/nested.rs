//! Bounds how deep the shapes in a description may be nested, so that reading a damaged or made-up one cannot overflow the
//! stack.

use crate::shape::Shape;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use std::cell::Cell;

/// The deepest nesting of shapes inside one type. A field of today's types has four levels at most; a thread of two
/// megabytes has room for several times as many as this.
pub(crate) const NESTED_MAX: u32 = 64;

thread_local! {
    /// How many shapes this thread is reading, one inside the other.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// One level of nesting; it ends when this is dropped, also after a panic.
struct Level;

impl Level {
    fn enter<'de, D: Deserializer<'de>>() -> Result<Level, D::Error> {
        if DEPTH.get() >= NESTED_MAX {
            return Err(D::Error::custom(format!("a shape is nested deeper than {NESTED_MAX} levels")));
        }
        DEPTH.set(DEPTH.get() + 1);
        Ok(Level)
    }
}

impl Drop for Level {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get() - 1);
    }
}

pub(crate) fn shape<'de, D: Deserializer<'de>>(from: D) -> Result<Box<Shape>, D::Error> {
    let _level = Level::enter::<D>()?;
    Box::deserialize(from)
}

pub(crate) fn shapes<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Shape>, D::Error> {
    let _level = Level::enter::<D>()?;
    Vec::deserialize(from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vocab::digest::{decode, encode};

    fn deep(levels: u32) -> Shape {
        (0..levels).fold(Shape::Bool, |inner, level| match level % 3 {
            0 => Shape::Option(Box::new(inner)),
            1 => Shape::Tuple(vec![inner]),
            _ => Shape::Map(Box::new(Shape::Str), Box::new(inner)),
        })
    }

    #[test]
    fn a_shape_of_the_deepest_nesting_is_read_and_one_level_more_is_refused() {
        assert_eq!(decode::<Shape>(&encode(&deep(NESTED_MAX))).unwrap(), deep(NESTED_MAX));
        assert!(decode::<Shape>(&encode(&deep(NESTED_MAX + 1))).is_err());
        assert_eq!(
            decode::<Shape>(&encode(&deep(NESTED_MAX))).unwrap(),
            deep(NESTED_MAX),
            "a refusal leaves no level behind"
        );
    }

    #[test]
    fn a_million_options_in_each_other_are_refused_without_overflowing_the_stack() {
        let option = encode(&Shape::Option(Box::new(Shape::Bool)))[0];
        assert!(decode::<Shape>(&vec![option; 1_000_000]).is_err());
    }
}
