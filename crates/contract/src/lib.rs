//! The versioned wire: serde mirrors of what leaves the program, and the readers that check what comes back.
//!
//! Absent on purpose: decisions, and detections (this crate cannot name one).

pub mod fields;
pub mod plain;
pub mod solve;
pub mod stream;
pub mod suggest;
