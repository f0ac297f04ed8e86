//! The seam to the writing of groups: in a thread of its own, so that a save never holds up a mind tick, or at once.
//!
//! Invariant: groups reach the ledger in the order given, each once. A group that failed is kept and everything behind it
//! waits, until it is tried again or the scribe is dropped.

mod inline;
mod thread;

use crate::broke::{Part, caught};
use crate::ledger::Ledger;
pub use inline::InlineScribe;
use std::fmt::Debug;
use store::{Record, State};
pub use thread::{GROUPS_WAITING_MAX, ThreadScribe};

/// Writes groups of journal records to the disk, and keeps those that could not be written.
pub trait Scribe: Debug {
    /// Hands over a group of journal records for writing, and the agent's state after the last of them if it is to be
    /// saved.
    fn push(&self, records: Vec<Record>, state: Option<(u64, State)>);
    /// Returns once all records handed over are on the disk, or says why they are not.
    fn flush(&self) -> Result<(), String>;
    /// Why no journal records can be written at the moment; `None` while writing succeeds.
    fn trouble(&self) -> Option<String>;
    /// Tries to write the failed group of records again, and those behind it.
    fn retry(&self) -> Result<(), String>;
}

/// Journal records that are written together, and the agent's state after them if it is to be saved.
#[derive(Debug)]
struct Group {
    records: Vec<Record>,
    state: Option<(u64, State)>,
}

/// Writes a group, or says why that failed. A panic of the ledger is a failure too: its transaction is undone, and the group
/// can be written again.
fn write(ledger: &mut (impl Ledger + ?Sized), group: &Group) -> Result<(), String> {
    let written = caught(Part::Scribe, || ledger.append(&group.records, group.state.as_ref()));
    written.map_err(|broke| broke.to_string())?.map_err(|error| error.to_string())
}
