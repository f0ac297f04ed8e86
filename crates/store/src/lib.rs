//! The journal of inputs and the snapshots of one agent, in one SQLite file of one data directory.
//!
//! What goes in is opaque bytes: the store knows nothing of minds or worlds. Every record is sealed to the one before it,
//! every snapshot carries the seal of the record it follows, so damage is found and named, and never played back.
//!
//! Absent on purpose: clocks, retries, threads (the driver decides when to write and what a failed write means).

mod append;
mod archive;
mod header;
mod identity;
mod lock;
mod marker;
mod migrations;
mod open;
mod record;
mod rotate;
mod snapshot;
mod wal;

pub use append::{AppendError, Store};
pub use archive::{Archive, Damaged, Place, ReadError, Whole};
pub use header::{FORMAT_VERSION, JOURNAL_FILE};
pub use identity::{Identity, OtherLayout};
pub use lock::{LOCK_FILE, LockError};
pub use marker::MARKER_FILE;
pub use open::{OpenError, Opened, TornTail};
pub use record::{Record, Seal};
pub use rotate::{JOURNAL_BYTES_MAX, Limits, SEGMENTS_MAX};
pub use snapshot::{Kept, State};
