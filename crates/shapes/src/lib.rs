//! Makes saved data self-describing. What is saved is written by position, which is small and fast. Beside it lies its
//! *shape*: the names of all fields and variants, and the names that numbered things (items, blocks) had at the time.
//! With the shape, a program whose types have changed since can still read the data, by name.
//!
//! [`Shapes::of`] finds the shape of a type by letting the type deserialize itself from made-up values. [`read`] reads
//! old bytes by their own shape into today's types: fields that are gone are skipped, fields that are new take their
//! defaults, numbers are translated through their names.
//!
//! Absent on purpose: which parts of a life last, and where they are stored. The caller decides that.

mod nested;
mod palette;
mod read;
mod shape;
mod skip;
mod trace;

pub use palette::{Palette, Palettes};
pub use read::{LOSSES_MAX, Loss, ReadError, read};
pub use shape::{Int, Shape, Shapes, Type, Variant};
pub use trace::{TraceError, Tracer};
