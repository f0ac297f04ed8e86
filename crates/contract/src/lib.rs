//! The versioned formats in which Stead talks to other programs: types for JSON, and readers that check what comes
//! in.
//!
//! Absent on purpose: decisions, and detections (this crate does not depend on the crate that defines them).

pub mod body;
pub mod click;
pub mod fields;
pub mod plain;
pub mod process;
pub mod solve;
pub mod stream;
pub mod suggest;
