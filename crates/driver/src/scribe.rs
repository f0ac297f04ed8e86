//! The seam to the writing of groups: in a thread of its own, so that a save never holds up a mind tick, or at once.
//!
//! Invariant: groups reach the ledger in the order given, each once. A group that failed is kept and everything behind it
//! waits, until it is tried again or the scribe is dropped.

mod inline;
mod thread;

pub use inline::InlineScribe;
use std::fmt::Debug;
use store::{Record, State};
pub use thread::{GROUPS_WAITING_MAX, ThreadScribe};

/// Makes groups durable, and keeps what could not be written.
pub trait Scribe: Debug {
    /// Hands over a group of records, and the state after the last of them if it is to be saved.
    fn push(&self, records: Vec<Record>, state: Option<(u64, State)>);
    /// Returns once everything handed over is durable, or says why it is not.
    fn flush(&self) -> Result<(), String>;
    /// Why nothing can be written at the moment.
    fn trouble(&self) -> Option<String>;
    /// Tries the failed group and those behind it again.
    fn retry(&self) -> Result<(), String>;
}

/// What is written together.
#[derive(Debug)]
struct Group {
    records: Vec<Record>,
    state: Option<(u64, State)>,
}
