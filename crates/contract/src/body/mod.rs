//! The body protocol: how a mind talks to a body in another process, as JSON lines. `docs/body-protocol.md` describes
//! it for people who write a body, and `docs/body-protocol.schema.json` each line.
//!
//! This module has the lines as types, reads and writes them within bounds, and checks their order. What it refuses is
//! a [`Fault`] with a name; the reader goes on with the next line unless the fault is final.

pub mod command;
pub mod encode;
pub mod fault;
pub mod foreign;
pub mod limits;
pub mod lines;
pub mod place;
pub mod read;
pub mod report;
pub mod section;
pub mod session;

pub use command::{Command, Verb};
pub use encode::{encode_command, encode_report};
pub use fault::Fault;
pub use foreign::Foreign;
pub use lines::{Line, Splitter};
pub use place::{Angle, Cell, Column, Fine, Look};
pub use read::{read_command, read_report};
pub use report::Report;
pub use session::Session;

/// The version of the protocol. Both sides name theirs in their first line; it is never guessed from the fields.
pub const PROTOCOL: &str = "stead-body/1";
