//! The mind's side of the body protocol: a connection to a body in another process that never blocks and never grows, the driver's
//! body over it, and the suite that any body can be held against.
//!
//! Absent on purpose: decisions. The connection hands on what the body reports, and sends what it is given; the body lets the skills
//! work on what was told.

pub mod body;
pub mod conformance;
pub mod connection;
pub mod known;
mod pipes;

pub use body::Body;
pub use connection::{Connection, LinkState, Source};
